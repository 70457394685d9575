/* Keys, lookup and replacement in the position cache; see position_cache.h. */
#include "inference/position_cache.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

enum {
    WAYS = 4,           /* entries per set */
    CELLS_MAX = 4096,   /* larger boards are not cached: hardly any position recurs */
    BYTES_MAX = 1 << 30 /* cap of the memory */
};

/* The header of an entry, which the ranks follow, row by row. */
typedef struct entry_header {
    uint64_t hash[2];
    uint32_t priority; /* UINT32_MAX minus the number of shots; 0: the entry is free */
    int32_t method;    /* the bship_method that computed the ranks */
} entry_header;

static entry_header *entry_at(const bsi_position_cache *cache, size_t set, size_t way)
{
    return (entry_header *)(void *)(cache->entries + (set * WAYS + way) * cache->entry_size);
}

static uint16_t *ranks_of(entry_header *entry)
{
    return (uint16_t *)(void *)(entry + 1);
}

/*
 * Whether the order of the hits can matter. It does not if sinkings are not disclosed, if they show
 * where the ship lies, nor if hits identify their ship: because ships do not touch, or by a name
 * that only one ship has.
 */
static bool can_order_matter(const bsi_evidence *evidence)
{
    const bship_rules *rules = evidence->rules;
    bool are_names_unique = true;
    for (int32_t k = 0; k < evidence->class_count; k++)
        are_names_unique &= evidence->classes[k].ships == 1;
    return rules->contact_count < 8 && bsi_discloses_sinkings(rules) && !bsi_shows_ships(rules) &&
           !(bsi_discloses_hit_names(rules) && are_names_unique);
}

void bsi_position_cache_open(bsi_position_cache *cache, const bsi_evidence *evidence,
                             bool is_uniform, uint64_t bytes)
{
    const bship_rules *rules = evidence->rules;
    size_t ranks = ((size_t)rules->width * (size_t)rules->height + 3) / 4 * 4 * sizeof(uint16_t);
    *cache = (bsi_position_cache){
        .evidence = evidence,
        .symmetry = bsi_symmetry_of_board(evidence, !is_uniform),
        /* The order of the hits is that of summation, which rounds doubles. */
        .order_matters = !is_uniform || can_order_matter(evidence),
        .entry_size = sizeof(entry_header) + ranks,
    };
    /* Totals are not part of the key. */
    if (rules->width * rules->height > CELLS_MAX || bsi_reports_totals(rules))
        return;
    uint64_t most = (bytes < BYTES_MAX ? bytes : BYTES_MAX) / (WAYS * cache->entry_size);
    for (uint64_t sets = 1; sets <= most; sets *= 2)
        cache->sets_max = (size_t)sets;
}

void bsi_position_cache_close(bsi_position_cache *cache)
{
    if (cache->evidence)
        bsi_free(&cache->evidence->rules->allocator, cache->entries, cache->sets * WAYS,
                 cache->entry_size);
}

/* ---- keys ---- */

/* Adds a value to a hash, depending on the order. */
static void add_ordered(uint64_t hash[2], uint64_t value)
{
    hash[0] = bsi_splitmix(hash[0] ^ value);
    hash[1] = bsi_splitmix(hash[1] + value);
}

/* Adds a value to a hash, independently of the order. */
static void add_unordered(uint64_t hash[2], uint64_t value)
{
    uint64_t mixed = bsi_splitmix(value);
    hash[0] += mixed;
    hash[1] += bsi_splitmix(~mixed);
}

/* The report of a shot, packed above the bits of a position. */
static uint64_t report_bits(const bsi_shot *shot)
{
    return (uint64_t)shot->result << 60 | (uint64_t)shot->length << 40 |
           (uint64_t)(uint16_t)shot->ship << 24;
}

/* The image of a ship that the report of a shot shows, packed: its ends, in either order. */
static uint64_t shown_bits(const bship_rules *rules, const bsi_shot *shot, uint8_t element)
{
    bsi_run run = bsi_shown_run(rules, shot);
    uint32_t last = run.first + (uint32_t)(run.length - 1) * run.step;
    uint32_t a = bsi_symmetry_cell(rules, element, run.first);
    uint32_t b = bsi_symmetry_cell(rules, element, last);
    return UINT64_C(1) << 63 | (uint64_t)(a < b ? a : b) << 24 | (a < b ? b : a);
}

