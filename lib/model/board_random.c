/*
 * Placing a fleet at random: by rejection sampling, which is uniform; after too many rejections,
 * by a complete search, which is not.
 */
#include "model/board.h"

#include "base/names.h"

enum {
    TRIES = 100000 /* layouts drawn before the search begins */
};

static bship_status draw_layout(bship_board *board, bship_rng *rng, int64_t work, int32_t *method)
{
    int64_t tries = work < TRIES ? work : TRIES;
    work -= tries;
    *method = BSHIP_DRAW_UNIFORM;
    bship_status status = bsi_layout_draw(&board->layout, rng, &tries);
    if (status == BSHIP_OK || work == 0)
        return status;
    *method = BSHIP_DRAW_SEARCHED;
    return bsi_layout_search(&board->layout, rng, &work, board->scratch);
}

bship_status bship_board_place_random(bship_board *board, bship_rng *rng, int64_t work_limit,
                                      int32_t *method)
{
    int32_t how = 0;
    if (!board || !rng)
        return BSHIP_ERROR_ARGUMENT;
    if (work_limit < 0)
        return BSHIP_ERROR_RANGE;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    bsi_board_save_and_clear(board);
    bship_status status = draw_layout(board, rng, work_limit ? work_limit : INT64_MAX, &how);
    if (status) {
        bsi_board_restore(board);
        return status;
    }
    board->placed = board->rules->fleet->count;
    if (method)
        *method = how;
    return BSHIP_OK;
}

/* ---- names ---- */

static const char *const draw_methods[] = {
    [BSHIP_DRAW_UNIFORM] = "uniform", [BSHIP_DRAW_SEARCHED] = "searched"
};

const char *bship_draw_method_name(int32_t method)
{
    return bsi_name(BSI_NAMES(draw_methods), method);
}

int32_t bship_draw_method_find(const char *name)
{
    return bsi_name_find(BSI_NAMES(draw_methods), name);
}
