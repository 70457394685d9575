/*
 * A game on the full screen; see playing.h.
 *
 * One loop: start what is due (an AI's aim, a heat map), draw, wait for an event, act on it. What
 * takes time is computed by the worker on copies, so the loop never waits for anything but events.
 */
#include "console/screen/playing.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/process.h"
#include "console/screen/dialog.h"
#include "console/screen/keys.h"
#include "console/screen/leaving.h"
#include "console/screen/playing_state.h"

enum {
    TICK_MILLISECONDS = 100, /* while something is shown that moves */
    WHEEL_LINES = 2,
    USUAL_SPEED = 2
};

/* Seconds between turns that are watched. */
static const double delays[] = { 2, 1, 0.5, 0.2, 0.05, 0 };

int32_t playing_speeds(void)
{
    return sizeof(delays) / sizeof(delays[0]);
}

static int32_t phase_of(const struct playing *playing)
{
    return bship_game_phase(playing->session->game);
}

static int64_t log_length(const struct playing *playing)
{
    return bship_game_log_length(playing->session->game);
}

static bool is_watching(const struct playing *playing)
{
    return playing->viewer == BSHIP_SIDE_NONE;
}

bool playing_is_aiming(const struct playing *playing)
{
    return playing->stage == STAGE_PLAY && phase_of(playing) == BSHIP_PHASE_AIMING &&
           !is_watching(playing) && bship_game_to_move(playing->session->game) == playing->viewer;
}

void playing_finish(struct playing *playing, enum playing_result result)
{
    playing->is_done = true;
    playing->result = result;
}

void playing_say(struct playing *playing, bool is_warning, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(playing->message, sizeof(playing->message), format, arguments);
    va_end(arguments);
    playing->is_warning = is_warning;
}

int32_t playing_context(const struct playing *playing)
{
    if (playing->view.has_log_focus)
        return KEYS_LOG;
    if (is_watching(playing))
        return KEYS_WATCH;
    if (playing->stage == STAGE_RESULT)
        return KEYS_RESULT;
    return bship_game_shots_due(playing->session->game) > 1 && playing_is_aiming(playing)
               ? KEYS_SALVO
               : KEYS_SHOT;
}

/* ---- saving ---- */

/* Saves the game; a failure is shown once, until saving has succeeded again. */
static void autosave(struct playing *playing)
{
    char why[FILES_WHY_SIZE];
    if (playing->options->saves == NULL || phase_of(playing) == BSHIP_PHASE_OVER)
        return;
    bool is_saved = saves_autosave(playing->options->saves, playing->session, why);
    if (!is_saved && !playing->is_save_failing)
        playing_say(playing, true, "not saved: %s", why);
    playing->is_save_failing = !is_saved;
}

static void save_now(struct playing *playing)
{
    playing->is_save_failing = false;
    autosave(playing);
    const char *path = playing->options->saves != NULL ? saves_path(playing->options->saves) : NULL;
    if (playing->is_save_failing)
        return;
    if (path == NULL)
        playing_say(playing, true, "this game is not kept");
    else
        playing_say(playing, false, "saved: %s", path);
}

/* ---- turns ---- */

void playing_reset_aim(struct playing *playing)
{
    playing->marked_count = 0;
    playing->heat_entries = -1;
    cell_entry_clear(&playing->entry);
}

/* Scrolls the boards to where the latest shots of the other side fell, or of both if watched. */
static void show_latest_shot(struct playing *playing)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_cell cell;
    if (bship_game_last_entry(playing->session->game, &entry) != BSHIP_OK ||
        entry.side == playing->viewer ||
        bship_game_log_shots(playing->session->game, entry.entry, &cell, NULL, 1) == 0)
        return;
    bool is_left = is_watching(playing) && entry.side == BSHIP_SIDE_B;
    board_view_show(&playing->view.boards[is_left ? TAB_LEFT : TAB_RIGHT], cell);
}

/* What follows every change of the game. */
static void after_change(struct playing *playing)
{
    playing_reset_aim(playing);
    show_latest_shot(playing);
    log_view_update(&playing->view.log, playing->session);
    autosave(playing);
    if (phase_of(playing) == BSHIP_PHASE_OVER)
        playing_finish(playing, PLAYING_OVER);
}

