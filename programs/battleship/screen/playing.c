/*
 * A game on the full screen; see playing.h.
 *
 * One loop: start what is due (an AI's aim, a heat map), draw, wait for an event, act on it. What
 * takes time is computed by the worker on copies, so the loop never waits for anything but events.
 */
#include "battleship/screen/playing.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/process.h"
#include "common/sides.h"
#include "battleship/screen/dialog.h"
#include "battleship/screen/keys.h"
#include "battleship/screen/playing_state.h"

enum {
    TICK_MILLISECONDS = 100, /* while something is shown that moves */
    WHEEL_LINES = 2,
    USUAL_SPEED = 2
};

int32_t playing_context(const struct playing *playing)
{
    if (playing->view.has_log_focus)
        return KEYS_LOG;
    if (playing_is_watching(playing))
        return KEYS_WATCH;
    if (playing->stage == STAGE_RESULT)
        return KEYS_RESULT;
    return bship_game_shots_due(playing->session->game) > 1 && playing_is_aiming(playing)
               ? KEYS_SALVO
               : KEYS_SHOT;
}

/* ---- drawing ---- */

/* Marks the latest shots at the waters of a side as fresh. */
static void mark_fresh(struct playing *playing, int32_t position, int32_t side)
{
    const bship_game *game = playing->session->game;
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    for (int64_t i = playing->seen; i < playing_log_length(playing); i++)
        if (bship_game_log_entry(game, i, &entry) == BSHIP_OK && entry.side == other_side(side)) {
            panel_mark_fresh(&playing->view.panels[position], bship_game_chart(game, entry.side),
                             entry.first_shot);
            return;
        }
}

/* Shows the waters of a side: its ships only if the viewer may see them. */
static void show_waters(struct playing *playing, int32_t position, int32_t side)
{
    bool is_open = playing_is_watching(playing) || side == playing->viewer;
    game_view_show_waters(&playing->view, position, playing->session, side, is_open);
    mark_fresh(playing, position, side);
}

static void show_aim(struct playing *playing)
{
    struct board_view *target = &playing->view.boards[TAB_LEFT];
    target->heat = playing_has_heat(playing) ? playing->heat : NULL;
    target->notes = playing_is_watching(playing) ? NULL : playing->session->notes[playing->viewer];
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
void playing_draw(void *user)
{
    struct playing *playing = user;
    struct game_view *view = &playing->view;
    bool is_watched = playing_is_watching(playing);
    game_view_arrange(view);
    if (playing->stage == STAGE_HAND_OVER && !view->layout.is_too_small) {
        draw_hand_over(playing);
        return;
    }
    show_waters(playing, TAB_LEFT, is_watched ? BSHIP_SIDE_A : other_side(playing->viewer));
    show_waters(playing, TAB_RIGHT, is_watched ? BSHIP_SIDE_B : playing->viewer);
    show_aim(playing);
    view->round = bship_game_round(playing->session->game);
    playing_write_lines(playing);
    game_view_draw(view);
}

/* ---- events ---- */

void playing_hand_over(struct playing *playing)
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
        playing_hand_over(playing);
    else if (playing->stage == STAGE_HAND_OVER && goes_on)
        playing->stage = STAGE_PLAY;
    else if (playing->stage == STAGE_HAND_OVER && action == ACTION_QUIT)
        playing_ask_quit(playing);
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
    return playing->view.has_log_focus || playing_is_watching(playing) ||
           !game_view_shows_board(&playing->view, TAB_LEFT);
}

/*
 * Takes a key that aims. It first brings the board into sight: no shot is fired at a cursor that is
 * not seen.
 */
static bool take_aiming_key(struct playing *playing, int32_t key)
{
    bool is_seen = game_view_shows_board(&playing->view, TAB_LEFT);
    int32_t action = keys_find(playing_context(playing), key);
    bool is_shot = action == ACTION_FIRE || action == ACTION_MARK || action == ACTION_UNMARK;
    if (playing->stage != STAGE_PLAY || playing_is_watching(playing))
        return false;
    bool is_taken = aiming_take_key(playing, key);
    if (!is_seen && (is_taken || is_shot))
        playing->view.tab = TAB_LEFT;
    return is_taken || (is_shot && !is_seen);
}

/* Enter after the letter of a command, which is also a column, is that command. */
static int32_t resolve_command(struct playing *playing, int32_t key)
{
    int32_t letter = cell_entry_letter(&playing->entry);
    if (key != TERMINAL_KEY_ENTER || keys_command_name(playing_context(playing), letter) == NULL)
        return key;
    cell_entry_clear(&playing->entry);
    return letter;
}

/* Does what a key is for; says so if it is for nothing. */
static void act(struct playing *playing, int32_t key)
{
    int32_t action = keys_find(playing_context(playing), key);
    if (action == ACTION_NONE && key > ' ' && key <= '~')
        playing_say(playing, false, "%c does nothing here: ? shows the keys", (char)key);
    playing_act(playing, action);
}

static void take_key(struct playing *playing, int32_t key)
{
    playing->message[0] = '\0';
    if (playing->stage != STAGE_PLAY && take_stage_key(playing, key))
        return;
    if (has_log_keys(playing) && take_log_key(playing, key))
        return;
    if (playing->view.has_log_focus && keys_find(KEYS_LOG, key) == ACTION_NONE)
        playing->view.has_log_focus = false;
    int32_t command = resolve_command(playing, key);
    if (command == key && !playing->view.has_log_focus && take_aiming_key(playing, key))
        return;
    act(playing, command);
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
    else if (!playing_is_watching(playing) && game_view_shows_board(&playing->view, TAB_LEFT) &&
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
        playing_ask_quit(playing);
        break;
    case EVENT_CLOSED:
        playing_autosave(playing);
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
    if (!playing_is_watching(playing) || playing->is_paused)
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
        playing_take_advice(playing);
    if (!playing->is_done && link != NULL)
        playing_advance_link(playing);
}

static void run(struct playing *playing)
{
    if (playing_phase(playing) == BSHIP_PHASE_OVER)
        playing_finish(playing, PLAYING_OVER);
    while (!playing->is_done) {
        playing_start_thinking(playing);
        playing_draw(playing);
        terminal_refresh();
        wait_and_act(playing);
    }
}

/* ---- opening and closing ---- */

/* What the log says was done since the viewer's own last turn, of a game that is resumed. */
static int64_t first_news(const struct playing *playing)
{
    int64_t entry = playing_log_length(playing);
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
    game_view_name_game(playing->view.opponents, session);
    playing->view.boards[TAB_LEFT].has_cursor = !playing_is_watching(playing);
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
    if (open_playing(&playing)) {
        if (session->gone_style != NULL)
            playing_say(&playing, false, GONE_STYLE_TEXT, session->gone_style);
        else
            playing_say(&playing, false, "%s", session->known.text);
        run(&playing);
    } else
        dialog_message(NULL, "The game cannot go on", bship_status_message(BSHIP_ERROR_MEMORY));
    close_playing(&playing);
    return playing.result;
}
