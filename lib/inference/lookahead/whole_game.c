/* Solving the game of a small board from its first shot on; see whole_game.h. */
#include "inference/lookahead/whole_game.h"

#include <battleship/chart.h>

/* What the solution needs until it is found. */
struct workspace {
    bship_chart *chart;
    bship_posterior *posterior;
    bsi_layout_set set;
    bsi_optimum optimum;
    uint32_t *order; /* all free cells */
    void *block;
    size_t block_size;
};

void bsi_whole_game_free(bsi_whole_game *game, const bship_allocator *allocator)
{
    bsi_optimum_table_free(&game->table, allocator);
}

static void carve(struct workspace *own, bsi_arena *arena)
{
    const bsi_evidence *evidence = &own->posterior->evidence;
    bsi_layout_set_carve(&own->set, evidence, arena);
    own->order = bsi_arena_take(arena, evidence->rules->free_count, sizeof *own->order);
}

/*
 * Makes the posterior of an empty chart, and room for its set: OK, WORK_LIMIT, CANCELLED or MEMORY.
 */
static bship_status open_workspace(struct workspace *own, const bship_rules *rules,
                                   const bsi_whole_game_limits *limits, bsi_work_budget *budget)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_status status = bship_chart_new(&own->chart, rules, NULL, NULL);
    if (!status)
        status = bsi_posterior_make(&own->posterior, rules, &options, budget);
    if (!status)
        status = bsi_evidence_read(&own->posterior->evidence, own->chart, budget);
    if (status)
        return status;
    bsi_arena arena = { NULL, 0 };
    carve(own, &arena);
    own->block_size = arena.used;
    own->block = bsi_alloc(&rules->allocator, own->block_size, 1);
    if (!own->block)
        return BSHIP_ERROR_MEMORY;
    arena = (bsi_arena){ own->block, 0 };
    carve(own, &arena);
    bsi_layout_set_open(&own->set);
    bsi_optimum_open(&own->optimum, &own->set, limits->entries);
    return BSHIP_OK;
}

static void close_workspace(struct workspace *own, const bship_rules *rules)
{
    if (own->block) {
        bsi_optimum_close(&own->optimum);
        bsi_layout_set_close(&own->set);
        bsi_free(&rules->allocator, own->block, own->block_size, 1);
    }
    bship_posterior_free(own->posterior);
    bship_chart_free(own->chart);
}

/* How many layouts a game may have to be tried: the more cells, the fewer. */
static uint32_t layouts_max(const bship_rules *rules)
{
    uint32_t cells = rules->free_count;
    return BSI_OPTIMUM_LAYOUTS_SMALL >> (cells > 16 ? (cells - 16) / 4 : 0);
}

/* Lists all layouts: OK, WORK_LIMIT, CANCELLED or MEMORY. */
static bship_status list_layouts(struct workspace *own, const bship_rules *rules,
                                 bsi_work_budget *budget)
{
    uint32_t cells = 0;
    for (int32_t y = 0; y < rules->height; y++) {
        for (int32_t x = 0; x < rules->width; x++) {
            uint32_t position = bsi_position(rules, (bship_cell){ x, y });
            if (!rules->blocked[position])
                own->order[cells++] = position;
        }
    }
    bship_status status =
        bsi_layout_set_list(&own->set, own->posterior, layouts_max(rules), budget);
    return status ? status : bsi_layout_set_index(&own->set, own->order, budget);
}

static bship_status solve(struct workspace *own, const bship_rules *rules,
                          const bsi_whole_game_limits *limits, bsi_work_budget *budget)
{
    uint32_t cell;
    int64_t misses;
    bship_status status = open_workspace(own, rules, limits, budget);
    if (!status && !own->set.is_supported)
        return BSHIP_ERROR_UNSUPPORTED;
    if (!status)
        status = list_layouts(own, rules, budget);
    if (status)
        return status;
    return bsi_optimum_solve(&own->optimum, INT32_MAX, &cell, &misses, budget);
}

bship_status bsi_whole_game_solve(bsi_whole_game *game, const bship_rules *rules,
                                  const bsi_whole_game_limits *limits,
                                  const bsi_work_budget *budget)
{
    bool is_known = game->is_solved || (game->is_tried && limits->steps <= game->steps);
    if (is_known || rules->free_count > BSI_OPTIMUM_SMALL_BOARD)
        return BSHIP_OK;
    struct workspace own = { .chart = NULL };
    bsi_work_budget part = bsi_work_unlimited(budget->progress, budget->user);
    part.is_finishing = budget->is_finishing;
    part.limit = limits->steps;
    bship_status status = solve(&own, rules, limits, &part);
    if (!status) {
        game->table = own.optimum.table;
        own.optimum.table = (bsi_optimum_table){ .used = 0 };
        game->is_solved = true;
    }
    close_workspace(&own, rules);
    if (status == BSHIP_ERROR_CANCELLED || status == BSHIP_ERROR_MEMORY)
        return status;
    game->is_tried = true;
    game->steps = game->is_solved ? part.done : limits->steps;
    return BSHIP_OK;
}
