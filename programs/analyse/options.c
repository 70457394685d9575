/* The command line of the analysis; see options.h. */
#include "analyse/options.h"

#include "analyse/analysis.h"
#include "common/option_table.h"
#include "common/tty.h"

#include <stdlib.h>

#include <battleship/enumeration.h>

/* A limit on runs, because their times are kept in memory. */
#define REPEAT_MAX 1000000

static const char *format_name(int32_t format)
{
    static const char *const names[] = { "text", "json" };
    return format < 2 ? names[format] : NULL;
}

#define MEMBER(member) .offset = offsetof(struct options, member)

static void print_methods(FILE *out)
{
    for (int32_t method = 0; method < bship_enum_count(BSHIP_ENUM_METHOD); method++)
        fprintf(out, "      %-14s %s%s\n", bship_enum_name(BSHIP_ENUM_METHOD, method),
                bship_enum_text(BSHIP_ENUM_METHOD, method),
                method == BSHIP_METHOD_AUTO ? " (default)" : "");
}

static const struct option_row rows[] = {
    { "format", OPTION_NAME, MEMBER(format), .name_of = format_name, .argument = " FORMAT",
      .help = "text (default) or json" },
    { "method", OPTION_ENUM, MEMBER(posterior.method), .enumeration = BSHIP_ENUM_METHOD,
      .argument = " METHOD",
      .help = "how probabilities are computed:", .print_values = print_methods },
    { "grid", OPTION_FILE, MEMBER(grid), .argument = " GRID",
      .help = "the file of a picture of the board, - for standard input" },
    { "sunk", OPTION_TEXT, MEMBER(sunk), .argument = " LENGTHS",
      .help = "the ships that are sunk in it, such as 3,2; needed only if its sunk cells can be "
              "other ships, too" },
    { "habits", OPTION_TEXT, MEMBER(habits), .argument = " HABITS",
      .help = "weights layouts by the habits of a player: a file written with --learn" },
    { "learn", OPTION_TEXT, MEMBER(learn), .argument = " HABITS",
      .help = "the file of habits to add to; created if there is none" },
    { "side", OPTION_ENUM, MEMBER(side), .enumeration = BSHIP_ENUM_SIDE, .argument = " SIDE",
      .help = "with --learn: whose layouts are learnt, a or b (default b)" },
    { "explain", OPTION_FLAG, MEMBER(explains),
      .help = "also prints what each method would cost, and why it was used or not" },
    { "search", OPTION_FLAG, MEMBER(searches),
      .help =
          "also prints, for each of the best cells, how many shots the game still takes if that "
          "cell is next, as the strategy search computes it" },
    { "work", OPTION_NUMBER, MEMBER(posterior.work_limit), 1, INT64_MAX, .argument = " N",
      .help = "limit on work steps (default 2000000000)" },
    { "memory", OPTION_NUMBER, MEMBER(posterior.memory_limit), 1, UINT64_MAX, .argument = " BYTES",
      .help = "limit on memory (default: 67108864 for reading, 1073741824 for the analysis)" },
    { "seed", OPTION_NUMBER, MEMBER(posterior.seed), 0, UINT64_MAX, .argument = " S",
      .help = "the seed of sampling (default 0)" },
    { "repeat", OPTION_NUMBER, MEMBER(repeat), 1, REPEAT_MAX, .argument = " N",
      .help = "computes N times and prints the median time" },
    { "color", OPTION_NAME, MEMBER(colour), .name_of = colour_choice_name, .argument = " WHEN",
      .help = "auto (default, respects NO_COLOR), always or never" },
    { "help", OPTION_FLAG, MEMBER(wants_help), .help = "prints this help" },
    { "version", OPTION_FLAG, MEMBER(wants_version), .help = "prints the version of the library" },
};

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0],
    HELP_COLUMN = 21
};

static enum option_result take_option(struct options *options, struct arguments *arguments)
{
    const struct option_row *row = option_find(rows, ROW_COUNT, arguments);
    if (row)
        return option_take(row, arguments, options);
    enum option_result result = rules_options_take(&options->rules, arguments);
    if (result == OPTION_UNKNOWN) {
        arguments_complain(arguments, "no such option; see --help");
        return OPTION_REFUSED;
    }
    options->has_board = options->has_board || arguments_is(arguments, "board");
    return result;
}

