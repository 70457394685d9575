/* Laying ships on the full screen; see placing.h. */
#include "console/screen/placing.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/game/describe.h"
#include "console/game/laying.h"
#include "console/game/panel.h"
#include "console/game/rules_preset.h"
#include "console/screen/board_view.h"
#include "console/screen/dialog.h"
#include "console/screen/game_view.h"
#include "console/screen/terminal.h"
#include "console/screen/theme.h"

enum {
    LIST_COLUMNS = 30, /* of the list of ships beside the board */
    HULLS_SHOWN = 6,   /* cells of a ship drawn in the list; longer ones are numbers */
    NEWS_SIZE = 256,
    SHIP_TEXT_SIZE = 64,
    TITLE_COLUMNS = 16, /* that a title has above a narrow board */
    GOES_ON = -1        /* no enum placing_result */
};

struct placing {
    struct session *session;
    struct laying laying;
    struct panel panel;
    struct board_view view;
    char title[GAME_VIEW_LINE];
    bship_cell *ghost;         /* the cells of the ghost: room for the longest ship */
    bship_conflict *conflicts; /* what is in its way */
    bship_cell *conflict_cells;
    size_t conflict_count;
    char news[NEWS_SIZE]; /* about the last key, in place of what is said of the ghost */
};

static void say(struct placing *placing, const char *text)
{
    snprintf(placing->news, sizeof(placing->news), "%s", text);
}

/* ---- the ghost ---- */

static size_t conflicts_of_length(size_t length)
{
    return 3 * length + 6;
}

static void update_ghost(struct placing *placing)
{
    const struct laying *laying = &placing->laying;
    const bship_placement *ghost = &laying->ghost;
    size_t length = ghost->ship < 0 ? 0 : (size_t)bship_fleet_length(laying->fleet, ghost->ship);
    bool is_vertical = ghost->orientation == BSHIP_ORIENTATION_VERTICAL;
    for (size_t i = 0; i < length; i++)
        placing->ghost[i] = (bship_cell){ ghost->x + (is_vertical ? 0 : (int32_t)i),
                                          ghost->y + (is_vertical ? (int32_t)i : 0) };
    size_t capacity = conflicts_of_length(length);
    size_t count = length == 0
                       ? 0
                       : bship_board_conflicts(laying->board, *ghost, placing->conflicts, capacity);
    placing->conflict_count = count < capacity ? count : capacity;
    for (size_t i = 0; i < placing->conflict_count; i++)
        placing->conflict_cells[i] = placing->conflicts[i].cell;
    placing->view.ghost_count = length;
    placing->view.ghost_fits = length > 0 && laying_check(laying) == BSHIP_OK;
    placing->view.conflict_count = placing->conflict_count;
}

/* Appends formatted text as far as there is room. */
#define APPEND(buffer, size, ...)                                                                  \
    snprintf((buffer) + strlen(buffer), (size)-strlen(buffer), __VA_ARGS__)

