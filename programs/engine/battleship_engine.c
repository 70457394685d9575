/* Serves the library's strategies to any program that speaks the protocol of bots. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "common/option_table.h"
#include "engine/protocol.h"
#include "engine/server.h"

struct options {
    struct server_options server;
    uint64_t strength; /* of the placement style; 0: its own */
    int help, version;
};

static enum option_result take_name(struct arguments *arguments, void *user)
{
    struct options *options = user;
    const char *name = arguments_value(arguments);
    options->server.name = name;
    if (name && protocol_is_name(name))
        return OPTION_TAKEN;
    if (name)
        arguments_complain(arguments, "expected 1 to %d letters, digits, and .-_+, not \"%s\"",
                           PROTOCOL_NAME_MAX, name);
    return OPTION_REFUSED;
}

#define MEMBER(member) .offset = offsetof(struct options, member)

static const struct option_row rows[] = {
    { "strategy", OPTION_ENUM_NAME, MEMBER(server.strategy), .enumeration = BSHIP_ENUM_STRATEGY,
      .argument = " NAME", .help = "the strategy (default density)" },
    { "level", OPTION_ENUM, MEMBER(server.ai.level), .enumeration = BSHIP_ENUM_LEVEL,
      .argument = " NAME", .help = "a level's strategy, and its style of laying fleets" },
    { "placing", OPTION_ENUM_NAME, MEMBER(server.ai.placing),
      .enumeration = BSHIP_ENUM_PLACEMENT_STYLE, .argument = " STYLE",
      .help = "how it lays its fleets (default: the level's, or uniform)" },
    { "strength", OPTION_NUMBER, MEMBER(strength), 1, BSHIP_PLACING_STRENGTH_MAX, .argument = " N",
      .help = "its strength (default: the style's own), up to " NUMBER_TEXT(
          BSHIP_PLACING_STRENGTH_MAX) },
    { "work", OPTION_NUMBER, MEMBER(server.ai.work_limit), 1, INT64_MAX, .argument = " N",
      .help = "limits each decision to N steps (default: its own)" },
    { "memory", OPTION_NUMBER, MEMBER(server.ai.memory_limit), 1, UINT64_MAX, .argument = " BYTES",
      .help = "limits the memory of each decision" },
    { "seed", OPTION_NUMBER, MEMBER(server.seed), 0, UINT64_MAX, .argument = " S",
      .help = "added to the seed of each game (default 0)" },
    { "name", OPTION_SPECIAL, .take = take_name, .argument = " NAME",
      .help = "the name it gives (default that of the strategy or level)" },
    { "help", OPTION_FLAG, MEMBER(help), .help = "prints this help" },
    { "version", OPTION_FLAG, MEMBER(version), .help = "prints the version of the library" },
};

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0],
    HELP_COLUMN = 20
};

static enum option_result take_option(struct arguments *arguments, void *user)
{
    return option_take(option_find(rows, ROW_COUNT, arguments), arguments, user);
}

/* Whether a style, NULL for none, can be stronger or weaker. */
static bool has_strengths(const char *style)
{
    return bship_placing_style_strength(bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE, style)) > 0;
}

/* Decides what was not said: the strategy, and the name. */
static bool complete(struct options *options)
{
    struct server_options *server = &options->server;
    if (server->strategy && server->ai.level != BSHIP_LEVEL_NONE) {
        fprintf(stderr, PROGRAM ": --strategy and --level exclude each other\n");
        return false;
    }
    if (options->strength > 0 && !has_strengths(server->ai.placing)) {
        fprintf(stderr, PROGRAM ": --strength needs --placing with a style other than uniform\n");
        return false;
    }
    if (!server->strategy && server->ai.level == BSHIP_LEVEL_NONE)
        server->strategy = "density";
    if (!server->name)
        server->name = server->strategy ? server->strategy
                                        : bship_enum_name(BSHIP_ENUM_LEVEL, server->ai.level);
    server->ai.placing_strength = (double)options->strength;
    return true;
}

static bool read_options(struct options *options, int argc, char **argv)
{
    struct arguments arguments = ARGUMENTS_INIT(PROGRAM, argc, argv);
    return arguments_read(&arguments, take_option, options) && complete(options);
}

static void print_names(FILE *out, const char *title, int32_t registry)
{
    bool are_levels = registry == BSHIP_ENUM_LEVEL;
    int column = fprintf(out, "%s", title);
    for (int32_t i = 0; i < bship_enum_count(registry); i++) {
        const char *name = bship_enum_name(registry, are_levels ? bship_level_at(i) : i);
        if (!name || strcmp(name, "none") == 0)
            continue;
        if (column + 1 + (int)strlen(name) > 80)
            column = fprintf(out, "\n ") - 1;
        column += fprintf(out, " %s", name);
    }
    fputc('\n', out);
}

static void print_help(FILE *out)
{
    fprintf(out,
            "usage: " PROGRAM " [OPTION]...\n"
            "Plays Battleship over standard input and output, in version %d of the protocol\n"
            "for bots, as described in doc/bots.md. For example:\n"
            "\n"
            "  battleship-sim --strategy density --engine '" PROGRAM " --level hard'\n"
            "\n",
            PROTOCOL_VERSION);
    option_print_help(out, rows, ROW_COUNT, HELP_COLUMN);
    fputc('\n', out);
    print_names(out, "strategies:", BSHIP_ENUM_STRATEGY);
    print_names(out, "levels:", BSHIP_ENUM_LEVEL);
    print_names(out, "styles:", BSHIP_ENUM_PLACEMENT_STYLE);
}

/* Serves a program; a person who has started this one learns what it waits for. */
static int play(const struct server_options *server)
{
    if (isatty(STDIN_FILENO))
        fputs(PROGRAM ": waits for a program that speaks the protocol of doc/bots.md; to play\n"
                      "against it, start `battleship`. --help tells more, Ctrl-D ends it.\n",
              stderr);
    return serve(server);
}

static int run(const struct options *options)
{
    if (options->help)
        print_help(stdout);
    else if (options->version)
        printf(PROGRAM " %s\n", bship_version_string());
    else
        return play(&options->server);
    return EXIT_FINE;
}

int main(int argc, char **argv)
{
    struct options options = { .server = { .ai = BSHIP_AI_OPTIONS_INIT } };
    write_errors_install();
    int result = read_options(&options, argc, argv) ? run(&options) : EXIT_USAGE;
    return close_output(PROGRAM, result);
}
