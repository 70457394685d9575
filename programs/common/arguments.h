/*
 * Reading a command line: options written `--name value` or `--name=value`. Errors are
 * printed on stderr, with the names of the program and the option.
 */
#ifndef PROGRAMS_COMMON_ARGUMENTS_H
#define PROGRAMS_COMMON_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/process.h"

/* The result of offering an option to one of its possible owners. */
enum option_result {
    OPTION_UNKNOWN, /* not this owner's; nothing was read or printed */
    OPTION_TAKEN,
    OPTION_REFUSED /* invalid; the reason was printed */
};

/* The state of reading a command line; initialised by ARGUMENTS_INIT. */
struct arguments {
    const char *program;
    int count;
    char **words;
    int next;
    char name[32];            /* of the current option, without its dashes */
    const char *inline_value; /* the text after `=`, or NULL */
};

#define ARGUMENTS_INIT(program, argc, argv)                                                        \
    {                                                                                              \
        (program), (argc), (argv), 1, "", NULL                                                     \
    }

/*
 * Moves to the next option. OPTION_TAKEN: its name is in `name`; OPTION_UNKNOWN: there are no
 * more words; OPTION_REFUSED: the next word is not an option.
 */
enum option_result arguments_next(struct arguments *arguments);

/*
 * Reads all words as options: take() is offered each, and reads its value. False: one was refused,
 * or nobody took it.
 */
bool arguments_read(struct arguments *arguments,
                    enum option_result (*take)(struct arguments *arguments, void *user),
                    void *user);

/*
 * Takes the next word if it is an operand, such as the name of a file or `-`; otherwise
 * returns NULL.
 */
const char *arguments_operand(struct arguments *arguments);

/* Whether this is the name of the current option. */
int arguments_is(const struct arguments *arguments, const char *name);

/* The value of the current option; if it is missing, prints an error and returns NULL. */
const char *arguments_value(struct arguments *arguments);

/* The value of the current option, which may be missing: after `=`, or the next word if that is an
 * operand. NULL: there is none. What there is can be read again, as by arguments_number(). */
const char *arguments_optional(struct arguments *arguments);

/* Reads the value of the current option as a number from `min` to `max`. */
enum option_result arguments_number(struct arguments *arguments, uint64_t min, uint64_t max,
                                    uint64_t *out);

/*
 * Reads the value of the current option as a name: name_of() returns the names from 0 on, then
 * NULL.
 */
enum option_result arguments_name(struct arguments *arguments, const char *(*name_of)(int32_t),
                                  int32_t *out);

/* The same, of a value of an enumeration of the library, a bship_enum. */
enum option_result arguments_enum(struct arguments *arguments, int32_t enumeration, int32_t *out);

/* Accepts the current option as a flag; refuses `--name=value`. */
enum option_result arguments_flag(const struct arguments *arguments, int *out);

/* Prints an error about the current option. */
void arguments_complain(const struct arguments *arguments, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
