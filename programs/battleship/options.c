/*
 * The command line of the game; see options.h.
 *
 * Each option is a row of a table: how its value is read, and where it goes. What excludes what is
 * a second table, so that every conflict is refused with a reason.
 */
#include "battleship/options.h"

#include <stddef.h>
#include <string.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "battleship/game/profile.h"
#include "battleship/game/session.h"
#include "battleship/talk/opponent.h"
#include "common/format.h"
#include "common/help.h"
#include "common/option_table.h"
#include "network/peer.h"

enum {
    PORT_MAX = 65535
};

/* The options by number; `GIVEN_RULE` stands for every option about the rules. */
enum given {
    GIVEN_LEVEL,
    GIVEN_STRATEGY,
    GIVEN_TWO_PLAYERS,
    GIVEN_HOST,
    GIVEN_JOIN,
    GIVEN_ALLOW_HELP,
    GIVEN_NAME,
    GIVEN_PLACEMENT,
    GIVEN_SEED,
    GIVEN_BEST_OF,
    GIVEN_EXPLAIN,
    GIVEN_DAILY,
    GIVEN_RESUME,
    GIVEN_SAVE,
    GIVEN_NO_SAVE,
    GIVEN_MENU,
    GIVEN_REPLAY,
    GIVEN_PRACTISE,
    GIVEN_STATISTICS,
    GIVEN_PROFILE,
    GIVEN_FORGET,
    GIVEN_DEMO,
    GIVEN_HELP,
    GIVEN_HELP_RULES,
    GIVEN_VERSION,
    GIVEN_PLAIN,
    GIVEN_SPEAK,
    GIVEN_ASCII,
    GIVEN_CALM,
    GIVEN_COLOR,
    GIVEN_INTERACTIVE,
    GIVEN_RULE,
    GIVEN_COUNT
};

static const char *placement_name(int32_t placement)
{
    static const char *const names[] = { "manual", "random" };
    return placement < PLACEMENT_STYLE
               ? names[placement]
               : bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, placement - PLACEMENT_STYLE);
}

static enum option_result read_best_of(struct arguments *arguments, void *user)
{
    struct options *options = user;
    static const char *const names[] = { "3", "5" };
    const char *text = arguments_value(arguments);
    if (!text)
        return OPTION_REFUSED;
    for (int32_t i = 0; i < 2; i++)
        if (strcmp(text, names[i]) == 0)
            options->best_of = 3 + 2 * i;
    if (options->best_of > 0)
        return OPTION_TAKEN;
    arguments_complain(arguments, "expected 3 or 5");
    return OPTION_REFUSED;
}

/* Without a file one of the kept games is chosen. */
static enum option_result read_replay(struct arguments *arguments, void *user)
{
    struct options *options = user;
    options->replay_path = arguments_optional(arguments);
    return OPTION_TAKEN;
}

/* The value can only follow a `=`: the next word is another option, or a mistake. */
static enum option_result read_statistics(struct arguments *arguments, void *user)
{
    struct options *options = user;
    options->csv_path = arguments->inline_value;
    if (!options->csv_path || options->csv_path[0])
        return OPTION_TAKEN;
    arguments_complain(arguments, "expected a file behind the =, or none");
    return OPTION_REFUSED;
}

/* Likewise. */
static enum option_result read_profile(struct arguments *arguments, void *user)
{
    struct options *options = user;
    static const char *const names[] = { [PROFILE_OFF] = "off", [PROFILE_ON] = "on" };
    options->profile = PROFILE_SHOWN;
    for (int32_t consent = PROFILE_OFF; consent <= PROFILE_ON; consent++) {
        if (arguments->inline_value && strcmp(arguments->inline_value, names[consent]) == 0)
            options->profile = consent;
    }
    if (!arguments->inline_value || options->profile != PROFILE_SHOWN)
        return OPTION_TAKEN;
    arguments_complain(arguments, "expected on or off behind the =, or neither");
    return OPTION_REFUSED;
}

static enum option_result read_host(struct arguments *arguments, void *user)
{
    struct options *options = user;
    uint64_t port = 0;
    if (!arguments_optional(arguments))
        return OPTION_TAKEN;
    enum option_result result = arguments_number(arguments, 0, PORT_MAX, &port);
    options->port = (int32_t)port;
    return result;
}

