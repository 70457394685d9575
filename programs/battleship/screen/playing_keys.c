/* Keys and the mouse in a game on the full screen; see playing.h. */
#include "battleship/screen/command_page.h"
#include "battleship/screen/playing_state.h"
#include "battleship/screen/scroll.h"
#include "battleship/screen/theme.h"
#include "battleship/talk/command.h"
#include "battleship/talk/words.h"
#include "common/board_cells.h"
#include "common/format.h"

int32_t playing_place(const struct playing *playing)
{
    return playing->view.has_log_focus ? PLACE_LOG : play_place(playing->play);
}

/* ---- commands ---- */

static void act_on_cell(struct playing *playing, int32_t command, bship_cell cell)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, text, sizeof text);
    play_do(playing->play, command, text);
}

static void begin_note(struct playing *playing)
{
    cell_entry_clear(&playing->entry);
    playing->is_noting = play_can_note(playing->play, playing_target(playing)->cursor);
}

static void show_next_tab(struct playing *playing)
{
    if (playing->view.layout.has_tabs)
        game_view_next_tab(&playing->view);
}

static void act(struct playing *playing, int32_t command);

/* Leaves the game if a dialogue was ended by Ctrl-C, or by the end of the terminal. */
static bool is_left_by(struct playing *playing, int result)
{
    if (result == OUTCOME_CLOSED)
        play_hang_up(playing->play);
    else if (result == OUTCOME_INTERRUPTED)
        play_interrupt(playing->play);
    return result < 0;
}

/* Shows what the marks on the boards mean. */
static void show_legend(struct playing *playing)
{
    char text[1024];
    theme_write_legend(text, sizeof text);
    is_left_by(playing, dialog_message(&playing->backdrop, "The boards", text));
}

static void show_menu(struct playing *playing)
{
    int chosen = command_page_run(&playing->backdrop, "Menu", play_place(playing->play));
    if (!is_left_by(playing, chosen))
        act(playing, chosen);
}

/* Carries out a command: those that concern the screen alone here, the others in the talk. */
static void act(struct playing *playing, int32_t command)
{
    switch (command) {
    case COMMAND_NONE:
        return;
    case COMMAND_FIRE:
    case COMMAND_MARK:
        act_on_cell(playing, command, playing_target(playing)->cursor);
        return;
    case COMMAND_NOTE:
        begin_note(playing);
        return;
    case COMMAND_LOG:
        playing->view.has_log_focus = !playing->view.has_log_focus;
        return;
    case COMMAND_LEGEND:
        show_legend(playing);
        return;
    case COMMAND_TAB:
        show_next_tab(playing);
        return;
    case COMMAND_MENU:
        show_menu(playing);
        return;
    case COMMAND_UNDO:
        playing->waiting.count = 0; /* it was typed for another position */
        play_do(playing->play, command, "");
        return;
    default:
        play_do(playing->play, command, "");
    }
}

/* ---- keys ---- */

static bool take_log_key(struct playing *playing, int32_t key)
{
    const struct area *area = &playing->view.layout.log;
    const struct event event = { .kind = EVENT_KEY, .key = key };
    int down = scroll_lines(&event, area->rows - 1);
    if (down == 0 || !game_view_shows_log(&playing->view))
        return false;
    log_view_scroll(&playing->view.log, area, -down);
    return true;
}

/* Whether arrows scroll the log rather than move the cursor. */
static bool has_log_keys(const struct playing *playing)
{
    return playing->view.has_log_focus || play_is_watching(playing->play) ||
           !game_view_shows_board(&playing->view, TAB_LEFT);
}

/* Takes the key of a note; false if it is a command, which then is to act instead. */
static bool take_note(struct playing *playing, int32_t key)
{
    char argument[BSHIP_CELL_TEXT_SIZE + 2];
    playing->is_noting = false;
    bool removes = key == ' ' || key == TERMINAL_KEY_BACKSPACE || key == TERMINAL_KEY_DELETE;
    if (!removes && (key < ' ' || key >= TERMINAL_KEY_F1))
        return false;
    if (!removes && key > '~') {
        reply_set(&playing->play->reply, REPLY_REFUSED,
                  "No note is made: a note is a letter from A to Z, a digit or a sign.");
        return true;
    }
    bship_cell_format(playing_target(playing)->cursor, argument, BSHIP_CELL_TEXT_SIZE);
    format_append(argument, sizeof argument, " %c", removes ? ' ' : (char)key);
    play_do(playing->play, COMMAND_NOTE, argument);
    return true;
}

/*
 * Takes a key that moves the cursor, or belongs to a cell being typed or a note. Enter is about the
 * cell that was typed, even if all shots of a salvo are marked.
 */
