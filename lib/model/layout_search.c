/*
 * Backtracking search for a layout, longest ships first: one level of the search for each ship.
 *
 * The placements of a length class are visited row by row or, with a random generator, on a random
 * tour (base/tour.h). Ships of one length are interchangeable, so each continues behind the
 * placement of the one before it, and no layout is tried twice.
 *
 * Randomised search has heavy-tailed running times, so it restarts with a limit that doubles each
 * time (Gomes, Selman and Kautz 1998). Since the limit grows without bound, the search stays
 * complete. Every fourth attempt goes row by row, which packs best.
 */
#include <stdbool.h>

#include "base/tour.h"
#include "model/layout.h"

enum {
    FIRST_ATTEMPT = 4096, /* half the step limit of the first attempt; more delays the restarts */
    LIMITED_ATTEMPTS = 39 /* later ones have no limit but the budget; this one can take weeks */
};

/* The tour of a class in an attempt, recomputed from the attempt's key; key 0: row by row. */
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
 * `next[level]` of its tour on: OK, INFEASIBLE if there is none, WORK_LIMIT or CANCELLED.
 */
static bship_status advance(bsi_layout *layout, int32_t level, uint64_t key, uint32_t *next,
                            bsi_work_budget *budget)
{
    const bship_rules *rules = layout->rules;
    int32_t ship = rules->by_length[level];
    int32_t length = rules->fleet->ships[ship].length;
    bsi_tour tour = tour_of(rules, rules->fleet->ships[ship].length_class, key);
    for (; next[level] < tour.count; next[level]++) {
        bship_status status = bsi_layout_charge(layout, length, budget);
        if (status)
            return status;
        bsi_placement placement = bsi_placement_at(rules, length, bsi_tour_at(&tour, next[level]));
        if (bsi_layout_check(layout, length, placement))
            continue;
        bsi_layout_place(layout, ship, placement);
        return BSHIP_OK;
    }
    return BSHIP_ERROR_INFEASIBLE;
}

/* The nearest level above (step 1) or below (step -1) whose ship is not fixed. */
static int32_t next_level(const bsi_layout *layout, int32_t level, int32_t step)
{
    const bship_rules *rules = layout->rules;
    do
        level += step;
    while (level >= 0 && level < rules->fleet->count &&
           bsi_is_fixed(layout, rules->by_length[level]));
    return level;
}

/* One attempt from a layout of the fixed ships: OK, INFEASIBLE, WORK_LIMIT or CANCELLED. */
static bship_status attempt(bsi_layout *layout, uint64_t key, uint32_t *next,
                            bsi_work_budget *budget)
{
    const bship_rules *rules = layout->rules;
    const bsi_ship *ships = rules->fleet->ships;
    int32_t level = next_level(layout, -1, 1);
    next[level] = 0;
    for (;;) {
        bship_status status = advance(layout, level, key, next, budget);
        int32_t to = next_level(layout, level, status ? -1 : 1);
        if (!status) {
            if (to == rules->fleet->count)
                return BSHIP_OK;
            bool is_same_class = ships[rules->by_length[level]].length_class ==
                                 ships[rules->by_length[to]].length_class;
            next[to] = is_same_class ? next[level] + 1 : 0;
        } else if (status != BSHIP_ERROR_INFEASIBLE || to < 0) {
            return status;
        } else {
            bsi_layout_remove(layout, rules->by_length[to]);
            next[to]++;
        }
        level = to;
    }
}

bship_status bsi_layout_search(bsi_layout *layout, bship_rng *rng, bsi_work_budget *budget,
                               uint32_t *scratch)
{
    for (int number = 1;; number++) {
        bool is_last = !rng || number > LIMITED_ATTEMPTS;
        double share = is_last ? bsi_work_left(budget) : (double)((int64_t)FIRST_ATTEMPT << number);
        bsi_work_budget attempt_budget = bsi_work_split(budget, share);
        uint64_t key = rng && number % 4 != 0 ? bsi_rng_next(rng) | 1 : 0;
        bship_status status = attempt(layout, key, scratch, &attempt_budget);
        bsi_work_merge(budget, &attempt_budget);
        if (status)
            bsi_layout_clear(layout);
        if (status != BSHIP_ERROR_WORK_LIMIT || bsi_work_left(budget) <= 0)
            return status;
    }
}
