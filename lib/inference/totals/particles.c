/* Sequential Monte Carlo on a ledger; see totals/particles.h. */
#include "inference/totals/particles.h"

#include <string.h>

#include "base/random.h"
#include "inference/common/drawing.h"

/* A placement that a walker may go on with. */
struct option {
    double sum; /* of the weights of the ways behind it and those before it in the list */
    uint32_t place;
    uint32_t next; /* the debt that is left */
};

static uint32_t ship_count(const bsi_residual *residual)
{
    return (uint32_t)residual->totals.evidence->rules->fleet->count;
}

bship_status bsi_particles_reserve(bsi_particles *particles)
{
    const bsi_totals *totals = &particles->residual->totals;
    const bship_allocator *allocator = &totals->allocator;
    size_t count = 2 * BSI_PARTICLES;
    bship_status status = bsi_array_reserve(&particles->options, allocator, totals->places.count,
                                            sizeof(struct option));
    if (!status)
        status = bsi_array_reserve(&particles->items, allocator, count, sizeof(bsi_particle));
    if (!status)
        status = bsi_array_reserve(&particles->paths, allocator,
                                   count * ship_count(particles->residual), sizeof(bsi_placement));
    return status;
}

void bsi_particles_clear(bsi_particles *particles)
{
    const bship_allocator *allocator = &particles->residual->totals.allocator;
    bsi_array_free(&particles->options, allocator, sizeof(struct option));
    bsi_array_free(&particles->items, allocator, sizeof(bsi_particle));
    bsi_array_free(&particles->paths, allocator, sizeof(bsi_placement));
}

/* Lists the placements that fit where a debt is owed; returns how many. */
static uint32_t list_options(const bsi_particles *particles, const bsi_residual_state *state,
                             int64_t *steps)
{
    const bsi_residual *residual = particles->residual;
    const bsi_totals *totals = &residual->totals;
    const bsi_placement *places = totals->places.items;
    struct option *options = particles->options.items;
    double sum = 0, before = 0;
    uint32_t count = 0;
    for (uint32_t p = state->transitions; p < state->transitions_end; p++) {
        const bsi_residual_transition *transition = bsi_residual_transition_at(residual, p);
        const bsi_group *by = bsi_group_at(totals, transition->group);
        double share = (transition->sum - before) / by->weight;
        before = transition->sum;
        if (!(share > 0))
            continue;
        *steps += BSI_COST_LAST * (int64_t)(by->end - by->first);
        for (uint32_t i = by->first; i < by->end; i++) {
            if (!bsi_grid_fits(&residual->grid, places[i]))
                continue;
            sum += share * bsi_placement_weight(totals->evidence, places[i]);
            options[count++] = (struct option){ sum, i, transition->next };
        }
    }
    return count;
}

/* A walker lays its next ship: OK, WORK_LIMIT or CANCELLED. */
static bship_status walk_on(bsi_particles *particles, uint32_t number, uint32_t depth,
                            bship_rng *rng, bsi_work_budget *budget)
{
    bsi_residual *residual = particles->residual;
    bsi_particle *particle = bsi_particle_at(particles, number);
    bsi_placement *path = bsi_particle_trail(particles, number);
    const bsi_residual_state *state = bsi_residual_state_at(residual, particle->state);
    const struct option *options = particles->options.items;
    int64_t steps = (int64_t)BSI_COST_TRY * (depth + 3);
    for (uint32_t i = 0; i < depth; i++)
        bsi_grid_place(&residual->grid, path[i]);
    uint32_t count = list_options(particles, state, &steps);
    for (uint32_t i = 0; i < depth; i++)
        bsi_grid_remove(&residual->grid, path[i]);
    particle->weight = count > 0 ? options[count - 1].sum / state->weight : 0;
    if (count > 0) {
        const bsi_placement *places = residual->totals.places.items;
        const struct option *option = &options[bsi_draw_item(options, sizeof *options, count, rng)];
        path[depth] = places[option->place];
        particle->state = option->next;
    }
    return bsi_work_charge(budget, steps);
}

/* What the walkers weigh, in the mean; and how far from it, in its units: the variance. */
static double weigh(const bsi_particles *particles, double *variance)
{
    const bsi_particle *items = particles->items.items;
    double sum = 0, squares = 0;
    for (int i = 0; i < BSI_PARTICLES; i++) {
        sum += items[i].weight;
        squares += items[i].weight * items[i].weight;
    }
    *variance = sum > 0 ? squares / sum / sum * BSI_PARTICLES - 1 : 0;
    return sum / BSI_PARTICLES;
}

/* Lets each walker go on as often as it weighs of the mean, rounded either way at random. */
static void gather(bsi_particles *particles, uint32_t depth, double mean, bship_rng *rng)
{
    bsi_particle *items = particles->items.items;
    double sum = 0, point = bsi_rng_unit(rng);
    uint32_t made = 0;
    for (uint32_t i = 0; i < BSI_PARTICLES; i++) {
        sum += items[i].weight / mean;
        for (; made < BSI_PARTICLES && point + made < sum; made++) {
            items[BSI_PARTICLES + made] = items[i];
            memcpy(bsi_particle_trail(particles, BSI_PARTICLES + made),
                   bsi_particle_trail(particles, i), (depth + 1) * sizeof(bsi_placement));
        }
    }
    /* Rounding may lose the last. */
    for (uint32_t i = 0; i < BSI_PARTICLES; i++) {
        uint32_t from = BSI_PARTICLES + (i < made ? i : made - 1);
        items[i] = items[from];
        memcpy(bsi_particle_trail(particles, i), bsi_particle_trail(particles, from),
               (depth + 1) * sizeof(bsi_placement));
    }
}

bship_status bsi_particles_run(bsi_particles *particles, bship_rng *rng, double *weight,
                               double *effective, bsi_work_budget *budget)
{
    const bsi_residual *residual = particles->residual;
    bsi_particle *items = particles->items.items;
    double factor = 1, mean = 1, variance, variances = 0;
    bship_status status = BSHIP_OK;
    for (int i = 0; i < BSI_PARTICLES; i++)
        items[i] = (bsi_particle){ 1, residual->root };
    for (uint32_t depth = 0; mean > 0 && depth < ship_count(residual); depth++) {
        if (depth > 0)
            gather(particles, depth - 1, mean, rng);
        for (uint32_t i = 0; !status && i < BSI_PARTICLES; i++)
            status = walk_on(particles, i, depth, rng, budget);
        if (status)
            return status;
        mean = weigh(particles, &variance);
        variances += variance;
        factor *= mean;
    }
    /* That of the last ship is in the weights. */
    for (int i = 0; mean > 0 && i < BSI_PARTICLES; i++)
        items[i].weight *= factor / mean;
    *weight = factor;
    *effective = factor > 0 ? BSI_PARTICLES / (1 + variances) : 0;
    return BSHIP_OK;
}
