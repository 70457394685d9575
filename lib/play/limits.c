/* The tables of the headers' constants and structs: a row for each. */
#include <battleship/battleship.h>

#include "base/names.h"

#define LIMIT(limit)                                                                               \
    {                                                                                              \
#limit, limit                                                                              \
    }
static const struct {
    const char *name;
    int64_t value;
} limits[] = {
    LIMIT(BSHIP_CELL_TEXT_SIZE),
    LIMIT(BSHIP_FLEET_SHIPS_MAX),
    LIMIT(BSHIP_SHIP_LENGTH_MAX),
    LIMIT(BSHIP_NAME_MAX),
    LIMIT(BSHIP_BOARD_EDGE_MAX),
    LIMIT(BSHIP_BOARD_EDGE_DEFAULT),
    LIMIT(BSHIP_SALVO_MAX),
    LIMIT(BSHIP_RULES_WORK_DEFAULT),
    LIMIT(BSHIP_DRAW_WORK_DEFAULT),
    LIMIT(BSHIP_POSTERIOR_WORK_DEFAULT),
    LIMIT(BSHIP_POSTERIOR_MEMORY_DEFAULT),
    LIMIT(BSHIP_SAMPLER_WORK_DEFAULT),
    LIMIT(BSHIP_SAMPLER_MEMORY_DEFAULT),
    LIMIT(BSHIP_AI_WORK_DEFAULT),
    LIMIT(BSHIP_PLACER_WORK_DEFAULT),
    LIMIT(BSHIP_PLACING_STRENGTH_MAX),
    LIMIT(BSHIP_HABITS_LAYOUTS_MAX),
    LIMIT(BSHIP_HABITS_PLACEMENTS_MAX),
    LIMIT(BSHIP_HABITS_HALF_LIFE_DEFAULT),
    LIMIT(BSHIP_HABITS_HALF_LIFE_MAX),
    LIMIT(BSHIP_HABITS_WEIGHT_MAX),
    LIMIT(BSHIP_AUDIT_WORK_DEFAULT),
    LIMIT(BSHIP_RECORD_MEMORY_DEFAULT),
    LIMIT(BSHIP_MATCH_GAMES_DEFAULT),
    LIMIT(BSHIP_MATCH_THREADS_MAX),
    LIMIT(BSHIP_MATCH_SERIES_MAX),
};

#define STRUCT(type)                                                                               \
    {                                                                                              \
#type, sizeof(type)                                                                        \
    }
static const struct {
    const char *name;
    size_t size;
} structs[] = {
    STRUCT(bship_error),
    STRUCT(bship_allocator),
    STRUCT(bship_rng),
    STRUCT(bship_cell),
    STRUCT(bship_placement),
    STRUCT(bship_fleet_options),
    STRUCT(bship_rules_options),
    STRUCT(bship_report),
    STRUCT(bship_total),
    STRUCT(bship_conflict),
    STRUCT(bship_draw_options),
    STRUCT(bship_turn),
    STRUCT(bship_sinking),
    STRUCT(bship_posterior_options),
    STRUCT(bship_posterior_info),
    STRUCT(bship_forecast),
    STRUCT(bship_posterior_explanation),
    STRUCT(bship_sampler_options),
    STRUCT(bship_placer_options),
    STRUCT(bship_habits_options),
    STRUCT(bship_habits_info),
    STRUCT(bship_habits_trait_info),
    STRUCT(bship_ai_options),
    STRUCT(bship_strategy_callbacks),
    STRUCT(bship_ai_info),
    STRUCT(bship_ai_candidate),
    STRUCT(bship_game_options),
    STRUCT(bship_game_entry),
    STRUCT(bship_record_options),
    STRUCT(bship_record_entry),
    STRUCT(bship_match_row),
    STRUCT(bship_match_options),
    STRUCT(bship_match_summary),
};

int32_t bship_limit_count(void)
{
    return sizeof limits / sizeof limits[0];
}

const char *bship_limit_name(int32_t limit)
{
    return bsi_name(BSI_NAMES(limits), limit);
}

int32_t bship_limit_find(const char *name)
{
    return bsi_name_find(BSI_NAMES(limits), name);
}

int64_t bship_limit_value(int32_t limit)
{
    return bship_limit_name(limit) ? limits[limit].value : -1;
}

int32_t bship_struct_count(void)
{
    return sizeof structs / sizeof structs[0];
}

const char *bship_struct_name(int32_t number)
{
    return bsi_name(BSI_NAMES(structs), number);
}

int32_t bship_struct_find(const char *name)
{
    return bsi_name_find(BSI_NAMES(structs), name);
}

size_t bship_struct_size(int32_t number)
{
    return bship_struct_name(number) ? structs[number].size : 0;
}
