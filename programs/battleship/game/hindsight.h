/*
 * What a review has found so far, as plain data: taken from a review while it runs, kept when that
 * is closed, and written into the record of a kept game:
 *
 *     x-review a posterior 612 44.10 0.33 0 0 1.21 0.30 7.31 0.41
 *         the expert; rollouts; and, each with its error, what the expert needs from the start and
 *         at the end, what was given away, and luck
 *     x-review-turn a 0 1 0.10 0.05 -0.21 0.30     its first shot, shots, cost and luck
 *     x-review-shot a E5 1 0.172 E6 0.18           whether it hit, its chance, the best cell's
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_HINDSIGHT_H
#define PROGRAMS_BATTLESHIP_GAME_HINDSIGHT_H

#include <battleship/record.h>

#include "battleship/game/review.h"

/* Zeroes are one of nothing. */
struct hindsight {
    struct review_summary summary; /* its expert is a name of the library */
    struct review_shot *shots;     /* the first summary.shots_done */
    struct review_turn *turns;     /* the turns of these shots */
    int64_t turn_count;
    bool was_settled; /* its figures were shown already, and stay whatever their errors do */
    bool is_final;    /* nothing will be refined any more */
};

/* Takes what a review has found so far. False, with nothing changed, if out of memory. */
bool hindsight_take(struct hindsight *hindsight, const struct review *review);

/* Frees the members. */
void hindsight_clear(struct hindsight *hindsight);

/* Whether there is anything: a shot was analysed. */
bool hindsight_is_there(const struct hindsight *hindsight);

/* Whether the figures in shots say something: before, their errors are as large as they are. */
bool hindsight_is_settled(const struct hindsight *hindsight);

/* Whether a turn certainly gave shots away: a tenth at least, and beyond three standard errors. */
bool hindsight_is_costly(const struct review_turn *turn);

/* The costly turns, from the worst: up to `capacity` numbers. Returns how many. */
size_t hindsight_costliest(const struct hindsight *hindsight, int64_t *turns, size_t capacity);

/* Adds what is known of a side to a record, if its figures are settled. */
bship_status hindsight_write(const struct hindsight *hindsight, bship_record *record, int32_t side);

/*
 * Reads it from a record, of which `chart` is what the side knew in the end. False, with nothing in
 * `out`, if there is nothing, or what does not fit the game.
 */
bool hindsight_read(struct hindsight *out, const bship_record *record, int32_t side,
                    const bship_chart *chart);

#endif
