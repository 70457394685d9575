/* The text of --help around the options, and the values of some. */
#include <stddef.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "common/help.h"
#include "simulation/options.h"

/* Prints a value of an option. */
static void print_choice(FILE *out, const char *name, const char *text)
{
    help_print_item(out, 6, name, HELP_COLUMN, text);
}

void help_strategies(FILE *out)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++)
        print_choice(out, bship_enum_name(BSHIP_ENUM_STRATEGY, i),
                     bship_enum_text(BSHIP_ENUM_STRATEGY, i));
}

void help_placements(FILE *out)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE); i++) {
        char text[128];
        double strength = bship_placing_style_strength(i);
        int length =
            snprintf(text, sizeof text, "%s", bship_enum_text(BSHIP_ENUM_PLACEMENT_STYLE, i));
        if (strength > 0 && length < (int)sizeof text)
            snprintf(text + length, sizeof text - (size_t)length, " (%g)", strength);
        print_choice(out, bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, i), text);
    }
}

void help_layouts(FILE *out)
{
    char all[256];
    snprintf(all, sizeof all,
             "every possible layout once, if there are at most %d: the means then have no sampling "
             "error. All games have one seed; without --work, each position is analysed only once",
             LAYOUTS_MAX);
    print_choice(out, "all", all);
    print_choice(out, "FILE",
                 "the layouts in a file of records with these rules, each once or, with "
                 "--games, in turn");
}

void help_formats(FILE *out)
{
    const struct format *format;
    for (int32_t i = 0; (format = options_format(i)); i++)
        print_choice(out, format->name, format->text);
}

void options_print_help(FILE *out)
{
    fprintf(out, "usage: " PROGRAM " [OPTION]...\n"
                 "Lets players fire at the same layouts and compares the shots that they need, or\n"
                 "lets them play against each other. For example:\n"
                 "\n"
                 "  " PROGRAM " --strategy hunt,density --games 10000 --seed 1\n"
                 "  " PROGRAM " --duel --strategy density --engine 'python3 hunter.py'\n");
    options_print_rows(out);
    fprintf(out, "\nRules:\n");
    rules_options_print_help(out);
    fprintf(out, "\n"
                 "On a terminal, a bar shows the progress. Ctrl-C or SIGTERM ends the games and\n"
                 "prints the results of those that were played. A second one ends the program at\n"
                 "once.\n"
                 "Exits with 1 if a game or the output failed or a bot is disqualified, 2 if the\n"
                 "options are invalid, 130 after Ctrl-C, 143 after SIGTERM.\n");
}
