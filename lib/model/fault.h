/* Sentences for refused shots and placements, in the words of records. */
#ifndef BSI_MODEL_FAULT_H
#define BSI_MODEL_FAULT_H

#include <stddef.h>

#include "base/error.h"
#include "model/layout.h"

/* Reports are given in a form that the rules do not prescribe, shot by shot or as a total: REPORT.
 */
bship_status bsi_fail_kind(bship_error *error, const bship_rules *rules);

/* A turn of `count` shots is empty or longer than the board has cells: COUNT. */
bship_status bsi_fail_shot_count(bship_error *error, const bship_rules *rules, size_t count);

/* Shot `index`, at `cell`, is refused: as bship_chart_check_fire(), or DUPLICATE. */
bship_status bsi_fail_shot(bship_error *error, bship_status status, size_t index, bship_cell cell);

/* Report `index`, of a shot at `cell`, does not have the form that the rules prescribe: REPORT.
 * `is_known`: the cell was not unknown, so only WASTED was possible. */
bship_status bsi_fail_report(bship_error *error, const bship_rules *rules, size_t index,
                             bship_cell cell, bool is_known);

/* No layout agrees with the report of shot `index`, at `cell`: CONTRADICTION. */
bship_status bsi_fail_contradiction(bship_error *error, size_t index, bship_cell cell);

/* Report `index`, of a shot at `cell`, shows the sunk ship where it cannot lie, as the cell `fault`
 * says, which the ship covers or not: CONTRADICTION. */
bship_status bsi_fail_shown(bship_error *error, size_t index, bship_cell cell, bship_cell fault,
                            bool is_covered);

/*
 * Shot `index`, at `cell`, cannot have been fired, for the rules did not allow it: the cell was
 * already known or, with `is_sunk`, the fleet already sunk: CONTRADICTION.
 */
bship_status bsi_fail_needless(bship_error *error, int64_t index, bship_cell cell, bool is_sunk);

/*
 * The report of shot `index`, at `cell`, is false: its result or, if that equals the true one, what
 * else it disclosed. `ship` is the ship that was hit, or -1: CONTRADICTION.
 */
bship_status bsi_fail_lie(bship_error *error, const bship_rules *rules, int64_t index,
                          bship_cell cell, const bship_report *reported, const bship_report *truth,
                          int32_t ship);

/*
 * The total of the salvo that begins with shot `index`, at `cell`, is false: CONTRADICTION. `hits`
 * and `sunk` say by how many the total exceeds the truth, negative if it falls short; if both are
 * 0, it counts other ships than were hit or sunk.
 */
bship_status bsi_fail_false_total(bship_error *error, int64_t index, bship_cell cell, int32_t hits,
                                  int32_t sunk);

/* The layout is incomplete; names the first ship that is missing: NOT_PLACED. */
bship_status bsi_fail_missing(bship_error *error, const bsi_layout *layout);

/* Placement `index` is refused: as bship_board_check_place(). */
bship_status bsi_fail_placement(bship_error *error, bship_status status, const bsi_layout *layout,
                                size_t index, bship_placement placement);

#endif
