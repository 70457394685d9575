/* From start to quit on the full screen; see screen_main.h. */
#include "battleship/screen/screen_main.h"

#include <stdio.h>
#include <string.h>

#include "battleship/game/replay.h"
#include "battleship/screen/connecting.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/finale.h"
#include "battleship/screen/menu.h"
#include "battleship/screen/placing.h"
#include "battleship/screen/playing.h"
#include "battleship/screen/practice_screen.h"
#include "battleship/screen/replay_screen.h"
#include "battleship/screen/statistics_screen.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/course.h"
#include "battleship/talk/practice.h"
#include "battleship/talk/replays.h"
#include "battleship/talk/setup.h"
#include "common/format.h"
#include "common/process.h"

enum {
    HOST_MILLISECONDS = 120000 /* how long a host is waited for that is not there yet */
};

struct app {
    const struct options *options;
    struct front front;
    struct course course;
    const struct backdrop *backdrop; /* of questions; NULL: nothing is beneath them */
    struct menu menu;
    struct replay replay;                /* that the command line asks for */
    char replay_path[REPLAYS_PATH_SIZE]; /* of the record that was replayed last */
    char note[REPLY_SIZE]; /* what is to be said when the game has left the screen; or empty */
    char daily[DAILY_LINE_SIZE]; /* the result of the last game of a day; empty: none was played */
    bool is_address_given;       /* of the host to join: the command line says it */
};

/* ---- the front end: see talk/front.h ---- */

static int ask(void *user, const struct question *question)
{
    const struct app *app = user;
    return dialog_ask(question->is_private ? NULL : app->backdrop, question);
}

static int choose(void *user, struct listing *listing)
{
    char keys[64];
    struct dialog_list list = { .title = listing->title,
                                .text = listing->text,
                                .keys = keys,
                                .count = listing->count,
                                .selected = listing->selected,
                                .fills_screen = true,
                                .row = listing->row,
                                .note = listing->note,
                                .user = listing->user };
    (void)user;
    snprintf(keys, sizeof keys, "Enter: %s   Escape: back", listing->action);
    int row = dialog_list(NULL, &list);
    listing->selected = list.selected;
    return row;
}

static int type(void *user, const char *title, char *text, size_t size)
{
    (void)user;
    return dialog_text(NULL, title, text, size, NULL, NULL);
}

static void show(void *user, const char *title, const char *text)
{
    const struct app *app = user;
    dialog_message(app->backdrop, title, text);
}

static void say(void *user, const char *text)
{
    struct app *app = user;
    if (!strstr(app->note, text))
        format_sentence(app->note, sizeof app->note, "%s", text);
}

static int fail(void *user, const char *title, const char *why)
{
    (void)user;
    return dialog_after(dialog_notice(NULL, title, why));
}

static int work(void *user, const char *text, struct worker *worker)
{
    (void)user;
    return dialog_wait(NULL, text, worker);
}

static int hear(void *user, const char *title, const char *text, struct remote *remote,
                const bool *flag)
{
    (void)user;
    return connecting_hear(title, text, remote, flag);
}

static void link_to(void *user, struct remote *remote)
{
    (void)user;
    connecting_link(remote);
}

static int lay(void *user, int32_t side)
{
    struct app *app = user;
    return placing_run(&app->course.session, side, app->course.remote);
}

static int play(void *user, struct play *play)
{
    struct app *app = user;
    return playing_run(play, app->options->is_calm, &app->backdrop);
}

static int choose_next(void *user, struct ending *ending)
{
    struct app *app = user;
    char daily[DAILY_LINE_SIZE];
    ending_daily(ending, daily);
    if (daily[0])
        snprintf(app->daily, sizeof app->daily, "%s", daily);
    return finale_run(ending, app->course.remote);
}

static int replay(void *user, struct replay *replay, bool is_own)
{
    const struct app *app = user;
    return replay_screen_run(replay, app->course.worker, is_own);
}

static int aim(void *user, const struct viewing *viewing, int32_t side, const char *text,
               bship_cell *cell)
{
    (void)user;
    return practice_screen_run(viewing, side, text, cell);
}

static struct front make_front(struct app *app)
{
    return (struct front){ .user = app,
                           .is_attended = true,
                           .has_menu = true,
                           .ask = ask,
                           .choose = choose,
                           .type = type,
                           .show = show,
                           .say = say,
                           .fail = fail,
                           .work = work,
                           .hear = hear,
                           .connect = link_to,
                           .lay = lay,
                           .play = play,
                           .choose_next = choose_next,
                           .replay = replay,
                           .aim = aim };
}

