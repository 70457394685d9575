/*
 * Players who lay whole layouts again.
 *
 * The next layout is one of those seen before with some probability, and else new: a Chinese
 * restaurant process (Pitman, Combinatorial stochastic processes, 2006), but with a rate of repeats
 * that is learnt, and that follows changes. Which layout is repeated depends on how long ago it was
 * laid: the share of repeats is counted for each lag, so that players who lay the same five in turn
 * are as predictable as they are. That layouts are never repeated is a separate hypothesis: on
 * small boards chance repeats layouts, too.
 */
#ifndef BSI_INFERENCE_HABITS_REPEATS_H
#define BSI_INFERENCE_HABITS_REPEATS_H

#include "base/work_budget.h"
#include "inference/prior.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BSI_LAGS = 64 /* greater lags count as one */
};

/* A layout that was seen. */
typedef struct bsi_seen {
    uint64_t key;     /* a hash of the layout, taken to be unique; 0: a part of a layout */
    double chance;    /* the probability that a player without habits lays it */
    double weight;    /* after forgetting */
    size_t ships_end; /* in the list of ships seen: the index behind its last ship */
    bool is_repeat;   /* set: of an earlier one */
    bool is_last;     /* set: no later one is equal */
} bsi_seen;

/* A layout that the player may lay again. */
typedef struct bsi_remembered {
    size_t observation; /* the latest of this layout */
    double probability; /* that it is the next layout */
} bsi_remembered;

typedef struct bsi_repeats {
    double probability; /* that the next layout is one of the remembered */
    double habit;       /* that the player repeats layouts, rather than chance */
    size_t count;
    bsi_remembered items[BSI_KNOWN_LAYOUTS_MAX]; /* the most probable first */
} bsi_repeats;

/* Learns from what was seen, the oldest first: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_repeats_fit(bsi_repeats *repeats, bsi_seen *seen, size_t count,
                             bsi_work_budget *budget);

#endif
