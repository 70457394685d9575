/*
 * Running out of memory: every exported function has a row that says how it is called while each
 * of its allocations in turn fails. A failed call changes nothing and leaks nothing.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "allocation_calls.h"

/* When a function allocates. */
enum when {
    NEVER,
    BY_LOG, /* when a log grows */
    ALWAYS
};

/* How a function is called (NULL: it has no object that could allocate; of a review, its own test
 * does, since the experts can do without some allocations) and when it allocates. */
static const struct row {
    const char *name;
    bship_status (*call)(struct world *world);
    enum when when;
} rows[] = {
    { "bship_ai_aim", aim, NEVER },
    { "bship_ai_aim_salvo", aim_salvo, NEVER },
    { "bship_ai_candidates", list_candidates, ALWAYS },
    { "bship_ai_evaluate", evaluate_cells, ALWAYS },
    { "bship_ai_free", NULL, NEVER },
    { "bship_ai_new", make_ai, ALWAYS },
    { "bship_ai_new_custom", make_own_ai, ALWAYS },
    { "bship_ai_describe", ask_ai, NEVER },
    { "bship_ai_place", ai_place, ALWAYS },
    { "bship_ai_reset", reset_ai, NEVER },
    { "bship_ai_rules", ask_ai, NEVER },
    { "bship_ai_scores", score_cells, NEVER },
    { "bship_ai_set_habits", set_habits, ALWAYS },
    { "bship_ai_strategy", ask_ai, NEVER },
    { "bship_batch_free", NULL, NEVER },
    { "bship_batch_games", step_batch, NEVER },
    { "bship_batch_layouts", step_batch, NEVER },
    { "bship_batch_new", make_batch, ALWAYS },
    { "bship_batch_observe", step_batch, NEVER },
    { "bship_batch_reset", step_batch, NEVER },
    { "bship_batch_rules", step_batch, NEVER },
    { "bship_batch_start", step_batch, NEVER },
    { "bship_batch_step", step_batch, NEVER },
    { "bship_board_check_fire", ask_board, NEVER },
    { "bship_board_check_place", place, NEVER },
    { "bship_board_clear", clear_board, NEVER },
    { "bship_board_clear_shots", clear_shots, NEVER },
    { "bship_board_conflicts", move_ship, NEVER },
    { "bship_board_copy", copy_board, NEVER },
    { "bship_board_fire", fire, NEVER },
    { "bship_board_fire_salvo", fire_salvo, NEVER },
    { "bship_board_fire_total", fire_total, NEVER },
    { "bship_board_free", NULL, NEVER },
    { "bship_board_hits_of_ship", ask_board, NEVER },
    { "bship_board_is_complete", ask_board, NEVER },
    { "bship_board_is_defeated", ask_board, NEVER },
    { "bship_board_layout", move_ship, NEVER },
    { "bship_board_missing", move_ship, NEVER },
    { "bship_board_new", make_board, ALWAYS },
    { "bship_board_place", place, NEVER },
    { "bship_board_place_layout", place_layout, NEVER },
    { "bship_board_place_missing", move_ship, NEVER },
    { "bship_board_place_random", place_random, NEVER },
    { "bship_board_place_style", place_style, ALWAYS },
    { "bship_board_placement", ask_board, NEVER },
    { "bship_board_rules", ask_board, NEVER },
    { "bship_board_ship_at", ask_board, NEVER },
    { "bship_board_ships_afloat", ask_board, NEVER },
    { "bship_board_shots_due", ask_board, NEVER },
    { "bship_board_shots", ask_board, NEVER },
    { "bship_board_points", ask_board, NEVER },
    { "bship_board_state_at", ask_board, NEVER },
    { "bship_board_states", ask_board, NEVER },
    { "bship_board_remove", place, NEVER },
    { "bship_cell_format", ask_words, NEVER },
    { "bship_cell_parse", ask_words, NEVER },
    { "bship_chart_ships_afloat_of_class", ask_chart, NEVER },
    { "bship_chart_points", ask_chart, NEVER },
    { "bship_chart_ships_afloat_of_name", ask_chart, NEVER },
    { "bship_chart_check_fire", ask_chart, NEVER },
    { "bship_chart_changes", ask_chart, NEVER },
    { "bship_chart_check_layout", check_layout, ALWAYS },
    { "bship_chart_copy", copy_chart, BY_LOG },
    { "bship_chart_free", NULL, NEVER },
    { "bship_chart_hash", ask_chart, NEVER },
    { "bship_chart_hit_state_at", ask_chart, NEVER },
    { "bship_chart_hit_states", ask_chart, NEVER },
    { "bship_chart_hits", ask_chart, NEVER },
    { "bship_chart_is_defeated", ask_chart, NEVER },
    { "bship_chart_new", make_chart, ALWAYS },
    { "bship_chart_parse_grid", parse_grid, ALWAYS },
    { "bship_chart_record", record_shot, BY_LOG },
    { "bship_chart_record_total", record_total, BY_LOG },
    { "bship_chart_record_turn", record_turn, BY_LOG },
    { "bship_chart_reset", reset_chart, NEVER },
    { "bship_chart_rules", ask_chart, NEVER },
    { "bship_chart_ships_afloat", ask_chart, NEVER },
    { "bship_chart_shot", ask_chart, NEVER },
    { "bship_chart_shots", ask_chart, NEVER },
    { "bship_chart_sinking", ask_chart, NEVER },
    { "bship_chart_sinking_at", ask_chart, NEVER },
    { "bship_chart_sinkings", ask_chart, NEVER },
    { "bship_chart_state_at", ask_chart, NEVER },
    { "bship_chart_states", ask_chart, NEVER },
    { "bship_chart_total", ask_chart, NEVER },
    { "bship_chart_truncate", truncate_chart, NEVER },
    { "bship_chart_turn", ask_chart, NEVER },
    { "bship_chart_turns", ask_chart, NEVER },
    { "bship_chart_unknown", ask_chart, NEVER },
    { "bship_grid_size", ask_words, NEVER },
    { "bship_habits_describe", describe_habits, ALWAYS },
    { "bship_habits_format", ask_habits, NEVER },
    { "bship_habits_free", NULL, NEVER },
    { "bship_habits_merge", observe, NEVER },
    { "bship_habits_new", make_habits, ALWAYS },
    { "bship_habits_observe", observe, NEVER },
    { "bship_habits_observe_chart", observe, NEVER },
    { "bship_habits_observe_record", observe, NEVER },
    { "bship_habits_parse", parse_habits, ALWAYS },
    { "bship_habits_reset", ask_habits, NEVER },
    { "bship_habits_rules", ask_habits, NEVER },
    { "bship_habits_set_progress", ask_habits, NEVER },
    { "bship_habits_snapshot_is_uniform", ask_habits, NEVER },
    { "bship_habits_snapshot_new", make_snapshot, ALWAYS },
    { "bship_habits_snapshot_ref", ask_habits, NEVER },
    { "bship_habits_snapshot_rules", ask_habits, NEVER },
    { "bship_habits_snapshot_unref", ask_habits, NEVER },
    { "bship_habits_snapshot_weights", ask_habits, NEVER },
    { "bship_habits_trait", ask_trait, ALWAYS },
    { "bship_fleet_cells", ask_fleet, NEVER },
    { "bship_fleet_class_count", ask_fleet, NEVER },
    { "bship_fleet_class_length", ask_fleet, NEVER },
    { "bship_fleet_class_ships", ask_fleet, NEVER },
    { "bship_fleet_count", ask_fleet, NEVER },
    { "bship_fleet_equal", ask_fleet, NEVER },
    { "bship_fleet_find", ask_fleet, NEVER },
    { "bship_fleet_first_of_name", ask_fleet, NEVER },
    { "bship_fleet_format", ask_fleet, NEVER },
    { "bship_fleet_length", ask_fleet, NEVER },
    { "bship_fleet_name", ask_fleet, NEVER },
    { "bship_fleet_new", make_fleet, ALWAYS },
    { "bship_fleet_new_points", make_points, ALWAYS },
    { "bship_fleet_new_preset", make_preset, ALWAYS },
    { "bship_fleet_parse", parse_fleet, ALWAYS },
    { "bship_fleet_preset_contact", ask_fleet, NEVER },
    { "bship_fleet_ref", ask_references, NEVER },
    { "bship_fleet_unref", ask_references, NEVER },
    { "bship_game_ai", ask_game, NEVER },
    { "bship_game_abandon", game_abandon, NEVER },
    { "bship_game_claim_contradiction", game_claim, NEVER },
    { "bship_game_claim_unrevealed", game_claim_unrevealed, NEVER },
    { "bship_game_end_reason", ask_game, NEVER },
    { "bship_game_log_entry", ask_game, NEVER },
    { "bship_game_log_shots", ask_game, NEVER },
    { "bship_game_resign", game_resign, NEVER },
    { "bship_game_reveal", game_reveal, ALWAYS },
    { "bship_game_undo", game_undo, NEVER },
    { "bship_game_report", game_result, ALWAYS },
    { "bship_game_report_total", game_result_total, NEVER },
    { "bship_game_began", ask_game, NEVER },
    { "bship_game_board", ask_game, NEVER },
    { "bship_game_chart", ask_game, NEVER },
    { "bship_game_fire", game_fire, BY_LOG },
    { "bship_game_fire_salvo", game_fire_salvo, BY_LOG },
    { "bship_game_free", NULL, NEVER },
    { "bship_game_log_length", ask_game, NEVER },
    { "bship_game_new", make_game, ALWAYS },
    { "bship_game_observe_found", game_observe_found, NEVER },
    { "bship_game_set_habits", game_set_habits, NEVER },
    { "bship_game_outcome", ask_game, NEVER },
    { "bship_game_pending", ask_game, NEVER },
    { "bship_game_phase", ask_game, NEVER },
    { "bship_game_place_random", game_place_random, ALWAYS },
    { "bship_game_reset", reset_game, NEVER },
    { "bship_game_restore", restore_game, ALWAYS },
    { "bship_game_set_ai", give_ai, BY_LOG },
    { "bship_game_set_board", game_place, NEVER },
    { "bship_game_round", ask_game, NEVER },
    { "bship_game_rules", ask_game, NEVER },
    { "bship_game_seed", ask_game, NEVER },
    { "bship_game_shots_due", ask_game, NEVER },
    { "bship_game_points", ask_game, NEVER },
    { "bship_game_start", game_place, NEVER },
    { "bship_game_step", game_step, BY_LOG },
    { "bship_game_to_move", ask_game, NEVER },
    { "bship_level_at", ask_words, NEVER },
    { "bship_level_strategy", ask_words, NEVER },
    { "bship_match_add", match_add, ALWAYS },
    { "bship_match_add_custom", match_add_own, ALWAYS },
    { "bship_match_add_learner", match_add_learner, ALWAYS },
    { "bship_match_set_habits", match_set_habits, NEVER },
    { "bship_match_describe", ask_ai, NEVER },
    { "bship_match_difference", ask_ai, NEVER },
    { "bship_match_entries", ask_ai, NEVER },
    { "bship_match_entry_name", ask_ai, NEVER },
    { "bship_match_free", NULL, NEVER },
    { "bship_match_mean", ask_ai, NEVER },
    { "bship_match_new", make_match, ALWAYS },
    { "bship_match_run", match_run, ALWAYS },
    { "bship_match_score", ask_ai, NEVER },
    { "bship_placer_draw", draw_by_style, NEVER },
    { "bship_placer_free", NULL, NEVER },
    { "bship_placer_new", make_placer, ALWAYS },
    { "bship_placer_place", draw_by_style, NEVER },
    { "bship_placer_reset", ask_placer, NEVER },
    { "bship_placer_rules", ask_placer, NEVER },
    { "bship_placer_strength", ask_placer, NEVER },
    { "bship_placer_style", ask_placer, NEVER },
    { "bship_placing_style_strength", ask_placer, NEVER },
    { "bship_rules_placement", ask_rules, NEVER },
    { "bship_rules_placement_cells", ask_rules, NEVER },
    { "bship_rules_placement_count", ask_rules, NEVER },
    { "bship_rules_placement_index", ask_rules, NEVER },
    { "bship_posterior_batch", compute_posteriors, ALWAYS },
    { "bship_posterior_best", ask_posterior, NEVER },
    { "bship_posterior_check", check_posterior, ALWAYS },
    { "bship_posterior_describe", ask_posterior, NEVER },
    { "bship_posterior_explain", ask_posterior, NEVER },
    { "bship_posterior_ignores_contact", ask_posterior, NEVER },
    { "bship_posterior_fill", NULL, NEVER },
    { "bship_posterior_forecast", ask_posterior, NEVER },
    { "bship_posterior_free", NULL, NEVER },
    { "bship_posterior_format_layouts", ask_posterior, NEVER },
    { "bship_posterior_new", make_posterior, ALWAYS },
    { "bship_posterior_new_habits", make_posterior_of_habits, ALWAYS },
    { "bship_posterior_occupancy", ask_posterior, NEVER },
    { "bship_posterior_occupancy_of_class", ask_posterior, NEVER },
    { "bship_posterior_sample", NULL, NEVER },
    { "bship_posterior_placement", ask_posterior, NEVER },
    { "bship_posterior_standard_error", ask_posterior, NEVER },
    { "bship_posterior_update", update_posterior, NEVER },
    { "bship_record_add_extra", add_extra, ALWAYS },
    { "bship_record_log_length", ask_record, NEVER },
    { "bship_record_log_entry", ask_record, NEVER },
    { "bship_record_extra", ask_record, NEVER },
    { "bship_record_extras", ask_record, NEVER },
    { "bship_record_format", ask_record, NEVER },
    { "bship_record_free", NULL, NEVER },
    { "bship_record_get", ask_record, NEVER },
    { "bship_record_is_game", ask_record, NEVER },
    { "bship_record_new", make_record, ALWAYS },
    { "bship_record_new_chart", make_record_of_chart, ALWAYS },
    { "bship_record_new_game", make_record_of_game, ALWAYS },
    { "bship_record_parse", parse_record, ALWAYS },
    { "bship_record_layout", ask_record, NEVER },
    { "bship_record_number", ask_record, NEVER },
    { "bship_record_pending", ask_record, NEVER },
    { "bship_record_to_game_options", ask_record, NEVER },
    { "bship_record_to_ai_options", ask_record, NEVER },
    { "bship_record_read", read_record, ALWAYS },
    { "bship_record_rules", ask_record, NEVER },
    { "bship_record_set", set_fact, NEVER },
    { "bship_record_set_layout", set_layout, ALWAYS },
    { "bship_record_shot", ask_record, NEVER },
    { "bship_record_strategy", ask_record, NEVER },
    { "bship_record_to_board", record_to_board, NEVER },
    { "bship_record_to_chart", record_to_chart, ALWAYS },
    { "bship_record_to_game", record_to_game, ALWAYS },
    { "bship_record_total", ask_record, NEVER },
    { "bship_record_write", ask_record, NEVER },
    { "bship_question_bits", ask_question, NEVER },
    { "bship_question_cells", ask_question, NEVER },
    { "bship_question_weigh", ask_question, NEVER },
    { "bship_review_costliest", ask_review, NEVER },
    { "bship_review_describe", ask_review, NEVER },
    { "bship_review_free", NULL, NEVER },
    { "bship_review_new", make_review, ALWAYS },
    { "bship_review_run", NULL, NEVER },
    { "bship_review_shots", ask_review, NEVER },
    { "bship_review_turns", ask_review, NEVER },
    { "bship_rng_below", ask_words, NEVER },
    { "bship_rng_next", ask_words, NEVER },
    { "bship_rng_seed", ask_words, NEVER },
    { "bship_rules_get", ask_rules, NEVER },
    { "bship_rules_format_rule", ask_rules, NEVER },
    { "bship_rules_blocked", ask_rules, NEVER },
    { "bship_rules_describe", ask_rules, NEVER },
    { "bship_rules_discloses", ask_rules, NEVER },
    { "bship_rules_equal", ask_rules, NEVER },
    { "bship_rules_feasibility", ask_rules, NEVER },
    { "bship_rules_fleet", ask_rules, NEVER },
    { "bship_rules_format", ask_rules, NEVER },
    { "bship_rules_height", ask_rules, NEVER },
    { "bship_rules_is_blocked", ask_rules, NEVER },
    { "bship_rules_new", make_rules, ALWAYS },
    { "bship_rules_options_set", ask_rules, NEVER },
    { "bship_rules_parse", parse_rules, ALWAYS },
    { "bship_rules_ref", ask_references, NEVER },
    { "bship_rules_layout_grids", draw_grids, NEVER },
    { "bship_rules_number", ask_rules, NEVER },
    { "bship_rules_shots_due", ask_chart, NEVER },
    { "bship_rule_number_range", ask_rules, NEVER },
    { "bship_fleet_points", ask_rules, NEVER },
    { "bship_rules_unref", ask_references, NEVER },
    { "bship_rules_width", ask_rules, NEVER },
    { "bship_sampler_draw", draw_layout, ALWAYS },
    { "bship_sampler_fill", fill_layouts, ALWAYS },
    { "bship_sampler_layout", list_layout, NEVER },
    { "bship_sampler_list", list_layouts, NEVER },
    { "bship_sampler_count", ask_sampler, NEVER },
    { "bship_sampler_method", ask_sampler, NEVER },
    { "bship_sampler_new", make_sampler, ALWAYS },
    { "bship_sampler_new_chart", make_sampler_of_chart, ALWAYS },
    { "bship_sampler_place", place_drawn, NEVER },
    { "bship_sampler_ref", ask_sampler, NEVER },
    { "bship_sampler_rules", ask_sampler, NEVER },
    { "bship_sampler_unref", ask_sampler, NEVER },
    { "bship_cells_format", ask_words, NEVER },
    { "bship_cells_parse", ask_words, NEVER },
    { "bship_status_message", ask_words, NEVER },
    { "bship_strategy_uses_habits", ask_words, NEVER },
    { "bship_constant", ask_words, NEVER },
    { "bship_enum_count", ask_words, NEVER },
    { "bship_field_offset", ask_words, NEVER },
    { "bship_enum_find", ask_words, NEVER },
    { "bship_enum_name", ask_words, NEVER },
    { "bship_struct_size", ask_words, NEVER },
    { "bship_enum_text", ask_words, NEVER },
    { "bship_turn_format", ask_words, NEVER },
    { "bship_turn_parse", ask_words, NEVER },
    { "bship_version_string", ask_words, NEVER },
    { "bship_experimental_epoch", ask_words, NEVER },
};

