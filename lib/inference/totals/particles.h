/*
 * Particles: sequential importance sampling with resampling, on the residual dynamic programme.
 *
 * Each of 256 particles places its ships one after another, only where they fit, with probability
 * proportional to the weight of the ways behind; the programme is the look-ahead. The incremental
 * weight is the share of the ways from the particle's state whose next placement fits. After each
 * ship the particles are resampled systematically: a particle of weight w relative to the mean
 * continues floor(w) or ceil(w) times, and all weights become the mean (Doucet, de Freitas and
 * Gordon 2001). Weighted sums over the particles are unbiased at every stage.
 */
#ifndef BSI_INFERENCE_TOTALS_PARTICLES_H
#define BSI_INFERENCE_TOTALS_PARTICLES_H

#include "inference/totals/residual.h"

typedef struct bsi_particle {
    double weight;
    uint32_t state; /* of the residual dynamic programme */
} bsi_particle;

/* The number of particles. */
enum {
    BSI_PARTICLES = 256
};

typedef struct bsi_particles {
    bsi_residual *residual;
    BSI_ARRAY(bsi_particle) items;  /* bsi_particle; the second half is work space of resampling */
    BSI_ARRAY(bsi_placement) paths; /* bsi_placement, by particle and depth */
    BSI_ARRAY(struct bsi_option) options; /* work space: the placements that fit for one particle */
} bsi_particles;

/* Reserves memory for the particles of a programme that is open: OK or MEMORY. */
bship_status bsi_particles_reserve(bsi_particles *particles);
void bsi_particles_clear(bsi_particles *particles);

/*
 * Moves new particles through all ships: OK, WORK_LIMIT or CANCELLED. `*weight` is the mean of
 * their weights; its expectation is the share, by weight, of the ways that are layouts.
 * `*effective` is the effective sample size, 256 / (1 + the sum of the relative variances of the
 * incremental weights).
 */
bship_status bsi_particles_run(bsi_particles *particles, bship_rng *rng, double *weight,
                               double *effective, bsi_work_budget *budget);

/* The placements of a particle, by depth. */
static inline bsi_placement *bsi_particle_path(const bsi_particles *particles, size_t number)
{
    size_t ships = (size_t)particles->residual->totals.evidence->rules->fleet->count;
    return &particles->paths.items[number * ships];
}

#endif
