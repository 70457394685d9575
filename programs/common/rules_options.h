/*
 * The options that describe the rules of a game: --rules, --board, --fleet, --blocked
 * and one for each rule, by its keyword.
 *
 *     struct rules_options options = RULES_OPTIONS_INIT;
 *     struct arguments arguments = ARGUMENTS_INIT("program", argc, argv);
 *     arguments_read(&arguments, take, user); // take() offers options to rules_options_take()
 *     bship_rules *rules = rules_options_build(&options, "program");
 *     rules_options_clear(&options);
 */
#ifndef PROGRAMS_COMMON_RULES_OPTIONS_H
#define PROGRAMS_COMMON_RULES_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <battleship/rules.h>

#include "common/arguments.h"

/* The rules as read from the command line so far. */
struct rules_options {
    bship_rules_options rules; /* without blocked cells and the contact rule of a fleet */
    int32_t preset;            /* the rules that the others change; 0: the classic ones */
    bool is_begun;             /* whether an option was given */
    const char *fleet;         /* the fleet's text, borrowed from the command line; NULL: none */
    bool has_contact;          /* whether a contact rule was given, by itself or by a preset */
    bship_cell *blocked;
    size_t blocked_count;
};

#define RULES_OPTIONS_INIT                                                                         \
    {                                                                                              \
        BSHIP_RULES_OPTIONS_INIT, 0, false, NULL, false, NULL, 0                                   \
    }

/* Takes the current option if it is about the rules. */
enum option_result rules_options_take(struct rules_options *options, struct arguments *arguments);

/*
 * Creates the rules, which the caller must unref. Without a contact rule, that of the fleet
 * applies. On failure prints the reason on stderr and returns NULL.
 */
bship_rules *rules_options_build(const struct rules_options *options, const char *program);

/* Frees the members of the options. */
void rules_options_clear(struct rules_options *options);

/* Prints the help of these options, from the library's keyword tables. */
void rules_options_print_help(FILE *out);

/* The same for the position that a grid shows, which repeats no shot: without --repeat. */
void rules_options_print_position_help(FILE *out);

#endif
