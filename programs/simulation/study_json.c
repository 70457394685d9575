/* The results as JSON, with a line for each row of the tables of columns. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/json.h"
#include "common/text.h"
#include "simulation/agreement.h"
#include "simulation/columns.h"
#include "simulation/engines.h"
#include "simulation/stop.h"

/* ---- rows ---- */

static void print_histogram(struct json *json, const char *key, const struct histogram *histogram)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < histogram->bin_count; i++) {
        json_open(json, NULL, '[');
        json_count(json, NULL, histogram->bins[i].value);
        json_count(json, NULL, histogram->bins[i].count);
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* Prints one of the ends of an interval or another number; infinities and NaN are null. */
static void print_number(struct json *json, const char *key, const struct column *column,
                         const void *row, int end)
{
    char text[NUMBER_SIZE];
    column_format(text, column, row, end);
    bool is_none =
        !text[0] || (column->kind != COLUMN_COUNT && isinf(column_real(column, row, end)));
    json_value(json, key, is_none ? "null" : text);
}

static void print_member(struct json *json, const char *key, const struct column *column,
                         const void *row)
{
    const struct histogram *histogram;
    switch (column->kind) {
    case COLUMN_TEXT:
    case COLUMN_LABEL:
        if (column_text(column, row))
            json_text(json, key, column_text(column, row));
        break;
    case COLUMN_HISTOGRAM:
        memcpy(&histogram, (const char *)row + column->offset, sizeof histogram);
        print_histogram(json, key, histogram);
        break;
    case COLUMN_INTERVAL:
        if (!isfinite(column_real(column, row, 0))) {
            json_value(json, key, "null");
            break;
        }
        json_open(json, key, '[');
        print_number(json, NULL, column, row, 0);
        print_number(json, NULL, column, row, 1);
        json_close(json, ']');
        break;
    default:
        print_number(json, key, column, row, 0);
    }
}

/* Prints a row as an object. Columns that follow each other may share a member of it. */
static void print_row(struct json *json, const struct table *table, const void *row)
{
    const char *group = "";
    size_t length = 0;
    json_line(json);
    json_open(json, NULL, '{');
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->columns[i].json;
        if (!name)
            continue;
        const char *dot = strchr(name, '.');
        size_t size = dot ? (size_t)(dot - name) : 0;
        if (size != length || memcmp(name, group, size) != 0) {
            char key[LABEL_SIZE];
            if (length > 0)
                json_close(json, '}');
            snprintf(key, sizeof key, "%.*s", (int)size, name);
            if (size > 0)
                json_open(json, key, '{');
            group = name;
            length = size;
        }
        print_member(json, dot ? dot + 1 : name, &table->columns[i], row);
    }
    if (length > 0)
        json_close(json, '}');
    json_close(json, '}');
}

static void print_rows(struct json *json, const char *key, struct rows rows)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < rows.count; i++)
        print_row(json, rows.table, row_at(&rows, i));
    json_close(json, ']');
}

/* ---- results ---- */

