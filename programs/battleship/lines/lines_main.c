/* The game in line mode; see lines_main.h. */
#include "battleship/lines/lines_main.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/ai.h>

#include "battleship/game/profile_use.h"
#include "battleship/game/rules_summary.h"
#include "battleship/game/statistics.h"
#include "battleship/lines/conversation.h"
#include "battleship/lines/lines_ending.h"
#include "battleship/lines/lines_laying.h"
#include "battleship/lines/lines_playing.h"
#include "battleship/lines/questions.h"
#include "battleship/lines/replaying.h"
#include "battleship/lines/signals.h"
#include "battleship/talk/history.h"
#include "battleship/talk/practice.h"
#include "battleship/talk/profile_pages.h"
#include "battleship/talk/replays.h"
#include "common/line_break.h"
#include "common/process.h"
#include "common/text.h"
#include "common/tty.h"

enum {
    SUMMARY_SIZE = 160
};

/* ---- which game ---- */

/* Begins the game that the options ask for. */
static int play_new(struct lines *lines)
{
    struct wish wish = options_wish(lines->options);
    bool has_rules = wish.kind != GAME_DAILY && wish.kind != GAME_JOINED;
    wish.rules = has_rules ? options_rules(lines->options) : NULL;
    if (has_rules && !wish.rules)
        return OUTCOME_REFUSED;
    int outcome = course_begin(&lines->course, &wish);
    bship_rules_unref(wish.rules);
    return outcome;
}

static int resume(struct lines *lines)
{
    int outcome = course_resume(&lines->course);
    if (outcome == OUTCOME_REFUSED)
        fprintf(stderr, PROGRAM ": %s\n", saves_missing(&lines->course.saves));
    return outcome;
}

/*
 * The same; before that, offers the saved game, if there is one, to somebody who has not asked for
 * any game, or who may be back from one with another machine.
 */
static int offer(struct lines *lines)
{
    int outcome = course_offer(&lines->course, lines->options->shows_menu);
    return outcome == OUTCOME_DONE ? play_new(lines) : outcome;
}

/* ---- the front end: see talk/front.h ---- */

static void say(void *user, const char *text)
{
    lines_say(user, "%s", text);
}

static int fail(void *user, const char *title, const char *why)
{
    (void)user;
    (void)title;
    fprintf(stderr, PROGRAM ": %s\n", why);
    return OUTCOME_FAILED;
}

static int work(void *user, const char *text, struct worker *worker)
{
    int outcome = lines_wait(user, text);
    worker_collect(worker);
    return outcome;
}

/* Prints what has happened while no game is played, but why there is none. */
static int hear_news(struct lines *lines, void *user)
{
    struct remote *remote = user;
    remote->news[0] = '\0';
    int32_t event = remote_step(remote);
    bool has_failed = remote->has_failed && !remote->is_ready;
    if (remote->news[0] && !has_failed) {
        fputc('\n', lines_out(lines));
        lines_say(lines, "%s", remote->news);
    }
    return event == REMOTE_NOTHING ? OUTCOME_DONE : OUTCOME_BACK;
}

static int hear(void *user, const char *title, const char *text, struct remote *remote,
                const bool *flag)
{
    struct lines *lines = user;
    int outcome = OUTCOME_BACK;
    (void)title;
    if (!*flag && !remote->is_over)
        lines_say(lines, "%s%s", text, lines->has_terminal ? " Ctrl-C gives up." : "");
    while (outcome == OUTCOME_BACK && !*flag && !remote->is_over)
        outcome = lines_listen(lines);
    return outcome == OUTCOME_BACK ? (int)OUTCOME_DONE : outcome;
}

static void link_to(void *user, struct remote *remote)
{
    struct lines *lines = user;
    lines->hear = remote ? hear_news : NULL;
    lines->hear_user = remote;
}

/* Says who plays, by which rules, and how to choose others, which only options can do here. */
static void introduce(const struct lines *lines, uint64_t seed)
{
    const struct session *session = &lines->course.session;
    const char *names[] = { session_name(session, BSHIP_SIDE_A),
                            session_name(session, BSHIP_SIDE_B) };
    char rules[SUMMARY_SIZE];
    setup_describe_game(session, rules, sizeof rules);
    if (session_has_remote(session))
        lines_say(lines, "Playing against %s: %s.", peer_name(lines->course.remote->peer), rules);
    else if (lines->is_introduced)
        return;
    else if (session_humans(session) == 0)
        lines_say(lines, "Two AIs play: %s and %s.\nSeed %" PRIu64 ".", names[0], names[1], seed);
    else
        lines_say(lines, "%s against %s, %s. Seed %" PRIu64 ".%s",
                  session_is_you(session, BSHIP_SIDE_A) ? "You" : names[0], names[1], rules, seed,
                  lines->has_terminal
                      ? " For others, start with --level, or the options of --help-rules."
                      : "");
}

/* Makes what the conversation needs besides the session, and says what the game is. */
static int begin(void *user, const struct setup *setup)
{
    struct lines *lines = user;
    struct session *session = &lines->course.session;
    bool is_fine = true;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        text_make_fit(session->shown[side], lines->has_utf8);
        panel_clear(&lines->panels[side]);
        is_fine = panel_init(&lines->panels[side], session->setup.rules) && is_fine;
    }
    if (!is_fine)
        return lines_fail("cannot start", BSHIP_ERROR_MEMORY);
    if (session->sampler_status)
        lines_say(lines, "Fleets are possibly not drawn uniformly: %s.", session->sampler_text);
    if (setup)
        introduce(lines, setup->seed);
    lines->is_introduced = true;
    return OUTCOME_DONE;
}

