/* The search for optimal play; see optimum.h. */
#include "inference/lookahead/optimum.h"

#include <string.h>

#include "base/bits.h"

enum {
    CELLS = BSI_OPTIMUM_CELLS,
    LEVELS = 2 * CELLS /* of misses: layouts with more count as if they had the last number */
};

/* ---- memory ---- */

void bsi_optimum_open(bsi_optimum *optimum, const bsi_layout_set *set, size_t entries_max)
{
    *optimum = (bsi_optimum){ .set = set, .entries_max = entries_max };
}

static const bship_allocator *allocator_of(const bsi_optimum *optimum)
{
    return &optimum->set->evidence->rules->allocator;
}

void bsi_optimum_close(bsi_optimum *optimum)
{
    bsi_optimum_model_close(&optimum->model);
    bsi_optimum_table_free(&optimum->table, allocator_of(optimum));
    BSI_FREE(&optimum->lists, allocator_of(optimum));
    BSI_FREE(&optimum->sizes, allocator_of(optimum));
}

bool bsi_optimum_can_solve(const bsi_optimum *optimum)
{
    const bsi_layout_set *set = optimum->set;
    bool is_small = set->evidence->rules->free_count <= BSI_OPTIMUM_SMALL_BOARD;
    uint32_t most = is_small ? BSI_OPTIMUM_LAYOUTS_SMALL : BSI_OPTIMUM_LAYOUTS;
    return set->is_complete && set->count <= most && set->cell_count <= CELLS;
}

/* ---- states ---- */

/* A state: the layouts that agree with all reports so far. */
struct state {
    const uint16_t *list;
    uint16_t *free; /* memory for more lists */
    uint32_t count;
    uint32_t left;    /* hits still to be made */
    uint32_t afloat;  /* the number of the ships afloat */
    int32_t symmetry; /* by which the hash is least */
    uint64_t fired;   /* cells hit on the path */
    uint64_t settled; /* those of them that all layouts cover alike */
    uint64_t hash;
    int64_t bound;          /* the value, or a lower bound of it */
    bool is_exact;          /* whether it is the value */
    uint16_t move;          /* of the table */
    uint16_t counts[CELLS]; /* how many layouts cover each cell that was not fired at */
    uint8_t order[CELLS];   /* the cells that any layout covers, most covered first */
    uint32_t cells;         /* how many these are */
    uint16_t level[LEVELS]; /* of the bound: the layouts with so many misses */
};

static uint64_t bit_of(uint32_t cell)
{
    return UINT64_C(1) << cell;
}

/* Whether all layouts have equal codes in a row. */
static bool is_alike(const struct state *state, const uint8_t *row)
{
    for (uint32_t i = 1; i < state->count; i++) {
        if (row[state->list[i]] != row[state->list[0]])
            return false;
    }
    return true;
}

/* The report of a shot at a cell that a layout covers with a cover. */
static uint8_t report_of(const bsi_optimum *optimum, const struct state *state,
                         const bsi_optimum_cover *cover)
{
    return cover->others & ~state->fired ? optimum->set->hit_reports[cover->code]
                                         : optimum->set->sunk_reports[cover->code];
}

/* Fires at a cell that all layouts cover alike. */
static void settle(const bsi_optimum *optimum, struct state *state, uint32_t cell)
{
    const bsi_optimum_model *model = &optimum->model;
    uint8_t code = bsi_layout_set_row(optimum->set, cell)[state->list[0]];
    const bsi_optimum_cover *cover = model->covers.items + model->cells[cell].first_cover;
    while (cover->code != code)
        cover++;
    state->afloat -= model->weights[report_of(optimum, state, cover)];
    state->left--;
    state->fired |= bit_of(cell);
    state->settled |= bit_of(cell);
}

/* Fires at certain hits whose report is known; returns whether all layouts cover the same cells. */
static bool settle_all(const bsi_optimum *optimum, struct state *state)
{
    uint64_t all = UINT64_MAX, any = 0;
    for (uint32_t i = 0; i < state->count; i++) {
        uint64_t mask = optimum->model.masks.items[state->list[i]];
        all &= mask;
        any |= mask;
    }
    for (uint64_t rest = all & ~state->settled; rest; rest &= rest - 1) {
        uint32_t cell = bsi_lowest_bit(rest);
        if (!is_alike(state, bsi_layout_set_row(optimum->set, cell)))
            continue;
        if (state->fired & bit_of(cell))
            state->settled |= bit_of(cell);
        else
            settle(optimum, state, cell);
    }
    return all == any;
}

