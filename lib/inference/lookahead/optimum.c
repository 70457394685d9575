/* The search for optimal play; see optimum.h. */
#include "inference/lookahead/optimum.h"

#include <string.h>

#include "base/random.h"

enum {
    ENTRIES = 1 << 16,
    CELLS = BSI_MASK_CELLS
};

/* ---- memory ---- */

void bsi_optimum_carve(bsi_optimum *optimum, const bsi_rollout *rollout, bsi_arena *arena)
{
    *optimum = (bsi_optimum){ .rollout = rollout };
    bsi_path_carve(&optimum->path, rollout->set, arena);
}

static const bship_allocator *allocator_of(const bsi_optimum *optimum)
{
    return &optimum->rollout->set->evidence->rules->allocator;
}

void bsi_optimum_close(bsi_optimum *optimum)
{
    BSI_FREE(&optimum->entries, allocator_of(optimum));
    BSI_FREE(&optimum->lists, allocator_of(optimum));
}

bool bsi_optimum_can_solve(const bsi_optimum *optimum)
{
    const bsi_layout_set *set = optimum->rollout->set;
    return set->is_complete && set->count <= BSI_OPTIMUM_LAYOUTS && set->cell_count <= CELLS;
}

bship_status bsi_optimum_start(bsi_optimum *optimum)
{
    const bsi_layout_set *set = optimum->rollout->set;
    /* A list for each shot of a line of play, and its parts. */
    size_t lists = (size_t)set->count * 2 * (CELLS + 2);
    bool is_new = !optimum->entries.items;
    if (BSI_RENEW(&optimum->lists, allocator_of(optimum), lists) ||
        BSI_RENEW(&optimum->entries, allocator_of(optimum), ENTRIES))
        return BSHIP_ERROR_MEMORY;
    if (is_new || ++optimum->round == 0) {
        memset(optimum->entries.items, 0, ENTRIES * sizeof *optimum->entries.items);
        optimum->round = 1;
    }
    bsi_path_start(&optimum->path);
    for (uint32_t i = 0; i < set->count; i++)
        optimum->lists.items[i] = (uint16_t)i;
    return BSHIP_OK;
}

/* ---- states ---- */

/* Layouts that have given the same reports. */
struct state {
    uint16_t *list; /* what is behind it is free */
    uint32_t count;
    uint64_t hash;
};

/* The hash of a list and the hits on the path: a sum of mixed values, as of Zobrist (1970). */
static uint64_t hash_of(const bsi_optimum *optimum, const uint16_t *list, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++)
        hash += bsi_splitmix(list[i]);
    for (uint32_t i = 0; i < optimum->path.length; i++)
        hash += bsi_splitmix(UINT64_C(1) << 32 | optimum->path.cells[i]);
    return bsi_splitmix(hash);
}

static bsi_optimum_entry *entry_of(const bsi_optimum *optimum, uint64_t hash)
{
    return &optimum->entries.items[hash % ENTRIES];
}

static bool is_found(const bsi_optimum *optimum, const bsi_optimum_entry *entry, uint64_t hash)
{
    return entry->round == optimum->round && entry->hash == hash;
}

static void store(const bsi_optimum *optimum, uint64_t hash, int64_t bound, bool is_exact)
{
    *entry_of(optimum, hash) =
        (bsi_optimum_entry){ hash, optimum->round, (int32_t)bound, is_exact, 0 };
}

/* How many layouts cover each live cell that was not hit yet, and these cells, most covered first.
 */
struct ranking {
    uint16_t counts[CELLS];
    uint8_t order[CELLS];
    uint32_t cells; /* that any layout covers */
};

/* Sorts the covered cells by their counts: a counting sort would not pay for so few. */
static void sort_cells(struct ranking *ranking, uint32_t cells)
{
    ranking->cells = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (ranking->counts[cell] == 0)
            continue;
        uint32_t place = ranking->cells++;
        for (; place > 0 && ranking->counts[ranking->order[place - 1]] < ranking->counts[cell];
             place--)
            ranking->order[place] = ranking->order[place - 1];
        ranking->order[place] = (uint8_t)cell;
    }
}

static void rank_cells(const bsi_optimum *optimum, const struct state *state,
                       struct ranking *ranking)
{
    const bsi_layout_set *set = optimum->rollout->set;
    memset(ranking->counts, 0, set->cell_count * sizeof *ranking->counts);
    for (uint32_t i = 0; i < state->count; i++) {
        const uint16_t *cells = bsi_layout_set_cells(set, state->list[i]);
        for (uint32_t j = 0; j < set->left; j++)
            ranking->counts[cells[j]]++;
    }
    for (uint32_t i = 0; i < optimum->path.length; i++)
        ranking->counts[optimum->path.cells[i]] = 0;
    sort_cells(ranking, set->cell_count);
}

/* A lower bound on the misses: those before the first hit. */
static int64_t lower_bound(const struct state *state, const struct ranking *ranking)
{
    int64_t left = state->count, sum = 0;
    for (uint32_t i = 0; left > 0 && i < ranking->cells; i++) {
        left -= ranking->counts[ranking->order[i]];
        sum += left > 0 ? left : 0;
    }
    return sum;
}

