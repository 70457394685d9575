/*
 * Telling the cells of a salvo apart: which of them were named before. To begin
 * anew costs nothing, since every salvo has a number of its own.
 */
#ifndef BSI_BASE_NAME_SET_H
#define BSI_BASE_NAME_SET_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bsi_name_set {
    uint32_t *salvos; /* by position: the number of the last salvo that named it */
    size_t positions;
    uint32_t salvo; /* the number of this one */
} bsi_name_set;

static inline void bsi_name_set_begin(bsi_name_set *name_set)
{
    if (++name_set->salvo == 0) {
        memset(name_set->salvos, 0, name_set->positions * sizeof *name_set->salvos);
        name_set->salvo = 1;
    }
}

/* Whether the salvo names the position for the first time. */
static inline int bsi_name_set_add(bsi_name_set *name_set, uint32_t position)
{
    if (name_set->salvos[position] == name_set->salvo)
        return 0;
    name_set->salvos[position] = name_set->salvo;
    return 1;
}

#endif
