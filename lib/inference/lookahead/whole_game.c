/* Solving the game of a small board from its first shot on; see whole_game.h. */
#include "inference/lookahead/whole_game.h"

#include <battleship/chart.h>

/* The memory of a search. */
struct workspace {
    bship_chart *chart;
    bship_posterior *posterior;
    bsi_layout_set set;
    bsi_optimum optimum;
    void *block;
    size_t block_size;
};

void bsi_whole_game_free(bsi_whole_game *game, const bship_allocator *allocator)
{
    bsi_optimum_table_free(&game->table, allocator);
}

/*
 * Makes the posterior of an empty chart, and memory for its set: OK, WORK_LIMIT, CANCELLED or
 * MEMORY.
 */
static bship_status open_workspace(struct workspace *workspace, const bship_rules *rules,
                                   const bsi_whole_game_limits *limits, bsi_work_budget *budget)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_status status = bship_chart_new(&workspace->chart, rules, NULL, NULL);
    if (!status)
        status = bsi_posterior_make(&workspace->posterior, rules, &options, NULL, budget);
    if (!status)
        status = bsi_evidence_read(&workspace->posterior->evidence, workspace->chart, budget);
    if (status)
        return status;
    const bsi_evidence *evidence = &workspace->posterior->evidence;
    bsi_arena arena = { NULL, 0 };
    bsi_layout_set_carve(&workspace->set, evidence, &arena);
    workspace->block_size = arena.used;
    workspace->block = bsi_alloc(&rules->allocator, workspace->block_size, 1);
    if (!workspace->block)
        return BSHIP_ERROR_MEMORY;
    arena = (bsi_arena){ workspace->block, 0 };
    bsi_layout_set_carve(&workspace->set, evidence, &arena);
    bsi_layout_set_open(&workspace->set);
    bsi_optimum_open(&workspace->optimum, &workspace->set, limits->entries);
    return BSHIP_OK;
}

static void close_workspace(struct workspace *workspace, const bship_rules *rules)
{
    if (workspace->block) {
        bsi_optimum_close(&workspace->optimum);
        bsi_layout_set_close(&workspace->set);
        bsi_free(&rules->allocator, workspace->block, workspace->block_size, 1);
    }
    bship_posterior_free(workspace->posterior);
    bship_chart_free(workspace->chart);
}

/* Lists all layouts: OK, WORK_LIMIT, CANCELLED or MEMORY. */
static bship_status list_layouts(struct workspace *workspace, const bship_rules *rules,
                                 bsi_work_budget *budget)
{
    /* A search takes longer the more cells there are: above 16, half the layouts for every 4. */
    uint32_t count = rules->free_count;
    uint32_t most = BSI_OPTIMUM_LAYOUTS_SMALL >> (count > 16 ? (count - 16) / 4 : 0);
    bship_status status = bsi_layout_set_list(&workspace->set, workspace->posterior, most, budget);
    return status ? status : bsi_layout_set_index(&workspace->set, rules->free_cells, budget);
}

static bship_status solve(struct workspace *workspace, const bship_rules *rules,
                          const bsi_whole_game_limits *limits, bsi_work_budget *budget)
{
    uint32_t cell;
    int64_t misses;
    bship_status status = open_workspace(workspace, rules, limits, budget);
    if (!status && !workspace->set.is_supported)
        return BSHIP_ERROR_UNSUPPORTED;
    if (!status)
        status = list_layouts(workspace, rules, budget);
    if (status)
        return status;
    return bsi_optimum_solve(&workspace->optimum, INT32_MAX, &cell, &misses, budget);
}

bship_status bsi_whole_game_solve(bsi_whole_game *game, const bship_rules *rules,
                                  const bsi_whole_game_limits *limits,
                                  const bsi_work_budget *budget)
{
    bool is_known = game->is_solved || (game->is_tried && limits->steps <= game->steps);
    if (is_known || rules->free_count > BSI_OPTIMUM_SMALL_BOARD)
        return BSHIP_OK;
    struct workspace workspace = { .chart = NULL };
    bsi_work_budget part = bsi_work_unlimited(budget->progress, budget->user);
    part.is_finishing = budget->is_finishing;
    part.limit = limits->steps;
    bship_status status = solve(&workspace, rules, limits, &part);
    if (!status) {
        game->table = workspace.optimum.table;
        workspace.optimum.table = (bsi_optimum_table){ .used = 0 };
        game->is_solved = true;
    }
    close_workspace(&workspace, rules);
    if (status == BSHIP_ERROR_CANCELLED || status == BSHIP_ERROR_MEMORY)
        return status;
    game->is_tried = true;
    game->steps = game->is_solved ? part.done : limits->steps;
    return BSHIP_OK;
}
