/* The two colours of the board; see chequerboard.h. */
#include "strategy/chequerboard.h"

#include <string.h>

void bsi_chequerboard_carve(bsi_chequerboard *board, const bship_rules *rules, bsi_arena *arena)
{
    for (int i = 0; i < 2; i++)
        board->colours[i] = bsi_arena_set(arena, rules);
}

bship_status bsi_chequerboard_start(bsi_chequerboard *board, const bship_rules *rules,
                                    bsi_draws *draws, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int i = 0; i < 2; i++) {
        board->colours[i].count = 0;
        memset(board->colours[i].where, 0, rules->positions * sizeof *board->colours[i].where);
    }
    uint32_t first = bsi_draws_below(draws, 2);
    for (uint32_t i = 0; !status && i < rules->free_count; i++) {
        status = bsi_work_charge_at(budget, i, rules->free_count, 8);
        uint32_t position = rules->free_cells[i];
        bship_cell cell = bsi_cell(rules, position);
        bsi_cell_set_add(&board->colours[((uint32_t)cell.x + (uint32_t)cell.y + first) % 2],
                         position);
    }
    return status;
}

void bsi_chequerboard_remove(bsi_chequerboard *board, uint32_t position)
{
    for (int i = 0; i < 2; i++)
        bsi_cell_set_take(&board->colours[i], position);
}

uint32_t bsi_chequerboard_draw(const bsi_chequerboard *board, const bsi_view *view)
{
    uint32_t position = bsi_draw_any(view, &board->colours[0]);
    return position ? position : bsi_draw_any(view, &board->colours[1]);
}
