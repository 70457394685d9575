/*
 * A game on the full screen; see playing.h.
 *
 * One loop: take and start what is computed, draw, wait for an event, act on it. What takes time is
 * computed by the worker on copies, so the loop never waits for anything but events.
 */
#include "battleship/screen/playing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/screen/command_page.h"
#include "battleship/screen/key_line.h"
#include "battleship/screen/playing_state.h"
#include "battleship/talk/command.h"
#include "battleship/talk/news.h"
#include "battleship/talk/waters.h"
#include "battleship/talk/words.h"
#include "common/board_cells.h"
#include "common/process.h"
#include "common/sides.h"

#define FLASH_SECONDS 0.3

struct board_view *playing_target(struct playing *playing)
{
    return &playing->view.boards[TAB_LEFT];
}

void playing_move_to(struct playing *playing, bship_cell cell)
{
    playing_target(playing)->cursor = cell;
    board_view_show(playing_target(playing), cell);
}

/* ---- the boards ---- */

static void show_aim(struct playing *playing)
{
    const struct play *play = playing->play;
    struct board_view *target = playing_target(playing);
    target->heat = play_has_heat(play) ? play->heat : NULL;
    target->notes = play_is_watching(play) ? NULL : play->session->notes[play->viewer];
    target->salvo = play->marked;
    target->salvo_count = play->marked_count;
}

/* ---- the lines of text ---- */

/* Puts an entry before the news on a line; false if there is no more room. */
static bool prepend(struct playing *playing, char news[GAME_VIEW_NEWS], int64_t entry)
{
    char line[2 * GAME_VIEW_NEWS];
    char *text = news_text(playing->play->session, playing->play->viewer, entry);
    if (!text)
        return false;
    snprintf(line, sizeof line, "%s%s%s", text, news[0] ? "   " : "", news);
    free(text);
    if (news[0] && terminal_text_width(line) > playing->view.layout.columns)
        return false;
    snprintf(news, GAME_VIEW_NEWS, "%.*s", GAME_VIEW_NEWS - 1, line);
    return true;
}

/* Whose entries come first: the viewer's or, if the game is watched, of who fired first of late. */
static int32_t side_of_line(const struct session *session, int32_t viewer, int64_t first)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    if (viewer == BSHIP_SIDE_NONE)
        bship_game_log_entry(session->game, first, &entry);
    return viewer == BSHIP_SIDE_NONE ? entry.side : viewer;
}

/*
 * Writes the latest entries that are news, as many as fit: on one line, or on one for each side.
 */
static void write_news(struct playing *playing)
{
    struct game_view *view = &playing->view;
    const struct session *session = playing->play->session;
    int32_t viewer = playing->play->viewer;
    int64_t first = news_first(session, viewer);
    int32_t first_side = side_of_line(session, viewer, first);
    view->news[0][0] = view->news[1][0] = '\0';
    bool has_room = true;
    for (int64_t i = play_log_length(playing->play) - 1; i >= first && has_room; i--) {
        bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
        bool is_second = view->layout.news_rows > 1 &&
                         !bship_game_log_entry(session->game, i, &entry) &&
                         entry.side != first_side;
        has_room = prepend(playing, view->news[is_second], i);
    }
}

/* What Enter would do about the cell that is typed. */
static void write_entry(const struct playing *playing, char *text, size_t size)
{
    const struct cell_entry *entry = &playing->entry;
    const bship_rules *rules = playing->play->session->setup.rules;
    bship_cell cell;
    bool is_cell = cell_entry_cell(entry, rules, &cell);
    struct reply refusal = { REPLY_NONE, "" };
    const char *what = "";
    if (is_cell && play_is_aiming(playing->play))
        what = play_shots_due(playing->play) > 1 ? " Enter marks it." : " Enter fires.";
    else if (!is_cell && cell_entry_has_row(entry))
        what = cell_entry_has_column(entry) ? " (not on the board)." : " (a letter comes first).";
    if (!cell_entry_has_row(entry) && words_refuse_letter(rules, entry->text[0], &refusal))
        snprintf(text, size, "Cell: %s_ %.160s ", entry->text, refusal.text);
    else
        snprintf(text, size, "Cell: %s_%s ", entry->text, what);
}

