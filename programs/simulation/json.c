/* The results as JSON, with a line for each strategy, each pair and each point of a curve. */
#include "simulation/engines.h"
#include "simulation/simulation.h"
#include "simulation/stop.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <battleship/enumeration.h>

/* The contents of a string. The library's texts are UTF-8, as JSON requires. */
static void print_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < 0x20)
            fprintf(out, "\\u%04x", byte);
        else if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else
            fputc(byte, out);
    }
}

static void print_string(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\":\"", key);
    print_text(out, text, strlen(text));
    fputc('"', out);
}

static void print_integer(FILE *out, const char *key, int64_t number)
{
    fprintf(out, ",\"%s\":%" PRId64, key, number);
}

/* JSON has neither infinities nor NaN. */
static void print_number(FILE *out, const char *key, double number)
{
    if (isfinite(number))
        fprintf(out, ",\"%s\":%.6f", key, number);
    else
        fprintf(out, ",\"%s\":null", key);
}

/* Each line of a record becomes a member; lines with the same keyword are joined. */
static void print_rules(FILE *out, const char *lines)
{
    const char *keyword = "";
    size_t length = 0;
    while (*lines != '\0') {
        size_t end = strcspn(lines, "\n");
        size_t key = strcspn(lines, " ");
        if (key == length && memcmp(keyword, lines, key) == 0)
            fputc(' ', out);
        else
            fprintf(out, "%s\"%.*s\":\"", length > 0 ? "\"," : "", (int)key, lines);
        print_text(out, lines + key + 1, end - key - 1);
        keyword = lines;
        length = key;
        lines += end + (lines[end] == '\n');
    }
    fputc('"', out);
}

static void print_summary(FILE *out, const struct simulation *simulation, const struct entry *entry)
{
    const struct summary *summary = &entry->summary;
    if (summary->count == 0) {
        fprintf(
            out,
            ",\"mean\":null,\"standard_error\":null,\"interval\":null,\"sd\":null,\"median\":null,"
            "\"p5\":null,\"p95\":null,\"min\":null,\"max\":null");
        return;
    }
    print_number(out, "mean", summary->mean);
    print_number(out, "standard_error",
                 entry_has_error(simulation, entry) ? summary->standard_error : (double)NAN);
    if (entry_has_error(simulation, entry))
        fprintf(out, ",\"interval\":[%.6f,%.6f]", summary->low, summary->high);
    else
        fputs(",\"interval\":null", out);
    print_number(out, "sd", entry_has_deviation(entry) ? summary->sd : (double)NAN);
    print_integer(out, "median", summary->median);
    print_integer(out, "p5", summary->p5);
    print_integer(out, "p95", summary->p95);
    print_integer(out, "min", summary->minimum);
    print_integer(out, "max", summary->maximum);
}

static void print_histogram(FILE *out, const struct entry *entry)
{
    const char *separator = "";
    fprintf(out, ",\"histogram\":[");
    for (int64_t shots = entry->summary.minimum; shots <= entry->summary.maximum; shots++) {
        int64_t games = entry_games_between(entry, shots, shots);
        if (games == 0)
            continue;
        fprintf(out, "%s[%" PRId64 ",%" PRId64 "]", separator, shots, games);
        separator = ",";
    }
    fputc(']', out);
}

static void print_entry(FILE *out, const struct simulation *simulation, const struct entry *entry)
{
    fputc('{', out);
    print_string(out, "name", entry->player->label);
    if (entry->player->is_learner) {
        fputc(',', out);
        print_string(out, "learner", entry->player->strategy);
    }
    if (entry->figures.failed > 0)
        print_integer(out, "failed", entry->figures.failed);
    print_summary(out, simulation, entry);
    if (plan_has_turns(simulation->plan))
        print_number(out, "mean_turns", entry_turns(entry));
    print_histogram(out, entry);
    print_number(out, "games_per_second", entry_speed(entry));
    fputc('}', out);
}

static void print_pair(FILE *out, const struct simulation *simulation, const struct pair *pair)
{
    fputc('{', out);
    print_string(out, "a", pair->a->player->label);
    fputc(',', out);
    print_string(out, "b", pair->b->player->label);
    print_number(out, "difference", pair->comparison.difference);
    if (simulation_is_exact(simulation))
        fprintf(out, ",\"interval\":null,\"p_value\":null,\"p_value_holm\":null}");
    else
        fprintf(out, ",\"interval\":[%.6f,%.6f],\"p_value\":%.6g,\"p_value_holm\":%.6g}",
                pair->comparison.low, pair->comparison.high, pair->comparison.p_value,
                pair->adjusted);
}

