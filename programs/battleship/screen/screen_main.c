/* From start to quit on the full screen; see screen_main.h. */
#include "battleship/screen/screen_main.h"

#include <stdio.h>
#include <string.h>

#include "battleship/game/opening.h"
#include "battleship/game/replay.h"
#include "battleship/game/saves.h"
#include "battleship/screen/connecting.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/finale.h"
#include "battleship/screen/menu.h"
#include "battleship/screen/next.h"
#include "battleship/screen/placing.h"
#include "battleship/screen/playing.h"
#include "battleship/screen/replay_screen.h"
#include "battleship/screen/statistics_screen.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/ending.h"
#include "battleship/talk/profile.h"
#include "battleship/talk/setup.h"
#include "common/process.h"
#include "common/sides.h"
#include "network/peer.h"

struct app {
    const struct options *options;
    struct menu menu;
    struct saves saves;
    struct worker *worker;
    struct session session;
    struct replay replay;               /* that the command line asks for */
    char replay_path[DIALOG_TEXT_SIZE]; /* of the record that was replayed last */
    bool is_kept;                       /* whether games are saved as they go */
    struct archive archive;
    char failure[REPLY_SIZE]; /* what of the keeping has failed and was not said yet */
    bool has_saved;           /* whether the program ends with a game that can go on */
};

/* ---- opening a session ---- */

/* Opens a session on the worker. Returns NEXT_PLAY, or what follows if it cannot be had. */
static enum next wait_for_session(struct app *app, const struct setup *setup)
{
    struct opening opening = { .session = &app->session,
                               .setup = setup,
                               .saves = &app->saves,
                               .uses_profile = app->options->saves };
    if (!worker_start(app->worker, opening_job, &opening))
        return NEXT_MENU;
    int result = dialog_wait(NULL, "The game is being prepared", app->worker);
    if (result == 0 && !opening.status)
        return NEXT_PLAY;
    session_close(&app->session);
    if (result == 0 && opening.status != BSHIP_ERROR_CANCELLED)
        return next_after_dialog(dialog_message(NULL, "NO GAME", opening.why));
    return next_after_dialog(result);
}

/* ---- one session ---- */

/* Keeps what was chosen, in the menu, on the command line or while ships were laid. */
static void keep_preferences(struct app *app)
{
    char why[FILES_WHY_SIZE];
    struct preferences *preferences = app->options->preferences;
    if (preferences && !preferences_keep(preferences, why))
        snprintf(app->menu.news, sizeof app->menu.news, SETUP_NOT_KEPT, why);
}

/* With two people at the terminal, asks for the one who lays ships. */
static enum next hand_over(const struct app *app, int32_t side)
{
    const struct player *players = app->session.setup.players;
    char text[200];
    snprintf(text, sizeof text, "Now %s lays ships, and %s looks away.", players[side].name,
             players[other_side(side)].name);
    const struct question question = { text, { { "ready", "Ready" } }, 1 };
    int result = dialog_ask(NULL, &question);
    return result == 0 ? NEXT_PLAY : next_after_dialog(result);
}

/* `remote`: the player on another machine; NULL: there is none. */
static enum next place_side(struct app *app, int32_t side, struct remote *remote)
{
    enum next next = session_humans(&app->session) == 2 ? hand_over(app, side) : NEXT_PLAY;
    if (next != NEXT_PLAY)
        return next;
    next = placing_run(&app->session, side, remote);
    if (app->options->preferences)
        app->options->preferences->style = app->session.setup.placing;
    keep_preferences(app);
    return next;
}

/* Lets the people lay the ships that are not at random, and starts the game. */
static enum next place_fleets(struct app *app)
{
    enum next next = NEXT_PLAY;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && next == NEXT_PLAY; side++) {
        if (session_is_human(&app->session, side) && !app->session.setup.places_at_random)
            next = place_side(app, side, NULL);
    }
    if (next != NEXT_PLAY)
        return next;
    bship_status status = bship_game_start(app->session.game, NULL);
    if (status)
        next = next_after_dialog(dialog_message(NULL, "NO GAME", bship_status_message(status)));
    return next;
}

