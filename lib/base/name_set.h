/*
 * The set of the cells that a salvo has named so far, to find duplicates. Clearing takes
 * constant time, because cells are stamped with the number of their salvo.
 */
#ifndef BSI_BASE_NAME_SET_H
#define BSI_BASE_NAME_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bsi_name_set {
    uint32_t *salvos; /* by position: the number of the last salvo that named it */
    size_t positions;
    uint32_t salvo; /* the number of the current one */
} bsi_name_set;

static inline void bsi_name_set_begin(bsi_name_set *name_set)
{
    if (++name_set->salvo == 0) {
        memset(name_set->salvos, 0, name_set->positions * sizeof *name_set->salvos);
        name_set->salvo = 1;
    }
}

/* Adds a position; returns false if the salvo has already named it. */
static inline bool bsi_name_set_add(bsi_name_set *name_set, uint32_t position)
{
    if (name_set->salvos[position] == name_set->salvo)
        return false;
    name_set->salvos[position] = name_set->salvo;
    return true;
}

#endif