static void add_hashes(uint64_t *sums, const uint64_t *hashes, int32_t symmetries)
{
    for (int32_t s = 0; s < symmetries; s++)
        sums[s] += hashes[s];
}

/* Sums the hashes of the layouts of a state and of the hits that they cover differently, by
 * symmetry. */
static void sum_hashes(const bsi_optimum *optimum, const struct state *state,
                       uint64_t sums[BSI_SYMMETRIES])
{
    const bsi_optimum_model *model = &optimum->model;
    int32_t symmetries = model->symmetry.count;
    memset(sums, 0, (size_t)symmetries * sizeof *sums);
    for (uint32_t i = 0; i < state->count; i++)
        add_hashes(sums, model->hashes.items + state->list[i] * (size_t)symmetries, symmetries);
    for (uint64_t rest = state->fired & ~state->settled; rest; rest &= rest - 1)
        add_hashes(sums, model->cells[bsi_lowest_bit(rest)].hashes, symmetries);
    for (size_t h = 0; h < model->old_hits.count; h++) {
        const bsi_optimum_old_hit *hit = &model->old_hits.items[h];
        if (!is_alike(state, model->old_codes.items + hit->codes))
            add_hashes(sums, hit->hashes, symmetries);
    }
}

/* Hashes a state by the symmetry for which the hash is least. */
static void hash_state(const bsi_optimum *optimum, struct state *state)
{
    uint64_t sums[BSI_SYMMETRIES];
    sum_hashes(optimum, state, sums);
    state->symmetry = 0;
    for (int32_t s = 1; s < optimum->model.symmetry.count; s++)
        state->symmetry = sums[s] < sums[state->symmetry] ? s : state->symmetry;
    state->hash = sums[state->symmetry];
}

/* Sorts cells by their counts, which are below CELLS. */
static void order_by_buckets(struct state *state, uint64_t cells)
{
    uint64_t buckets[CELLS] = { 0 };
    for (; cells; cells &= cells - 1) {
        uint32_t cell = bsi_lowest_bit(cells);
        buckets[state->counts[cell]] |= bit_of(cell);
    }
    for (uint32_t count = state->count; count > 0; count--) {
        for (uint64_t rest = buckets[count]; rest; rest &= rest - 1)
            state->order[state->cells++] = (uint8_t)bsi_lowest_bit(rest);
    }
}

static void order_by_insertion(struct state *state, uint64_t cells)
{
    for (; cells; cells &= cells - 1) {
        uint32_t cell = bsi_lowest_bit(cells), place = state->cells++;
        uint16_t count = state->counts[cell];
        for (; place > 0 && state->counts[state->order[place - 1]] < count; place--)
            state->order[place] = state->order[place - 1];
        state->order[place] = (uint8_t)cell;
    }
}

/* Counts the layouts that cover each cell, and sorts the cells. */
static void rank_cells(const bsi_optimum *optimum, struct state *state)
{
    uint64_t any = 0;
    memset(state->counts, 0, optimum->set->cell_count * sizeof *state->counts);
    for (uint32_t i = 0; i < state->count; i++) {
        uint64_t rest = optimum->model.masks.items[state->list[i]] & ~state->fired;
        any |= rest;
        for (; rest; rest &= rest - 1)
            state->counts[bsi_lowest_bit(rest)]++;
    }
    state->cells = 0;
    if (state->count < CELLS)
        order_by_buckets(state, any);
    else
        order_by_insertion(state, any);
}

/* How many layouts cover the same cells, at most: their reports can be the same to the end. */
static uint32_t count_equals(bsi_optimum *optimum, const struct state *state)
{
    const uint16_t *groups = optimum->model.groups.items;
    uint16_t *sizes = optimum->sizes.items, most = 1;
    if (!optimum->model.has_equals)
        return 1;
    for (uint32_t i = 0; i < state->count; i++) {
        uint16_t size = ++sizes[groups[state->list[i]]];
        most = size > most ? size : most;
    }
    for (uint32_t i = 0; i < state->count; i++)
        sizes[groups[state->list[i]]] = 0;
    return most;
}