void playing_ask(struct playing *playing, int32_t kind)
{
    struct session *session = playing->session;
    int32_t side = bship_game_to_move(session->game);
    struct advice_question question = {
        .kind = kind,
        .ai = kind == ADVICE_AIM ? session->ai[side] : NULL,
        .chart = bship_game_chart(session->game, side),
        .marked = playing->marked,
        .marked_count = kind == ADVICE_HINT ? (int32_t)playing->marked_count : 0,
        .count = kind != ADVICE_HEAT ? bship_game_shots_due(session->game) : 0,
    };
    bship_status status = advice_ask(playing->advice, &question);
    if (status == BSHIP_OK)
        playing->question = kind;
    else if (status != BSHIP_ERROR_STATE) /* that is: later, the worker is busy */
        playing_say(playing, true, "%s", bship_status_message(status));
}

/* Ends what was asked for the viewer, whose answer would come too late. */
static void cancel_help(struct playing *playing)
{
    if (playing->question == ADVICE_HINT || playing->question == ADVICE_HEAT)
        advice_cancel(playing->advice);
}

/* Ends whatever is computed and waits for that, which is soon. */
static void stop_thinking(struct playing *playing)
{
    advice_cancel(playing->advice);
    advice_wait(playing->advice);
    playing->question = NO_QUESTION;
}

bool playing_fire(struct playing *playing, const bship_cell *cells, size_t count)
{
    const struct playing_link *link = playing->options->link;
    bship_error error = BSHIP_ERROR_INIT;
    int64_t before = log_length(playing);
    cancel_help(playing);
    bship_status status = link != NULL
                              ? link->fire(link->user, playing->session, cells, count, &error)
                              : session_fire(playing->session, cells, count, &error);
    if (status != BSHIP_OK) {
        playing_say(playing, true, "%s",
                    error.text[0] != '\0' ? error.text : bship_status_message(status));
        return false;
    }
    playing->seen = before;
    after_change(playing);
    if (session_humans(playing->session) == 2 && phase_of(playing) == BSHIP_PHASE_AIMING &&
        bship_game_to_move(playing->session->game) != playing->viewer)
        playing->stage = STAGE_RESULT;
    return true;
}

static void fail(struct playing *playing, bship_status status)
{
    char text[GAME_VIEW_LINE];
    snprintf(text, sizeof(text), "%s cannot aim: %s",
             session_name(playing->session, bship_game_to_move(playing->session->game)),
             bship_status_message(status));
    dialog_message(NULL, "The game cannot go on", text);
    playing_finish(playing, PLAYING_FAILED);
}

static void take_aim(struct playing *playing, const struct advice_result *aim)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = aim->status;
    if (status == BSHIP_ERROR_CANCELLED)
        return;
    if (status == BSHIP_OK)
        status = session_fire(playing->session, aim->cells, (size_t)aim->count, &error);
    if (status != BSHIP_OK) {
        fail(playing, status);
        return;
    }
    if (is_watching(playing))
        playing->seen = log_length(playing) > 2 ? log_length(playing) - 2 : 0;
    playing->next_turn = seconds_now() + delays[playing->speed];
    after_change(playing);
}

static void take_heat(struct playing *playing, const struct advice_result *heat)
{
    memcpy(playing->heat, heat->grid, session_cells(playing->session) * sizeof(*playing->heat));
    playing->heat_entries = log_length(playing);
    playing->session->tallies[playing->viewer].heat_maps++;
    playing_say(playing, false, "heat map: %s", heat->text);
}

/* Takes the answer of the worker, if there is one. */
static void take_advice(struct playing *playing)
{
    int32_t question = playing->question;
    const struct advice_result *result = advice_collect(playing->advice);
    if (result == NULL)
        return;
    playing->question = NO_QUESTION;
    if (question == ADVICE_AIM) {
        take_aim(playing, result);
    } else if (result->status != BSHIP_OK) {
        if (result->status == BSHIP_ERROR_CANCELLED)
            return;
        playing->wants_heat = playing->wants_heat && question != ADVICE_HEAT;
        playing_say(playing, true, "%s", result->text);
    } else if (!playing_is_aiming(playing)) {
        return; /* the viewer has fired meanwhile */
    } else if (question == ADVICE_HEAT) {
        take_heat(playing, result);
    } else {
        playing->session->tallies[playing->viewer].hints++;
        aiming_take_hint(playing, result);
        playing_say(playing, false, "hint: %s", result->text);
    }
}

/* Whether a turn that is watched may begin. */
static bool is_due(struct playing *playing)
{
    if (!is_watching(playing) || playing->wants_step) {
        playing->wants_step = false;
        return true;
    }
    return !playing->is_paused && seconds_now() >= playing->next_turn;
}