/* Keeps what has failed in mind, to be said when the end has left the screen. */
static void note_failure(struct app *app, const struct reply *reply)
{
    if (reply->kind == REPLY_FAILED && !app->failure[0])
        snprintf(app->failure, sizeof app->failure, "%s", reply->text);
}

/* Replays the session; returns NEXT_PLAY to come back to its end. */
static enum next replay_session(struct app *app, const struct ending *ending)
{
    struct replay replay;
    char why[FILES_WHY_SIZE];
    int result;
    if (ending_replay(ending, &replay, why)) {
        result = replay_screen_run(&replay, app->worker, true);
        replay_close(&replay);
    } else {
        result = dialog_message(NULL, "NO REPLAY", why);
    }
    enum next next = next_after_dialog(result);
    return next == NEXT_MENU ? NEXT_PLAY : next;
}

static enum next show_end(struct app *app, struct ending *ending, struct remote *remote)
{
    enum next next = NEXT_PLAY;
    while (next == NEXT_PLAY) {
        next = finale_run(ending, remote);
        if (next == NEXT_REPLAY)
            next = replay_session(app, ending);
    }
    return next;
}

/*
 * Counts and keeps a session that has ended, and shows its end if that is wanted; what its review
 * has found is kept, too. `remote` may be NULL.
 */
static enum next end_session(struct app *app, bool is_shown, struct remote *remote, enum next next)
{
    struct ending ending;
    struct reply reply;
    ending_open(&ending, &app->session, app->worker, 0);
    ending_keep(&ending, &app->archive, &reply);
    note_failure(app, &reply);
    if (is_shown)
        next = show_end(app, &ending, remote);
    ending_keep_review(&ending, &app->archive, &reply);
    note_failure(app, &reply);
    ending_close(&ending);
    return next;
}

/* What follows when the game has left the screen; NEXT_PLAY: it is over. */
static enum next after_playing(enum play_result result)
{
    return result == PLAY_OVER          ? NEXT_PLAY
           : result == PLAY_QUIT        ? NEXT_QUIT
           : result == PLAY_INTERRUPTED ? NEXT_QUIT
           : result == PLAY_CLOSED      ? NEXT_CLOSED
                                        : NEXT_MENU;
}

/* Plays a session that is open from where it is to its end. */
static enum next play_session(struct app *app)
{
    const struct playing_options options = { .saves = app->is_kept ? &app->saves : NULL,
                                             .is_calm = app->options->is_calm };
    enum next next = NEXT_PLAY;
    if (bship_game_phase(app->session.game) == BSHIP_PHASE_PLACING)
        next = place_fleets(app);
    if (next == NEXT_PLAY)
        next = after_playing(playing_run(&app->session, app->worker, &options));
    if (next != NEXT_PLAY)
        return next;
    return end_session(app, true, NULL, next);
}

/* Whether the session can be resumed exactly as it is now. */
static bool is_saved(struct app *app)
{
    char why[FILES_WHY_SIZE];
    return saves_path(&app->saves) && app->session.game &&
           saves_autosave(&app->saves, &app->session, why);
}

/* Plays a game, and its rematches. The setup is cleared; NULL: the session is open. */
static enum next play(struct app *app, struct setup *setup)
{
    struct setup rematch = { .rules = NULL };
    enum next next = NEXT_REMATCH;
    while (next == NEXT_REMATCH) {
        next = NEXT_PLAY;
        if (setup) {
            saves_begin(&app->saves);
            next = wait_for_session(app, setup);
            setup_clear(setup);
        }
        if (next == NEXT_PLAY)
            next = play_session(app);
        setup = &rematch;
        if (next == NEXT_REMATCH && !session_next(&app->session, setup))
            next = NEXT_MENU;
        app->has_saved = is_saved(app);
        session_close(&app->session);
    }
    saves_begin(&app->saves);
    return next;
}

