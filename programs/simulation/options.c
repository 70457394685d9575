/* The command line of the simulation; see options.h. */
#include "simulation/options.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "common/text.h"
#include "simulation/agreement.h"
#include "simulation/command.h"
#include "simulation/engines.h"
#include "simulation/record.h"

static const struct format formats[] = {
    { "table", "a table, histograms, paired differences (default)", print_table },
    { "csv",
      "a header, then a line for each strategy; with --habits, for each point of the learning "
      "curves; with --duel, for each pair; with --agreement, for each pair, how alike they are",
      print_csv },
    { "json", "everything", print_json },
};

static const double ERROR_MIN = 1e-6;
static const double ERROR_MAX = 1000;

enum {
    FORMAT_COUNT = sizeof formats / sizeof formats[0]
};

const struct format *options_format(int32_t number)
{
    return number < FORMAT_COUNT ? &formats[number] : NULL;
}

bool options_name_bots(const struct options *options)
{
    return options->engine_count > 0 || options->bots;
}

static const char *format_name(int32_t format)
{
    return format < FORMAT_COUNT ? formats[format].name : NULL;
}

static const char *keep_name(int32_t keep)
{
    static const char *const names[] = { [KEEP_FAILED] = "failed", [KEEP_ALL] = "all" };
    return keep < KEEP_USUAL ? names[keep] : NULL;
}

static bool is_chosen(const struct options *options, const char *strategy)
{
    for (size_t i = 0; i < options->strategy_count; i++)
        if (strcmp(options->strategies[i], strategy) == 0)
            return true;
    return false;
}

static enum option_result take_strategy(struct options *options, struct arguments *arguments,
                                        const char *name, size_t length)
{
    char word[LABEL_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    int32_t strategy = bship_enum_find(BSHIP_ENUM_STRATEGY, word);
    if (strategy < 0) {
        arguments_complain(arguments, "no strategy is called \"%.*s\"; see --help", (int)length,
                           name);
        return OPTION_REFUSED;
    }
    const char *known = bship_enum_name(BSHIP_ENUM_STRATEGY, strategy);
    if (is_chosen(options, known)) {
        arguments_complain(arguments, "%s is named twice", known);
        return OPTION_REFUSED;
    }
    options->strategies[options->strategy_count++] = known;
    return OPTION_TAKEN;
}

/* Whether strtod() read a number up to the end of a text. It alone would also accept blanks, signs,
 * hexadecimal digits and infinity. */
static bool is_decimal(const char *text, const char *end)
{
    return end > text && !*end && !text[strspn(text, "0123456789.e-")];
}

/* Reads `STYLE` or `STYLE:STRENGTH` of some length. The style `uniform` has no strengths. */
static bool read_placement(struct placement *placement, const char *text, size_t length)
{
    char word[LABEL_SIZE];
    if (length >= sizeof word)
        return false;
    memcpy(word, text, length);
    word[length] = '\0';
    char *colon = strchr(word, ':');
    if (colon)
        *colon = '\0';
    placement->style = bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE,
                                       bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, word));
    placement->strength = 0;
    if (!placement->style || !colon)
        return placement->style != NULL;
    char *end = NULL;
    placement->strength = strtod(colon + 1, &end);
    return is_decimal(colon + 1, end) && placement->strength > 0 &&
           placement->strength <= BSHIP_PLACING_STRENGTH_MAX &&
           bship_placing_style_strength(bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, word)) > 0;
}

/* Whether the last placement has the label of one before it. */
static bool is_repeated(const struct placement *placements, size_t last)
{
    char label[LABEL_SIZE], other[LABEL_SIZE];
    placement_label(label, &placements[last]);
    for (size_t i = 0; i < last; i++) {
        placement_label(other, &placements[i]);
        if (strcmp(label, other) == 0)
            return true;
    }
    return false;
}

