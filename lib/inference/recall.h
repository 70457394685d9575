/*
 * Positions remembered from game to game: which cells are better than which.
 *
 * A position is known by 128 bits of hash: of what is in every cell and, where it can
 * matter, of the order of the hits; not of the order of the misses. Positions that a
 * symmetry of the board makes equal share an entry. What is remembered is the same as
 * what would be computed again, so that nothing but time depends on it.
 *
 * The memory is a table of small sets of entries. Positions early in a game cost the
 * most and come again most often: in a full set the one with the most shots goes.
 */
#ifndef BSHIP_INFERENCE_RECALL_H
#define BSHIP_INFERENCE_RECALL_H

#include <stddef.h>
#include <stdint.h>

#include "inference/evidence.h"
#include "inference/symmetry.h"

/* What a position is known by. */
typedef struct bship_internal_key {
    uint64_t hash[2];
    uint8_t element; /* the symmetry that makes it the one that is remembered */
} bship_internal_key;

typedef struct bship_internal_recall {
    const bship_internal_evidence *evidence;
    bship_internal_symmetry symmetry; /* of the empty board */
    int order_matters;                /* that of the hits */
    size_t sets;                      /* a power of two, or 0: nothing is remembered */
    size_t entry_size;
    unsigned char *entries;
} bship_internal_recall;

/*
 * Makes a memory of no more than so many bytes, which may be too few for any, as it also is
 * where salvos are answered by totals: OK or MEMORY.
 */
bship_status bship_internal_recall_open(bship_internal_recall *recall,
                                        const bship_internal_evidence *evidence, uint64_t bytes);
void bship_internal_recall_close(bship_internal_recall *recall);

/* The key of a chart. */
bship_internal_key bship_internal_recall_key(const bship_internal_recall *recall,
                                             const bship_chart *chart);

/* What is remembered of a position, but for the ranks of its open cells. */
typedef struct bship_internal_ranking {
    uint16_t known;  /* how many ranks tell cells apart */
    uint16_t method; /* the bship_posterior_method that they come from */
} bship_internal_ranking;

/*
 * Fills in the ranks of the open cells, by position, best first from 0, if they are known
 * and at least so many of them tell cells apart; whether that is so.
 */
int bship_internal_recall_find(const bship_internal_recall *recall, const bship_internal_key *key,
                               uint16_t wanted, bship_internal_ranking *ranking, uint16_t *ranks);

/* Remembers the ranks of a position of so many shots. */
void bship_internal_recall_keep(bship_internal_recall *recall, const bship_internal_key *key,
                                uint32_t shots, bship_internal_ranking ranking,
                                const uint16_t *ranks);

#endif
