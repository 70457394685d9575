/* Whether the reports of a log agree with a layout. */
#ifndef BSI_MODEL_VERIFY_H
#define BSI_MODEL_VERIFY_H

#include <stddef.h>

#include "base/error.h"
#include "model/board.h"
#include "model/chart.h"

/*
 * Fires a turn of a log at a board: OK, or CONTRADICTION if the reports are not those that the
 * board would give. The error's index is then `first` plus the index of the shot at fault, or for a
 * total `first`. `total` (NULL: reported shot by shot) has both arrays, and is used up.
 */
bship_status bsi_verify_turn(bship_board *board, const bsi_shot *shots, size_t count,
                             bship_total *total, int64_t first, bship_error *error);

#endif
