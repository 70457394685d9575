/* The text of --help. */
#include <stdarg.h>
#include <stddef.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "common/help.h"
#include "simulation/agreement.h"
#include "simulation/engines.h"
#include "simulation/options.h"
#include "simulation/record.h"

enum {
    TEXT_COLUMN = 25
};

/* Prints an option and a text, formatted. */
static void print_item(FILE *out, const char *name, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static void print_item(FILE *out, const char *name, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    help_print_item(out, 0, name, TEXT_COLUMN, text);
}

/* Prints a value of an option. */
static void print_choice(FILE *out, const char *name, const char *text)
{
    help_print_item(out, 6, name, TEXT_COLUMN, text);
}

/* What plays. */
static void print_players(FILE *out)
{
    fputs("Players:\n", out);
    print_item(
        out, "  --strategy NAME,...",
        "which strategies (default: all but search, which takes about a second for a game):");
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++)
        print_choice(out, bship_enum_name(BSHIP_ENUM_STRATEGY, i),
                     bship_enum_text(BSHIP_ENUM_STRATEGY, i));
    print_item(out, "  --engine COMMAND",
               "adds a bot: a program that reads and writes lines as doc/bots.md describes. May be "
               "repeated; without --strategy, only bots play. A bot that breaks a rule loses the "
               "game; one that does not greet, or refuses the rules, is disqualified, and the "
               "others play. The reasons are printed");
    print_item(out, "  --bots DIR",
               "adds every executable file of a folder as a bot, named as the file");
    print_item(out, "  --engine-time MS",
               "how long a bot may take to answer, in milliseconds (default %d)",
               ENGINE_MILLISECONDS_DEFAULT);
    print_item(out, "  --engine-cpu SECONDS",
               "limit on the processor time of each process of a bot in a game (default: none). "
               "Each game then has a process of its own, which takes the time to start it");
    print_item(out, "  --engine-memory BYTES",
               "limit on the memory (address space) of each process of a bot (default: none)");
    print_item(out, "  --habits",
               "adds a learner, NAME*, for each strategy that uses habits. It observes every "
               "layout after its game; the output compares both from game to game");
    print_item(out, "  --series N",
               "how many games make a series. In each series the learners begin anew, and another "
               "player of the style lays the fleets (default with --habits: %d)",
               SERIES_DEFAULT);
    print_item(out, "  --work N",
               "limit on the work steps of a decision (default: the strategy's own)");
    print_item(out, "  --memory BYTES", "limit on the memory of a strategy (default: its own)");
}

static void print_placements(FILE *out)
{
    print_item(out, "  --placement STYLE[:STRENGTH],...",
               "the style in which fleets are laid, and its strength (default: uniform; a style's "
               "default strength is in parentheses). All games are played in each style:");
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

/* How many games of which kind. */
static void print_games(FILE *out)
{
    fputs("\nGames:\n", out);
    print_item(out, "  --games N",
               "the number of games (default %d; with --until-error, at most %d)", GAMES_DEFAULT,
               GAMES_DEFAULT_TARGET);
    print_item(out, "  --until-error X",
               "ends once the standard error of every mean is at most X; in duels, of the points "
               "of a game: 1 for a win, 0.5 for a draw");
    print_item(out, "  --seed S",
               "the seed of all layouts and choices (default 0; with bots a new one from the "
               "operating system, which bots cannot guess)");
    print_item(out, "  --duel",
               "the players fire at each other instead: every pair plays --games games; prints "
               "who won, whether it helped to fire first, and Elo ratings");
    print_item(out, "  --swiss ROUNDS",
               "with --duel: instead of all pairs, those duel in each round who have done about as "
               "well so far (the Swiss system); for many players");
    print_item(out, "  --agreement N",
               "afterwards asks all players, and the strategies of the library but search, for "
               "their shots in the same N positions, such as 200, and prints the pairs that agree "
               "more than usual: perhaps copies. At most %d",
               AGREEMENT_POSITIONS_MAX);
    print_item(out, "  --layouts all|FILE", "which layouts are played instead of random ones:");
    print_item(out, "      all",
               "every possible layout once, if there are at most %d: the means then have no "
               "sampling error. All games have one seed; without --work, each position is "
               "analysed only once",
               LAYOUTS_MAX);
    print_choice(out, "FILE",
                 "the layouts in a file of records with these rules, each once or, with "
                 "--games, in turn");
    print_placements(out);
}

/* How the games are played, and what is kept meanwhile. */
static void print_means(FILE *out)
{
    fputs("\nHow they are played:\n", out);
    print_item(out, "  --threads N",
               "how many threads play; 0: one on each processor (default 1). Their number affects "
               "only the speed, and so does the number of processes that mpirun starts, if "
               "this program was built with MPI");
    print_item(out, "  --checkpoint FILE",
               "saves the results so far to a file, every few seconds. If the file exists, the "
               "same command goes on from it, even with more games or, with --duel, more "
               "players");
    print_item(out, "  --raw FILE",
               "writes a line of comma-separated values for each game and player to a file");
    print_item(
        out, "  --record DIR",
        "writes a record of each game and player, at most %d, to a directory that has none yet",
        RECORDS_MAX);
    print_item(
        out, "  --transcript DIR",
        "writes what a bot was sent and wrote in each game that it failed, and why it failed, "
        "to a directory that has no such files yet; they are for their owner alone");
    print_item(
        out, "  --keep failed|all",
        "of which games --record and --transcript keep files: all, or of each player and "
        "reason the first %d failed ones (default: all records, transcripts of failed games)",
        FAILURES_KEPT);
}

static void print_output(FILE *out)
{
    fputs("\nOutput:\n", out);
    print_item(out, "  --format FORMAT", "how results are printed:");
    const struct format *format;
    for (int32_t i = 0; (format = options_format(i)); i++)
        print_choice(out, format->name, format->text);
    print_item(out, "  --html FILE",
               "also writes the tables, and why bots failed, as a page for a browser. It links the "
               "files of failed games that --record and --transcript keep");
    print_item(out, "  --no-timing", "measures no time, so outputs of the same games are equal");
    print_item(out, "  --plot FILE",
               "draws the distribution of the shots with gnuplot, as an .svg, .png or .pdf");
    print_item(out, "  --plot-heat FILE",
               "draws the order in which players fire at the cells, and where ships are. Up to %d "
               "of the games are played once more for this",
               HEAT_GAMES_MAX);
    print_item(out, "  --help", "prints this help");
    print_item(out, "  --version", "prints the version of the library");
}

void options_print_help(FILE *out)
{
    fprintf(out, "usage: " PROGRAM " [OPTION]...\n"
                 "Lets players fire at the same layouts and compares the shots that they need, or\n"
                 "lets them play against each other. For example:\n"
                 "\n"
                 "  " PROGRAM " --strategy hunt,density --games 10000 --seed 1\n"
                 "  " PROGRAM " --duel --strategy density --engine 'python3 hunter.py'\n"
                 "\n");
    print_players(out);
    print_games(out);
    print_means(out);
    print_output(out);
    fprintf(out, "\nRules:\n");
    rules_options_print_help(out);
    fprintf(out, "\n"
                 "On a terminal, a bar shows the progress. Ctrl-C or SIGTERM ends the games and\n"
                 "prints the results of those that were played. A second one ends the program at\n"
                 "once.\n"
                 "Exits with 1 if a game or the output failed or a bot is disqualified, 2 if the\n"
                 "options are invalid, 130 after Ctrl-C, 143 after SIGTERM.\n");
}