/* A mean and its standard error. */
static void print_estimate(FILE *out, const char *key, double mean, double error)
{
    fprintf(out, ",\"%s\":{\"mean\":%.6f", key, mean);
    print_number(out, "standard_error", error);
    fputc('}', out);
}

static void print_point(FILE *out, const struct curve_point *point)
{
    fprintf(out, "{\"first\":%d", (int)point->first);
    print_integer(out, "last", point->last);
    print_integer(out, "series", point->series);
    print_estimate(out, "plain", point->plain, point->plain_error);
    print_estimate(out, "learner", point->learner, point->learner_error);
    print_number(out, "difference", point->difference);
    if (isfinite(point->low))
        fprintf(out, ",\"interval\":[%.6f,%.6f]}", point->low, point->high);
    else
        fputs(",\"interval\":null}", out);
}

static void print_curve(FILE *out, const struct curve *curve)
{
    fputc('{', out);
    print_string(out, "strategy", curve->plain->player->strategy);
    fprintf(out, ",\"rounds\":[");
    for (size_t i = 0; i < curve->point_count; i++) {
        fprintf(out, "%s\n", i > 0 ? "," : "");
        print_point(out, &curve->points[i]);
    }
    fprintf(out, "]}");
}

static void print_curves(FILE *out, const struct simulation *simulation)
{
    fprintf(out, ",\n\"series\":%d,\n\"learning\":[", (int)simulation->plan->series);
    for (size_t i = 0; i < simulation->curve_count; i++) {
        fprintf(out, "%s\n", i > 0 ? "," : "");
        print_curve(out, &simulation->curves[i]);
    }
    fputc(']', out);
}

/* The members that a simulation has beside its parameters. */
static void print_results(FILE *out, const struct simulation *simulation)
{
    fprintf(out, "\"played\":%" PRId64 ",\n\"strategies\":[", simulation_games(simulation));
    for (size_t i = 0; i < simulation->entry_count; i++) {
        fprintf(out, "%s\n", i > 0 ? "," : "");
        print_entry(out, simulation, &simulation->entries[i]);
    }
    fprintf(out, "],\n\"paired\":[");
    for (size_t i = 0; i < simulation->pair_count; i++) {
        fprintf(out, "%s\n", i > 0 ? "," : "");
        print_pair(out, simulation, &simulation->pairs[i]);
    }
    fputc(']', out);
    if (simulation->plan->has_learners)
        print_curves(out, simulation);
    fputc('}', out);
}

/* ---- duels ---- */

static void print_share(FILE *out, const char *key, const struct share *share)
{
    fprintf(out, ",\"%s\":{\"won\":%" PRId64 ",\"decided\":%" PRId64, key, share->won,
            share->decided);
    print_number(out, "rate", share->rate);
    if (isfinite(share->low))
        fprintf(out, ",\"interval\":[%.6f,%.6f]}", share->low, share->high);
    else
        fputs(",\"interval\":null}", out);
}

static void print_duel(FILE *out, const struct duel *duel)
{
    fputc('{', out);
    print_string(out, "a", duel->a->label);
    fputc(',', out);
    print_string(out, "b", duel->b->label);
    print_integer(out, "games", duel->games);
    print_integer(out, "won", duel->won);
    print_integer(out, "drawn", duel->drawn);
    print_integer(out, "lost", duel->lost);
    print_integer(out, "failed_a", duel->failed_a);
    print_integer(out, "failed_b", duel->failed_b);
    print_share(out, "share", &duel->share);
    print_share(out, "first_mover", &duel->first);
    fputc('}', out);
}

/* Why a rating is not finite: the words of the table, or that the games cannot tell. */
static const char *rating_reason(double elo)
{
    if (isnan(elo))
        return "undetermined";
    return elo > 0 ? "highest" : "lowest";
}

