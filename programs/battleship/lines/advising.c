/* Heat maps in line mode; see advising.h. */
#include "battleship/lines/advising.h"

#include "battleship/talk/words.h"
#include "common/tty.h"

enum {
    PERCENT_PITCH = 4, /* columns of a cell: a blank and up to three digits */
    DIGIT_PITCH = 2    /* a blank and ninths of the best chance, where that is too wide */
};

/* One map as it is printed. */
struct map {
    FILE *out;
    const bship_chart *chart;
    const bship_rules *rules;
    const double *grid;
    double best;
    int pitch;
};

static double chance(const struct map *map, int32_t x, int32_t y)
{
    return map->grid[(size_t)y * (size_t)bship_rules_width(map->rules) + (size_t)x];
}

static bool is_unknown(const struct map *map, int32_t x, int32_t y)
{
    bship_cell cell = { x, y };
    return !bship_chart_check_fire(map->chart, cell) &&
           bship_chart_state_at(map->chart, cell) == BSHIP_CHART_STATE_UNKNOWN;
}

static void print_header(const struct map *map)
{
    fprintf(map->out, "%4s", "");
    for (int32_t x = 0; x < bship_rules_width(map->rules); x++) {
        char letters[BSHIP_CELL_TEXT_SIZE];
        column_letters(x, letters);
        fprintf(map->out, "%*s", map->pitch, letters);
    }
    fputc('\n', map->out);
}

static void print_cell(const struct map *map, int32_t x, int32_t y)
{
    if (!is_unknown(map, x, y))
        fprintf(map->out, "%*s", map->pitch, ".");
    else if (map->pitch == PERCENT_PITCH)
        fprintf(map->out, "%*.0f", map->pitch, 100.0 * chance(map, x, y));
    else
        fprintf(map->out, "%*d", map->pitch,
                map->best > 0.0 ? (int)(9.0 * chance(map, x, y) / map->best) : 0);
}

static void print_grid(const struct map *map)
{
    print_header(map);
    for (int32_t y = 0; y < bship_rules_height(map->rules); y++) {
        fprintf(map->out, "%4d", (int)y + 1);
        for (int32_t x = 0; x < bship_rules_width(map->rules); x++)
            print_cell(map, x, y);
        fputc('\n', map->out);
    }
    fputs(map->pitch == PERCENT_PITCH ? "In per cent. " : "In ninths of the best chance. ",
          map->out);
}

static void print_best(const struct map *map, const size_t *best, size_t count)
{
    size_t width = (size_t)bship_rules_width(map->rules);
    fputs("Likeliest:", map->out);
    for (size_t i = 0; i < count; i++) {
        bship_cell at = { (int32_t)(best[i] % width), (int32_t)(best[i] / width) };
        char text[BSHIP_CELL_TEXT_SIZE];
        char chance[CHANCE_SIZE];
        bship_cell_format(at, text, sizeof text);
        fprintf(map->out, "%s %s %s", i > 0 ? "," : "", text,
                words_of_chance(map->grid[best[i]], chance));
    }
    fputs(".\n", map->out);
}

void advising_print_map(const struct lines *lines, const bship_chart *chart, const double *grid)
{
    struct map map = { lines_out(lines), chart, bship_chart_rules(chart), grid, 0.0, 0 };
    size_t best[ADVICE_BEST];
    int32_t width = bship_rules_width(map.rules);
    size_t area = (size_t)width * (size_t)bship_rules_height(map.rules);
    size_t count = advice_best(grid, area, best, ADVICE_BEST);
    map.best = count > 0 ? grid[best[0]] : 0;
    map.pitch = 4 + width * PERCENT_PITCH <= terminal_width() ? PERCENT_PITCH : DIGIT_PITCH;
    if (!lines->is_spoken)
        print_grid(&map);
    print_best(&map, best, count);
}
