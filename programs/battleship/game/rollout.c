/* Games played out from a position; see rollout.h. */
#include "battleship/game/rollout.h"

#include <stdbool.h>
#include <stdlib.h>

static const bship_rules *rules_of(const struct rollout *rollout)
{
    return bship_chart_rules(rollout->log);
}

static size_t ship_count(const struct rollout *rollout)
{
    return (size_t)bship_fleet_count(bship_rules_fleet(rules_of(rollout)));
}

static bool has_totals(const struct rollout *rollout)
{
    return bship_rules_get(rules_of(rollout), BSHIP_RULE_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL;
}

bship_status rollout_open(struct rollout *rollout, const bship_chart *log)
{
    *rollout = (struct rollout){ .log = log, .total = BSHIP_TOTAL_INIT };
    const bship_rules *rules = bship_chart_rules(log);
    size_t area = (size_t)bship_rules_width(rules) * (size_t)bship_rules_height(rules);
    rollout->cells = calloc(area, sizeof *rollout->cells);
    rollout->reports = calloc(area, sizeof *rollout->reports);
    rollout->total.sunk_of = calloc(ship_count(rollout), sizeof *rollout->total.sunk_of);
    rollout->total.capacity = ship_count(rollout);
    rollout->total.hits_of = calloc(ship_count(rollout), sizeof *rollout->total.hits_of);
    bool is_allocated =
        rollout->cells && rollout->reports && rollout->total.sunk_of && rollout->total.hits_of;
    if (is_allocated && !bship_chart_new(&rollout->chart, rules, NULL, NULL) &&
        !bship_board_new(&rollout->board, rules, NULL, NULL))
        return BSHIP_OK;
    rollout_close(rollout);
    return BSHIP_ERROR_MEMORY;
}

void rollout_close(struct rollout *rollout)
{
    bship_ai_free(rollout->expert);
    bship_board_free(rollout->board);
    bship_chart_free(rollout->chart);
    free(rollout->cells);
    free(rollout->reports);
    free(rollout->total.sunk_of);
    free(rollout->total.hits_of);
    *rollout = (struct rollout){ .total = BSHIP_TOTAL_INIT };
}

bship_status rollout_set_expert(struct rollout *rollout, const char *strategy,
                                const bship_ai_options *options)
{
    bship_ai_free(rollout->expert);
    rollout->expert = NULL;
    return bship_ai_new(&rollout->expert, rules_of(rollout), strategy, options, NULL);
}

size_t rollout_salvo(const struct rollout *rollout, int64_t turn)
{
    const bship_chart *log = rollout->log;
    bship_turn described = BSHIP_TURN_INIT;
    int64_t whole = bship_chart_turns(log) - (bship_chart_is_defeated(log) ? 1 : 0);
    if (whole == 0)
        return (size_t)bship_rules_shots_due(rules_of(rollout), NULL, NULL);
    bship_chart_turn(log, turn < whole ? turn : whole - 1, &described);
    return (size_t)described.shots;
}

/* The expert's aim for a turn on the chart as it is. */
static bship_status aim(struct rollout *rollout, int64_t turn, bship_cell *cells, size_t *count)
{
    size_t unknown = (size_t)bship_chart_unknown(rollout->chart);
    size_t salvo = rollout_salvo(rollout, turn);
    *count = salvo < unknown ? salvo : unknown;
    return bship_ai_aim_salvo(rollout->expert, rollout->chart, NULL, cells, *count);
}

static bship_status go_to(struct rollout *rollout, int64_t turn)
{
    bship_status status = bship_chart_copy(rollout->chart, rollout->log);
    return status ? status : bship_chart_truncate(rollout->chart, turn);
}

bship_status rollout_aim(struct rollout *rollout, int64_t turn, bship_cell *cells, size_t *count)
{
    bship_status status = go_to(rollout, turn);
    return status ? status : aim(rollout, turn, cells, count);
}

/* Fires at the board; the reports are kept in the rollout. */
static bship_status fire(struct rollout *rollout, struct salvo salvo, size_t *fired)
{
    if (has_totals(rollout))
        return bship_board_fire_total(rollout->board, salvo.cells, salvo.count, &rollout->total,
                                      fired, NULL);
    return bship_board_fire_salvo(rollout->board, salvo.cells, salvo.count, rollout->reports, fired,
                                  NULL);
}

static bship_status fire_and_record(struct rollout *rollout, struct salvo salvo, size_t *fired)
{
    bship_status status = fire(rollout, salvo, fired);
    if (status)
        return status;
    if (has_totals(rollout))
        return bship_chart_record_total(rollout->chart, salvo.cells, *fired, &rollout->total, NULL);
    return bship_chart_record_turn(rollout->chart, salvo.cells, *fired, rollout->reports, NULL);
}

/* Fires the first turns of the log at the board. */
static bship_status replay(struct rollout *rollout, int64_t turns)
{
    bship_status status = BSHIP_OK;
    for (int64_t number = 0; number < turns && !status; number++) {
        bship_turn turn = BSHIP_TURN_INIT;
        size_t fired = 0;
        bship_chart_turn(rollout->log, number, &turn);
        for (int32_t i = 0; i < turn.shots; i++)
            bship_chart_shot(rollout->log, turn.first_shot + i, &rollout->cells[i], NULL);
        struct salvo salvo = { rollout->cells, (size_t)turn.shots };
        status = fire(rollout, salvo, &fired);
    }
    return status;
}

static bship_status set_up(struct rollout *rollout, const bship_placement *layout, int64_t turn)
{
    bship_board_clear(rollout->board);
    bship_status status =
        bship_board_place_layout(rollout->board, layout, ship_count(rollout), NULL);
    if (!status)
        status = replay(rollout, turn);
    return status ? status : go_to(rollout, turn);
}

bship_status rollout_play(struct rollout *rollout, const bship_placement *layout, int64_t turn,
                          struct salvo first, int64_t *shots)
{
    struct salvo salvo = first;
    bship_status status = set_up(rollout, layout, turn);
    *shots = 0;
    while (!status && !bship_chart_is_defeated(rollout->chart)) {
        size_t fired = 0;
        status = fire_and_record(rollout, salvo, &fired);
        *shots += (int64_t)fired;
        turn++;
        salvo.cells = rollout->cells;
        if (!status && !bship_chart_is_defeated(rollout->chart))
            status = aim(rollout, turn, rollout->cells, &salvo.count);
    }
    return status;
}
