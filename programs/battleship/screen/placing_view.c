/* The screen for laying ships; see placing_view.h. */
#include "battleship/screen/placing_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/describe.h"
#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/key_line.h"
#include "battleship/screen/terminal.h"
#include "battleship/screen/theme.h"
#include "battleship/talk/command.h"
#include "battleship/talk/waters.h"
#include "battleship/talk/words.h"

enum {
    USUAL_COLUMNS = 80, /* of a headline at most */
    LIST_COLUMNS = 30,  /* of the list of ships beside the board */
    HULLS_SHOWN = 6,    /* cells of a ship drawn in the list; longer ones are numbers */
    STATUS_ROWS = 3,    /* of the status, where there is room */
    ROOMY_ROWS = 16     /* of a screen on which it has two in any case */
};

/* ---- the ghost ---- */

static size_t conflicts_of_length(size_t length)
{
    return 9 * length;
}

static void update_ghost(struct placing_view *placing)
{
    const struct laying *laying = &placing->laying;
    const bship_placement *ghost = &laying->ghost;
    size_t length = laying_ghost(laying);
    size_t capacity = conflicts_of_length(length);
    size_t count = bship_board_conflicts(laying->board, *ghost, placing->conflicts, capacity);
    placing->conflict_count = count < capacity ? count : capacity;
    for (size_t i = 0; i < placing->conflict_count; i++)
        placing->conflict_cells[i] = placing->conflicts[i].cell;
    placing->view.ghost_count = length;
    placing->view.ghost_fits = length > 0 && !laying_check(laying);
    placing->view.conflict_count = placing->conflict_count;
}

/* ---- drawing ---- */

/* Where things stand on the screen, besides the board. */
struct places {
    int headline;       /* its row */
    int left, columns;  /* where lines of text begin, and how long they can be */
    struct area ships;  /* the list of ships; without columns there is none */
    struct area status; /* the line of keys is below it */
};

