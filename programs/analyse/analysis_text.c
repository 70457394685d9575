/* The analysis as text for a terminal. */
#include "analyse/analysis.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/habits.h>

#include "common/heat_map.h"

enum {
    SHOTS_SHOWN = 10
};

static void print_shot(FILE *out, const struct analysis *analysis, bship_cell cell)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    size_t item = analysis_item(analysis, cell);
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    bship_cell_format(cell, text, sizeof text);
    fprintf(out, "%-10s%9.4f", text, analysis->occupancy[item]);
    if (!analysis->info.is_exact)
        fprintf(out, "%9.4f", analysis->standard_error[item]);
    if (!bship_posterior_forecast(analysis->posterior, cell, &forecast))
        fprintf(out, "%10.4f%9.4f\n", forecast.sunk, forecast.entropy);
    else
        fprintf(out, "%10s%9s\n", "-", "-");
}

static void print_shots(FILE *out, const struct analysis *analysis)
{
    if (analysis->unknown_count == 0) {
        fputs("no cell is left to fire at\n\n", out);
        return;
    }
    fprintf(out, "%-10s%9s", "best shots", "P(hit)");
    if (!analysis->info.is_exact)
        fprintf(out, "%9s", "+-");
    fprintf(out, "%10s%9s\n", "P(sinks)", "bits");
    for (size_t i = 0; i < analysis->unknown_count && i < SHOTS_SHOWN; i++)
        print_shot(out, analysis, analysis->best[i]);
    fputc('\n', out);
}

static void print_count(FILE *out, const struct analysis *analysis)
{
    const bship_posterior_info *info = &analysis->info;
    const char *type = info->is_labelled ? "labelled" : "distinct";
    if (!analysis->layouts[0])
        fprintf(out, "%s layouts, number unknown\n", type);
    else
        fprintf(out, "%s%s %s %s, 2^%.2f\n", info->is_exact ? "" : "about ", analysis->layouts,
                type, strcmp(analysis->layouts, "1") == 0 ? "layout" : "layouts",
                info->log2_layouts);
}

/* Says how the sunk cells of a grid were read, if it has any. */
static void print_shown(FILE *out, const struct analysis *analysis)
{
    for (int32_t i = 0, length; (length = analysis_shown_length(analysis, i)) > 0; i++)
        fprintf(out, "%s%d", i > 0 ? ", " : "sunk cells are taken as shown: ", (int)length);
    if (analysis_shown_length(analysis, 0) > 0)
        fputc('\n', out);
}

/* The effective sample size and, if there is one, the error of the number of layouts. */
static void print_sample(FILE *out, const bship_posterior_info *info)
{
    fprintf(out, "The effective sample size is %.0f", info->effective_sample_size);
    if (isnan(info->layouts_error))
        fputs(".\n", out);
    else
        fprintf(out, "; the number of layouts has a\nstandard error of %.2g %%.\n",
                100 * info->layouts_error);
}

static void print_method(FILE *out, const struct analysis *analysis)
{
    const bship_posterior_info *info = &analysis->info;
    fprintf(out, "%s (method %s, %" PRId64 " steps, %.3g seconds)\n",
            info->is_exact ? "exact" : "sampled", bship_enum_name(BSHIP_ENUM_METHOD, info->method),
            info->work, analysis->seconds);
    if (!info->is_exact)
        print_sample(out, info);
}

static void print_steps(FILE *out, double steps)
{
    if (isfinite(steps) && steps < 1e12)
        fprintf(out, "%14.0f", steps);
    else if (isfinite(steps))
        fprintf(out, "%14.1e", steps);
    else
        fprintf(out, "%14s", "-");
}

static void print_explanation(FILE *out, const bship_posterior_explanation *explanation)
{
    fprintf(out, "%-12s%-10s", bship_enum_name(BSHIP_ENUM_METHOD, explanation->method),
            bship_enum_name(BSHIP_ENUM_EXPLANATION_STATE, explanation->state));
    print_steps(out, explanation->estimated_steps);
    fprintf(out, "%14" PRId64 "  %s", explanation->steps, explanation->reason);
    if (isfinite(explanation->accepted))
        fprintf(out, " (%.2g %% accepted)", 100 * explanation->accepted);
    fputc('\n', out);
}

