/*
 * The board as a heat map: the occupancy in per cent in every unknown cell, a mark in every other.
 *
 * A cell takes three columns, a blank and two digits, so that 26 of them fit on a terminal of
 * 80; wider boards are cut into bands. Two digits suffice: 0 is printed only for an
 * impossible ship, and a certain one has a mark of its own.
 */
#include "analyse/analysis.h"

#include "common/tty.h"
#include <stdbool.h>

#define CERTAIN_MARK "##"

/* A band of columns of the board, and the widths of its parts. */
struct band {
    int32_t first_column;
    int32_t columns;
    int label_width; /* width of the row numbers */
    int pitch;       /* terminal columns per cell */
};

/* How a cell of each state looks; unknown cells show a number instead. */
static const struct look {
    const char *glyph;
    const char *colour;
    const char *meaning;
} looks[] = {
    [BSHIP_CHART_STATE_UNKNOWN] = { NULL, NULL, NULL },
    [BSHIP_CHART_STATE_MISS] = { ".", "34", "miss" },
    [BSHIP_CHART_STATE_HIT] = { "X", "1;31", "hit" },
    [BSHIP_CHART_STATE_SUNK] = { "*", "35", "sunk" },
    [BSHIP_CHART_STATE_KNOWN_WATER] = { "-", "2;34", "known to be water" },
    [BSHIP_CHART_STATE_SHOT] = { "?", "33", "fired at, result unknown" },
    [BSHIP_CHART_STATE_BLOCKED] = { "^", "32", "blocked" },
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

static bool is_certain(double occupancy)
{
    return occupancy >= 1.0;
}

/* Rounded to per cent, but from 1 to 99 unless it is impossible. */
static int to_percent(double occupancy)
{
    int percent = (int)(occupancy * 100 + 0.5);
    if (occupancy > 0 && percent < 1)
        return 1;
    return percent > 99 ? 99 : percent;
}

/* Shades are relative to the best cell, because on large boards all occupancies are small. */
static const char *shade_of(double occupancy, double highest)
{
    if (!(occupancy > 0))
        return NULL;
    int shade = (int)(occupancy / highest * SHADE_COUNT);
    return shades[shade < SHADE_COUNT ? shade : SHADE_COUNT - 1];
}

static double highest_unknown(const struct analysis *analysis)
{
    return analysis->unknown_count > 0
               ? analysis->occupancy[analysis_item(analysis, analysis->best[0])]
               : 0;
}

static void print_unknown(FILE *out, double occupancy, int pitch, const char *shade)
{
    char text[16];
    snprintf(text, sizeof text, is_certain(occupancy) ? CERTAIN_MARK : "%d", to_percent(occupancy));
    print_styled(out, shade, pitch, text);
}

static void print_row(FILE *out, const struct analysis *analysis, const struct band *band,
                      int32_t y, bool has_colour)
{
    double highest = highest_unknown(analysis);
    fprintf(out, "%*d", band->label_width, (int)y + 1);
    for (int32_t i = 0; i < band->columns; i++) {
        bship_cell at = { band->first_column + i, y };
        const struct look *look = &looks[bship_chart_state_at(analysis->chart, at)];
        double occupancy = analysis->occupancy[analysis_item(analysis, at)];
        if (look->glyph)
            print_styled(out, has_colour ? look->colour : NULL, band->pitch, look->glyph);
        else
            print_unknown(out, occupancy, band->pitch,
                          has_colour ? shade_of(occupancy, highest) : NULL);
    }
    fputc('\n', out);
}

static void print_band(FILE *out, const struct analysis *analysis, const struct band *band,
                       bool has_colour)
{
    fprintf(out, "%*s", band->label_width, "");
    for (int32_t i = 0; i < band->columns; i++) {
        char letters[BSHIP_CELL_TEXT_SIZE];
        column_letters(band->first_column + i, letters);
        fprintf(out, "%*s", band->pitch, letters);
    }
    fputc('\n', out);
    for (int32_t y = 0; y < bship_rules_height(analysis_rules(analysis)); y++)
        print_row(out, analysis, band, y, has_colour);
    fputc('\n', out);
}

/* The states on the board, one bit each. */
static unsigned states_seen(const struct analysis *analysis)
{
    const bship_rules *rules = analysis_rules(analysis);
    unsigned seen = 0;
    for (bship_cell at = { 0, 0 }; at.y < bship_rules_height(rules); at.y++)
        for (at.x = 0; at.x < bship_rules_width(rules); at.x++)
            seen |= 1U << bship_chart_state_at(analysis->chart, at);
    return seen;
}

static void print_legend(FILE *out, const struct analysis *analysis, bool has_colour)
{
    unsigned seen = states_seen(analysis);
    fputs("numbers: per cent", out);
    if (is_certain(highest_unknown(analysis)))
        fputs("   " CERTAIN_MARK " certainly a ship", out);
    for (int state = 0; state < LOOK_COUNT; state++) {
        if ((seen & (1U << state)) == 0 || !looks[state].glyph)
            continue;
        fputs("   ", out);
        print_styled(out, has_colour ? looks[state].colour : NULL, 1, looks[state].glyph);
        fprintf(out, " %s", looks[state].meaning);
    }
    fputs("\n\n", out);
}

void print_heat_map(FILE *out, const struct analysis *analysis, bool has_colour)
{
    const bship_rules *rules = analysis_rules(analysis);
    int32_t width = bship_rules_width(rules);
    char letters[BSHIP_CELL_TEXT_SIZE];
    struct band band = { .pitch = column_letters(width - 1, letters) + 1 };
    if (band.pitch < 3)
        band.pitch = 3;
    band.label_width = snprintf(NULL, 0, "%d", (int)bship_rules_height(rules));
    int32_t room = (terminal_width() - band.label_width) / band.pitch;
    for (; band.first_column < width; band.first_column += band.columns) {
        int32_t left = width - band.first_column;
        band.columns = room < 1 ? 1 : room < left ? room : left;
        print_band(out, analysis, &band, has_colour);
    }
    print_legend(out, analysis, has_colour);
}
