/* The analysis as JSON, with a line for each member and each row of a grid. */
#include "analyse/analysis.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/habits.h>

/* With full precision; JSON has neither infinities nor NaN. */
static void print_double(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, "%.17g", number);
    else
        fputs("null", out);
}

static void print_number(FILE *out, const char *key, double number)
{
    fprintf(out, ",\n\"%s\":", key);
    print_double(out, number);
}

static void print_boolean(FILE *out, const char *key, bool is_true)
{
    fprintf(out, ",\n\"%s\":%s", key, is_true ? "true" : "false");
}

static void print_grid(FILE *out, const struct analysis *analysis, const double *grid)
{
    size_t width = (size_t)bship_rules_width(analysis_rules(analysis));
    fputs("[\n[", out);
    for (size_t i = 0; i < analysis->cells; i++) {
        if (i > 0)
            fputs(i % width == 0 ? "],\n[" : ",", out);
        print_double(out, grid[i]);
    }
    fputs("]]", out);
}

static void print_by_length(FILE *out, const struct analysis *analysis)
{
    const bship_fleet *fleet = bship_rules_fleet(analysis_rules(analysis));
    fputs(",\n\"by_length\":{", out);
    for (int32_t i = 0; i < bship_fleet_class_count(fleet); i++) {
        int32_t length = bship_fleet_class_length(fleet, i);
        bship_posterior_occupancy_of_length(analysis->posterior, length, analysis->of_length,
                                            analysis->cells);
        fprintf(out, "%s\"%" PRId32 "\":", i > 0 ? ",\n" : "", length);
        print_grid(out, analysis, analysis->of_length);
    }
    fputc('}', out);
}

static void print_best(FILE *out, const struct analysis *analysis)
{
    fputs(",\n\"best\":[", out);
    for (size_t i = 0; i < analysis->unknown_count; i++) {
        char cell[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(analysis->best[i], cell, sizeof(cell));
        fprintf(out, "%s\"%s\"", i > 0 ? "," : "", cell);
    }
    fputc(']', out);
}

static void print_uncertainty(FILE *out, const struct analysis *analysis)
{
    fputs(",\n\"standard_error\":", out);
    print_grid(out, analysis, analysis->standard_error);
    print_number(out, "layouts_error", analysis->info.layouts_error);
    print_number(out, "effective_sample_size", analysis->info.effective_sample_size);
}

static void print_explanation(FILE *out, const bship_posterior_explanation *explanation)
{
    fprintf(out, "{\"method\":\"%s\",\"exact\":%s,\"state\":\"%s\",\"reason\":\"%s\"",
            bship_name(BSHIP_ENUM_METHOD, explanation->method),
            explanation->is_exact ? "true" : "false",
            bship_name(BSHIP_ENUM_EXPLANATION_STATE, explanation->state), explanation->reason);
    fputs(",\"estimated_steps\":", out);
    print_double(out, explanation->estimated_steps);
    fputs(",\"accepted\":", out);
    print_double(out, explanation->accepted);
    fprintf(out, ",\"steps\":%" PRId64 ",\"memory\":%" PRIu64 "}", explanation->steps,
            explanation->memory);
}

static void print_explanations(FILE *out, const bship_posterior *posterior)
{
    fputs(",\n\"explanation\":[\n", out);
    for (int32_t method = BSHIP_METHOD_AUTO + 1; method < bship_count(BSHIP_ENUM_METHOD);
         method++) {
        bship_posterior_explanation explanation = BSHIP_POSTERIOR_EXPLANATION_INIT;
        if (bship_posterior_explain(posterior, method, &explanation) != BSHIP_OK)
            continue;
        fputs(method > BSHIP_METHOD_AUTO + 1 ? ",\n" : "", out);
        print_explanation(out, &explanation);
    }
    fputc(']', out);
}

static void print_trait(FILE *out, bship_habits *habits, int32_t trait)
{
    bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
    bship_habits_trait(habits, trait, &info);
    fprintf(out, "\"%s\":{\"observed\":", bship_name(BSHIP_ENUM_TRAIT, trait));
    print_double(out, info.observed);
    print_number(out, "believed", info.believed);
    fputs(",\"interval\":[", out);
    print_double(out, info.low);
    fputc(',', out);
    print_double(out, info.high);
    fputc(']', out);
    print_number(out, "uniform", info.uniform);
    fputc('}', out);
}

static void print_habits_object(FILE *out, bship_habits *habits)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    bship_habits_describe(habits, &info);
    fprintf(out, ",\n\"habits\":{\"layouts\":%d", (int)info.observations);
    print_number(out, "effective", info.effective);
    print_number(out, "probability", info.probability);
    fputs(",\"traits\":{", out);
    for (int32_t trait = 0; trait < bship_count(BSHIP_ENUM_TRAIT); trait++) {
        fputs(trait > 0 ? ",\n" : "\n", out);
        print_trait(out, habits, trait);
    }
    fputs("}}", out);
}

static void print_candidate(FILE *out, const bship_ai_candidate *candidate)
{
    char cell[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(candidate->cell, cell, sizeof(cell));
    fprintf(out, "{\"cell\":\"%s\",\"lookahead\":\"%s\",\"shots\":", cell,
            bship_name(BSHIP_ENUM_LOOKAHEAD, candidate->lookahead));
    print_double(out, candidate->expected_shots);
    fputs(",\"standard_error\":", out);
    print_double(out, candidate->standard_error);
    fputs(",\"occupancy\":", out);
    print_double(out, candidate->occupancy);
    fputc('}', out);
}

static void print_candidates(FILE *out, const struct analysis *analysis)
{
    fputs(",\n\"candidates\":[", out);
    for (size_t i = 0; i < analysis->candidate_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        print_candidate(out, &analysis->candidates[i]);
    }
    fputc(']', out);
}

void print_json(FILE *out, const struct analysis *analysis, bool explains)
{
    const bship_posterior_info *info = &analysis->info;
    /* With weights the number would be a sum of weights. */
    if (analysis->layouts[0] == '\0' || analysis->habits != NULL)
        fputs("{\"layouts\":null", out);
    else
        fprintf(out, "{\"layouts\":\"%s\"", analysis->layouts);
    print_boolean(out, "labelled", info->is_labelled);
    print_number(out, "log2_layouts", analysis->habits ? (double)NAN : info->log2_layouts);
    print_boolean(out, "exact", info->is_exact);
    fprintf(out, ",\n\"method\":\"%s\"", bship_name(BSHIP_ENUM_METHOD, info->method));
    fputs(",\n\"occupancy\":", out);
    print_grid(out, analysis, analysis->occupancy);
    print_by_length(out, analysis);
    print_best(out, analysis);
    print_number(out, "seconds", analysis->seconds);
    if (!info->is_exact)
        print_uncertainty(out, analysis);
    fprintf(out, ",\n\"work\":%" PRId64, info->work);
    if (analysis->candidates != NULL)
        print_candidates(out, analysis);
    if (explains)
        print_explanations(out, analysis->posterior);
    if (analysis->habits != NULL)
        print_habits_object(out, analysis->habits);
    fputs("}\n", out);
}
