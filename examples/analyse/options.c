/* The command line of the analysis; see options.h. */
#include "analyse/options.h"

#include "analyse/analysis.h"
#include "common/arguments.h"
#include "common/terminal.h"

/* Limits the memory for the times of all runs. */
#define REPEAT_MAX 1000000

static const char *format_name(int32_t format)
{
    static const char *const names[] = { "text", "json" };
    return format < 2 ? names[format] : NULL;
}

static enum option_result take_work(struct options *options, struct arguments *arguments)
{
    uint64_t work = 0;
    enum option_result result = arguments_number(arguments, 1, INT64_MAX, &work);
    options->posterior.work_limit = (int64_t)work;
    return result;
}

static enum option_result take_option(struct options *options, struct arguments *arguments)
{
    if (arguments_is(arguments, "format"))
        return arguments_name(arguments, format_name, 0, &options->format);
    if (arguments_is(arguments, "method"))
        return arguments_name(arguments, bship_posterior_method_name, BSHIP_METHOD_AUTO,
                              &options->posterior.method);
    if (arguments_is(arguments, "work"))
        return take_work(options, arguments);
    if (arguments_is(arguments, "memory"))
        return arguments_number(arguments, 1, UINT64_MAX, &options->posterior.memory_limit);
    if (arguments_is(arguments, "seed"))
        return arguments_number(arguments, 0, UINT64_MAX, &options->posterior.seed);
    if (arguments_is(arguments, "repeat"))
        return arguments_number(arguments, 1, REPEAT_MAX, &options->repeat);
    if (arguments_is(arguments, "explain"))
        return arguments_flag(arguments, &options->explains);
    if (arguments_is(arguments, "color"))
        return arguments_name(arguments, colour_choice_name, 0, &options->colour);
    if (arguments_is(arguments, "help"))
        return arguments_flag(arguments, &options->wants_help);
    if (arguments_is(arguments, "version"))
        return arguments_flag(arguments, &options->wants_version);
    arguments_complain(arguments, "no such option; see --help");
    return OPTION_REFUSED;
}

/* Takes the file's name, or an option and its value. */
static enum option_result take_next(struct options *options, struct arguments *arguments)
{
    const char *file = arguments_operand(arguments);
    if (file == NULL) {
        enum option_result result = arguments_next(arguments);
        return result == OPTION_TAKEN ? take_option(options, arguments) : result;
    }
    if (options->file != NULL) {
        fprintf(stderr, PROGRAM ": one file is enough: \"%s\" or \"%s\"\n", options->file, file);
        return OPTION_REFUSED;
    }
    options->file = file;
    return OPTION_TAKEN;
}

/* Lets Ctrl-C end long work. */
static int check_interrupt(double done, void *user)
{
    (void)done;
    (void)user;
    return interrupt_happened();
}

int options_read(struct options *options, int argc, char **argv)
{
    struct arguments arguments = ARGUMENTS_INIT(PROGRAM, argc, argv);
    enum option_result result;
    *options = (struct options){ .posterior = BSHIP_POSTERIOR_OPTIONS_INIT, .repeat = 1 };
    options->posterior.progress = check_interrupt;
    do
        result = take_next(options, &arguments);
    while (result == OPTION_TAKEN);
    if (result == OPTION_REFUSED)
        return 0;
    if (options->file == NULL && !options->wants_help && !options->wants_version) {
        fprintf(stderr, PROGRAM ": name a file, or - for standard input; see --help\n");
        return 0;
    }
    return 1;
}

static void print_methods(FILE *out)
{
    for (int32_t method = 0; method < bship_posterior_method_count(); method++)
        fprintf(out, "      %-14s %s%s\n", bship_posterior_method_name(method),
                bship_posterior_method_text(method),
                method == BSHIP_METHOD_AUTO ? " (default)" : "");
}

void options_print_help(FILE *out)
{
    fputs(
        "usage: " PROGRAM " [OPTION]... FILE|-\n"
        "Reads a record and analyses the fleet that side a fires at: the probability of a ship on\n"
        "each cell, over all layouts that agree with a's shots, and the best shots. With - it\n"
        "reads the record from standard input.\n"
        "\n"
        "  --format FORMAT    text (default) or json\n"
        "  --method METHOD    how the probabilities are computed:\n",
        out);
    print_methods(out);
    fputs(
        "  --explain          also prints what each method would cost, and why it was used or not\n"
        "  --work N           limit of the work, in steps (default 2000000000)\n"
        "  --memory BYTES     limit of the memory (default 1073741824)\n"
        "  --seed S           seed of sampling (default 0)\n"
        "  --repeat N         computes N times from scratch, and prints the median time\n"
        "  --color WHEN       auto (default), always or never; NO_COLOR is respected\n"
        "  --help             prints this\n"
        "  --version          prints the version of the library\n"
        "\n"
        "Exits with 1 if no layout agrees with the record, or if the output failed; with 2 if\n"
        "the record or the options are wrong, or the position cannot be analysed; with 3 if it\n"
        "needs more work than allowed; with 130 after Ctrl-C.\n",
        out);
}