#define ROWS (sizeof rows / sizeof *rows)

static bool is_remote(enum game_type type)
{
    return type == GAME_REMOTE || type == GAME_REMOTE_TOTAL || type == GAME_AUDITED ||
           type == GAME_OVER;
}

/* Plays a round: afterwards side a is to fire, or has fired at a remote side. */
static void play_round(bship_game *game, enum game_type type)
{
    for (int attacker = 0; attacker < 2; attacker++) {
        if (type == GAME_SALVO || type == GAME_REMOTE_TOTAL)
            assert_ok(bship_game_fire_salvo(game, water, 2, NULL), "a salvo");
        else
            assert_ok(bship_game_fire(game, water[0], NULL, NULL), "a shot");
        if (bship_game_phase(game) == BSHIP_PHASE_AWAITING_REPORT)
            assert_ok(type == GAME_REMOTE_TOTAL ? result_total(game) : result_one(game),
                      "a report");
    }
}

static void make_game_of(struct world *w, enum game_type type, int rounds)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bool remote = is_remote(type);
    bship_game *game = NULL;

    if (type == GAME_PLAIN) {
        options.ai_a = w->ais[BSHIP_SIDE_A];
        options.ai_b = w->ais[BSHIP_SIDE_B];
    }
    if (type == GAME_PLACING)
        options.ai_a = w->own;
    options.audit = type == GAME_AUDITED ? BSHIP_AUDIT_COMPLETE : BSHIP_AUDIT_NECESSARY;
    options.location_b = remote ? BSHIP_LOCATION_REMOTE : BSHIP_LOCATION_LOCAL;
    assert_ok(bship_game_new(&game, w->rules[type], &options, NULL), "a game");
    w->games[type] = game;
    if (type == GAME_OVER)
        assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, w->habits), "habits");
    if (type == GAME_PLACING)
        return;
    for (int32_t side = BSHIP_SIDE_A; side <= (remote ? BSHIP_SIDE_A : BSHIP_SIDE_B); side++)
        for (int32_t ship = 0; ship < 2; ship++)
            assert_ok(place_ship(game, side, layout[ship]), "a ship");
    assert_ok(bship_game_start(game, NULL), "the start");
    for (int round = 0; round < rounds; round++)
        play_round(game, type);
    if (type == GAME_REMOTE || type == GAME_AUDITED)
        assert_ok(bship_game_fire(game, water[0], NULL, NULL), "a shot that awaits its report");
    if (type == GAME_REMOTE_TOTAL)
        assert_ok(bship_game_fire_salvo(game, water, 2, NULL), "a salvo that awaits its report");
    if (type == GAME_OVER)
        assert_ok(bship_game_resign(game, BSHIP_SIDE_A), "an end");
}

