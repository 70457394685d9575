/* Workspace, quality and scaling of samples; see sampling.h. */
#include "inference/common/sampling.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "inference/common/drawing.h"

void bsi_sample_placements(const bsi_evidence *evidence, const bsi_placement *placed,
                           bship_placement *placements)
{
    bsi_assign_begin(evidence, placements);
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        bsi_assign_placement(evidence, NULL, placements, placed[i]);
}

/* ---- open placements ---- */

void bsi_open_placements_carve(bsi_open_placements *placements, const bsi_evidence *evidence,
                               bsi_arena *arena)
{
    placements->evidence = evidence;
    placements->firsts =
        bsi_arena_take(arena, (size_t)evidence->class_count + 1, sizeof *placements->firsts);
}

void bsi_open_placements_free(bsi_open_placements *placements, const bship_allocator *allocator)
{
    BSI_FREE(&placements->items, allocator);
    BSI_FREE(&placements->sums, allocator);
}

/* Appends the open placements of a class and an orientation, for which there is room. */
static bship_status list_placements(bsi_open_placements *placements, int32_t class,
                                    int32_t orientation, double *sum, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = placements->evidence;
    const bship_rules *rules = evidence->rules;
    bsi_placement *items = placements->items.items;
    double *sums = placements->sums.items;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        bsi_placement placed = bsi_placement_of(class, orientation, rules->free_cells[i]);
        bship_status status = bsi_work_charge_at(budget, i, rules->free_count, 4);
        if (status)
            return status;
        if (evidence->classes[class].placements[orientation][placed.position] != BSI_PLACEMENT_OPEN)
            continue;
        *sum += bsi_placement_weight(evidence, placed);
        if (evidence->is_weighted)
            sums[placements->items.count] = *sum;
        items[placements->items.count++] = placed;
    }
    return BSHIP_OK;
}

bship_status bsi_open_placements_read(bsi_open_placements *placements,
                                      const bship_allocator *allocator, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = placements->evidence;
    placements->items.count = 0;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        size_t most = (size_t)evidence->open_count * (size_t)evidence->classes[k].orientations;
        placements->sums.count = placements->items.count;
        if (BSI_RESERVE(&placements->items, allocator, most) ||
            (evidence->is_weighted && BSI_RESERVE(&placements->sums, allocator, most)))
            return BSHIP_ERROR_MEMORY;
        placements->firsts[k] = (uint32_t)placements->items.count;
        double sum = 0;
        for (int32_t o = 0; o < evidence->classes[k].orientations; o++) {
            bship_status status = list_placements(placements, k, o, &sum, budget);
            if (status)
                return status;
        }
    }
    placements->firsts[evidence->class_count] = (uint32_t)placements->items.count;
    return BSHIP_OK;
}

double bsi_open_placements_weight(const bsi_open_placements *placements, int32_t class)
{
    uint32_t count = bsi_open_placements_count(placements, class);
    const double *sums = placements->sums.items;
    return !placements->evidence->is_weighted || count == 0
               ? count
               : sums[placements->firsts[class + 1] - 1];
}

uint32_t bsi_open_placements_pick_weighted(const bsi_open_placements *placements, int32_t class,
                                           bship_rng *rng)
{
    uint32_t first = placements->firsts[class];
    const double *sums = placements->sums.items;
    return first +
           bsi_draw_item(sums + first, sizeof *sums, placements->firsts[class + 1] - first, rng);
}

/* ---- samplers ---- */

static size_t carve_all(bsi_sample_workspace *workspace, bsi_sampler_carve *carve)
{
    bsi_arena arena = { workspace->block, 0 };
    bsi_partial_layout_carve(&workspace->partial, workspace->evidence, &arena);
    bsi_exact_cover_carve(&workspace->cover, &workspace->partial, &workspace->allocator, &arena);
    bsi_open_placements_carve(&workspace->placements, workspace->evidence, &arena);
    carve(workspace, &arena);
    return arena.used;
}

void *bsi_sampler_new(const bsi_evidence *evidence, const bship_allocator *allocator, size_t size,
                      bsi_sampler_carve *carve)
{
    bsi_sample_workspace *workspace = bsi_alloc(allocator, 1, size);
    if (!workspace)
        return NULL;
    workspace->allocator = *allocator;
    workspace->evidence = evidence;
    workspace->size = size;
    workspace->block_size = carve_all(workspace, carve);
    workspace->block = bsi_alloc(allocator, 1, workspace->block_size);
    if (!workspace->block) {
        bsi_sampler_free(workspace);
        return NULL;
    }
    carve_all(workspace, carve);
    return workspace;
}

void bsi_sampler_free(bsi_sample_workspace *workspace)
{
    bship_allocator allocator = workspace->allocator;
    bsi_exact_cover_free(&workspace->cover);
    bsi_open_placements_free(&workspace->placements, &allocator);
    bsi_free(&allocator, workspace->block, 1, workspace->block_size);
    bsi_free(&allocator, workspace, 1, workspace->size);
}

/* ---- rejection sampling ---- */

/* Draws one candidate and charges its steps. */
static bship_status try_once(const bsi_proposal *proposal, bship_rng *rng, bsi_work_budget *budget,
                             bool *is_accepted)
{
    int64_t steps = 0;
    *is_accepted = proposal->draw(proposal->user, rng, &steps);
    return bsi_work_charge(budget, steps);
}

bship_status bsi_proposal_estimate(const bsi_proposal *proposal, int tries, bsi_work_budget *budget,
                                   double *accepted)
{
    bship_rng rng;
    bship_rng_seed(&rng, 0, BSHIP_RNG_SAMPLE, 1);
    int count = 0;
    bship_status status = BSHIP_OK;
    for (int i = 0; !status && i < tries; i++) {
        bool is_accepted;
        status = try_once(proposal, &rng, budget, &is_accepted);
        count += is_accepted;
    }
    *accepted = (double)count / tries;
    return status;
}

bship_status bsi_proposal_draw(const bsi_proposal *proposal, const bsi_evidence *evidence,
                               bship_rng *rng, bsi_work_budget *budget, bship_placement *placements)
{
    bool is_accepted = false;
    while (!is_accepted) {
        bship_status status = try_once(proposal, rng, budget, &is_accepted);
        if (status)
            return status;
    }
    bsi_sample_placements(evidence, proposal->placed, placements);
    return BSHIP_OK;
}

/* ---- counts and quality ---- */

bship_status bsi_sample_clear(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double *cells, bsi_work_budget *budget)
{
    memset(cells, 0, counts->positions * sizeof *cells);
    return bsi_placement_counts_clear(counts, evidence, false, budget);
}

bship_status bsi_sample_scale(const bsi_evidence *evidence, bsi_placement_counts *counts,
                              double factor, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; !status && k < evidence->class_count; k++) {
        double *weights = counts->weights + bsi_placement_counts_row(counts, k, 0);
        status = bsi_work_report(budget, 2 * (int64_t)counts->positions);
        for (size_t i = 0; i < 2 * counts->positions; i++)
            weights[i] *= factor;
    }
    return status;
}

double bsi_sample_total(double total, int64_t exponent, bsi_sample_quality *quality)
{
    bool is_in_range = exponent > -1000 && exponent < 1000;
    quality->exponent = is_in_range ? 0 : exponent;
    return is_in_range ? ldexp(total, (int)exponent) : total;
}