static enum option_result take_placement(struct options *options, struct arguments *arguments,
                                         const char *text, size_t length)
{
    struct placement *placements =
        realloc(options->placements, (options->placement_count + 1) * sizeof *placements);
    if (!placements) {
        arguments_complain(arguments, "out of memory");
        return OPTION_REFUSED;
    }
    options->placements = placements;
    if (!read_placement(&placements[options->placement_count], text, length)) {
        arguments_complain(arguments,
                           "expected a style such as edge or, with a strength above 0 and up to "
                           "%d (not of uniform), edge:3, not \"%.*s\"; see --help",
                           BSHIP_PLACING_STRENGTH_MAX, (int)length, text);
        return OPTION_REFUSED;
    }
    if (is_repeated(placements, options->placement_count)) {
        arguments_complain(arguments, "%.*s is named twice", (int)length, text);
        return OPTION_REFUSED;
    }
    options->placement_count++;
    return OPTION_TAKEN;
}

/* Takes the value of an option item by item, as separated by commas. */
static enum option_result take_list(struct options *options, struct arguments *arguments,
                                    enum option_result (*take)(struct options *, struct arguments *,
                                                               const char *, size_t))
{
    const char *items = arguments_value(arguments);
    enum option_result result = items ? OPTION_TAKEN : OPTION_REFUSED;
    while (result == OPTION_TAKEN) {
        size_t length = strcspn(items, ",");
        result = take(options, arguments, items, length);
        if (!items[length])
            break;
        items += length + 1;
    }
    return result;
}

static enum option_result take_engine(struct arguments *arguments, void *user)
{
    struct options *options = user;
    const char *command = arguments_value(arguments);
    if (command && !*command)
        arguments_complain(arguments, "a value is missing");
    if (!command || !*command)
        return OPTION_REFUSED;
    struct candidate *engines =
        realloc(options->engines, (options->engine_count + 1) * sizeof *engines);
    if (!engines) {
        arguments_complain(arguments, "out of memory");
        return OPTION_REFUSED;
    }
    options->engines = engines;
    engines[options->engine_count++] = (struct candidate){ command, NULL };
    return OPTION_TAKEN;
}

static enum option_result take_error(struct arguments *arguments, void *user)
{
    struct options *options = user;
    const char *text = arguments_value(arguments);
    char *end = NULL;
    if (!text)
        return OPTION_REFUSED;
    options->target_error = strtod(text, &end);
    if (is_decimal(text, end) && options->target_error >= ERROR_MIN &&
        options->target_error <= ERROR_MAX)
        return OPTION_TAKEN;
    arguments_complain(arguments, "expected an error from %f to %.0f, not \"%s\"", ERROR_MIN,
                       ERROR_MAX, text);
    return OPTION_REFUSED;
}

static enum option_result take_strategies(struct arguments *arguments, void *user)
{
    return take_list(user, arguments, take_strategy);
}

static enum option_result take_placements(struct arguments *arguments, void *user)
{
    return take_list(user, arguments, take_placement);
}

static enum option_result take_seed(struct arguments *arguments, void *user)
{
    struct options *options = user;
    options->has_seed = true;
    return arguments_number(arguments, 0, UINT64_MAX, &options->seed);
}

#define MEMBER(member) .offset = offsetof(struct options, member)
#define NO_EFFECT .changes_nothing = true