static void print_curves(struct json *json, const struct simulation *simulation)
{
    json_line(json);
    json_count(json, "series", simulation->plan->series);
    json_line(json);
    json_open(json, "learning", '[');
    for (size_t i = 0; i < simulation->curve_count; i++) {
        const struct curve *curve = &simulation->curves[i];
        json_line(json);
        json_open(json, NULL, '{');
        json_text(json, "strategy", curve->plain->player->strategy);
        print_rows(json, "rounds",
                   (struct rows){ &point_table, curve->points, curve->point_count });
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_simulation(struct json *json, const struct simulation *simulation)
{
    json_count(json, "played", simulation_games(simulation));
    json_line(json);
    print_rows(json, "strategies",
               (struct rows){ &entry_table, simulation->entries, simulation->entry_count });
    json_line(json);
    print_rows(json, "paired",
               (struct rows){ &pair_table, simulation->pairs, simulation->pair_count });
    if (simulation->plan->has_learners)
        print_curves(json, simulation);
}

static void print_tournament(struct json *json, const struct tournament *tournament)
{
    print_rows(json, "duels",
               (struct rows){ &duel_table, tournament->duels, tournament->duel_count });
    json_line(json);
    print_rows(json, "ratings",
               (struct rows){ &rating_table, tournament->ratings, tournament->rating_count });
}

/* Prints the results of a placement; `number` counts them. */
static void print_part(struct json *json, const struct study *study, size_t number)
{
    json_line(json);
    if (study->tournaments)
        print_tournament(json, &study->tournaments[number]);
    else
        print_simulation(json, &study->simulations[number]);
}

static void print_placement(struct json *json, const struct study *study, size_t number)
{
    const struct placement *placement = &study->simulations[number * study->group].placement;
    json_line(json);
    json_open(json, NULL, '{');
    json_text(json, "placement", placement->style);
    json_real(json, "strength", placement->strength);
    print_part(json, study, number);
    json_close(json, '}');
}

static void print_agreement(struct json *json, const struct agreement *agreement)
{
    json_line(json);
    json_open(json, "agreement", '{');
    json_count(json, "positions", agreement->positions);
    json_line(json);
    print_rows(json, "players", (struct rows){ &asked_table, agreement->asked, agreement->count });
    json_line(json);
    print_rows(json, "pairs",
               (struct rows){ &alike_table, agreement->pairs, agreement->pair_count });
    json_close(json, '}');
}

/* ---- what the results are of ---- */

/* Each line of a record becomes a member; lines with the same keyword are joined. */
static void print_rules(struct json *json, const char *lines)
{
    struct text value = { NULL, 0, 0 };
    json_line(json);
    json_open(json, "rules", '{');
    while (*lines) {
        size_t end = strcspn(lines, "\n"), length = strcspn(lines, " ");
        const char *next = lines + end + (lines[end] == '\n');
        char key[LABEL_SIZE];
        snprintf(key, sizeof key, "%.*s", (int)length, lines);
        text_append(&value, lines + length + 1, end - length - 1);
        if (strncmp(lines, next, length + 1) == 0) {
            text_append_string(&value, " ");
        } else {
            json_text(json, key, value.bytes ? value.bytes : "");
            text_clear(&value);
        }
        lines = next;
    }
    json_close(json, '}');
}

static void print_fault(struct json *json, const struct fault *fault)
{
    json_open(json, NULL, '{');
    json_text(json, "reason", fault->reason);
    json_text(json, "first", fault->detail);
    json_count(json, "games", fault->loses ? fault->count : 0);
    json_close(json, '}');
}

static void print_disqualified(struct json *json, const struct plan *plan)
{
    json_line(json);
    json_open(json, "disqualified", '[');
    for (size_t i = 0; i < plan->disqualified_count; i++) {
        json_line(json);
        json_open(json, NULL, '{');
        json_text(json, "name", plan->disqualified[i].name);
        json_text(json, "reason", plan->disqualified[i].why);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/*
 * Prints a line for each bot, with the reasons why it lost games in this run, and one for each that
 * does not play.
 */
static void print_engines(struct json *json, const struct plan *plan)
{
    if (!plan_has_engines(plan) && plan->disqualified_count == 0)
        return;
    print_disqualified(json, plan);
    json_line(json);
    json_open(json, "engines", '[');
    for (size_t i = 0; i < plan->player_count; i++) {
        const struct engine *engine = player_engine(&plan->players[i]);
        if (!engine)
            continue;
        json_line(json);
        json_open(json, NULL, '{');
        json_text(json, "name", plan->players[i].label);
        json_open(json, "faults", '[');
        for (size_t j = 0; j < engine_fault_count(engine); j++)
            print_fault(json, engine_fault(engine, j));
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Whether the errors of all simulations are as small as was asked for. */
static bool has_reached_error(const struct study *study)
{
    for (size_t i = 0; i < study->count; i++)
        if (simulation_misses_target(&study->simulations[i]))
            return false;
    return true;
}

static void print_plan(struct json *json, const struct study *study)
{
    const struct plan *plan = &study->plan;
    char seed[NUMBER_SIZE];
    json_text(json, "program", PROGRAM);
    json_text(json, "version", bship_version_string());
    json_line(json);
    json_text(json, "command", study->command);
    json_line(json);
    json_boolean(json, "complete", study->is_complete);
    print_rules(json, plan->rules_text);
    json_line(json);
    json_text(json, "match", bship_enum_name(BSHIP_ENUM_MATCH_KIND, plan->kind));
    json_text(json, "layouts", layouts_source_name(plan->layouts.source));
    json_count(json, "games", plan->games);
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    json_value(json, "seed", seed);
    if (plan->target_error > 0) {
        json_line(json);
        json_real(json, "until_error", plan->target_error);
        json_boolean(json, "error_reached", has_reached_error(study));
    }
    print_engines(json, plan);
}

void print_json(FILE *out, const struct study *study)
{
    struct json json = { .out = out };
    json_open(&json, NULL, '{');
    print_plan(&json, study);
    if (!study->simulations->placement.style) {
        print_part(&json, study, 0);
    } else {
        json_line(&json);
        json_open(&json, "placements", '[');
        for (size_t i = 0; i < study->count / study->group; i++)
            print_placement(&json, study, i);
        json_close(&json, ']');
    }
    if (study->agreement)
        print_agreement(&json, study->agreement);
    json_close(&json, '}');
    fputc('\n', out);
}
