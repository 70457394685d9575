/*
 * How alike players decide, by which copies are found: all are asked for their shots in the same
 * positions with the same seeds, and strategies of the library that do not play are asked beside
 * them. A copy fires as its original nearly always, a renamed or translated one too.
 *
 * Two players that have nothing to do with each other agree in some positions, too: many fire
 * beside an open hit. What is usual is the median of the shares that either of them has with all
 * others.
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
    const char *name;            /* this label */
    const char *strategy;        /* of the library; NULL: a bot */
    const struct player *player; /* NULL: it does not play */
    int32_t *shots; /* by position, the cells in order, row by row; the first -1: none */
    int64_t answers;
    double itself;             /* the share of its answers that do not depend on the seed */
    const char *reason;        /* why it gave no answer, the first time; NULL: it always did */
    char why[ENGINE_WHY_SIZE]; /* this reason */
};

/* What two players answered. */
struct likeness {
    char label[PAIR_LABEL_SIZE];
    const char *a, *b;         /* labels */
    size_t number_a, number_b; /* of those who are asked */
    int64_t positions;         /* in which both answered */
    int64_t equal;             /* alike */
    double share, low, high;   /* of them, with its 95% interval */
    double usual;              /* NaN: there are no others */
    double itself;             /* the lesser one of both with itself; NaN: unknown */
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
    ALIKE_COPIES /* in most positions, and as one of them is with itself under another seed */
};

/* How alike two are; of two who do not play, ALIKE_USUALLY. */
enum alike agreement_judge(const struct agreement *agreement, const struct likeness *likeness);

/* The pair of two who are asked. */
const struct likeness *agreement_of(const struct agreement *agreement, size_t a, size_t b);

/* NULL is accepted. */
void agreement_free(struct agreement *agreement);

#endif
