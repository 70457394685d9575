/*
 * Pictures of a study, drawn by gnuplot.
 *
 * Functions that fail print the reason on stderr and return an exit code.
 */
#ifndef PROGRAMS_SIMULATION_PLOT_H
#define PROGRAMS_SIMULATION_PLOT_H

#include "simulation/simulation.h"

/* How many games of a simulation are played for heat maps: their error is then below what shows. */
#define HEAT_GAMES_MAX 10000

/* The pictures. Each has a row in plot.c, and an option. */
enum picture {
    PICTURE_SHOTS,
    PICTURE_HEAT,
    PICTURES
};

/* Which pictures are drawn: the names of their files; NULL: it is not. */
struct pictures {
    const char *files[PICTURES];
};

/* Whether the pictures can be drawn: to be asked before the games are played. */
int pictures_check(const struct pictures *pictures, const struct plan *plan);

/* Draws them, all that can be. */
int pictures_draw(const struct pictures *pictures, const struct study *study);

/*
 * The parts of pictures_draw(). Shots: their distributions, of all players on one axis and, below,
 * in how many games they needed at most so many; of learners, also how they get better. Heat: in
 * which order each player fires at the cells, on the mean, and where ships are, as seen in the
 * first games, which are played once more. Each placement has panels of its own.
 */
int plot_shots(const struct study *study, const char *path);
int plot_heat(const struct study *study, const char *path);

#endif
