/* The game in line mode; see line_mode.h. */
#include "battleship/lines/line_mode.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/ai.h>

#include "battleship/game/rules_summary.h"
#include "battleship/game/statistics.h"
#include "battleship/lines/ending.h"
#include "battleship/lines/front.h"
#include "battleship/lines/plain.h"
#include "battleship/lines/playing.h"
#include "battleship/lines/profiling.h"
#include "battleship/lines/remote.h"
#include "battleship/lines/replaying.h"
#include "battleship/lines/text.h"
#include "battleship/talk/setup.h"
#include "common/process.h"
#include "common/terminal.h"

enum {
    SUMMARY_SIZE = 160
};

/* ---- which game ---- */

static void set_player(const struct options *options, int32_t side, struct player *player)
{
    bool is_human =
        options->task != TASK_DEMO && (side == BSHIP_SIDE_A || options->has_two_players);
    if (!is_human) {
        *player = player_machine(options->level, options->strategy);
        return;
    }
    *player = (struct player){ .kind = PLAYER_HUMAN };
    if (options->names[side])
        snprintf(player->name, sizeof player->name, "%s", options->names[side]);
}

static bool make_setup(const struct options *options, struct setup *setup)
{
    *setup = (struct setup){ .seed = options->seed, .first = BSHIP_FIRST_RANDOM };
    options_set_placement(options, setup);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        set_player(options, side, &setup->players[side]);
    setup->rules = options_rules(options);
    return setup->rules != NULL;
}

/* Keeps what was chosen on the command line, or while ships were laid. */
static void keep_preferences(const struct plain *plain)
{
    char why[FILES_WHY_SIZE];
    struct preferences *preferences = plain->options->preferences;
    if (preferences && !preferences_keep(preferences, why))
        plain_say(plain, SETUP_NOT_KEPT, why);
}

/* ---- one game after the other ---- */

/* Plays the game to its end; `has_next` receives whether there is a rematch, set up in `next`. */
static enum plain_state play_on(struct plain *plain, struct setup *next, bool *has_next)
{
    *has_next = false;
    enum plain_state state = plain_play(plain);
    keep_preferences(plain);
    if (state != PLAIN_GOES_ON)
        return state;
    state = plain_end_game(plain, has_next);
    *has_next = *has_next && session_next(&plain->session, next);
    return state;
}

static enum plain_state play_games(struct plain *plain, enum plain_state state)
{
    bool has_next = state == PLAIN_GOES_ON;
    while (state == PLAIN_GOES_ON && has_next) {
        struct setup next = { 0 };
        state = play_on(plain, &next, &has_next);
        if (has_next) {
            saves_begin(&plain->saves);
            state = plain_begin(plain, &next);
        }
        setup_clear(&next);
    }
    return state;
}

/* Says who plays, by which rules, and how to choose others, which only options can do here. */
static void say_game(struct plain *plain, uint64_t seed)
{
    const struct session *session = &plain->session;
    char rules[SUMMARY_SIZE];
    rules_summary(session->setup.rules, rules, sizeof rules);
    plain_say(plain, "%s against %s, %s. Seed %" PRIu64 ".%s",
              session_is_you(session, BSHIP_SIDE_A) ? "You" : session_name(session, BSHIP_SIDE_A),
              session_name(session, BSHIP_SIDE_B), rules, seed,
              plain->has_terminal
                  ? " For others, start with --level, or the options of --help-rules."
                  : "");
}

static enum plain_state play_new(struct plain *plain)
{
    struct setup setup;
    if (!make_setup(plain->options, &setup))
        return PLAIN_REFUSED;
    saves_begin(&plain->saves);
    keep_preferences(plain);
    enum plain_state state = profiling_ask(plain, &setup);
    if (state == PLAIN_GOES_ON)
        state = plain_begin(plain, &setup);
    if (state == PLAIN_GOES_ON && session_humans(&plain->session) == 0)
        plain_say(plain, "Two AIs play: %s and %s.", session_name(&plain->session, BSHIP_SIDE_A),
                  session_name(&plain->session, BSHIP_SIDE_B));
    if (state == PLAIN_GOES_ON && session_humans(&plain->session) == 0)
        plain_say(plain, "Seed %" PRIu64 ".", setup.seed);
    else if (state == PLAIN_GOES_ON)
        say_game(plain, setup.seed);
    setup_clear(&setup);
    return play_games(plain, state);
}

/* Goes on with the saved game that was found. */
static enum plain_state resume_found(struct plain *plain)
{
    enum plain_state state = plain_resume(plain);
    bool is_remote = state == PLAIN_GOES_ON && session_has_remote(&plain->session);
    return is_remote ? plain_play_remote(plain) : play_games(plain, state);
}

/* Lets one of several saved games be chosen; without a terminal it is the newest. */
static enum plain_state choose_saved(struct plain *plain, const struct setup_saved *saved,
                                     int *number)
{
    *number = 1;
    if (saved->count < 2 || !plain->has_terminal)
        return PLAIN_GOES_ON;
    for (int i = 0; i < saved->count; i++)
        plain_say(plain, "%2d  %s", i + 1, saved->games[i]);
    return plain_ask_number(plain, "The number of a game, or quit", saved->count, number);
}

