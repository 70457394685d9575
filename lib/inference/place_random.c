/*
 * Laying a fleet at random, every legal layout with the same probability.
 *
 * Mostly whole layouts are drawn and rejected unless legal. Where nearly all are, which
 * is found out once by draws of a fixed seed, so that it depends on nothing but the
 * rules, the frontier programme counts the layouts, and one is drawn from that; it stays
 * with the board. What even that cannot count is searched, not uniformly.
 */
#include <stddef.h>

#include "base/memory.h"
#include "inference/frontier/frontier.h"
#include "model/board.h"

enum {
    TRIES = 100000,           /* layouts drawn before something else is done */
    TRIAL = 20000,            /* to see whether drawing is any good */
    LIMIT_MIN = 1000000,      /* under a lower work limit nothing is prepared */
    PREPARE_MAX = 2000000000, /* steps of the frontier programme */
    MEMORY_MAX = 1 << 30      /* bytes of the same */
};

/* Draws layouts of a fleet on an empty board. */
struct drawer {
    size_t size; /* of this and the arrays behind it */
    bsi_evidence evidence;
    bsi_frontier *frontier;
    bship_placement *drawn; /* room for a layout */
    max_align_t block[];
};

/* ---- the drawer ---- */

static void drawer_free(void *made, const bship_allocator *allocator)
{
    struct drawer *drawer = made;
    bsi_frontier_free(drawer->frontier);
    bsi_free(allocator, drawer, drawer->size, 1);
}

static void carve(struct drawer *drawer, const bship_rules *rules, const bsi_class_map *class_map,
                  bsi_arena *arena)
{
    bsi_evidence_carve(&drawer->evidence, rules, class_map, 0, arena);
    drawer->drawn = bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *drawer->drawn);
}

static struct drawer *drawer_alloc(const bship_rules *rules)
{
    struct drawer measured = { .frontier = NULL };
    bsi_arena arena = { NULL, 0 };
    bsi_class_map class_map;
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    (void)bsi_class_map_find(&class_map, rules, NULL, &budget);
    carve(&measured, rules, &class_map, &arena);
    size_t size = sizeof measured + arena.used;
    struct drawer *drawer = bsi_alloc(&rules->allocator, size, 1);
    if (!drawer)
        return NULL;
    drawer->size = size;
    arena = (bsi_arena){ (unsigned char *)drawer->block, 0 };
    carve(drawer, rules, &class_map, &arena);
    return drawer;
}

/* Counts the layouts of an empty chart: OK; MEMORY; else they are beyond counting. */
static bship_status prepare(struct drawer *drawer, bship_rules *rules)
{
    bship_chart *chart = NULL;
    bship_status status = bship_chart_new(&chart, rules);
    if (status)
        return status;
    bsi_work_budget budget = { .limit = PREPARE_MAX };
    double steps = 0;
    status = bsi_evidence_read(&drawer->evidence, chart, &budget);
    bship_chart_free(chart);
    if (!status)
        status = bsi_frontier_estimate(&drawer->evidence, &budget, &steps, NULL);
    if (!status && steps > PREPARE_MAX)
        status = BSHIP_ERROR_WORK_LIMIT;
    if (status)
        return status;
    status = bsi_frontier_new(&drawer->frontier, &rules->allocator, MEMORY_MAX);
    return status ? status : bsi_frontier_prepare(drawer->frontier, &drawer->evidence, &budget);
}

/* Makes a drawer, if the layouts of the board can be counted: OK or MEMORY. */
static bship_status make_drawer(bship_board *board)
{
    struct drawer *drawer = drawer_alloc(board->rules);
    if (!drawer)
        return BSHIP_ERROR_MEMORY;
    bship_status status = prepare(drawer, board->rules);
    if (status) {
        drawer_free(drawer, &board->rules->allocator);
        return status == BSHIP_ERROR_MEMORY ? status : BSHIP_OK;
    }
    board->drawer = drawer;
    board->drawer_free = drawer_free;
    return BSHIP_OK;
}

/* Finds out whether the layouts of an empty board are to be drawn by rejecting: OK or MEMORY. */
static bship_status try_drawing(bship_board *board)
{
    bship_rng rng;
    int64_t tries = TRIAL;
    bship_rng_seed(&rng, 0, BSHIP_RNG_LAYOUT, 0);
    bship_status status = bsi_layout_draw(&board->layout, &rng, &tries);
    bsi_layout_clear(&board->layout);
    if (status)
        status = make_drawer(board);
    board->has_drawn = status == BSHIP_OK;
    return status;
}

/* Lays a layout drawn by the frontier programme. */
static void place_drawn(bship_board *board, bship_rng *rng)
{
    const struct drawer *drawer = board->drawer;
    bsi_frontier_draw(drawer->frontier, &drawer->evidence, rng, drawer->drawn);
    for (int32_t i = 0; i < board->rules->fleet->count; i++) {
        const bship_placement *drawn = &drawer->drawn[i];
        bship_cell first = { drawn->x, drawn->y };
        bsi_placement placement =
            bsi_placement_of(0, drawn->orientation, bsi_position(board->rules, first));
        bsi_layout_place(&board->layout, drawn->ship, placement);
    }
}

/* ---- laying ---- */

static bship_status draw_layout(bship_board *board, bship_rng *rng, int64_t work, int32_t *method)
{
    int64_t tries = work < TRIES ? work : TRIES;
    bship_status status = BSHIP_OK;
    *method = BSHIP_DRAW_UNIFORM;
    if (work >= LIMIT_MIN && !board->has_drawn)
        status = try_drawing(board);
    if (status)
        return status;
    if (work >= LIMIT_MIN && board->drawer) {
        place_drawn(board, rng);
        return BSHIP_OK;
    }
    work -= tries;
    status = bsi_layout_draw(&board->layout, rng, &tries);
    if (status == BSHIP_OK || work == 0)
        return status;
    *method = BSHIP_DRAW_SEARCHED;
    return bsi_layout_search(&board->layout, rng, &work, board->scratch);
}

bship_status bship_board_place_random(bship_board *board, bship_rng *rng, int64_t work_limit,
                                      int32_t *method)
{
    int32_t how = 0;
    if (!board || !rng)
        return BSHIP_ERROR_ARGUMENT;
    if (work_limit < 0)
        return BSHIP_ERROR_RANGE;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    bsi_board_remove(board);
    bship_status status = draw_layout(board, rng, work_limit ? work_limit : INT64_MAX, &how);
    if (status) {
        bsi_board_restore(board);
        return status;
    }
    board->placed = board->rules->fleet->count;
    if (method)
        *method = how;
    return BSHIP_OK;
}