/* Whether all layouts cover a cell with the same placement. */
static bool is_settled(const bsi_optimum *optimum, const struct state *state, uint32_t cell)
{
    const uint8_t *row = bsi_layout_set_row(optimum->rollout->set, cell);
    for (uint32_t i = 1; i < state->count; i++) {
        if (row[state->list[i]] != row[state->list[0]])
            return false;
    }
    return true;
}

/* ---- the search ---- */

static int64_t solve(bsi_optimum *optimum, const struct state *state, int64_t limit);

/* The parts of a list after a shot. */
struct parts {
    uint16_t counts[BSI_CODES_MAX]; /* by report */
    int32_t kinds;
};

/* Writes the parts of a list behind it, report by report. The search is as deep as there are live
 * cells, so that its scratch space is not on the stack. */
static void split(bsi_optimum *optimum, const struct state *state, uint32_t cell,
                  struct parts *parts)
{
    const bsi_layout_set *set = optimum->rollout->set;
    const uint8_t *row = bsi_layout_set_row(set, cell);
    uint8_t *reports = optimum->reports;
    uint16_t **ends = optimum->ends, *end = state->list + state->count;
    bsi_path_shot shot = bsi_path_aim(&optimum->path, cell);
    parts->kinds = shot.differ ? set->report_count : 2;
    memset(parts->counts, 0, (size_t)parts->kinds * sizeof *parts->counts);
    for (uint32_t i = 0; i < state->count; i++) {
        uint8_t code = row[state->list[i]];
        reports[i] = shot.differ ? shot.reports[code] : code != BSI_WATER;
        parts->counts[reports[i]]++;
    }
    for (int32_t r = 0; r < parts->kinds; r++) {
        ends[r] = end;
        end += parts->counts[r];
    }
    for (uint32_t i = 0; i < state->count; i++)
        *ends[reports[i]]++ = state->list[i];
}

/* The value of a shot if it is below the limit; else a lower bound that is not. */
static int64_t fire(bsi_optimum *optimum, const struct state *state, uint32_t cell, int64_t limit)
{
    struct parts parts;
    split(optimum, state, cell, &parts);
    uint32_t length = optimum->path.length;
    uint16_t *list = state->list + state->count;
    int64_t sum = parts.counts[BSI_WATER];
    for (int32_t r = 0; r < parts.kinds && sum < limit; list += parts.counts[r++]) {
        if (parts.counts[r] < 2)
            continue;
        if (r != BSI_WATER)
            bsi_path_push(&optimum->path, cell);
        /* Other parts stand between this one and free memory, unless it is moved there. */
        uint16_t *own = state->list + 2 * state->count;
        memcpy(own, list, parts.counts[r] * sizeof *own);
        struct state part = { own, parts.counts[r], hash_of(optimum, own, parts.counts[r]) };
        sum += solve(optimum, &part, limit - sum);
        bsi_path_pop(&optimum->path, length);
    }
    return sum;
}

/* A certain hit that all layouts cover with one placement; none: the number of ranked cells. */
static uint32_t find_settled(const bsi_optimum *optimum, const struct state *state,
                             const struct ranking *ranking)
{
    for (uint32_t i = 0; i < ranking->cells; i++) {
        uint32_t cell = ranking->order[i];
        if (ranking->counts[cell] < state->count)
            break;
        if (is_settled(optimum, state, cell))
            return i;
    }
    return ranking->cells;
}

/* Tries cells from the most covered on: the value, if it is below the limit. */
static int64_t try_cells(bsi_optimum *optimum, const struct state *state,
                         const struct ranking *ranking, int64_t limit)
{
    int64_t best = limit;
    uint32_t settled = find_settled(optimum, state, ranking);
    if (settled < ranking->cells)
        return fire(optimum, state, ranking->order[settled], limit);
    for (uint32_t i = 0; i < ranking->cells && !optimum->status; i++) {
        uint32_t cell = ranking->order[i], count = ranking->counts[cell];
        if (state->count - count >= best)
            break;
        int64_t value = fire(optimum, state, cell, best);
        best = value < best ? value : best;
    }
    return best;
}

/* The value of a state if it is below the limit; else a lower bound that is not. */
static int64_t solve(bsi_optimum *optimum, const struct state *state, int64_t limit)
{
    struct ranking ranking;
    if (state->count < 2 || bsi_path_is_over(&optimum->path) || optimum->status)
        return 0;
    const bsi_optimum_entry *entry = entry_of(optimum, state->hash);
    if (is_found(optimum, entry, state->hash) && (entry->is_exact || entry->bound >= limit))
        return entry->bound;
    int64_t cells = optimum->rollout->set->cell_count;
    optimum->status = bsi_work_charge(optimum->budget, 8 * (int64_t)state->count + 8 * cells);
    rank_cells(optimum, state, &ranking);
    int64_t bound = lower_bound(state, &ranking);
    if (bound >= limit)
        return bound;
    int64_t value = try_cells(optimum, state, &ranking, limit);
    if (!optimum->status)
        store(optimum, state->hash, value, value < limit);
    return value;
}

bship_status bsi_optimum_evaluate(bsi_optimum *optimum, uint32_t cell, int64_t limit,
                                  int64_t *misses, bsi_work_budget *budget)
{
    struct state root = { optimum->lists.items, optimum->rollout->set->count, 0 };
    optimum->budget = budget;
    optimum->status = BSHIP_OK;
    *misses = fire(optimum, &root, cell, limit);
    bsi_path_pop(&optimum->path, 0);
    return optimum->status;
}
