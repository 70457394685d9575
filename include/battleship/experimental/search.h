/**
 * @file
 * The cells between which `search` decides.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_SEARCH_H
#define BATTLESHIP_EXPERIMENTAL_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/chart.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * A cell that `search` considered, and what firing at it now would come to. It has no `size`, since
 * it stands in arrays.
 */
typedef struct bship_ai_candidate {
    bship_cell cell;       /**< an unknown cell */
    int32_t lookahead;     /**< the ::bship_lookahead behind `expected_shots` */
    int32_t reserved;      /**< zero */
    double expected_shots; /**< expected number of shots until the fleet is sunk, this one included:
                                exact for the layouts looked ahead on, if the best play follows for
                                #BSHIP_LOOKAHEAD_OPTIMUM, else if the cell of highest occupancy is
                                fired at from then on; an estimate for #BSHIP_LOOKAHEAD_SAMPLE */
    double standard_error; /**< of `expected_shots`, because layouts are a sample; else 0 */
    double occupancy;      /**< probability that it contains a ship */
} bship_ai_candidate;

/**
 * The cells between which `search` decides, best first: the next single aim is the first of them,
 * unless a hit is certain somewhere. Then it aims there without looking ahead. By a sample, the
 * cell of highest occupancy comes first also if another one has fewer shots, but within the noise.
 * What it would cost to fire at the one of highest occupancy, the likeliest, is its expected number
 * of shots less that of the first. Finished early, the cells are those compared by then.
 *
 * @param ai         the AI
 * @param chart      what is known; its rules must equal the AI's
 * @param options    as of an aim; NULL for the defaults
 * @param candidates receives the first `capacity` candidates; may be NULL if that is 0
 * @param capacity   candidates in the array
 * @param count      receives the number of all candidates: 0 if `search` does not look ahead here,
 *                   because salvos are reported by totals or its limits do not suffice, or if no
 *                   cell is unknown
 * @return as bship_ai_aim(), but #BSHIP_OK if no cell is unknown; #BSHIP_ERROR_UNSUPPORTED for a
 *         strategy that does not look ahead, and for custom strategies. On failure nothing is
 *         written.
 */
BSHIP_API bship_status bship_ai_candidates(bship_ai *ai, const bship_chart *chart,
                                           const bship_aim_options *options,
                                           bship_ai_candidate *candidates, size_t capacity,
                                           size_t *count);

/**
 * What firing at given cells would come to, good or bad, by the lookahead of `search`: the expected
 * number of shots until the fleet is sunk if the cell is fired at now and the cell of highest
 * occupancy from then on. It is exact for the layouts looked ahead on. If these are all that agree
 * with the chart, so are the values.
 *
 * Where there are too many, one sample serves for all of the cells, and the more cells there are,
 * the smaller it is; otherwise the value of a cell does not depend on its company. Play on a sample
 * needs far too few shots, since a few reports tell its layouts apart: only differences between
 * cells mean something. They are more precise than the standard errors of the values, since the
 * layouts are the same.
 *
 * @param ai         the AI
 * @param chart      what is known; its rules must equal the AI's
 * @param options    as of an aim; NULL for the defaults
 * @param cells      `count` cells
 * @param count      how many, in any order
 * @param candidates receives `count` values, in the order of the cells; those of a cell without a
 *                   value are NaN
 * @param statuses   receives `count` ::bship_status: whether the cell has a value: #BSHIP_OK;
 *                   #BSHIP_ERROR_OFF_BOARD, #BSHIP_ERROR_BLOCKED, #BSHIP_ERROR_REPEATED or
 *                   #BSHIP_ERROR_KNOWN_WATER for a cell that is not unknown; #BSHIP_ERROR_DUPLICATE
 *                   for one given before; #BSHIP_ERROR_WORK_LIMIT if the limits do not suffice, and
 *                   #BSHIP_ERROR_CANCELLED if it is finished early: then cells in front may have
 *                   values
 * @return #BSHIP_OK, also if no cell has a value; #BSHIP_ERROR_UNSUPPORTED for a strategy that does
 *         not look ahead, for custom strategies, if salvos are reported by totals, if the fleet is
 *         sunk, and for fleets of so many lengths that `search` never looks ahead;
 *         #BSHIP_ERROR_RULES if the rules differ; #BSHIP_ERROR_CONTRADICTION if no layout agrees
 *         with the chart, which is not found out if none of the cells is unknown;
 *         #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY. After a failure the arrays are of no use.
 */
BSHIP_API bship_status bship_ai_evaluate(bship_ai *ai, const bship_chart *chart,
                                         const bship_aim_options *options, const bship_cell *cells,
                                         size_t count, bship_ai_candidate *candidates,
                                         int32_t *statuses);

BSHIP_END_DECLS

#endif
