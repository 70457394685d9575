/*
 * The complete search for a layout.
 *
 * Ships are laid longest first. The spots of a length class are visited in an
 * order of its own: row by row, or, with a stream, on a random tour (base/tour.h).
 * Ships of one length are interchangeable, so each goes on where the one before it
 * stands: no layout is tried twice.
 *
 * A random tour can be unlucky in its first ships. So with a stream the search
 * begins anew after a while that doubles every time, which keeps it complete;
 * one attempt in four goes row by row, which packs best.
 */
#include "base/tour.h"
#include "model/layout.h"

enum {
    FIRST_ATTEMPT = 4096
};

/* The tour of a class in an attempt: drawn from a stream keyed by both, so not to be stored. */
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
 * Moves ship `level` (in order of length) to its next spot from `places[level]` on.
 * Returns whether there was one; takes the steps from `*work`, which may run out.
 */
static int advance(bsi_layout *layout, int32_t level, uint64_t key, uint32_t *places, int64_t *work)
{
    const bship_rules *rules = layout->rules;
    int32_t ship = rules->by_length[level];
    const bsi_ship *kind = &rules->fleet->ships[ship];
    bsi_tour tour = tour_of(rules, kind->length_class, key);
    for (; places[level]<tour.count && * work> 0; places[level]++) {
        --*work;
        bsi_placement placement =
            bsi_placement_at(rules, kind->length, bsi_tour_at(&tour, places[level]));
        if (bsi_layout_check(layout, kind->length, placement))
            continue;
        bsi_layout_place(layout, ship, placement);
        return 1;
    }
    return 0;
}

/* Where on its tour the ship after `level` begins. */
static uint32_t first_place(const bship_rules *rules, int32_t level, const uint32_t *places)
{
    const bsi_ship *ships = rules->fleet->ships;
    int same = ships[rules->by_length[level]].length_class ==
               ships[rules->by_length[level + 1]].length_class;
    return same ? places[level] + 1 : 0;
}

/* One attempt from an empty layout: OK, INFEASIBLE, or WORK_LIMIT. */
static bship_status attempt(bsi_layout *layout, uint64_t key, uint32_t *places, int64_t *work)
{
    const bship_rules *rules = layout->rules;
    int32_t level = 0;
    places[0] = 0;
    for (;;) {
        if (advance(layout, level, key, places, work)) {
            if (++level == rules->fleet->count)
                return BSHIP_OK;
            places[level] = first_place(rules, level - 1, places);
        } else if (*work <= 0) {
            return BSHIP_ERROR_WORK_LIMIT;
        } else if (level-- == 0) {
            return BSHIP_ERROR_INFEASIBLE;
        } else {
            bsi_layout_remove(layout, rules->by_length[level]);
            places[level]++;
        }
    }
}

bship_status bsi_layout_search(bsi_layout *layout, bship_rng *rng, int64_t *work, uint32_t *scratch)
{
    for (int number = 1;; number++) {
        int last = !rng || number >= 40;
        int64_t share = last ? *work : (int64_t)FIRST_ATTEMPT << number;
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
