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
#include "inference/frontier.h"
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
    bship_internal_evidence evidence;
    bship_internal_frontier *frontier;
    bship_placement *drawn; /* room for a layout */
    max_align_t block[];
};

/* ---- the drawer ---- */

static void drawer_free(void *made, const bship_allocator *allocator)
{
    struct drawer *drawer = made;
    bship_internal_frontier_free(drawer->frontier);
    bship_internal_free(allocator, drawer, drawer->size, 1);
}

static void lay_out(struct drawer *drawer, const bship_rules *rules,
                    const bship_internal_alike *alike, bship_internal_arena *arena)
{
    bship_internal_evidence_layout(&drawer->evidence, rules, alike, 0, arena);
    drawer->drawn =
        bship_internal_arena_take(arena, (size_t)rules->fleet->count, sizeof *drawer->drawn);
}

static struct drawer *drawer_alloc(const bship_rules *rules)
{
    struct drawer measured = { .frontier = NULL };
    bship_internal_arena arena = { NULL, 0 };
    bship_internal_alike alike;
    bship_internal_effort effort = bship_internal_effort_unlimited(NULL, NULL);
    (void)bship_internal_alike_find(&alike, rules, NULL, &effort);
    lay_out(&measured, rules, &alike, &arena);
    size_t size = sizeof measured + arena.used;
    struct drawer *drawer = bship_internal_alloc(&rules->allocator, size, 1);
    if (!drawer)
        return NULL;
    drawer->size = size;
    arena = (bship_internal_arena){ (unsigned char *)drawer->block, 0 };
    lay_out(drawer, rules, &alike, &arena);
    return drawer;
}

/* Counts the layouts of an empty chart: OK; MEMORY; else they are beyond counting. */
static bship_status prepare(struct drawer *drawer, bship_rules *rules)
{
    bship_chart *chart = NULL;
    bship_status status = bship_chart_new(&chart, rules);
    if (status)
        return status;
    bship_internal_effort effort = { .limit = PREPARE_MAX };
    double steps = 0;
    status = bship_internal_evidence_read(&drawer->evidence, chart, &effort);
    bship_chart_free(chart);
    if (!status)
        status = bship_internal_frontier_estimate(&drawer->evidence, &effort, &steps, NULL);
    if (!status && steps > PREPARE_MAX)
        status = BSHIP_ERROR_WORK_LIMIT;
    if (status)
        return status;
    status = bship_internal_frontier_new(&drawer->frontier, &rules->allocator, MEMORY_MAX);
    return status ? status
                  : bship_internal_frontier_prepare(drawer->frontier, &drawer->evidence, &effort);
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
    bship_status status = bship_internal_layout_draw(&board->layout, &rng, &tries);
    bship_internal_layout_clear(&board->layout);
    if (status)
        status = make_drawer(board);
    board->has_drawn = status == BSHIP_OK;
    return status;
}

/* Lays a layout drawn by the frontier programme. */
static void lay_drawn(bship_board *board, bship_rng *rng)
{
    const struct drawer *drawer = board->drawer;
    bship_internal_frontier_draw(drawer->frontier, &drawer->evidence, rng, drawer->drawn);
    for (int32_t i = 0; i < board->rules->fleet->count; i++) {
        const bship_placement *drawn = &drawer->drawn[i];
        bship_cell first = { drawn->x, drawn->y };
        bship_internal_spot spot = { bship_internal_position(board->rules, first),
                                     drawn->orientation };
        bship_internal_layout_put(&board->layout, drawn->ship, spot);
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
        lay_drawn(board, rng);
        return BSHIP_OK;
    }
    work -= tries;
    status = bship_internal_layout_draw(&board->layout, rng, &tries);
    if (status == BSHIP_OK || work == 0)
        return status;
    *method = BSHIP_DRAW_SEARCHED;
    return bship_internal_layout_search(&board->layout, rng, &work, board->scratch);
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
    bship_internal_board_lift(board);
    bship_status status = draw_layout(board, rng, work_limit ? work_limit : INT64_MAX, &how);
    if (status) {
        bship_internal_board_restore(board);
        return status;
    }
    board->laid = board->rules->fleet->count;
    if (method)
        *method = how;
    return BSHIP_OK;
}