/* The bound of optimum.h, by numbers of misses. */
static void fill_levels(bsi_optimum *optimum, struct state *state)
{
    const bsi_optimum_model *model = &optimum->model;
    uint32_t patterns = model->patterns.items[state->left * model->indices + state->afloat];
    uint64_t capacity = (uint64_t)patterns * count_equals(optimum, state), capacities[LEVELS];
    uint32_t layouts = state->count, level = 0;
    uint16_t rest[CELLS];
    for (; layouts > 0 && level < LEVELS; level++) {
        uint32_t shots = level < state->cells ? level + 1 : state->cells, filled = 0;
        capacities[level] = capacity;
        /* One more miss, among the hits that follow the first. */
        if (capacity < state->count)
            capacity = state->left < 2 ? 0 : capacity * (state->left - 1 + level) / (level + 1);
        if (level < state->cells)
            rest[level] = state->counts[state->order[level]];
        for (uint32_t k = 0; k < shots; k++) {
            uint64_t most = capacities[level - k];
            uint16_t here = rest[k] < most ? rest[k] : (uint16_t)most;
            rest[k] = (uint16_t)(rest[k] - here);
            filled += here;
        }
        filled = filled < layouts && level < LEVELS - 1 ? filled : layouts;
        state->level[level] = (uint16_t)filled;
        layouts -= filled;
    }
}

/* A lower bound of the misses of any `layouts` layouts of a state together. */
static int64_t bound_of(const struct state *state, uint32_t layouts)
{
    int64_t sum = 0;
    for (uint32_t level = 0; layouts > 0; level++) {
        uint32_t here = state->level[level] < layouts ? state->level[level] : layouts;
        layouts -= here;
        sum += (int64_t)here * level;
    }
    return sum;
}

/* Sets the bound of a state, or its value if that is known: by certain hits, the tables, and the
 * bound of optimum.h. */
static void open_state(bsi_optimum *optimum, struct state *state)
{
    state->bound = 0;
    state->is_exact = true;
    state->move = BSI_OPTIMUM_NO_MOVE;
    if (state->count < 2 || state->left == 0 || optimum->status || settle_all(optimum, state))
        return;
    state->is_exact = false;
    hash_state(optimum, state);
    const bsi_optimum_entry *entry = bsi_optimum_table_find(&optimum->table, state->hash);
    if (!entry && optimum->known)
        entry = bsi_optimum_table_find(optimum->known, state->hash);
    if (entry) {
        state->bound = entry->bound;
        state->is_exact = entry->is_exact;
        state->move = entry->move;
    }
    int64_t steps = 64 + (8 + 2 * (int64_t)optimum->model.symmetry.count) * state->count;
    optimum->status = bsi_work_charge(optimum->budget, steps);
    if (state->is_exact)
        return;
    rank_cells(optimum, state);
    fill_levels(optimum, state);
    int64_t bound = bound_of(state, state->count);
    state->bound = bound > state->bound ? bound : state->bound;
}

/* ---- shots ---- */

/* The lists that a shot splits a list into, by report; they lie behind it. */
struct parts {
    const struct state *state;
    uint32_t cell;
    int32_t kinds;  /* the number of reports; 2: a miss, and the same report of every hit */
    uint8_t report; /* that of every hit, if it is the same */
    uint16_t counts[BSI_CODES_MAX];
};

/* Sets the reports of a shot by cover code, or the one of all hits; returns whether these can
 * differ. */
static bool aim(const bsi_optimum *optimum, const struct state *state, uint32_t cell,
                uint8_t reports[BSI_CODES_MAX], uint8_t *report)
{
    const bsi_layout_set *set = optimum->set;
    const bsi_optimum_cell *target = &optimum->model.cells[cell];
    bool can_sink = target->is_beside_hit || target->beside & state->fired || set->has_single_cells;
    bool differ = false;
    const bsi_optimum_cover *covers = optimum->model.covers.items;
    reports[BSI_WATER] = BSI_WATER;
    *report = set->hit_reports[covers[target->first_cover].code];
    if (!can_sink && !set->has_several_names)
        return false;
    *report = report_of(optimum, state, &covers[target->first_cover]);
    for (uint32_t i = target->first_cover; i < target->end_cover; i++) {
        reports[covers[i].code] = report_of(optimum, state, &covers[i]);
        differ |= reports[covers[i].code] != *report;
    }
    return differ;
}

/* Splits a list in two: by whether layouts cover a cell. */
static void split_in_two(const bsi_optimum *optimum, struct parts *parts)
{
    const struct state *state = parts->state;
    uint32_t hits = state->counts[parts->cell], misses = state->count - hits;
    uint16_t *end[2] = { state->free, state->free + misses };
    for (uint32_t i = 0; i < state->count; i++) {
        uint64_t mask = optimum->model.masks.items[state->list[i]];
        *end[mask >> parts->cell & 1]++ = state->list[i];
    }
    parts->kinds = 2;
    parts->counts[BSI_WATER] = (uint16_t)misses;
    parts->counts[1] = (uint16_t)hits;
}