static bool take_cursor_key(struct playing *playing, int32_t key)
{
    struct play *play = playing->play;
    bool is_enter = key == TERMINAL_KEY_ENTER;
    bship_cell cursor = playing_target(playing)->cursor;
    char text[BSHIP_CELL_TEXT_SIZE];
    if (playing->is_noting && take_note(playing, key))
        return true;
    int typed = cell_entry_follow(&playing->entry, play->session->setup.rules, key,
                                  is_enter || key == ' ', &cursor, &play->reply);
    if (typed == CELL_KEY_OTHER)
        return board_view_take_key(playing_target(playing), key);
    playing_move_to(playing, cursor);
    if (typed == CELL_KEY_ENDS && is_enter) {
        bship_cell_format(cursor, text, sizeof text);
        play_take_cells(play, text);
    }
    return typed != CELL_KEY_ENDS || is_enter;
}

/*
 * Takes a key that aims. It first brings the board into sight: no shot is fired at a cursor that is
 * not seen.
 */
static bool take_aiming_key(struct playing *playing, int32_t key)
{
    bool is_seen = game_view_shows_board(&playing->view, TAB_LEFT);
    int32_t command = command_of_key(playing_place(playing), key);
    bool is_shot = command == COMMAND_FIRE || command == COMMAND_MARK || command == COMMAND_UNMARK;
    if (playing->play->stage != PLAY_STAGE_TURNS || play_is_watching(playing->play))
        return false;
    bool is_taken = take_cursor_key(playing, key);
    if (!is_seen && (is_taken || is_shot))
        playing->view.tab = TAB_LEFT;
    return is_taken || (is_shot && !is_seen);
}

/*
 * Whether a key has to wait for the machine's turn to end: the first one that needs the person's
 * turn, and all that aim behind it. Commands act at once.
 */
static bool has_to_wait(const struct playing *playing, int32_t key)
{
    bool edits = key == TERMINAL_KEY_BACKSPACE && cell_entry_is_active(&playing->entry);
    return play_awaits_machine(playing->play) && !playing->is_noting && key_aims(key) &&
           (playing->waiting.count > 0 || (key_needs_turn(key) && !edits));
}

/* Keeps a key for later, behind the cell that was typed before it. */
static void keep(struct playing *playing, int32_t key)
{
    struct key_queue *waiting = &playing->waiting;
    for (const char *at = playing->entry.text; *at; at++)
        key_queue_add(waiting, *at);
    cell_entry_clear(&playing->entry);
    if (!key_queue_add(waiting, key))
        reply_set(&playing->play->reply, REPLY_REFUSED,
                  "Too much is typed ahead: the last key is ignored.");
}

void playing_take_key(struct playing *playing, int32_t key, bool has_waited)
{
    struct reply *reply = &playing->play->reply;
    struct remote *remote = playing->play->options.remote;
    /* A refusal stays in sight while keys that were typed before it are taken. */
    if (!has_waited || reply->kind != REPLY_REFUSED)
        reply->kind = REPLY_NONE;
    /* How long a lost connection is waited for is said again at the next step. */
    if (remote)
        remote->seconds_left = 0;
    if (key == TERMINAL_KEY_ESCAPE && playing->waiting.count > 0) {
        playing->waiting.count = 0;
        reply_set(reply, REPLY_DONE, "What was typed ahead is dropped.");
        return;
    }
    if (playing->play->stage == PLAY_STAGE_RESULT && (key == TERMINAL_KEY_ENTER || key == ' ')) {
        play_hand_over(playing->play);
        return;
    }
    if (has_log_keys(playing) && take_log_key(playing, key))
        return;
    if (playing->view.has_log_focus && command_of_key(PLACE_LOG, key) == COMMAND_NONE)
        playing->view.has_log_focus = false;
    if (has_to_wait(playing, key)) {
        keep(playing, key);
        return;
    }
    if (!playing->view.has_log_focus && take_aiming_key(playing, key))
        return;
    int32_t command = command_of_key(playing_place(playing), key);
    if (command == COMMAND_NONE)
        words_refuse_key(key, reply);
    act(playing, command);
}

/* ---- the mouse ---- */

/* A click moves the cursor there, or acts where it is. */
static void take_click(struct playing *playing, bship_cell cell)
{
    bship_cell cursor = playing_target(playing)->cursor;
    cell_entry_clear(&playing->entry);
    if (is_same_cell(cursor, cell))
        act_on_cell(playing, COMMAND_MARK, cell);
    playing_move_to(playing, cell);
}

void playing_take_mouse(struct playing *playing, const struct event *event)
{
    struct play *play = playing->play;
    bship_cell cell;
    play->reply.kind = REPLY_NONE;
    playing->is_noting = false;
    if (scroll_lines(event, 0) != 0)
        game_view_take_wheel(&playing->view, event);
    else if (event->button != BUTTON_LEFT)
        return;
    else if (play->stage == PLAY_STAGE_RESULT)
        play_hand_over(play);
    else if (!play_is_watching(play) && game_view_shows_board(&playing->view, TAB_LEFT) &&
             board_view_cell_at(playing_target(playing), event->row, event->column, &cell))
        take_click(playing, cell);
}