/* Appends the cells in the way, each run of cells of a ship with its name. */
static void append_conflicts(const struct placing *placing, char *text, size_t size)
{
    for (size_t i = 0; i < placing->conflict_count; i++) {
        const bship_conflict *conflict = &placing->conflicts[i];
        char cell[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(conflict->cell, cell, sizeof(cell));
        if (conflict->status == BSHIP_ERROR_OFF_BOARD)
            continue;
        APPEND(text, size, "%s%s", i == 0 ? ": " : " ", cell);
        bool is_last =
            i + 1 == placing->conflict_count || placing->conflicts[i + 1].ship != conflict->ship;
        char label[LABEL_SIZE];
        if (conflict->ship < 0 || !is_last)
            continue;
        describe_ship(placing->laying.fleet, conflict->ship, label);
        APPEND(text, size, " (%s)", label);
    }
}

/* Writes `Carrier, 5 cells` about a ship, or `Ship of 5 cells` if it has no name. */
static void describe_size(const bship_fleet *fleet, int32_t ship, char *text, size_t size)
{
    const char *name = bship_fleet_name(fleet, ship);
    int length = (int)bship_fleet_length(fleet, ship);
    bool has_name = name[strspn(name, "0123456789")] != '\0';
    snprintf(text, size, "%s%s%d cell%s", has_name ? name : "Ship of ", has_name ? ", " : "",
             length, length == 1 ? "" : "s");
}

/* What the status line says of the ship in hand. */
static void describe_ghost(const struct placing *placing, char *text, size_t size)
{
    const struct laying *laying = &placing->laying;
    if (laying->ghost.ship < 0) {
        snprintf(text, size, "Every ship is laid: Enter starts the game");
        return;
    }
    describe_size(laying->fleet, laying->ghost.ship, text, size);
    APPEND(text, size, ": ");
    bship_status status = laying_check(laying);
    if (status == BSHIP_OK) {
        APPEND(text, size, "fits");
    } else if (!laying_has_room(laying)) {
        APPEND(text, size, "no room is left for it; move another ship, or u takes back");
    } else {
        APPEND(text, size, "%s", bship_status_message(status));
        append_conflicts(placing, text, size);
    }
}

/* ---- drawing ---- */

static void draw_headline(const struct placing *placing)
{
    const struct session *session = placing->session;
    int32_t side = placing->laying.side;
    char rules[128];
    char text[256];
    rules_summary(session->setup.rules, rules, sizeof(rules));
    snprintf(text, sizeof(text), "BATTLESHIP  %s, %s", session->setup.players[1 - side].name,
             rules);
    char laid[64];
    snprintf(laid, sizeof(laid), "%d of %d laid", (int)laying_laid(&placing->laying),
             (int)bship_fleet_count(placing->laying.fleet));
    int width = terminal_text_width(laid);
    int columns = terminal_columns() < 80 ? terminal_columns() : 80;
    terminal_print_field(0, 0, columns - width - 1, STYLE_TITLE, "%s", text);
    terminal_print(0, columns - width, STYLE_PLAIN, "%s", laid);
}

static void draw_hulls(int row, int column, int32_t length)
{
    if (length > HULLS_SHOWN) {
        terminal_print(row, column, STYLE_SHIP, "%d", (int)length);
        return;
    }
    for (int32_t i = 0; i < length; i++)
        terminal_print(row, column + i, STYLE_SHIP, "%s", theme_hull());
}

static void draw_ship(const struct placing *placing, int32_t ship, int row, int column)
{
    const struct laying *laying = &placing->laying;
    bship_placement placement;
    bool is_laid = bship_board_placement(laying->board, ship, &placement) == BSHIP_OK;
    bool is_in_hand = ship == laying->ghost.ship;
    char label[LABEL_SIZE];
    describe_ship(laying->fleet, ship, label);
    terminal_print_field(row, column, 14, is_in_hand ? STYLE_SELECTED : STYLE_PLAIN, "%s %s",
                         is_in_hand ? ">" : " ", label);
    draw_hulls(row, column + 15, bship_fleet_length(laying->fleet, ship));
    char cell[BSHIP_CELL_TEXT_SIZE] = "";
    if (is_laid)
        bship_cell_format((bship_cell){ placement.x, placement.y }, cell, sizeof(cell));
    terminal_print(row, column + 16 + HULLS_SHOWN, STYLE_DIM, "%s", cell);
}

/* Draws the ships, scrolled so that the one in hand is in sight. */
static void draw_ships(const struct placing *placing, const struct area *area)
{
    int32_t count = bship_fleet_count(placing->laying.fleet);
    int32_t rows = area->rows - 1;
    int32_t first = placing->laying.ghost.ship - rows / 2;
    first = first > count - rows ? count - rows : first;
    first = first < 0 ? 0 : first;
    terminal_print(area->row, area->column, STYLE_TITLE, "SHIPS");
    for (int32_t i = 0; i < rows && first + i < count; i++)
        draw_ship(placing, first + i, area->row + 1 + i, area->column);
}

/* The longest of the lines of keys that fits. */
static void draw_keys(int row)
{
    static const char *const lines[] = {
        "arrows/mouse  r rotate  Enter lay  Tab next  u undo  a random  c clear  ? help",
        "r rotate  Enter lay  u undo  a random  c clear  ? help",
        "r a c u Tab Enter  ? help",
    };
    size_t line = 0;
    while (line < 2 && terminal_text_width(lines[line]) > terminal_columns())
        line++;
    terminal_print(row, 0, STYLE_KEYS, "%s", lines[line]);
}

static void draw_status(const struct placing *placing, int row)
{
    char text[512];
    describe_ghost(placing, text, sizeof(text));
    bool is_fine = placing->view.ghost_fits || placing->laying.ghost.ship < 0;
    if (placing->news[0] != '\0')
        terminal_print_field(row, 0, terminal_columns(), STYLE_BOLD, "%s", placing->news);
    else
        terminal_print_field(row, 0, terminal_columns(), is_fine ? STYLE_GOOD : STYLE_WARNING, "%s",
                             text);
}

/* Puts the board at the left, and the list of ships beside it if there is room. */
static void arrange(struct placing *placing, struct area *list)
{
    const bship_rules *rules = placing->session->setup.rules;
    int needed_rows = board_view_needed_rows(rules);
    int needed_columns = board_view_needed_columns(rules);
    needed_columns = needed_columns > TITLE_COLUMNS ? needed_columns : TITLE_COLUMNS;
    int top = terminal_rows() >= needed_rows + 5 ? 2 : 1;
    int rows = terminal_rows() - top - 2;
    int columns = terminal_columns();
    bool has_list = columns >= needed_columns + LIST_COLUMNS || columns >= 2 * LIST_COLUMNS;
    if (has_list)
        columns -= LIST_COLUMNS;
    columns = columns < needed_columns ? columns : needed_columns;
    rows = rows < needed_rows ? rows : needed_rows;
    placing->view.area = (struct area){ top, 0, rows, columns };
    *list = (struct area){ top, columns + 3, rows, has_list ? LIST_COLUMNS : 0 };
}

/* Scrolls so that the whole ghost is in sight if possible, and its first cell in any case. */
static void show_ghost(struct placing *placing)
{
    struct board_view *view = &placing->view;
    view->cursor = laying_cell(&placing->laying);
    if (view->ghost_count > 0)
        board_view_show(view, placing->ghost[view->ghost_count - 1]);
    board_view_show(view, view->cursor);
}

static void draw_screen(void *user)
{
    struct placing *placing = user;
    struct area list;
    terminal_clear();
    panel_show_board(&placing->panel, placing->title, placing->laying.board);
    update_ghost(placing);
    arrange(placing, &list);
    show_ghost(placing);
    draw_headline(placing);
    board_view_draw(&placing->view);
    if (list.columns > 0)
        draw_ships(placing, &list);
    int bottom = placing->view.area.row + placing->view.area.rows;
    bottom += terminal_rows() > bottom + 2 ? 1 : 0;
    draw_status(placing, bottom);
    draw_keys(bottom + 1);
}

/* ---- what keys do ---- */

static int ask_to_leave(struct placing *placing)
{
    static const char *const choices[] = { "&Back", "&Menu", "&Quit" };
    struct backdrop backdrop = { draw_screen, placing };
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

static int show_help(struct placing *placing)
{
    static const struct dialog_help_row rows[] = {
        { "arrows", "move the ship; Home, End, PgUp, PgDn: to the edges" },
        { "r, Space", "rotate it; so do a right click and the wheel" },
        { "Enter", "lay it; or, where it does not fit, pick up the ship under it" },
        { "click", "the same, at the cell that is clicked" },
        { "Backspace", "pick up the ship under the cursor" },
        { "Tab", "the next ship" },
        { "a", "lay the others at random; again: another layout" },
        { "u", "take the last step back" },
        { "c", "remove all ships" },
        { "q", "leave" },
        { NULL, "Once every ship is laid, Enter starts the game." },
    };
    struct backdrop backdrop = { draw_screen, placing };
    int result = dialog_help(&backdrop, "LAYING SHIPS", rows, (int)(sizeof(rows) / sizeof(*rows)));
    return result == DIALOG_CLOSED        ? PLACING_CLOSED
           : result == DIALOG_INTERRUPTED ? ask_to_leave(placing)
                                          : GOES_ON;
}

static void draw_at_random(struct placing *placing)
{
    bship_status status = laying_draw(&placing->laying);
    if (status == BSHIP_OK)
        say(placing, "Laid at random. a: another layout   Enter starts the game");
    else if (status == BSHIP_ERROR_PLACED)
        say(placing, "Every ship was laid by hand. c removes them all.");
    else if (status == BSHIP_ERROR_INFEASIBLE)
        say(placing, "The ships that are laid leave no room for the others: u takes back.");
    else
        snprintf(placing->news, sizeof(placing->news), "Nothing was laid: %s",
                 bship_status_message(status));
}

/* Lays the ship in hand and names the next one; false if it does not fit. */
static bool lay(struct placing *placing)
{
    struct laying *laying = &placing->laying;
    char laid[SHIP_TEXT_SIZE];
    char next[SHIP_TEXT_SIZE];
    describe_size(laying->fleet, laying->ghost.ship, laid, sizeof(laid));
    if (laying_lay(laying) != BSHIP_OK)
        return false;
    if (laying->ghost.ship < 0)
        return true;
    describe_size(laying->fleet, laying->ghost.ship, next, sizeof(next));
    snprintf(placing->news, sizeof(placing->news), "%s: laid. Next: %s", laid, next);
    return true;
}

/* Where the ship in hand does not fit, picks up the ship under its first cell. */
static void lay_or_pick_up(struct placing *placing)
{
    struct laying *laying = &placing->laying;
    if (!lay(placing) && !laying_pick_up(laying, laying_cell(laying)))
        terminal_beep();
}

static int press_enter(struct placing *placing)
{
    if (bship_board_is_complete(placing->laying.board))
        return PLACING_DONE;
    lay_or_pick_up(placing);
    return GOES_ON;
}

static void pick_up(struct placing *placing)
{
    if (!laying_pick_up(&placing->laying, laying_cell(&placing->laying)))
        say(placing, "There is no ship here.");
}

static void take_back(struct placing *placing)
{
    if (!laying_undo(&placing->laying))
        say(placing, "There is nothing to take back.");
}

/* Moves the ghost as the keys move a cursor. */
static bool move_ghost(struct placing *placing, int32_t key)
{
    struct board_view *view = &placing->view;
    view->cursor = laying_cell(&placing->laying);
    if (!board_view_take_key(view, key))
        return false;
    laying_move(&placing->laying, view->cursor);
    return true;
}

static int take_letter(struct placing *placing, int32_t key)
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
    case 'c':
        laying_clear(&placing->laying);
        return GOES_ON;
    case 'q':
        return ask_to_leave(placing);
    case '?':
        return show_help(placing);
    default:
        return GOES_ON;
    }
}