/* ---- what the menu offers ---- */

static int resume(struct app *app)
{
    int outcome = course_resume(&app->course);
    if (outcome != OUTCOME_REFUSED)
        return outcome;
    snprintf(app->menu.news, sizeof app->menu.news, "%s", saves_missing(&app->course.saves));
    return OUTCOME_BACK;
}

/* Finds out where to play with another machine: asks a guest, unless the command line says it. */
static int choose_address(struct app *app, struct wish *wish)
{
    const struct preferences *preferences = app->options->preferences;
    options_write_address(app->options, wish->kind, wish->address);
    if (wish->kind == GAME_HOSTED || app->is_address_given)
        return OUTCOME_DONE;
    snprintf(wish->address, sizeof wish->address, "%s", preferences ? preferences->address : "");
    return connecting_ask(wish->address);
}

/* Meets a player on another machine. */
static int play_remote(struct app *app, int32_t kind)
{
    struct wish wish = menu_wish(&app->menu, kind);
    wish.wants_help = app->options->allows_help;
    wish.milliseconds = HOST_MILLISECONDS;
    int outcome = course_offer(&app->course, false);
    if (outcome == OUTCOME_DONE)
        outcome = choose_address(app, &wish);
    return outcome == OUTCOME_DONE ? course_begin(&app->course, &wish) : outcome;
}

static int play_new(struct app *app, int32_t kind)
{
    const struct wish wish = menu_wish(&app->menu, kind);
    int outcome = course_begin(&app->course, &wish);
    if (!app->menu.has_seed)
        app->menu.seed = session_choose_seed();
    return outcome;
}

/* Plays a game of an enum game_kind. */
static int play_kind(struct app *app, int32_t kind)
{
    bool is_remote = kind == GAME_HOSTED || kind == GAME_JOINED;
    return is_remote ? play_remote(app, kind) : play_new(app, kind);
}

static int take_action(struct app *app, int action)
{
    app->is_address_given = false;
    switch (action) {
    case MENU_RESUME:
        return resume(app);
    case MENU_REPLAY:
        return replays_show_kept(&app->front, app->replay_path);
    case MENU_PRACTICE:
        return practice_run(&app->front, app->menu.names[BSHIP_SIDE_A], app->course.worker);
    case MENU_STATISTICS:
        return dialog_after(statistics_screen_run());
    case MENU_QUIT:
        return OUTCOME_QUIT;
    default:
        return play_kind(app, action);
    }
}

/* Makes preferences of what the menu says. */
static void take_choices(struct app *app)
{
    struct preferences *preferences = app->options->preferences;
    if (!preferences)
        return;
    preferences_set_opponent(preferences, app->menu.level, app->menu.strategy);
    if (app->menu.rules.rules)
        preferences_set_rules(preferences, app->menu.rules.rules);
    memcpy(preferences->name, app->menu.names[BSHIP_SIDE_A], sizeof preferences->name);
    course_keep_preferences(&app->course);
}

/*
 * Has the menu begin with what was chosen last, after a game for which options chose something
 * else: it would make preferences of that.
 */
static void restore_choices(struct app *app)
{
    struct menu *menu = &app->menu;
    const struct preferences *preferences = app->options->preferences;
    if (!preferences)
        return;
    if (preferences->level != BSHIP_LEVEL_NONE || preferences->strategy) {
        menu->level = preferences->level;
        menu->strategy = preferences->strategy;
    }
    if (preferences->rules)
        (void)rules_choice_take(&menu->rules, preferences->rules);
}

static int show_menu(struct app *app)
{
    struct saves *saves = &app->course.saves;
    int32_t saved[SAVES_MAX];
    course_leave(&app->course);
    if (app->note[0]) {
        int result = dialog_message(NULL, "NOTE", app->note);
        app->note[0] = '\0';
        if (result < OUTCOME_BACK)
            return result;
    }
    setup_describe_saved(saves, app->menu.saved);
    app->menu.saved_count = saves_list(saves, saved);
    int action = menu_run(&app->menu);
    take_choices(app);
    return action < 0 ? action : take_action(app, action);
}