/* ---- a game with another machine ---- */

/* Where the other player is: waited for at a port, or joined at an address; empty: asked for. */
struct meeting {
    bool is_host;
    const char *port;
    char address[CONNECTING_ADDRESS_SIZE];
};

/* Meets the other player; the setup is then complete. */
static enum next meet(struct app *app, struct meeting *meeting, struct remote *remote,
                      struct setup *setup)
{
    if (!menu_setup(&app->menu, meeting->is_host ? MENU_HOST : MENU_JOIN, setup))
        return NEXT_MENU;
    options_set_placement(app->options, setup);
    setup->wants_help = app->options->allows_help;
    return meeting->is_host ? connecting_host(remote, setup, meeting->port)
                            : connecting_join(remote, setup, meeting->address);
}

/* Plays a game that has begun, to the comparison of both fleets. */
static enum next play_linked(struct app *app, struct remote *remote)
{
    const struct playing_options options = { .saves = app->is_kept ? &app->saves : NULL,
                                             .remote = remote,
                                             .is_calm = app->options->is_calm };
    enum next next = after_playing(playing_run(&app->session, app->worker, &options));
    if (next != NEXT_PLAY)
        return next;
    next = connecting_finish(remote);
    /* A game without an end stays saved; one whose fleets are not compared has its result. */
    bool has_end = bship_game_end_reason(app->session.game) != BSHIP_END_REASON_ABANDONED;
    return next != NEXT_PLAY && has_end ? end_session(app, false, NULL, next) : next;
}

/* Plays a game that has begun, up to the choice of what is next. */
static enum next play_on(struct app *app, struct remote *remote)
{
    enum next next = play_linked(app, remote);
    if (next == NEXT_PLAY)
        next = end_session(app, true, remote->peer ? remote : NULL, next);
    return next;
}

/* Begins a game with the player who was met, and plays it. */
static enum next play_met(struct app *app, struct remote *remote, const struct setup *setup)
{
    saves_begin(&app->saves);
    enum next next = wait_for_session(app, setup);
    if (next == NEXT_PLAY && !setup->places_at_random)
        next = place_side(app, peer_side(remote->peer), remote);
    if (next == NEXT_PLAY)
        next = connecting_start(remote, &app->session);
    return next == NEXT_PLAY ? play_on(app, remote) : next;
}

/* Meets the same player again, if both want to. */
static enum next meet_again(struct app *app, struct remote *remote, struct setup *setup)
{
    if (!remote->peer)
        return NEXT_MENU;
    options_set_placement(app->options, setup);
    return connecting_rematch(remote, setup, app->session.setup.rules);
}

/* Plays games with a player on another machine: the first is that of the session, if it is open. */
static enum next play_with(struct app *app, struct remote *remote, struct setup *setup)
{
    enum next next = NEXT_PLAY;
    while (next == NEXT_PLAY) {
        next = app->session.game ? play_on(app, remote) : play_met(app, remote, setup);
        setup_clear(setup);
        if (next == NEXT_REMATCH)
            next = meet_again(app, remote, setup);
        app->has_saved = is_saved(app);
        session_close(&app->session);
    }
    connecting_close(remote);
    if (next == NEXT_AGAIN)
        saves_find_again(&app->saves);
    saves_begin(&app->saves);
    return next;
}

/* Meets a player on another machine, or comes back to the one of the session: NULL. */
static enum next play_meeting(struct app *app, struct meeting *meeting)
{
    struct remote remote = { .saves = app->is_kept ? &app->saves : NULL, .counts_seconds = true };
    struct setup setup = { .rules = NULL };
    enum next next =
        meeting ? meet(app, meeting, &remote, &setup) : connecting_rejoin(&remote, &app->session);
    if (next == NEXT_PLAY)
        return play_with(app, &remote, &setup);
    session_close(&app->session);
    setup_clear(&setup);
    return next;
}