/* Takes the name of the file, or an option and its value. */
static enum option_result take_next(struct options *options, struct arguments *arguments)
{
    const char *file = arguments_operand(arguments);
    if (!file) {
        enum option_result result = arguments_next(arguments);
        return result == OPTION_TAKEN ? take_option(options, arguments) : result;
    }
    options->files[options->file_count++] = file;
    return OPTION_TAKEN;
}

/* Whether an option was given that only a grid needs, without one. */
static int lacks_grid(const struct options *options)
{
    if (options->grid || (!options->sunk && !options->rules.is_begun))
        return 0;
    fprintf(stderr, PROGRAM ": %s need --grid; a record has its own\n",
            options->sunk ? "sunk ships, by --sunk," : "rules");
    return 1;
}

/* Whether options that do not go together were given. */
static int is_ambiguous(const struct options *options)
{
    const char *other = options->grid                    ? "grid"
                        : options->habits                ? "habits"
                        : options->searches              ? "search"
                        : options->explains              ? "explain"
                        : options->format == FORMAT_JSON ? "format json"
                                                         : NULL;
    if (options->wants_help || options->wants_version)
        return 0;
    if (options->learn && other)
        fprintf(stderr, PROGRAM ": --learn does not analyse, so it does not go with --%s\n", other);
    else if (!options->learn && options->side != BSHIP_SIDE_NONE)
        fprintf(stderr, PROGRAM ": --side: it needs --learn\n");
    else
        return lacks_grid(options);
    return 1;
}

/* Whether there are as many files as the other options need. */
static int has_files(const struct options *options)
{
    if (options->wants_help || options->wants_version)
        return 1;
    if (options->grid && options->file_count > 0) {
        fprintf(stderr, PROGRAM ": expected no file beside that of --grid, not \"%s\"\n",
                options->files[0]);
        return 0;
    }
    if (options->file_count == 0 && !options->grid) {
        fprintf(stderr, PROGRAM ": expected a file, or - for standard input; see --help\n");
        return 0;
    }
    if (options->file_count > 1 && !options->learn) {
        fprintf(stderr, PROGRAM ": expected one file, not both \"%s\" and \"%s\"\n",
                options->files[0], options->files[1]);
        return 0;
    }
    return 1;
}

int options_read(struct options *options, int argc, char **argv)
{
    struct arguments arguments = ARGUMENTS_INIT(PROGRAM, argc, argv);
    enum option_result result;
    *options = (struct options){ .posterior = BSHIP_POSTERIOR_OPTIONS_INIT,
                                 .rules = RULES_OPTIONS_INIT,
                                 .repeat = 1 };
    options->posterior.progress = interrupt_progress;
    options->files = calloc((size_t)argc, sizeof *options->files);
    if (!options->files) {
        fputs(PROGRAM ": out of memory\n", stderr);
        return 0;
    }
    do
        result = take_next(options, &arguments);
    while (result == OPTION_TAKEN);
    return result != OPTION_REFUSED && !is_ambiguous(options) && has_files(options);
}

void options_clear(struct options *options)
{
    rules_options_clear(&options->rules);
    free(options->files);
}

void options_print_help(FILE *out)
{
    fputs("usage: " PROGRAM " [OPTION]... FILE|-\n"
          "       " PROGRAM " [OPTION]... --grid GRID|-\n"
          "       " PROGRAM " --learn HABITS [--side a|b] FILE|-...\n"
          "Reads a record and prints, for each cell of side b's board, the probability that\n"
          "it holds a ship, over all layouts that agree with the shots of side a, and the\n"
          "best next shots of side a. With -, reads the record from standard input.\n"
          "\n"
          "With --grid, reads a picture of the board instead: rows of one letter a cell, .-?~\n"
          "if it is unknown, mow0 for a miss, hx1 for a hit, ds# for a sunk ship, also in\n"
          "capitals and with blanks between them. The rules are those of the options.\n"
          "\n"
          "With --learn, adds to a file of habits how a side laid its ships in the records:\n"
          "its layout or, where a record has none, the ships that were found. Then prints\n"
          "what the file says of the player.\n"
          "\n",
          out);
    option_print_help(out, rows, ROW_COUNT, HELP_COLUMN);
    fputs("\nThe rules of a grid:\n", out);
    rules_options_print_position_help(out);
    fputs("\n"
          "Exits with 1 if no layout agrees with the record or the output fails, 2 if the\n"
          "record or the options are invalid or the position cannot be analysed, 3 if the\n"
          "work limit is reached, 130 after Ctrl-C.\n",
          out);
}
