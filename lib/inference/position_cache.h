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
#ifndef BSI_INFERENCE_POSITION_CACHE_H
#define BSI_INFERENCE_POSITION_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "inference/common/symmetry.h"
#include "inference/evidence.h"

/* What a position is known by. */
typedef struct bsi_key {
    uint64_t hash[2];
    uint8_t element; /* the symmetry that makes it the one that is remembered */
} bsi_key;

typedef struct bsi_position_cache {
    const bsi_evidence *evidence;
    bsi_symmetry symmetry; /* of the empty board */
    int order_matters;     /* that of the hits */
    size_t sets;           /* a power of two, or 0: nothing is remembered */
    size_t entry_size;
    unsigned char *entries;
} bsi_position_cache;

/*
 * Makes a memory of no more than so many bytes, which may be too few for any, as it also is
 * where salvos are answered by totals: OK or MEMORY.
 */
bship_status bsi_position_cache_open(bsi_position_cache *cache, const bsi_evidence *evidence,
                                     uint64_t bytes);
void bsi_position_cache_close(bsi_position_cache *cache);

/* The key of a chart. */
bsi_key bsi_position_cache_key(const bsi_position_cache *cache, const bship_chart *chart);

/* What is remembered of a position, but for the ranks of its open cells. */
typedef struct bsi_ranking {
    uint16_t known;  /* how many ranks tell cells apart */
    uint16_t method; /* the bship_posterior_method that they come from */
} bsi_ranking;

/*
 * Fills in the ranks of the open cells, by position, best first from 0, if they are known
 * and at least so many of them tell cells apart; whether that is so.
 */
int bsi_position_cache_find(const bsi_position_cache *cache, const bsi_key *key, uint16_t wanted,
                            bsi_ranking *ranking, uint16_t *ranks);

/* Remembers the ranks of a position of so many shots. */
void bsi_position_cache_keep(bsi_position_cache *cache, const bsi_key *key, uint32_t shots,
                             bsi_ranking ranking, const uint16_t *ranks);

#endif
