/*
 * The names of enumerations. A table has a row for each value, from 0; a row is a name, or a struct
 * that begins with one. A row whose name is NULL belongs to no value.
 */
#ifndef BSI_BASE_NAMES_H
#define BSI_BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

typedef struct bsi_names {
    const void *rows;
    size_t row_size;
    size_t count;
} bsi_names;

/* The names in an array. */
#define BSI_NAMES(table) ((bsi_names){ table, sizeof(table)[0], sizeof(table) / sizeof(table)[0] })

/* The name of a value, or NULL. */
const char *bsi_name(bsi_names names, int32_t value);

/* The value of a name, or -1; `name` may be NULL. */
int32_t bsi_name_find(bsi_names names, const char *name);

#endif
