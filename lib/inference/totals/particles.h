/*
 * Sequential Monte Carlo on a ledger: weighted particles, ship by ship, with resampling.
 *
 * Each particle places the next ship where it meets none before it, with a probability in
 * proportion to the ways behind that. Its weight is the share that is left to it of all the ways
 * that it owed. After each ship the particles are resampled (Doucet): those of high weight go on
 * several times, those of low weight perhaps not at all, and then all weigh their mean. Sums over
 * all particles are unbiased at any time.
 */
#ifndef BSI_INFERENCE_TOTALS_PARTICLES_H
#define BSI_INFERENCE_TOTALS_PARTICLES_H

#include "inference/totals/residual.h"

typedef struct bsi_particle {
    double weight;
    uint32_t state;
} bsi_particle;

/* How many there are. */
enum {
    BSI_PARTICLES = 256
};

typedef struct bsi_particles {
    bsi_residual *residual;
    bsi_array items;   /* bsi_particle; twice as many, to resample them */
    bsi_array paths;   /* bsi_placement, by walker and depth */
    bsi_array options; /* of one of them: work space */
} bsi_particles;

/* Makes room for the particles of a ledger that is open: OK or MEMORY. */
bship_status bsi_particles_reserve(bsi_particles *particles);
void bsi_particles_clear(bsi_particles *particles);

/*
 * Lets the particles go on to layouts: OK, WORK_LIMIT or CANCELLED. Their weights, and their mean,
 * `*weight`, are like what draws return: in the mean, any layout weighs the same among them.
 * `*worth` is about the number of independent layouts they are worth.
 */
bship_status bsi_particles_run(bsi_particles *particles, bship_rng *rng, double *weight,
                               double *effective, bsi_work_budget *budget);

static inline bsi_particle *bsi_particle_at(const bsi_particles *particles, size_t number)
{
    return (bsi_particle *)particles->items.items + number;
}

/* The placements of a particle, by depth. */
static inline bsi_placement *bsi_particle_trail(const bsi_particles *particles, size_t number)
{
    size_t ships = (size_t)particles->residual->totals.evidence->rules->fleet->count;
    return (bsi_placement *)particles->paths.items + number * ships;
}

#endif
