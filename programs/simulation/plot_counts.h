/*
 * Where shots and ships of a simulation are: sums for each cell, which several threads add to while
 * they play.
 */
#ifndef PROGRAMS_SIMULATION_PLOT_COUNTS_H
#define PROGRAMS_SIMULATION_PLOT_COUNTS_H

#include <pthread.h>

#include "simulation/simulation.h"

struct counts {
    int32_t width;
    int32_t height;
    size_t entries;
    pthread_mutex_t lock;
    int64_t layouts; /* how many were counted */
    int64_t *games;  /* by entry: those that it finished without a repeated shot */
    /*
     * By entry and cell: twice the sum of the cell's ranks in the order of fire, which count
     * from 1. Cells that were not fired at share the mean of the ranks that are left.
     */
    int64_t *ranks;
    int64_t *ships; /* by cell: in how many games a ship covers it */
    const bship_rules *rules;
};

/* Makes counts of no games. Returns an exit code; must be cleared even on failure. */
int counts_init(struct counts *counts, const struct simulation *simulation);

void counts_clear(struct counts *counts);

/* Adds a game of an entry: a bship_match_observer, whose `user` is the counts. */
void counts_observe(const bship_match_row *row, const bship_board *board, const bship_chart *chart,
                    void *counts);

/* The mean rank of a cell in an entry's order of fire; NaN where there is none. */
double counts_mean_rank(const struct counts *counts, size_t entry, bship_cell cell);

/* In how many per cent of the layouts a ship covers a cell; NaN for a blocked cell. */
double counts_occupancy(const struct counts *counts, bship_cell cell);

#endif
