/*
 * Placing all ships, or the missing ones, at random: by rejection sampling, which is uniform; after
 * too many rejections, by a complete search, which is not.
 */
#include "base/names.h"
#include "base/versioned.h"
#include "model/board.h"

/*
 * Layouts drawn before the search begins: tens of milliseconds on a board of 10x10. With fewer,
 * crowded boards that rejection sampling can still fill would lose uniformity; with more, hopeless
 * ones would only take longer.
 */
enum {
    TRIES = 100000
};

bship_status bsi_draw_budget(bsi_work_budget *budget, const bship_draw_options *given,
                             bship_error *error)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_draw_options), given, error);
    if (status)
        return status;
    if (options.work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the work limit is negative");
    *budget = bsi_work_unlimited(options.progress, options.user);
    budget->limit = options.work_limit ? options.work_limit : BSHIP_DRAW_WORK_DEFAULT;
    budget->expected = budget->limit;
    return BSHIP_OK;
}

static bship_status draw_layout(bship_board *board, bship_rng *rng, bsi_work_budget *budget,
                                int32_t *method)
{
    bsi_work_budget tries = bsi_work_split(budget, TRIES);
    *method = BSHIP_DRAW_METHOD_UNIFORM;
    bship_status status = bsi_layout_draw(&board->layout, rng, &tries);
    bsi_work_merge(budget, &tries);
    if (status != BSHIP_ERROR_WORK_LIMIT || bsi_work_left(budget) <= 0)
        return status;
    *method = BSHIP_DRAW_METHOD_SEARCHED;
    return bsi_layout_search(&board->layout, rng, budget, board->scratch);
}

/* Places all ships, or those that are missing. On failure nothing has changed. */
static bship_status place(bship_board *board, bship_rng *rng, const bship_draw_options *options,
                          bool is_missing_only, int32_t *method)
{
    int32_t how = 0;
    bsi_work_budget budget;
    if (!board || !rng)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_draw_budget(&budget, options, NULL);
    if (status)
        return status;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    bsi_rng_check(rng);
    bsi_board_save(board);
    board->layout.fixed = is_missing_only ? board->saved : NULL;
    bsi_layout_clear(&board->layout);
    status = draw_layout(board, rng, &budget, &how);
    board->layout.fixed = NULL;
    if (status) {
        bsi_board_restore(board);
        return status;
    }
    board->missing = 0;
    if (method)
        *method = how;
    return BSHIP_OK;
}

bship_status bship_board_place_random(bship_board *board, bship_rng *rng,
                                      const bship_draw_options *options, int32_t *method)
{
    return place(board, rng, options, false, method);
}

bship_status bship_board_place_missing(bship_board *board, bship_rng *rng,
                                       const bship_draw_options *options, int32_t *method)
{
    return place(board, rng, options, true, method);
}

/* ---- names ---- */

static const bsi_name_row draw_methods[] = {
    [BSHIP_DRAW_METHOD_NONE] = { "none", "not drawn, but chosen" },
    [BSHIP_DRAW_METHOD_UNIFORM] = { "uniform", "every legal layout with the same probability" },
    [BSHIP_DRAW_METHOD_SEARCHED] = { "searched",
                                     "by a search in random order, which is not uniform" },
    [BSHIP_DRAW_METHOD_STYLE] = { "style", "by the law of a placement style" },
};

const bsi_names bsi_draw_method_names = BSI_NAMES(draw_methods);
