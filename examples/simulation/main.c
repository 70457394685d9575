/* Simulates many games of several strategies on the same layouts, and prints how they compare. */
#include <unistd.h>

#include "simulation/options.h"
#include "simulation/simulation.h"

static int enter_all(struct simulation *simulation)
{
    for (int32_t i = 0; i < bship_strategy_count(); i++) {
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

static int run_steps(struct simulation *simulation, const struct options *options)
{
    int result = enter_strategies(simulation, options);
    if (result == EXIT_FINE)
        result = simulation_play(simulation);
    if (result == EXIT_FINE)
        result = simulation_sum_up(simulation);
    if (result != EXIT_FINE)
        return result;
    options->format->print(stdout, simulation);
    for (size_t i = 0; i < simulation->entry_count; i++)
        if (entry_failed(simulation, &simulation->entries[i]) > 0)
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

static int simulate(const struct options *options)
{
    bship_rules *rules = rules_options_build(&options->rules, PROGRAM);
    if (rules == NULL)
        return EXIT_USAGE;
    const struct simulation given = { .games = (int64_t)options->games,
                                      .seed = options->seed,
                                      .threads = thread_count(options->threads),
                                      .limits = options->limits };
    struct simulation simulation;
    int result = simulation_init(&simulation, rules, &given);
    if (result == EXIT_FINE && options->layouts == LAYOUTS_ALL)
        result = simulation_take_all_layouts(&simulation);
    if (result == EXIT_FINE)
        result = run_steps(&simulation, options);
    simulation_clear(&simulation);
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
