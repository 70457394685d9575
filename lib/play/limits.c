/* The tables of the headers' constants, structs and fields: a row for each. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <battleship/battleship.h>
#include <battleship/experimental/batch.h>
#include <battleship/experimental/epoch.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>
#include <battleship/experimental/review.h>
#include <battleship/experimental/search.h>

#define CONSTANT(constant)                                                                         \
    {                                                                                              \
#constant, constant                                                                        \
    }

static const struct {
    const char *name;
    double value;
} constants[] = {
    CONSTANT(BSHIP_RNG_PURPOSE_USER),
    CONSTANT(BSHIP_CELL_TEXT_SIZE),
    CONSTANT(BSHIP_FLEET_SHIPS_MAX),
    CONSTANT(BSHIP_SHIP_LENGTH_MAX),
    CONSTANT(BSHIP_SHIP_POINTS_MAX),
    CONSTANT(BSHIP_NAME_MAX),
    CONSTANT(BSHIP_BOARD_EDGE_MAX),
    CONSTANT(BSHIP_BOARD_EDGE_DEFAULT),
    CONSTANT(BSHIP_SALVO_MAX),
    CONSTANT(BSHIP_SHOTS_MAX),
    CONSTANT(BSHIP_HEAD_START_MAX),
    CONSTANT(BSHIP_RULES_WORK_DEFAULT),
    CONSTANT(BSHIP_DRAW_WORK_DEFAULT),
    CONSTANT(BSHIP_POSTERIOR_WORK_DEFAULT),
    CONSTANT(BSHIP_POSTERIOR_MEMORY_DEFAULT),
    CONSTANT(BSHIP_POSTERIOR_PRECISION_DEFAULT),
    CONSTANT(BSHIP_SAMPLER_WORK_DEFAULT),
    CONSTANT(BSHIP_SAMPLER_MEMORY_DEFAULT),
    CONSTANT(BSHIP_HABITS_OBSERVATIONS_MAX),
    CONSTANT(BSHIP_HABITS_PLACEMENTS_MAX),
    CONSTANT(BSHIP_HABITS_HALF_LIFE_DEFAULT),
    CONSTANT(BSHIP_HABITS_HALF_LIFE_MAX),
    CONSTANT(BSHIP_HABITS_WEIGHT_MAX),
    CONSTANT(BSHIP_AI_WORK_DEFAULT),
    CONSTANT(BSHIP_PLACING_WORK_DEFAULT),
    CONSTANT(BSHIP_PLACING_STRENGTH_MAX),
    CONSTANT(BSHIP_BATCH_GAMES_MAX),
    CONSTANT(BSHIP_AUDIT_WORK_DEFAULT),
    CONSTANT(BSHIP_REVIEW_ROLLOUTS_DEFAULT),
    CONSTANT(BSHIP_REVIEW_AIM_WORK_DEFAULT),
    CONSTANT(BSHIP_REVIEW_WORK_DEFAULT),
    CONSTANT(BSHIP_RECORD_MEMORY_DEFAULT),
    CONSTANT(BSHIP_MATCH_GAMES_DEFAULT),
    CONSTANT(BSHIP_MATCH_THREADS_MAX),
    CONSTANT(BSHIP_MATCH_SERIES_MAX),
    CONSTANT(BSHIP_VERSION_MAJOR),
    CONSTANT(BSHIP_VERSION_MINOR),
    CONSTANT(BSHIP_VERSION_PATCH),
    CONSTANT(BSHIP_VERSION_NUMBER),
    CONSTANT(BSHIP_EXPERIMENTAL_EPOCH),
    /* Enumerators that are not named by their words. */
    CONSTANT(BSHIP_ERROR_UNKNOWN),
    CONSTANT(BSHIP_ENUM_RULE_VALUES),
    CONSTANT(BSHIP_ORIENTATION_HORIZONTAL),
    CONSTANT(BSHIP_ORIENTATION_VERTICAL),
    CONSTANT(BSHIP_TURN_RULE_ONE),
    CONSTANT(BSHIP_TURN_RULE_AGAIN_ON_HIT),
    CONSTANT(BSHIP_TURN_RULE_SALVO),
    CONSTANT(BSHIP_TURN_RULE_SALVO_AFLOAT),
    CONSTANT(BSHIP_TURN_RULE_SALVO_LARGEST),
};