/* Goes on with the saved game that was found. */
static enum next resume(struct app *app)
{
    enum next next = NEXT_AGAIN;
    while (next == NEXT_AGAIN) {
        next = wait_for_session(app, NULL);
        if (next == NEXT_PLAY)
            next = session_has_remote(&app->session) ? play_meeting(app, NULL) : play(app, NULL);
    }
    return next;
}

static void write_saved_row(int row, char *buffer, size_t size, void *user)
{
    const struct setup_saved *saved = user;
    snprintf(buffer, size, "%s", saved->games[row]);
}

/* Goes on with the saved game or, of several, with the one that is chosen. */
static enum next choose_saved(struct app *app)
{
    struct setup_saved saved;
    setup_list_saved(&app->saves, &saved);
    struct dialog_list list = { .title = "RESUME",
                                .keys = "Enter: go on with it   Escape: back",
                                .count = saved.count,
                                .fills_screen = true,
                                .row = write_saved_row,
                                .user = &saved };
    int row = saved.count > 1 ? dialog_list(NULL, &list) : 0;
    if (row < 0)
        return next_after_dialog(row);
    if (row < saved.count && saves_take(&app->saves, saved.numbers[row], NULL))
        return resume(app);
    snprintf(app->menu.news, sizeof app->menu.news, "%s", saves_missing(&app->saves));
    return NEXT_MENU;
}

/* Somebody who was in a game with another machine may have come to go on with it. */
static enum next offer_to_rejoin(struct app *app)
{
    char saved[SETUP_SAVED_SIZE];
    struct front front = dialog_front(NULL);
    if (!setup_describe_saved(&app->saves, saved) || !saves_is_remote(&app->saves))
        return NEXT_PLAY;
    int answer = setup_ask_to_resume(&app->saves, saved, &front);
    return answer == 1 ? resume(app) : answer == 0 ? NEXT_PLAY : next_after_dialog(answer);
}

static enum next play_remote(struct app *app, bool is_host, const char *address)
{
    char port[16] = PEER_PORT;
    if (app->options->port >= 0)
        snprintf(port, sizeof port, "%d", (int)app->options->port);
    struct meeting meeting = { .is_host = is_host, .port = port };
    if (address)
        snprintf(meeting.address, sizeof meeting.address, "%s", address);
    enum next next = offer_to_rejoin(app);
    if (next == NEXT_PLAY)
        next = play_meeting(app, &meeting);
    return next == NEXT_AGAIN ? resume(app) : next;
}

/* ---- what the menu offers ---- */

/* Asks whether there may be a profile, if that is to be asked; 0 or more to go on. */
static int ask_for_profile(const struct app *app, const struct setup *setup)
{
    struct reply reply = { REPLY_NONE, "" };
    struct front front = dialog_front(NULL);
    int answer = app->options->saves ? talk_profile_ask(setup, &front, &reply) : 0;
    return reply.kind == REPLY_FAILED ? dialog_message(NULL, "NO PROFILE", reply.text) : answer;
}

static enum next play_new(struct app *app, enum menu_action action)
{
    struct setup setup;
    if (!menu_setup(&app->menu, action, &setup))
        return NEXT_MENU;
    options_set_placement(app->options, &setup);
    keep_preferences(app);
    int asked = ask_for_profile(app, &setup);
    if (asked < 0) {
        setup_clear(&setup);
        return next_after_dialog(asked);
    }
    enum next next = play(app, &setup);
    if (!app->menu.has_seed)
        app->menu.seed = session_choose_seed();
    return next;
}

/* Lets a kept game or a file be chosen, and replays it. */
static enum next replay_file(struct app *app)
{
    return next_after_dialog(
        replay_screen_choose(app->replay_path, sizeof app->replay_path, app->worker));
}