static enum option_result read_name(struct arguments *arguments, void *user)
{
    struct options *options = user;
    const char *text = arguments_value(arguments);
    if (!text)
        return OPTION_REFUSED;
    const char *fault = player_name_fault(text);
    if (fault) {
        arguments_complain(arguments, "%s", fault);
        return OPTION_REFUSED;
    }
    int32_t side = options->names[BSHIP_SIDE_A] ? BSHIP_SIDE_B : BSHIP_SIDE_A;
    if (options->names[side]) {
        arguments_complain(arguments, "there are two players at most");
        return OPTION_REFUSED;
    }
    options->names[side] = text;
    return OPTION_TAKEN;
}

static void print_levels(FILE *out);
static void print_strategies(FILE *out);
static void print_styles(FILE *out);

#define MEMBER(member) .offset = offsetof(struct options, member)

/* The options, in the order of --help. */
static const struct option_row rows[GIVEN_RULE] = {
    [GIVEN_LEVEL] = { "level", OPTION_ENUM, MEMBER(level), .enumeration = BSHIP_ENUM_LEVEL,
                      .section = "Opponent:", .argument = " NAME",
                      .help = "how well the AI plays; as in the last game, or medium:",
                      .print_values = print_levels },
    [GIVEN_STRATEGY] = { "strategy", OPTION_ENUM_NAME, MEMBER(strategy),
                         .enumeration = BSHIP_ENUM_STRATEGY, .argument = " NAME",
                         .help = "or the strategy by which it plays:",
                         .print_values = print_strategies },
    [GIVEN_TWO_PLAYERS] = { "two-players", OPTION_FLAG, MEMBER(has_two_players),
                            .help = "two people at this terminal" },
    [GIVEN_HOST] = { "host", OPTION_SPECIAL, .take = read_host, .argument = " [PORT]",
                     .help = "wait for another player on the network" },
    [GIVEN_JOIN] = { "join", OPTION_TEXT, MEMBER(join_address), .argument = " HOST[:PORT]",
                     .help = "play against a player who waits there" },
    [GIVEN_ALLOW_HELP] = { "allow-help", OPTION_FLAG, MEMBER(allows_help),
                           .help = "over a network: hints and heat maps for both players, if the "
                                   "other one allows them, too" },
    [GIVEN_NAME] = { "name", OPTION_SPECIAL, .take = read_name, .argument = " NAME",
                     .help = "your name; given twice, also the other player's" },
    [GIVEN_PLACEMENT] = { "placement", OPTION_NAME, MEMBER(placement), .name_of = placement_name,
                          .section = "Game:", .argument = " HOW",
                          .help =
                              "how your fleet is placed: manual (default), random, or in a style:",
                          .print_values = print_styles },
    [GIVEN_SEED] = { "seed", OPTION_NUMBER, MEMBER(seed), .most = UINT64_MAX, .argument = " N",
                     .help = "the seed of everything random; a new one is shown" },
    [GIVEN_BEST_OF] = { "best-of", OPTION_SPECIAL, .take = read_best_of, .argument = " N",
                        .help = "rematches count together: the best of 3, or of 5" },
    [GIVEN_EXPLAIN] = { "explain", OPTION_FLAG, MEMBER(explains),
                        .help = "say in ten lines what to do, as in a first game" },
    [GIVEN_DAILY] = { "daily", .kind = OPTION_BARE,
                      .help = "the game of today, the same for everybody, with a par" },
    [GIVEN_RESUME] = { "resume", .kind = OPTION_BARE, .help = "go on with the saved game" },
    [GIVEN_SAVE] = { "save", OPTION_TEXT, MEMBER(save_path), .argument = " FILE",
                     .help = "save the game there, not in the usual place" },
    [GIVEN_NO_SAVE] = { "no-save", .kind = OPTION_BARE,
                        .help = "do not save, count or remember anything" },
    [GIVEN_MENU] = { "menu", .kind = OPTION_BARE, .section = "Instead of a game:",
                     .help = "start with the menu, as without any option" },
    [GIVEN_REPLAY] = { "replay", OPTION_SPECIAL, .take = read_replay, .argument = " [FILE]",
                       .help = "show a record, or one of your last games, step by step" },
    [GIVEN_PRACTISE] = { "practise", .kind = OPTION_BARE,
                         .help = "the costliest shots of your last games, asked again" },
    [GIVEN_STATISTICS] = { "statistics", OPTION_SPECIAL, .take = read_statistics,
                           .argument = "[=FILE]",
                           .help = "print the results so far, or write them as CSV" },
    [GIVEN_PROFILE] = { "profile", OPTION_SPECIAL, .take = read_profile, .argument = "[=on|off]",
                        .help = "show what the machine knows of how you (--name) lay ships, allow "
                                "it to learn that, or refuse" },
    [GIVEN_FORGET] = { "forget", .kind = OPTION_BARE,
                       .help = "erase what it knows of you (--name)" },
    [GIVEN_DEMO] = { "demo", .kind = OPTION_BARE, .help = "show a game of two AIs" },
    [GIVEN_HELP] = { "help", .kind = OPTION_BARE, .help = "this text" },
    [GIVEN_HELP_RULES] = { "help-rules", .kind = OPTION_BARE,
                           .help = "the options of the rules: --rules, --fleet, --turn ..." },
    [GIVEN_VERSION] = { "version", .kind = OPTION_BARE, .help = "the version of the library" },
    [GIVEN_PLAIN] = { "plain", OPTION_FLAG, MEMBER(is_plain),
                      .section = "Terminal:", .help = "line by line, on any terminal" },
    [GIVEN_SPEAK] = { "speak", OPTION_FLAG, MEMBER(is_spoken),
                      .help = "likewise, in sentences, for screen readers" },
    [GIVEN_ASCII] = { "ascii", OPTION_FLAG, MEMBER(is_ascii),
                      .help = "no characters beyond ASCII" },
    [GIVEN_CALM] = { "calm", OPTION_FLAG, MEMBER(is_calm),
                     .help = "do not flash hits and sunk ships" },
    [GIVEN_COLOR] = { "color", OPTION_NAME, MEMBER(colour), .name_of = colour_choice_name,
                      .argument = " WHEN",
                      .help = "auto (respects NO_COLOR), always or never; remembered" },
    [GIVEN_INTERACTIVE] = { "interactive", OPTION_FLAG, MEMBER(interactive),
                            .help = "play even if input or output is not a terminal" },
};