static void print_rating(FILE *out, const struct rating *rating)
{
    fputc('{', out);
    print_string(out, "name", rating->player->label);
    print_number(out, "elo", rating->elo);
    if (!isfinite(rating->elo)) {
        fputc(',', out);
        print_string(out, "elo_reason", rating_reason(rating->elo));
    }
    print_number(out, "error", rating->error);
    print_integer(out, "games", rating->games);
    print_integer(out, "won", rating->won);
    print_integer(out, "drawn", rating->drawn);
    print_integer(out, "lost", rating->lost);
    print_integer(out, "failed", rating->failed);
    fputc('}', out);
}

static void print_tournament(FILE *out, const struct tournament *tournament)
{
    fputs("\"duels\":[", out);
    for (size_t i = 0; i < tournament->duel_count; i++) {
        fprintf(out, "%s\n", i > 0 ? "," : "");
        print_duel(out, &tournament->duels[i]);
    }
    fputs("],\n\"ratings\":[", out);
    for (size_t i = 0; i < tournament->rating_count; i++) {
        fprintf(out, "%s\n", i > 0 ? "," : "");
        print_rating(out, &tournament->ratings[i]);
    }
    fputs("]}", out);
}

/* ---- all ---- */

/* The results of a placement; `number` counts them. */
static void print_part(FILE *out, const struct study *study, size_t number)
{
    if (study->tournaments != NULL)
        print_tournament(out, &study->tournaments[number]);
    else
        print_results(out, &study->simulations[number]);
}

static void print_placement(FILE *out, const struct study *study, size_t number)
{
    const struct placement *placement = &study->simulations[number * study->group].placement;
    fputc('{', out);
    print_string(out, "placement", placement->style);
    print_number(out, "strength", placement->strength);
    fputs(",\n", out);
    print_part(out, study, number);
}

static void print_fault(FILE *out, const struct fault *fault)
{
    fputc('{', out);
    print_string(out, "reason", fault->reason);
    fputc(',', out);
    print_string(out, "first", fault->detail);
    print_integer(out, "games", fault->loses ? fault->count : 0);
    fputc('}', out);
}

/* A line for each bot, with the reasons why it lost games in this run. */
static void print_engines(FILE *out, const struct plan *plan)
{
    const char *separator = "\"engines\":[\n";
    for (size_t i = 0; i < plan->player_count; i++) {
        const struct engine *engine = player_engine(&plan->players[i]);
        if (engine == NULL)
            continue;
        fprintf(out, "%s{", separator);
        print_string(out, "name", plan->players[i].label);
        fputs(",\"faults\":[", out);
        for (size_t j = 0; j < engine_fault_count(engine); j++) {
            fputs(j > 0 ? "," : "", out);
            print_fault(out, engine_fault(engine, j));
        }
        fputs("]}", out);
        separator = ",\n";
    }
    if (separator[0] == ',')
        fputs("],\n", out);
}

/* Whether the errors of all simulations are as small as was asked for. */
static bool has_reached_error(const struct study *study)
{
    for (size_t i = 0; i < study->count; i++)
        if (simulation_misses_target(&study->simulations[i]))
            return false;
    return true;
}

/* What the results are of. */
static void print_plan(FILE *out, const struct study *study)
{
    const struct plan *plan = &study->plan;
    fputs("{\"program\":\"" PROGRAM "\",", out);
    print_string(out, "version", bship_version_string());
    fputs(",\n", out);
    print_string(out, "command", study->command);
    fprintf(out, ",\n\"complete\":%s,\n\"rules\":{", study->is_complete ? "true" : "false");
    print_rules(out, plan->rules_text);
    fprintf(out, "},\n\"match\":\"%s\",", bship_name(BSHIP_ENUM_MATCH_KIND, plan->kind));
    fprintf(out, "\"layouts\":\"%s\",\"games\":%" PRId64 ",\"seed\":%" PRIu64 ",\n",
            layouts_source_name(plan->layouts.source), plan->games, plan->seed);
    if (plan->target_error > 0)
        fprintf(out, "\"until_error\":%.6g,\"error_reached\":%s,\n", plan->target_error,
                has_reached_error(study) ? "true" : "false");
    print_engines(out, plan);
}

void print_json(FILE *out, const struct study *study)
{
    print_plan(out, study);
    if (study->simulations->placement.style == NULL) {
        print_part(out, study, 0);
    } else {
        fprintf(out, "\"placements\":[");
        for (size_t i = 0; i < study->count / study->group; i++) {
            fprintf(out, "%s\n", i > 0 ? "," : "");
            print_placement(out, study, i);
        }
        fputs("]}", out);
    }
    fputc('\n', out);
}
