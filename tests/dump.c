/* Dumps: the results of all queries of an object as one text. */
#include <stdio.h>
#include <stdlib.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/hash.h>

#include "support.h"

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (text->length + (size_t)length + 1 > text->capacity) {
        text->capacity = 2 * (text->length + (size_t)length + 1);
        text->data = realloc(text->data, text->capacity);
        cr_assert_not_null(text->data, "no memory for a text");
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){ NULL, 0, 0 };
}

struct text board_dump(const bship_board *board)
{
    struct text text = { NULL, 0, 0 };
    const bship_rules *rules = bship_board_rules(board);

    text_add(&text, "complete %d defeated %d shots %lld afloat %d\n",
             bship_board_is_complete(board), bship_board_is_defeated(board),
             (long long)bship_board_shots(board), (int)bship_board_ships_afloat(board));
    for (int32_t ship = 0; ship < bship_fleet_count(bship_rules_fleet(rules)); ship++) {
        bship_placement at = { -1, -1, -1, -1 };
        bship_status status = bship_board_placement(board, ship, &at);
        text_add(&text, "ship %d: %s %d %d %d %d, hits %d\n", (int)ship,
                 bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status), (int)at.ship, (int)at.x,
                 (int)at.y, (int)at.orientation, (int)bship_board_hits_of_ship(board, ship));
    }
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        text_add(&text, "cell %d,%d: %d %d %s\n", (int)cell.x, (int)cell.y,
                 (int)bship_board_state_at(board, cell), (int)bship_board_ship_at(board, cell),
                 bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)bship_board_check_fire(board, cell)));
    }
    return text;
}

static void dump_report(struct text *text, const bship_report *report)
{
    text_add(text, "%d/%d/%d", (int)report->result, (int)report->ship, (int)report->length);
    if (report->is_shown)
        text_add(text, " at %d,%d/%d", (int)report->x, (int)report->y, (int)report->orientation);
}

static void dump_total(struct text *text, const bship_chart *chart, int64_t turn)
{
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(bship_chart_rules(chart)));
    bship_total total = BSHIP_TOTAL_INIT;

    total.sunk_of = calloc(ships, sizeof *total.sunk_of);
    total.capacity = ships;
    total.hits_of = calloc(ships, sizeof *total.hits_of);
    assert_ok(bship_chart_total(chart, turn, &total), "turn %lld", (long long)turn);
    text_add(text, " total: hits %d, sunk %d;", (int)total.hits, (int)total.sunk);
    for (size_t i = 0; i < ships; i++)
        text_add(text, " %d/%d", (int)total.sunk_of[i], (int)total.hits_of[i]);
    text_add(text, "\n");
    free(total.sunk_of);
    free(total.hits_of);
}

static void dump_log(struct text *text, const bship_chart *chart)
{
    for (int64_t i = 0; i < bship_chart_turns(chart); i++) {
        bship_turn turn = BSHIP_TURN_INIT;
        assert_ok(bship_chart_turn(chart, i, &turn), "turn %lld", (long long)i);
        text_add(text, "turn from %lld: %d, total %d, hash %llx\n", (long long)turn.first_shot,
                 (int)turn.shots, (int)turn.is_total,
                 (unsigned long long)bship_chart_hash(chart, i + 1));
        if (turn.is_total)
            dump_total(text, chart, i);
    }
    for (int64_t i = 0; i < bship_chart_shots(chart); i++) {
        bship_report report = BSHIP_REPORT_INIT;
        bship_cell cell = { -1, -1 };
        assert_ok(bship_chart_shot(chart, i, &cell, &report), "shot %lld", (long long)i);
        text_add(text, "shot %d,%d: ", (int)cell.x, (int)cell.y);
        dump_report(text, &report);
        text_add(text, "\n");
    }
}

static void dump_sinkings(struct text *text, const bship_chart *chart)
{
    for (int32_t i = 0; i < bship_chart_sinkings(chart); i++) {
        bship_sinking s = BSHIP_SINKING_INIT;
        assert_ok(bship_chart_sinking(chart, i, &s), "sinking %d", (int)i);
        text_add(text, "sinking %lld at %d,%d: ship %d length %d settled %d at %d: %d,%d %d\n",
                 (long long)s.shot, (int)s.cell.x, (int)s.cell.y, (int)s.ship, (int)s.length,
                 (int)s.is_settled, (int)s.placement.ship, (int)s.placement.x, (int)s.placement.y,
                 (int)s.placement.orientation);
    }
}

