/* battleship-analyse: prints where the fleet is likely to be and the best shots. */
#include "analyse/analysis.h"
#include "analyse/grid.h"
#include "analyse/habits.h"
#include "analyse/options.h"
#include "common/tty.h"

static int analyse(const struct options *options)
{
    struct analysis analysis;
    bship_posterior_options posterior = options->posterior;
    int result = options->grid
                     ? grid_read(&analysis, options)
                     : analysis_read(&analysis, options->files[0], posterior.memory_limit);
    if (result == EXIT_FINE && options->habits)
        result = habits_apply(&analysis, options->habits);
    if (result == EXIT_FINE)
        result = analysis_compute(&analysis, &posterior, options->repeat, options->explains);
    if (result == EXIT_FINE && options->searches)
        result = analysis_search(&analysis, &posterior);
    if (result == EXIT_FINE && options->format == FORMAT_JSON)
        print_json(stdout, &analysis, options->explains);
    else if (result == EXIT_FINE)
        print_text(stdout, &analysis, terminal_has_colour(options->colour), options->explains);
    analysis_clear(&analysis);
    return result;
}

static int run(const struct options *options)
{
    if (options->wants_help)
        options_print_help(stdout);
    else if (options->wants_version)
        printf(PROGRAM " %s\n", bship_version_string());
    else if (options->learn)
        return habits_learn(options);
    else
        return analyse(options);
    return EXIT_FINE;
}

int main(int argc, char **argv)
{
    struct options options;
    interrupt_install();
    int result = options_read(&options, argc, argv) ? run(&options) : EXIT_USAGE;
    options_clear(&options);
    return close_output(PROGRAM, result);
}