/* What an option chooses, if anything. */
static const struct selection {
    int32_t task;      /* an enum task; TASK_PLAY: none */
    bool chooses_game; /* so that no menu is needed */
} selections[GIVEN_RULE] = {
    [GIVEN_LEVEL] = { .chooses_game = true },
    [GIVEN_STRATEGY] = { .chooses_game = true },
    [GIVEN_TWO_PLAYERS] = { .chooses_game = true },
    [GIVEN_HOST] = { .task = TASK_HOST, .chooses_game = true },
    [GIVEN_JOIN] = { .task = TASK_JOIN, .chooses_game = true },
    [GIVEN_PLACEMENT] = { .chooses_game = true },
    [GIVEN_SEED] = { .chooses_game = true },
    [GIVEN_BEST_OF] = { .chooses_game = true },
    [GIVEN_EXPLAIN] = { .chooses_game = true },
    [GIVEN_DAILY] = { .task = TASK_DAILY, .chooses_game = true },
    [GIVEN_RESUME] = { .task = TASK_RESUME, .chooses_game = true },
    [GIVEN_REPLAY] = { .task = TASK_REPLAY, .chooses_game = true },
    [GIVEN_PRACTISE] = { .task = TASK_PRACTICE, .chooses_game = true },
    [GIVEN_STATISTICS] = { .task = TASK_STATISTICS, .chooses_game = true },
    [GIVEN_PROFILE] = { .task = TASK_PROFILE, .chooses_game = true },
    [GIVEN_FORGET] = { .task = TASK_PROFILE, .chooses_game = true },
    [GIVEN_DEMO] = { .task = TASK_DEMO, .chooses_game = true },
    [GIVEN_HELP] = { .task = TASK_HELP },
    [GIVEN_HELP_RULES] = { .task = TASK_HELP_RULES },
    [GIVEN_VERSION] = { .task = TASK_VERSION },
};

#define DAILY_REASON "the game of a day is the same for everybody"

