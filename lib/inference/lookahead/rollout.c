/* The evaluation of the greedy policy; see rollout.h. */
#include "inference/lookahead/rollout.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"

enum {
    FIRED = -1, /* the count of a cell that was hit, less its layouts taken out since */
    BLOCK = 16, /* counts fill whole blocks, which vector code reads at once */
    PLANES = 4,
    WORDS = BSI_MASK_CELLS / 64
};

static_assert(BSI_SHORT_LIST < 1 << PLANES, "bit planes count the layouts of a short list");

/* ---- memory ---- */

/* The hits that can be on the path at a short list. */
static size_t hit_numbers(const bsi_layout_set *set)
{
    return (size_t)set->evidence->rules->fleet->cells + 1;
}

void bsi_rollout_carve(bsi_rollout *rollout, const bsi_layout_set *set, bsi_arena *arena)
{
    size_t classes = (BSI_SHORT_LIST + 1) * hit_numbers(set);
    *rollout = (bsi_rollout){ .set = set };
    rollout->shorts = bsi_arena_take(arena, classes, sizeof *rollout->shorts);
    bsi_path_carve(&rollout->path, set, arena);
}

static const bship_allocator *allocator_of(const bsi_rollout *rollout)
{
    return &rollout->set->evidence->rules->allocator;
}

void bsi_rollout_close(bsi_rollout *rollout)
{
    BSI_FREE(&rollout->masks, allocator_of(rollout));
    BSI_FREE(&rollout->lists, allocator_of(rollout));
    BSI_FREE(&rollout->counts, allocator_of(rollout));
    BSI_FREE(&rollout->reports, allocator_of(rollout));
}

/* Levels of the recursion: each halves the list; the first counts are those of the set. */
static size_t level_count(size_t layouts)
{
    size_t levels = 3;
    for (; layouts > 1; layouts /= 2)
        levels++;
    return levels;
}

/* Adds the cells of layouts to counts. */
static void count_cells(const bsi_layout_set *set, const uint16_t *list, uint32_t count,
                        int16_t *counts)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t *cells = bsi_layout_set_cells(set, list[i]);
        for (uint32_t j = 0; j < set->left; j++)
            counts[cells[j]]++;
    }
}

/* Takes the cells of a short list of layouts out of counts. */
static void discount_cells(const bsi_layout_set *set, const uint16_t *list, uint32_t count,
                           int16_t *counts)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t *cells = bsi_layout_set_cells(set, list[i]);
        for (uint32_t j = 0; j < set->left; j++)
            counts[cells[j]]--;
    }
}

static void set_masks(bsi_rollout *rollout)
{
    const bsi_layout_set *set = rollout->set;
    for (uint32_t i = 0; i < set->count; i++) {
        const uint16_t *cells = bsi_layout_set_cells(set, i);
        bsi_cell_mask mask = { { 0 } };
        for (uint32_t j = 0; j < set->left; j++)
            mask.words[cells[j] / 64] |= UINT64_C(1) << cells[j] % 64;
        rollout->masks.items[i] = mask;
    }
}

bship_status bsi_rollout_start(bsi_rollout *rollout)
{
    const bsi_layout_set *set = rollout->set;
    size_t layouts = set->count;
    rollout->has_masks = set->cell_count <= BSI_MASK_CELLS;
    rollout->stride = (set->cell_count + BLOCK - 1) / BLOCK * BLOCK;
    /* The list of a node and its smaller parts: n, then at most as many again at every halving. */
    if (BSI_RENEW(&rollout->lists, allocator_of(rollout), 4 * layouts) ||
        BSI_RENEW(&rollout->masks, allocator_of(rollout), rollout->has_masks ? layouts : 0) ||
        BSI_RENEW(&rollout->reports, allocator_of(rollout), layouts) ||
        BSI_RENEW(&rollout->counts, allocator_of(rollout), level_count(layouts) * rollout->stride))
        return BSHIP_ERROR_MEMORY;
    bsi_path_start(&rollout->path);
    memset(rollout->shorts, 0, (BSI_SHORT_LIST + 1) * hit_numbers(set) * sizeof *rollout->shorts);
    if (rollout->has_masks)
        set_masks(rollout);
    for (uint32_t i = 0; i < set->count; i++)
        rollout->lists.items[i] = (uint16_t)i;
    memset(rollout->counts.items, 0, rollout->stride * sizeof *rollout->counts.items);
    count_cells(set, rollout->lists.items, set->count, rollout->counts.items);
    return BSHIP_OK;
}