/* Splits a list by report. */
static void split(const bsi_optimum *optimum, const struct state *state, uint32_t cell,
                  struct parts *parts)
{
    uint8_t reports[BSI_CODES_MAX];
    uint16_t *ends[BSI_CODES_MAX], *end = state->free;
    parts->state = state;
    parts->cell = cell;
    if (!aim(optimum, state, cell, reports, &parts->report)) {
        split_in_two(optimum, parts);
        return;
    }
    const uint8_t *row = bsi_layout_set_row(optimum->set, cell);
    parts->kinds = optimum->set->report_count;
    memset(parts->counts, 0, (size_t)parts->kinds * sizeof *parts->counts);
    for (uint32_t i = 0; i < state->count; i++)
        parts->counts[reports[row[state->list[i]]]]++;
    for (int32_t r = 0; r < parts->kinds; r++) {
        ends[r] = end;
        end += parts->counts[r];
    }
    for (uint32_t i = 0; i < state->count; i++)
        *ends[reports[row[state->list[i]]]]++ = state->list[i];
}

/* Opens the state after a report. */
static void open_part(bsi_optimum *optimum, const struct parts *parts, int32_t report,
                      const uint16_t *list, struct state *part)
{
    const struct state *state = parts->state;
    bool is_hit = report != BSI_WATER;
    uint32_t told = is_hit && parts->kinds == 2 ? parts->report : (uint32_t)report;
    part->list = list;
    part->free = state->free + state->count;
    part->count = parts->counts[report];
    part->left = state->left - is_hit;
    part->afloat = state->afloat - optimum->model.weights[told];
    part->fired = state->fired | (is_hit ? bit_of(parts->cell) : 0);
    part->settled = state->settled;
    open_state(optimum, part);
}

/* The sum of the bounds of the parts, and the misses of the shot. */
static int64_t bound_shot(bsi_optimum *optimum, const struct parts *parts, int64_t limit,
                          int32_t *bounds)
{
    const uint16_t *list = parts->state->free;
    int64_t sum = parts->counts[BSI_WATER];
    for (int32_t r = 0; r < parts->kinds; list += parts->counts[r++]) {
        struct state part;
        bounds[r] = 0;
        if (parts->counts[r] < 2 || sum >= limit)
            continue;
        open_part(optimum, parts, r, list, &part);
        bounds[r] = (int32_t)part.bound;
        sum += part.bound;
    }
    return sum;
}

/* ---- the search ---- */

static int64_t search(bsi_optimum *optimum, struct state *state, int64_t limit);

/* The value of a shot if it is below the limit; else a lower bound that is not. */
static int64_t fire(bsi_optimum *optimum, const struct state *state, uint32_t cell, int64_t limit)
{
    struct parts parts;
    int32_t bounds[BSI_CODES_MAX];
    split(optimum, state, cell, &parts);
    int64_t sum = bound_shot(optimum, &parts, limit, bounds);
    const uint16_t *list = state->free + state->count;
    for (int32_t r = parts.kinds - 1; r >= 0 && sum < limit && !optimum->status; r--) {
        struct state part;
        list -= parts.counts[r];
        if (parts.counts[r] < 2)
            continue;
        open_part(optimum, &parts, r, list, &part);
        int64_t value = search(optimum, &part, limit - (sum - bounds[r]));
        /* A search that was stopped has no value. */
        if (!optimum->status)
            sum += value - bounds[r];
    }
    return sum;
}

/* A shot, and the sum of its bounds. */
struct shot {
    int64_t bound;
    uint32_t cell;
};

/* Lists the shots whose bounds are below the limit: first that of the table, then by their bounds.
 * `least` receives the least bound of the shots left out. */
static uint32_t list_shots(bsi_optimum *optimum, const struct state *state, int64_t limit,
                           struct shot *shots, int64_t *least)
{
    uint32_t count = 0;
    struct parts parts;
    int32_t bounds[BSI_CODES_MAX];
    *least = INT64_MAX;
    for (uint32_t i = 0; i < state->cells; i++) {
        uint32_t cell = state->order[i], place = count;
        uint32_t misses = state->count - state->counts[cell];
        int64_t bound = misses + bound_of(state, misses);
        if (bound < limit) {
            split(optimum, state, cell, &parts);
            bound = bound_shot(optimum, &parts, limit, bounds);
        }
        if (bound >= limit) {
            *least = bound < *least ? bound : *least;
            continue;
        }
        if (optimum->model.cells[cell].images[state->symmetry] == state->move)
            bound = -1;
        for (; place > 0 && shots[place - 1].bound > bound; place--)
            shots[place] = shots[place - 1];
        shots[place] = (struct shot){ bound, cell };
        count++;
    }
    return count;
}

