/* What a bot is told of a chart; see chart_text.h. */
#include "engine/chart_text.h"

#include <stdlib.h>

#include <battleship/notation.h>

#include "engine/protocol.h"

/* The shots of a turn and what was reported of them. */
struct told_turn {
    bship_cell *cells;
    bship_report *reports;
    int32_t *numbers; /* the two arrays of the total */
    bship_total total;
    size_t count;
};

static void free_turn(struct told_turn *turn)
{
    free(turn->cells);
    free(turn->reports);
    free(turn->numbers);
}

/* Reads a turn of a chart; false: out of memory. */
static bool read_turn(struct told_turn *out, const bship_chart *chart, int64_t number)
{
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(bship_chart_rules(chart)));
    bship_turn turn = BSHIP_TURN_INIT;
    bship_chart_turn(chart, number, &turn);
    out->count = (size_t)turn.shots;
    out->cells = calloc(out->count, sizeof(*out->cells));
    out->reports = calloc(out->count, sizeof(*out->reports));
    out->numbers = calloc(2 * ships, sizeof(*out->numbers));
    if (out->cells == NULL || out->reports == NULL || out->numbers == NULL)
        return false;
    for (size_t i = 0; i < out->count; i++)
        bship_chart_shot(chart, turn.first_shot + (int64_t)i, &out->cells[i], &out->reports[i]);
    out->total = (bship_total){ sizeof(out->total), 0, -1, out->numbers, out->numbers + ships,
                                (size_t)ships };
    if (turn.is_total)
        bship_chart_total(chart, number, &out->total);
    return true;
}

/* Appends what the rules' notation makes of a turn. */
static bool append_notation(struct text *text, const bship_rules *rules,
                            const struct told_turn *turn)
{
    size_t length =
        bship_turn_format(rules, turn->cells, turn->count, turn->reports, &turn->total, NULL, 0);
    char *line = malloc(length + 1);
    if (line == NULL)
        return false;
    bship_turn_format(rules, turn->cells, turn->count, turn->reports, &turn->total, line,
                      length + 1);
    bool is_appended = text_append(text, line, length);
    free(line);
    return is_appended;
}

bool chart_text_append_turn(struct text *text, const bship_chart *chart, int64_t turn)
{
    struct told_turn told = { .count = 0 };
    bool is_appended = read_turn(&told, chart, turn) && text_append_string(text, "report ") &&
                       append_notation(text, bship_chart_rules(chart), &told) &&
                       text_append_string(text, "\n");
    free_turn(&told);
    return is_appended;
}

bool chart_text_append_water(struct text *text, const bship_chart *chart, uint8_t *told)
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
        if (told[i] || bship_chart_state_at(chart, cell) != BSHIP_CHART_STATE_KNOWN_WATER)
            continue;
        told[i] = 1;
        bship_cell_format(cell, name, sizeof(name));
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
    int32_t turn = bship_rules_get(rules, BSHIP_RULE_TURN), longest = 1;
    if (turn == BSHIP_TURN_RULE_SALVO)
        longest = bship_rules_salvo(rules);
    if (turn == BSHIP_TURN_RULE_SALVO_AFLOAT)
        longest = bship_fleet_count(bship_rules_fleet(rules));
    int32_t cells = bship_rules_width(rules) * bship_rules_height(rules);
    longest = longest < cells ? longest : cells;
    return longest <= PROTOCOL_LINE_MAX / SHOT_MAX;
}
