/*
 * Simulates many games of several strategies on the same layouts, and prints how they compare; all
 * that for each way to lay the fleets.
 */
#include <stdlib.h>
#include <unistd.h>

#include "simulation/options.h"
#include "simulation/simulation.h"

/* All strategies that play many games a second: not the one of the highest level. */
static int enter_all(struct simulation *simulation)
{
    for (int32_t i = 0; i < bship_strategy_count(); i++) {
        if (i == bship_level_strategy(BSHIP_LEVEL_MASTER))
            continue;
        int result = simulation_enter(simulation, bship_strategy_name(i), 0);
        if (result != EXIT_FINE)
            return result;
    }
    if (simulation->entry_count > 0)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": no strategy can play these rules\n");
    return EXIT_USAGE;
}

static int enter_strategies(struct simulation *simulation, const struct options *options)
{
    if (options->strategy_count == 0)
        return enter_all(simulation);
    int result = EXIT_FINE;
    for (size_t i = 0; i < options->strategy_count && result == EXIT_FINE; i++)
        result = simulation_enter(simulation, options->strategies[i], 1);
    return result;
}

static bool has_learner(const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++)
        if (simulation->entries[i].is_learner)
            return true;
    return false;
}

/* Enters what the command line says or, after the first simulation, what that one took. */
static int enter_first_or_same(struct study *study, size_t number, const struct options *options)
{
    struct simulation *simulation = &study->simulations[number];
    const struct simulation *first = study->simulations;
    int result = EXIT_FINE;
    if (number == 0) {
        result = enter_strategies(simulation, options);
        if (result != EXIT_FINE || !simulation->has_learners || has_learner(simulation))
            return result;
        fprintf(stderr, PROGRAM ": --habits: none of the strategies uses habits\n");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < first->entry_count && result == EXIT_FINE; i++) {
        if (!first->entries[i].is_learner)
            result = simulation_enter(simulation, first->entries[i].strategy, 1);
    }
    return result;
}

static int run_simulation(struct study *study, size_t number, const struct options *options)
{
    struct simulation *simulation = &study->simulations[number];
    int result = enter_first_or_same(study, number, options);
    if (result == EXIT_FINE)
        result = simulation_play(simulation);
    return result == EXIT_FINE ? simulation_sum_up(simulation) : result;
}

static bool has_failed_games(const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++)
        if (entry_failed(simulation, &simulation->entries[i]) > 0)
            return true;
    return false;
}

static int run_study(struct study *study, const struct options *options)
{
    int result = EXIT_FINE;
    for (size_t i = 0; i < study->count && result == EXIT_FINE; i++)
        result = run_simulation(study, i, options);
    if (result != EXIT_FINE)
        return result;
    options->format->print(stdout, study);
    for (size_t i = 0; i < study->count; i++)
        if (has_failed_games(&study->simulations[i]))
            result = EXIT_RUNTIME;
    return result;
}

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

/* Makes a simulation for each placement: uniform, if the command line names none. */
static int make_study(struct study *study, const bship_rules *rules, const struct options *options)
{
    struct simulation given = { .games = (int64_t)options->games,
                                .seed = options->seed,
                                .series = (int32_t)options->series,
                                .has_learners = options->learns,
                                .threads = thread_count(options->threads),
                                .limits = options->limits };
    size_t count = options->placement_count > 0 ? options->placement_count : 1;
    int result = EXIT_FINE;
    study->simulations = calloc(count, sizeof(*study->simulations));
    if (study->simulations == NULL) {
        fprintf(stderr, PROGRAM ": out of memory\n");
        return EXIT_RUNTIME;
    }
    while (study->count < count && result == EXIT_FINE) {
        if (options->placement_count > 0)
            given.placement = options->placements[study->count];
        result = simulation_init(&study->simulations[study->count++], rules, &given);
    }
    if (result == EXIT_FINE && options->layouts == LAYOUTS_ALL)
        result = simulation_take_all_layouts(study->simulations);
    return result;
}

static int simulate(const struct options *options)
{
    bship_rules *rules = rules_options_build(&options->rules, PROGRAM);
    if (rules == NULL)
        return EXIT_USAGE;
    struct study study = { NULL, 0 };
    int result = make_study(&study, rules, options);
    if (result == EXIT_FINE)
        result = run_study(&study, options);
    for (size_t i = 0; i < study.count; i++)
        simulation_clear(&study.simulations[i]);
    free(study.simulations);
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
    int result = options_read(&options, argc, argv);
    if (result == EXIT_FINE)
        result = run(&options);
    options_clear(&options);
    return close_output(PROGRAM, result);
}
