/* Heat maps; see plot.h. */
#include <inttypes.h>
#include <math.h>

#include "common/tty.h"
#include "simulation/play.h"
#include "simulation/plot.h"
#include "simulation/plot_counts.h"
#include "simulation/plot_gnuplot.h"

/* The most cells of a map of squares: browsers blur a small image, and larger ones are compact. */
#define PIXELS_MAX 4096

/* All in pixels. A simulation has rows of up to four maps, each with its colours to the right. */
enum {
    MAPS_ABREAST = 4,
    MAP_SIDE = 240, /* the longer one */
    MAP_WIDTH = 350,
    MAP_LEFT = 30,
    MAP_TOP = 30,
    MAP_BOTTOM = 30,
    LABEL_ROOM = 20,    /* between the letters of columns, the numbers of rows */
    COLOURS_ROOM = 120, /* the height from which on colours have more than two numbers */
    COLOURS_GAP = 8,
    COLOURS_WIDTH = 12,
    TITLE_HEIGHT = 30
};

/* Where the maps of a simulation are. */
struct page {
    int width;
    int height;     /* of the whole picture */
    int top;        /* of the simulation */
    double cell;    /* the side of a cell */
    int row_height; /* of a row of maps */
};

/* A map: an entry's order of fire or, after the last entry, where the ships are. */
struct map {
    const struct simulation *simulation;
    const struct counts *counts;
    size_t number;
};

/* ---- data ---- */

static double value_at(const struct map *map, bship_cell cell)
{
    return map->number < map->counts->entries ? counts_mean_rank(map->counts, map->number, cell)
                                              : counts_occupancy(map->counts, cell);
}

static void write_data(FILE *script, const struct map *map)
{
    fprintf(script, "$map << END\n");
    for (int32_t y = 0; y < map->counts->height; y++) {
        for (int32_t x = 0; x < map->counts->width; x++)
            fprintf(script, "%.6g ", value_at(map, (bship_cell){ x, y }));
        fputc('\n', script);
    }
    fprintf(script, "END\n");
}

static void extend_range(const struct map *map, double range[2])
{
    for (int32_t y = 0; y < map->counts->height; y++) {
        for (int32_t x = 0; x < map->counts->width; x++) {
            double value = value_at(map, (bship_cell){ x, y });
            range[0] = value < range[0] ? value : range[0];
            range[1] = value > range[1] ? value : range[1];
        }
    }
}

/* The orders of fire have one scale of colours, so that they compare; ships have another one. */
static void find_range(const struct map *map, double range[2])
{
    struct map other = *map;
    bool is_order = map->number < map->counts->entries;
    range[0] = (double)INFINITY;
    range[1] = -(double)INFINITY;
    for (other.number = 0; other.number <= map->counts->entries; other.number++) {
        if (is_order == (other.number < map->counts->entries))
            extend_range(&other, range);
    }
}

/* ---- panels ---- */

/* The colours of viridis, which colour-blind people tell apart: cells that are fired at early are
   dark. Those of the ships are lighter where there are fewer. */
static void write_palette(FILE *script, bool is_order)
{
    fprintf(script, "set palette defined (%s)\n",
            is_order ? "0 '#440154', 1 '#46327e', 2 '#365c8d', 3 '#277f8e', 4 '#1fa187', "
                       "5 '#4ac16d', 6 '#a0da39', 7 '#fde725'"
                     : "0 '#f7fbff', 1 '#c6dbef', 2 '#6baed6', 3 '#2171b5', 4 '#08306b'");
}

/* How many cells lie between labels that do not touch. */
static int32_t label_step(const struct page *page)
{
    int32_t step = (int32_t)(LABEL_ROOM / page->cell);
    return step * page->cell < LABEL_ROOM ? step + 1 : step;
}

static void write_tics(FILE *script, const struct page *page, const struct counts *counts)
{
    const char *separator = "set xtics (";
    for (int32_t x = 0; x < counts->width; x += label_step(page)) {
        char letters[BSHIP_CELL_TEXT_SIZE];
        column_letters(x, letters);
        fprintf(script, "%s'%s' %" PRId32, separator, letters, x);
        separator = ", ";
    }
    separator = ")\nset ytics (";
    for (int32_t y = 0; y < counts->height; y += label_step(page)) {
        fprintf(script, "%s'%" PRId32 "' %" PRId32, separator, y + 1, y);
        separator = ", ";
    }
    fprintf(script, ")\n");
}

/* The range of the colours and its numbers: only its ends where there is no room for more. */
static void write_range(FILE *script, const struct page *page, const struct map *map)
{
    double range[2];
    find_range(map, range);
    if (range[1] <= range[0])
        range[1] = range[0] + 1;
    fprintf(script, "set cbrange [%.6g:%.6g]\n", range[0], range[1]);
    if (page->cell * map->counts->height < COLOURS_ROOM)
        fprintf(script, "set cbtics (%.6g, %.6g) format '%%.3g'\n", range[0], range[1]);
}

static void set_margins(FILE *script, const struct page *page, const struct map *map)
{
    int left = (int)(map->number % MAPS_ABREAST) * MAP_WIDTH + MAP_LEFT;
    int row = (int)(map->number / MAPS_ABREAST) * page->row_height;
    int top = page->top + TITLE_HEIGHT + row + MAP_TOP;
    double width = page->cell * map->counts->width, height = page->cell * map->counts->height;
    double bottom = 1 - (top + height) / page->height;
    fprintf(script,
            "set lmargin at screen %.6f\n"
            "set rmargin at screen %.6f\n"
            "set tmargin at screen %.6f\n"
            "set bmargin at screen %.6f\n"
            "set colorbox user origin screen %.6f,%.6f size screen %.6f,%.6f\n",
            (double)left / page->width, (left + width) / page->width,
            1 - (double)top / page->height, bottom, (left + width + COLOURS_GAP) / page->width,
            bottom, (double)COLOURS_WIDTH / page->width, height / page->height);
}