/* All options but those of the rules, in the order of --help. No two may name the same file. */
/* clang-format off */
static const struct option_row rows[] = {
    { "strategy", OPTION_SPECIAL, .take = take_strategies,
      .section = "Players:", .argument = " NAME,...",
      .help = "which strategies (default: all but search, which takes about a second for a game):",
      .print_values = help_strategies },
    { "engine", OPTION_SPECIAL, .take = take_engine, .argument = " COMMAND",
      .help = "adds a bot: a program that reads and writes lines as doc/bots.md describes. May be "
              "repeated; without --strategy, only bots play. A bot that breaks a rule loses the "
              "game; one that does not greet, or refuses the rules, is disqualified, and the "
              "others play. The reasons are printed" },
    { "bots", OPTION_FILE, MEMBER(bots), .argument = " DIR",
      .help = "adds every executable file of a folder as a bot, named as the file" },
    { "engine-time", OPTION_NUMBER, MEMBER(bot_limits.milliseconds), 1, INT32_MAX,
      .argument = " MS",
      .help = "how long a bot may take to answer, in milliseconds (default "
              NUMBER_TEXT(ENGINE_MILLISECONDS_DEFAULT) ")" },
    { "engine-cpu", OPTION_NUMBER, MEMBER(bot_limits.seconds), 1, INT32_MAX, .argument = " SECONDS",
      .help = "limit on the processor time of each process of a bot in a game (default: none). "
              "Each game then has a process of its own, which takes the time to start it" },
    { "engine-memory", OPTION_NUMBER, MEMBER(bot_limits.bytes), 1, INT64_MAX, .argument = " BYTES",
      .help = "limit on the memory (address space) of each process of a bot (default: none)" },
    { "habits", OPTION_FLAG, MEMBER(learns),
      .help = "adds a learner, NAME*, for each strategy that uses habits. It observes every "
              "layout after its game; the output compares both from game to game" },
    { "series", OPTION_NUMBER, MEMBER(series), 1, BSHIP_MATCH_SERIES_MAX, .argument = " N",
      .help = "how many games make a series. In each series the learners begin anew, and another "
              "player of the style lays the fleets (default with --habits: "
              NUMBER_TEXT(SERIES_DEFAULT) ")" },
    { "work", OPTION_NUMBER, MEMBER(limits.work_limit), 1, INT64_MAX, .argument = " N",
      .help = "limit on the work steps of a decision (default: the strategy's own)" },
    { "memory", OPTION_NUMBER, MEMBER(limits.memory_limit), 1, UINT64_MAX, .argument = " BYTES",
      .help = "limit on the memory of a strategy (default: its own)" },

    { "games", OPTION_NUMBER, MEMBER(games), 1, GAMES_MAX, .section = "Games:", .argument = " N",
      .help = "the number of games (default " NUMBER_TEXT(GAMES_DEFAULT)
              "; with --until-error, at most " NUMBER_TEXT(GAMES_DEFAULT_TARGET) ")" },
    { "until-error", OPTION_SPECIAL, .take = take_error, .argument = " X",
      .help = "ends once the standard error of every mean is at most X; in duels, of the points "
              "of a game: 1 for a win, 0.5 for a draw" },
    { "seed", OPTION_SPECIAL, .take = take_seed, .argument = " S",
      .help = "the seed of all layouts and choices (default 0; with bots a new one from the "
              "operating system, which bots cannot guess)" },
    { "duel", OPTION_FLAG, MEMBER(duels),
      .help = "the players fire at each other instead: every pair plays --games games; prints "
              "who won, whether it helped to fire first, and Elo ratings" },
    { "swiss", OPTION_NUMBER, MEMBER(rounds), 1, INT32_MAX, .argument = " ROUNDS",
      .help = "with --duel: instead of all pairs, those duel in each round who have done about as "
              "well so far (the Swiss system); for many players" },
    { "agreement", OPTION_NUMBER, MEMBER(positions), 1, AGREEMENT_POSITIONS_MAX, .argument = " N",
      .help = "afterwards asks all players, and the strategies of the library but search, for "
              "their shots in the same N positions, such as 200, and prints the pairs that agree "
              "more than usual: perhaps copies. At most " NUMBER_TEXT(AGREEMENT_POSITIONS_MAX) },
    { "layouts", OPTION_FILE, MEMBER(layouts), .argument = " all|FILE",
      .help = "which layouts are played instead of random ones:", .print_values = help_layouts },
    { "placement", OPTION_SPECIAL, .take = take_placements, .argument = " STYLE[:STRENGTH],...",
      .help = "the style in which fleets are laid, and its strength (default: uniform; a style's "
              "default strength is in parentheses). All games are played in each style:",
      .print_values = help_placements },

    { "threads", OPTION_NUMBER, MEMBER(threads), 0, BSHIP_MATCH_THREADS_MAX, NO_EFFECT,
      .section = "How they are played:", .argument = " N",
      .help = "how many threads play; 0: one on each processor (default 1). Their number affects "
              "only the speed, and so does the number of processes that mpirun starts, if "
              "this program was built with MPI" },
    { "checkpoint", OPTION_FILE, MEMBER(files.checkpoint), NO_EFFECT, .argument = " FILE",
      .help = "saves the results so far to a file, every few seconds. If the file exists, the "
              "same command goes on from it, even with more games or, with --duel, more players" },
    { "raw", OPTION_FILE, MEMBER(files.raw), NO_EFFECT, .argument = " FILE",
      .help = "writes a line of comma-separated values for each game and player to a file" },
    { "record", OPTION_FILE, MEMBER(files.record), NO_EFFECT, .argument = " DIR",
      .help = "writes a record of each game and player, at most "
              NUMBER_TEXT(RECORDS_MAX) ", to a directory that has none yet" },
    { "transcript", OPTION_FILE, MEMBER(files.transcript), NO_EFFECT, .argument = " DIR",
      .help = "writes what a bot was sent and wrote in each game that it failed, and why it "
              "failed, to a directory that has no such files yet; they are for their owner alone" },
    { "keep", OPTION_NAME, MEMBER(files.keep), .name_of = keep_name, NO_EFFECT,
      .argument = " failed|all",
      .help = "of which games --record and --transcript keep files: all, or of each player and "
              "reason the first " NUMBER_TEXT(FAILURES_KEPT)
              " failed ones (default: all records, transcripts of failed games)" },

    { "format", OPTION_NAME, MEMBER(format), .name_of = format_name, NO_EFFECT,
      .section = "Output:", .argument = " FORMAT",
      .help = "how results are printed:", .print_values = help_formats },
    { "html", OPTION_FILE, MEMBER(files.html), NO_EFFECT, .argument = " FILE",
      .help = "also writes the tables, and why bots failed, as a page for a browser. It links the "
              "files of failed games that --record and --transcript keep" },
    { "no-timing", OPTION_FLAG, MEMBER(no_timing), NO_EFFECT,
      .help = "measures no time, so outputs of the same games are equal" },
    { "plot", OPTION_FILE, MEMBER(pictures.files[PICTURE_SHOTS]), NO_EFFECT, .argument = " FILE",
      .help = "draws the distribution of the shots with gnuplot, as an .svg, .png or .pdf" },
    { "plot-heat", OPTION_FILE, MEMBER(pictures.files[PICTURE_HEAT]), NO_EFFECT,
      .argument = " FILE",
      .help = "draws the order in which players fire at the cells, and where ships are. Up to "
              NUMBER_TEXT(HEAT_GAMES_MAX) " of the games are played once more for this" },
    { "help", OPTION_FLAG, MEMBER(help), .help = "prints this help" },
    { "version", OPTION_FLAG, MEMBER(version), .help = "prints the version of the library" },
};
/* clang-format on */

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0]
};