/* Starts what has to be computed. */
static void start_thinking(struct playing *playing)
{
    struct session *session = playing->session;
    int32_t side = bship_game_to_move(session->game);
    if (playing->question != NO_QUESTION || phase_of(playing) != BSHIP_PHASE_AIMING)
        return;
    if (session_is_ai(session, side) && is_due(playing))
        playing_ask(playing, ADVICE_AIM);
    else if (playing_is_aiming(playing) && playing->wants_heat && !playing_has_heat(playing))
        playing_ask(playing, ADVICE_HEAT);
}

/* ---- an opponent on another machine ---- */

static void advance_link(struct playing *playing)
{
    const struct playing_link *link = playing->options->link;
    char news[LINK_NEWS_SIZE] = "";
    int32_t event = LINK_NOTHING;
    do {
        event = link->advance(link->user, playing->session, news);
        if (news[0] != '\0')
            playing_say(playing, event != LINK_CHANGED, "%s", news);
        if (event == LINK_CHANGED)
            after_change(playing);
        else if (event == LINK_ENDED)
            playing_finish(playing, PLAYING_OVER);
        news[0] = '\0';
    } while (event != LINK_NOTHING && !playing->is_done);
}

/* ---- drawing ---- */

/* Fills a panel with the waters of a side: its board if it may be seen, else the other's chart. */
static void show_waters(struct playing *playing, int32_t position, int32_t side)
{
    struct game_view *view = &playing->view;
    const bship_game *game = playing->session->game;
    const bship_board *board = bship_game_board(game, side);
    const bship_chart *chart = bship_game_chart(game, 1 - side);
    bool is_open = board != NULL && (is_watching(playing) || side == playing->viewer);
    if (is_open)
        panel_show_board(&view->panels[position], "", board);
    else
        panel_show_chart(&view->panels[position], "", chart);
    for (int64_t i = playing->seen; i < log_length(playing); i++) {
        bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
        if (bship_game_log_entry(game, i, &entry) == BSHIP_OK && entry.side == 1 - side) {
            panel_mark_fresh(&view->panels[position], chart, entry.first_shot);
            break;
        }
    }
    if (session_humans(playing->session) == 1)
        snprintf(view->titles[position], GAME_VIEW_LINE, "%s",
                 side == playing->viewer ? "YOUR WATERS" : "ENEMY WATERS");
    else
        game_view_title_of(view->titles[position], playing->session->setup.players[side].name);
}

static void show_aim(struct playing *playing)
{
    struct board_view *target = &playing->view.boards[TAB_LEFT];
    target->has_cursor = !is_watching(playing);
    target->heat = playing_has_heat(playing) ? playing->heat : NULL;
    target->notes = is_watching(playing) ? NULL : playing->session->notes[playing->viewer];
    target->salvo = playing->marked;
    target->salvo_count = playing->marked_count;
}

static void draw_hand_over(const struct playing *playing)
{
    const char *name = session_name(playing->session, playing->viewer);
    int row = terminal_rows() / 3;
    terminal_clear();
    terminal_print_field(row, 2, terminal_columns() - 4, STYLE_TITLE, "BATTLESHIP");
    terminal_print_field(row + 2, 2, terminal_columns() - 4, STYLE_PLAIN, "It is the turn of %s.",
                         name);
    terminal_print_field(row + 3, 2, terminal_columns() - 4, STYLE_PLAIN,
                         "%s: press Enter when nobody else is looking.", name);
    terminal_print_field(row + 5, 2, terminal_columns() - 4, STYLE_KEYS, "Enter go on  q quit");
}

/* Draws all; also the backdrop of dialogues. */
static void draw(void *user)
{
    struct playing *playing = user;
    struct game_view *view = &playing->view;
    bool is_watched = is_watching(playing);
    game_view_arrange(view);
    if (playing->stage == STAGE_HAND_OVER && !view->layout.is_too_small) {
        draw_hand_over(playing);
        return;
    }
    show_waters(playing, TAB_LEFT, is_watched ? BSHIP_SIDE_A : 1 - playing->viewer);
    show_waters(playing, TAB_RIGHT, is_watched ? BSHIP_SIDE_B : playing->viewer);
    show_aim(playing);
    view->round = bship_game_round(playing->session->game);
    playing_write_lines(playing);
    game_view_draw(view);
}

static struct backdrop backdrop_of(struct playing *playing)
{
    return (struct backdrop){ .draw = draw, .user = playing };
}

/* ---- commands ---- */

