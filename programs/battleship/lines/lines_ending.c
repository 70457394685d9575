/* The end of a game in line mode; see lines_ending.h. */
#include "battleship/lines/lines_ending.h"

#include "battleship/lines/analysing.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/input.h"
#include "battleship/lines/questions.h"
#include "battleship/talk/command.h"
#include "battleship/talk/ending.h"

enum {
    TEXT_SIZE = 1024,
    GLANCE_MILLISECONDS = 100 /* between two looks at a review that goes on */
};

/* How long people wait for a review on a busy machine, until its figures are settled; else twice
 * LINES_REVIEW_SECONDS. */
#define UNSETTLED_SECONDS 60.0

/* ---- what is shown ---- */

static void print_boards(struct lines *lines)
{
    int32_t viewer = session_viewer(&lines->course.session);
    if (!lines->is_spoken)
        boards_draw(lines, viewer);
    if (viewer != BSHIP_SIDE_NONE)
        boards_print_news(lines, viewer);
}

static void print_end(struct lines *lines, const struct ending *ending)
{
    char text[TEXT_SIZE];
    struct review_line rows[ENDING_LINES_MAX];
    ending_headline(ending, text, sizeof text);
    lines_say(lines, "%s", text);
    analysing_print_lines(lines, rows, ending_lines(ending, rows));
}

/* Whether the review has gone on for long enough: a pipe has enough of the first figures. */
static bool is_enough(const struct lines *lines, const struct ending *ending)
{
    const struct hindsight *hindsight = ending_hindsight(ending, ending->side);
    bool is_settled = hindsight && hindsight_is_settled(hindsight);
    double most = is_settled ? 2 * LINES_REVIEW_SECONDS : UNSETTLED_SECONDS;
    bool is_late = worker_seconds(lines->course.worker) > most;
    return is_late || (is_settled && !lines->has_terminal);
}

/*
 * Lets the reviews of people run for some seconds. Ctrl-C ends them early, and so does a line,
 * which is left for what is asked next. A pipe gets one.
 */
static int review(struct lines *lines, struct ending *ending)
{
    int outcome = OUTCOME_DONE;
    int32_t people = session_humans(&lines->course.session);
    struct remote *remote = lines->course.remote;
    /* What was typed ahead was not meant for this. */
    bool is_deaf = !lines->has_terminal || input_is_waiting(&lines->input);
    if (people == 0 || (people > 1 && !lines->has_terminal))
        return outcome;
    ending_advance(ending);
    if (lines->has_terminal && ending_is_busy(ending))
        lines_say(lines, "Looking back at the game (Enter skips that)...");
    outcome = lines_flush_out(lines);
    while (outcome == OUTCOME_DONE && ending_is_busy(ending) && !is_enough(lines, ending) &&
           (is_deaf || !input_is_waiting(&lines->input))) {
        outcome = lines_wait_for(lines, GLANCE_MILLISECONDS);
        if (remote)
            remote_keep_alive(remote);
        if (outcome == OUTCOME_DONE)
            ending_advance(ending);
    }
    if (!is_deaf)
        input_drop_empty(&lines->input);
    ending_finish(ending);
    return outcome == OUTCOME_INTERRUPTED ? OUTCOME_DONE : outcome;
}

int lines_end(void *user, struct ending *ending)
{
    struct lines *lines = user;
    print_boards(lines);
    int outcome = review(lines, ending);
    print_end(lines, ending);
    int flushed = lines_flush_out(lines);
    return flushed == OUTCOME_DONE ? outcome : flushed;
}

/* ---- what is next ---- */

/* Asks whether to play again with the player on another machine, as long as he is there. */
static int ask_for_rematch(struct lines *lines)
{
    const struct remote *remote = lines->course.remote;
    int answer = OUTCOME_BACK;
    while (answer == OUTCOME_BACK && remote && remote->is_finished && !remote->is_left)
        answer = front_ask_if(&lines->front, "A rematch?", "No", "Yes");
    return answer == 1 ? (int)COMMAND_REMATCH : answer == 0 ? (int)OUTCOME_QUIT : answer;
}

/* Asks once what is next; OUTCOME_GOES_ON: that was shown. */
static int ask(struct lines *lines, const struct ending *ending)
{
    char *rest;
    int outcome = lines_ask(lines, "rematch, replay, analyse or quit");
    if (outcome != OUTCOME_DONE)
        return outcome;
    switch (command_of_line(PLACE_END, lines->input.line, &rest)) {
    case COMMAND_REMATCH:
        return COMMAND_REMATCH;
    case COMMAND_REPLAY:
        return COMMAND_REPLAY;
    case COMMAND_ANALYSE:
        analysing_print_turns(lines, &ending->result, ending->hindsights, ending->side);
        return OUTCOME_GOES_ON;
    case COMMAND_LEAVE:
        return OUTCOME_QUIT;
    default:
        lines_print_commands(lines, PLACE_END);
        lines_say(lines, "The review: " REVIEW_EXPLANATION ".");
        return OUTCOME_GOES_ON;
    }
}

int lines_choose_next(void *user, struct ending *ending)
{
    struct lines *lines = user;
    int next = OUTCOME_GOES_ON;
    if (!lines->has_terminal || session_humans(ending->session) == 0)
        return OUTCOME_QUIT;
    if (session_has_remote(ending->session))
        return ask_for_rematch(lines);
    while (next == OUTCOME_GOES_ON)
        next = ask(lines, ending);
    return next;
}
