/* What a bot is told of a chart; see chart_text.h. */
#include "engine/chart_text.h"

#include <stdlib.h>

#include <battleship/notation.h>

#include "engine/protocol.h"

/* The line holds every report, as chart_text_fits() says. */
bool chart_text_append_turn(struct text *text, const bship_chart *chart, int64_t turn)
{
    const bship_rules *rules = bship_chart_rules(chart);
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
    bship_turn described = BSHIP_TURN_INIT;
    bship_chart_turn(chart, turn, &described);
    size_t count = (size_t)described.shots;
    bship_cell *cells = calloc(count, sizeof *cells);
    bship_report *reports = calloc(count, sizeof *reports);
    int32_t *numbers = calloc(2 * ships, sizeof *numbers);
    char *line = malloc(PROTOCOL_LINE_MAX);
    bship_total total = { sizeof total, 0, -1, numbers, numbers + ships, ships };
    bool is_done = cells && reports && numbers && line;
    if (is_done) {
        for (size_t i = 0; i < count; i++)
            bship_chart_shot(chart, described.first_shot + (int64_t)i, &cells[i], &reports[i]);
        if (described.is_total)
            bship_chart_total(chart, turn, &total);
        bship_turn_format(rules, cells, count, reports, &total, line, PROTOCOL_LINE_MAX);
        is_done = text_append_string(text, "report ") && text_append_string(text, line) &&
                  text_append_string(text, "\n");
    }
    free(cells);
    free(reports);
    free(numbers);
    free(line);
    return is_done;
}

bool chart_text_append_water(struct text *text, const bship_chart *chart, uint8_t *sent)
{
    enum {
        CELLS_A_LINE = 1000
    };
    const bship_rules *rules = bship_chart_rules(chart);
    int32_t width = bship_rules_width(rules), cells = width * bship_rules_height(rules);
    int count = 0;
    bool is_appended = true;
    for (int32_t i = 0; i < cells && is_appended; i++) {
        char name[BSHIP_CELL_TEXT_SIZE];
        bship_cell cell = { i % width, i / width };
        if (sent[i] || bship_chart_state_at(chart, cell) != BSHIP_CHART_STATE_KNOWN_WATER)
            continue;
        sent[i] = 1;
        bship_cell_format(cell, name, sizeof name);
        is_appended = text_append_string(text, count == 0 ? "water " : ", ") &&
                      text_append_string(text, name);
        count++;
        if (count == CELLS_A_LINE && is_appended) {
            is_appended = text_append_string(text, "\n");
            count = 0;
        }
    }
    return is_appended && (count == 0 || text_append_string(text, "\n"));
}

bool chart_text_fits(const bship_rules *rules)
{
    enum {
        /* A shot's part of a total at most: `AMJ1024, 1 hit "NAME", sunk "NAME", `. */
        SHOT_MAX = BSHIP_CELL_TEXT_SIZE + 2 * (BSHIP_NAME_MAX + 12)
    };
    return bship_rules_shots_due(rules, NULL, NULL) <= PROTOCOL_LINE_MAX / SHOT_MAX;
}