static void dump_changes(struct text *text, const bship_chart *chart)
{
    size_t count = bship_chart_changes(chart, NULL, 0);
    bship_cell *cells = calloc(count + 1, sizeof *cells);
    cr_assert_eq(bship_chart_changes(chart, cells, count), count, "the changes");
    for (size_t i = 0; i < count; i++)
        text_add(text, "changed %d,%d\n", (int)cells[i].x, (int)cells[i].y);
    free(cells);
}

struct text chart_dump(const bship_chart *chart)
{
    struct text text = { NULL, 0, 0 };
    const bship_rules *rules = bship_chart_rules(chart);
    const bship_fleet *fleet = bship_rules_fleet(rules);

    text_add(&text, "wasted %lld untried %d hits %d afloat %d defeated %d hash %llx\n",
             (long long)wasted_shots(chart), (int)bship_chart_unknown(chart),
             (int)bship_chart_hits(chart), (int)bship_chart_ships_afloat(chart),
             bship_chart_is_defeated(chart), (unsigned long long)bship_chart_hash(chart, 0));
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++)
        text_add(&text, "ship %d: afloat of its length %d, of its name %d\n", (int)ship,
                 (int)bship_chart_ships_afloat_of_class(
                     chart, class_of_length(fleet, bship_fleet_length(fleet, ship))),
                 (int)bship_chart_ships_afloat_of_name(chart, ship));
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        text_add(&text, "cell %d,%d: %d %d %s\n", (int)cell.x, (int)cell.y,
                 (int)bship_chart_state_at(chart, cell), (int)bship_chart_hit_state_at(chart, cell),
                 bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)bship_chart_check_fire(chart, cell)));
    }
    dump_log(&text, chart);
    dump_sinkings(&text, chart);
    dump_changes(&text, chart);
    return text;
}

static void dump_grids(struct text *text, const bship_posterior *posterior,
                       const bship_fleet *fleet)
{
    size_t cells = bship_posterior_occupancy(posterior, NULL, 0);
    double *grid = calloc(cells + 1, sizeof *grid), *errors = calloc(cells + 1, sizeof *errors);

    bship_posterior_occupancy(posterior, grid, cells);
    bship_posterior_standard_error(posterior, errors, cells);
    for (size_t i = 0; i < cells; i++)
        text_add(text, "item %zu: %a error %a\n", i, grid[i], errors[i]);
    for (int32_t k = 0; k < bship_fleet_class_count(fleet); k++) {
        int32_t length = bship_fleet_class_length(fleet, k);
        bship_posterior_occupancy_of_class(posterior, k, grid, cells);
        for (size_t i = 0; i < cells; i++)
            text_add(text, "item %zu, length %d: %a\n", i, (int)length, grid[i]);
    }
    free(grid);
    free(errors);
}

static void dump_forecast(struct text *text, const bship_posterior *posterior, bship_cell cell)
{
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    bship_status status = bship_posterior_forecast(posterior, cell, &forecast);

    text_add(text, "cell %d,%d: %s %a %a %a entropy %a\n", (int)cell.x, (int)cell.y,
             bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status), forecast.miss, forecast.hit,
             forecast.sunk, forecast.entropy);
}

struct text posterior_dump(const bship_posterior *posterior, const bship_rules *rules)
{
    struct text text = { NULL, 0, 0 };
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_status status = bship_posterior_describe(posterior, &info);
    const bship_fleet *fleet = bship_rules_fleet(rules);
    size_t length = bship_posterior_format_layouts(posterior, NULL, 0);
    size_t unknown = bship_posterior_best(posterior, NULL, 0);
    char *layouts = calloc(length + 1, 1);
    bship_cell *best = calloc(unknown + 1, sizeof *best);