/*
 * A struct is a row of its size, without a field, and a row of the offset of each field. STRUCT
 * makes them all; NTH chooses the macro for the number of fields.
 */
#define FIELD(type, field)                                                                         \
    {                                                                                              \
#type, #field, offsetof(type, field)                                                       \
    }
#define FIELDS_1(type, field) FIELD(type, field)
#define FIELDS_2(type, field, ...) FIELD(type, field), FIELDS_1(type, __VA_ARGS__)
#define FIELDS_3(type, field, ...) FIELD(type, field), FIELDS_2(type, __VA_ARGS__)
#define FIELDS_4(type, field, ...) FIELD(type, field), FIELDS_3(type, __VA_ARGS__)
#define FIELDS_5(type, field, ...) FIELD(type, field), FIELDS_4(type, __VA_ARGS__)
#define FIELDS_6(type, field, ...) FIELD(type, field), FIELDS_5(type, __VA_ARGS__)
#define FIELDS_7(type, field, ...) FIELD(type, field), FIELDS_6(type, __VA_ARGS__)
#define FIELDS_8(type, field, ...) FIELD(type, field), FIELDS_7(type, __VA_ARGS__)
#define FIELDS_9(type, field, ...) FIELD(type, field), FIELDS_8(type, __VA_ARGS__)
#define FIELDS_10(type, field, ...) FIELD(type, field), FIELDS_9(type, __VA_ARGS__)
#define FIELDS_11(type, field, ...) FIELD(type, field), FIELDS_10(type, __VA_ARGS__)
#define FIELDS_12(type, field, ...) FIELD(type, field), FIELDS_11(type, __VA_ARGS__)
#define FIELDS_13(type, field, ...) FIELD(type, field), FIELDS_12(type, __VA_ARGS__)
#define FIELDS_14(type, field, ...) FIELD(type, field), FIELDS_13(type, __VA_ARGS__)
#define FIELDS_15(type, field, ...) FIELD(type, field), FIELDS_14(type, __VA_ARGS__)
#define FIELDS_16(type, field, ...) FIELD(type, field), FIELDS_15(type, __VA_ARGS__)
#define FIELDS_17(type, field, ...) FIELD(type, field), FIELDS_16(type, __VA_ARGS__)
#define FIELDS_18(type, field, ...) FIELD(type, field), FIELDS_17(type, __VA_ARGS__)
#define FIELDS_19(type, field, ...) FIELD(type, field), FIELDS_18(type, __VA_ARGS__)
#define FIELDS_20(type, field, ...) FIELD(type, field), FIELDS_19(type, __VA_ARGS__)
#define FIELDS_21(type, field, ...) FIELD(type, field), FIELDS_20(type, __VA_ARGS__)
#define FIELDS_22(type, field, ...) FIELD(type, field), FIELDS_21(type, __VA_ARGS__)
#define FIELDS_23(type, field, ...) FIELD(type, field), FIELDS_22(type, __VA_ARGS__)
#define FIELDS_24(type, field, ...) FIELD(type, field), FIELDS_23(type, __VA_ARGS__)
#define NTH(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19,  \
            a20, a21, a22, a23, a24, name, ...)                                                    \
    name
