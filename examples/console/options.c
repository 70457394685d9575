/* The command line of the game; see options.h. */
#include "console/options.h"

#include <time.h>
#include <unistd.h>

#include <battleship/ai.h>
#include <battleship/random.h>

/* Seeds chosen here are short enough to be typed again. */
enum {
    CHOSEN_SEED_BOUND = 1000000000
};

static const char *placement_name(int32_t placement)
{
    static const char *const names[] = { "manual", "random" };
    return placement < 2 ? names[placement] : NULL;
}

static enum option_result take_strategy(struct options *options, struct arguments *arguments)
{
    int32_t strategy = 0;
    enum option_result result = arguments_name(arguments, bship_strategy_name, 0, &strategy);
    if (result == OPTION_TAKEN)
        options->strategy = bship_strategy_name(strategy);
    return result;
}

static enum option_result take_own(struct options *options, struct arguments *arguments)
{
    if (arguments_is(arguments, "strategy"))
        return take_strategy(options, arguments);
    if (arguments_is(arguments, "level"))
        return arguments_name(arguments, bship_level_name, BSHIP_LEVEL_EASY, &options->level);
    if (arguments_is(arguments, "seed"))
        return arguments_number(arguments, 0, UINT64_MAX, &options->seed);
    if (arguments_is(arguments, "color"))
        return arguments_name(arguments, colour_choice_name, 0, &options->colour);
    if (arguments_is(arguments, "placement"))
        return arguments_name(arguments, placement_name, 0, &options->placement);
    if (arguments_is(arguments, "demo"))
        return arguments_flag(arguments, &options->wants_demo);
    if (arguments_is(arguments, "interactive"))
        return arguments_flag(arguments, &options->wants_interactive);
    if (arguments_is(arguments, "help"))
        return arguments_flag(arguments, &options->wants_help);
    if (arguments_is(arguments, "version"))
        return arguments_flag(arguments, &options->wants_version);
    arguments_complain(arguments, "no such option; see --help");
    return OPTION_REFUSED;
}

static int settle_conflicts(struct options *options)
{
    if (options->strategy != NULL && options->level != BSHIP_LEVEL_NONE) {
        fprintf(stderr, PROGRAM ": --strategy and --level exclude each other\n");
        return 0;
    }
    if (options->wants_demo && options->wants_interactive) {
        fprintf(stderr, PROGRAM ": --demo and --interactive exclude each other\n");
        return 0;
    }
    if (options->strategy == NULL && options->level == BSHIP_LEVEL_NONE)
        options->level = BSHIP_LEVEL_MEDIUM;
    return 1;
}

static uint64_t choose_seed(void)
{
    struct timespec now = { 0, 0 };
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
    bship_rng rng;
    bship_rng_seed(&rng, nanoseconds, BSHIP_RNG_USER, (uint64_t)getpid());
    return bship_rng_below(&rng, CHOSEN_SEED_BOUND);
}

int options_read(struct options *options, int argc, char **argv)
{
    *options = (struct options){ .rules = RULES_OPTIONS_INIT, .seed = choose_seed() };
    struct arguments arguments = ARGUMENTS_INIT(PROGRAM, argc, argv);
    enum option_result result;
    while ((result = arguments_next(&arguments)) == OPTION_TAKEN) {
        result = rules_options_take(&options->rules, &arguments);
        if (result == OPTION_UNKNOWN)
            result = take_own(options, &arguments);
        if (result == OPTION_REFUSED)
            break;
    }
    return result != OPTION_REFUSED && settle_conflicts(options);
}

void options_clear(struct options *options)
{
    rules_options_clear(&options->rules);
}

static void print_strategies(FILE *out)
{
    fprintf(out, "  --strategy NAME        the strategy of the AI:\n");
    for (int32_t i = 0; i < bship_strategy_count(); i++)
        fprintf(out, "    %-14s %s\n", bship_strategy_name(i), bship_strategy_text(i));
    fprintf(out, "  --level NAME           its strategy by difficulty:\n");
    for (int32_t level = BSHIP_LEVEL_EASY; bship_level_name(level) != NULL; level++) {
        fprintf(out, "    %-14s %s%s\n", bship_level_name(level),
                bship_strategy_name(bship_level_strategy(level)),
                level == BSHIP_LEVEL_MEDIUM ? " (default)" : "");
    }
}

void options_print_help(FILE *out)
{
    fputs("Usage: " PROGRAM " [OPTION]...\n"
          "Plays Battleship against an AI in a terminal. Without a terminal, shows a game of\n"
          "two AIs. You are side a, the AI is side b. During the game, type help.\n"
          "\n"
          "The opponent and the program:\n",
          out);
    print_strategies(out);
    fputs("  --seed N               the seed of everything random; chosen and shown if not given\n"
          "  --placement HOW        manual (default) or random: how your fleet is placed\n"
          "  --demo                 show a game of two AIs\n"
          "  --interactive          play even if input or output is not a terminal\n"
          "  --color WHEN           auto (default, respects NO_COLOR), always or never\n"
          "  --help                 print this help\n"
          "  --version              print the version of the library\n"
          "\n"
          "The rules:\n",
          out);
    rules_options_print_help(out);
}