static void draw_headline(const struct placing_view *placing, const struct places *places)
{
    char game[GAME_VIEW_LINE];
    char laid[64];
    game_view_name_game(game, placing->session);
    snprintf(laid, sizeof laid, "%d of %d laid", (int)laying_laid(&placing->laying),
             (int)bship_fleet_count(placing->laying.fleet));
    int width = terminal_text_width(laid);
    int columns = places->columns < USUAL_COLUMNS ? places->columns : USUAL_COLUMNS;
    char title[GAME_VIEW_LINE + 16];
    struct area area = { places->headline, places->left, 1, columns - width - 1 };
    snprintf(title, sizeof title, "BATTLESHIP  %s", game);
    dialog_print_wrapped(&area, STYLE_TITLE, title, 0);
    terminal_print(places->headline, places->left + columns - width, STYLE_PLAIN, "%s", laid);
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

static void draw_ship(const struct placing_view *placing, int32_t ship, int row, int column)
{
    const struct laying *laying = &placing->laying;
    bship_placement placement;
    bool is_laid = !bship_board_placement(laying->board, ship, &placement);
    bool is_in_hand = ship == laying->ghost.ship;
    char label[LABEL_SIZE];
    describe_ship(laying->fleet, ship, label);
    terminal_print_field(row, column, 14, is_in_hand ? STYLE_SELECTED : STYLE_PLAIN, "%s %s",
                         is_in_hand ? ">" : " ", label);
    draw_hulls(row, column + 15, bship_fleet_length(laying->fleet, ship));
    char cell[BSHIP_CELL_TEXT_SIZE] = "";
    if (is_laid)
        bship_cell_format((bship_cell){ placement.x, placement.y }, cell, sizeof cell);
    terminal_print(row, column + 16 + HULLS_SHOWN, STYLE_DIM, "%s", cell);
}

/* Draws the ships, scrolled so that the one in hand is in sight. */
static void draw_ships(const struct placing_view *placing, const struct area *area)
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

/* The line of keys. */
static void draw_keys(const struct placing_view *placing, const struct places *places)
{
    const struct laying *laying = &placing->laying;
    bool is_laid = laying->ghost.ship < 0;
    bool is_taken = !is_laid && laying_check(laying) &&
                    bship_board_ship_at(laying->board, laying_cell(laying)) >= 0;
    int32_t place = PLACE_LAYING | (is_laid ? PLACE_MARKED : is_taken ? PLACE_TAKEN : 0);
    char keys[GAME_VIEW_LINE];
    key_line_write(place, places->columns, keys, sizeof keys);
    terminal_print(places->status.row + places->status.rows, places->left, STYLE_KEYS, "%s", keys);
}

/* What was said last, what is being typed, or what is due. */
static void draw_status(const struct placing_view *placing, const struct area *area)
{
    struct reply state = placing->reply;
    bool has_news = state.kind != REPLY_NONE;
    const struct cell_entry *entry = &placing->entry;
    bool is_column = cell_entry_is_active(entry) && !cell_entry_has_row(entry);
    if (!has_news && is_column &&
        !words_refuse_letter(placing->session->setup.rules, entry->text[0], &state))
        reply_set(&state, REPLY_REFUSED, "%s: now its row.", entry->text);
    else if (!has_news && !is_column)
        talk_laying_state(&placing->laying, &state);
    dialog_print_wrapped(area,
                         state.kind != REPLY_DONE ? STYLE_WARNING
                         : has_news               ? STYLE_BOLD
                                                  : STYLE_GOOD,
                         state.text, 0);
}

/* Puts the board at the left, and the list of ships beside it if there is room. */
static void arrange_small(struct placing_view *placing, struct places *places)
{
    const bship_rules *rules = placing->session->setup.rules;
    int needed_rows = board_view_needed_rows(rules, 1);
    int needed_columns = board_view_needed_columns(rules, 1);
    int title = terminal_text_width(placing->panel.title) + 3; /* and the numbers of rows */
    needed_columns = needed_columns > title ? needed_columns : title;
    int top = terminal_rows() >= needed_rows + 5 ? 2 : 1;
    int rows = terminal_rows() - top - 1 - (terminal_rows() < ROOMY_ROWS ? 1 : 2);
    int columns = terminal_columns();
    bool has_list = columns >= needed_columns + LIST_COLUMNS || columns >= 2 * LIST_COLUMNS;
    if (has_list)
        columns -= LIST_COLUMNS;
    columns = columns < needed_columns ? columns : needed_columns;
    rows = rows < needed_rows ? rows : needed_rows;
    placing->view.scale = 1;
    placing->view.area = (struct area){ top, 0, rows, columns };
    *places = (struct places){ .columns = terminal_columns() };
    places->ships = (struct area){ top, columns + 3, rows, has_list ? LIST_COLUMNS : 0 };
}

/* Where a game has large boards, so has laying: the list stands where the other board does then. */
static void arrange(struct placing_view *placing, struct places *places)
{
    struct layout layout;
    game_view_layout(&layout, placing->session->setup.rules);
    if (layout.is_too_small || layout.scale == 1) {
        arrange_small(placing, places);
    } else {
        placing->view.scale = layout.scale;
        placing->view.area = layout.boards[0];
        *places = (struct places){
            layout.headline, layout.left, layout.columns, layout.boards[1], { 0 }
        };
        places->ships.columns = LIST_COLUMNS;
    }
    int bottom = placing->view.area.row + placing->view.area.rows;
    bottom += terminal_rows() > bottom + STATUS_ROWS + 1 ? 1 : 0;
    int left = terminal_rows() - bottom - 1;
    places->status = (struct area){ bottom, places->left, left < STATUS_ROWS ? left : STATUS_ROWS,
                                    places->columns };
}

/* Scrolls so that the whole ghost is in sight if possible, and its first cell in any case. */
static void show_ghost(struct placing_view *placing)
{
    struct board_view *view = &placing->view;
    view->cursor = laying_cell(&placing->laying);
    if (view->ghost_count > 0)
        board_view_show(view, view->ghost[view->ghost_count - 1]);
    board_view_show(view, view->cursor);
}

void placing_view_draw(void *placing_view)
{
    struct placing_view *placing = placing_view;
    struct places places;
    terminal_clear();
    waters_show(&placing->panel, placing->session, placing->side, placing->side);
    update_ghost(placing);
    arrange(placing, &places);
    show_ghost(placing);
    draw_headline(placing, &places);
    board_view_draw(&placing->view);
    if (places.ships.columns > 0)
        draw_ships(placing, &places.ships);
    draw_status(placing, &places.status);
    draw_keys(placing, &places);
}

/* ---- opening and closing ---- */

bool placing_view_open(struct placing_view *placing, struct session *session, int32_t side)
{
    const bship_rules *rules = session->setup.rules;
    size_t longest = (size_t)bship_fleet_class_length(bship_rules_fleet(rules), 0);
    size_t capacity = conflicts_of_length(longest);
    *placing = (struct placing_view){ .session = session,
                                      .side = side,
                                      .backdrop = { placing_view_draw, placing } };
    placing->conflicts = calloc(capacity, sizeof *placing->conflicts);
    placing->conflict_cells = calloc(capacity, sizeof *placing->conflict_cells);
    bool is_open = laying_open(&placing->laying, session, side);
    is_open = panel_init(&placing->panel, rules) && is_open;
    board_view_init(&placing->view, &placing->panel);
    placing->view.has_cursor = true;
    placing->view.ghost = placing->laying.ghost_cells;
    placing->view.conflicts = placing->conflict_cells;
    return is_open && placing->conflicts && placing->conflict_cells;
}

void placing_view_close(struct placing_view *placing)
{
    laying_close(&placing->laying);
    panel_clear(&placing->panel);
    free(placing->conflicts);
    free(placing->conflict_cells);
}
