/* Heat maps in line mode; see advising.h. */
#include "battleship/lines/advising.h"

#include "battleship/talk/words.h"
#include "common/board_cells.h"
#include "common/heat_map.h"

void advising_print_map(const struct lines *lines, const bship_chart *chart, const double *grid)
{
    const bship_rules *rules = bship_chart_rules(chart);
    size_t best[ADVICE_BEST];
    size_t count = advice_best(grid, board_cells(rules), best, ADVICE_BEST);
    bship_cell cells[ADVICE_BEST];
    char text[ADVICE_BEST * (BSHIP_CELL_TEXT_SIZE + CHANCE_SIZE + 2)];
    for (size_t i = 0; i < count; i++)
        cells[i] = board_cell(rules, best[i]);
    if (!lines->is_spoken)
        heat_map_print(lines_out(lines), chart, grid, lines->grid.has_colour);
    words_of_chances(rules, cells, count, grid, text, sizeof text);
    lines_say(lines, "Likeliest: %s.", text);
}
