/*
 * The words of a command line: options written `--name value` or
 * `--name=value`. What is wrong with one is said on stderr, with the program's
 * name and the option's.
 */
#ifndef EXAMPLES_COMMON_ARGUMENTS_H
#define EXAMPLES_COMMON_ARGUMENTS_H

#include <stdint.h>

#include "common/process.h"

/* What became of an option that was offered to one of its possible owners. */
enum option_result {
    OPTION_UNKNOWN, /* it belongs to somebody else; nothing was read or said */
    OPTION_TAKEN,
    OPTION_REFUSED /* and the reason was said */
};

/* Where the reading of a command line stands. Initialise by ARGUMENTS_INIT. */
struct arguments {
    const char *program;
    int count;
    char **words;
    int next;
    char name[32];            /* of the current option, without its dashes */
    const char *inline_value; /* what follows its `=`, or NULL */
};

#define ARGUMENTS_INIT(program, argc, argv)                                                        \
    {                                                                                              \
        (program), (argc), (argv), 1, "", NULL                                                     \
    }

/*
 * Goes to the next option. OPTION_TAKEN: there is one, and its name is in
 * `name`. OPTION_UNKNOWN: the words are at their end. OPTION_REFUSED: the next
 * word is no option.
 */
enum option_result arguments_next(struct arguments *arguments);

/*
 * Takes the next word if it is no option but an operand, such as the name of a file or `-`;
 * else takes nothing and returns NULL.
 */
const char *arguments_operand(struct arguments *arguments);

/* Whether the current option has this name. */
int arguments_is(const struct arguments *arguments, const char *name);

/* The value of the current option; if there is none says so and returns NULL. */
const char *arguments_value(struct arguments *arguments);

/* Reads the value of the current option as a number of `min`..`max`. */
enum option_result arguments_number(struct arguments *arguments, uint64_t min, uint64_t max,
                                    uint64_t *out);

/*
 * Reads the value of the current option as one of the names that a function gives from `first`
 * up to its first NULL.
 */
enum option_result arguments_name(struct arguments *arguments, const char *(*name_of)(int32_t),
                                  int32_t first, int32_t *out);

/* Accepts the current option as one without a value; refuses `--name=value`. */
enum option_result arguments_flag(const struct arguments *arguments, int *out);

/* Says what is wrong with the current option. */
void arguments_complain(const struct arguments *arguments, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
