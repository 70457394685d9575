/* The heat map of a replay; see replay_heat.h. */
#include "battleship/talk/replay_heat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/board_cells.h"

bool replay_heat_open(struct replay_heat *heat, const struct replay *replay, struct worker *worker)
{
    *heat = (struct replay_heat){ .replay = replay, .at = -1 };
    heat->grid = calloc(board_cells(replay->rules), sizeof *heat->grid);
    return heat->grid && !advice_open(&heat->advice, replay->rules, worker);
}

void replay_heat_close(struct replay_heat *heat)
{
    advice_close(heat->advice);
    free(heat->grid);
    heat->advice = NULL;
    heat->grid = NULL;
}

void replay_heat_toggle(struct replay_heat *heat)
{
    heat->is_wanted = !heat->is_wanted;
    heat->text[0] = '\0';
    if (!heat->is_wanted)
        advice_cancel(heat->advice);
}

bool replay_heat_is_there(const struct replay_heat *heat)
{
    return heat->is_wanted && heat->at == heat->replay->at;
}

static void take(struct replay_heat *heat)
{
    const struct advice_result *result = advice_collect(heat->advice);
    if (!result)
        return;
    heat->is_asked = false;
    if (result->status == BSHIP_ERROR_CANCELLED || heat->asked_at != heat->replay->at)
        return;
    heat->is_wanted = !result->status;
    snprintf(heat->text, sizeof heat->text,
             result->status ? "There is no advice: %s." : "The map shows %s.", result->text);
    if (result->status)
        return;
    memcpy(heat->grid, result->grid, board_cells(heat->replay->rules) * sizeof *heat->grid);
    heat->at = heat->asked_at;
}

/* Asks, unless there is nothing to aim at, or the worker is busy: later. */
static void ask(struct replay_heat *heat)
{
    const struct replay *replay = heat->replay;
    const bship_chart *chart = replay->charts[replay_aiming_side(replay)];
    const struct advice_question question = { .kind = ADVICE_HEAT, .chart = chart };
    if (!heat->is_wanted || replay_heat_is_there(heat))
        return;
    if (bship_chart_is_defeated(chart)) {
        snprintf(heat->text, sizeof heat->text, "Nobody fires any more.");
        return;
    }
    if (heat->is_asked && heat->asked_at != replay->at)
        advice_cancel(heat->advice);
    if (heat->is_asked || advice_ask(heat->advice, &question))
        return;
    heat->is_asked = true;
    heat->asked_at = replay->at;
}

void replay_heat_step(struct replay_heat *heat, bool is_resting)
{
    take(heat);
    if (is_resting)
        ask(heat);
}