/* ---- the report of a shot ---- */

/* The sum of the squares of the numbers of layouts that cover a cell, by report. */
static int64_t uncertainty(const bsi_rollout *rollout, const uint16_t *list, uint32_t count,
                           uint32_t cell, int64_t hits)
{
    const bsi_layout_set *set = rollout->set;
    uint32_t counts[BSI_CODES_MAX];
    int64_t sum = 0;
    bsi_path_shot shot = bsi_path_aim(&rollout->path, cell);
    if (!shot.differ)
        return hits * hits;
    const uint8_t *row = bsi_layout_set_row(set, cell);
    memset(counts, 0, (size_t)set->report_count * sizeof *counts);
    for (uint32_t i = 0; i < count; i++)
        counts[shot.reports[row[list[i]]]]++;
    for (int32_t r = 1; r < set->report_count; r++)
        sum += (int64_t)counts[r] * counts[r];
    return sum;
}

/* Whether layouts that have given the same reports need more shots to be told apart or sunk. */
static inline bool goes_on(bsi_rollout *rollout, uint32_t count, int64_t steps)
{
    rollout->steps += steps;
    if (rollout->steps > BSI_WORK_BATCH && !rollout->status) {
        rollout->status = bsi_work_charge(rollout->budget, rollout->steps);
        rollout->steps = 0;
    }
    return count > 1 && !bsi_path_is_over(&rollout->path) && rollout->misses < rollout->limit &&
           !rollout->status;
}

/* ---- short lists ---- */

struct short_node {
    uint16_t list[BSI_SHORT_LIST];
    uint8_t reports[BSI_SHORT_LIST]; /* of the shot just fired */
    uint32_t count;
    int64_t misses;      /* of each layout so far */
    bsi_cell_mask fired; /* the cells hit on the path */
};

static bool mask_is_empty(const bsi_cell_mask *mask)
{
    uint64_t all = 0;
    for (int w = 0; w < WORDS; w++)
        all |= mask->words[w];
    return all == 0;
}

static bool mask_has(const bsi_cell_mask *mask, uint32_t cell)
{
    return mask->words[cell / 64] >> cell % 64 & 1;
}

static void mask_add(bsi_cell_mask *mask, uint32_t cell)
{
    mask->words[cell / 64] |= UINT64_C(1) << cell % 64;
}

/* Removes the first cell of a mask that is not empty. */
static uint32_t mask_take(bsi_cell_mask *mask)
{
    uint32_t word = 0;
    while (mask->words[word] == 0)
        word++;
    uint32_t cell = word * 64 + bsi_lowest_bit(mask->words[word]);
    mask->words[word] &= mask->words[word] - 1;
    return cell;
}

/* The cells covered by most layouts; `most` receives by how many. */
static bsi_cell_mask best_cells(const bsi_rollout *rollout, const struct short_node *node,
                                uint32_t *most)
{
    uint64_t planes[PLANES][WORDS] = { { 0 } };
    for (uint32_t i = 0; i < node->count; i++) {
        const uint64_t *words = rollout->masks.items[node->list[i]].words;
        for (int w = 0; w < WORDS; w++) {
            uint64_t carry = words[w] & ~node->fired.words[w];
            for (int p = 0; p < PLANES; p++) {
                uint64_t both = planes[p][w] & carry;
                planes[p][w] ^= carry;
                carry = both;
            }
        }
    }
    bsi_cell_mask best = { { UINT64_MAX, UINT64_MAX } };
    *most = 0;
    for (int p = PLANES - 1; p >= 0; p--) {
        bsi_cell_mask more;
        for (int w = 0; w < WORDS; w++)
            more.words[w] = best.words[w] & planes[p][w];
        if (mask_is_empty(&more))
            continue;
        best = more;
        *most |= 1u << p;
    }
    return best;
}

