/* Masks, hashes, reports and symmetries of a set of layouts; see optimum_model.h. */
#include "inference/lookahead/optimum_model.h"

#include <string.h>

#include "base/random.h"

enum {
    CASES_MAX = 4096 /* of ships afloat that are told apart */
};

/* Salts of hashes. */
enum {
    SALT_SHIP = 1,
    SALT_HIT = 2
};

static const bship_allocator *allocator_of(const bsi_layout_set *set)
{
    return &set->evidence->rules->allocator;
}

void bsi_optimum_model_close(bsi_optimum_model *model)
{
    if (!model->set)
        return;
    const bship_allocator *allocator = allocator_of(model->set);
    BSI_FREE(&model->covers, allocator);
    BSI_FREE(&model->old_hits, allocator);
    BSI_FREE(&model->old_codes, allocator);
    BSI_FREE(&model->masks, allocator);
    BSI_FREE(&model->hashes, allocator);
    BSI_FREE(&model->groups, allocator);
    BSI_FREE(&model->patterns, allocator);
}

/* ---- symmetries ---- */

/* The number of the image of a cell among all cells, row by row. */
static uint32_t image_of(const bship_rules *rules, uint32_t position, uint8_t element)
{
    bship_cell image = bsi_cell(rules, bsi_symmetry_cell(rules, element, position));
    return (uint32_t)(image.y * rules->width + image.x);
}

/* ---- hashes ---- */

/* The hash of a ship at its image: of its class and its ends, in either order. */
static uint64_t hash_of_ship(const bsi_layout_set *set, bsi_placement ship, uint8_t element)
{
    const bship_rules *rules = set->evidence->rules;
    bsi_run run = bsi_run_of(set->evidence, ship);
    uint32_t last = run.first + (uint32_t)(run.length - 1) * run.step;
    uint64_t salt = (uint64_t)SALT_SHIP << 48 | (uint64_t)ship.class << 32;
    return bsi_splitmix(bsi_splitmix(salt + image_of(rules, run.first, element)) +
                        bsi_splitmix(salt + image_of(rules, last, element)));
}

static void hash_layouts(bsi_optimum_model *model)
{
    const bsi_layout_set *set = model->set;
    size_t ships = (size_t)set->evidence->rules->fleet->count;
    uint64_t *hash = model->hashes.items;
    for (size_t i = 0; i < set->count; i++) {
        for (int32_t s = 0; s < model->symmetry.count; s++) {
            uint64_t sum = 0;
            for (size_t k = 0; k < ships; k++)
                sum +=
                    hash_of_ship(set, set->ships.items[i * ships + k], model->symmetry.elements[s]);
            *hash++ = bsi_splitmix(sum);
        }
    }
}

static uint64_t hash_of_hit(const bsi_optimum_model *model, uint32_t position, int32_t s)
{
    const bship_rules *rules = model->set->evidence->rules;
    return bsi_splitmix(((uint64_t)SALT_HIT << 48) +
                        image_of(rules, position, model->symmetry.elements[s]));
}

/* ---- reports ---- */

/* The class and orientation of a cover code, and which cell of the ship it stands for. */
static bsi_placement placement_of(const bsi_layout_set *set, uint8_t code, uint32_t position)
{
    int32_t k = 0;
    while (code >= set->classes[k].first + set->classes[k].length * set->classes[k].orientations)
        k++;
    int32_t place = code - set->classes[k].first, length = set->classes[k].length;
    int32_t orientation = place / length;
    uint32_t step = bsi_step(set->evidence->rules, orientation);
    return bsi_placement_of(k, orientation, position - (uint32_t)(place % length) * step);
}

/* The live cells of a placement. */
static uint64_t live_cells_of(const bsi_layout_set *set, bsi_placement ship)
{
    bsi_run run = bsi_run_of(set->evidence, ship);
    uint64_t mask = 0;
    for (uint32_t at = run.first; run.length > 0; run.length--, at += run.step) {
        if (set->live_at[at] != BSI_NOT_LIVE)
            mask |= UINT64_C(1) << set->live_at[at];
    }
    return mask;
}