/* Adds the words of an option, from `first` on, to the command that is printed. */
static void note_option(struct options *options, const struct arguments *arguments, int first)
{
    for (int word = first; word < arguments->next; word++) {
        fputc(' ', options->printed.out);
        command_print(options->printed.out, arguments->words[word]);
    }
}

static enum option_result take_option(struct arguments *arguments, void *user)
{
    struct options *options = user;
    const struct option_row *row = option_find(rows, ROW_COUNT, arguments);
    const int first = arguments->next - 1; /* the word of the option itself */
    enum option_result result =
        row ? option_take(row, arguments, options) : rules_options_take(&options->rules, arguments);
    if (result == OPTION_TAKEN && (!row || !row->changes_nothing))
        note_option(options, arguments, first);
    return result;
}

static bool plays_all_layouts(const struct options *options)
{
    return options->layouts && strcmp(options->layouts, "all") == 0;
}

/* Whether two names are those of one file, as far as it exists; a device may be named twice. */
static bool is_same(const char *name, const char *other)
{
    struct stat file, second;
    if (stat(name, &file) != 0 || stat(other, &second) != 0)
        return strcmp(name, other) == 0;
    return S_ISREG(file.st_mode) && file.st_dev == second.st_dev && file.st_ino == second.st_ino;
}

/* The file that an option has named; NULL: none. */
static const char *file_of(const struct options *options, const struct option_row *row)
{
    if (row->kind != OPTION_FILE)
        return NULL;
    const char *name;
    memcpy(&name, (const char *)options + row->offset, sizeof name);
    return name == options->layouts && plays_all_layouts(options) ? NULL : name;
}

static bool is_directory(const struct option_row *row)
{
    return row->offset == offsetof(struct options, files.record) ||
           row->offset == offsetof(struct options, files.transcript);
}

