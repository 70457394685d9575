/*
 * The names and texts of an enumeration's values. A table has a row for each value, from 0; a row
 * is a struct that begins with a name and a text. A row whose name is NULL belongs to no value.
 * Values that experimental headers add to an enumeration are numbered from BSI_EXPERIMENTAL on;
 * their rows are the last ones of the table.
 *
 * Each table stands beside the code that uses the values; play/enumerations.c lists all tables.
 */
#ifndef BSI_BASE_NAMES_H
#define BSI_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BSI_EXPERIMENTAL = 1000
};

/* A row of a table that holds nothing else. */
typedef struct bsi_name_row {
    const char *name;
    const char *text; /* one line, without a full stop */
} bsi_name_row;

typedef struct bsi_names {
    const void *rows;
    size_t row_size;
    size_t count;
    size_t experimental; /* how many of the rows, the last, belong to experimental values */
    bool are_pointers;   /* the array holds pointers to the rows */
} bsi_names;

/* The initialiser for an array of rows, for one with rows of experimental values, and for one of
 * pointers to rows. */
#define BSI_NAMES(table) BSI_NAMES_EXPERIMENTAL(table, 0)
#define BSI_NAMES_EXPERIMENTAL(table, experimental)                                                \
    {                                                                                              \
        table, sizeof(table)[0], sizeof(table) / sizeof(table)[0], experimental, false             \
    }
#define BSI_NAMES_OF_POINTERS(table)                                                               \
    {                                                                                              \
        table, sizeof(table)[0], sizeof(table) / sizeof(table)[0], 0, true                         \
    }

/* One more than the largest value. */
int32_t bsi_names_end(const bsi_names *names);

/* The number of the row of a value; `count` if there is no such value. */
size_t bsi_names_row(const bsi_names *names, int32_t value);

/* The name of a value, or NULL. */
const char *bsi_name(const bsi_names *names, int32_t value);

/* The text of a value, or NULL. */
const char *bsi_name_text(const bsi_names *names, int32_t value);

/* The value of a name, or -1; `name` may be NULL. */
int32_t bsi_name_find(const bsi_names *names, const char *name);

#endif
