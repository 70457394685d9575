/**
 * @file
 * Batches: many games at once, or many posteriors, from arrays to arrays.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 *
 * A ::bship_batch plays games of one side: in each, shots are fired at a hidden fleet that lies
 * uniformly at random, one shot in each game at a time. It is the environment that agents are
 * trained in. bship_posterior_batch() computes the posteriors of many positions.
 *
 * All arrays belong to the caller, are flat and have no gaps: the row of game 0, then that of game
 * 1, and so on. A row of cells goes row by row, and cell (x, y) has the number y * width + x. What
 * is wrong with one item is told by its status, and the others are computed all the same.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_BATCH_H
#define BATTLESHIP_EXPERIMENTAL_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/match.h>
#include <battleship/posterior.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * Many games of one side.
 *
 * Game i of a batch depends on the rules, the limits, the seed and i alone, not on the number of
 * games nor on what happens in the others: its fleets are the layouts that bship_sampler_draw()
 * draws one by one from the stream of (seed, #BSHIP_RNG_PURPOSE_LAYOUT, i).
 *
 * A batch may be used by one thread at a time.
 */
typedef struct bship_batch bship_batch;

/** The most games of a batch. */
#define BSHIP_BATCH_GAMES_MAX 16777216

/** An enumeration (battleship/enumeration.h), `batch-end`: ::bship_batch_end */
#define BSHIP_ENUM_BATCH_END 1003

/** Whether a game of a batch is over. */
typedef enum bship_batch_end {
    BSHIP_BATCH_END_NONE = 0, /**< `none`: it is not */
    BSHIP_BATCH_END_SUNK = 1, /**< `sunk`: the fleet is sunk */
    BSHIP_BATCH_END_SHOTS = 2 /**< `shots`: no shot is left */
} bship_batch_end;

/** Options of a batch. */
typedef struct bship_batch_options {
    size_t size;                  /**< sizeof(bship_batch_options); see @ref struct_sizes */
    uint64_t seed;                /**< of the fleets */
    int32_t shots;                /**< the shots of a game, wasted ones included, instead of those
                                       that the rules give a side; 0: as many as these, `shots N` */
    int32_t starts_again;         /**< whether a game that is over is replaced by its next one at
                                       once; else it stays over until bship_batch_start() */
    const bship_sampler *sampler; /**< draws the fleets; must have equal rules; the batch takes a
                                       reference. NULL: the batch makes one with the default
                                       limits */
} bship_batch_options;

/** The defaults: seed 0, the shots of the rules, games stay over, a sampler of the batch's own. */
#define BSHIP_BATCH_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_batch_options), 0, 0, 0, NULL                                                 \
    }

/**
 * The arrays that a step writes. Each belongs to the caller and may be NULL: it is not wanted.
 *
 * An observation is what the reports say, cell by cell: #BSHIP_CHART_STATE_MISS or
 * #BSHIP_CHART_STATE_HIT where the shot was that; #BSHIP_CHART_STATE_SUNK only in the cell whose
 * shot was reported to sink a ship, since which other hits belong to that ship is not told but
 * deduced (bship_chart_states() does that), but in all cells of a ship that the report shows;
 * #BSHIP_CHART_STATE_KNOWN_WATER where a sinking revealed water; #BSHIP_CHART_STATE_BLOCKED; else
 * #BSHIP_CHART_STATE_UNKNOWN.
 */
typedef struct bship_batch_arrays {
    size_t size;          /**< sizeof(bship_batch_arrays); see @ref struct_sizes */
    size_t count;         /**< the number of games of the batch */
    size_t cells;         /**< the number of cells of the board */
    uint8_t *observation; /**< `count` rows of `cells` ::bship_chart_state, after the step; may be
                               NULL */
    uint8_t *mask;        /**< `count` rows of `cells` flags, after the step: 1 where a cell is
                               unknown, and so can be fired at with effect; may be NULL */
    uint8_t *result;      /**< `count` ::bship_result, as the rules disclose them; may be NULL */
    int16_t *ship;        /**< `count` ships that the reports tell, or -1: the first ship of the
                               same name or, where reports tell only lengths, of the same length; may
                               be NULL */
    uint8_t *done;        /**< `count` ::bship_batch_end: whether the shot ended the game, or it was
                               over before; may be NULL */
    float *points;        /**< `count` points that the shot gained, disclosed or not: those of the
                               ship that it sank, else 0; may be NULL */
    int32_t *status;      /**< `count` ::bship_status: #BSHIP_OK; #BSHIP_ERROR_STATE if the game was
                               over; as bship_board_check_fire(). Where it is not #BSHIP_OK there was
                               no shot, and the result is #BSHIP_RESULT_WASTED; may be NULL */
    int32_t *shown; /**< `count` numbers: where the sunk ship lies that the report shows: twice
                         the number of its first cell, plus its ::bship_orientation; -1 where
                         none is shown; may be NULL */
} bship_batch_arrays;

