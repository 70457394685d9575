/* The end of a game in line mode; see ending.h. */
#include "battleship/lines/ending.h"
#include "battleship/lines/front.h"

#include "battleship/lines/analysing.h"
#include "battleship/lines/boards.h"
#include "battleship/lines/input.h"
#include "battleship/lines/replaying.h"
#include "battleship/talk/command.h"
#include "battleship/talk/ending.h"
#include "common/sides.h"

enum {
    TEXT_SIZE = 1024,
    GLANCE_MILLISECONDS = 100 /* between two looks at a review that goes on */
};

/* How long the review of a game plays on for people, who wait twice that for all of it, and on a
 * busy machine longer, until its figures are settled. */
#define REVIEW_SECONDS 4.0
#define UNSETTLED_SECONDS 60.0

/* ---- what is shown ---- */

static void say(const struct plain *plain, const char *text)
{
    if (text[0])
        plain_say(plain, "%s", text);
}

static void print_boards(struct plain *plain)
{
    int32_t viewer = session_viewer(&plain->session);
    if (!plain->is_spoken)
        boards_draw(plain, viewer);
    if (viewer != BSHIP_SIDE_NONE)
        boards_print_news(plain, viewer);
}

static void print_end(struct plain *plain, const struct ending *ending)
{
    char text[TEXT_SIZE];
    ending_headline(ending, text, sizeof text);
    say(plain, text);
    int32_t sides[] = { ending->side, other_side(ending->side) };
    for (int i = 0; i < 2; i++) {
        analysing_print_lines(plain, &ending->result, ending->hindsights, sides[i]);
        ending_progress(ending, sides[i], text, sizeof text);
        say(plain, text);
    }
    for (int i = 0; i < 2; i++) {
        ending_accuracy(ending, sides[i], text, sizeof text);
        say(plain, text);
    }
}

/* Whether the review has gone on for long enough: a pipe waits for the first figures. */
static bool is_enough(const struct plain *plain, const struct ending *ending)
{
    const struct hindsight *hindsight = ending_hindsight(ending, ending->side);
    bool is_settled = hindsight && hindsight_is_settled(hindsight);
    double most = is_settled ? 2 * REVIEW_SECONDS : UNSETTLED_SECONDS;
    return plain->has_terminal ? worker_seconds(plain->worker) > most : is_settled;
}

/* Lets the reviews of people run for some seconds; Ctrl-C ends them early. A pipe gets one. */
static enum plain_state review(struct plain *plain, struct ending *ending)
{
    enum plain_state state = PLAIN_GOES_ON;
    int32_t people = session_humans(&plain->session);
    if (people == 0 || (people > 1 && !plain->has_terminal))
        return state;
    ending_advance(ending);
    if (plain->has_terminal && ending_is_busy(ending))
        plain_say(plain, "Looking back at the game (Ctrl-C skips that)...");
    state = plain_flush(plain);
    while (state == PLAIN_GOES_ON && ending_is_busy(ending) && !is_enough(plain, ending)) {
        state = plain_wait_for(plain, GLANCE_MILLISECONDS);
        if (state == PLAIN_GOES_ON)
            ending_advance(ending);
    }
    ending_finish(ending);
    return state == PLAIN_INTERRUPTED ? PLAIN_GOES_ON : state;
}

/* ---- what is next ---- */

static enum plain_state replay(struct plain *plain, const struct ending *ending)
{
    struct replay replay;
    char why[FILES_WHY_SIZE];
    if (!ending_replay(ending, &replay, why)) {
        plain_say(plain, "There is no replay: %s.", why);
        return PLAIN_GOES_ON;
    }
    enum plain_state state = replaying_run(plain, &replay, true);
    replay_close(&replay);
    return state == PLAIN_LEFT ? PLAIN_GOES_ON : state;
}

/* Asks once what is next; PLAIN_LEFT: nothing. */
static enum plain_state ask(struct plain *plain, const struct ending *ending, bool *has_rematch)
{
    char *rest;
    enum plain_state state = plain_ask(plain, "rematch, replay, analyse or quit");
    if (state != PLAIN_GOES_ON)
        return state;
    int32_t command = command_of_line(PLACE_END, plain->input.line, &rest);
    switch (command != COMMAND_NONE ? command : command_of_letter(PLACE_END, plain->input.line)) {
    case COMMAND_REMATCH:
        *has_rematch = true;
        return PLAIN_LEFT;
    case COMMAND_REPLAY:
        return replay(plain, ending);
    case COMMAND_ANALYSE:
        analysing_print_turns(plain, &ending->result, ending->hindsights, ending->side);
        return PLAIN_GOES_ON;
    case COMMAND_LEAVE:
        return PLAIN_LEFT;
    default:
        lines_print_commands(plain, PLACE_END);
        plain_say(plain, "The review: " REVIEW_EXPLANATION ".");
        return PLAIN_GOES_ON;
    }
}

/* Only somebody at a terminal is asked; the game of another machine has no rematch. */
static enum plain_state converse(struct plain *plain, const struct ending *ending,
                                 bool *has_rematch)
{
    enum plain_state state = PLAIN_GOES_ON;
    if (!plain->has_terminal || session_has_remote(&plain->session) ||
        session_humans(&plain->session) == 0)
        return state;
    while (state == PLAIN_GOES_ON)
        state = ask(plain, ending, has_rematch);
    return state == PLAIN_LEFT ? PLAIN_GOES_ON : state;
}

/* Keeps a game that has ended; the reply is said when its end was. */
static void keep(struct plain *plain, struct ending *ending, struct reply *reply)
{
    *reply = (struct reply){ .kind = REPLY_NONE };
    if (!plain->options->saves)
        return;
    plain->archive.is_wanted = true;
    plain->archive.saves = &plain->saves;
    ending_keep(ending, &plain->archive, reply);
}

static void keep_review(struct plain *plain, const struct ending *ending)
{
    struct reply reply;
    if (!plain->options->saves)
        return;
    ending_keep_review(ending, &plain->archive, &reply);
    say(plain, reply.text);
}

enum plain_state plain_end_game(struct plain *plain, bool *has_rematch)
{
    struct ending ending;
    struct reply kept;
    *has_rematch = false;
    ending_open(&ending, &plain->session, plain->worker, plain->has_terminal ? REVIEW_SECONDS : 0);
    keep(plain, &ending, &kept);
    print_boards(plain);
    enum plain_state state = review(plain, &ending);
    print_end(plain, &ending);
    enum plain_state flushed = plain_flush(plain);
    say(plain, kept.text);
    keep_review(plain, &ending);
    if (state == PLAIN_GOES_ON && flushed == PLAIN_GOES_ON)
        state = converse(plain, &ending, has_rematch);
    ending_close(&ending);
    return flushed == PLAIN_GOES_ON ? state : flushed;
}
