/*
 * The position cache: a transposition table, as in chess programs. It maps a position to the
 * ranking of its cells, so that positions that recur from game to game are analysed once.
 *
 * A key is 128 bits: the Zobrist hash (Zobrist 1970; sums of mixed values instead of exclusive ors
 * of a table's) of the state of every cell, the hits in order where their order can matter, and the
 * work limit, by which it is decided whether a position is analysed at all.
 * Positions that a symmetry of the board maps to each other share an entry, unless layouts are
 * weighted. All entries belong to the same weights.
 *
 * Invariant: an entry equals what would be computed again, so the cache affects nothing but time.
 * The table is 4-way set associative; the entry with the most shots is replaced first, because
 * positions early in a game cost most and recur most often. It begins without memory, and doubles
 * when it is half full, within its limit and as far as the allocator goes along.
 */
#ifndef BSI_INFERENCE_POSITION_CACHE_H
#define BSI_INFERENCE_POSITION_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inference/common/symmetry.h"
#include "inference/evidence.h"

/* The key of a position. */
typedef struct bsi_key {
    uint64_t hash[2];
    uint8_t element; /* the symmetry that maps the position to the one stored */
} bsi_key;

typedef struct bsi_position_cache {
    const bsi_evidence *evidence;
    bsi_symmetry symmetry; /* of the empty board */
    bool order_matters;    /* that of the hits */
    size_t sets_max;       /* a power of two; 0: the cache is disabled */
    size_t sets;           /* a power of two; 0: there is no entry yet */
    size_t used;           /* entries that are not free */
    size_t entry_size;
    unsigned char *entries;
} bsi_position_cache;

/*
 * Creates a cache of at most `bytes`, without memory yet. `is_uniform` says whether all layouts are
 * equally probable, so that symmetries keep their probabilities. The cache is disabled if the bytes
 * are too few, if the board is too large, or if salvos are reported by totals.
 */
void bsi_position_cache_open(bsi_position_cache *cache, const bsi_evidence *evidence,
                             bool is_uniform, uint64_t bytes);
void bsi_position_cache_close(bsi_position_cache *cache);

/* The key of a chart that is analysed in so many steps at most. */
bsi_key bsi_position_cache_key(const bsi_position_cache *cache, const bship_chart *chart,
                               int64_t work_limit);

/*
 * Looks up the ranks of the unknown cells, by position, the best being 0, and the
 * bship_method that computed them. Returns whether the position has an entry.
 */
bool bsi_position_cache_find(const bsi_position_cache *cache, const bsi_key *key, int32_t *method,
                             uint16_t *ranks);

/* Stores the ranking of a position after `shots` shots. */
void bsi_position_cache_store(bsi_position_cache *cache, const bsi_key *key, uint32_t shots,
                              int32_t method, const uint16_t *ranks);

#endif
