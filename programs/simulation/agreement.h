/*
 * How alike players decide, to find copies. All are asked for their shots in the same positions
 * with the same seeds, and so are strategies of the library that do not play. A copy nearly always
 * fires as its original does, even if it was renamed or translated.
 *
 * Players that have nothing to do with each other agree in some positions, too: many fire beside an
 * open hit. For each of the two, the usual share is the median of its shares with all others; for a
 * pair, the higher one of both.
 */
#ifndef PROGRAMS_SIMULATION_AGREEMENT_H
#define PROGRAMS_SIMULATION_AGREEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/client.h"
#include "simulation/simulation.h"

/* The most positions. */
#define AGREEMENT_POSITIONS_MAX 10000

/* A player that is asked. */
struct asked {
    char label[LABEL_SIZE];      /* that of a player, or `(density)` */
    const char *name;            /* its label, for tables */
    const char *strategy;        /* of the library; NULL: a bot */
    const struct player *player; /* NULL: it does not play */
    int32_t *shots; /* by position, the cells in order, row by row; the first -1: none */
    int64_t answers;
    double itself;             /* the share of its answers that do not depend on the seed */
    const char *reason;        /* why it gave no answer, the first time; NULL: it always did */
    char why[ENGINE_WHY_SIZE]; /* the text of the reason */
};

/* What two players answered. */
struct likeness {
    char label[PAIR_LABEL_SIZE];
    const char *a, *b;         /* labels */
    size_t number_a, number_b; /* of those who are asked */
    int64_t positions;         /* in which both answered */
    int64_t equal;             /* those in which they answered alike */
    double share, low, high;   /* of equal answers, with its 95% interval */
    double usual;              /* the share that is usual; NaN: there are no others */
    double itself;             /* the higher share of one with itself; NaN: unknown */
};

struct agreement {
    int64_t positions;
    struct asked *asked;
    size_t count;
    struct likeness *pairs; /* in the order of their numbers */
    size_t pair_count;
};

/* Asks all players of a study after its games; returns an exit code. Learners are not asked. */
int agreement_ask(struct study *study, int64_t positions);

enum alike {
    ALIKE_USUALLY,
    ALIKE_MORE,  /* than usual */
    ALIKE_COPIES /* in most positions, and as either is with itself under another seed */
};

/* How alike two are; of two who do not play, ALIKE_USUALLY. */
enum alike agreement_judge(const struct agreement *agreement, const struct likeness *likeness);

/* The pair of two who are asked. */
const struct likeness *agreement_of(const struct agreement *agreement, size_t a, size_t b);

/* NULL is accepted. */
void agreement_free(struct agreement *agreement);

#endif