#define FIELDS(type, ...)                                                                          \
    NTH(__VA_ARGS__, FIELDS_24, FIELDS_23, FIELDS_22, FIELDS_21, FIELDS_20, FIELDS_19, FIELDS_18,  \
        FIELDS_17, FIELDS_16, FIELDS_15, FIELDS_14, FIELDS_13, FIELDS_12, FIELDS_11, FIELDS_10,    \
        FIELDS_9, FIELDS_8, FIELDS_7, FIELDS_6, FIELDS_5, FIELDS_4, FIELDS_3, FIELDS_2, FIELDS_1,  \
        0)                                                                                         \
    (type, __VA_ARGS__)
#define STRUCT(type, ...) { #type, NULL, sizeof(type) }, FIELDS(type, __VA_ARGS__)

static const struct {
    const char *type;
    const char *field;
    size_t value;
} structs[] = {
    STRUCT(bship_error, size, status, line, column, reserved, index, text),
    STRUCT(bship_allocator, alloc, realloc, free, user),
    STRUCT(bship_rng, state, reserved),
    STRUCT(bship_cell, x, y),
    STRUCT(bship_placement, ship, x, y, orientation),
    STRUCT(bship_fleet_options, size, allocator),
    STRUCT(bship_rules_options, size, width, height, contact, turn, salvo, disclosure, salvo_report,
           reveal_water, repeat, first, ending, head_start, blocked, blocked_count, work_limit,
           shots, reveal_ship),
    STRUCT(bship_report, result, ship, length, is_shown, x, y, orientation, reserved),
    STRUCT(bship_total, size, hits, sunk, sunk_of, hits_of, capacity),
    STRUCT(bship_conflict, cell, status, ship),
    STRUCT(bship_draw_options, size, work_limit, progress, user),
    STRUCT(bship_board_options, size),
    STRUCT(bship_chart_options, size),
    STRUCT(bship_turn, size, first_shot, shots, is_total),
    STRUCT(bship_sinking, size, shot, cell, ship, length, is_settled, placement, ship_class),
    STRUCT(bship_posterior_options, size, method, exact_only, work_limit, memory_limit, seed,
           precision, weights, weight_count, progress, user),
    STRUCT(bship_posterior_info, size, method, is_exact, is_labelled, reserved, layouts,
           log2_layouts, layouts_error, effective_sample_size, work),
    STRUCT(bship_forecast, size, miss, hit, sunk, entropy),
    STRUCT(bship_posterior_explanation, size, method, is_exact, state, status, estimated_steps,
           accepted, steps, memory, reason),
    STRUCT(bship_sampler_options, size, work_limit, memory_limit, progress, user, must_count,
           reserved),
    STRUCT(bship_placer_options, size, strength, seed, sampler, work_limit, progress, user),
    STRUCT(bship_batch_options, size, seed, shots, starts_again, sampler),
    STRUCT(bship_batch_arrays, size, count, cells, observation, mask, result, ship, done, points,
           status, shown),
    STRUCT(bship_positions, size, count, shots, cells, results, ships, shown),
    STRUCT(bship_posterior_arrays, size, count, cells, occupancy, log2_layouts, is_exact, status),
    STRUCT(bship_habits_options, size, half_life),
    STRUCT(bship_habits_info, size, observations, complete, effective, half_life, probability),
    STRUCT(bship_habits_trait_info, size, observed, believed, low, high, uniform),
    STRUCT(bship_ai_options, size, seed, level, side, work_limit, memory_limit, progress, user,
           placing, placing_strength),
    STRUCT(bship_aim_options, size, work_limit, progress, user),
    STRUCT(bship_strategy_callbacks, size, name, create, reset, aim, place, destroy, describe),
    STRUCT(bship_ai_info, size, method, is_exact, work, status, lookahead, lookahead_layouts,
           finished_early, basis),
    STRUCT(bship_ai_candidate, cell, lookahead, reserved, expected_shots, standard_error,
           occupancy),
    STRUCT(bship_review_options, size, seed, rollouts, start_aim_work),
    STRUCT(bship_review_info, size, shots, turns, shots_done, turns_done, rollouts, is_complete,
           hits_known, hits, hits_chosen, hits_expert, start, start_error, rest, rest_error, cost,
           cost_error, luck, luck_error, work),
    STRUCT(bship_review_shot, cell, expert_cell, chance, expert_chance, turn, is_hit, is_exact),
    STRUCT(bship_review_turn, first_shot, shots, is_expert, hits_chosen, hits_expert, cost,
           cost_error, luck, luck_error, rest, rest_error),
    STRUCT(bship_game_options, size, seed, first_seed, ai_a, ai_b, location_a, location_b, first,
           audit, owns_ais, reserved, sampler, audit_work_limit, audit_memory_limit, progress,
           user),
    STRUCT(bship_game_entry, size, entry, round, turn, part, side, chart_turn, first_shot, shots,
           is_total, is_awaited, reserved),
    STRUCT(bship_record_options, size, allocator, memory_limit),
    STRUCT(bship_record_game_options, size, layouts, seeds, settings, view),
    STRUCT(bship_restore_options, size, make_ai, progress, user, sampler),
    STRUCT(bship_record_entry, size, side, is_total, first_shot, shots, line, column, reserved),
    STRUCT(bship_match_row, size, game, entry, status, shots, wasted, turns, side, outcome, method,
           round, nanoseconds, at_fault, fired_first, points, reason, reserved),
    STRUCT(bship_match_options, size, seed, first_game, games, kind, alternate, threads, series,
           work_limit, sampler, memory_limit, progress, user, layout, same_seed, timing, placing,
           placing_strength, observer, observer_user),
    STRUCT(bship_match_summary, size, games, failed, faults, wins, draws, losses, units, mean, sd,
           standard_error, low, high),
};

