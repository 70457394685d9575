/* Planning a study: its players and simulations; see simulation.h. */
#include <stdlib.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "common/formatted.h"
#include "common/number.h"
#include "simulation/agreement.h"
#include "simulation/decisions.h"
#include "simulation/engines.h"
#include "simulation/play.h"
#include "simulation/simulation.h"
#include "simulation/statistics/pairs.h"
#include "simulation/swiss.h"

int check_status(const char *what, bship_status status)
{
    if (!status)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": %s: %s\n", what, bship_status_message(status));
    return EXIT_RUNTIME;
}

int fail_memory(void)
{
    fprintf(stderr, PROGRAM ": out of memory\n");
    return EXIT_RUNTIME;
}

void placement_label(char label[LABEL_SIZE], const struct placement *placement)
{
    char strength[NUMBER_SIZE];
    if (placement->strength > 0)
        snprintf(label, LABEL_SIZE, "%s:%s", placement->style,
                 number_format(strength, placement->strength));
    else
        snprintf(label, LABEL_SIZE, "%s", placement->style);
}

int plan_set_rules(struct plan *plan, const bship_rules *rules)
{
    plan->rules = bship_rules_ref(rules);
    plan->rules_text = formatted_rules(rules);
    return plan->rules_text ? EXIT_FINE : fail_memory();
}

/* ---- players ---- */

int plan_add_player(struct plan *plan, const struct player *player, bool required)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status = player_check(plan, player, &error);
    if (status) {
        fprintf(stderr, PROGRAM ": %s: %s\n", player->label, error.text);
        if (status != BSHIP_ERROR_UNSUPPORTED || required)
            return status == BSHIP_ERROR_MEMORY ? EXIT_RUNTIME : EXIT_USAGE;
        fprintf(stderr, PROGRAM ": %s is left out\n", player->label);
        return EXIT_FINE;
    }
    struct player *players = realloc(plan->players, (plan->player_count + 1) * sizeof *players);
    if (!players)
        return fail_memory();
    plan->players = players;
    players[plan->player_count++] = *player;
    return EXIT_FINE;
}

int plan_add_strategy(struct plan *plan, const char *strategy, bool required)
{
    struct player player = { .strategy = strategy };
    size_t before = plan->player_count;
    snprintf(player.label, sizeof player.label, "%s", strategy);
    int result = plan_add_player(plan, &player, required);
    bool is_added = plan->player_count > before;
    if (result != EXIT_FINE || !is_added || !plan->has_learners ||
        !bship_strategy_uses_habits(bship_enum_find(BSHIP_ENUM_STRATEGY, strategy)))
        return result;
    player.is_learner = true;
    snprintf(player.label, sizeof player.label, "%s*", strategy);
    return plan_add_player(plan, &player, required);
}

/* ---- simulations ---- */

int64_t plan_failed_shots(const struct plan *plan)
{
    const int64_t limit = bship_rules_number(plan->rules, BSHIP_RULE_SHOTS);
    const int64_t cells = (int64_t)bship_rules_width(plan->rules) * bship_rules_height(plan->rules);
    return limit > 0 ? limit : cells - (int64_t)bship_rules_blocked(plan->rules, NULL, 0);
}

/* Makes a simulation of `count` players, which are next to each other. */
static int init_simulation(struct simulation *simulation, const struct plan *plan,
                           const struct placement *placement, size_t count)
{
    *simulation = (struct simulation){ .plan = plan, .placement = *placement };
    simulation->entries = calloc(count, sizeof *simulation->entries);
    simulation->decisions = calloc(count, sizeof *simulation->decisions);
    if (!simulation->entries || !simulation->decisions)
        return fail_memory();
    simulation->entry_count = count;
    simulation->results =
        results_new(plan->kind, (int32_t)count, plan->series, plan_failed_shots(plan));
    return simulation->results ? EXIT_FINE : fail_memory();
}

static void clear_simulation(struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->curve_count; i++)
        free(simulation->curves[i].points);
    free(simulation->curves);
    free(simulation->pairs);
    for (size_t i = 0; i < simulation->entry_count; i++)
        decisions_free(simulation->decisions[i]);
    free(simulation->decisions);
    free(simulation->entries);
    results_free(simulation->results);
}

/* Adds the solo match of all players against a placement. */
static int add_solo(struct study *study, const struct placement *placement)
{
    const struct plan *plan = &study->plan;
    struct simulation *simulation = &study->simulations[study->count++];
    int result = init_simulation(simulation, plan, placement, plan->player_count);
    for (size_t i = 0; i < simulation->entry_count; i++)
        simulation->entries[i].player = &plan->players[i];
    return result;
}

int study_add_duel(struct study *study, const struct placement *placement, size_t a, size_t b)
{
    struct simulation *simulation = &study->simulations[study->count++];
    int result = init_simulation(simulation, &study->plan, placement, 2);
    if (result == EXIT_FINE) {
        simulation->entries[0].player = &study->plan.players[a];
        simulation->entries[1].player = &study->plan.players[b];
    }
    return result;
}

/* Adds the duels of all pairs of players, whose fleets are laid in one way. */
static int add_duels(struct study *study, const struct placement *placement)
{
    const struct plan *plan = &study->plan;
    int result = EXIT_FINE;
    for (size_t a = 0; a < plan->player_count; a++)
        for (size_t b = a + 1; b < plan->player_count && result == EXIT_FINE; b++)
            result = study_add_duel(study, placement, a, b);
    return result;
}

int study_plan(struct study *study, const struct placement *placements, size_t count)
{
    bool is_duel = study->plan.kind == BSHIP_MATCH_KIND_DUEL;
    size_t players = study->plan.player_count;
    int result = EXIT_FINE;
    study->group = is_duel ? pair_count(players) : 1;
    study->planned = count * study->group;
    if (study->plan.rounds > 0)
        study->planned = (size_t)study->plan.rounds * (players / 2);
    study->simulations = calloc(study->planned, sizeof *study->simulations);
    if (!study->simulations)
        return fail_memory();
    study->placement = placements[0];
    if (study->plan.rounds > 0)
        return swiss_pair(study);
    for (size_t i = 0; i < count && result == EXIT_FINE; i++)
        result = is_duel ? add_duels(study, &placements[i]) : add_solo(study, &placements[i]);
    return result;
}

void study_clear(struct study *study)
{
    struct plan *plan = &study->plan;
    for (size_t i = 0; study->tournaments && i < study->count / study->group; i++)
        tournament_clear(&study->tournaments[i]);
    free(study->tournaments);
    for (size_t i = 0; i < study->count; i++)
        clear_simulation(&study->simulations[i]);
    free(study->simulations);
    failures_clear(&study->failures);
    agreement_free(study->agreement);
    layouts_clear(&plan->layouts);
    plan_close_engines(plan);
    free(plan->players);
    free(plan->disqualified);
    free(plan->rules_text);
    bship_rules_unref(plan->rules);
}
