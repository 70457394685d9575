/* Moving and resampling particles; see totals/particles.h. */
#include "inference/totals/particles.h"

#include <string.h>

#include "base/random.h"
#include "inference/common/drawing.h"

/* A placement by which a particle can continue. */
struct bsi_option {
    double sum;         /* of the weights of the ways behind it and behind the options before it */
    uint32_t placement; /* its number */
    uint32_t next;      /* the state that it leads to */
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
    bship_status status = BSI_RESERVE(&particles->options, allocator, totals->placements.count);
    if (!status)
        status = BSI_RESERVE(&particles->items, allocator, count);
    if (!status)
        status = BSI_RESERVE(&particles->paths, allocator, count * ship_count(particles->residual));
    return status;
}

void bsi_particles_clear(bsi_particles *particles)
{
    const bship_allocator *allocator = &particles->residual->totals.allocator;
    BSI_FREE(&particles->options, allocator);
    BSI_FREE(&particles->items, allocator);
    BSI_FREE(&particles->paths, allocator);
}

/* Lists the placements that fit in a state, weighted by the ways behind; returns their number. */
static uint32_t list_options(const bsi_particles *particles, const bsi_residual_state *state,
                             int64_t *steps)
{
    const bsi_residual *residual = particles->residual;
    const bsi_totals *totals = &residual->totals;
    const bsi_placement *placements = totals->placements.items;
    struct bsi_option *options = particles->options.items;
    double sum = 0, before = 0;
    uint32_t count = 0;
    for (uint32_t t = state->transitions; t < state->transitions_end; t++) {
        const bsi_residual_transition *transition = &residual->transitions.items[t];
        const bsi_group *group = &totals->groups.items[transition->group];
        double share = (transition->sum - before) / group->weight;
        before = transition->sum;
        if (!(share > 0))
            continue;
        *steps += BSI_COST_LAST * (int64_t)(group->end - group->first);
        for (uint32_t i = group->first; i < group->end; i++) {
            if (!bsi_grid_fits(&residual->grid, placements[i]))
                continue;
            sum += share * bsi_placement_weight(totals->evidence, placements[i]);
            options[count++] = (struct bsi_option){ sum, i, transition->next };
        }
    }
    return count;
}

/* Places the next ship of a particle and sets its incremental weight: OK, WORK_LIMIT or CANCELLED.
 */
static bship_status extend(bsi_particles *particles, uint32_t number, uint32_t depth,
                           bship_rng *rng, bsi_work_budget *budget)
{
    bsi_residual *residual = particles->residual;
    bsi_particle *particle = &particles->items.items[number];
    bsi_placement *path = bsi_particle_path(particles, number);
    const bsi_residual_state *state = &residual->states.items[particle->state];
    const struct bsi_option *options = particles->options.items;
    int64_t steps = (int64_t)BSI_COST_TRY * (depth + 3);
    for (uint32_t i = 0; i < depth; i++)
        bsi_grid_place(&residual->grid, path[i]);
    uint32_t count = list_options(particles, state, &steps);
    for (uint32_t i = 0; i < depth; i++)
        bsi_grid_remove(&residual->grid, path[i]);
    particle->weight = count > 0 ? options[count - 1].sum / state->weight : 0;
    if (count > 0) {
        const struct bsi_option *option =
            &options[bsi_draw_item(options, sizeof *options, count, rng)];
        path[depth] = residual->totals.placements.items[option->placement];
        particle->state = option->next;
    }
    return bsi_work_charge(budget, steps);
}

/* The mean of the weights, and their relative variance: in units of the squared mean. */
static double mean_weight(const bsi_particles *particles, double *variance)
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

static void copy(bsi_particles *particles, uint32_t to, uint32_t from, uint32_t ships)
{
    particles->items.items[to] = particles->items.items[from];
    memcpy(bsi_particle_path(particles, to), bsi_particle_path(particles, from),
           ships * sizeof(bsi_placement));
}

/* Systematic resampling: copies each particle in proportion to its weight, into the second half
 * and back. */
static void resample(bsi_particles *particles, uint32_t ships, double mean, bship_rng *rng)
{
    double sum = 0, point = bsi_rng_unit(rng);
    uint32_t copied = 0;
    for (uint32_t i = 0; i < BSI_PARTICLES; i++) {
        sum += particles->items.items[i].weight / mean;
        for (; copied < BSI_PARTICLES && point + copied < sum; copied++)
            copy(particles, BSI_PARTICLES + copied, i, ships);
    }
    /* Rounding may lose the last copy. */
    for (uint32_t i = 0; i < BSI_PARTICLES; i++)
        copy(particles, i, BSI_PARTICLES + (i < copied ? i : copied - 1), ships);
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
            resample(particles, depth, mean, rng);
        for (uint32_t i = 0; !status && i < BSI_PARTICLES; i++)
            status = extend(particles, i, depth, rng, budget);
        if (status)
            return status;
        mean = mean_weight(particles, &variance);
        variances += variance;
        factor *= mean;
    }
    /* The weights already contain the mean of the last ship. */
    for (int i = 0; mean > 0 && i < BSI_PARTICLES; i++)
        items[i].weight *= factor / mean;
    *weight = factor;
    *effective = factor > 0 ? BSI_PARTICLES / (1 + variances) : 0;
    return BSHIP_OK;
}
