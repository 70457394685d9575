/*
 * What a review has found so far, as plain data: taken from a review while it runs, kept when that
 * is closed, and written into the record of a kept game:
 *
 *     x-review a expert 612 44.10 0.33 0 0 1.21 0.30 7.31 0.41
 *         the yardstick, a level; rollouts; and, each with its error, what it needs from the start
 *         and at the end, what was given away, and luck
 *     x-review-turn a 0 1 0 0.10 0.05 -0.21 0.30
 *         its first shot, shots, whether they were the expert's, cost and luck
 *     x-review-shot a E5 1 0.172 E6 0.18
 *         whether it hit, its chance, the expert's cell and its chance
 *
 * Reviews of versions whose yardstick was a strategy are left out: they meant another cell.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_HINDSIGHT_H
#define PROGRAMS_BATTLESHIP_GAME_HINDSIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/chart.h>
#include <battleship/experimental/review.h>
#include <battleship/record.h>

/* Figures in shots say something, and are shown, once the error of luck is below this; in games for
 * which an expert needs more than REVIEW_USUAL shots, as in a classic one, in proportion to that.
 */
#define REVIEW_SETTLED_ERROR 2.5
#define REVIEW_USUAL 44.0
/* The same where no time is left to refine them: what was found says more than nothing. */
#define REVIEW_FINAL_ERROR 5.0

/* Zeroes are one of nothing. */
struct hindsight {
    bship_review_info info;
    bship_status status;      /* BSHIP_OK so far; BSHIP_ERROR_CANCELLED; or why there is no more */
    bship_review_shot *shots; /* the first info.shots_done */
    bship_review_turn *turns; /* the first info.turns_done */
    bool was_settled; /* its figures were shown already, and stay whatever their errors do */
    bool is_final;    /* nothing will be refined any more */
};

/* Makes room for the review of a log; nothing is found yet. False if out of memory. */
bool hindsight_open(struct hindsight *hindsight, const bship_chart *log);

/* Reads what a review has found of that log. */
void hindsight_read_review(struct hindsight *hindsight, const bship_review *review);

/* Copies what another one has found, in place of what this one has. False, with nothing changed, if
 * out of memory. */
bool hindsight_copy(struct hindsight *hindsight, const struct hindsight *from);

/* Frees the members. */
void hindsight_clear(struct hindsight *hindsight);

/* Whether there is anything: a shot was analysed. */
bool hindsight_is_there(const struct hindsight *hindsight);

/* The error of luck below which the figures say something. */
double hindsight_settled_error(const struct hindsight *hindsight);

/* Whether the figures in shots say something: before, their errors are too large. */
bool hindsight_is_settled(const struct hindsight *hindsight);

/* Whether a turn certainly gave shots away, as bship_review_costliest() says. */
bool hindsight_is_costly(const bship_review_turn *turn);

/* The hits beyond those that the chances promised; NAN before all shots are analysed, or if it is
 * not known which have hit. */
double hindsight_luck_in_hits(const struct hindsight *hindsight);

/* The shots given away; NAN before all turns are reviewed and the figures settled. */
double hindsight_given_away(const struct hindsight *hindsight);

/* Adds what is known of a side to a record, if all turns are reviewed and the figures settled. */
bship_status hindsight_write(const struct hindsight *hindsight, bship_record *record, int32_t side);

/*
 * Reads it from a record, of which `chart` is what the side knew in the end. False, with nothing in
 * `out`, if there is nothing, or what does not fit the game.
 */
bool hindsight_read(struct hindsight *out, const bship_record *record, int32_t side,
                    const bship_chart *chart);

#endif