/* Two options, not both; the reason completes a sentence, NULL: they exclude each other. */
static const struct conflict {
    int32_t one;
    int32_t other;
    const char *reason;
} conflicts[] = {
    { GIVEN_STRATEGY, GIVEN_LEVEL, NULL },
    { GIVEN_DEMO, GIVEN_INTERACTIVE, NULL },
    { GIVEN_SAVE, GIVEN_NO_SAVE, NULL },
    { GIVEN_MENU, GIVEN_PLAIN, "the menu needs the full screen" },
    { GIVEN_MENU, GIVEN_SPEAK, "the menu needs the full screen" },
    { GIVEN_STRATEGY, GIVEN_TWO_PLAYERS, "the opponent is a person" },
    { GIVEN_LEVEL, GIVEN_TWO_PLAYERS, "the opponent is a person" },
    { GIVEN_STRATEGY, GIVEN_HOST, "the opponent is a person" },
    { GIVEN_LEVEL, GIVEN_HOST, "the opponent is a person" },
    { GIVEN_STRATEGY, GIVEN_JOIN, "the opponent is a person" },
    { GIVEN_LEVEL, GIVEN_JOIN, "the opponent is a person" },
    { GIVEN_TWO_PLAYERS, GIVEN_HOST, "the other player is at another terminal" },
    { GIVEN_TWO_PLAYERS, GIVEN_JOIN, "the other player is at another terminal" },
    { GIVEN_TWO_PLAYERS, GIVEN_DEMO, "a demo is played by two AIs" },
    { GIVEN_RULE, GIVEN_JOIN, "the host chooses the rules" },
    { GIVEN_RULE, GIVEN_RESUME, "the saved game has its own rules" },
    { GIVEN_STRATEGY, GIVEN_RESUME, "the saved game has its own opponent" },
    { GIVEN_LEVEL, GIVEN_RESUME, "the saved game has its own opponent" },
    { GIVEN_TWO_PLAYERS, GIVEN_RESUME, "the saved game has its own players" },
    { GIVEN_SEED, GIVEN_RESUME, "the saved game has its own seed" },
    { GIVEN_RULE, GIVEN_DAILY, DAILY_REASON },
    { GIVEN_STRATEGY, GIVEN_DAILY, DAILY_REASON },
    { GIVEN_LEVEL, GIVEN_DAILY, DAILY_REASON },
    { GIVEN_TWO_PLAYERS, GIVEN_DAILY, DAILY_REASON },
    { GIVEN_PLACEMENT, GIVEN_DAILY, DAILY_REASON },
    { GIVEN_SEED, GIVEN_DAILY, DAILY_REASON },
    { GIVEN_BEST_OF, GIVEN_DAILY, DAILY_REASON },
    { GIVEN_BEST_OF, GIVEN_RESUME, "the saved game has its own score" },
    { GIVEN_BEST_OF, GIVEN_JOIN, "the host chooses how many games count" },
    { GIVEN_RULE, GIVEN_REPLAY, "the record has its own rules" },
    { GIVEN_RULE, GIVEN_PRACTISE, "the kept games have their own rules" },
    { GIVEN_SEED, GIVEN_HOST, "nobody may know the seed of a fleet" },
    { GIVEN_SEED, GIVEN_JOIN, "nobody may know the seed of a fleet" },
};

static const char *given_name(int32_t given)
{
    return given == GIVEN_RULE ? "an option of the rules" : rows[given].name;
}

static void print_conflict(int32_t one, int32_t other, const char *reason)
{
    fprintf(stderr, PROGRAM ": %s%s and --%s exclude each other%s%s\n",
            one == GIVEN_RULE ? "" : "--", given_name(one), given_name(other), reason ? ": " : "",
            reason ? reason : "");
}

static bool is_consistent(const bool given[GIVEN_COUNT])
{
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++) {
        if (given[conflicts[i].one] && given[conflicts[i].other]) {
            print_conflict(conflicts[i].one, conflicts[i].other, conflicts[i].reason);
            return false;
        }
    }
    return true;
}

/* Whether at most one option chooses a task, or asks for the menu. */
static bool has_one_task(const bool given[GIVEN_COUNT])
{
    int32_t chosen = -1;
    for (int32_t i = 0; i < GIVEN_RULE; i++) {
        bool is_task = selections[i].task != TASK_PLAY || i == GIVEN_MENU;
        if (!given[i] || !is_task)
            continue;
        if (chosen >= 0) {
            print_conflict(chosen, i, NULL);
            return false;
        }
        chosen = i;
    }
    return true;
}