/* The chance of a hit at the cursor. */
static void write_chance(const struct playing *playing, char *text, size_t size)
{
    const struct play *play = playing->play;
    bship_cell cell = playing->view.boards[TAB_LEFT].cursor;
    char name[BSHIP_CELL_TEXT_SIZE];
    char words[CHANCE_SIZE];
    if (!play_has_heat(play) ||
        bship_chart_state_at(play_chart(play), cell) != BSHIP_CHART_STATE_UNKNOWN)
        return;
    double chance = play->heat[board_index(play->session->setup.rules, cell)];
    bship_cell_format(cell, name, sizeof name);
    snprintf(text, size, "Chance of a hit at %s: %s. ", name, words_of_chance(chance, words));
}

static void write_typed(const struct playing *playing, char *text, size_t size)
{
    char keys[3 * KEY_QUEUE_SIZE];
    text[0] = '\0';
    if (playing->is_noting) {
        snprintf(text, size, "Type a character for the note; Space removes it. ");
    } else if (playing->waiting.count > 0) {
        key_queue_format(&playing->waiting, keys, sizeof keys);
        snprintf(text, size, "Typed ahead: %s. ", keys);
    } else if (cell_entry_is_active(&playing->entry)) {
        write_entry(playing, text, size);
    } else {
        write_chance(playing, text, size);
    }
}

static void write_lines(struct playing *playing)
{
    struct game_view *view = &playing->view;
    char typed[4 * KEY_QUEUE_SIZE];
    char status[PLAY_TEXT_SIZE];
    bool is_bad = playing->play->reply.kind >= REPLY_REFUSED;
    write_news(playing);
    write_typed(playing, typed, sizeof typed);
    play_status(playing->play, status);
    snprintf(view->status, sizeof view->status, "%s%s", typed, status);
    view->status_style = is_bad ? STYLE_WARNING : STYLE_PLAIN;
    int32_t place = playing_place(playing);
    if (view->layout.has_tabs)
        place |= PLACE_NARROW;
    if (!game_view_shows_board(view, TAB_LEFT))
        place |= PLACE_UNSEEN;
    if (!playing->play->is_paused)
        place |= PLACE_PLAYING;
    key_line_write(place, view->layout.columns, view->keys, sizeof view->keys);
}

/* ---- the screen ---- */

/* Whether a board shows a hit or a sunk ship of the latest turns. */
static bool has_news(const struct playing *playing, int32_t position)
{
    const uint8_t *marks = playing->view.boards[position].marks;
    size_t cells = session_cells(playing->play->session);
    for (size_t i = 0; i < cells; i++)
        if (panel_is_news(marks[i]))
            return true;
    return false;
}

/* A hit or a sinking is seen by a short flash. */
static void flash(struct playing *playing)
{
    int64_t entries = play_log_length(playing->play);
    bool is_new = entries > playing->flashed && !playing->is_calm;
    if (is_new && (has_news(playing, TAB_LEFT) || has_news(playing, TAB_RIGHT)))
        playing->flash_end = seconds_now() + FLASH_SECONDS;
    playing->flashed = entries;
    for (int32_t i = 0; i < 2; i++)
        playing->view.boards[i].is_flashing = seconds_now() < playing->flash_end;
}

/* How long to wait at most: a flash ends by itself. */
static int milliseconds_to_wait(const struct playing *playing)
{
    int most = play_milliseconds(playing->play);
    double left = (playing->flash_end - seconds_now()) * 1000;
    if (left > 0 && (most < 0 || left < most))
        return (int)left + 1;
    return most;
}

/* Draws all; also the backdrop of dialogues. */
static void draw(void *user)
{
    struct playing *playing = user;
    struct game_view *view = &playing->view;
    const struct play *play = playing->play;
    int32_t left = play_is_watching(play) ? BSHIP_SIDE_A : other_side(play->viewer);
    game_view_arrange(view);
    waters_show(&view->panels[TAB_LEFT], play->session, left, play->viewer);
    waters_show(&view->panels[TAB_RIGHT], play->session, other_side(left), play->viewer);
    flash(playing);
    show_aim(playing);
    view->round = bship_game_round(play->session->game);
    write_lines(playing);
    game_view_draw(view);
}