/* Lists the cover codes of a cell. */
static void list_covers(bsi_optimum_model *model, uint32_t cell)
{
    const bsi_layout_set *set = model->set;
    const uint8_t *row = bsi_layout_set_row(set, cell);
    bool is_listed[BSI_CODES_MAX] = { [BSI_WATER] = true };
    for (uint32_t i = 0; i < set->count; i++) {
        if (is_listed[row[i]])
            continue;
        is_listed[row[i]] = true;
        bsi_placement ship = placement_of(set, row[i], set->cells[cell]);
        uint64_t others = live_cells_of(set, ship) & ~(UINT64_C(1) << cell);
        model->covers.items[model->covers.count++] = (bsi_optimum_cover){ others, row[i] };
    }
}

/* The number of the image of a live cell, in 16 bits. On a small board it is the same in every set.
 * Other boards have just the identity, and each set has a table of its own. */
static uint16_t number_of_image(const bsi_optimum_model *model, uint32_t cell, int32_t s)
{
    const bship_rules *rules = model->set->evidence->rules;
    if (rules->free_count > BSI_OPTIMUM_SMALL_BOARD)
        return (uint16_t)cell;
    uint32_t image = bsi_symmetry_cell(rules, model->symmetry.elements[s], model->set->cells[cell]);
    return (uint16_t)(rules->free_index[image] - 1);
}

static void start_cell(bsi_optimum_model *model, uint32_t cell)
{
    const bsi_layout_set *set = model->set;
    const bship_rules *rules = set->evidence->rules;
    bsi_optimum_cell *entry = &model->cells[cell];
    *entry = (bsi_optimum_cell){ .first_cover = (uint16_t)model->covers.count };
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t at = bsi_neighbour(rules, set->cells[cell], i);
        if (set->evidence->cells[at] == BSI_CELL_HIT)
            entry->is_beside_hit = true;
        else if (set->live_at[at] != BSI_NOT_LIVE)
            entry->beside |= UINT64_C(1) << set->live_at[at];
    }
    for (int32_t s = 0; s < model->symmetry.count; s++) {
        entry->hashes[s] = hash_of_hit(model, set->cells[cell], s);
        entry->images[s] = number_of_image(model, cell, s);
    }
    list_covers(model, cell);
    entry->end_cover = (uint16_t)model->covers.count;
}

static bool are_equal(const uint8_t *codes, uint32_t count)
{
    return count < 2 || memcmp(codes, codes + 1, count - 1) == 0;
}

/* Writes the cover codes of a hit of the chart, by layout. */
static void cover_old_hit(const bsi_layout_set *set, uint32_t position, uint8_t *codes)
{
    size_t ships = (size_t)set->evidence->rules->fleet->count;
    for (size_t i = 0; i < set->count * ships; i++) {
        bsi_run run = bsi_run_of(set->evidence, set->ships.items[i]);
        const bsi_code_class *class = &set->classes[set->ships.items[i].class];
        int32_t code = class->first + set->ships.items[i].orientation * class->length;
        for (uint32_t at = run.first; run.length > 0; run.length--, at += run.step, code++) {
            if (at == position)
                codes[i / ships] = (uint8_t)code;
        }
    }
}

/* Lists the hits of the chart that layouts cover differently. */
static void list_old_hits(bsi_optimum_model *model)
{
    const bsi_layout_set *set = model->set;
    model->old_hits.count = 0;
    for (uint32_t i = 0; i < set->evidence->hit_count; i++) {
        bsi_optimum_old_hit *hit = &model->old_hits.items[model->old_hits.count];
        uint32_t position = set->evidence->hits[i];
        hit->codes = model->old_hits.count * set->count;
        cover_old_hit(set, position, model->old_codes.items + hit->codes);
        for (int32_t s = 0; s < model->symmetry.count; s++)
            hit->hashes[s] = hash_of_hit(model, position, s);
        model->old_hits.count += !are_equal(model->old_codes.items + hit->codes, set->count);
    }
}

/* ---- the sequences of reports ---- */

