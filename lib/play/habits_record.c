/* Learning from a record: the layout that it contains, or the ships that its shots located. */
#include "inference/habits/habits.h"
#include "play/record.h"
#include "play/turns.h"

/* Observes the ships of a side that the shots of the other one located. */
static bship_status observe_shots(bship_habits *habits, const bship_record *record, int32_t side,
                                  double weight)
{
    bship_chart *chart = NULL;
    int32_t other = side == BSHIP_SIDE_A ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    bship_status status = bship_chart_new(&chart, record->rules, NULL, NULL);
    if (status)
        return status;
    status = bship_record_to_chart(record, other, chart, NULL);
    if (!status)
        status = bship_habits_observe_chart(habits, chart, weight);
    bship_chart_free(chart);
    return status;
}

bship_status bship_habits_observe_record(bship_habits *habits, const bship_record *record,
                                         int32_t side, double weight)
{
    if (!habits || !record || !bsi_is_side(side))
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(habits->rules, record->rules))
        return BSHIP_ERROR_RULES;
    if (!record->layouts[side])
        return observe_shots(habits, record, side, weight);
    bship_status status = bship_record_to_board(record, side, habits->board);
    return status ? status : bsi_habits_observe_board(habits, weight, NULL);
}
