/* Plays games against another process over TCP: an AI fires for each side. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/version.h>

#include "common/option_table.h"
#include "common/rules_options.h"
#include "network/player.h"

struct options {
    struct rules_options rules;
    struct player_options play;
    const char *port; /* of the host, or NULL */
    const char *join; /* HOST:PORT, or NULL */
    uint64_t seed;
    uint64_t timeout, reconnect; /* in milliseconds */
    bool has_rules;
    int help, version;
};

static enum option_result take_host(struct arguments *arguments, void *user)
{
    struct options *options = user;
    const char *port = arguments_optional(arguments);
    uint64_t number;
    options->port = port ? port : "0";
    return port ? arguments_number(arguments, 0, UINT16_MAX, &number) : OPTION_TAKEN;
}

static enum option_result take_seed(struct arguments *arguments, void *user)
{
    struct options *options = user;
    options->play.seed = &options->seed;
    return arguments_number(arguments, 0, UINT64_MAX, &options->seed);
}

#define MEMBER(member) .offset = offsetof(struct options, member)

static const struct option_row rows[] = {
    { "host", OPTION_SPECIAL, .take = take_host, .argument = " [PORT]",
      .help = "waits for a player (default: on any free port)" },
    { "join", OPTION_TEXT, MEMBER(join), .argument = " HOST:PORT",
      .help = "joins a player who waits" },
    { "strategy", OPTION_ENUM_NAME, MEMBER(play.strategy), .enumeration = BSHIP_ENUM_STRATEGY,
      .argument = " NAME", .help = "the AI (default density)" },
    { "seed", OPTION_SPECIAL, .take = take_seed, .argument = " S",
      .help = "a secret: whoever knows it knows your fleet (default: drawn at random)" },
    { "name", OPTION_TEXT, MEMBER(play.peer.name), .argument = " NAME",
      .help = "the name of this player (default that of the AI)" },
    { "rounds", OPTION_NUMBER, MEMBER(play.rounds), 0, INT64_MAX, .argument = " N",
      .help = "resigns after this many rounds (default 0: never)" },
    { "games", OPTION_NUMBER, MEMBER(play.games), 1, INT64_MAX, .argument = " N",
      .help = "how many games, if the other side agrees (default 1)" },
    { "keep", OPTION_TEXT, MEMBER(play.keep), .argument = " FILE",
      .help = "keeps the game in a file, as secret as the fleet: the same command goes on with it "
              "if the program was ended" },
    { "timeout", OPTION_NUMBER, MEMBER(timeout), 1, INT_MAX, .argument = " MS",
      .help = "the longest wait for the other side (default 60000)" },
    { "reconnect", OPTION_NUMBER, MEMBER(reconnect), 0, INT_MAX, .argument = " MS",
      .help = "how long a lost connection may take to come back; 0: the game ends with it (default "
              "60000)" },
    { "help", OPTION_FLAG, MEMBER(help), .help = "prints this help" },
    { "version", OPTION_FLAG, MEMBER(version), .help = "prints the version of the library" },
};

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0],
    HELP_COLUMN = 25
};

static enum option_result take_option(struct arguments *arguments, void *user)
{
    struct options *options = user;
    const struct option_row *row = option_find(rows, ROW_COUNT, arguments);
    if (row)
        return option_take(row, arguments, options);
    enum option_result result = rules_options_take(&options->rules, arguments);
    options->has_rules = options->has_rules || result == OPTION_TAKEN;
    return result;
}

static bool read_options(struct options *options, int argc, char **argv)
{
    struct arguments arguments = ARGUMENTS_INIT(PROGRAM, argc, argv);
    if (!arguments_read(&arguments, take_option, options))
        return false;
    if (options->help || options->version)
        return true;
    if ((!options->port) == (!options->join))
        fprintf(stderr, PROGRAM ": expected either --host or --join; see --help\n");
    else if (options->join && options->has_rules)
        fprintf(stderr, PROGRAM ": the host chooses the rules\n");
    else if (options->join && !strchr(options->join, ':'))
        fprintf(stderr, PROGRAM ": --join: expected HOST:PORT, not \"%s\"\n", options->join);
    else
        return true;
    return false;
}

static void print_help(FILE *out)
{
    fprintf(out,
            "usage: " PROGRAM " --host [PORT] [OPTION]...\n"
            "       " PROGRAM " --join HOST:PORT [OPTION]...\n"
            "Plays a game against another process. An AI fires; neither side can cheat\n"
            "without being found out. Prints the record of the game, and the shots on stderr.\n"
            "\n");
    option_print_help(out, rows, ROW_COUNT, HELP_COLUMN);
    fprintf(out, "\nThe rules, which the host chooses:\n");
    rules_options_print_help(out);
    fprintf(out, "\n"
                 "Exits with 1 if the connection failed, 2 if the options are invalid, 3 if the\n"
                 "other side broke the rules or the protocol, or did not reveal its fleet,\n"
                 "130 after Ctrl-C.\n");
}

static int host_or_join(struct options *options)
{
    struct peer_options *peer = &options->play.peer;
    bship_rules *rules = NULL;
    if (options->port && !(rules = rules_options_build(&options->rules, PROGRAM)))
        return EXIT_USAGE;
    options->play.address = options->port ? options->port : options->join;
    if (!peer->name)
        peer->name = options->play.strategy;
    peer->rules = rules;
    peer->answer_milliseconds = peer->silence_milliseconds = (int)options->timeout;
    peer->wait_milliseconds = rules ? (int)options->timeout : 0;
    peer->reconnect_milliseconds = (int)options->reconnect;
    int code = player_run(&options->play);
    bship_rules_unref(rules);
    return code;
}

static int run(struct options *options)
{
    if (options->help)
        print_help(stdout);
    else if (options->version)
        printf(PROGRAM " %s\n", bship_version_string());
    else
        return host_or_join(options);
    return EXIT_FINE;
}

int main(int argc, char **argv)
{
    struct options options = { .rules = RULES_OPTIONS_INIT, .timeout = 60000, .reconnect = 60000 };
    interrupt_install();
    options.play.strategy = "density";
    options.play.games = 1;
    int result = read_options(&options, argc, argv) ? run(&options) : EXIT_USAGE;
    rules_options_clear(&options.rules);
    return close_output(PROGRAM, result);
}