static void ask_hint(struct playing *playing)
{
    if (!playing_is_aiming(playing))
        playing_say(playing, false, "it is not your turn yet");
    else if (playing->question != NO_QUESTION)
        playing_say(playing, false, "busy: Escape cancels");
    else if (playing->marked_count == (size_t)bship_game_shots_due(playing->session->game))
        playing_say(playing, false, "all shots due are marked");
    else
        playing_ask(playing, ADVICE_HINT);
}

static void cancel_on_request(struct playing *playing)
{
    if (playing->question == ADVICE_HEAT)
        playing->wants_heat = false;
    cancel_help(playing);
}

static void toggle_heat(struct playing *playing)
{
    playing->wants_heat = !playing->wants_heat;
    if (!playing->wants_heat && playing->question == ADVICE_HEAT)
        cancel_help(playing);
}

static void undo(struct playing *playing)
{
    if (!session_can_undo(playing->session)) {
        playing_say(playing, true,
                    session_has_remote(playing->session)
                        ? "there is no undo against another machine"
                        : "there is nothing to take back");
        return;
    }
    stop_thinking(playing);
    bship_status status = session_undo(playing->session);
    playing->seen = log_length(playing);
    after_change(playing);
    playing_say(playing, status != BSHIP_OK, "%s",
                status == BSHIP_OK ? "taken back" : bship_status_message(status));
    if (session_humans(playing->session) < 2)
        return;
    int32_t next = bship_game_to_move(playing->session->game);
    playing->stage = next == playing->viewer ? STAGE_PLAY : STAGE_HAND_OVER;
    playing->viewer = next;
}

static void resign(struct playing *playing)
{
    const struct playing_link *link = playing->options->link;
    stop_thinking(playing);
    if (link != NULL)
        link->resign(link->user, playing->session);
    else
        session_resign(playing->session, playing->viewer);
    after_change(playing);
}

static void ask_resign(struct playing *playing)
{
    static const char *const choices[] = { "&Resign", "&Back" };
    struct backdrop backdrop = backdrop_of(playing);
    if (dialog_ask(&backdrop, "Give up this game?", choices, 2) == 0)
        resign(playing);
}

static void ask_quit(struct playing *playing)
{
    struct backdrop backdrop = backdrop_of(playing);
    switch (leaving_ask(&backdrop, playing->session)) {
    case LEAVING_SAVED:
    case LEAVING_AT_ONCE:
        autosave(playing);
        playing_finish(playing, PLAYING_QUIT);
        break;
    case LEAVING_RESIGN:
        resign(playing);
        break;
    default:
        break;
    }
}

static void show_help(struct playing *playing)
{
    struct dialog_help_row rows[KEYS_HELP_ROWS];
    struct backdrop backdrop = backdrop_of(playing);
    int32_t context = playing_context(playing);
    int count = keys_help(context == KEYS_LOG ? KEYS_SHOT : context, rows);
    dialog_help(&backdrop, "Help", rows, count);
}

static void change_speed(struct playing *playing, int by)
{
    int32_t speed = playing->speed + by;
    if (speed >= 0 && speed < playing_speeds())
        playing->speed = speed;
    playing->next_turn = seconds_now() + delays[playing->speed];
}

static void play_faster(struct playing *playing)
{
    change_speed(playing, 1);
}

static void play_slower(struct playing *playing)
{
    change_speed(playing, -1);
}

static void toggle_pause(struct playing *playing)
{
    playing->is_paused = !playing->is_paused;
}

static void step(struct playing *playing)
{
    playing->is_paused = true;
    playing->wants_step = true;
}

static void begin_note(struct playing *playing)
{
    cell_entry_clear(&playing->entry);
    playing->is_noting = true;
}

static void toggle_log(struct playing *playing)
{
    playing->view.has_log_focus = !playing->view.has_log_focus;
}

static void show_next_tab(struct playing *playing)
{
    game_view_next_tab(&playing->view);
}

static void act(struct playing *playing, int32_t action)
{
    static void (*const functions[])(struct playing *) = {
        [ACTION_FIRE] = aiming_fire,     [ACTION_MARK] = aiming_mark,
        [ACTION_UNMARK] = aiming_unmark, [ACTION_HINT] = ask_hint,
        [ACTION_HEAT] = toggle_heat,     [ACTION_NOTE] = begin_note,
        [ACTION_SAVE] = save_now,        [ACTION_UNDO] = undo,
        [ACTION_RESIGN] = ask_resign,    [ACTION_LOG] = toggle_log,
        [ACTION_TAB] = show_next_tab,    [ACTION_CANCEL] = cancel_on_request,
        [ACTION_PAUSE] = toggle_pause,   [ACTION_STEP] = step,
        [ACTION_FASTER] = play_faster,   [ACTION_SLOWER] = play_slower,
        [ACTION_HELP] = show_help,       [ACTION_QUIT] = ask_quit,
    };
    if (action != ACTION_NONE)
        functions[action](playing);
}