static int take_key(struct placing *placing, int32_t key)
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

static void take_mouse(struct placing *placing, const struct event *event)
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

static int take_event(struct placing *placing, const struct event *event)
{
    if (event->kind == EVENT_CLOSED)
        return PLACING_CLOSED;
    if (event->kind == EVENT_INTERRUPT)
        return ask_to_leave(placing);
    if ((event->kind != EVENT_KEY && event->kind != EVENT_MOUSE) || dialog_is_too_small())
        return GOES_ON;
    placing->news[0] = '\0';
    if (event->kind == EVENT_KEY)
        return take_key(placing, event->key);
    take_mouse(placing, event);
    return GOES_ON;
}

/* ---- from start to end ---- */

static bool open_placing(struct placing *placing, struct session *session, int32_t side)
{
    const bship_rules *rules = session->setup.rules;
    size_t longest = (size_t)bship_fleet_class_length(bship_rules_fleet(rules), 0);
    size_t capacity = conflicts_of_length(longest);
    placing->session = session;
    placing->ghost = calloc(longest, sizeof(*placing->ghost));
    placing->conflicts = calloc(capacity, sizeof(*placing->conflicts));
    placing->conflict_cells = calloc(capacity, sizeof(*placing->conflict_cells));
    bool is_open = laying_open(&placing->laying, session, side);
    is_open = panel_init(&placing->panel, rules) && is_open;
    board_view_init(&placing->view, rules);
    if (session_is_you(session, side))
        snprintf(placing->title, sizeof(placing->title), "YOUR WATERS");
    else
        game_view_title_of(placing->title, session->setup.players[side].name);
    placing->view.title = placing->title;
    placing->view.marks = placing->panel.marks;
    placing->view.has_cursor = true;
    placing->view.ghost = placing->ghost;
    placing->view.conflicts = placing->conflict_cells;
    return is_open && placing->ghost != NULL && placing->conflicts != NULL &&
           placing->conflict_cells != NULL;
}

static void close_placing(struct placing *placing)
{
    laying_close(&placing->laying);
    panel_clear(&placing->panel);
    free(placing->ghost);
    free(placing->conflicts);
    free(placing->conflict_cells);
}

static enum placing_result run(struct placing *placing)
{
    int result = GOES_ON;
    while (result == GOES_ON) {
        struct event event;
        if (!dialog_is_too_small()) {
            draw_screen(placing);
            terminal_refresh();
        }
        terminal_wait(&event, NULL, 0, -1);
        result = take_event(placing, &event);
    }
    return (enum placing_result)result;
}

enum placing_result placing_run(struct session *session, int32_t side)
{
    struct placing placing = { .session = NULL };
    enum placing_result result = PLACING_MENU;
    if (open_placing(&placing, session, side))
        result = run(&placing);
    else
        dialog_message(NULL, "BATTLESHIP", "Out of memory.");
    close_placing(&placing);
    return result;
}
