/* Learning from games; see learning.h. */
#include "play/learning.h"

#include "model/board.h"
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