static void make_front(struct lines *lines)
{
    lines->front = (struct front){ .user = lines,
                                   .is_lines = true,
                                   .is_attended = lines->has_terminal,
                                   .review_seconds = lines->has_terminal ? LINES_REVIEW_SECONDS : 0,
                                   .ask = lines_ask_one,
                                   .choose = lines_choose,
                                   .show = lines_show,
                                   .say = say,
                                   .fail = fail,
                                   .work = work,
                                   .hear = hear,
                                   .connect = link_to,
                                   .begin = begin,
                                   .lay = lines_lay,
                                   .play = lines_play,
                                   .end = lines_end,
                                   .choose_next = lines_choose_next,
                                   .replay = lines_replay,
                                   .aim = lines_aim };
    lines->course.is_hurried = true;
}

/* ---- the end of the program ---- */

/* Prints why the conversation ended, if that is not obvious, and what has become of the game. */
static void say_goodbye(struct lines *lines, int outcome)
{
    FILE *out = lines_out(lines);
    struct course *course = &lines->course;
    char text[REPLY_SIZE + FILES_WHY_SIZE];
    if (outcome == OUTCOME_CLOSED && !signals_have_ended())
        fputs("\nEnd of input.\n", out);
    if (outcome == OUTCOME_INTERRUPTED)
        fputs("\nInterrupted.\n", out);
    keeping_farewell(&course->keeping, &course->session, text, sizeof text);
    if (text[0])
        lines_say(lines, "%s", text);
}

static int finish(struct lines *lines, int outcome)
{
    if (outcome != OUTCOME_FAILED && outcome != OUTCOME_REFUSED)
        say_goodbye(lines, outcome);
    lines_close(lines);
    switch (outcome) {
    case OUTCOME_REFUSED:
        return EXIT_USAGE;
    case OUTCOME_FAILED:
        return EXIT_RUNTIME;
    case OUTCOME_INTERRUPTED:
        return EXIT_INTERRUPTED;
    default:
        return signals_have_ended()        ? EXIT_TERMINATED
               : lines->course.is_deceived ? EXIT_PEER
                                           : EXIT_FINE;
    }
}

static int run_task(struct lines *lines)
{
    const struct options *options = lines->options;
    char why[FILES_WHY_SIZE];
    bool is_kept = options->saves && options->task != TASK_DEMO && options->task != TASK_REPLAY &&
                   options->task != TASK_PRACTICE;
    if (is_kept && !course_save(&lines->course, options->save_path, why))
        lines_say(lines, "Games are not saved: %s.", why);
    switch (options->task) {
    case TASK_REPLAY:
        return options->replay_path ? replays_show_file(&lines->front, options->replay_path)
                                    : replays_show_kept(&lines->front, NULL);
    case TASK_PRACTICE:
        return practice_run(&lines->front, options->names[BSHIP_SIDE_A], lines->course.worker);
    case TASK_RESUME:
        return resume(lines);
    case TASK_DAILY:
    case TASK_DEMO:
        return play_new(lines);
    default:
        return offer(lines);
    }
}

int lines_run(const struct options *options)
{
    struct lines lines;
    int outcome = lines_open(&lines, options);
    make_front(&lines);
    if (outcome == OUTCOME_DONE)
        outcome = run_task(&lines);
    return finish(&lines, outcome);
}

/* ---- the profile ---- */

int lines_run_profile(const struct options *options)
{
    char why[FILES_WHY_SIZE];
    char *text = NULL;
    const char *name = options->names[BSHIP_SIDE_A];
    bool is_done = options->profile == PROFILE_SHOWN || profile_allow(name, options->profile, why);
    if (is_done && options->profile != PROFILE_UNASKED) {
        text = talk_profile_text(name, NULL, why);
        is_done = text != NULL;
    }
    if (text)
        line_break_print(stdout, text, terminal_width(), 0, 0);
    if (!is_done)
        fprintf(stderr, PROGRAM ": %s\n", why);
    free(text);
    return is_done ? EXIT_FINE : EXIT_RUNTIME;
}

/* ---- statistics ---- */

/* Prints a text, which may be NULL, and frees it. */
static void print_and_free(char *text)
{
    fputs(text ? text : "", stdout);
    free(text);
}

static void print_table(const struct statistics *statistics, bool has_utf8)
{
    print_and_free(statistics_table(statistics, terminal_width()));
    print_and_free(history_draw(&statistics->rows, terminal_width(), has_utf8));
}

/* Writes the results as CSV to a file, `-` being standard output. */
static bool export(const struct statistics *statistics, const char *target,
                   char why[FILES_WHY_SIZE])
{
    if (strcmp(target, "-") != 0)
        return statistics_export(statistics, target, why);
    char *text = statistics_csv(statistics);
    bool is_made = text || files_fail_memory(why);
    print_and_free(text);
    return is_made;
}

int lines_print_statistics(const struct options *options)
{
    char why[FILES_WHY_SIZE];
    struct statistics statistics;
    bool is_done = statistics_load(&statistics, why);
    if (is_done && options->csv_path)
        is_done = export(&statistics, options->csv_path, why);
    else if (is_done)
        print_table(&statistics, terminal_has_utf8() && !options->is_ascii);
    statistics_clear(&statistics);
    if (!is_done)
        fprintf(stderr, PROGRAM ": %s\n", why);
    return is_done ? EXIT_FINE : EXIT_RUNTIME;
}