/* ---- events ---- */

/* Scrolls the boards to where the latest shots of the other side fell, or of both if watched. */
static void show_latest_shot(struct playing *playing)
{
    const struct play *play = playing->play;
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_cell cell;
    if (bship_game_log_entry(play->session->game, -1, &entry) || entry.side == play->viewer ||
        bship_game_log_shots(play->session->game, entry.entry, &cell, NULL, 1) == 0)
        return;
    bool is_left = play_is_watching(play) && entry.side == BSHIP_SIDE_B;
    board_view_show(&playing->view.boards[is_left ? TAB_LEFT : TAB_RIGHT], cell);
}

/* Brings into sight what has changed since it was looked at last. */
static void follow(struct playing *playing)
{
    const struct play *play = playing->play;
    log_view_update(&playing->view.log, play->session);
    if (play->viewer != playing->viewer) {
        playing->view.tab = TAB_LEFT;
        playing->view.has_log_focus = false;
    }
    playing->viewer = play->viewer;
    if (play->changes != playing->changes)
        show_latest_shot(playing);
    /* Somebody who waits for a person on another machine may look elsewhere. */
    if (play->options.remote && play_is_aiming(play) && !playing->has_turn)
        terminal_beep();
    playing->has_turn = play_is_aiming(play);
    if (play->hints != playing->hints && play_is_aiming(play))
        playing_move_to(playing, play->hint);
    playing->changes = play->changes;
    playing->hints = play->hints;
}

static void take_event(struct playing *playing, const struct event *event)
{
    bool is_hidden = playing->view.layout.is_too_small;
    switch (event->kind) {
    case EVENT_KEY:
        if (!is_hidden || command_of_key(PLACE_SHOT, event->key) == COMMAND_LEAVE)
            playing_take_key(playing, event->key, false);
        break;
    case EVENT_MOUSE:
        if (!is_hidden)
            playing_take_mouse(playing, event);
        break;
    case EVENT_INTERRUPT:
        play_interrupt(playing->play);
        break;
    case EVENT_CLOSED:
        play_hang_up(playing->play);
        break;
    default:
        break;
    }
}

static void wait_and_act(struct playing *playing)
{
    struct pollfd fds[PLAY_FDS_MAX];
    struct event event;
    size_t count = play_fds(playing->play, fds);
    terminal_wait(&event, fds, count, milliseconds_to_wait(playing));
    take_event(playing, &event);
}

static void run(struct playing *playing)
{
    struct play *play = playing->play;
    int32_t key;
    while (play->outcome == OUTCOME_GOES_ON) {
        play_step(play);
        follow(playing);
        draw(playing);
        terminal_refresh();
        if (play->outcome != OUTCOME_GOES_ON)
            break;
        /* What was typed ahead counts one key at a time, so that what it does is drawn. */
        if (play_is_aiming(play) && key_queue_take(&playing->waiting, &key))
            playing_take_key(playing, key, true);
        else
            wait_and_act(playing);
    }
}

/* ---- opening and closing ---- */

static bool open_view(struct playing *playing, const struct session *session)
{
    const bship_rules *rules = session->setup.rules;
    if (!game_view_open(&playing->view, rules))
        return false;
    game_view_name_game(playing->view.opponents, session);
    playing_target(playing)->has_cursor = session_humans(session) > 0;
    playing_target(playing)->cursor =
        (bship_cell){ (bship_rules_width(rules) - 1) / 2, (bship_rules_height(rules) - 1) / 2 };
    return log_view_update(&playing->view.log, session);
}

int playing_run(struct play *play, bool is_calm, const struct backdrop **dialogs)
{
    struct playing playing = { .play = play, .is_calm = is_calm || terminal_is_slow() };
    playing.backdrop = (struct backdrop){ .draw = draw, .user = &playing };
    *dialogs = &playing.backdrop;
    bool is_open = open_view(&playing, play->session);
    if (is_open) {
        playing.flashed = play_log_length(play);
        run(&playing);
    }
    *dialogs = NULL;
    game_view_close(&playing.view);
    return is_open ? OUTCOME_DONE
                   : dialog_after(dialog_message(NULL, "The game cannot go on", "Out of memory."));
}
