/*
 * The options of a program as a table: each row names an option, how its value is read, the member
 * of the program's struct that receives it, and what --help says of it.
 *
 *     static const struct option_row rows[] = {
 *         { "seed", OPTION_NUMBER, offsetof(struct options, seed), .most = UINT64_MAX },
 *         { "help", OPTION_FLAG, offsetof(struct options, help) },
 *     };
 */
#ifndef PROGRAMS_COMMON_OPTION_TABLE_H
#define PROGRAMS_COMMON_OPTION_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "common/arguments.h"

/* How a value is read, and what the member is. */
enum option_kind {
    OPTION_FLAG,      /* there is none; an int, which becomes 1 */
    OPTION_BARE,      /* there is none, and no member */
    OPTION_TEXT,      /* as it is; a const char * */
    OPTION_FILE,      /* likewise, but not empty */
    OPTION_NUMBER,    /* from `least` to `most`; a uint64_t or, if `most` allows it, an int64_t */
    OPTION_NAME,      /* one of those of name_of(), as for arguments_name(); an int32_t */
    OPTION_ENUM,      /* the name of a value of an enumeration of the library; an int32_t */
    OPTION_ENUM_NAME, /* likewise; this name, a const char * */
    OPTION_SPECIAL    /* by a function of its own, which is given the struct */
};

struct option_row {
    const char *name;
    enum option_kind kind;
    size_t offset; /* of the member */
    uint64_t least, most;
    int32_t enumeration;  /* a bship_enum */
    bool changes_nothing; /* for a program that asks: its results do not depend on the option */
    const char *(*name_of)(int32_t value);
    enum option_result (*take)(struct arguments *arguments, void *options);
    /* In --help. */
    const char *section;  /* its title, where one begins with this option; NULL: it goes on */
    const char *argument; /* behind the name, such as ` FILE` or `[=on|off]`; NULL: there is none */
    const char *help;     /* what the option does */
    void (*print_values)(FILE *out); /* prints what stands below, such as values; NULL: nothing */
};

/* A macro that is a number, as text for a row. */
#define NUMBER_TEXT(macro) NUMBER_TEXT_OF(macro)
#define NUMBER_TEXT_OF(number) #number

/* The row of the current option; NULL: there is none. */
const struct option_row *option_find(const struct option_row *rows, size_t count,
                                     const struct arguments *arguments);

/* Prints what --help says of the options; the texts begin in a column. */
void option_print_help(FILE *out, const struct option_row *rows, size_t count, int column);

/* Reads the value of the current option into a struct; OPTION_UNKNOWN if its row is NULL. */
enum option_result option_take(const struct option_row *row, struct arguments *arguments,
                               void *options);

#endif