/* The best of equally covered cells. */
static uint32_t break_tie(const bsi_rollout *rollout, const struct short_node *node,
                          bsi_cell_mask equals, uint32_t most)
{
    int64_t least = INT64_MAX;
    uint32_t best = 0;
    while (!mask_is_empty(&equals)) {
        uint32_t cell = mask_take(&equals);
        int64_t sum = uncertainty(rollout, node->list, node->count, cell, most);
        if (sum < least) {
            least = sum;
            best = cell;
        }
    }
    return best;
}

static uint32_t choose_short(const bsi_rollout *rollout, const struct short_node *node,
                             uint32_t *most)
{
    bsi_cell_mask best = best_cells(rollout, node, most), others = best;
    uint32_t first = mask_take(&others);
    /* A report of one layout cannot be told from others. */
    return *most == 1 || mask_is_empty(&others) ? first : break_tie(rollout, node, best, *most);
}

static void play_short(bsi_rollout *rollout, struct short_node *node);

/* Moves the layouts that give the same report as the first of a node to another one. */
static uint8_t take_part(struct short_node *node, struct short_node *part)
{
    uint8_t report = node->reports[0];
    uint32_t count = node->count;
    part->count = node->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_equal = node->reports[i] == report;
        part->list[part->count] = node->list[node->count] = node->list[i];
        node->reports[node->count] = node->reports[i];
        part->count += is_equal;
        node->count += !is_equal;
    }
    return report;
}

/* Plays the layouts of a node part by part, and so empties it. */
static void play_short_parts(bsi_rollout *rollout, struct short_node *node, uint32_t cell)
{
    uint32_t length = rollout->path.length;
    struct short_node part;
    while (node->count > 0) {
        bool is_miss = take_part(node, &part) == BSI_WATER;
        part.misses = node->misses + is_miss;
        if (part.count == 1) {
            rollout->squares += part.misses * part.misses;
            continue;
        }
        part.fired = node->fired;
        if (!is_miss) {
            bsi_path_push(&rollout->path, cell);
            mask_add(&part.fired, cell);
        }
        play_short(rollout, &part);
        bsi_path_pop(&rollout->path, length);
    }
}

/* Fires at a cell and plays all parts. */
static void fire_short(bsi_rollout *rollout, struct short_node *node, uint32_t cell)
{
    bsi_path_shot shot = bsi_path_aim(&rollout->path, cell);
    const uint8_t *row = bsi_layout_set_row(rollout->set, cell);
    for (uint32_t i = 0; i < node->count; i++) {
        bool is_hit = mask_has(&rollout->masks.items[node->list[i]], cell);
        node->reports[i] = shot.differ ? shot.reports[row[node->list[i]]] : is_hit;
        rollout->misses += !is_hit;
    }
    play_short_parts(rollout, node, cell);
}

/* Plays layouts that have no cell in common: each shot hits one of them, until one is left. */
static void play_disjoint(bsi_rollout *rollout, const struct short_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        int64_t misses = node->misses + i;
        rollout->misses += i;
        rollout->squares += misses * misses;
    }
}

/* The cells that all layouts of a node cover. */
static bsi_cell_mask certain_cells(const bsi_rollout *rollout, const struct short_node *node)
{
    bsi_cell_mask common;
    for (int w = 0; w < WORDS; w++)
        common.words[w] = ~node->fired.words[w];
    for (uint32_t i = 0; i < node->count; i++) {
        for (int w = 0; w < WORDS; w++)
            common.words[w] &= rollout->masks.items[node->list[i]].words[w];
    }
    return common;
}

/* Whether all layouts of a node have the same code at some cells: no report there can differ. */
static bool are_alike(const bsi_rollout *rollout, const struct short_node *node,
                      bsi_cell_mask cells)
{
    while (!mask_is_empty(&cells)) {
        const uint8_t *row = bsi_layout_set_row(rollout->set, mask_take(&cells));
        uint8_t code = row[node->list[0]];
        for (uint32_t i = 1; i < node->count; i++) {
            if (row[node->list[i]] != code)
                return false;
        }
    }
    return true;
}

