/* Taking snapshots of habits, and posteriors that use them; see snapshot.h. */
#include "inference/habits/snapshot.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/reference.h"
#include "inference/habits/habits.h"
#include "inference/posterior.h"

/* What a snapshot will contain. */
struct contents {
    const bship_habits *habits;
    bsi_habits_belief belief;
    size_t remembered; /* layouts */
};

/* Whether a remembered layout is a whole one. */
static bool is_whole(const struct contents *contents, size_t i)
{
    const bsi_habits_layouts *layouts = &contents->habits->layouts;
    const bsi_habits_stamp *stamp = &layouts->stamps[contents->belief.remembered[i].observation];
    return (size_t)stamp->ships == layouts->ships;
}

static struct contents contents_of(const bship_habits *habits)
{
    struct contents contents = { habits, bsi_habits_model_belief(habits->model), 0 };
    /* Of a player who has not been seen yet, nothing is worth the cost of weights. */
    contents.belief.is_uniform |= habits->layouts.count == 0;
    for (size_t i = 0; i < contents.belief.remembered_count; i++)
        contents.remembered += is_whole(&contents, i);
    return contents;
}

static void carve(bsi_prior *prior, const struct contents *contents, bsi_arena *arena)
{
    const bship_rules *rules = contents->habits->rules;
    size_t count = contents->remembered, ships = (size_t)rules->fleet->count;
    if (!contents->belief.is_uniform)
        prior->weights = bsi_arena_take(arena, (size_t)bship_rules_placement_count(rules),
                                        sizeof *prior->weights);
    prior->probabilities = bsi_arena_take(arena, count, sizeof *prior->probabilities);
    prior->placements = bsi_arena_take(arena, count * ships, sizeof *prior->placements);
}

static void remember(bsi_prior *prior, const struct contents *contents)
{
    const bsi_habits_layouts *layouts = &contents->habits->layouts;
    prior->rest = 1;
    for (size_t i = 0; i < contents->belief.remembered_count; i++) {
        const bsi_remembered *remembered = &contents->belief.remembered[i];
        if (!is_whole(contents, i))
            continue;
        prior->rest -= remembered->probability;
        prior->probabilities[prior->known] = remembered->probability;
        memcpy(prior->placements + prior->known * layouts->ships,
               bsi_habits_row(layouts, remembered->observation),
               layouts->ships * sizeof *prior->placements);
        prior->known++;
    }
}

/* Copies the contact rules that are worth counting, and gives the game's rule the rest, with the
 * part of layouts in which a player with a stricter rule breaks it. */
static void share_contact(bsi_prior *prior, const bsi_habits_belief *belief)
{
    const bsi_contact_fit *fit = belief->contact;
    bsi_contact_share *game = &prior->contacts[0];
    *game =
        (bsi_contact_share){ bship_rules_ref(belief->contacts->rules[0]), 1, fit->log2_totals[0] };
    prior->contact_count = 1;
    for (int32_t i = 1; i < belief->contacts->count; i++) {
        double share = (1 - BSI_CONTACT_SLIP) * fit->probability[i];
        if (share < BSI_CONTACT_SHARE_MIN || isnan(fit->log2_totals[i]))
            continue;
        prior->contacts[prior->contact_count++] =
            (bsi_contact_share){ bship_rules_ref(belief->contacts->rules[i]), share,
                                 fit->log2_totals[i] };
        game->share -= share;
    }
}

/* Takes a snapshot of habits that are fitted: OK or MEMORY. */
static bship_status take(bship_habits_snapshot **out, const bship_habits *habits)
{
    struct contents contents = contents_of(habits);
    bsi_prior measured = { 0 };
    bsi_arena arena = { NULL, 0 };
    carve(&measured, &contents, &arena);
    size_t size = sizeof(bship_habits_snapshot) + arena.used;
    bship_habits_snapshot *snapshot = bsi_alloc(&habits->rules->allocator, size, 1);
    if (!snapshot)
        return BSHIP_ERROR_MEMORY;
    bsi_prior *prior = &snapshot->prior;
    atomic_init(&prior->references, 1);
    prior->rules = bship_rules_ref(habits->rules);
    prior->block_size = size;
    arena = (bsi_arena){ (unsigned char *)snapshot->block, 0 };
    carve(prior, &contents, &arena);
    if (prior->weights)
        bsi_habits_model_weights(habits->model, prior->weights);
    share_contact(prior, &contents.belief);
    remember(prior, &contents);
    *out = snapshot;
    return BSHIP_OK;
}

bship_status bship_habits_snapshot_new(bship_habits_snapshot **out, bship_habits *habits,
                                       bship_error *error)
{
    if (!out || !habits)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_habits_fit(habits);
    if (!status)
        status = take(out, habits);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

bship_habits_snapshot *bship_habits_snapshot_ref(const bship_habits_snapshot *snapshot)
{
    return snapshot ? bsi_reference_add(snapshot, &snapshot->prior.references) : NULL;
}

void bship_habits_snapshot_unref(bship_habits_snapshot *snapshot)
{
    if (snapshot)
        bsi_prior_unref(&snapshot->prior);
}

const bship_rules *bship_habits_snapshot_rules(const bship_habits_snapshot *snapshot)
{
    return snapshot->prior.rules;
}

int bship_habits_snapshot_is_uniform(const bship_habits_snapshot *snapshot)
{
    return bsi_is_uniform(&snapshot->prior);
}

size_t bship_habits_snapshot_weights(const bship_habits_snapshot *snapshot, double *weights,
                                     size_t capacity)
{
    capacity = bsi_room(weights, capacity);
    const bsi_prior *prior = &snapshot->prior;
    size_t count = (size_t)bship_rules_placement_count(prior->rules);
    for (size_t i = 0; i < count && i < capacity; i++)
        weights[i] = prior->weights ? prior->weights[i] : 1;
    return count;
}

/* ---- use ---- */

bship_status bship_posterior_new_habits(bship_posterior **out, const bship_chart *chart,
                                        const bship_posterior_options *options,
                                        const bship_habits_snapshot *habits, bship_error *error)
{
    if (!out)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return bsi_posterior_new(out, chart, options, bsi_prior_of(habits), -1, -1, error);
}

int bship_posterior_ignores_contact(const bship_posterior *posterior)
{
    return posterior && posterior->has_marginals && posterior->ignores_contact;
}
