/**
 * @file
 * A layout sampler: draws random layouts of a fleet, every legal layout with the same
 * probability.
 *
 * Mostly whole layouts are drawn, every ship uniformly and on its own, and rejected unless
 * legal. A sampler finds out once, by a bounded number of trials, whether that is quick. Where
 * it is not, as with the german fleet without contact, the layouts are counted once by
 * frontier-based dynamic programming and every layout is drawn from the count. That may take
 * seconds and some hundred MB, so it has limits, reports its progress and can be cancelled.
 *
 * A sampler is never approximate: where the layouts can be neither drawn by rejection nor
 * counted within the limits, there is no sampler. (A board then still finds a layout by
 * search: bship_board_place_random().)
 *
 * A sampler is immutable once it is made: any number of threads, boards, games and matches may
 * share one and draw from it at the same time, each from a stream of its own.
 */
#ifndef BATTLESHIP_SAMPLER_H
#define BATTLESHIP_SAMPLER_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/posterior.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A layout sampler. */
typedef struct bship_sampler bship_sampler;

/** The default limits of making a sampler. */
enum {
    BSHIP_SAMPLER_WORK_DEFAULT = 2000000000,  /**< steps: seconds on a machine of today */
    BSHIP_SAMPLER_MEMORY_DEFAULT = 1073741824 /**< bytes: 1 GiB */
};

/** How a sampler is made. */
typedef struct bship_sampler_options {
    size_t size;                      /**< sizeof(bship_sampler_options) as the caller knows it */
    int64_t work_limit;               /**< steps that making it may take, a step being about a
                                           nanosecond; 0: #BSHIP_SAMPLER_WORK_DEFAULT */
    uint64_t memory_limit;            /**< bytes that the sampler may take; 0:
                                           #BSHIP_SAMPLER_MEMORY_DEFAULT */
    bship_progress_callback progress; /**< NULL: none. Not called where making it takes less
                                           than a million steps, as where rejection is quick */
    void *user;                       /**< handed to `progress` */
} bship_sampler_options;

/** The defaults: the default limits, no progress reports. */
#define BSHIP_SAMPLER_OPTIONS_INIT                                                                 \
    {                                                                                              \
        sizeof(bship_sampler_options), 0, 0, NULL, NULL                                            \
    }

/**
 * Sets options to #BSHIP_SAMPLER_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_sampler_options)
 */
BSHIP_API void bship_sampler_options_init(bship_sampler_options *options, size_t size);

/**
 * Makes a sampler of the legal layouts of a fleet.
 *
 * @param out     the new sampler, the caller's to unref
 * @param rules   the rules; the sampler takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure, `index` being, for #BSHIP_ERROR_WORK_LIMIT, about how many
 *                steps are needed as far as is known then: always more than the limit; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_WORK_LIMIT; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_INFEASIBLE
 *         if the count has proved that there is no layout (only where
 *         bship_rules_feasibility() is undecided); #BSHIP_ERROR_UNSUPPORTED where rejection is not
 *         quick and the layouts are beyond counting (broad boards, or 2^127 layouts and
 *         more); #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY, also where more than the memory limit is needed, which the text
 *         of the error says.
 */
BSHIP_API bship_status bship_sampler_new(bship_sampler **out, bship_rules *rules,
                                         const bship_sampler_options *options, bship_error *error);

/**
 * Takes a reference.
 *
 * @param sampler the sampler; may be NULL
 * @return `sampler`.
 */
BSHIP_API bship_sampler *bship_sampler_ref(bship_sampler *sampler);

/**
 * Gives a reference back; the last one frees the sampler.
 *
 * @param sampler the sampler; may be NULL
 */
BSHIP_API void bship_sampler_unref(bship_sampler *sampler);

/**
 * The rules of a sampler.
 *
 * @param sampler the sampler
 * @return the rules, borrowed: they live as long as the sampler.
 */
BSHIP_API bship_rules *bship_sampler_rules(const bship_sampler *sampler);

/**
 * How a sampler draws. Both methods are uniform.
 *
 * @param sampler the sampler
 * @return a ::bship_posterior_method: #BSHIP_METHOD_REJECTION where layouts are drawn and rejected
 *         unless legal, #BSHIP_METHOD_FRONTIER where they were counted.
 */
BSHIP_API int32_t bship_sampler_method(const bship_sampler *sampler);

/**
 * How many layouts there are, two that differ only in which of two ships of one length
 * lies where being one.
 *
 * @param sampler the sampler
 * @return the number, rounded; NaN where the layouts were not counted.
 */
BSHIP_API double bship_sampler_layouts(const bship_sampler *sampler);

/**
 * Draws a layout.
 *
 * Safe to call from several threads at the same time, each with a stream of its own. By
 * rejection a draw takes a little memory while it lasts; from a count it takes none.
 *
 * @param sampler    the sampler
 * @param rng        the stream
 * @param placements the layout: a placement for each ship, in fleet order
 * @param count      the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for another count; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_sampler_draw(const bship_sampler *sampler, bship_rng *rng,
                                          bship_placement *placements, size_t count);

/**
 * Draws a layout and lays it on a board in place of what was laid: that of
 * bship_sampler_draw() from the same stream. Allocates nothing.
 *
 * @param sampler the sampler
 * @param board   the board
 * @param rng     the stream
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if the rules of the two are not equal;
 *         #BSHIP_ERROR_STARTED.
 */
BSHIP_API bship_status bship_sampler_place(const bship_sampler *sampler, bship_board *board,
                                           bship_rng *rng);

BSHIP_END_DECLS

#endif
