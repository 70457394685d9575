/* The index of enumerations: the table of names of each. */
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>

#include "base/error.h"
#include "base/names.h"
#include "base/random.h"
#include "base/work_budget.h"
#include "inference/habits/habits.h"
#include "inference/posterior.h"
#include "model/board.h"
#include "model/chart.h"
#include "model/geometry.h"
#include "model/rules.h"
#include "play/batch.h"
#include "play/game.h"
#include "play/match.h"
#include "play/record.h"
#include "play/turns.h"
#include "strategy/ai.h"

typedef struct enumeration {
    const char *name;
    const char *text;
    const bsi_names *names; /* NULL: none, or BSHIP_ENUM_ENUM, whose names are in this index */
} enumeration;

/* By bship_enum. */
static const enumeration enumerations[] = {
    [BSHIP_ENUM_STATUS] = { "status", "what a call returns", &bsi_status_names },
    [BSHIP_ENUM_RESULT] = { "result", "the result of a shot", &bsi_result_names },
    [BSHIP_ENUM_SIDE] = { "side", "a side of a game", &bsi_side_names },
    [BSHIP_ENUM_ORIENTATION] = { "orientation", "how a ship lies", &bsi_orientation_names },
    [BSHIP_ENUM_BOARD_STATE] = { "board-state", "what a cell of a board holds",
                                 &bsi_board_state_names },
    [BSHIP_ENUM_CHART_STATE] = { "chart-state", "what is known of a cell of a chart",
                                 &bsi_chart_state_names },
    [BSHIP_ENUM_HIT_STATE] = { "hit-state", "what is known of the ship of a hit",
                               &bsi_hit_state_names },
    [BSHIP_ENUM_DRAW_METHOD] = { "draw-method", "how a layout was drawn", &bsi_draw_method_names },
    [BSHIP_ENUM_FEASIBILITY] = { "feasibility", "whether the fleet fits on the board",
                                 &bsi_feasibility_names },
    [BSHIP_ENUM_LOCATION] = { "location", "where the board of a side is", &bsi_location_names },
    [BSHIP_ENUM_PHASE] = { "phase", "what a game waits for", &bsi_phase_names },
    [BSHIP_ENUM_OUTCOME] = { "outcome", "who won", &bsi_outcome_names },
    [BSHIP_ENUM_END_REASON] = { "end-reason", "why a game ended", &bsi_end_reason_names },
    [BSHIP_ENUM_AUDIT] = { "audit", "how the reports of a remote side are checked",
                           &bsi_audit_names },
    [BSHIP_ENUM_LOOKAHEAD] = { "lookahead", "how an AI looked ahead", &bsi_lookahead_names },
    [BSHIP_ENUM_MATCH_KIND] = { "match-kind", "what the games of a match are",
                                &bsi_match_kind_names },
    [BSHIP_ENUM_FACT] = { "fact", "what a record can state about its game", &bsi_fact_names },
    [BSHIP_ENUM_METHOD] = { "method", "how layouts are counted", &bsi_method_names },
    [BSHIP_ENUM_STRATEGY] = { "strategy", "how an AI aims", &bsi_strategy_names },
    [BSHIP_ENUM_LEVEL] = { "level", "how strong an AI is", &bsi_level_names },
    [BSHIP_ENUM_FLEET_PRESET] = { "fleet-preset", "a fleet by name", &bsi_fleet_preset_names },
    [BSHIP_ENUM_RULE] = { "rule", "what the rules decide", &bsi_rule_names },
    [BSHIP_ENUM_DETAIL] = { "detail", "what reports may disclose", &bsi_detail_names },
    [BSHIP_ENUM_BASIS] = { "basis", "what an aim rests on", &bsi_basis_names },
    [BSHIP_ENUM_RNG_PURPOSE] = { "rng-purpose", "what a random stream is for",
                                 &bsi_rng_purpose_names },
    [BSHIP_ENUM_PROGRESS] = { "progress", "what a progress callback answers", &bsi_progress_names },
    [BSHIP_ENUM_ENUM] = { "enum", "the enumerations", NULL },
};

/* Those of experimental headers. */
static const enumeration experimental[] = {
    [BSHIP_ENUM_PLACEMENT_STYLE - BSI_EXPERIMENTAL] = { "placement-style", "how a fleet is laid",
                                                        &bsi_placement_style_names },
    [BSHIP_ENUM_TRAIT -
        BSI_EXPERIMENTAL] = { "trait", "a share that describes habits", &bsi_trait_names },
    [BSHIP_ENUM_EXPLANATION_STATE - BSI_EXPERIMENTAL] = { "explanation-state",
                                                          "what became of a method",
                                                          &bsi_explanation_state_names },
    [BSHIP_ENUM_BATCH_END - BSI_EXPERIMENTAL] = { "batch-end", "whether a game of a batch is over",
                                                  &bsi_batch_end_names },
};

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof(table)[0]))

static enumeration find_enumeration(int32_t number)
{
    static const enumeration none = { NULL, NULL, NULL };
    if (number < 0)
        return none;
    if (number < COUNT(enumerations))
        return enumerations[number];
    if (number >= BSI_EXPERIMENTAL)
        return number - BSI_EXPERIMENTAL < COUNT(experimental)
                   ? experimental[number - BSI_EXPERIMENTAL]
                   : none;
    int32_t rule = number - BSHIP_ENUM_RULE_VALUES;
    return (enumeration){ bsi_name(&bsi_rule_names, rule), bsi_name_text(&bsi_rule_names, rule),
                          bsi_rule_values(rule) };
}

int32_t bship_enum_count(int32_t number)
{
    if (number == BSHIP_ENUM_ENUM)
        return BSI_EXPERIMENTAL + COUNT(experimental);
    const bsi_names *names = find_enumeration(number).names;
    return names ? bsi_names_end(names) : 0;
}

const char *bship_enum_name(int32_t number, int32_t value)
{
    if (number == BSHIP_ENUM_ENUM)
        return find_enumeration(value).name;
    const bsi_names *names = find_enumeration(number).names;
    return names ? bsi_name(names, value) : NULL;
}

const char *bship_enum_text(int32_t number, int32_t value)
{
    if (number == BSHIP_ENUM_ENUM)
        return find_enumeration(value).text;
    const bsi_names *names = find_enumeration(number).names;
    return names ? bsi_name_text(names, value) : NULL;
}

int32_t bship_enum_find(int32_t number, const char *name)
{
    const bsi_names *names = find_enumeration(number).names;
    if (names)
        return bsi_name_find(names, name);
    for (int32_t value = 0; name && value < bship_enum_count(number); value++) {
        const char *other = bship_enum_name(number, value);
        if (other && strcmp(other, name) == 0)
            return value;
    }
    return -1;
}