static void make_matches(struct world *w)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;

    options.games = 2;
    options.series = 2;
    options.kind = BSHIP_MATCH_KIND_DUEL;
    /* A match that cannot make a sampler plays without one. */
    options.sampler = w->sampler;
    assert_ok(bship_match_new(&w->match, w->rules[0], &options, NULL), "a match");
    assert_ok(bship_match_new(&w->full_match, w->rules[0], &options, NULL), "a match");
    assert_ok(bship_match_add(w->full_match, "density", NULL, NULL), "an entry");
    assert_ok(bship_match_add_custom(w->full_match, &own_callbacks, w, NULL, NULL), "an entry");
}

/* The results that constructors must not touch when they fail. */
static void forget_made(struct world *w)
{
    memset(&w->made, 0x55, sizeof w->made);
}

static bool is_made(const void *pointer)
{
    const void *untouched;
    memset(&untouched, 0x55, sizeof untouched);
    return pointer != untouched;
}

/* A world in which every log has `rounds` turns. */
static void world_init(struct world *w, int rounds)
{
    memset(w, 0, sizeof *w);
    memory_init(&w->memory);
    w->fleet_options = (bship_fleet_options)BSHIP_FLEET_OPTIONS_INIT;
    w->fleet_options.allocator = w->memory.allocator;
    w->rng = rng_of(1);
    for (int type = 0; type < GAME_TYPES; type++) {
        char text[160];
        snprintf(text, sizeof text, "board 9x8\nfleet 3 2\nrepeat wasted\nfirst a\n%s",
                 rule_lines[type]);
        w->rules[type] = rules_from_with(text, &w->fleet_options);
    }
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        w->ais[side] = new_ai(w->rules[0], "stalker", 0);
    w->ai = new_ai(w->rules[0], "density", 0);
    assert_ok(bship_ai_new_custom(&w->own, w->rules[0], &own_callbacks, w, NULL, NULL), "own");
    assert_ok(bship_habits_new(&w->habits, w->rules[0], NULL, NULL), "habits");
    for (int type = 0; type < GAME_TYPES; type++)
        make_game_of(w, (enum game_type)type, rounds);
    w->sampler = new_sampler(w->rules[0]);
    assert_ok(bship_placer_new(&w->placer, w->rules[0], "balanced", NULL, NULL), "a placer");
    assert_ok(bship_batch_new(&w->batch, w->rules[0], 2, NULL, NULL), "a batch");
    make_matches(w);
    assert_ok(bship_board_new(&w->empty, w->rules[0], NULL, NULL), "a board");
    assert_ok(bship_board_new(&w->board, w->rules[0], NULL, NULL), "a board");
    assert_ok(bship_board_new(&w->total_board, w->rules[GAME_REMOTE_TOTAL], NULL, NULL), "a board");
    assert_ok(bship_board_place_layout(w->board, layout, 2, NULL), "a layout");
    assert_ok(bship_board_place_layout(w->total_board, layout, 2, NULL), "a layout");
    w->chart = new_chart(w->rules[0]);
    assert_ok(bship_review_new(&w->review, w->chart, NULL, NULL, NULL), "a review");
    w->copy = new_chart(w->rules[0]);
    w->total_chart = new_chart(w->rules[GAME_REMOTE_TOTAL]);
    for (int turn = 0; turn < rounds; turn++) {
        assert_ok(record_shot(w), "a shot");
        assert_ok(record_total(w), "a total");
    }
    assert_ok(bship_record_new_game(&w->record, w->games[GAME_PLAIN], &whole_game, NULL),
              "a record");
    assert_ok(bship_posterior_new(&w->posterior, w->chart, NULL, NULL), "a posterior");
    assert_ok(bship_habits_new(&w->others, w->rules[0], NULL, NULL), "habits");
    assert_ok(bship_habits_snapshot_new(&w->snapshot, w->others, NULL), "a snapshot");
    assert_ok(bship_habits_observe(w->habits, layout, 2, 1, NULL), "a layout");
    assert_ok(bship_habits_observe(w->others, layout, 2, 1, NULL), "a layout");
    forget_made(w);
    w->error = (bship_error)BSHIP_ERROR_INIT;
}