/* The ships whose sinkings have one report, but for where they lie. */
struct label {
    int32_t ships, afloat;
    uint8_t report;  /* the first of them, if they show where the ships lie */
    int32_t reports; /* how many */
};

/* The label of the sinkings of a class, which is added if there is none. */
static struct label *label_of(struct label *labels, int32_t *count, const bsi_code_class *class)
{
    for (int32_t l = 0; l < *count; l++) {
        if (labels[l].report == class->sunk)
            return &labels[l];
    }
    labels[*count] = (struct label){ .report = class->sunk, .reports = class->sunk_reports };
    return &labels[(*count)++];
}

/* Finds the labels of rules that report sinkings; returns how many there are. */
static int32_t find_labels(const bsi_layout_set *set, struct label *labels)
{
    size_t ships = (size_t)set->evidence->rules->fleet->count;
    int32_t count = 0;
    for (size_t i = 0; i < ships; i++) {
        bsi_placement ship = set->ships.items[i];
        const bsi_code_class *class = &set->classes[ship.class];
        if (class->sunk == class->hit)
            continue;
        struct label *label = label_of(labels, &count, class);
        label->ships++;
        label->afloat += live_cells_of(set, ship) != 0;
    }
    return count;
}

/* The least number of hits that sinking so many ships of a label takes. */
static int32_t least_hits(const bsi_layout_set *set, const struct label *label, int32_t sunk)
{
    int32_t hits = 0;
    for (int32_t k = set->class_count - 1; k >= 0 && sunk > 0; k--) {
        int32_t ships = set->evidence->classes[k].ships;
        if (set->classes[k].sunk != label->report)
            continue;
        ships = ships < sunk ? ships : sunk;
        hits += ships * set->classes[k].length;
        sunk -= ships;
    }
    return hits;
}

/* The number of different reports of hits that sink nothing. */
static uint32_t hit_kinds(const bsi_layout_set *set)
{
    bool is_counted[BSI_CODES_MAX] = { false };
    uint32_t kinds = 0;
    for (int32_t k = 0; k < set->class_count; k++) {
        kinds += !is_counted[set->classes[k].hit];
        is_counted[set->classes[k].hit] = true;
    }
    return kinds;
}

/* How many ships of a label are afloat in a case. */
static int32_t afloat_in(const bsi_optimum_model *model, const struct label *label, uint32_t index)
{
    return (int32_t)(index / model->weights[label->report]) % (label->afloat + 1);
}

/* Whether so many hits suffice for the ships that sank. */
static bool suffices(const bsi_optimum_model *model, const struct label *labels, int32_t count,
                     uint32_t index, int32_t hits)
{
    for (int32_t l = 0; l < count; l++) {
        int32_t afloat = afloat_in(model, &labels[l], index);
        hits -= least_hits(model->set, &labels[l], labels[l].ships - afloat);
    }
    return hits >= 0;
}

/* The sum of the patterns that the next hit can leave. */
static uint64_t sum_patterns(const bsi_optimum_model *model, const struct label *labels,
                             int32_t count, uint32_t index, uint32_t left)
{
    const uint32_t *after = model->patterns.items + (size_t)(left - 1) * model->indices;
    uint64_t sum = (uint64_t)hit_kinds(model->set) * after[index];
    for (int32_t l = 0; l < count; l++) {
        if (afloat_in(model, &labels[l], index) > 0)
            sum += (uint64_t)labels[l].reports * after[index - model->weights[labels[l].report]];
    }
    return sum < BSI_OPTIMUM_MANY ? sum : BSI_OPTIMUM_MANY;
}

/*
 * How many sequences of reports sink the fleet without a miss, at most, by the hits left and the
 * ships afloat: a ship sinks no sooner than there are hits for it.
 */
static void count_patterns(bsi_optimum_model *model, const struct label *labels, int32_t count)
{
    uint32_t cells = (uint32_t)model->set->evidence->rules->fleet->cells;
    for (uint32_t left = 0; left <= model->set->left; left++) {
        for (uint32_t index = 0; index < model->indices; index++) {
            uint64_t sum = index == 0;
            if (left > 0)
                sum = sum_patterns(model, labels, count, index, left);
            if (!suffices(model, labels, count, index, (int32_t)(cells - left)))
                sum = 0;
            model->patterns.items[(size_t)left * model->indices + index] = (uint32_t)sum;
        }
    }
}