static enum next take_action(struct app *app, enum menu_action action)
{
    switch (action) {
    case MENU_RESUME:
        return choose_saved(app);
    case MENU_PLAY:
    case MENU_TWO_PLAYERS:
    case MENU_WATCH:
        return play_new(app, action);
    case MENU_HOST:
    case MENU_JOIN:
        return play_remote(app, action == MENU_HOST, NULL);
    case MENU_REPLAY:
        return replay_file(app);
    case MENU_STATISTICS:
        return next_after_dialog(statistics_screen_run());
    case MENU_CLOSED:
        return NEXT_CLOSED;
    default:
        return NEXT_QUIT;
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
    keep_preferences(app);
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

static enum next show_menu(struct app *app)
{
    app->has_saved = false;
    if (app->failure[0]) {
        enum next next = next_after_dialog(dialog_message(NULL, "NOTE", app->failure));
        app->failure[0] = '\0';
        if (next != NEXT_MENU)
            return next;
    }
    int32_t saved[SAVES_MAX];
    setup_describe_saved(&app->saves, app->menu.saved);
    app->menu.saved_count = saves_list(&app->saves, saved);
    enum menu_action action = menu_run(&app->menu);
    take_choices(app);
    return take_action(app, action);
}

/* What the command line asks for. */
static enum next begin(struct app *app)
{
    switch (app->options->task) {
    case TASK_RESUME:
        return choose_saved(app);
    case TASK_REPLAY: {
        enum next next =
            app->options->replay_path
                ? next_after_dialog(replay_screen_run(&app->replay, app->worker, false))
                : replay_file(app);
        return next == NEXT_MENU ? NEXT_QUIT : next;
    }
    case TASK_HOST:
    case TASK_JOIN:
        return play_remote(app, app->options->task == TASK_HOST, app->options->join_address);
    default:
        if (app->options->shows_menu)
            return NEXT_MENU;
        return play_new(app, app->options->has_two_players ? MENU_TWO_PLAYERS : MENU_PLAY);
    }
}

/* ---- from start to quit ---- */

static bool open_menu(struct menu *menu, const struct options *options, const bship_rules *rules)
{
    *menu = (struct menu){
        .level = options->level,
        .strategy = options->strategy,
        .seed = options->seed,
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
    char why[FILES_WHY_SIZE] = "";
    char text[FILES_WHY_SIZE + 64];
    enum next next = NEXT_MENU;
    app->is_kept = app->options->saves && saves_open(&app->saves, app->options->save_path, why);
    if (app->options->saves && !app->is_kept) {
        snprintf(text, sizeof text, "Games cannot be saved: %s.", why);
        next = next_after_dialog(dialog_message(NULL, "NOTE", text));
    }
    if (next == NEXT_MENU)
        next = begin(app);
    if (!app->options->shows_menu)
        restore_choices(app);
    while (next == NEXT_MENU)
        next = show_menu(app);
    saves_close(&app->saves);
    return terminal_was_ended() ? EXIT_TERMINATED : EXIT_FINE;
}

/* Says on the ordinary screen what has failed, and how to go on. */
static void say_goodbye(const struct app *app)
{
    const char *path = app->options->save_path;
    if (app->failure[0])
        printf("%s\n", app->failure);
    if (app->has_saved)
        printf("The game is saved. To go on, start again with --resume%s%s\n",
               path ? " --save " : "", path ? path : "");
}

static int run_app(struct app *app, char *why, size_t size)
{
    const struct terminal_options options = { app->options->is_ascii, app->options->colour };
    app->worker = worker_new();
    if (!app->worker) {
        snprintf(why, size, "no thread can be started");
        return SCREEN_UNAVAILABLE;
    }
    int code = SCREEN_UNAVAILABLE;
    if (terminal_open(&options, why, size)) {
        code = run(app);
        terminal_close();
        say_goodbye(app);
    }
    worker_free(app->worker);
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
    struct app app = { .options = options, .saves = SAVES_INIT };
    app.archive = (struct archive){ .is_wanted = options->saves, .saves = &app.saves };
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