static void free_made(struct world *w)
{
    if (is_made(w->made.fleet))
        bship_fleet_unref(w->made.fleet);
    if (is_made(w->made.rules))
        bship_rules_unref(w->made.rules);
    if (is_made(w->made.board))
        bship_board_free(w->made.board);
    if (is_made(w->made.chart))
        bship_chart_free(w->made.chart);
    if (is_made(w->made.ai))
        bship_ai_free(w->made.ai);
    if (is_made(w->made.game))
        bship_game_free(w->made.game);
    if (is_made(w->made.match))
        bship_match_free(w->made.match);
    if (is_made(w->made.record))
        bship_record_free(w->made.record);
    if (is_made(w->made.posterior))
        bship_posterior_free(w->made.posterior);
    if (is_made(w->made.sampler))
        bship_sampler_unref(w->made.sampler);
    if (is_made(w->made.placer))
        bship_placer_free(w->made.placer);
    if (is_made(w->made.batch))
        bship_batch_free(w->made.batch);
    if (is_made(w->made.review))
        bship_review_free(w->made.review);
    if (is_made(w->made.habits))
        bship_habits_free(w->made.habits);
    if (is_made(w->made.snapshot))
        bship_habits_snapshot_unref(w->made.snapshot);
}

static void world_free(struct world *w, const char *name)
{
    free_made(w);
    for (int type = 0; type < GAME_TYPES; type++)
        bship_game_free(w->games[type]);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        bship_ai_free(w->ais[side]);
    bship_record_free(w->record);
    bship_posterior_free(w->posterior);
    bship_sampler_unref(w->sampler);
    bship_placer_free(w->placer);
    bship_batch_free(w->batch);
    bship_review_free(w->review);
    bship_habits_free(w->habits);
    bship_habits_free(w->others);
    bship_habits_snapshot_unref(w->snapshot);
    bship_ai_free(w->ai);
    bship_ai_free(w->own);
    bship_match_free(w->match);
    bship_match_free(w->full_match);
    bship_board_free(w->board);
    bship_board_free(w->empty);
    bship_board_free(w->total_board);
    bship_chart_free(w->chart);
    bship_chart_free(w->copy);
    bship_chart_free(w->total_chart);
    for (int type = 0; type < GAME_TYPES; type++)
        bship_rules_unref(w->rules[type]);
    memory_check(&w->memory, name);
    cr_assert_eq(w->creates, w->destroys, "%s: %d states created, %d destroyed", name, w->creates,
                 w->destroys);
}

