/* Laying ships on the full screen; see placing.h. */
#include "battleship/screen/placing.h"

#include <stdbool.h>
#include <stdio.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "battleship/screen/dialog.h"
#include "battleship/screen/placing_view.h"
#include "battleship/screen/terminal.h"

enum {
    GOES_ON = -1 /* no enum placing_result */
};

static void say(struct placing_view *placing, const char *text)
{
    snprintf(placing->news, sizeof(placing->news), "%s", text);
}

/* ---- what keys do ---- */

static int ask_to_leave(struct placing_view *placing)
{
    static const char *const choices[] = { "&Back", "&Menu", "&Quit" };
    struct backdrop backdrop = { placing_view_draw, placing };
    switch (dialog_ask(&backdrop, "Leave the game before it has begun?", choices, 3)) {
    case 1:
        return PLACING_MENU;
    case 2:
    case DIALOG_INTERRUPTED:
        return PLACING_QUIT;
    case DIALOG_CLOSED:
        return PLACING_CLOSED;
    default:
        return GOES_ON;
    }
}

static int show_help(struct placing_view *placing)
{
    static const struct dialog_help_row rows[] = {
        { "arrows", "move the ship; Home, End, PgUp, PgDn: to the edges" },
        { "r, Space", "rotate it; so do a right click and the wheel" },
        { "Enter", "lay it; or, where it does not fit, pick up the ship under it" },
        { "click", "the same, at the cell that is clicked" },
        { "Backspace", "pick up the ship under the cursor" },
        { "Tab", "the next ship" },
        { "a", "lay the others at random; again: another layout" },
        { "s", "the styles by which a whole fleet can be laid, such as one that is hard to find" },
        { "u", "take the last step back" },
        { "c", "remove all ships" },
        { "q", "leave" },
        { "!", "marks a cell that is in the way" },
        { NULL, "Once every ship is laid, Enter starts the game." },
    };
    struct backdrop backdrop = { placing_view_draw, placing };
    int result = dialog_help(&backdrop, "LAYING SHIPS", rows, (int)(sizeof(rows) / sizeof(*rows)));
    return result == DIALOG_CLOSED        ? PLACING_CLOSED
           : result == DIALOG_INTERRUPTED ? ask_to_leave(placing)
                                          : GOES_ON;
}

static void draw_at_random(struct placing_view *placing)
{
    bship_status status = laying_draw(&placing->laying);
    if (status == BSHIP_OK)
        say(placing, "Enter starts the game, a draws another layout");
    else if (status == BSHIP_ERROR_PLACED)
        say(placing, "Every ship was laid by hand. c removes them all.");
    else if (status == BSHIP_ERROR_INFEASIBLE)
        say(placing, "The ships that are laid leave no room for the others: u takes back.");
    else
        snprintf(placing->news, sizeof(placing->news), "Nothing was laid: %s",
                 bship_status_message(status));
}

static void write_style(int row, char *buffer, size_t size, void *user)
{
    (void)user;
    snprintf(buffer, size, "%s", bship_name(BSHIP_ENUM_PLACEMENT_STYLE, row));
}

static void explain_style(int row, char *buffer, size_t size, void *user)
{
    (void)user;
    snprintf(buffer, size, "%s", bship_text(BSHIP_ENUM_PLACEMENT_STYLE, row));
}

/* Offers the placement styles; the one that is chosen is that of `a` from then on. */
static int choose_style(struct placing_view *placing)
{
    struct setup *setup = &placing->session->setup;
    struct backdrop backdrop = { placing_view_draw, placing };
    struct dialog_list list = {
        .title = "LAY THE FLEET BY A STYLE",
        .count = bship_count(BSHIP_ENUM_PLACEMENT_STYLE),
        .selected =
            setup->placing != NULL ? bship_find(BSHIP_ENUM_PLACEMENT_STYLE, setup->placing) : 0,
        .row = write_style,
        .note = explain_style,
    };
    int style = dialog_list(&backdrop, &list);
    if (style >= 0) {
        setup->placing = bship_name(BSHIP_ENUM_PLACEMENT_STYLE, style);
        laying_clear(&placing->laying);
        draw_at_random(placing);
    }
    return style == DIALOG_CLOSED        ? PLACING_CLOSED
           : style == DIALOG_INTERRUPTED ? ask_to_leave(placing)
                                         : GOES_ON;
}

/* Lays the ship in hand and names the next one; false if it does not fit. */
static bool lay(struct placing_view *placing)
{
    struct laying *laying = &placing->laying;
    char laid[PLACING_SHIP_SIZE];
    char next[PLACING_SHIP_SIZE];
    placing_view_describe(laying->fleet, laying->ghost.ship, laid);
    if (laying_lay(laying) != BSHIP_OK)
        return false;
    if (laying->ghost.ship < 0)
        return true;
    placing_view_describe(laying->fleet, laying->ghost.ship, next);
    snprintf(placing->news, sizeof(placing->news), "%s: laid. Next: %s", laid, next);
    placing->is_ghost_hidden = true;
    return true;
}