/* ---- events ---- */

static void hand_over(struct playing *playing)
{
    playing->viewer = bship_game_to_move(playing->session->game);
    playing->stage = STAGE_HAND_OVER;
    playing->wants_heat = false;
    playing->view.tab = TAB_LEFT;
    playing->view.has_log_focus = false;
}

/* Takes a key of the pages between the turns of two people; false: it is for the game. */
static bool take_stage_key(struct playing *playing, int32_t key)
{
    bool goes_on = key == TERMINAL_KEY_ENTER || key == ' ';
    int32_t action = keys_find(KEYS_SHOT, key);
    if (playing->stage == STAGE_RESULT && goes_on)
        hand_over(playing);
    else if (playing->stage == STAGE_HAND_OVER && goes_on)
        playing->stage = STAGE_PLAY;
    else if (playing->stage == STAGE_HAND_OVER && action == ACTION_QUIT)
        ask_quit(playing);
    else
        return playing->stage == STAGE_HAND_OVER;
    return true;
}

static bool take_log_key(struct playing *playing, int32_t key)
{
    static const struct {
        int32_t key;
        int pages, lines;
    } moves[] = {
        { TERMINAL_KEY_UP, 0, 1 },      { TERMINAL_KEY_DOWN, 0, -1 },
        { TERMINAL_KEY_PAGE_UP, 1, 0 }, { TERMINAL_KEY_PAGE_DOWN, -1, 0 },
        { TERMINAL_KEY_HOME, 1000, 0 }, { TERMINAL_KEY_END, -1000, 0 },
    };
    const struct area *area = &playing->view.layout.log;
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
        if (game_view_shows_log(&playing->view) && moves[i].key == key) {
            log_view_scroll(&playing->view.log, area,
                            moves[i].pages * (area->rows - 1) + moves[i].lines);
            return true;
        }
    return false;
}

/* Whether arrows scroll the log rather than move the cursor. */
static bool has_log_keys(const struct playing *playing)
{
    return playing->view.has_log_focus || is_watching(playing) ||
           !game_view_shows_board(&playing->view, TAB_LEFT);
}

static void take_key(struct playing *playing, int32_t key)
{
    int32_t letter = cell_entry_letter(&playing->entry);
    int32_t context = playing_context(playing);
    playing->message[0] = '\0';
    if (playing->stage != STAGE_PLAY && take_stage_key(playing, key))
        return;
    if (has_log_keys(playing) && take_log_key(playing, key))
        return;
    if (context == KEYS_LOG && keys_find(context, key) == ACTION_NONE)
        playing->view.has_log_focus = false;
    else if (key == TERMINAL_KEY_ENTER && keys_command_name(context, letter) != NULL)
        cell_entry_clear(&playing->entry), key = letter;
    else if (!is_watching(playing) && context != KEYS_LOG && aiming_take_key(playing, key))
        return;
    act(playing, keys_find(playing_context(playing), key));
}

/* Turns the wheel: scrolls what is under the mouse. */
static void take_wheel(struct playing *playing, const struct event *event)
{
    struct game_view *view = &playing->view;
    int up = event->button == BUTTON_WHEEL_UP ? 1 : -1;
    if (game_view_shows_log(view) && area_has(&view->layout.log, event->row, event->column)) {
        log_view_scroll(&view->log, &view->layout.log, up * WHEEL_LINES);
        return;
    }
    for (int32_t i = 0; i < 2; i++)
        if (game_view_shows_board(view, i) &&
            area_has(&view->boards[i].area, event->row, event->column))
            board_view_scroll(&view->boards[i], 0, -up * WHEEL_LINES);
}

