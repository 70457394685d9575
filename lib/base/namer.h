/*
 * Telling the cells of a salvo apart: which of them were named before. To begin
 * anew costs nothing, since every salvo has a number of its own.
 */
#ifndef BSHIP_BASE_NAMER_H
#define BSHIP_BASE_NAMER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bship_internal_namer {
    uint32_t *salvos; /* by position: the number of the last salvo that named it */
    size_t positions;
    uint32_t salvo; /* the number of this one */
} bship_internal_namer;

static inline void bship_internal_namer_begin(bship_internal_namer *namer)
{
    if (++namer->salvo == 0) {
        memset(namer->salvos, 0, namer->positions * sizeof *namer->salvos);
        namer->salvo = 1;
    }
}

/* Whether the salvo names the position for the first time. */
static inline int bship_internal_namer_add(bship_internal_namer *namer, uint32_t position)
{
    if (namer->salvos[position] == namer->salvo)
        return 0;
    namer->salvos[position] = namer->salvo;
    return 1;
}

#endif
