/* The two colours of the board: a set of cells for each. */
#include "strategy/chequerboard.h"

#include <string.h>

void bship_internal_chequerboard_layout(bship_internal_chequerboard *board,
                                        const bship_rules *rules, bship_internal_arena *arena)
{
    for (int i = 0; i < 2; i++)
        board->colours[i] = bship_internal_arena_set(arena, rules);
}

void bship_internal_chequerboard_start(bship_internal_chequerboard *board, const bship_rules *rules,
                                       bship_internal_draws *draws)
{
    for (int i = 0; i < 2; i++) {
        board->colours[i].count = 0;
        memset(board->colours[i].where, 0, rules->positions * sizeof *board->colours[i].where);
    }
    uint32_t first = bship_internal_draws_below(draws, 2);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_cell cell = bship_internal_cell(rules, position);
        bship_internal_cell_set_add(
            &board->colours[((uint32_t)cell.x + (uint32_t)cell.y + first) % 2], position);
    }
}

void bship_internal_chequerboard_take(bship_internal_chequerboard *board, uint32_t position)
{
    for (int i = 0; i < 2; i++)
        bship_internal_cell_set_take(&board->colours[i], position);
}

uint32_t bship_internal_chequerboard_draw(const bship_internal_chequerboard *board,
                                          const bship_internal_view *view)
{
    uint32_t position = bship_internal_draw_any(view, &board->colours[0]);
    return position ? position : bship_internal_draw_any(view, &board->colours[1]);
}