/* Help and the version are given whatever else is on the command line. */
static int32_t information_asked(const bool given[GIVEN_COUNT])
{
    for (int32_t i = GIVEN_HELP; i <= GIVEN_VERSION; i++) {
        if (given[i])
            return selections[i].task;
    }
    return TASK_PLAY;
}

static void draw_conclusions(struct options *options, const bool given[GIVEN_COUNT])
{
    bool chooses_game = given[GIVEN_RULE];
    for (int32_t i = 0; i < GIVEN_RULE; i++) {
        if (given[i] && selections[i].task != TASK_PLAY)
            options->task = selections[i].task;
        chooses_game = chooses_game || (given[i] && selections[i].chooses_game);
    }
    options->shows_menu = given[GIVEN_MENU] || !chooses_game;
    options->is_plain = options->is_plain || options->is_spoken;
    options->saves = !given[GIVEN_NO_SAVE];
    options->has_rules = given[GIVEN_RULE];
    options->has_colour = given[GIVEN_COLOR];
    options->has_opponent = given[GIVEN_STRATEGY] || given[GIVEN_LEVEL];
    if (!options->has_opponent)
        options->level = BSHIP_LEVEL_MEDIUM;
}

/* Whether it is said whose profile is to be changed. */
static bool has_owner(const struct options *options, const bool given[GIVEN_COUNT])
{
    bool is_changed =
        given[GIVEN_FORGET] || (given[GIVEN_PROFILE] && options->profile != PROFILE_SHOWN);
    if (!is_changed || options->names[BSHIP_SIDE_A])
        return true;
    fprintf(stderr, PROGRAM ": whose profile? --name NAME says it\n");
    return false;
}

/* Whether a host can be joined there, as far as the text tells. */
static bool has_address(const struct options *options)
{
    if (!options->join_address || peer_is_address(options->join_address))
        return true;
    fprintf(stderr, PROGRAM ": --join: expected HOST or HOST:PORT, not \"%s\"\n",
            options->join_address);
    return false;
}

static int settle(struct options *options, const bool given[GIVEN_COUNT])
{
    options->task = information_asked(given);
    if (options->task != TASK_PLAY)
        return 1;
    if (!has_one_task(given) || !is_consistent(given) || !has_owner(options, given) ||
        !has_address(options))
        return 0;
    draw_conclusions(options, given);
    return 1;
}

static enum option_result take_own(struct options *options, struct arguments *arguments,
                                   bool given[GIVEN_COUNT])
{
    const struct option_row *row = option_find(rows, GIVEN_RULE, arguments);
    if (row) {
        given[row - rows] = true;
        return option_take(row, arguments, options);
    }
    arguments_complain(arguments, "no such option; see --help");
    return OPTION_REFUSED;
}

int options_read(struct options *options, int argc, char **argv)
{
    *options =
        (struct options){ .rules = RULES_OPTIONS_INIT, .seed = session_choose_seed(), .port = -1 };
    struct arguments arguments = ARGUMENTS_INIT(PROGRAM, argc, argv);
    bool given[GIVEN_COUNT] = { false };
    enum option_result result;
    while ((result = arguments_next(&arguments)) == OPTION_TAKEN) {
        result = rules_options_take(&options->rules, &arguments);
        if (result == OPTION_TAKEN)
            given[GIVEN_RULE] = true;
        if (result == OPTION_UNKNOWN)
            result = take_own(options, &arguments, given);
        if (result == OPTION_REFUSED)
            return 0;
    }
    return result != OPTION_REFUSED && settle(options, given);
}

static int32_t kind_of(const struct options *options)
{
    switch (options->task) {
    case TASK_DEMO:
        return GAME_WATCHED;
    case TASK_DAILY:
        return GAME_DAILY;
    case TASK_HOST:
        return GAME_HOSTED;
    case TASK_JOIN:
        return GAME_JOINED;
    default:
        return options->has_two_players ? GAME_TWO_PEOPLE : GAME_MACHINE;
    }
}

void options_write_address(const struct options *options, int32_t kind,
                           char address[PREFERENCES_ADDRESS_SIZE])
{
    const char *host = options->join_address ? options->join_address : "";
    if (kind == GAME_HOSTED && options->port >= 0)
        snprintf(address, PREFERENCES_ADDRESS_SIZE, "%d", (int)options->port);
    else
        snprintf(address, PREFERENCES_ADDRESS_SIZE, "%s", kind == GAME_HOSTED ? PEER_PORT : host);
}