/* Numbers what is afloat; returns whether there are few enough cases to tell apart. */
static bool number_cases(bsi_optimum_model *model, const struct label *labels, int32_t count)
{
    memset(model->weights, 0, sizeof model->weights);
    model->indices = 1;
    model->all_afloat = 0;
    for (int32_t l = 0; l < count; l++) {
        uint32_t cases = (uint32_t)labels[l].afloat + 1;
        for (int32_t r = 0; r < labels[l].reports; r++)
            model->weights[labels[l].report + r] = model->indices;
        model->all_afloat += (uint32_t)labels[l].afloat * model->indices;
        model->indices *= cases;
        if (model->indices > CASES_MAX)
            return false;
    }
    return true;
}

static bship_status start_patterns(bsi_optimum_model *model)
{
    const bsi_layout_set *set = model->set;
    struct label labels[BSI_CODES_MAX];
    int32_t count = find_labels(set, labels);
    bool has_numbers = number_cases(model, labels, count);
    if (!has_numbers)
        number_cases(model, labels, 0);
    size_t size = (size_t)(set->left + 1) * model->indices;
    if (BSI_RENEW(&model->patterns, allocator_of(set), size))
        return BSHIP_ERROR_MEMORY;
    if (has_numbers)
        count_patterns(model, labels, count);
    for (size_t i = 0; !has_numbers && i < size; i++)
        model->patterns.items[i] = BSI_OPTIMUM_MANY;
    return BSHIP_OK;
}

/* ---- the model ---- */

static void mask_layouts(bsi_optimum_model *model)
{
    const bsi_layout_set *set = model->set;
    for (uint32_t i = 0; i < set->count; i++) {
        const uint16_t *cells = bsi_layout_set_cells(set, i);
        model->masks.items[i] = 0;
        for (uint32_t j = 0; j < set->left; j++)
            model->masks.items[i] |= UINT64_C(1) << cells[j];
    }
}

/* Finds layouts that cover the same cells. */
static void group_layouts(bsi_optimum_model *model)
{
    const uint64_t *masks = model->masks.items;
    model->has_equals = false;
    for (uint32_t i = 0; i < model->set->count; i++) {
        uint16_t first = 0;
        while (masks[first] != masks[i])
            first++;
        model->groups.items[i] = first;
        model->has_equals |= first != i;
    }
}

/* Makes room. */
static bship_status renew(bsi_optimum_model *model)
{
    const bsi_layout_set *set = model->set;
    const bship_allocator *allocator = allocator_of(set);
    size_t layouts = set->count, hits = set->evidence->hit_count;
    size_t codes = (size_t)(set->code_count - 1) * set->cell_count;
    bool fails = BSI_RENEW(&model->covers, allocator, codes) ||
                 BSI_RENEW(&model->old_hits, allocator, hits) ||
                 BSI_RENEW(&model->old_codes, allocator, hits * layouts) ||
                 BSI_RENEW(&model->masks, allocator, layouts) ||
                 BSI_RENEW(&model->groups, allocator, layouts) ||
                 BSI_RENEW(&model->hashes, allocator, layouts * (size_t)model->symmetry.count);
    return fails ? BSHIP_ERROR_MEMORY : BSHIP_OK;
}

bship_status bsi_optimum_model_start(bsi_optimum_model *model, const bsi_layout_set *set)
{
    model->set = set;
    bool is_large = set->evidence->rules->free_count > BSI_OPTIMUM_SMALL_BOARD;
    model->symmetry = bsi_symmetry_of_board(set->evidence, is_large);
    bship_status status = renew(model);
    if (!status)
        status = start_patterns(model);
    if (status)
        return status;
    mask_layouts(model);
    hash_layouts(model);
    group_layouts(model);
    model->covers.count = 0;
    for (uint32_t i = 0; i < set->cell_count; i++)
        start_cell(model, i);
    list_old_hits(model);
    return BSHIP_OK;
}