/* Whether there is anything in a map: for players who finished no game there is not. */
static bool has_values(const struct map *map)
{
    if (map->number < map->counts->entries)
        return map->counts->games[map->number] > 0;
    return map->counts->layouts > 0;
}

static void write_map(FILE *script, const struct page *page, const struct map *map)
{
    const struct counts *counts = map->counts;
    bool is_order = map->number < counts->entries;
    bool has_squares = (int64_t)counts->width * counts->height <= PIXELS_MAX;
    if (!has_values(map))
        return;
    set_margins(script, page, map);
    write_palette(script, is_order);
    write_range(script, page, map);
    write_data(script, map);
    fprintf(script, "set title ");
    gnuplot_quote(script, is_order ? map->simulation->entries[map->number].player->label
                                   : "% of fleets with a ship there");
    fprintf(script, "\nplot [-0.5:%g] [%g:-0.5] $map matrix with image%s notitle\n",
            counts->width - 0.5, counts->height - 0.5, has_squares ? " pixels" : "");
}

static void write_title(FILE *script, const struct page *page, const struct map *map)
{
    char label[LABEL_SIZE] = "";
    char title[LABEL_SIZE + 100];
    if (map->simulation->placement.style)
        placement_label(label, &map->simulation->placement);
    snprintf(title, sizeof title, "mean order in which cells are fired at, in %" PRId64 " %s%s%s",
             map->counts->layouts, map->counts->layouts == 1 ? "game" : "games",
             label[0] ? ", placement " : "", label);
    fprintf(script, "set label 1 ");
    gnuplot_quote(script, title);
    fprintf(script, " at screen %.6f,%.6f left\n", (double)MAP_LEFT / page->width,
            1 - (page->top + TITLE_HEIGHT / 2.0) / page->height);
}

/* ---- the picture ---- */

/* The height of the maps of a simulation. */
static int height_of(const struct page *page, const struct simulation *simulation)
{
    size_t rows = simulation->entry_count / MAPS_ABREAST + 1;
    return TITLE_HEIGHT + (int)rows * page->row_height;
}

static struct page make_page(const struct study *study)
{
    int32_t width = bship_rules_width(study->plan.rules);
    int32_t height = bship_rules_height(study->plan.rules);
    struct page page = { .cell = (double)MAP_SIDE / (width > height ? width : height) };
    size_t most = 0;
    page.row_height = MAP_TOP + (int)(page.cell * height) + MAP_BOTTOM;
    for (size_t i = 0; i < study->count; i++) {
        const struct simulation *simulation = &study->simulations[i];
        most = simulation->entry_count > most ? simulation->entry_count : most;
        page.height += height_of(&page, simulation);
    }
    page.width = MAP_WIDTH * (most < MAPS_ABREAST ? (int)most + 1 : MAPS_ABREAST);
    return page;
}

static void write_simulation(FILE *script, const struct page *page,
                             const struct simulation *simulation, const struct counts *counts)
{
    struct map map = { simulation, counts, 0 };
    write_title(script, page, &map);
    write_tics(script, page, counts);
    for (; map.number <= counts->entries; map.number++) {
        write_map(script, page, &map);
        fprintf(script, "unset label 1\n");
    }
}

/* Plays the first games again, as threads of the match and hence in any order: sums have none. */
static int count(struct counts *counts, const struct simulation *simulation)
{
    const struct listener listener = { .observe = counts_observe, .user = counts };
    int64_t games = simulation_games(simulation);
    struct part part = { .count = games < HEAT_GAMES_MAX ? games : HEAT_GAMES_MAX,
                         .listener = &listener };
    int result = counts_init(counts, simulation);
    if (result == EXIT_FINE)
        result = part_make_results(&part.results, simulation->results);
    if (result == EXIT_FINE && part.count > 0)
        result = simulation_play(simulation, &part);
    results_free(part.results);
    return result;
}

static int write_study(FILE *script, const struct study *study, struct page *page)
{
    int result = EXIT_FINE;
    for (size_t i = 0; i < study->count && result == EXIT_FINE; i++) {
        const struct simulation *simulation = &study->simulations[i];
        struct counts counts = { .games = NULL };
        result = count(&counts, simulation);
        if (result == EXIT_FINE)
            write_simulation(script, page, simulation, &counts);
        counts_clear(&counts);
        page->top += height_of(page, simulation);
    }
    return result;
}

int plot_heat(const struct study *study, const char *path)
{
    struct page page = make_page(study);
    FILE *script = gnuplot_begin(path, page.width, page.height);
    if (!script)
        return EXIT_RUNTIME;
    fprintf(script, "set tics scale 0\nset border linecolor rgb '#4a5568'\nset multiplot\n");
    int result = write_study(script, study, &page);
    fprintf(script, "unset multiplot\n");
    if (result == EXIT_FINE)
        return gnuplot_end(script, path);
    fclose(script);
    if (result == EXIT_INTERRUPTED)
        fprintf(stderr, PROGRAM ": interrupted; there is no heat map\n");
    return result;
}
