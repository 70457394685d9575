/* The ships of a board that are afloat; see roster_view.h. */
#include "battleship/screen/roster_view.h"

#include <stdbool.h>
#include <stdio.h>

#include "battleship/screen/terminal.h"
#include "battleship/screen/theme.h"
#include "common/format.h"

enum {
    WORD_SIZE = 64,   /* bytes of the longest word: a ship, with its number */
    LABEL_COLUMNS = 7 /* of `afloat ` */
};

/* Where the next word goes. */
struct pen {
    const struct area *area; /* NULL: nothing is drawn, rows are counted */
    int columns;
    int row, column; /* within the area */
};

static void write_word(struct pen *pen, const char *word)
{
    int width = terminal_text_width(word);
    if (pen->column > LABEL_COLUMNS && pen->column + width > pen->columns) {
        pen->row++;
        pen->column = LABEL_COLUMNS;
    }
    if (pen->area && pen->row < pen->area->rows && pen->column < pen->columns)
        terminal_print_field(pen->area->row + pen->row, pen->area->column + pen->column,
                             width < pen->columns - pen->column ? width
                                                                : pen->columns - pen->column,
                             STYLE_SHIP, "%s", word);
    pen->column += width + 1;
}

/* Draws a ship as on the boards; a very long one as `#(20)`. */
static void format_hull(int32_t length, char hull[WORD_SIZE])
{
    enum {
        LONGEST_DRAWN = 12
    };
    hull[0] = '\0';
    for (int32_t i = 0; i < length && length <= LONGEST_DRAWN; i++)
        format_append(hull, WORD_SIZE, "%s", theme_hull());
    if (length > LONGEST_DRAWN)
        snprintf(hull, WORD_SIZE, "%s(%d)", theme_hull(), (int)length);
}

/* Writes ships of one length: one by one, or as `4x##`. */
static void write_ships(struct pen *pen, int32_t ships, int32_t length, bool is_counted)
{
    char hull[WORD_SIZE];
    char word[WORD_SIZE + 16];
    format_hull(length, hull);
    snprintf(word, sizeof word, "%dx%s", (int)ships, hull);
    if (is_counted && ships > 1)
        write_word(pen, word);
    for (int32_t i = 0; i < ships && !(is_counted && ships > 1); i++)
        write_word(pen, hull);
}

/* The ships of a length that are afloat, whatever their names. */
static int32_t count_afloat(const struct panel *panel, int32_t length)
{
    int32_t afloat = 0;
    for (size_t i = 0; i < panel->roster_count; i++)
        afloat += panel->roster[i].length == length ? panel->roster[i].afloat : 0;
    return afloat;
}

static void write_roster(struct pen *pen, const struct panel *panel, bool is_counted)
{
    const bship_fleet *fleet = bship_rules_fleet(panel->rules);
    for (int32_t i = 0; i < bship_fleet_class_count(fleet); i++) {
        int32_t length = bship_fleet_class_length(fleet, i);
        write_ships(pen, count_afloat(panel, length), length, is_counted);
    }
}

static void write_fleet(struct pen *pen, const bship_fleet *fleet, bool is_counted)
{
    for (int32_t i = 0; i < bship_fleet_class_count(fleet); i++)
        write_ships(pen, bship_fleet_class_ships(fleet, i), bship_fleet_class_length(fleet, i),
                    is_counted);
}

/* The rows that the whole fleet takes. */
static int fleet_rows(const bship_rules *rules, int columns, bool is_counted)
{
    struct pen pen = { NULL, columns, 0, LABEL_COLUMNS };
    write_fleet(&pen, bship_rules_fleet(rules), is_counted);
    return pen.row + 1;
}

int roster_view_rows(const bship_rules *rules, int columns)
{
    int rows = fleet_rows(rules, columns, false);
    if (rows > ROSTER_ROWS)
        rows = fleet_rows(rules, columns, true);
    return rows < ROSTER_ROWS ? rows : ROSTER_ROWS;
}

void roster_view_draw(const struct panel *panel, const struct area *area)
{
    bool is_counted = fleet_rows(panel->rules, area->columns, false) > area->rows;
    struct pen pen = { area, area->columns, 0, LABEL_COLUMNS };
    terminal_print_field(area->row, area->column, area->columns, STYLE_PLAIN, "%s", panel->summary);
    write_roster(&pen, panel, is_counted);
    if (pen.column == LABEL_COLUMNS && pen.row == 0)
        terminal_print(area->row, area->column + LABEL_COLUMNS, STYLE_PLAIN, "none");
}
