/*
 * A board as a heat map; see heat_map.h. Where a salvo was reported by its total, the number
 * follows a mark.
 *
 * A cell takes three columns, a blank and two digits, so that 26 of them fit on a terminal of
 * 80, and one more if any number has a mark; wider boards are cut into bands. Two digits suffice: 0
 * is printed only for an impossible ship, and a certain one has a mark of its own.
 */
#include "common/heat_map.h"

#include "common/board_cells.h"
#include "common/tty.h"

#define CERTAIN_MARK "##"

/* A band of columns of the board, and the widths of its parts. */
struct band {
    FILE *out;
    const bship_chart *chart;
    const double *chances;
    double highest; /* of the cells that are not known */
    bool has_colour;
    int32_t first_column;
    int32_t columns;
    int label_width; /* width of the row numbers */
    int pitch;       /* terminal columns per cell */
};

/* How a cell of each state looks. */
static const struct look {
    const char *glyph;
    const char *colour;
    const char *meaning;
    bool has_number; /* behind the glyph, if there is one */
} looks[] = {
    [BSHIP_CHART_STATE_UNKNOWN] = { NULL, NULL, NULL, true },
    [BSHIP_CHART_STATE_MISS] = { ".", "34", "miss", false },
    [BSHIP_CHART_STATE_HIT] = { "X", "1;31", "hit", false },
    [BSHIP_CHART_STATE_SUNK] = { "*", "35", "sunk", false },
    [BSHIP_CHART_STATE_KNOWN_WATER] = { "-", "2;34", "known to be water", false },
    [BSHIP_CHART_STATE_SHOT] = { "?", "33", "fired at, result unknown", true },
    [BSHIP_CHART_STATE_BLOCKED] = { "^", "32", "blocked", false },
};

enum {
    LOOK_COUNT = sizeof looks / sizeof looks[0]
};

/* From cold to hot in the 256-colour palette, each with a readable foreground. */
static const char *const shades[] = {
    "38;5;250;48;5;17",  "38;5;252;48;5;18",  "38;5;255;48;5;54", "38;5;255;48;5;90",
    "38;5;255;48;5;125", "38;5;255;48;5;160", "38;5;16;48;5;202", "38;5;16;48;5;208",
    "38;5;16;48;5;214",  "38;5;16;48;5;226",
};

enum {
    SHADE_COUNT = sizeof shades / sizeof shades[0]
};

/* Prints text right-aligned in `width` columns; `codes` are its colours, or NULL. */
static void print_styled(FILE *out, const char *codes, int width, const char *text)
{
    if (codes)
        fprintf(out, "\033[%sm%*s\033[0m", codes, width, text);
    else
        fprintf(out, "%*s", width, text);
}

static bool is_certain(double chance)
{
    return chance >= 1.0;
}

/* Rounded to per cent, but from 1 to 99 unless it is impossible. */
static int to_percent(double chance)
{
    int percent = (int)(chance * 100 + 0.5);
    if (chance > 0 && percent < 1)
        return 1;
    return percent > 99 ? 99 : percent;
}

/* Shades are relative to the best cell, because on large boards all occupancies are small. */
static const char *shade_of(double chance, double highest)
{
    if (!(chance > 0))
        return NULL;
    int shade = (int)(chance / highest * SHADE_COUNT);
    return shades[shade < SHADE_COUNT ? shade : SHADE_COUNT - 1];
}

static double chance_at(const struct band *band, bship_cell at)
{
    return band->chances[board_index(bship_chart_rules(band->chart), at)];
}

static void print_cell(FILE *out, const struct look *look, double chance, int pitch,
                       const char *codes)
{
    char number[16] = "", text[24];
    if (look->has_number && is_certain(chance))
        snprintf(number, sizeof number, CERTAIN_MARK);
    else if (look->has_number)
        snprintf(number, sizeof number, look->glyph ? "%2d" : "%d", to_percent(chance));
    snprintf(text, sizeof text, "%s%s", look->glyph ? look->glyph : "", number);
    print_styled(out, codes, pitch, text);
}

static void print_row(const struct band *band, int32_t y)
{
    fprintf(band->out, "%*d", band->label_width, (int)y + 1);
    for (int32_t i = 0; i < band->columns; i++) {
        bship_cell at = { band->first_column + i, y };
        const struct look *look = &looks[bship_chart_state_at(band->chart, at)];
        double chance = chance_at(band, at);
        const char *codes = look->glyph ? look->colour : shade_of(chance, band->highest);
        print_cell(band->out, look, chance, band->pitch, band->has_colour ? codes : NULL);
    }
    fputc('\n', band->out);
}

static void print_band(const struct band *band)
{
    fprintf(band->out, "%*s", band->label_width, "");
    for (int32_t i = 0; i < band->columns; i++) {
        char letters[BSHIP_CELL_TEXT_SIZE];
        column_letters(band->first_column + i, letters);
        fprintf(band->out, "%*s", band->pitch, letters);
    }
    fputc('\n', band->out);
    for (int32_t y = 0; y < bship_rules_height(bship_chart_rules(band->chart)); y++)
        print_row(band, y);
    fputc('\n', band->out);
}

/* What is on the board. */
struct seen {
    bool states[LOOK_COUNT];
    bool is_certain; /* a ship in a cell with a number */
};

/* Looks at all cells, and finds the highest chance. */
static struct seen find_seen(struct band *band)
{
    const bship_rules *rules = bship_chart_rules(band->chart);
    struct seen seen = { .is_certain = false };
    for (bship_cell at = { 0, 0 }; at.y < bship_rules_height(rules); at.y++) {
        for (at.x = 0; at.x < bship_rules_width(rules); at.x++) {
            int32_t state = bship_chart_state_at(band->chart, at);
            double chance = chance_at(band, at);
            seen.states[state] = true;
            seen.is_certain |= looks[state].has_number && is_certain(chance);
            if (!looks[state].glyph && chance > band->highest)
                band->highest = chance;
        }
    }
    return seen;
}

static void print_legend(const struct band *band, const struct seen *seen)
{
    fputs("numbers: per cent", band->out);
    if (seen->is_certain)
        fputs("   " CERTAIN_MARK " certainly a ship", band->out);
    for (int state = 0; state < LOOK_COUNT; state++) {
        if (!seen->states[state] || !looks[state].glyph)
            continue;
        fputs("   ", band->out);
        print_styled(band->out, band->has_colour ? looks[state].colour : NULL, 1,
                     looks[state].glyph);
        fprintf(band->out, " %s", looks[state].meaning);
    }
    fputs("\n\n", band->out);
}

void heat_map_print(FILE *out, const bship_chart *chart, const double *chances, bool has_colour)
{
    const bship_rules *rules = bship_chart_rules(chart);
    int32_t width = bship_rules_width(rules);
    char letters[BSHIP_CELL_TEXT_SIZE];
    struct band band = { .out = out, .chart = chart, .chances = chances, .has_colour = has_colour };
    struct seen seen = find_seen(&band);
    int least = seen.states[BSHIP_CHART_STATE_SHOT] ? 4 : 3;
    band.pitch = column_letters(width - 1, letters) + 1;
    if (band.pitch < least)
        band.pitch = least;
    band.label_width = snprintf(NULL, 0, "%d", (int)bship_rules_height(rules));
    int32_t room = (terminal_width() - band.label_width) / band.pitch;
    for (; band.first_column < width; band.first_column += band.columns) {
        int32_t left = width - band.first_column;
        band.columns = room < 1 ? 1 : room < left ? room : left;
        print_band(&band);
    }
    print_legend(&band, &seen);
}
