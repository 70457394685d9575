/*
 * One board in an area of the screen; see board_view.h.
 *
 * A row of the grid is the row's number, then for each cell a blank and its mark, and a blank at
 * the end; the cursor's brackets take the place of two blanks. Letters of a column, up to three,
 * stand one below another. Twice as large, a cell is three blanks and its mark, and a blank row
 * below.
 */
#include "battleship/screen/board_view.h"

#include <stdio.h>

#include "battleship/game/advice.h"
#include "battleship/game/panel.h"
#include "battleship/screen/terminal.h"
#include "battleship/screen/theme.h"
#include "battleship/talk/words.h"
#include "common/board_cells.h"
#include "common/tty.h"

enum {
    CELL_COLUMNS = 2, /* at scale 1; it has one row then */
    TITLE_ROWS = 1
};

void board_view_init(struct board_view *view, const struct panel *panel)
{
    *view = (struct board_view){ .rules = panel->rules,
                                 .title = panel->title,
                                 .marks = panel->marks,
                                 .joints = panel->joints,
                                 .scale = 1 };
}

/* ---- the geometry of a view ---- */

static int label_columns(const bship_rules *rules)
{
    return snprintf(NULL, 0, "%d", (int)bship_rules_height(rules));
}

static int header_rows(const bship_rules *rules)
{
    char letters[BSHIP_CELL_TEXT_SIZE];
    return column_letters(bship_rules_width(rules) - 1, letters);
}

int board_view_needed_rows(const bship_rules *rules, int scale)
{
    return TITLE_ROWS + header_rows(rules) + bship_rules_height(rules) * scale;
}

int board_view_needed_columns(const bship_rules *rules, int scale)
{
    return label_columns(rules) + bship_rules_width(rules) * CELL_COLUMNS * scale + 1;
}

static int cell_columns(const struct board_view *view)
{
    return CELL_COLUMNS * view->scale;
}

static int32_t clamp(int32_t value, int32_t least, int32_t most)
{
    return value > most ? (most > least ? most : least) : value < least ? least : value;
}

/* The columns and rows of cells that are in sight. */

static int32_t columns_in_sight(const struct board_view *view)
{
    int room = (view->area.columns - label_columns(view->rules) - 1) / cell_columns(view);
    return clamp(room, 0, bship_rules_width(view->rules));
}

static int32_t rows_in_sight(const struct board_view *view)
{
    int room = view->area.rows - TITLE_ROWS - header_rows(view->rules);
    return clamp(room / view->scale, 0, bship_rules_height(view->rules));
}

static int first_row(const struct board_view *view)
{
    return view->area.row + TITLE_ROWS + header_rows(view->rules);
}

static int first_column(const struct board_view *view)
{
    return view->area.column + label_columns(view->rules);
}

static bool is_in_sight(const struct board_view *view, bship_cell cell)
{
    return cell.x >= view->first.x && cell.x < view->first.x + columns_in_sight(view) &&
           cell.y >= view->first.y && cell.y < view->first.y + rows_in_sight(view);
}

/* The column and the row of a cell's mark. */

static int mark_column(const struct board_view *view, int32_t x)
{
    return first_column(view) + (x - view->first.x) * cell_columns(view) + view->scale;
}

static int mark_row(const struct board_view *view, int32_t y)
{
    return first_row(view) + (y - view->first.y) * view->scale;
}

bool board_view_cell_at(const struct board_view *view, int row, int column, bship_cell *cell)
{
    int dx = column - first_column(view);
    int dy = row - first_row(view);
    if (dx < 0 || dy < 0)
        return false;
    *cell =
        (bship_cell){ view->first.x + dx / cell_columns(view), view->first.y + dy / view->scale };
    return is_in_sight(view, *cell);
}

/* ---- scrolling and the cursor ---- */

/* The first of `count` things in sight, out of `all`, so that `item` is among them. */
static int32_t scrolled(int32_t first, int32_t count, int32_t all, int32_t item)
{
    int32_t nearest = clamp(first, item - count + 1, item);
    return clamp(nearest, 0, all - count);
}

void board_view_show(struct board_view *view, bship_cell cell)
{
    view->is_scrolled = false;
    view->first.x =
        scrolled(view->first.x, columns_in_sight(view), bship_rules_width(view->rules), cell.x);
    view->first.y =
        scrolled(view->first.y, rows_in_sight(view), bship_rules_height(view->rules), cell.y);
}

void board_view_move(struct board_view *view, int dx, int dy)
{
    view->cursor.x = clamp(view->cursor.x + dx, 0, bship_rules_width(view->rules) - 1);
    view->cursor.y = clamp(view->cursor.y + dy, 0, bship_rules_height(view->rules) - 1);
    board_view_show(view, view->cursor);
}

void board_view_scroll(struct board_view *view, int dx, int dy)
{
    view->is_scrolled = view->is_scrolled || dx != 0 || dy != 0;
    view->first.x =
        clamp(view->first.x + dx, 0, bship_rules_width(view->rules) - columns_in_sight(view));
    view->first.y =
        clamp(view->first.y + dy, 0, bship_rules_height(view->rules) - rows_in_sight(view));
}