/* The results of all queries in the world; of the match, only its entries. */
static struct text world_dump(const struct world *w)
{
    struct text text = { NULL, 0, 0 };
    struct text parts[GAME_TYPES + 8];
    size_t count = 0;

    for (int type = 0; type < GAME_TYPES; type++)
        parts[count++] = game_and_boards_dump(w->games[type]);
    parts[count++] = board_dump(w->board);
    parts[count++] = board_dump(w->empty);
    parts[count++] = board_dump(w->total_board);
    parts[count++] = chart_dump(w->chart);
    parts[count++] = chart_dump(w->copy);
    parts[count++] = chart_dump(w->total_chart);
    parts[count++] = record_text_of(w->record);
    parts[count++] = posterior_dump(w->posterior, w->rules[0]);
    for (size_t i = 0; i < count; i++) {
        text_add(&text, "part %zu\n%s", i, parts[i].data);
        text_free(&parts[i]);
    }
    text_add(&text, "entries %d %d\n", (int)bship_match_entries(w->match),
             (int)bship_match_entries(w->full_match));
    return text;
}

/* Fails `count` allocations from number `from` on; returns whether any failed. */
static bool fail_once(const struct row *row, int rounds, long from, long count)
{
    static struct world w;
    struct made untouched;
    struct text before;
    bship_status status;
    bool failed;

    world_init(&w, rounds);
    before = world_dump(&w);
    untouched = w.made;
    memory_fail(&w.memory, from, count);
    status = row->call(&w);
    failed = w.memory.failed > 0;
    memory_fail(&w.memory, 0, 0);
    if (failed) {
        assert_status(status, BSHIP_ERROR_MEMORY, "%s, allocation %ld", row->name, from);
        cr_assert_arr_eq(&w.made, &untouched, sizeof untouched, "%s wrote its output", row->name);
        cr_assert(w.error.status == 0 || w.error.status == BSHIP_ERROR_MEMORY,
                  "%s: the error has another status", row->name);
        assert_same(before, world_dump(&w), row->name);
        assert_ok(row->call(&w), "%s, again with enough memory", row->name);
    } else {
        assert_ok(status, "%s with enough memory", row->name);
        text_free(&before);
    }
    world_free(&w, row->name);
    return failed;
}