/** No arrays. */
#define BSHIP_BATCH_ARRAYS_INIT                                                                    \
    {                                                                                              \
        sizeof(bship_batch_arrays), 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL           \
    }

/**
 * Makes a batch. The first game of each item has begun.
 *
 * Shots are fired one by one, as by bship_board_fire() and whatever the turns of the rules are.
 *
 * @param out     the new batch, owned by the caller
 * @param rules   the rules; the batch takes a reference
 * @param games   the number of games, 1..#BSHIP_BATCH_GAMES_MAX
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for a number of games or of shots outside its range;
 *         #BSHIP_ERROR_ARGUMENT if `starts_again` is neither 0 nor 1; #BSHIP_ERROR_RULES if the
 *         sampler has other rules; #BSHIP_ERROR_REPORT if the rules report salvos by totals; as
 *         bship_sampler_new() without a sampler; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_batch_new(bship_batch **out, const bship_rules *rules, size_t games,
                                       const bship_batch_options *options, bship_error *error);

/**
 * Frees a batch.
 *
 * @param batch the batch; may be NULL
 */
BSHIP_API void bship_batch_free(bship_batch *batch);

/**
 * The rules of a batch.
 *
 * @param batch the batch
 * @return the rules, borrowed: they live as long as the batch.
 */
BSHIP_API const bship_rules *bship_batch_rules(const bship_batch *batch);

/**
 * The number of games of a batch.
 *
 * @param batch the batch
 * @return the number of games.
 */
BSHIP_API size_t bship_batch_games(const bship_batch *batch);

/**
 * Begins all games anew, as those of a new batch with another seed. Allocates nothing.
 *
 * @param batch the batch
 * @param seed  the seed of the fleets
 */
BSHIP_API void bship_batch_reset(bship_batch *batch, uint64_t seed);

/**
 * Replaces games by their next ones, over or not. Allocates nothing.
 *
 * @param batch  the batch
 * @param chosen `count` flags: whether the game is replaced; NULL: all games
 * @param count  the number of games of the batch
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT.
 */
BSHIP_API bship_status bship_batch_start(bship_batch *batch, const uint8_t *chosen, size_t count);

/**
 * Fires one shot in each game. Allocates nothing.
 *
 * If games start again, `observation` and `mask` of one that this shot ended are those of the next
 * game, which has begun.
 *
 * @param batch  the batch
 * @param cells  `count` numbers of cells
 * @param count  the number of games of the batch
 * @param arrays what is wanted of the results; its arrays are written
 * @return #BSHIP_OK, also if no shot was legal; #BSHIP_ERROR_COUNT if `count`, or that of the
 *         arrays or their number of cells, is wrong; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_batch_step(bship_batch *batch, const int32_t *cells, size_t count,
                                        const bship_batch_arrays *arrays);

/**
 * Writes how the games stand, without a shot: `observation`, `mask` and `done`. The other arrays
 * are not written.
 *
 * @param batch  the batch
 * @param arrays what is wanted; its arrays are written
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if their numbers of games or cells are wrong;
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_batch_observe(const bship_batch *batch,
                                           const bship_batch_arrays *arrays);

/**
 * The hidden fleets, for those who compare an agent with the truth.
 *
 * @param batch   the batch
 * @param layouts receives `count` rows of `ships` times 3 numbers: a layout array, as
 *                battleship/experimental/layouts.h describes it
 * @param count   the number of games of the batch
 * @param ships   the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if one of them is wrong.
 */
BSHIP_API bship_status bship_batch_layouts(const bship_batch *batch, int16_t *layouts, size_t count,
                                           size_t ships);

/* ---- posteriors ---- */

