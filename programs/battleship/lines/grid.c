/*
 * Panels on a terminal; see grid.h.
 *
 * A panel is printed line by line. Functions that print a line return the columns it took, so
 * that two panels side by side are pairs of lines with blanks between them.
 */
#include "battleship/lines/grid.h"

#include <stdbool.h>

#include "common/board_cells.h"
#include "common/tty.h"
#include "common/utf8.h"

/* Columns between two panels, and the least width of a panel. */
enum {
    GAP = 4,
    NARROWEST_PANEL = 22
};

#define BOLD "1"
#define UNDERLINED "4"
#define REVERSE "7"

/* The colours of marks. */
static const char *const colours[MARK_COUNT] = {
    [MARK_WATER] = "2", [MARK_SHIP] = "1",        [MARK_MISS] = "36", [MARK_HIT] = "1;31",
    [MARK_SUNK] = "35", [MARK_KNOWN_WATER] = "2", [MARK_SHOT] = "33", [MARK_BLOCKED] = "32",
};

/* The arrangement of the grids. */
struct layout {
    bool is_stacked;
    int pitch;            /* terminal columns per cell */
    int width;            /* of a panel */
    int32_t first_column; /* of the grid, and their number: all, unless it is cut into bands */
    int32_t columns;
};

void grid_init(struct grid *grid, int32_t colour)
{
    grid->out = stdout;
    grid->has_colour = terminal_has_colour(colour);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void begin_style(const struct grid *grid, const char *codes)
{
    if (grid->has_colour)
        fprintf(grid->out, "\033[%sm", codes);
}

static void end_style(const struct grid *grid)
{
    if (grid->has_colour)
        fputs("\033[0m", grid->out);
}

static void pad(const struct grid *grid, int count)
{
    if (count > 0)
        fprintf(grid->out, "%*s", count, "");
}

/* Prints a text, at one column per character, cut to `width` columns. */
static int print_cut(const struct grid *grid, const char *text, int width)
{
    int used = 0;
    for (; *text && (used < width || utf8_goes_on(*text)); text++) {
        used += !utf8_goes_on(*text);
        fputc(*text, grid->out);
    }
    return used;
}

void grid_print_bold(const struct grid *grid, const char *text)
{
    begin_style(grid, BOLD);
    print_cut(grid, text, terminal_width());
    end_style(grid);
}

/* The widths of a grid's parts. */

static int row_label_width(const struct panel *panel)
{
    char digits[16];
    return snprintf(digits, sizeof digits, "%d", (int)bship_rules_height(panel->rules));
}

/* At pitch 1 a blank separates the row number from the cells; at pitch 2 each cell starts with one.
 */
static int margin_width(const struct panel *panel, int pitch)
{
    return row_label_width(panel) + (pitch == 1);
}

static int grid_width(const struct panel *panel, int pitch)
{
    return margin_width(panel, pitch) + bship_rules_width(panel->rules) * pitch;
}

static int header_height(const struct panel *panel)
{
    char letters[BSHIP_CELL_TEXT_SIZE];
    return column_letters(bship_rules_width(panel->rules) - 1, letters);
}

/* The roster: one line, a hull for every ship that counts, or numbers of ships if too wide. */

static int hulls_width(const struct panel *panel)
{
    int width = utf8_count(panel->summary);
    for (size_t i = 0; i < panel->roster_count; i++)
        width += panel->roster[i].afloat * (panel->roster[i].length + 1);
    return width;
}

static int print_hulls(const struct grid *grid, const struct roster_entry *entry)
{
    for (int32_t ship = 0; ship < entry->afloat; ship++) {
        fputc(' ', grid->out);
        begin_style(grid, colours[MARK_SHIP]);
        for (int32_t i = 0; i < entry->length; i++)
            fputs(panel_mark_glyph(MARK_SHIP), grid->out);
        end_style(grid);
    }
    return entry->afloat * (entry->length + 1);
}

/* Prints ` 2x3`: two ships of three cells. */
static int print_count(const struct grid *grid, const struct roster_entry *entry, int width)
{
    char text[32] = "";
    if (entry->afloat > 0)
        snprintf(text, sizeof text, " %dx%d", (int)entry->afloat, (int)entry->length);
    return print_cut(grid, text, width);
}

static int roster_height(const struct panel *panel)
{
    return panel->summary[0] != '\0';
}

static int print_roster_line(const struct grid *grid, const struct panel *panel,
                             const struct layout *layout, int line)
{
    bool has_room = hulls_width(panel) <= layout->width;
    int used = line == 0 ? print_cut(grid, panel->summary, layout->width) : 0;
    if (line == 0 && panel->roster_count > 0 && hulls_width(panel) == utf8_count(panel->summary))
        used += print_cut(grid, " none", layout->width - used);
    for (size_t i = 0; line == 0 && i < panel->roster_count; i++) {
        const struct roster_entry *entry = &panel->roster[i];
        used +=
            has_room ? print_hulls(grid, entry) : print_count(grid, entry, layout->width - used);
    }
    return used;
}

/* The grid: the title, the letters of the columns, then the rows. */

static void print_header_line(const struct grid *grid, const struct panel *panel,
                              const struct layout *layout, int line)
{
    int height = header_height(panel);
    pad(grid, margin_width(panel, layout->pitch));
    for (int32_t i = 0; i < layout->columns; i++) {
        char letters[BSHIP_CELL_TEXT_SIZE];
        int letter = line - (height - column_letters(layout->first_column + i, letters));
        pad(grid, layout->pitch - 1);
        fputc(letter < 0 ? ' ' : letters[letter], grid->out);
    }
}

/* Prints what is between a cell and the one before it: `before` is the mark that joins it. */
static void print_gap(const struct grid *grid, bool is_fresh, bool is_joint, uint8_t before)
{
    if (is_joint)
        begin_style(grid, colours[(before & ~MARK_FRESH) == MARK_SUNK ? MARK_SUNK : MARK_SHIP]);
    fputc(is_fresh && !grid->has_colour ? '>' : is_joint ? '=' : ' ', grid->out);
    if (is_joint)
        end_style(grid);
}

static void print_cell(const struct grid *grid, uint8_t mark, bool has_border)
{
    begin_style(grid, colours[mark & ~MARK_FRESH]);
    if (mark & MARK_FRESH)
        begin_style(grid, REVERSE);
    if (has_border)
        begin_style(grid, UNDERLINED);
    fputs(panel_mark_glyph(mark), grid->out);
    end_style(grid);
}

static void print_row(const struct grid *grid, const struct panel *panel,
                      const struct layout *layout, int32_t y)
{
    size_t first = board_index(panel->rules, (bship_cell){ 0, y });
    const uint8_t *row = panel->marks + first, *joints = panel->joints + first;
    int labels = row_label_width(panel);
    fprintf(grid->out, "%*d", labels, (int)(y + 1));
    pad(grid, margin_width(panel, layout->pitch) - labels);
    for (int32_t x = layout->first_column; x < layout->first_column + layout->columns; x++) {
        bool is_joint = x > 0 && (joints[x - 1] & JOINT_RIGHT);
        if (layout->pitch > 1)
            print_gap(grid, (row[x] & MARK_FRESH) != 0, is_joint, is_joint ? row[x - 1] : 0);
        print_cell(grid, row[x], joints[x] & JOINT_BORDER);
    }
}

static int grid_height(const struct panel *panel)
{
    return 1 + header_height(panel) + bship_rules_height(panel->rules);
}

static int print_title(const struct grid *grid, const struct panel *panel, int width)
{
    begin_style(grid, BOLD);
    int used = print_cut(grid, panel->title, width);
    end_style(grid);
    return used;
}

static int print_grid_line(const struct grid *grid, const struct panel *panel,
                           const struct layout *layout, int line)
{
    int header = header_height(panel);
    if (line == 0)
        return print_title(grid, panel, layout->width);
    if (line <= header)
        print_header_line(grid, panel, layout, line - 1);
    else
        print_row(grid, panel, layout, line - header - 1);
    return margin_width(panel, layout->pitch) + layout->columns * layout->pitch;
}

/* Choosing an arrangement that fits. */

static int natural_width(const struct panel *panel, int pitch)
{
    int width = grid_width(panel, pitch);
    int title = utf8_count(panel->title);
    int roster = hulls_width(panel);
    width = title > width ? title : width;
    return roster > width ? roster : width;
}

static struct layout choose_layout(const struct panel *left, const struct panel *right)
{
    int terminal = terminal_width();
    int half = (terminal - GAP) / 2;
    struct layout layout = { 0, 2, 0, 0, bship_rules_width(left->rules) };
    layout.is_stacked = !right || half < NARROWEST_PANEL || grid_width(left, 1) > half;
    int room = layout.is_stacked ? terminal : half;
    if (grid_width(left, 2) > room)
        layout.pitch = 1;
    int widest = natural_width(left, layout.pitch);
    if (right && natural_width(right, layout.pitch) > widest)
        widest = natural_width(right, layout.pitch);
    layout.width = smaller(widest, room);
    /* A grid wider than the terminal is cut into bands of columns. */
    int cells = (room - margin_width(left, layout.pitch)) / layout.pitch;
    layout.columns = smaller(layout.columns, cells > 0 ? cells : 1);
    return layout;
}

typedef int height_function(const struct panel *panel);
typedef int line_function(const struct grid *grid, const struct panel *panel,
                          const struct layout *layout, int line);

/* Prints one part of a panel, or of two panels side by side. */
static void print_part(const struct grid *grid, const struct panel *left, const struct panel *right,
                       const struct layout *layout, height_function *height,
                       line_function *print_line)
{
    int lines = height(left);
    if (right && height(right) > lines)
        lines = height(right);
    for (int line = 0; line < lines; line++) {
        int used = print_line(grid, left, layout, line);
        if (right) {
            pad(grid, layout->width - used + GAP);
            print_line(grid, right, layout, line);
        }
        fputc('\n', grid->out);
    }
}

static void print_panels(const struct grid *grid, const struct panel *left,
                         const struct panel *right, const struct layout *layout)
{
    struct layout band = *layout;
    int32_t width = bship_rules_width(left->rules);
    for (; band.first_column < width; band.first_column += layout->columns) {
        band.columns = smaller(layout->columns, width - band.first_column);
        print_part(grid, left, right, &band, grid_height, print_grid_line);
    }
    print_part(grid, left, right, layout, roster_height, print_roster_line);
}

static unsigned marks_in(const struct panel *panel)
{
    size_t cells = board_cells(panel->rules);
    unsigned marks = 0;
    for (size_t i = 0; i < cells; i++)
        marks |= 1U << (panel->marks[i] & ~MARK_FRESH);
    return marks;
}

/* Explains the marks in use. */
static void print_legend(const struct grid *grid, unsigned marks)
{
    const char *separator = "";
    for (int mark = 0; mark < MARK_COUNT; mark++) {
        if ((marks & (1U << mark)) == 0 || !panel_mark_word(mark))
            continue;
        fputs(separator, grid->out);
        begin_style(grid, colours[mark]);
        fputs(panel_mark_glyph(mark), grid->out);
        end_style(grid);
        fprintf(grid->out, " %s", panel_mark_word(mark));
        separator = "   ";
    }
    if (*separator)
        fputc('\n', grid->out);
}

void grid_draw(const struct grid *grid, const struct panel *left, const struct panel *right)
{
    struct layout layout = choose_layout(left, right);
    if (layout.is_stacked && right) {
        print_panels(grid, right, NULL, &layout);
        print_panels(grid, left, NULL, &layout);
    } else {
        print_panels(grid, left, right, &layout);
    }
    print_legend(grid, marks_in(left) | (right ? marks_in(right) : 0));
}

int grid_flush(const struct grid *grid)
{
    return fflush(grid->out) == 0 && !ferror(grid->out);
}