static void push_short(bsi_rollout *rollout, struct short_node *node, uint32_t cell)
{
    bsi_path_push(&rollout->path, cell);
    mask_add(&node->fired, cell);
}

/* Fires at all certain hits if none of them ever tells anything. */
static void play_alike(bsi_rollout *rollout, struct short_node *node)
{
    bsi_cell_mask cells = certain_cells(rollout, node);
    if (!are_alike(rollout, node, cells))
        return;
    while (!mask_is_empty(&cells))
        push_short(rollout, node, mask_take(&cells));
}

/* Fires at certain hits as long as they tell nothing; returns the cell to fire at then, or that the
 * list needs no more shots. */
static bool play_certain(bsi_rollout *rollout, struct short_node *node, uint32_t *cell,
                         uint32_t *most)
{
    play_alike(rollout, node);
    while (goes_on(rollout, node->count, 16 + 8 * (int64_t)node->count)) {
        *cell = choose_short(rollout, node, most);
        if (*most < node->count)
            return true;
        bsi_path_shot shot = bsi_path_aim(&rollout->path, *cell);
        if (shot.differ)
            return true;
        push_short(rollout, node, *cell);
    }
    return false;
}

static void play_short(bsi_rollout *rollout, struct short_node *node)
{
    uint32_t length = rollout->path.length, cell, most;
    if (!play_certain(rollout, node, &cell, &most))
        rollout->squares += node->count * node->misses * node->misses;
    else if (most == 1)
        play_disjoint(rollout, node);
    else
        fire_short(rollout, node, cell);
    bsi_path_pop(&rollout->path, length);
}

/* ---- long lists ---- */

/* A list of layouts that have given the same reports. */
struct node {
    uint16_t *list; /* what is behind it is free */
    uint32_t count;
    int64_t misses;  /* of each layout so far */
    int16_t *counts; /* by live cell, FIRED or less for those on the path; the next level is free */
};

static bool is_short(const bsi_rollout *rollout, uint32_t count)
{
    return rollout->has_masks && count <= BSI_SHORT_LIST;
}

/* The highest count. */
static int16_t highest(const bsi_rollout *rollout, const int16_t *counts)
{
    int16_t most = 0;
    for (uint32_t i = 0; i < rollout->stride; i++)
        most = counts[i] > most ? counts[i] : most;
    return most;
}

/* The first cell of a count from a cell on, or one behind the last. */
static uint32_t next_of(const bsi_rollout *rollout, const int16_t *counts, int16_t wanted,
                        uint32_t cell)
{
    while (cell < rollout->stride && counts[cell] != wanted)
        cell++;
    return cell;
}

/* The cell that the greedy policy fires at. */
static uint32_t choose(const bsi_rollout *rollout, const struct node *node)
{
    int16_t most = highest(rollout, node->counts);
    uint32_t best = next_of(rollout, node->counts, most, 0), end = rollout->stride;
    uint32_t other = next_of(rollout, node->counts, most, best + 1);
    if (other == end)
        return best;
    int64_t least = uncertainty(rollout, node->list, node->count, best, most);
    for (; other < end; other = next_of(rollout, node->counts, most, other + 1)) {
        int64_t sum = uncertainty(rollout, node->list, node->count, other, most);
        if (sum < least) {
            least = sum;
            best = other;
        }
    }
    return best;
}

static void play_long(bsi_rollout *rollout, struct node node);

/* The class of a short list that has been reached. */
static bsi_short_lists *class_of(const bsi_rollout *rollout, const struct node *node)
{
    size_t hits = rollout->path.length;
    return &rollout->shorts[node->count * hit_numbers(rollout->set) + hits];
}

/* Takes the mean of the lists of a class; rounded so that the sum over all lists is right. */
static void estimate_short(bsi_rollout *rollout, const struct node *node, bsi_short_lists *class)
{
    int64_t before = class->misses * class->met / class->count;
    int64_t misses = class->misses * ++class->met / class->count - before;
    rollout->misses += misses;
    rollout->squares +=
        node->misses * (node->count * node->misses + 2 * misses) + class->squares / class->count;
}