/* What follows a word in a name, where it stands in capitals, with _ for -; NULL: the name does not
 * begin with it. */
static const char *behind(const char *name, const char *word)
{
    for (; *word; name++, word++) {
        char capital = *word >= 'a' && *word <= 'z' ? (char)(*word - 'a' + 'A') : *word;
        if (*name != (*word == '-' ? '_' : capital))
            return NULL;
    }
    return name;
}

/* The value of an enumeration that a name without `BSHIP_` means; -1: none. */
static int32_t find_enumerator(const char *name)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_ENUM); i++) {
        const char *word = bship_enum_name(BSHIP_ENUM_ENUM, i);
        const char *rest = word ? behind(name, word) : NULL;
        for (int32_t value = 0; rest && *rest == '_' && value < bship_enum_count(i); value++) {
            word = bship_enum_name(i, value);
            const char *end = word ? behind(rest + 1, word) : NULL;
            if (end && !*end)
                return value;
        }
    }
    return -1;
}

double bship_constant(const char *name)
{
    for (size_t i = 0; name && i < sizeof constants / sizeof constants[0]; i++) {
        if (strcmp(constants[i].name, name) == 0)
            return constants[i].value;
    }
    int32_t value = bship_enum_find(BSHIP_ENUM_STATUS, name);
    if (value < 0 && name && strncmp(name, "BSHIP_", 6) == 0)
        value = find_enumerator(name + 6);
    return value < 0 ? (double)NAN : value;
}

/* The row of a struct (`field` is NULL) or of a field; -1: there is none. */
static int row_of(const char *type, const char *field)
{
    for (size_t i = 0; type && i < sizeof structs / sizeof structs[0]; i++) {
        if (strcmp(structs[i].type, type) == 0 && !structs[i].field == !field &&
            (!field || strcmp(structs[i].field, field) == 0))
            return (int)i;
    }
    return -1;
}

size_t bship_struct_size(const char *name)
{
    int row = row_of(name, NULL);
    return row >= 0 ? structs[row].value : 0;
}

int32_t bship_field_offset(const char *type, const char *field)
{
    int row = field ? row_of(type, field) : -1;
    return row >= 0 ? (int32_t)structs[row].value : -1;
}