static void store(bsi_optimum *optimum, const struct state *state)
{
    bsi_optimum_entry entry = { .hash = state->hash,
                                .bound = (int32_t)state->bound,
                                .move = state->move,
                                .is_exact = state->is_exact };
    if (!optimum->status)
        optimum->status = bsi_optimum_table_store(&optimum->table, allocator_of(optimum), entry,
                                                  optimum->entries_max);
}

/* The value of a state if it is below the limit; else a lower bound that is not. */
static int64_t search(bsi_optimum *optimum, struct state *state, int64_t limit)
{
    struct shot shots[CELLS];
    int64_t best = limit, least;
    if (state->is_exact || state->bound >= limit || optimum->status)
        return state->bound;
    uint32_t count = list_shots(optimum, state, limit, shots, &least);
    for (uint32_t i = 0; i < count && best > state->bound && !optimum->status; i++) {
        if (shots[i].bound >= best)
            break;
        int64_t value = fire(optimum, state, shots[i].cell, best);
        if (value < best)
            state->move = optimum->model.cells[shots[i].cell].images[state->symmetry];
        else if (value < least)
            least = value;
        best = value < best ? value : best;
    }
    state->is_exact = best < limit;
    state->bound = state->is_exact ? best : least > limit ? least : limit;
    store(optimum, state);
    return state->bound;
}

/* ---- the set ---- */

/* Prepares for the present set. */
static bship_status start(bsi_optimum *optimum, bsi_work_budget *budget)
{
    const bsi_layout_set *set = optimum->set;
    int64_t cells = set->evidence->rules->fleet->cells;
    optimum->budget = budget;
    optimum->status = bsi_work_charge(budget, (set->count / 2 + 64 * cells) * (int64_t)set->count);
    if (optimum->status)
        return optimum->status;
    size_t lists = (size_t)set->count * (set->cell_count + 2);
    if (BSI_RENEW(&optimum->lists, allocator_of(optimum), lists) ||
        BSI_RENEW(&optimum->sizes, allocator_of(optimum), set->count) ||
        bsi_optimum_table_clear(&optimum->table, allocator_of(optimum)))
        return BSHIP_ERROR_MEMORY;
    memset(optimum->sizes.items, 0, set->count * sizeof *optimum->sizes.items);
    for (uint32_t i = 0; i < set->count; i++)
        optimum->lists.items[i] = (uint16_t)i;
    return bsi_optimum_model_start(&optimum->model, set);
}

/* The best shot of a state that was searched. */
static uint32_t choose(const bsi_optimum *optimum, const struct state *root)
{
    if (root->settled)
        return bsi_lowest_bit(root->settled);
    if (!root->is_exact)
        return BSI_NOT_LIVE;
    /* Without a move all layouts cover the same cells. */
    if (root->move == BSI_OPTIMUM_NO_MOVE)
        return 0;
    /* The table has the image of the best shot under the symmetry by which the hash is least. */
    uint64_t sums[BSI_SYMMETRIES];
    sum_hashes(optimum, root, sums);
    for (uint32_t cell = 0; cell < optimum->set->cell_count; cell++) {
        for (int32_t s = 0; s < optimum->model.symmetry.count; s++) {
            if (sums[s] == root->hash && optimum->model.cells[cell].images[s] == root->move)
                return cell;
        }
    }
    return BSI_NOT_LIVE;
}

bship_status bsi_optimum_solve(bsi_optimum *optimum, int64_t limit, uint32_t *cell, int64_t *misses,
                               bsi_work_budget *budget)
{
    const bsi_layout_set *set = optimum->set;
    *cell = BSI_NOT_LIVE;
    bship_status status = start(optimum, budget);
    if (status)
        return status;
    struct state root = { .list = optimum->lists.items,
                          .free = optimum->lists.items + set->count,
                          .count = set->count,
                          .left = set->left,
                          .afloat = optimum->model.all_afloat };
    open_state(optimum, &root);
    *misses = search(optimum, &root, limit);
    if (!optimum->status)
        *cell = choose(optimum, &root);
    return optimum->status;
}