/* Refuses one file for two purposes; a directory has room for both. */
static bool has_files_apart(const struct options *options)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const char *name = file_of(options, &rows[i]);
        for (size_t j = 0; j < i && name; j++) {
            const char *other = file_of(options, &rows[j]);
            if (!other || (is_directory(&rows[i]) && is_directory(&rows[j])) ||
                !is_same(name, other))
                continue;
            fprintf(stderr, PROGRAM ": --%s: this file is that of --%s\n", rows[i].name,
                    rows[j].name);
            return false;
        }
    }
    return true;
}

/* Refuses what cannot be combined; returns the reason, or NULL. */
static const char *find_conflict(const struct options *options)
{
    const bool all = plays_all_layouts(options);
    const struct bot_limits *limits = &options->bot_limits;
    if (all && options->games > 0)
        return "--games: --layouts all plays one game for each layout";
    if (all && options->target_error > 0)
        return "--until-error: with --layouts all, means have no error";
    if (all && options->learns)
        return "--habits: with --layouts all, there are no habits to learn";
    if (all && options->duels)
        return "--duel: --layouts all is for players that do not fire at each other";
    if ((limits->milliseconds > 0 || limits->seconds > 0 || limits->bytes > 0) &&
        !options_name_bots(options))
        return "--engine-time, --engine-cpu, --engine-memory: they need --engine or --bots";
    if (options->files.transcript && !options_name_bots(options))
        return "--transcript: it needs --engine or --bots";
    if (options->files.keep != KEEP_USUAL && !options->files.record && !options->files.transcript)
        return "--keep: it needs --record or --transcript";
    if (options->rounds > 0 && !options->duels)
        return "--swiss: it needs --duel";
    if (options->rounds > 0 && options->placement_count > 1)
        return "--swiss: it takes one --placement";
    if (options->rounds > 0 && options->files.checkpoint)
        return "--swiss: it has no --checkpoint";
    if (options->layouts && options->placement_count > 0)
        return "--placement: --layouts already says which layouts are played";
    if (options->files.checkpoint && options_name_bots(options) && !options->has_seed)
        return "--checkpoint: with bots, name a --seed, or the next run has another one";
    return NULL;
}

/* Bots must not guess the seed, so by default each run has a new one, which is printed. */
static int choose_seed(struct options *options)
{
    if (!seed_from_system(&options->seed)) {
        fprintf(stderr, PROGRAM ": the system gave no seed: name one by --seed\n");
        return EXIT_RUNTIME;
    }
    fprintf(options->printed.out, " --seed %" PRIu64, options->seed);
    return EXIT_FINE;
}

/* Decides what is not given. */
static int complete(struct options *options)
{
    const char *conflict = find_conflict(options);
    if (conflict) {
        fprintf(stderr, PROGRAM ": %s\n", conflict);
        return EXIT_USAGE;
    }
    if (!has_files_apart(options))
        return EXIT_USAGE;
    if (options->bot_limits.milliseconds == 0)
        options->bot_limits.milliseconds = ENGINE_MILLISECONDS_DEFAULT;
    if (options->learns && options->series == 0)
        options->series = SERIES_DEFAULT;
    return options_name_bots(options) && !options->has_seed ? choose_seed(options) : EXIT_FINE;
}

int options_read(struct options *options, int argc, char **argv)
{
    struct arguments arguments = ARGUMENTS_INIT(PROGRAM, argc, argv);
    *options = (struct options){ .rules = RULES_OPTIONS_INIT,
                                 .threads = 1,
                                 .files.keep = KEEP_USUAL,
                                 .limits = BSHIP_AI_OPTIONS_INIT };
    options->strategies =
        calloc((size_t)bship_enum_count(BSHIP_ENUM_STRATEGY), sizeof *options->strategies);
    if (!options->strategies || !printed_open(&options->printed))
        return fail_memory();
    fputs(PROGRAM, options->printed.out);
    int result = arguments_read(&arguments, take_option, options) ? complete(options) : EXIT_USAGE;
    options->command = printed_close(&options->printed, true);
    return options->command ? result : fail_memory();
}

void options_print_rows(FILE *out)
{
    option_print_help(out, rows, ROW_COUNT, HELP_COLUMN);
}

void options_clear(struct options *options)
{
    rules_options_clear(&options->rules);
    free(options->strategies);
    free(options->engines);
    free(options->placements);
    free(options->command);
}