/**
 * Positions: what was fired in each, shot by shot. The arrays are those of the steps of a
 * ::bship_batch, turned so that each game has a row, without the shots whose status was not
 * #BSHIP_OK: these were not fired.
 */
typedef struct bship_positions {
    size_t size;          /**< sizeof(bship_positions); see @ref struct_sizes */
    size_t count;         /**< the number of positions */
    size_t shots;         /**< the most shots of a position */
    const int32_t *cells; /**< `count` rows of `shots` numbers of cells, in the order of the shots;
                               a negative one ends a row before its last number */
    const uint8_t *results; /**< `count` rows of `shots` ::bship_result */
    const int16_t *ships;   /**< `count` rows of `shots` ships that the reports tell, or -1, as
                                 #bship_batch_arrays has them; NULL: all are -1 */
    const int32_t *shown;   /**< `count` rows of `shots` numbers that say where the reports show a
                                 sunk ship, or -1, as #bship_batch_arrays has them; NULL: all are
                                 -1 */
} bship_positions;

/** No positions. */
#define BSHIP_POSITIONS_INIT                                                                       \
    {                                                                                              \
        sizeof(bship_positions), 0, 0, NULL, NULL, NULL, NULL                                      \
    }

/** The arrays that bship_posterior_batch() writes. Each belongs to the caller and may be NULL: it
 * is not wanted. */
typedef struct bship_posterior_arrays {
    size_t size;          /**< sizeof(bship_posterior_arrays); see @ref struct_sizes */
    size_t count;         /**< the number of positions */
    size_t cells;         /**< the number of cells of the board */
    double *occupancy;    /**< `count` rows of `cells` probabilities that a ship covers the cell, as
                               by bship_posterior_occupancy(); NaN without results; may be NULL */
    double *log2_layouts; /**< `count` binary logarithms of the number of layouts, as in
                               ::bship_posterior_info; NaN without results; may be NULL */
    uint8_t *is_exact;    /**< `count` flags: whether the results are exact, not sampled; may be
                               NULL */
    int32_t *status; /**< `count` ::bship_status: as bship_chart_record() of the first shot that
                          is refused; #BSHIP_ERROR_RANGE for a ship that does not exist; as
                          bship_posterior_update(). Where it is not #BSHIP_OK there are no
                          results; may be NULL */
} bship_posterior_arrays;

/** No arrays. */
#define BSHIP_POSTERIOR_ARRAYS_INIT                                                                \
    {                                                                                              \
        sizeof(bship_posterior_arrays), 0, 0, NULL, NULL, NULL, NULL                               \
    }

/**
 * Computes the posteriors of many positions. The results of a position are those of
 * bship_posterior_new(), whatever the other positions and the number of threads are.
 *
 * The allocator of the rules is called from all threads.
 *
 * @param rules     the rules of all positions
 * @param positions the positions
 * @param options   of each posterior: limits of work and memory, for example, hold for a single
 *                  one; NULL for the defaults. `progress` is called in the calling thread, with the
 *                  share of the positions that are done, but not while that thread only waits for
 *                  the last positions of others; if it does not answer #BSHIP_PROGRESS_GO_ON, the
 *                  positions that are not done get #BSHIP_ERROR_CANCELLED
 * @param threads   how many threads compute, the calling one included, at most
 *                  #BSHIP_MATCH_THREADS_MAX; 0: one. There may be fewer
 * @param arrays    what is wanted of the results; its arrays are written
 * @param error     filled on failure; may be NULL
 * @return #BSHIP_OK, also if positions have no results; #BSHIP_ERROR_COUNT if the number of
 *         positions, or of cells, is not that of the rules and arrays; #BSHIP_ERROR_RANGE for a
 *         number of threads out of range; #BSHIP_ERROR_REPORT if the rules report salvos by totals;
 *         #BSHIP_ERROR_CANCELLED; for options as bship_posterior_new(); #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY. After a failure other than #BSHIP_ERROR_CANCELLED nothing is
 *         written.
 */
BSHIP_API bship_status bship_posterior_batch(const bship_rules *rules,
                                             const bship_positions *positions,
                                             const bship_posterior_options *options,
                                             int32_t threads, const bship_posterior_arrays *arrays,
                                             bship_error *error);

BSHIP_END_DECLS

#endif