    text_add(&text, "%s: method %d exact %d labelled %d layouts %a log2 %a error %a sample %a\n",
             bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status), (int)info.method,
             (int)info.is_exact, (int)info.is_labelled, info.layouts, info.log2_layouts,
             info.layouts_error, info.effective_sample_size);
    bship_posterior_format_layouts(posterior, layouts, length + 1);
    text_add(&text, "layouts \"%s\"\n", layouts);
    dump_grids(&text, posterior, fleet);
    for (int32_t i = 0; i < cell_count(rules); i++)
        dump_forecast(&text, posterior, cell_at(rules, i));
    bship_posterior_best(posterior, best, unknown);
    for (size_t i = 0; i < unknown; i++)
        text_add(&text, "best %zu: %d,%d\n", i, (int)best[i].x, (int)best[i].y);
    free(layouts);
    free(best);
    return text;
}

struct text record_text_of(const bship_record *record)
{
    struct text text = { NULL, 0, 0 };

    text.length = bship_record_format(record, NULL, 0);
    text.capacity = text.length + 1;
    text.data = malloc(text.capacity);
    cr_assert_not_null(text.data, "no memory for a text");
    cr_assert_eq(bship_record_format(record, text.data, text.capacity), text.length, "the length");
    return text;
}

/* The line of a text that contains a byte. */
static void line_at(const struct text *text, size_t at, char *line, size_t capacity)
{
    size_t start = at < text->length ? at : text->length, end;

    while (start > 0 && text->data[start - 1] != '\n')
        start--;
    end = start;
    while (end < text->length && text->data[end] != '\n')
        end++;
    snprintf(line, capacity, "%.*s", (int)(end - start), text->data + start);
}

void assert_same(struct text before, struct text after, const char *what)
{
    char old_line[256], new_line[256];
    size_t at = 0;

    while (at < before.length && at < after.length && before.data[at] == after.data[at])
        at++;
    line_at(&before, at, old_line, sizeof old_line);
    line_at(&after, at, new_line, sizeof new_line);
    cr_assert(before.length == after.length && at == before.length, "%s: was \"%s\", is \"%s\"",
              what, old_line, new_line);
    text_free(&before);
    text_free(&after);
}

static void dump_entry(struct text *text, const bship_game *game, int64_t i)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_cell cells[64];
    bship_report reports[64];

    assert_ok(bship_game_log_entry(game, i, &entry), "entry %lld", (long long)i);
    text_add(text,
             "entry %lld round %lld turn %lld.%d side %d chart %lld from %lld %d shots %d %d:",
             (long long)entry.entry, (long long)entry.round, (long long)entry.turn, (int)entry.part,
             (int)entry.side, (long long)entry.chart_turn, (long long)entry.first_shot,
             (int)entry.shots, (int)entry.is_total, (int)entry.is_awaited);
    size_t count = bship_game_log_shots(game, i, cells, reports, 64);
    for (size_t k = 0; k < count && k < 64; k++) {
        text_add(text, " %d,%d=", (int)cells[k].x, (int)cells[k].y);
        dump_report(text, &reports[k]);
    }
    text_add(text, "\n");
}

struct text game_dump(const bship_game *game)
{
    struct text text = { NULL, 0, 0 };
    int64_t entries = bship_game_log_length(game) + (bship_game_pending(game, NULL, 0) > 0);

    text_add(&text, "phase %d to move %d began %d due %d round %lld outcome %d reason %d\n",
             (int)bship_game_phase(game), (int)bship_game_to_move(game),
             (int)bship_game_began(game), (int)bship_game_shots_due(game),
             (long long)bship_game_round(game), (int)bship_game_outcome(game),
             (int)bship_game_end_reason(game));
    for (int64_t i = 0; i < entries; i++)
        dump_entry(&text, game, i);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        struct text chart = chart_dump(bship_game_chart(game, side));
        text_add(&text, "%s", chart.data);
        text_free(&chart);
    }
    return text;
}

struct text game_and_boards_dump(const bship_game *game)
{
    struct text text = game_dump(game);

    text_add(&text, "seed %llx\n", (unsigned long long)bship_game_seed(game));
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (!bship_game_board(game, side))
            continue;
        struct text board = board_dump(bship_game_board(game, side));
        text_add(&text, "%s", board.data);
        text_free(&board);
    }
    return text;
}
