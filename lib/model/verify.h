/* Whether the reports of a log agree with a layout. */
#ifndef BSI_MODEL_VERIFY_H
#define BSI_MODEL_VERIFY_H

#include <stddef.h>

#include "base/error.h"
#include "model/board.h"
#include "model/chart.h"

/*
 * Fires a turn of a log at a board and compares its reports with the true ones: OK or
 * CONTRADICTION. The error's index is `first` plus the index of the shot at fault, or `first` for a
 * total. `total` (NULL: the turn was reported shot by shot) must have both arrays, and is left with
 * the differences from the truth.
 */
bship_status bsi_verify_turn(bship_board *board, const bsi_shot *shots, size_t count,
                             bship_total *total, int64_t first, bship_error *error);

#endif