static void play_as_short(bsi_rollout *rollout, const struct node *node)
{
    struct short_node copy = { .count = node->count, .misses = node->misses, .fired = { { 0 } } };
    bsi_short_lists *class = class_of(rollout, node);
    int64_t misses = rollout->misses, squares = rollout->squares;
    if (rollout->is_estimate && class->count > 0) {
        estimate_short(rollout, node, class);
        return;
    }
    memcpy(copy.list, node->list, node->count * sizeof *copy.list);
    for (uint32_t i = 0; i < rollout->path.length; i++)
        mask_add(&copy.fired, rollout->path.cells[i]);
    play_short(rollout, &copy);
    if (rollout->is_estimate || rollout->status || rollout->misses >= rollout->limit)
        return;
    misses = rollout->misses - misses;
    squares = rollout->squares - squares;
    class->count++;
    class->misses += misses;
    class->squares += squares - node->misses * (node->count * node->misses + 2 * misses);
}

/* Evaluates a smaller part after a shot, and takes it out of the counts of the node. */
static void play_part(bsi_rollout *rollout, const struct node *node, uint32_t cell, bool is_hit,
                      uint16_t *list, uint32_t count)
{
    const bsi_layout_set *set = rollout->set;
    uint32_t length = rollout->path.length;
    int64_t misses = node->misses + !is_hit;
    struct node part = { list, count, misses, node->counts + rollout->stride };
    if (is_hit)
        bsi_path_push(&rollout->path, cell);
    if (is_short(rollout, count)) {
        discount_cells(set, list, count, node->counts);
        play_as_short(rollout, &part);
    } else {
        memset(part.counts, 0, rollout->stride * sizeof *part.counts);
        count_cells(set, list, count, part.counts);
        for (uint32_t i = 0; i < rollout->stride; i++)
            node->counts[i] = (int16_t)(node->counts[i] - part.counts[i]);
        for (uint32_t i = 0; i < rollout->path.length; i++)
            part.counts[rollout->path.cells[i]] = FIRED;
        play_long(rollout, part);
    }
    bsi_path_pop(&rollout->path, length);
}

/* Leaves the largest part of a list in its node, of which one report told. */
static void keep_largest(bsi_rollout *rollout, struct node *node, uint32_t cell, bool is_hit,
                         uint32_t count)
{
    node->count = count;
    node->misses += !is_hit;
    if (is_hit) {
        bsi_path_push(&rollout->path, cell);
        node->counts[cell] = FIRED;
    }
}

/* Fires at a cell whose hits are reported alike: plays the smaller part, and leaves the larger. */
static void fire_in_two(bsi_rollout *rollout, struct node *node, uint32_t cell)
{
    const uint8_t *row = bsi_layout_set_row(rollout->set, cell);
    uint32_t all = node->count, hits = (uint32_t)node->counts[cell], larger = 0, smaller = 0;
    uint16_t *list = node->list, *part = list + all;
    bool keeps_hits = hits > all - hits;
    rollout->misses += all - hits;
    for (uint32_t i = 0; i < all; i++) {
        uint16_t layout = list[i];
        bool is_kept = (row[layout] != BSI_WATER) == keeps_hits;
        list[larger] = part[smaller] = layout;
        larger += is_kept;
        smaller += !is_kept;
    }
    if (smaller > 0)
        play_part(rollout, node, cell, !keeps_hits, part, smaller);
    keep_largest(rollout, node, cell, keeps_hits, larger);
}

/*
 * Fires at a cell: plays the parts by report behind the list, but leaves the largest in its place.
 */