/* Lengths of the logs: where arrays that double are full, and where not. */
static const int all_lengths[] = { 0, 1, 2, 4, 8, 16, 32, 64, 128, 129 };
#define LENGTHS (sizeof all_lengths / sizeof *all_lengths)

/* Fails each allocation of a call in turn, alone or with all that follow; returns their number. */
static long fail_each(const struct row *row, int rounds, long count)
{
    long from = 0;

    while (fail_once(row, rounds, from, count))
        cr_assert_lt(++from, 1000, "%s allocates without end", row->name);
    return from;
}

Test(allocation, failing_at_any_point_changes_nothing_and_leaks_nothing)
{
    for (size_t i = 0; i < ROWS; i++) {
        size_t lengths = rows[i].when == NEVER ? 0 : rows[i].when == BY_LOG ? LENGTHS : 1;
        long allocations = 0;
        for (size_t at = 0; at < lengths; at++) {
            allocations += fail_each(&rows[i], all_lengths[at], 1);
            fail_each(&rows[i], all_lengths[at], LONG_MAX);
        }
        cr_assert_eq(allocations > 0, lengths > 0, "%s never allocates", rows[i].name);
    }
}

Test(allocation, what_need_not_allocate_does_not)
{
    for (size_t i = 0; i < ROWS; i++) {
        static struct world w;
        if (rows[i].when != NEVER || !rows[i].call)
            continue;
        world_init(&w, 128);
        memory_fail(&w.memory, 0, LONG_MAX);
        assert_ok(rows[i].call(&w), "%s", rows[i].name);
        cr_assert_eq(w.memory.calls, 0, "%s allocates", rows[i].name);
        memory_fail(&w.memory, 0, 0);
        world_free(&w, rows[i].name);
    }
}

