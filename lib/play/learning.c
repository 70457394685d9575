/* Learning from games and records; see learning.h. */
#include "play/learning.h"

#include "inference/habits/habits.h"
#include "model/board.h"
#include "play/record.h"
#include "strategy/strategy.h"

void bsi_learn_layout(bship_habits *habits, bship_board *board)
{
    int32_t ships = board->rules->fleet->count;
    for (int32_t ship = 0; ship < ships; ship++)
        bship_board_placement(board, ship, &board->drawn[ship]);
    /* A legal layout is never refused, and observing it allocates nothing. */
    bship_habits_observe(habits, board->drawn, (size_t)ships, 1.0, NULL);
}

bship_status bsi_learn_refresh(bship_ai *ai, bship_habits *habits)
{
    bship_habits_snapshot *snapshot = NULL;
    if (!bship_strategy_uses_habits(bsi_name_find(&bsi_strategy_names, bship_ai_strategy(ai))))
        return BSHIP_OK;
    bship_status status = bship_habits_snapshot_new(&snapshot, habits, NULL);
    if (!status)
        status = bship_ai_set_habits(ai, snapshot);
    bship_habits_snapshot_unref(snapshot);
    return status;
}

bship_status bship_habits_observe_record(bship_habits *habits, const bship_record *record,
                                         int32_t side, double weight)
{
    if (!habits || !record || !bsi_is_side(side))
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(habits->rules, record->rules))
        return BSHIP_ERROR_RULES;
    if (record->layouts[side]) {
        bship_status status = bship_record_to_board(record, side, habits->board);
        return status ? status : bsi_habits_observe_board(habits, weight, NULL);
    }
    /* Without a layout, the ships that the other side's shots located are observed. */
    bship_chart *chart = NULL;
    bship_status status = bship_chart_new(&chart, record->rules, NULL, NULL);
    if (status)
        return status;
    status = bship_record_to_chart(record, bsi_other(side), chart, NULL);
    if (!status)
        status = bship_habits_observe_chart(habits, chart, weight);
    bship_chart_free(chart);
    return status;
}
