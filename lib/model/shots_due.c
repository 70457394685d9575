/* The law of turns; see shots_due.h. */
#include "model/shots_due.h"

#include "model/board.h"
#include "model/chart.h"
#include "model/rules.h"

bsi_standing bsi_standing_at_start(const bship_rules *rules)
{
    const bship_fleet *fleet = rules->fleet;
    return (bsi_standing){ false, fleet->count, fleet->classes[0].length, rules->free_count };
}

/* Classes are in the order of their lengths, the longest first. */
int32_t bsi_longest_afloat(const bship_fleet *fleet, const int32_t *afloat)
{
    for (int32_t k = 0; k < fleet->class_count; k++) {
        if (afloat[k] > 0)
            return fleet->classes[k].length;
    }
    return 0;
}

bsi_standing bsi_standing_of(const bship_chart *chart)
{
    return (bsi_standing){ bship_chart_is_defeated(chart), bship_chart_ships_afloat(chart),
                           bsi_longest_afloat(chart->rules->fleet, chart->afloat),
                           chart->unknown_count };
}

int32_t bsi_shots_allowed(const bship_rules *rules, const bsi_standing *other)
{
    if (bsi_rules_have(rules, BSI_SALVO_OF_N))
        return rules->numbers[BSHIP_RULE_TURN];
    if (bsi_rules_have(rules, BSI_SALVO_AFLOAT))
        return other->afloat;
    return bsi_rules_have(rules, BSI_SALVO_LARGEST) ? other->longest : 1;
}

/* ---- for callers ---- */

static int32_t shots_due(const bship_rules *rules, const bsi_standing *other,
                         const bship_chart *target)
{
    bsi_standing own = target ? bsi_standing_of(target) : bsi_standing_at_start(rules);
    return (int32_t)bsi_shots_due(bsi_shots_allowed(rules, other), &own);
}

int32_t bship_rules_shots_due(const bship_rules *rules, const bship_chart *own,
                              const bship_chart *target)
{
    bsi_standing other = own ? bsi_standing_of(own) : bsi_standing_at_start(rules);
    return shots_due(rules, &other, target);
}

int32_t bship_board_shots_due(const bship_board *board, const bship_chart *target)
{
    bsi_standing other = bsi_standing_at_start(board->rules);
    const bsi_ship *ships = board->rules->fleet->ships;
    other.afloat = board->unsunk;
    other.longest = 0;
    for (int32_t i = 0; i < board->rules->fleet->count; i++) {
        if (board->hits[i] < ships[i].length && ships[i].length > other.longest)
            other.longest = ships[i].length;
    }
    return shots_due(board->rules, &other, target);
}
