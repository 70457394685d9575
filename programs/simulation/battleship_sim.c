/*
 * Simulates many games of several strategies on the same layouts, and prints how they compare; all
 * that for each way to lay the fleets.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <battleship/enumeration.h>

#include "simulation/agreement.h"
#include "simulation/cluster.h"
#include "simulation/conduct.h"
#include "simulation/engines.h"
#include "simulation/options.h"
#include "simulation/simulation.h"
#include "simulation/study_html.h"

/* ---- players ---- */

/* All strategies that play many games a second: not the one of the highest level. */
static int add_all(struct plan *plan)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, i);
        if (strcmp(name, bship_level_strategy(BSHIP_LEVEL_MASTER)) == 0)
            continue;
        int result = plan_add_strategy(plan, name, false);
        if (result != EXIT_FINE)
            return result;
    }
    if (plan->player_count > 0)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": no strategy can play these rules\n");
    return EXIT_USAGE;
}

static bool has_learner(const struct plan *plan)
{
    for (size_t i = 0; i < plan->player_count; i++)
        if (plan->players[i].is_learner)
            return true;
    return false;
}

/* Adds the strategies and bots of the command line, or all strategies. */
static int add_players(struct plan *plan, const struct options *options)
{
    bool names_any = options->strategy_count > 0 || options_name_bots(options);
    int result = names_any ? EXIT_FINE : add_all(plan);
    for (size_t i = 0; i < options->strategy_count && result == EXIT_FINE; i++)
        result = plan_add_strategy(plan, options->strategies[i], true);
    if (result == EXIT_FINE)
        result =
            plan_add_engines(plan, options->engines, options->engine_count, &options->bot_limits);
    if (result == EXIT_FINE && options->bots)
        result = plan_add_folder(plan, options->bots, &options->bot_limits);
    if (result != EXIT_FINE || !plan->has_learners || has_learner(plan))
        return result;
    fprintf(stderr, PROGRAM ": --habits: none of the strategies uses habits\n");
    return EXIT_USAGE;
}

/* ---- the plan ---- */

/* The number of threads asked for, or that of the processors. */
static int32_t thread_count(uint64_t asked)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (asked > 0)
        return (int32_t)asked;
    if (processors < 1)
        return 1;
    return processors < BSHIP_MATCH_THREADS_MAX ? (int32_t)processors : BSHIP_MATCH_THREADS_MAX;
}

/* The number of games that was asked for, or that fits the layouts and the target. */
static int64_t count_games(const struct plan *plan, const struct options *options)
{
    if (options->games > 0)
        return (int64_t)options->games;
    if (options->target_error > 0)
        return GAMES_DEFAULT_TARGET;
    return plan->layouts.count > 0 ? plan->layouts.count : GAMES_DEFAULT;
}

/* Takes the layouts that are played. */
static int take_layouts(struct plan *plan, const struct options *options)
{
    if (!options->layouts)
        return EXIT_FINE;
    if (strcmp(options->layouts, "all") == 0)
        return layouts_take_all(&plan->layouts, plan->rules);
    return layouts_read(&plan->layouts, plan->rules, options->layouts);
}