/* What the command line asks for. */
static int begin(struct app *app)
{
    switch (app->options->task) {
    case TASK_RESUME:
        return resume(app);
    case TASK_REPLAY: {
        int outcome = app->options->replay_path ? replay(app, &app->replay, false)
                                                : replays_show_kept(&app->front, app->replay_path);
        return outcome == OUTCOME_BACK ? OUTCOME_QUIT : outcome;
    }
    case TASK_PRACTICE: {
        int outcome = practice_run(&app->front, app->menu.names[BSHIP_SIDE_A], app->course.worker);
        return outcome == OUTCOME_BACK ? OUTCOME_QUIT : outcome;
    }
    default:
        if (app->options->shows_menu)
            return OUTCOME_BACK;
        return play_kind(app, options_wish(app->options).kind);
    }
}

/* ---- from start to quit ---- */

static bool open_menu(struct menu *menu, const struct options *options, const bship_rules *rules)
{
    *menu = (struct menu){
        .level = options->level,
        .strategy = options->strategy,
        .seed = options->seed,
        .best_of = options->best_of > 0 ? options->best_of : 1,
        .has_network = peer_is_available(),
    };
    if (options->news[0])
        snprintf(menu->news, sizeof menu->news, "Preferences: %.200s.", options->news);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (options->names[side])
            snprintf(menu->names[side], sizeof menu->names[side], "%s", options->names[side]);
    }
    return rules_choice_open(&menu->rules, rules);
}

/* Runs with the terminal open; returns an exit code. */
static int run(struct app *app)
{
    const struct options *options = app->options;
    char why[FILES_WHY_SIZE];
    char text[FILES_WHY_SIZE + 64];
    int outcome = OUTCOME_BACK;
    if (options->saves && !course_save(&app->course, options->save_path, why)) {
        snprintf(text, sizeof text, "Games cannot be saved: %s.", why);
        outcome = fail(app, "NOTE", text);
    }
    if (outcome == OUTCOME_BACK)
        outcome = begin(app);
    if (!options->shows_menu)
        restore_choices(app);
    while (outcome == OUTCOME_BACK)
        outcome = show_menu(app);
    return terminal_was_ended() ? EXIT_TERMINATED : app->course.is_deceived ? EXIT_PEER : EXIT_FINE;
}

/* Says on the ordinary screen what has failed, and how to go on. */
static void say_goodbye(struct app *app)
{
    char text[REPLY_SIZE + FILES_WHY_SIZE];
    if (app->note[0])
        printf("%s\n", app->note);
    if (app->daily[0])
        printf("%s\n", app->daily);
    if (keeping_farewell(&app->course.keeping, &app->course.session, text, sizeof text))
        printf("%s\n", text);
}

static int run_app(struct app *app, char *why, size_t size)
{
    const struct options *options = app->options;
    const struct terminal_options terminal = { options->is_ascii, options->colour };
    struct worker *worker = worker_new();
    if (!worker) {
        snprintf(why, size, "no thread can be started");
        return SCREEN_UNAVAILABLE;
    }
    int code = SCREEN_UNAVAILABLE;
    course_open(&app->course, &app->front, worker);
    options_set_course(options, &app->course);
    if (terminal_open(&terminal, why, size)) {
        code = run(app);
        terminal_close();
        say_goodbye(app);
    }
    course_close(&app->course);
    worker_free(worker);
    return code;
}

/* Opens the record that is to be replayed, if any, before the screen covers what is printed. */
static bool open_replay(struct app *app)
{
    char why[FILES_WHY_SIZE];
    bool is_open =
        !app->options->replay_path || replay_open(&app->replay, app->options->replay_path, why);
    if (!is_open)
        fprintf(stderr, PROGRAM ": %s\n", why);
    return is_open;
}

int screen_run(const struct options *options, char *why, size_t size)
{
    struct app app = { .options = options };
    app.front = make_front(&app);
    app.is_address_given = options->join_address;
    bship_rules *rules = options_rules(options);
    if (!rules)
        return EXIT_USAGE;
    int code = SCREEN_UNAVAILABLE;
    if (!open_menu(&app.menu, options, rules))
        snprintf(why, size, "%s", bship_status_message(BSHIP_ERROR_MEMORY));
    else if (!open_replay(&app))
        code = EXIT_RUNTIME;
    else
        code = run_app(&app, why, size);
    replay_close(&app.replay);
    menu_clear(&app.menu);
    bship_rules_unref(rules);
    return code;
}