bool board_view_take_key(struct board_view *view, int32_t key)
{
    enum {
        FAR = BSHIP_BOARD_EDGE_MAX
    };
    static const struct {
        int32_t key;
        int dx, dy;
    } moves[] = {
        { TERMINAL_KEY_LEFT, -1, 0 },      { TERMINAL_KEY_RIGHT, 1, 0 },
        { TERMINAL_KEY_UP, 0, -1 },        { TERMINAL_KEY_DOWN, 0, 1 },
        { TERMINAL_KEY_HOME, -FAR, 0 },    { TERMINAL_KEY_END, FAR, 0 },
        { TERMINAL_KEY_PAGE_UP, 0, -FAR }, { TERMINAL_KEY_PAGE_DOWN, 0, FAR },
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        if (moves[i].key == key) {
            board_view_move(view, moves[i].dx, moves[i].dy);
            return true;
        }
    return false;
}

/* ---- drawing ---- */

/* The title, and to which sides there is more. */
static void draw_title(const struct board_view *view)
{
    bool is_left = view->first.x > 0;
    bool is_above = view->first.y > 0;
    bool is_right = view->first.x + columns_in_sight(view) < bship_rules_width(view->rules);
    bool is_below = view->first.y + rows_in_sight(view) < bship_rules_height(view->rules);
    bool has_more = is_left || is_above || is_right || is_below;
    terminal_print_field(view->area.row, mark_column(view, view->first.x),
                         view->area.columns - label_columns(view->rules) - view->scale, STYLE_TITLE,
                         "%s%s%s%s%s%s", view->title, has_more ? "  " : "", is_left ? "<" : "",
                         is_above ? "^" : "", is_below ? "v" : "", is_right ? ">" : "");
}

/* Draws the letters of a column, one below another and down to the grid. */
static void draw_letters(const struct board_view *view, int32_t x)
{
    char letters[BSHIP_CELL_TEXT_SIZE];
    int count = column_letters(x, letters);
    int32_t style = view->has_cursor && view->cursor.x == x ? STYLE_BOLD : STYLE_PLAIN;
    for (int i = 0; i < count; i++)
        terminal_print(first_row(view) - count + i, mark_column(view, x), style, "%c", letters[i]);
}

static size_t index_of(const bship_cell *cells, size_t count, bship_cell cell)
{
    size_t i = 0;
    while (i < count && !is_same_cell(cells[i], cell))
        i++;
    return i;
}

/* The best cells of a heat map. */
struct best {
    size_t cells[ADVICE_BEST];
    size_t count;
};

static struct best find_best(const struct board_view *view)
{
    struct best best = { .count = 0 };
    if (view->heat)
        best.count = advice_best(view->heat, board_cells(view->rules), best.cells, ADVICE_BEST);
    return best;
}

static double best_chance(const struct board_view *view, const struct best *best)
{
    return best->count > 0 ? view->heat[best->cells[0]] : 0;
}

/* Whether a cell flashes: it shows a hit or a sunk ship that is fresh. */
static bool is_flashing(const struct board_view *view, bship_cell cell)
{
    return view->is_flashing && view->marks &&
           panel_is_news(view->marks[board_index(view->rules, cell)]);
}

static bool is_best(const struct best *best, size_t index)
{
    for (size_t i = 0; i < best->count; i++)
        if (best->cells[i] == index)
            return true;
    return false;
}

/* Whether a number would run into that of the cell beside it: every other one is underlined. */
static bool is_crowded(const struct board_view *view, bship_cell cell, const struct best *best)
{
    size_t index = board_index(view->rules, cell);
    return view->scale == 1 && cell.x % 2 == 1 && is_best(best, index) &&
           (is_best(best, index - 1) ||
            (cell.x + 1 < bship_rules_width(view->rules) && is_best(best, index + 1)));
}

/* Writes the chance of one of the best cells in percent, without a sign; empty for other cells. */
static void write_percent(const struct board_view *view, size_t index, const struct best *best,
                          char text[3])
{
    int percent = (int)(100 * view->heat[index] + 0.5);
    text[0] = '\0';
    if (is_best(best, index))
        snprintf(text, 3, percent < 100 ? "%d" : "!!", percent % 100);
}

/* Draws the chance of a hit. A background fills the place of the whole cell. */
static void draw_heat(const struct board_view *view, int row, int column, bship_cell cell,
                      const struct best *best)
{
    size_t index = board_index(view->rules, cell);
    struct look look = theme_heat(view->heat[index], best_chance(view, best));
    bool is_at_cursor = view->has_cursor && is_same_cell(cell, view->cursor);
    int margin = view->scale - 1;
    char percent[3];
    if (!terminal_has_heat() || view->heat[index] <= 0) {
        terminal_print(row, column, look.style, "%s", look.glyph);
        return;
    }
    write_percent(view, index, best, percent);
    if (is_crowded(view, cell, best) && !is_at_cursor)
        look.style |= STYLE_UNDERLINED;
    for (int i = 0; i < view->scale; i++)
        terminal_print_field(row + i, column - margin, cell_columns(view), look.style, "%*s%s",
                             margin, "",
                             i > 0          ? ""
                             : is_at_cursor ? theme_look(MARK_WATER).glyph
                                            : percent);
}

/* Draws the mark of a cell, or else a note or the chance of a hit on the water. */
static void draw_mark(const struct board_view *view, int row, int column, bship_cell cell,
                      const struct best *best)
{
    size_t index = board_index(view->rules, cell);
    int32_t mark = view->marks ? view->marks[index] : MARK_WATER;
    struct look look = theme_look(mark);
    if (view->joints && view->scale == 1 && (view->joints[index] & JOINT_BORDER))
        look.style |= STYLE_UNDERLINED;
    if (mark == MARK_WATER && view->notes && view->notes[index] != 0)
        terminal_print(row, column, STYLE_NOTE, "%c", view->notes[index]);
    else if (mark == MARK_WATER && view->heat)
        draw_heat(view, row, column, cell, best);
    else if (is_flashing(view, cell))
        terminal_print(row, column - 1, look.style, " %s ", look.glyph);
    else
        terminal_print(row, column, look.style, "%s", look.glyph);
}

static void draw_cell(const struct board_view *view, bship_cell cell, const struct best *best)
{
    int row = mark_row(view, cell.y);
    int column = mark_column(view, cell.x);
    size_t shot = index_of(view->salvo, view->salvo_count, cell);
    if (index_of(view->conflicts, view->conflict_count, cell) < view->conflict_count) {
        struct look look = theme_conflict();
        terminal_print(row, column, look.style, "%s", look.glyph);
    } else if (index_of(view->ghost, view->ghost_count, cell) < view->ghost_count) {
        struct look look = theme_ghost(view->ghost_fits);
        terminal_print(row, column, look.style, "%s", look.glyph);
    } else if (shot < view->salvo_count) {
        terminal_print(row, column, STYLE_SALVO, "%c", theme_salvo_glyph(shot));
    } else {
        draw_mark(view, row, column, cell, best);
    }
}

/* Draws what joins a cell of a ship to the next. Between rows there is room at scale 2 only. */
static void draw_joint(const struct board_view *view, bship_cell cell)
{
    size_t index = board_index(view->rules, cell);
    uint8_t joint = view->joints[index];
    struct look look = theme_joint(view->marks[index], joint & JOINT_DOWN);
    int row = mark_row(view, cell.y), column = mark_column(view, cell.x);
    if ((joint & JOINT_RIGHT) && is_in_sight(view, (bship_cell){ cell.x + 1, cell.y }))
        for (int i = 1; i < cell_columns(view); i++)
            terminal_print(row, column + i, look.style, "%s", look.glyph);
    if ((joint & JOINT_DOWN) && is_in_sight(view, (bship_cell){ cell.x, cell.y + 1 }))
        for (int i = 1; i < view->scale; i++)
            terminal_print(row + i, column, look.style, "%s", look.glyph);
}

static void draw_row(const struct board_view *view, int32_t y, const struct best *best)
{
    int32_t style = view->has_cursor && view->cursor.y == y ? STYLE_BOLD : STYLE_PLAIN;
    terminal_print(mark_row(view, y), view->area.column, style, "%*d", label_columns(view->rules),
                   (int)y + 1);
    for (int32_t i = 0; i < columns_in_sight(view); i++) {
        draw_cell(view, (bship_cell){ view->first.x + i, y }, best);
        if (view->joints)
            draw_joint(view, (bship_cell){ view->first.x + i, y });
    }
}

static void draw_cursor(const struct board_view *view)
{
    int row = mark_row(view, view->cursor.y);
    int column = mark_column(view, view->cursor.x);
    int32_t style = STYLE_CURSOR | (is_flashing(view, view->cursor) ? STYLE_FRESH : 0);
    terminal_print(row, column - 1, style, "[");
    terminal_print(row, column + 1, style, "]");
}

void board_view_draw(const struct board_view *view)
{
    struct best best = find_best(view);
    draw_title(view);
    for (int32_t i = 0; i < columns_in_sight(view); i++)
        draw_letters(view, view->first.x + i);
    for (int32_t i = 0; i < rows_in_sight(view); i++)
        draw_row(view, view->first.y + i, &best);
    if (view->has_cursor && is_in_sight(view, view->cursor))
        draw_cursor(view);
}

void board_view_draw_legend(const struct board_view *view, int row, int columns)
{
    struct best best = find_best(view);
    char chance[CHANCE_SIZE];
    int column = view->area.column + label_columns(view->rules) + view->scale;
    int room = columns - (column - view->area.column);
    words_of_chance(best_chance(view, &best), chance);
    if (!terminal_has_heat()) {
        terminal_print_field(row, column, room, STYLE_PLAIN, "Chance: 1 least, 9 is %s", chance);
        return;
    }
    int used = terminal_print_field(row, column, room, STYLE_PLAIN, "Chance: 0 %% ");
    for (int level = 0; level < HEAT_LEVELS && used < room; level++, used++)
        terminal_print(row, column + used, STYLE_HEAT + level, " ");
    terminal_print_field(row, column + used, room - used, STYLE_PLAIN, " %s", chance);
}
