/* Sums for each cell; see plot_counts.h. */
#include "simulation/plot_counts.h"

#include <math.h>
#include <stdlib.h>

static size_t cell_count(const struct counts *counts)
{
    return (size_t)counts->width * (size_t)counts->height;
}

static size_t index_of(const struct counts *counts, bship_cell cell)
{
    return (size_t)cell.y * (size_t)counts->width + (size_t)cell.x;
}

int counts_init(struct counts *counts, const struct simulation *simulation)
{
    const bship_rules *rules = simulation->plan->rules;
    *counts = (struct counts){ .width = bship_rules_width(rules),
                               .height = bship_rules_height(rules),
                               .entries = simulation->entry_count,
                               .rules = rules };
    pthread_mutex_init(&counts->lock, NULL);
    counts->games = calloc(counts->entries, sizeof *counts->games);
    counts->ranks = calloc(counts->entries * cell_count(counts), sizeof *counts->ranks);
    counts->ships = calloc(cell_count(counts), sizeof *counts->ships);
    if (counts->games && counts->ranks && counts->ships)
        return EXIT_FINE;
    return fail_memory();
}

void counts_clear(struct counts *counts)
{
    free(counts->games);
    free(counts->ranks);
    free(counts->ships);
    pthread_mutex_destroy(&counts->lock);
}

/* ---- counting ---- */

static void count_ships(struct counts *counts, const bship_board *board)
{
    for (int32_t y = 0; y < counts->height; y++) {
        for (int32_t x = 0; x < counts->width; x++) {
            bship_cell cell = { x, y };
            counts->ships[index_of(counts, cell)] += bship_board_ship_at(board, cell) >= 0;
        }
    }
}

/* Adds the ranks of all cells, none of which was fired at twice. */
static void count_ranks(const struct counts *counts, const bship_chart *chart, int64_t *ranks)
{
    int64_t shots = bship_chart_shots(chart);
    size_t cells = cell_count(counts);
    int64_t open = (int64_t)(cells - bship_rules_blocked(counts->rules, NULL, 0));
    int64_t unfired = shots + open + 1;
    for (size_t i = 0; i < cells; i++)
        ranks[i] += unfired;
    for (int64_t shot = 0; shot < shots; shot++) {
        bship_cell cell = { 0, 0 };
        if (!bship_chart_shot(chart, shot, &cell, NULL))
            ranks[index_of(counts, cell)] += 2 * (shot + 1) - unfired;
    }
}

void counts_observe(const bship_match_row *row, const bship_board *board, const bship_chart *chart,
                    void *user)
{
    struct counts *counts = user;
    size_t entry = (size_t)row->entry;
    pthread_mutex_lock(&counts->lock);
    if (entry == 0) {
        counts->layouts++;
        count_ships(counts, board);
    }
    if (!row->status && row->wasted == 0) {
        counts->games[entry]++;
        count_ranks(counts, chart, counts->ranks + entry * cell_count(counts));
    }
    pthread_mutex_unlock(&counts->lock);
}

/* ---- means ---- */

double counts_mean_rank(const struct counts *counts, size_t entry, bship_cell cell)
{
    int64_t ranks = counts->ranks[entry * cell_count(counts) + index_of(counts, cell)];
    if (counts->games[entry] == 0 || bship_rules_is_blocked(counts->rules, cell))
        return (double)NAN;
    return (double)ranks / (2 * (double)counts->games[entry]);
}

double counts_occupancy(const struct counts *counts, bship_cell cell)
{
    int64_t ships = counts->ships[index_of(counts, cell)];
    if (counts->layouts == 0 || bship_rules_is_blocked(counts->rules, cell))
        return (double)NAN;
    return 100 * (double)ships / (double)counts->layouts;
}
