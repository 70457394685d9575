/**
 * @file
 * A layout sampler: draws random layouts of a fleet, every legal layout with the same
 * probability.
 *
 * For most rules it uses rejection sampling: each ship is placed uniformly and independently,
 * and the whole layout is rejected unless it is legal. When a sampler is made, a bounded number
 * of trials decides whether that is fast. If not, as with the german fleet without contact, the
 * layouts are counted once by frontier-based dynamic programming, and each draw turns a random
 * number below the count into a layout. Counting may take seconds and 200 MB or more, so it has
 * limits, reports its progress and can be cancelled. Layouts that were counted can also be
 * listed: to go over all of a small board.
 *
 * A sampler is never approximate: if the layouts can neither be drawn by rejection nor be
 * counted within the limits, making it fails. (bship_board_place_random() then still finds a
 * layout by search.)
 *
 * A sampler is immutable and reference-counted: any number of threads, boards, games and
 * matches may share it and draw at the same time, each from its own stream.
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

/** The default work limit for making a sampler, in steps: seconds on current machines. */
#define BSHIP_SAMPLER_WORK_DEFAULT 2000000000
/** The default memory limit of a sampler, in bytes: 256 MiB, enough for every preset fleet with its
    own contact rule. */
#define BSHIP_SAMPLER_MEMORY_DEFAULT 268435456

/** Options of a sampler. */
typedef struct bship_sampler_options {
    size_t size;                      /**< sizeof(bship_sampler_options); see @ref struct_sizes */
    int64_t work_limit;               /**< work steps for making it, of about a nanosecond each; 0:
                                           #BSHIP_SAMPLER_WORK_DEFAULT */
    uint64_t memory_limit;            /**< bytes that the sampler may use; 0:
                                           #BSHIP_SAMPLER_MEMORY_DEFAULT */
    bship_progress_callback progress; /**< NULL: none. Not called if making the sampler takes less
                                           than 30,000 work steps, as it can when rejection sampling
                                           is fast */
    void *user;                       /**< passed to `progress` */
    int32_t must_count;               /**< whether layouts are counted, and so listed, even where
                                           rejection sampling is fast; else only where it is slow */
    int32_t reserved;                 /**< zero */
} bship_sampler_options;

/** The defaults: the default limits, no progress reports, counting only where it is needed. */
#define BSHIP_SAMPLER_OPTIONS_INIT                                                                 \
    {                                                                                              \
        sizeof(bship_sampler_options), 0, 0, NULL, NULL, 0, 0                                      \
    }

/**
 * Makes a sampler of the legal layouts of a fleet.
 *
 * @param out     the new sampler, with one reference owned by the caller
 * @param rules   the rules; the sampler takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL. For #BSHIP_ERROR_WORK_LIMIT `index` is the
 *                estimated number of steps needed, which is always above the limit
 * @return #BSHIP_OK; #BSHIP_ERROR_WORK_LIMIT; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_INFEASIBLE
 *         if the count proves that there is no layout (only if bship_rules_feasibility() is
 *         undecided); #BSHIP_ERROR_UNSUPPORTED if the layouts must be counted and cannot be (wide
 *         boards, or 2^127 layouts and more); #BSHIP_ERROR_RANGE for a negative work limit;
 *         #BSHIP_ERROR_ARGUMENT for a `must_count` other than 0 and 1, or a reserved member other
 *         than 0; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY, also if the memory limit does not
 *         suffice, which the text of the error says.
 */
BSHIP_API bship_status bship_sampler_new(bship_sampler **out, const bship_rules *rules,
                                         const bship_sampler_options *options, bship_error *error);

/**
 * Adds a reference.
 *
 * @param sampler the sampler, own or borrowed; may be NULL
 * @return `sampler`, with one reference owned by the caller.
 */
BSHIP_API bship_sampler *bship_sampler_ref(const bship_sampler *sampler);

/**
 * Drops a reference; dropping the last one frees the sampler.
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
BSHIP_API const bship_rules *bship_sampler_rules(const bship_sampler *sampler);

/**
 * The method by which a sampler draws. Both methods are uniform.
 *
 * @param sampler the sampler
 * @return a ::bship_method: #BSHIP_METHOD_REJECTION for rejection sampling,
 *         #BSHIP_METHOD_FRONTIER if the layouts were counted.
 */
BSHIP_API int32_t bship_sampler_method(const bship_sampler *sampler);

/**
 * The number of layouts that bship_sampler_layout() lists: all that reports can tell apart. Two
 * that differ only by an exchange of ships of one length count as one, unless reports name ships
 * and the names differ.
 *
 * @param sampler the sampler
 * @return the number; 0 if the layouts were not counted, or if there are 2^63 or more.
 */
BSHIP_API int64_t bship_sampler_count(const bship_sampler *sampler);

/**
 * A layout by its index. Every layout has exactly one; their order is not specified, but the same
 * for equal rules and one version of the library.
 *
 * May be called from several threads at the same time. Allocates nothing.
 *
 * @param sampler    the sampler
 * @param index      from 0 to bship_sampler_count() - 1
 * @param placements receives `count` placements, one for each ship, in the order of the fleet
 * @param count      the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such index, as where the layouts were not
 *         counted; #BSHIP_ERROR_COUNT if `count` is not the number of ships.
 */
BSHIP_API bship_status bship_sampler_layout(const bship_sampler *sampler, int64_t index,
                                            bship_placement *placements, size_t count);

/**
 * Draws a layout.
 *
 * May be called from several threads at the same time, each with its own stream. Allocates
 * memory for the duration of the call with rejection sampling, and nothing otherwise.
 *
 * @param sampler    the sampler
 * @param rng        the stream
 * @param placements receives `count` placements, one for each ship, in the order of the fleet
 * @param count      the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if `count` is not the number of ships;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_sampler_draw(const bship_sampler *sampler, bship_rng *rng,
                                          bship_placement *placements, size_t count);

/**
 * Places a random layout on a board: the one that bship_sampler_draw() would draw from the
 * same stream. Ships placed before are removed. Allocates nothing.
 *
 * @param sampler the sampler
 * @param rng     the stream
 * @param board   the board
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if the rules of board and sampler differ;
 *         #BSHIP_ERROR_STARTED.
 */
BSHIP_API bship_status bship_sampler_place(const bship_sampler *sampler, bship_rng *rng,
                                           bship_board *board);

BSHIP_END_DECLS

#endif
