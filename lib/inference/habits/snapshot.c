/* Taking snapshots of habits; see snapshot.h. */
#include "inference/habits/snapshot.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/reference.h"
#include "inference/habits/habits.h"

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

static void carve(bship_habits_snapshot *snapshot, const struct contents *contents,
                  bsi_arena *arena)
{
    const bship_rules *rules = contents->habits->rules;
    size_t count = contents->remembered, ships = (size_t)rules->fleet->count;
    if (!contents->belief.is_uniform)
        snapshot->weights = bsi_arena_take(arena, (size_t)bship_rules_placement_count(rules),
                                           sizeof *snapshot->weights);
    snapshot->probabilities = bsi_arena_take(arena, count, sizeof *snapshot->probabilities);
    snapshot->placements = bsi_arena_take(arena, count * ships, sizeof *snapshot->placements);
}

static void remember(bship_habits_snapshot *snapshot, const struct contents *contents)
{
    const bsi_habits_layouts *layouts = &contents->habits->layouts;
    snapshot->rest = 1;
    for (size_t i = 0; i < contents->belief.remembered_count; i++) {
        const bsi_remembered *remembered = &contents->belief.remembered[i];
        if (!is_whole(contents, i))
            continue;
        snapshot->rest -= remembered->probability;
        snapshot->probabilities[snapshot->remembered] = remembered->probability;
        memcpy(snapshot->placements + snapshot->remembered * layouts->ships,
               bsi_habits_row(layouts, remembered->observation),
               layouts->ships * sizeof *snapshot->placements);
        snapshot->remembered++;
    }
}

/* Copies the contact rules that are worth counting, and gives the game's rule the rest, with the
 * part of layouts in which a player with a stricter rule breaks it. */
static void share_contact(bship_habits_snapshot *snapshot, const bsi_habits_belief *belief)
{
    const bsi_contact_fit *fit = belief->contact;
    bsi_contact_share *game = &snapshot->contacts[0];
    *game =
        (bsi_contact_share){ bship_rules_ref(belief->contacts->rules[0]), 1, fit->log2_totals[0] };
    snapshot->contact_count = 1;
    for (int32_t i = 1; i < belief->contacts->count; i++) {
        double share = (1 - BSI_CONTACT_SLIP) * fit->probability[i];
        if (share < BSI_CONTACT_SHARE_MIN || isnan(fit->log2_totals[i]))
            continue;
        snapshot->contacts[snapshot->contact_count++] =
            (bsi_contact_share){ bship_rules_ref(belief->contacts->rules[i]), share,
                                 fit->log2_totals[i] };
        game->share -= share;
    }
}

/* Takes a snapshot of habits that are fitted: OK or MEMORY. */
static bship_status take(bship_habits_snapshot **out, const bship_habits *habits)
{
    struct contents contents = contents_of(habits);
    bship_habits_snapshot measured = { 0 };
    bsi_arena arena = { NULL, 0 };
    carve(&measured, &contents, &arena);
    size_t size = sizeof measured + arena.used;
    bship_habits_snapshot *snapshot = bsi_alloc(&habits->rules->allocator, size, 1);
    if (!snapshot)
        return BSHIP_ERROR_MEMORY;
    atomic_init(&snapshot->references, 1);
    snapshot->rules = bship_rules_ref(habits->rules);
    snapshot->block_size = size;
    arena = (bsi_arena){ (unsigned char *)snapshot->block, 0 };
    carve(snapshot, &contents, &arena);
    if (snapshot->weights)
        bsi_habits_model_weights(habits->model, snapshot->weights);
    share_contact(snapshot, &contents.belief);
    remember(snapshot, &contents);
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
    return snapshot ? bsi_reference_add(snapshot, &snapshot->references) : NULL;
}

void bship_habits_snapshot_unref(bship_habits_snapshot *snapshot)
{
    if (!snapshot || !bsi_reference_drop(&snapshot->references))
        return;
    bship_rules *rules = snapshot->rules;
    for (int32_t i = 0; i < snapshot->contact_count; i++)
        bship_rules_unref(snapshot->contacts[i].rules);
    bsi_free(&rules->allocator, snapshot, snapshot->block_size, 1);
    bship_rules_unref(rules);
}

const bship_rules *bship_habits_snapshot_rules(const bship_habits_snapshot *snapshot)
{
    return snapshot->rules;
}

int bship_habits_snapshot_is_uniform(const bship_habits_snapshot *snapshot)
{
    return bsi_is_uniform(snapshot);
}

size_t bship_habits_snapshot_weights(const bship_habits_snapshot *snapshot, double *weights,
                                     size_t capacity)
{
    capacity = bsi_room(weights, capacity);
    size_t count = (size_t)bship_rules_placement_count(snapshot->rules);
    for (size_t i = 0; i < count && i < capacity; i++)
        weights[i] = snapshot->weights ? snapshot->weights[i] : 1;
    return count;
}
