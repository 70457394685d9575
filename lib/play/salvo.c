/* Aiming and firing salvos; see salvo.h. */
#include "play/salvo.h"

#include "base/memory.h"
#include "model/board.h"
#include "model/chart.h"

bship_status bsi_salvo_new(bsi_salvo *salvo, const bship_rules *rules, size_t capacity)
{
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    salvo->capacity = capacity;
    salvo->cells = bsi_alloc(allocator, salvo->capacity, sizeof *salvo->cells);
    salvo->reports = bsi_alloc(allocator, salvo->capacity, sizeof *salvo->reports);
    salvo->sunk_of = bsi_alloc(allocator, ships, sizeof *salvo->sunk_of);
    salvo->hits_of = bsi_alloc(allocator, ships, sizeof *salvo->hits_of);
    if (!salvo->cells || !salvo->reports || !salvo->sunk_of || !salvo->hits_of)
        return BSHIP_ERROR_MEMORY;
    return BSHIP_OK;
}

void bsi_salvo_free(bsi_salvo *salvo, const bship_rules *rules)
{
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    bsi_free(allocator, salvo->cells, salvo->capacity, sizeof *salvo->cells);
    bsi_free(allocator, salvo->reports, salvo->capacity, sizeof *salvo->reports);
    bsi_free(allocator, salvo->sunk_of, ships, sizeof *salvo->sunk_of);
    bsi_free(allocator, salvo->hits_of, ships, sizeof *salvo->hits_of);
}

bship_status bsi_salvo_aim(bsi_salvo *salvo, bship_ai *ai, const bship_chart *chart,
                           const bship_aim_options *options, size_t count)
{
    if (count == 1)
        return bship_ai_aim(ai, chart, options, salvo->cells);
    return bship_ai_aim_salvo(ai, chart, options, salvo->cells, count);
}

bship_status bsi_salvo_fire(bsi_salvo *salvo, const bship_cell *cells, size_t count,
                            bship_board *board, bship_chart *chart, bship_error *error)
{
    bship_total total = bsi_total_over(chart->rules, salvo->sunk_of, salvo->hits_of);
    bship_status status;
    size_t fired;
    if (bsi_reports_totals(chart->rules)) {
        status = bship_board_fire_total(board, cells, count, &total, &fired, error);
        return status ? status : bship_chart_record_total(chart, cells, fired, &total, error);
    }
    if (count > 1) {
        status = bship_board_fire_salvo(board, cells, count, salvo->reports, &fired, error);
        return status ? status
                      : bship_chart_record_turn(chart, cells, fired, salvo->reports, error);
    }
    /* One shot is the usual case, and the calls for one are faster. */
    bship_cell cell = *cells;
    status = bship_board_fire(board, cell, salvo->reports, error);
    return status ? status : bship_chart_record(chart, cell, salvo->reports, error);
}

void bsi_salvo_repeat(bsi_salvo *salvo, const bship_chart *chart, uint32_t turn, bship_board *board)
{
    bship_total total = bsi_total_over(chart->rules, salvo->sunk_of, salvo->hits_of);
    uint32_t first = chart->turns[turn].first_shot;
    size_t fired, count = bsi_turn_end(chart, turn) - first;
    for (size_t i = 0; i < count; i++)
        salvo->cells[i] = bsi_cell(chart->rules, chart->shots[first + i].position);
    if (bsi_reports_totals(chart->rules))
        bship_board_fire_total(board, salvo->cells, count, &total, &fired, NULL);
    else
        bship_board_fire_salvo(board, salvo->cells, count, salvo->reports, &fired, NULL);
}