static void hash_position(const bsi_position_cache *cache, const bship_chart *chart,
                          int64_t work_limit, uint8_t element, uint64_t hash[2])
{
    const bship_rules *rules = cache->evidence->rules;
    hash[0] = bsi_splitmix((uint64_t)work_limit);
    hash[1] = bsi_splitmix(hash[0]);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        uint8_t state = chart->states[position];
        if (state == BSHIP_CHART_STATE_MISS || state == BSHIP_CHART_STATE_KNOWN_WATER)
            add_unordered(hash, bsi_symmetry_cell(rules, element, position));
    }
    for (uint32_t i = 0; i < chart->hit_cell_count; i++) {
        uint32_t position = chart->hits[i];
        const bsi_shot *shot = &chart->shots[chart->shot_of[position]];
        uint64_t hit = report_bits(shot) | bsi_symmetry_cell(rules, element, position);
        if (shot->first)
            add_unordered(hash, shown_bits(rules, shot, element));
        if (cache->order_matters)
            add_ordered(hash, hit);
        else
            add_unordered(hash, hit);
    }
}

static bool is_below(const uint64_t a[2], const uint64_t b[2])
{
    return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

bsi_key bsi_position_cache_key(const bsi_position_cache *cache, const bship_chart *chart,
                               int64_t work_limit)
{
    bsi_key key = { { UINT64_MAX, UINT64_MAX }, 0 };
    for (int32_t i = 0; cache->sets_max > 0 && i < cache->symmetry.count; i++) {
        uint64_t hash[2];
        hash_position(cache, chart, work_limit, cache->symmetry.elements[i], hash);
        if (!is_below(hash, key.hash))
            continue;
        key = (bsi_key){ { hash[0], hash[1] }, cache->symmetry.elements[i] };
    }
    return key;
}

/* ---- the table ---- */

static bool has_key(const entry_header *entry, const bsi_key *key)
{
    return entry->hash[0] == key->hash[0] && entry->hash[1] == key->hash[1];
}

/* The index of a cell's rank in an entry, that of its image under the symmetry of the key. */
static size_t rank_index(const bsi_position_cache *cache, uint8_t element, uint32_t position)
{
    const bship_rules *rules = cache->evidence->rules;
    uint32_t image = bsi_symmetry_cell(rules, element, position);
    bship_cell cell = bsi_cell(rules, image);
    return (size_t)cell.y * (size_t)rules->width + (size_t)cell.x;
}

/* Doubles the table if it may and can grow. The next bit of its hash decides whether an entry moves
 * from a set of the lower half to that of the upper half, whose same way is free. */
static void grow(bsi_position_cache *cache)
{
    const bship_allocator *allocator = &cache->evidence->rules->allocator;
    size_t old = cache->sets, sets = old > 0 ? 2 * old : 1;
    if (sets > cache->sets_max)
        return;
    unsigned char *entries =
        bsi_grow(allocator, cache->entries, old * WAYS, sets * WAYS, cache->entry_size);
    if (!entries)
        return;
    cache->entries = entries;
    cache->sets = sets;
    memset(entry_at(cache, old, 0), 0, (sets - old) * WAYS * cache->entry_size);
    for (size_t set = 0; set < old; set++) {
        for (size_t way = 0; way < WAYS; way++) {
            entry_header *entry = entry_at(cache, set, way);
            if (!(entry->hash[0] & old))
                continue;
            memcpy(entry_at(cache, set + old, way), entry, cache->entry_size);
            memset(entry, 0, cache->entry_size);
        }
    }
}

/* The entry of a key, or that which gives way to it. */
static entry_header *find_entry(const bsi_position_cache *cache, const bsi_key *key)
{
    size_t set = (size_t)key->hash[0] & (cache->sets - 1);
    entry_header *found = entry_at(cache, set, 0);
    for (size_t way = 1; way < WAYS && !has_key(found, key); way++) {
        entry_header *entry = entry_at(cache, set, way);
        if (entry->priority < found->priority || has_key(entry, key))
            found = entry;
    }
    return found;
}

bool bsi_position_cache_find(const bsi_position_cache *cache, const bsi_key *key, int32_t *method,
                             uint16_t *ranks)
{
    const bship_rules *rules = cache->evidence->rules;
    entry_header *entry = cache->sets > 0 ? find_entry(cache, key) : NULL;
    if (!entry || !has_key(entry, key))
        return false;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        ranks[position] = ranks_of(entry)[rank_index(cache, key->element, position)];
    }
    *method = entry->method;
    return true;
}

void bsi_position_cache_store(bsi_position_cache *cache, const bsi_key *key, uint32_t shots,
                              int32_t method, const uint16_t *ranks)
{
    const bship_rules *rules = cache->evidence->rules;
    if (cache->used * 2 >= cache->sets * WAYS)
        grow(cache);
    if (cache->sets == 0)
        return;
    entry_header *entry = find_entry(cache, key);
    cache->used += entry->priority == 0;
    *entry = (entry_header){ { key->hash[0], key->hash[1] }, UINT32_MAX - shots, method };
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        ranks_of(entry)[rank_index(cache, key->element, position)] = ranks[position];
    }
}