static void print_explanations(FILE *out, const bship_posterior *posterior)
{
    fprintf(out, "\n%-12s%-10s%14s%14s  %s\n", "method", "state", "estimate", "steps", "why");
    for (int32_t method = BSHIP_METHOD_AUTO + 1; method < bship_enum_count(BSHIP_ENUM_METHOD);
         method++) {
        bship_posterior_explanation explanation = BSHIP_POSTERIOR_EXPLANATION_INIT;
        if (!bship_posterior_explain(posterior, method, &explanation))
            print_explanation(out, &explanation);
    }
}

/* The trait in which the player is believed to be furthest from chance; -1: none differs. */
static int32_t strongest_trait(bship_habits *habits, bship_habits_trait_info *strongest)
{
    int32_t found = -1;
    for (int32_t trait = 0; trait < bship_enum_count(BSHIP_ENUM_TRAIT); trait++) {
        bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
        if (bship_habits_trait(habits, trait, &info))
            continue;
        double distance = fabs(info.believed - info.uniform);
        if (distance > (found < 0 ? 0 : fabs(strongest->believed - strongest->uniform))) {
            *strongest = info;
            found = trait;
        }
    }
    return found;
}

void print_habits(FILE *out, bship_habits *habits)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    bship_habits_trait_info trait = BSHIP_HABITS_TRAIT_INFO_INIT;
    if (bship_habits_describe(habits, &info))
        return;
    fprintf(out, "habits: %d %s; there is a habit with probability %.2f", (int)info.observations,
            info.observations == 1 ? "layout" : "layouts", info.probability);
    int32_t strongest = strongest_trait(habits, &trait);
    if (strongest >= 0)
        fprintf(out, "; %s %.0f %% (uniform %.0f %%)", bship_enum_name(BSHIP_ENUM_TRAIT, strongest),
                100 * trait.believed, 100 * trait.uniform);
    fputc('\n', out);
}

static void print_candidate(FILE *out, const bship_ai_candidate *candidate, double least)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(candidate->cell, text, sizeof text);
    fprintf(out, "%-10s%9.4f%9.4f%9.4f\n", text, candidate->expected_shots,
            candidate->expected_shots - least, candidate->occupancy);
}

/* What the shots rest on. Optimal play is known of the first candidate only, if at all. */
static const char *lookahead_text(const bship_ai_candidate *candidates, size_t count)
{
    switch (candidates[0].lookahead) {
    case BSHIP_LOOKAHEAD_OPTIMUM:
        return count == 1
                   ? "Over every possible layout, with the best play to the end."
                   : "Over every possible layout: the first with the best play to the end, the\n"
                     "others with the likeliest cell from the next shot on.";
    case BSHIP_LOOKAHEAD_ALL:
        return "Over every possible layout, with the likeliest cell from the next shot on.";
    default:
        return "Over a sample of layouts, as if there were no others: the numbers are too small,\n"
               "and only their differences count.";
    }
}

static void print_greedy_costs(FILE *out, const struct analysis *analysis)
{
    double least, most;
    analysis_greedy_costs(analysis, &least, &most);
    if (most - least < 0.00005)
        fprintf(out, "To fire where a ship is likeliest costs %.4f shots.\n", most);
    else
        fprintf(out, "To fire where a ship is likeliest costs %.4f to %.4f shots.\n", least, most);
}

/* The expected numbers of shots to the end, this one included. */
static void print_candidates(FILE *out, const struct analysis *analysis)
{
    const bship_ai_candidate *candidates = analysis->candidates;
    if (analysis->candidate_count == 0) {
        fputs("\nNo lookahead is possible here.\n", out);
        return;
    }
    fprintf(out, "\n%-10s%9s%9s%9s\n", "next shot", "shots", "more", "P(hit)");
    for (size_t i = 0; i < analysis->candidate_count && i < SHOTS_SHOWN; i++)
        print_candidate(out, &candidates[i], candidates[0].expected_shots);
    fprintf(out, "%s\n", lookahead_text(candidates, analysis->candidate_count));
    print_greedy_costs(out, analysis);
}

void print_text(FILE *out, const struct analysis *analysis, bool has_colour, bool explains)
{
    heat_map_print(out, analysis->chart, analysis->occupancy, has_colour);
    print_shots(out, analysis);
    if (analysis->habits)
        print_habits(out, analysis->habits);
    else
        print_count(out, analysis);
    print_shown(out, analysis);
    print_method(out, analysis);
    if (analysis->candidates)
        print_candidates(out, analysis);
    if (explains)
        print_explanations(out, analysis->posterior);
}