static void fire_by_report(bsi_rollout *rollout, struct node *node, const bsi_path_shot *shot,
                           uint32_t cell)
{
    const bsi_layout_set *set = rollout->set;
    const uint8_t *row = bsi_layout_set_row(set, cell);
    uint32_t counts[BSI_CODES_MAX], all = node->count;
    uint16_t *ends[BSI_CODES_MAX], *end = node->list + all;
    uint8_t *reports = rollout->reports.items;
    int32_t largest = 0;
    memset(counts, 0, (size_t)set->report_count * sizeof *counts);
    for (uint32_t i = 0; i < all; i++) {
        reports[i] = shot->reports[row[node->list[i]]];
        counts[reports[i]]++;
    }
    for (int32_t r = 1; r < set->report_count; r++)
        largest = counts[r] > counts[largest] ? r : largest;
    for (int32_t r = 0; r < set->report_count; r++) {
        ends[r] = r == largest ? node->list : end;
        end += r == largest ? 0 : counts[r];
    }
    for (uint32_t i = 0; i < all; i++)
        *ends[reports[i]]++ = node->list[i];
    rollout->misses += counts[BSI_WATER];
    for (int32_t r = set->report_count - 1; r >= 0; r--) {
        if (r != largest && counts[r] > 0)
            play_part(rollout, node, cell, r != BSI_WATER, ends[r] - counts[r], counts[r]);
    }
    keep_largest(rollout, node, cell, largest != BSI_WATER, counts[largest]);
}

/* Fires at a cell, plays all parts but the largest, and leaves that in the node. */
static void fire(bsi_rollout *rollout, struct node *node, uint32_t cell)
{
    bsi_path_shot shot = bsi_path_aim(&rollout->path, cell);
    if (shot.differ)
        fire_by_report(rollout, node, &shot, cell);
    else
        fire_in_two(rollout, node, cell);
}

/* Plays until the layouts of a list are told apart or sunk. */
static void play_long(bsi_rollout *rollout, struct node node)
{
    uint32_t length = rollout->path.length;
    int64_t cells = rollout->set->cell_count;
    while (!is_short(rollout, node.count) &&
           goes_on(rollout, node.count, cells + 4 * (int64_t)node.count))
        fire(rollout, &node, choose(rollout, &node));
    if (is_short(rollout, node.count))
        play_as_short(rollout, &node);
    else
        rollout->squares += node.count * node.misses * node.misses;
    bsi_path_pop(&rollout->path, length);
}

static void forget_met(bsi_rollout *rollout)
{
    size_t classes = (BSI_SHORT_LIST + 1) * hit_numbers(rollout->set);
    for (size_t i = 0; i < classes; i++)
        rollout->shorts[i].met = 0;
}

static bship_status evaluate(bsi_rollout *rollout, uint32_t cell, int64_t limit, int64_t *misses,
                             bsi_work_budget *budget)
{
    const bsi_layout_set *set = rollout->set;
    struct node root = { rollout->lists.items + set->count, set->count, 0,
                         rollout->counts.items + rollout->stride };
    memcpy(root.list, rollout->lists.items, set->count * sizeof *root.list);
    memcpy(root.counts, rollout->counts.items, rollout->stride * sizeof *root.counts);
    rollout->misses = rollout->squares = rollout->steps = 0;
    rollout->limit = limit;
    rollout->budget = budget;
    rollout->status = BSHIP_OK;
    if (cell == BSI_NOT_LIVE)
        rollout->misses = set->count, root.misses = 1;
    else
        fire(rollout, &root, cell);
    play_long(rollout, root);
    bsi_path_pop(&rollout->path, 0);
    *misses = rollout->misses < limit ? rollout->misses : limit;
    return rollout->status ? rollout->status : bsi_work_charge(budget, rollout->steps);
}

bship_status bsi_rollout_evaluate(bsi_rollout *rollout, uint32_t cell, int64_t limit,
                                  int64_t *misses, bsi_work_budget *budget)
{
    rollout->is_estimate = false;
    return evaluate(rollout, cell, limit, misses, budget);
}

bship_status bsi_rollout_estimate(bsi_rollout *rollout, uint32_t cell, int64_t limit,
                                  int64_t *misses, bsi_work_budget *budget)
{
    rollout->is_estimate = true;
    forget_met(rollout);
    return evaluate(rollout, cell, limit, misses, budget);
}

double bsi_rollout_error(const bsi_rollout *rollout)
{
    double layouts = rollout->set->count, mean = (double)rollout->misses / layouts;
    double variance = (double)rollout->squares / layouts - mean * mean;
    return sqrt(fmax(variance, 0) / layouts);
}