/* Where the ship in hand does not fit, picks up the ship under its first cell. */
static void lay_or_pick_up(struct placing_view *placing)
{
    struct laying *laying = &placing->laying;
    if (!lay(placing) && !laying_pick_up(laying, laying_cell(laying)))
        terminal_beep();
}

static int press_enter(struct placing_view *placing)
{
    if (bship_board_is_complete(placing->laying.board))
        return PLACING_DONE;
    lay_or_pick_up(placing);
    return GOES_ON;
}

static void pick_up(struct placing_view *placing)
{
    if (!laying_pick_up(&placing->laying, laying_cell(&placing->laying)))
        say(placing, "There is no ship here.");
}

static void take_back(struct placing_view *placing)
{
    if (!laying_undo(&placing->laying))
        say(placing, "There is nothing to take back.");
}

/* Moves the ghost as the keys move a cursor. */
static bool move_ghost(struct placing_view *placing, int32_t key)
{
    struct board_view *view = &placing->view;
    view->cursor = laying_cell(&placing->laying);
    if (!board_view_take_key(view, key))
        return false;
    laying_move(&placing->laying, view->cursor);
    return true;
}

static int take_letter(struct placing_view *placing, int32_t key)
{
    switch (key) {
    case 'r':
    case ' ':
        laying_rotate(&placing->laying);
        return GOES_ON;
    case 'u':
        take_back(placing);
        return GOES_ON;
    case 'a':
        draw_at_random(placing);
        return GOES_ON;
    case 's':
        return choose_style(placing);
    case 'c':
        laying_clear(&placing->laying);
        return GOES_ON;
    case 'q':
        return ask_to_leave(placing);
    case '?':
        return show_help(placing);
    default:
        if (key > ' ' && key <= '~')
            snprintf(placing->news, sizeof(placing->news), "%c does nothing here: ? shows the keys",
                     (char)key);
        return GOES_ON;
    }
}

static int take_key(struct placing_view *placing, int32_t key)
{
    if (move_ghost(placing, key))
        return GOES_ON;
    switch (key) {
    case TERMINAL_KEY_ENTER:
        return press_enter(placing);
    case TERMINAL_KEY_TAB:
        laying_next(&placing->laying);
        return GOES_ON;
    case TERMINAL_KEY_BACKSPACE:
    case TERMINAL_KEY_DELETE:
        pick_up(placing);
        return GOES_ON;
    case TERMINAL_KEY_F1:
        return show_help(placing);
    case TERMINAL_KEY_F1 + 4:
        take_back(placing);
        return GOES_ON;
    case TERMINAL_KEY_F1 + 9:
        return ask_to_leave(placing);
    default:
        return take_letter(placing, key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key);
    }
}

static void take_mouse(struct placing_view *placing, const struct event *event)
{
    bship_cell cell;
    struct laying *laying = &placing->laying;
    if (event->button != BUTTON_LEFT) {
        laying_rotate(laying);
        return;
    }
    if (!board_view_cell_at(&placing->view, event->row, event->column, &cell))
        return;
    if (bship_board_ship_at(laying->board, cell) >= 0) {
        laying_pick_up(laying, cell);
        return;
    }
    laying_move(laying, cell);
    if (laying->ghost.ship >= 0 && !lay(placing))
        terminal_beep();
}

static int take_event(struct placing_view *placing, const struct event *event)
{
    if (event->kind == EVENT_CLOSED)
        return PLACING_CLOSED;
    if (event->kind == EVENT_INTERRUPT)
        return ask_to_leave(placing);
    if ((event->kind != EVENT_KEY && event->kind != EVENT_MOUSE) || dialog_is_too_small())
        return GOES_ON;
    placing->news[0] = '\0';
    placing->is_ghost_hidden = false;
    if (event->kind == EVENT_KEY)
        return take_key(placing, event->key);
    take_mouse(placing, event);
    return GOES_ON;
}

/* ---- from start to end ---- */

/* Tells what the opponent knows of the player, once. */
static void take_known(struct placing_view *placing)
{
    struct known *known = &placing->session->known;
    snprintf(placing->news, sizeof(placing->news), "%.*s", (int)sizeof(placing->news) - 1,
             known->text);
    known->text[0] = '\0';
}

static enum placing_result run(struct placing_view *placing)
{
    int result = GOES_ON;
    while (result == GOES_ON) {
        struct event event;
        if (!dialog_is_too_small()) {
            placing_view_draw(placing);
            terminal_refresh();
        }
        terminal_wait(&event, NULL, 0, -1);
        result = take_event(placing, &event);
    }
    return (enum placing_result)result;
}

enum placing_result placing_run(struct session *session, int32_t side)
{
    struct placing_view placing;
    enum placing_result result = PLACING_MENU;
    if (placing_view_open(&placing, session, side)) {
        take_known(&placing);
        result = run(&placing);
    } else
        dialog_message(NULL, "BATTLESHIP", "Out of memory.");
    placing_view_close(&placing);
    return result;
}