static void take_mouse(struct playing *playing, const struct event *event)
{
    bship_cell cell;
    playing->message[0] = '\0';
    playing->is_noting = false;
    if (playing->view.layout.is_too_small)
        return;
    if (event->button == BUTTON_WHEEL_UP || event->button == BUTTON_WHEEL_DOWN)
        take_wheel(playing, event);
    else if (event->button != BUTTON_LEFT)
        return;
    else if (playing->stage != STAGE_PLAY)
        take_stage_key(playing, TERMINAL_KEY_ENTER);
    else if (!is_watching(playing) && game_view_shows_board(&playing->view, TAB_LEFT) &&
             board_view_cell_at(&playing->view.boards[TAB_LEFT], event->row, event->column, &cell))
        aiming_take_click(playing, cell);
}

static void take_event(struct playing *playing, const struct event *event)
{
    switch (event->kind) {
    case EVENT_KEY:
        if (!playing->view.layout.is_too_small || keys_find(KEYS_SHOT, event->key) == ACTION_QUIT)
            take_key(playing, event->key);
        break;
    case EVENT_MOUSE:
        take_mouse(playing, event);
        break;
    case EVENT_INTERRUPT:
        ask_quit(playing);
        break;
    case EVENT_CLOSED:
        autosave(playing);
        playing_finish(playing, PLAYING_CLOSED);
        break;
    default:
        break;
    }
}

/* How long to wait for an event at most: -1 for ever. */
static int milliseconds_to_wait(const struct playing *playing)
{
    if (playing->question != NO_QUESTION || playing->options->link != NULL)
        return TICK_MILLISECONDS;
    if (!is_watching(playing) || playing->is_paused)
        return -1;
    double left = (playing->next_turn - seconds_now()) * 1000;
    return left > 0 ? (int)left + 1 : 0;
}

static void wait_and_act(struct playing *playing)
{
    const struct playing_link *link = playing->options->link;
    int fds[] = { worker_fd(playing->worker), link != NULL ? link->fd(link->user) : -1 };
    struct event event;
    terminal_wait(&event, fds, sizeof(fds) / sizeof(fds[0]), milliseconds_to_wait(playing));
    take_event(playing, &event);
    if (!playing->is_done)
        take_advice(playing);
    if (!playing->is_done && link != NULL)
        advance_link(playing);
}

static void run(struct playing *playing)
{
    if (phase_of(playing) == BSHIP_PHASE_OVER)
        playing_finish(playing, PLAYING_OVER);
    while (!playing->is_done) {
        start_thinking(playing);
        draw(playing);
        terminal_refresh();
        wait_and_act(playing);
    }
}

/* ---- opening and closing ---- */

/* What the log says was done since the viewer's own last turn, of a game that is resumed. */
static int64_t first_news(const struct playing *playing)
{
    int64_t entry = log_length(playing);
    bship_game_entry last = BSHIP_GAME_ENTRY_INIT;
    while (entry > 0 &&
           bship_game_log_entry(playing->session->game, entry - 1, &last) == BSHIP_OK &&
           last.side != playing->viewer)
        entry--;
    return entry;
}

static bool open_playing(struct playing *playing)
{
    struct session *session = playing->session;
    size_t cells = session_cells(session);
    playing->question = NO_QUESTION;
    playing->viewer = session_viewer(session);
    playing->stage = session_humans(session) == 2 ? STAGE_HAND_OVER : STAGE_PLAY;
    playing->heat_entries = -1;
    playing->speed = USUAL_SPEED;
    playing->seen = first_news(playing);
    playing->marked = calloc(cells, sizeof(*playing->marked));
    playing->heat = calloc(cells, sizeof(*playing->heat));
    bool is_viewed = game_view_open(&playing->view, session->setup.rules);
    game_view_name_game(&playing->view, session);
    playing->view.boards[TAB_LEFT].cursor =
        (bship_cell){ (bship_rules_width(session->setup.rules) - 1) / 2,
                      (bship_rules_height(session->setup.rules) - 1) / 2 };
    return is_viewed && playing->marked != NULL && playing->heat != NULL &&
           advice_open(&playing->advice, session->setup.rules, playing->worker) == BSHIP_OK &&
           log_view_update(&playing->view.log, session);
}

static void close_playing(struct playing *playing)
{
    advice_close(playing->advice);
    game_view_close(&playing->view);
    free(playing->marked);
    free(playing->heat);
}

enum playing_result playing_run(struct session *session, struct worker *worker,
                                const struct playing_options *options)
{
    struct playing playing = { .session = session, .worker = worker, .options = options };
    playing.result = PLAYING_FAILED;
    if (open_playing(&playing))
        run(&playing);
    else
        dialog_message(NULL, "The game cannot go on", bship_status_message(BSHIP_ERROR_MEMORY));
    close_playing(&playing);
    return playing.result;
}
