/* The analysis as JSON, with a line for each member and each row of a grid. */
#include "analyse/analysis.h"

#include <inttypes.h>
#include <math.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/habits.h>

#include "common/json.h"

static void print_grid(struct json *json, const char *key, const struct analysis *analysis,
                       const double *grid)
{
    size_t width = (size_t)bship_rules_width(analysis_rules(analysis));
    json_line(json);
    json_open(json, key, '[');
    for (size_t i = 0; i < analysis->cells; i++) {
        if (i % width == 0) {
            json_line(json);
            json_open(json, NULL, '[');
        }
        json_real(json, NULL, grid[i]);
        if (i % width == width - 1)
            json_close(json, ']');
    }
    json_close(json, ']');
}

static void print_by_length(struct json *json, const struct analysis *analysis)
{
    const bship_fleet *fleet = bship_rules_fleet(analysis_rules(analysis));
    json_line(json);
    json_open(json, "by_length", '{');
    for (int32_t i = 0; i < bship_fleet_class_count(fleet); i++) {
        int32_t length = bship_fleet_class_length(fleet, i);
        char key[16];
        bship_posterior_occupancy_of_class(analysis->posterior, i, analysis->of_class,
                                           analysis->cells);
        snprintf(key, sizeof key, "%" PRId32, length);
        print_grid(json, key, analysis, analysis->of_class);
    }
    json_close(json, '}');
}

static void print_cell(struct json *json, const char *key, bship_cell cell)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, text, sizeof text);
    json_text(json, key, text);
}

static void print_explanations(struct json *json, const bship_posterior *posterior)
{
    json_line(json);
    json_open(json, "explanation", '[');
    for (int32_t method = BSHIP_METHOD_AUTO + 1; method < bship_enum_count(BSHIP_ENUM_METHOD);
         method++) {
        bship_posterior_explanation explanation = BSHIP_POSTERIOR_EXPLANATION_INIT;
        if (bship_posterior_explain(posterior, method, &explanation))
            continue;
        json_line(json);
        json_open(json, NULL, '{');
        json_text(json, "method", bship_enum_name(BSHIP_ENUM_METHOD, explanation.method));
        json_boolean(json, "exact", explanation.is_exact);
        json_text(json, "state", bship_enum_name(BSHIP_ENUM_EXPLANATION_STATE, explanation.state));
        json_text(json, "reason", explanation.reason);
        json_real(json, "estimated_steps", explanation.estimated_steps);
        json_real(json, "accepted", explanation.accepted);
        json_count(json, "steps", explanation.steps);
        json_count(json, "memory", (int64_t)explanation.memory);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_traits(struct json *json, bship_habits *habits)
{
    json_open(json, "traits", '{');
    for (int32_t trait = 0; trait < bship_enum_count(BSHIP_ENUM_TRAIT); trait++) {
        bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
        bship_habits_trait(habits, trait, &info);
        json_line(json);
        json_open(json, bship_enum_name(BSHIP_ENUM_TRAIT, trait), '{');
        json_real(json, "observed", info.observed);
        json_real(json, "believed", info.believed);
        json_open(json, "interval", '[');
        json_real(json, NULL, info.low);
        json_real(json, NULL, info.high);
        json_close(json, ']');
        json_real(json, "uniform", info.uniform);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void print_habits_member(struct json *json, bship_habits *habits)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    bship_habits_describe(habits, &info);
    json_line(json);
    json_open(json, "habits", '{');
    json_count(json, "layouts", info.observations);
    json_real(json, "effective", info.effective);
    json_real(json, "probability", info.probability);
    print_traits(json, habits);
    json_close(json, '}');
}

/* The lengths of the ships that the sunk cells of a grid were taken for. */
static void print_shown(struct json *json, const struct analysis *analysis)
{
    json_line(json);
    json_open(json, "sunk_as_shown", '[');
    for (int32_t i = 0, length; (length = analysis_shown_length(analysis, i)) > 0; i++)
        json_count(json, NULL, length);
    json_close(json, ']');
}

static void print_candidates(struct json *json, const struct analysis *analysis)
{
    json_line(json);
    json_open(json, "candidates", '[');
    for (size_t i = 0; i < analysis->candidate_count; i++) {
        const bship_ai_candidate *candidate = &analysis->candidates[i];
        json_line(json);
        json_open(json, NULL, '{');
        print_cell(json, "cell", candidate->cell);
        json_text(json, "lookahead", bship_enum_name(BSHIP_ENUM_LOOKAHEAD, candidate->lookahead));
        json_real(json, "shots", candidate->expected_shots);
        json_real(json, "standard_error", candidate->standard_error);
        json_real(json, "occupancy", candidate->occupancy);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void print_json(FILE *out, const struct analysis *analysis, bool explains)
{
    const bship_posterior_info *info = &analysis->info;
    struct json json = { .out = out };
    json_open(&json, NULL, '{');
    /* With habits the number of layouts would be a sum of weights. */
    if (!analysis->layouts[0] || analysis->habits)
        json_value(&json, "layouts", "null");
    else
        json_text(&json, "layouts", analysis->layouts);
    json_boolean(&json, "labelled", info->is_labelled);
    json_real(&json, "log2_layouts", analysis->habits ? (double)NAN : info->log2_layouts);
    json_boolean(&json, "exact", info->is_exact);
    json_text(&json, "method", bship_enum_name(BSHIP_ENUM_METHOD, info->method));
    print_grid(&json, "occupancy", analysis, analysis->occupancy);
    print_by_length(&json, analysis);
    json_line(&json);
    json_open(&json, "best", '[');
    for (size_t i = 0; i < analysis->unknown_count; i++)
        print_cell(&json, NULL, analysis->best[i]);
    json_close(&json, ']');
    json_line(&json);
    json_real(&json, "seconds", analysis->seconds);
    if (!info->is_exact) {
        print_grid(&json, "standard_error", analysis, analysis->standard_error);
        json_line(&json);
        json_real(&json, "layouts_error", info->layouts_error);
        json_real(&json, "effective_sample_size", info->effective_sample_size);
    }
    json_line(&json);
    json_count(&json, "work", info->work);
    if (analysis->is_grid)
        print_shown(&json, analysis);
    if (analysis->candidates)
        print_candidates(&json, analysis);
    if (explains)
        print_explanations(&json, analysis->posterior);
    if (analysis->habits)
        print_habits_member(&json, analysis->habits);
    json_close(&json, '}');
    fputc('\n', out);
}