/* Once warm, repeated games need no more memory. */
Test(allocation, reused_objects_allocate_nothing_once_warm)
{
    static struct world w;

    world_init(&w, 0);
    for (int game = 0; game < 5; game++) {
        bship_game *g = w.games[GAME_PLAIN];
        if (game == 2)
            memory_fail(&w.memory, 0, LONG_MAX);
        bship_game_reset(g, 7, 0);
        assert_ok(bship_game_place_random(g, BSHIP_SIDE_A, NULL, NULL, NULL), "game %d", game);
        assert_ok(bship_game_place_random(g, BSHIP_SIDE_B, NULL, NULL, NULL), "game %d", game);
        assert_ok(bship_game_start(g, NULL), "game %d", game);
        while (bship_game_phase(g) != BSHIP_PHASE_OVER)
            assert_ok(bship_game_step(g, NULL, NULL, NULL), "game %d", game);
    }
    cr_assert_eq(w.memory.calls, 0, "%ld allocations in warm games", w.memory.calls);
    memory_fail(&w.memory, 0, 0);
    world_free(&w, "warm games");
}

/* Neither does a posterior, whatever the chart. */
Test(allocation, a_warm_posterior_is_updated_without_allocating)
{
    static struct world w;

    world_init(&w, 0);
    for (int game = 0; game < 3; game++) {
        bship_rng rng = rng_of(3);
        bship_board_clear_shots(w.board);
        bship_chart_reset(w.chart);
        if (game == 1)
            memory_fail(&w.memory, 0, LONG_MAX);
        while (fire_at_random(w.board, w.chart, &rng) > 0)
            assert_ok(update_posterior(&w), "game %d", game);
    }
    cr_assert_eq(w.memory.calls, 0, "%ld allocations of a warm posterior", w.memory.calls);
    memory_fail(&w.memory, 0, 0);
    world_free(&w, "a warm posterior");
}

Test(allocation, every_exported_function_has_a_row)
{
    FILE *map = fopen(BSHIP_VERSION_MAP, "r");
    char line[128], name[128];
    bool listed[ROWS] = { false };

    cr_assert_not_null(map, "%s cannot be read", BSHIP_VERSION_MAP);
    while (fgets(line, sizeof line, map)) {
        if (sscanf(line, " %127[a-z0-9_];", name) != 1 || strncmp(name, "bship_", 6) != 0)
            continue;
        size_t i = 0;
        while (i < ROWS && strcmp(rows[i].name, name) != 0)
            i++;
        cr_assert_lt(i, ROWS, "%s has no row: say how it behaves when memory runs out", name);
        listed[i] = true;
    }
    fclose(map);
    for (size_t i = 0; i < ROWS; i++)
        cr_assert(listed[i], "%s has a row but is not exported", rows[i].name);
}