static int make_plan(struct plan *plan, const bship_rules *rules, const struct options *options)
{
    *plan = (struct plan){ .kind = options->duels ? BSHIP_MATCH_KIND_DUEL : BSHIP_MATCH_KIND_SOLO,
                           .seed = options->seed,
                           .rounds = options->rounds,
                           .target_error = options->target_error,
                           .series = (int32_t)options->series,
                           .has_learners = options->learns,
                           .limits = options->limits,
                           .threads = thread_count(options->threads),
                           .has_timing = !options->no_timing,
                           .has_transcripts = options->files.transcript != NULL };
    int result = plan_set_rules(plan, rules);
    if (result == EXIT_FINE)
        result = take_layouts(plan, options);
    plan->games = count_games(plan, options);
    if (result == EXIT_FINE)
        result = add_players(plan, options);
    /* Each has so many opponents, and of an odd number of players one rests in each round. */
    const size_t most = plan->player_count - 1 + plan->player_count % 2;
    if (result == EXIT_FINE && plan->player_count > 1 && plan->rounds > (int64_t)most) {
        fprintf(stderr,
                PROGRAM ": --swiss: %" PRId64 " rounds are too many for %zu players: without it "
                        "every pair plays\n",
                plan->rounds, plan->player_count);
        return EXIT_USAGE;
    }
    if (result != EXIT_FINE || plan->player_count > (options->duels ? 1 : 0))
        return result;
    fprintf(stderr, PROGRAM ": %s\n",
            options->duels ? "--duel: it takes at least two players" : "no player is left");
    return EXIT_USAGE;
}

/* Plans a simulation for each placement: uniform, if the command line names none. */
static int plan_study(struct study *study, const bship_rules *rules, const struct options *options)
{
    static const struct placement uniform = { NULL, 0 };
    int result = make_plan(&study->plan, rules, options);
    if (result != EXIT_FINE)
        return result;
    if (options->placement_count > 0)
        return study_plan(study, options->placements, options->placement_count);
    return study_plan(study, &uniform, 1);
}

/* ---- running ---- */

static bool has_failed_games(const struct study *study)
{
    for (size_t i = 0; i < study->count; i++)
        for (size_t j = 0; j < study->simulations[i].entry_count; j++)
            if (study->simulations[i].entries[j].figures.failed > 0)
                return true;
    return false;
}

/* Prints the results first: they are there even if a picture is not. */
static int show_results(const struct study *study, const struct options *options)
{
    options_format(options->format)->print(stdout, study);
    fflush(stdout);
    if (cluster_rank() != 0)
        return EXIT_FINE;
    int result = options->files.html ? html_write(study, &options->files) : EXIT_FINE;
    int drawn = pictures_draw(&options->pictures, study);
    return result == EXIT_FINE ? drawn : result;
}

static int run_study(struct study *study, const struct options *options)
{
    int result = EXIT_FINE;
    if (cluster_rank() == 0)
        result = pictures_check(&options->pictures, &study->plan);
    result = cluster_agree(result);
    if (result == EXIT_FINE)
        result = study_conduct(study, &options->files);
    if (study->has_results && study->is_complete && options->positions > 0 && cluster_rank() == 0) {
        int asked = agreement_ask(study, options->positions);
        result = result == EXIT_FINE ? asked : result;
    }
    if (study->has_results) {
        int shown = show_results(study, options);
        result = result == EXIT_FINE ? shown : result;
    }
    const bool has_failed = has_failed_games(study) || study->plan.disqualified_count > 0;
    return result == EXIT_FINE && has_failed ? EXIT_RUNTIME : result;
}

static int simulate(const struct options *options)
{
    bship_rules *rules = rules_options_build(&options->rules, PROGRAM);
    if (!rules)
        return EXIT_USAGE;
    struct study study = { .command = options->command, .failures = FAILURES_INIT };
    int result = plan_study(&study, rules, options);
    if (result == EXIT_FINE)
        result = run_study(&study, options);
    study_clear(&study);
    bship_rules_unref(rules);
    return result;
}

static int run(const struct options *options)
{
    if (options->help)
        options_print_help(stdout);
    else if (options->version)
        printf(PROGRAM " %s\n", bship_version_string());
    else
        return simulate(options);
    return EXIT_FINE;
}

int main(int argc, char **argv)
{
    struct options options;
    interrupt_install();
    interrupt_install_termination();
    int result = cluster_join();
    if (result != EXIT_FINE)
        return result;
    result = options_read(&options, argc, argv);
    if (result == EXIT_FINE)
        result = run(&options);
    options_clear(&options);
    return interrupt_code(cluster_leave(close_output(PROGRAM, result)));
}