struct wish options_wish(const struct options *options)
{
    struct wish wish = { .kind = kind_of(options),
                         .level = options->level,
                         .strategy = options->strategy,
                         .seed = options->seed,
                         .best_of = options->best_of,
                         .wants_help = options->allows_help };
    memcpy(wish.names, options->names, sizeof wish.names);
    options_write_address(options, wish.kind, wish.address);
    return wish;
}

void options_set_course(const struct options *options, struct course *course)
{
    const struct preferences *preferences = options->preferences;
    course->preferences = options->preferences;
    course->places_at_random = options->placement != PLACEMENT_MANUAL;
    if (options->placement >= PLACEMENT_STYLE)
        course->placing =
            bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, options->placement - PLACEMENT_STYLE);
    else
        course->placing = preferences && !course->places_at_random ? preferences->style : NULL;
    course->explains = options->explains;
    course->explains_first = options->shows_menu;
}

void options_clear(struct options *options)
{
    rules_options_clear(&options->rules);
}

/* ---- preferences ---- */

void options_use_preferences(struct options *options, struct preferences *preferences)
{
    options->preferences = preferences;
    if (options->has_opponent)
        preferences_set_opponent(preferences, options->level, options->strategy);
    if (options->has_colour)
        preferences->colour = options->colour;
    else if (preferences->colour >= 0)
        options->colour = preferences->colour;
    if (options->names[BSHIP_SIDE_A])
        snprintf(preferences->name, sizeof preferences->name, "%s", options->names[BSHIP_SIDE_A]);
    else if (preferences->name[0])
        options->names[BSHIP_SIDE_A] = preferences->name;
    if (options->placement >= PLACEMENT_STYLE)
        preferences->style =
            bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, options->placement - PLACEMENT_STYLE);
    bool has_last = preferences->level != BSHIP_LEVEL_NONE || preferences->strategy;
    if (!options->has_opponent && options->shows_menu && has_last) {
        options->level = preferences->level;
        options->strategy = preferences->strategy;
    }
}

bship_rules *options_rules(const struct options *options)
{
    struct preferences *preferences = options->preferences;
    if (preferences && preferences->rules && !options->has_rules && options->shows_menu)
        return bship_rules_ref(preferences->rules);
    bship_rules *rules = rules_options_build(&options->rules, PROGRAM);
    if (preferences && options->has_rules && rules)
        preferences_set_rules(preferences, rules);
    return rules;
}

/* ---- help ---- */

enum {
    HELP_INDENT = 24 /* the column of the descriptions in --help */
};

/* Lists names under the description of an option. */
static void print_choices(FILE *out, int32_t registry)
{
    char names[256] = "";
    for (int32_t i = 0; bship_enum_name(registry, i); i++)
        format_append(names, sizeof names, "%s%s", i > 0 ? ", " : "", bship_enum_name(registry, i));
    help_print_item(out, 0, "", HELP_INDENT, names);
}

static void print_strategies(FILE *out)
{
    print_choices(out, BSHIP_ENUM_STRATEGY);
}

static void print_styles(FILE *out)
{
    print_choices(out, BSHIP_ENUM_PLACEMENT_STYLE);
}

static void print_levels(FILE *out)
{
    char text[OPPONENT_TEXT_SIZE];
    int32_t level;
    for (int32_t place = 0; (level = bship_level_at(place)) != BSHIP_LEVEL_NONE; place++) {
        opponent_summarise(level, text, sizeof text);
        fprintf(out, "    %-8s%s\n", bship_enum_name(BSHIP_ENUM_LEVEL, level), text);
    }
    fputs(OPPONENT_NOTE, out);
}

void options_print_help(FILE *out)
{
    fputs("usage: " PROGRAM " [OPTION]...\n"
          "Plays Battleship in a terminal: full screen if the terminal can, else line by\n"
          "line. Without a terminal, shows a game of two AIs. During a game: ? or help.\n",
          out);
    option_print_help(out, rows, GIVEN_RULE, HELP_INDENT);
}

void options_print_rules_help(FILE *out)
{
    fputs("The rules of the game. Side a is you or, over a network, the host.\n", out);
    rules_options_print_help(out);
}
