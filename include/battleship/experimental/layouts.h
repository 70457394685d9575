/**
 * @file
 * Many layouts at once, as arrays of numbers.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 *
 * A *layout array* has a row for each layout, and a row has three numbers for each ship, in the
 * order of the fleet: the column and the row of its first cell and its ::bship_orientation. A
 * *grid array* has a row for each layout, and a row has a byte for each cell of the board, row by
 * row: 0 for water, else the ship's index plus one, or 255 for all ships from number 254 on. All
 * arrays belong to the caller and have no gaps.
 *
 * The layouts come from a sampler, which draws or lists those of an empty board or, if it was made
 * by bship_sampler_new_chart(), those that agree with a chart; or from a posterior, which draws
 * them by its weights and by any method.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_LAYOUTS_H
#define BATTLESHIP_EXPERIMENTAL_LAYOUTS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/chart.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/posterior.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * Makes a sampler of the layouts that agree with a chart. They are always counted, so that they can
 * be listed, and each has the same probability. bship_sampler_place() lays one of them on a board.
 *
 * The results depend on the rules and on what the chart was told, not on the order of the calls.
 *
 * @param out     the new sampler, with one reference owned by the caller
 * @param chart   the chart; not used after the call. The sampler takes a reference to its rules
 * @param options NULL for the defaults; `must_count` has no effect
 * @param error   filled on failure, as by bship_sampler_new(); may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION if no layout agrees with the chart;
 *         #BSHIP_ERROR_UNSUPPORTED also if the rules report salvos by totals; else as
 *         bship_sampler_new().
 */
BSHIP_API bship_status bship_sampler_new_chart(bship_sampler **out, const bship_chart *chart,
                                               const bship_sampler_options *options,
                                               bship_error *error);

/**
 * Draws layouts: those that as many calls of bship_sampler_draw() would draw from the stream.
 *
 * May be called from several threads at the same time, each with its own stream. Allocates
 * memory for the duration of the call with rejection sampling, and nothing otherwise.
 *
 * @param sampler the sampler
 * @param rng     the stream; it advances
 * @param layouts receives `count` rows of `ships` times 3 numbers: a layout array
 * @param count   the number of layouts
 * @param ships   the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if `ships` is not the number of ships;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_sampler_fill(const bship_sampler *sampler, bship_rng *rng,
                                          int16_t *layouts, size_t count, size_t ships);

/**
 * Lists layouts by their indices, as bship_sampler_layout() does one by one. May be called from
 * several threads at the same time. Allocates nothing.
 *
 * @param sampler the sampler
 * @param first   the index of the first one, from 0 to bship_sampler_count() - `count`
 * @param layouts receives `count` rows of `ships` times 3 numbers: a layout array
 * @param count   the number of layouts
 * @param ships   the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there are no such indices, as where the layouts were not
 *         counted; #BSHIP_ERROR_COUNT if `ships` is not the number of ships.
 */
BSHIP_API bship_status bship_sampler_list(const bship_sampler *sampler, int64_t first,
                                          int16_t *layouts, size_t count, size_t ships);

/**
 * Draws layouts from a posterior: those that as many calls of bship_posterior_sample() would draw
 * from the stream.
 *
 * @param posterior the posterior
 * @param rng       the stream; it advances, even on failure
 * @param layouts   receives `count` rows of `ships` times 3 numbers: a layout array; of no use
 *                  after a failure
 * @param count     the number of layouts
 * @param ships     the number of ships of the fleet
 * @return as bship_posterior_sample(), whose work limit holds for each layout;
 *         #BSHIP_ERROR_COUNT if `ships` is not the number of ships.
 */
BSHIP_API bship_status bship_posterior_fill(bship_posterior *posterior, bship_rng *rng,
                                            int16_t *layouts, size_t count, size_t ships);

/**
 * Draws layouts on grids. Whether the ships of a layout overlap or touch is not checked: where they
 * overlap, the last one shows.
 *
 * May be called from several threads at the same time. Allocates nothing.
 *
 * @param rules   the rules
 * @param layouts `count` rows of `ships` times 3 numbers: a layout array
 * @param grids   receives `count` rows of `cells` bytes: a grid array; of no use after a failure
 * @param count   the number of layouts
 * @param ships   the number of ships of the fleet
 * @param cells   the number of cells of the board
 * @param error   filled on failure; `index` is the layout at fault, or -1 if none is; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if `ships` or `cells` is wrong; #BSHIP_ERROR_ARGUMENT for
 *         an orientation that does not exist; #BSHIP_ERROR_OFF_BOARD for a ship that is not wholly
 *         on the board.
 */
BSHIP_API bship_status bship_rules_layout_grids(const bship_rules *rules, const int16_t *layouts,
                                                uint8_t *grids, size_t count, size_t ships,
                                                size_t cells, bship_error *error);

BSHIP_END_DECLS

#endif
