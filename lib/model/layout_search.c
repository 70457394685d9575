/*
 * Backtracking search for a layout, longest ships first.
 *
 * The placements of a length class are visited row by row or, with a random generator, on a random
 * tour (base/tour.h). Ships of one length are interchangeable, so each continues behind the
 * placement of the one before it, and no layout is tried twice.
 *
 * Randomised search has heavy-tailed running times, so it restarts with a limit that doubles each
 * time (Gomes, Selman and Kautz 1998), which keeps it complete. Every fourth attempt goes row by
 * row, which packs best.
 */
#include <stdbool.h>

#include "base/tour.h"
#include "model/layout.h"

enum {
    FIRST_ATTEMPT = 4096
};

/* The tour of a class in an attempt, recomputed from a generator keyed by both. */
static bsi_tour tour_of(const bship_rules *rules, int32_t length_class, uint64_t key)
{
    uint32_t count = bsi_placement_count(rules, rules->fleet->classes[length_class].length);
    if (key == 0)
        return bsi_tour_in_order(count);
    bship_rng rng;
    bsi_rng_start(&rng, key, (uint64_t)length_class);
    return bsi_tour_draw(count, &rng);
}

/*
 * Places ship `level` (in order of length) at the first placement that fits from index
 * `next[level]` of its tour on. Returns whether there was one; charges the steps to `*work`.
 */
static bool advance(bsi_layout *layout, int32_t level, uint64_t key, uint32_t *next, int64_t *work)
{
    const bship_rules *rules = layout->rules;
    int32_t ship = rules->by_length[level];
    const bsi_ship *own = &rules->fleet->ships[ship];
    bsi_tour tour = tour_of(rules, own->length_class, key);
    for (; *work > 0 && next[level] < tour.count; next[level]++) {
        --*work;
        bsi_placement placement =
            bsi_placement_at(rules, own->length, bsi_tour_at(&tour, next[level]));
        if (bsi_layout_check(layout, own->length, placement))
            continue;
        bsi_layout_place(layout, ship, placement);
        return true;
    }
    return false;
}

/* The index on its tour at which the ship after `level` begins. */
static uint32_t first_index(const bship_rules *rules, int32_t level, const uint32_t *next)
{
    const bsi_ship *ships = rules->fleet->ships;
    bool is_same_class = ships[rules->by_length[level]].length_class ==
                         ships[rules->by_length[level + 1]].length_class;
    return is_same_class ? next[level] + 1 : 0;
}

/* One attempt from an empty layout: OK, INFEASIBLE, or WORK_LIMIT. */
static bship_status attempt(bsi_layout *layout, uint64_t key, uint32_t *next, int64_t *work)
{
    const bship_rules *rules = layout->rules;
    int32_t level = 0;
    next[0] = 0;
    for (;;) {
        if (advance(layout, level, key, next, work)) {
            if (++level == rules->fleet->count)
                return BSHIP_OK;
            next[level] = first_index(rules, level - 1, next);
        } else if (*work <= 0) {
            return BSHIP_ERROR_WORK_LIMIT;
        } else if (level-- == 0) {
            return BSHIP_ERROR_INFEASIBLE;
        } else {
            bsi_layout_remove(layout, rules->by_length[level]);
            next[level]++;
        }
    }
}

bship_status bsi_layout_search(bsi_layout *layout, bship_rng *rng, int64_t *work, uint32_t *scratch)
{
    for (int number = 1;; number++) {
        bool is_last = !rng || number >= 40;
        int64_t share = is_last ? *work : (int64_t)FIRST_ATTEMPT << number;
        if (share > *work)
            share = *work;
        *work -= share;
        uint64_t key = rng && number % 4 != 0 ? bsi_rng_next(rng) | 1 : 0;
        bship_status status = attempt(layout, key, scratch, &share);
        *work += share;
        if (status != BSHIP_OK)
            bsi_layout_clear(layout);
        if (status != BSHIP_ERROR_WORK_LIMIT || *work <= 0)
            return status;
    }
}