static enum plain_state resume(struct plain *plain)
{
    struct setup_saved saved;
    int number;
    setup_list_saved(&plain->saves, &saved);
    enum plain_state state = choose_saved(plain, &saved, &number);
    if (state != PLAIN_GOES_ON)
        return state;
    if (number <= saved.count && saves_take(&plain->saves, saved.numbers[number - 1], NULL))
        return resume_found(plain);
    fprintf(stderr, PROGRAM ": %s\n", saves_missing(&plain->saves));
    return PLAIN_REFUSED;
}

/*
 * Begins what the options ask for; before that, offers the saved game, if there is one, to somebody
 * who has not asked for any game, or who may be back from one with another machine.
 */
static enum plain_state offer(struct plain *plain, enum plain_state (*begin)(struct plain *))
{
    char saved[SETUP_SAVED_SIZE];
    struct lines_front lines;
    struct front front = lines_front(&lines, plain);
    bool is_offered = plain->has_terminal && setup_describe_saved(&plain->saves, saved) &&
                      (plain->options->shows_menu || saves_is_remote(&plain->saves));
    int answer = is_offered ? setup_ask_to_resume(&plain->saves, saved, &front) : 0;
    if (lines.state != PLAIN_GOES_ON)
        return lines.state;
    if (answer == 0)
        return begin(plain);
    enum plain_state state = resume_found(plain);
    /* The reason was printed; the game stays where it is. */
    return state == PLAIN_FAILED && !plain->session.game ? begin(plain) : state;
}

/* ---- the end of the program ---- */

/* Prints why the conversation ended, if that is not obvious, and what has become of the game. */
static void say_goodbye(struct plain *plain, enum plain_state state)
{
    FILE *out = plain_out(plain);
    const bship_game *game = plain->session.game;
    bool is_open = game && bship_game_phase(game) != BSHIP_PHASE_OVER;
    if (state == PLAIN_INPUT_ENDED)
        fputs("\nEnd of input.\n", out);
    if (state == PLAIN_INTERRUPTED)
        fputs("\nInterrupted.\n", out);
    if (!is_open || session_humans(&plain->session) == 0)
        return;
    plain_save(plain);
    const char *path = plain->keeping.has_saved ? saves_path(&plain->saves) : NULL;
    if (bship_game_phase(game) == BSHIP_PHASE_PLACING)
        plain_say(plain, "The game has not begun.");
    else if (plain_is_kept(plain) && path)
        plain_say(plain, "The game is saved%s; --resume goes on with it: %s",
                  plain->keeping.is_failing ? ", without its last turns" : "", path);
    else
        plain_say(plain, "The game was abandoned.");
}

static int finish(struct plain *plain, enum plain_state state)
{
    if (state != PLAIN_FAILED && state != PLAIN_REFUSED)
        say_goodbye(plain, state);
    plain_close(plain);
    switch (state) {
    case PLAIN_REFUSED:
        return EXIT_USAGE;
    case PLAIN_FAILED:
        return EXIT_RUNTIME;
    case PLAIN_INTERRUPTED:
        return EXIT_INTERRUPTED;
    case PLAIN_TERMINATED:
        return EXIT_TERMINATED;
    default:
        return EXIT_FINE;
    }
}

static void open_saves(struct plain *plain)
{
    char why[FILES_WHY_SIZE];
    bool is_kept = plain->options->saves && plain->options->task != TASK_DEMO &&
                   plain->options->task != TASK_REPLAY;
    if (is_kept && !saves_open(&plain->saves, plain->options->save_path, why))
        plain_say(plain, "Games are not saved: %s.", why);
}

static enum plain_state run_task(struct plain *plain)
{
    switch (plain->options->task) {
    case TASK_REPLAY:
        return plain_replay(plain, plain->options->replay_path);
    case TASK_RESUME:
        return resume(plain);
    case TASK_HOST:
    case TASK_JOIN:
        return offer(plain, plain_play_remote);
    case TASK_DEMO:
        return play_new(plain);
    default:
        return offer(plain, play_new);
    }
}

int plain_run(const struct options *options)
{
    struct plain plain;
    enum plain_state state = plain_open(&plain, options);
    if (state == PLAIN_GOES_ON) {
        open_saves(&plain);
        state = run_task(&plain);
    }
    return finish(&plain, state);
}

/* ---- statistics ---- */

static bool print_table(const char *path, char why[FILES_WHY_SIZE])
{
    struct statistics statistics;
    bool is_read = statistics_read(path, &statistics, why);
    if (is_read) {
        char *table = statistics_table(&statistics, terminal_width());
        fputs(table ? table : "", stdout);
        free(table);
    }
    statistics_clear(&statistics);
    return is_read;
}

/* Writes the results as CSV to a file, `-` being standard output. */
static bool export(const char *path, const char *target, char why[FILES_WHY_SIZE])
{
    char *text = NULL;
    size_t length = 0;
    if (strcmp(target, "-") != 0)
        return statistics_export(path, target, why);
    if (!statistics_csv(path, &text, &length, why))
        return false;
    fwrite(text, 1, length, stdout);
    free(text);
    return true;
}

int plain_print_statistics(const struct options *options)
{
    char why[FILES_WHY_SIZE];
    char *path = statistics_path(why);
    bool is_done =
        path && (options->csv_path ? export(path, options->csv_path, why) : print_table(path, why));
    free(path);
    if (!is_done)
        fprintf(stderr, PROGRAM ": %s\n", why);
    return is_done ? EXIT_FINE : EXIT_RUNTIME;
}
