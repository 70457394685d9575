/* The law of turns; see shots_due.h. */
#include "model/shots_due.h"

#include "model/board.h"
#include "model/chart.h"
#include "model/rules.h"

int64_t bsi_shots_left(const bship_rules *rules, int64_t fired)
{
    int64_t limit = rules->numbers[BSHIP_RULE_SHOTS];
    if (!bsi_rules_have(rules, BSI_LIMITS_SHOTS))
        return BSI_UNLIMITED;
    return fired < limit ? limit - fired : 0;
}

/* Classes are in the order of their lengths, the longest first. */
int32_t bsi_longest_afloat(const bship_fleet *fleet, const bsi_afloat *afloat)
{
    for (int32_t k = 0; k < fleet->class_count; k++) {
        if (afloat->of_class[k] > 0)
            return fleet->classes[k].length;
    }
    return 0;
}

int64_t bsi_points_sunk(const bship_rules *rules, const bsi_afloat *afloat)
{
    const bship_fleet *fleet = rules->fleet;
    int64_t points = 0;
    if (!bsi_rules_have(rules, BSI_DISCLOSES_POINTS))
        return -1;
    if (!bsi_discloses_length(rules, true))
        return (int64_t)afloat->sunk * fleet->ships[0].points;
    for (int32_t i = 0; i < fleet->count; i++) {
        const bsi_ship *ship = &fleet->ships[i];
        if (bsi_disclosed_ship(rules, i, true) != i)
            continue;
        int32_t sunk = bsi_discloses_name(rules, true) ? ship->ships_of_name - afloat->of_name[i]
                                                       : fleet->classes[ship->length_class].ships -
                                                             afloat->of_class[ship->length_class];
        points += (int64_t)sunk * ship->points;
    }
    return points;
}

bsi_standing bsi_standing_at_start(const bship_rules *rules)
{
    const bship_fleet *fleet = rules->fleet;
    return (bsi_standing){ .afloat = fleet->count,
                           .longest = fleet->classes[0].length,
                           .unknown_count = rules->free_count,
                           .left = bsi_shots_left(rules, 0) };
}

static bsi_afloat afloat_of(const bship_chart *chart)
{
    return (bsi_afloat){ chart->sunk_count, chart->afloat, chart->afloat_of_name };
}

bsi_standing bsi_standing_of(const bship_chart *chart)
{
    const bship_rules *rules = chart->rules;
    bool is_limited = bsi_rules_have(rules, BSI_LIMITS_SHOTS);
    const bsi_afloat afloat = afloat_of(chart);
    return (bsi_standing){ .is_done = bsi_chart_is_defeated(chart),
                           .afloat = bship_chart_ships_afloat(chart),
                           .longest = bsi_longest_afloat(rules->fleet, &afloat),
                           .unknown_count = chart->unknown_count,
                           .left = bsi_shots_left(rules, chart->shot_count),
                           .points = is_limited ? bship_chart_points(chart) : 0 };
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

int64_t bship_chart_points(const bship_chart *chart)
{
    const bsi_afloat afloat = afloat_of(chart);
    return bsi_chart_is_defeated(chart) ? chart->rules->fleet->points
                                        : bsi_points_sunk(chart->rules, &afloat);
}

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
