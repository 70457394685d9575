/* What firing at each of the best cells would come to, by the strategy `search`. */
#include <math.h>
#include <stdlib.h>

#include "analyse/analysis.h"

static int report(const struct analysis *analysis, bship_status status, const char *reason)
{
    return status == BSHIP_ERROR_CANCELLED ? EXIT_INTERRUPTED
                                           : analysis_fail(analysis->name, reason);
}

static int list_candidates(struct analysis *analysis, bship_ai *ai)
{
    size_t cells = analysis->unknown_count;
    analysis->candidates = malloc((cells + 1) * sizeof *analysis->candidates);
    if (!analysis->candidates)
        return analysis_fail(analysis->name, bship_status_message(BSHIP_ERROR_MEMORY));
    bship_status status = bship_ai_candidates(ai, analysis->chart, NULL, analysis->candidates,
                                              cells, &analysis->candidate_count);
    return status ? report(analysis, status, bship_status_message(status)) : EXIT_FINE;
}

/* Makes the AI, which plays against the same habits as the analysis. */
static bship_status make_ai(bship_ai **ai, const struct analysis *analysis,
                            const bship_posterior_options *given, bship_error *error)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.seed = given->seed;
    options.work_limit = given->work_limit;
    options.memory_limit = given->memory_limit;
    options.progress = given->progress;
    bship_status status = bship_ai_new(ai, analysis_rules(analysis), "search", &options, error);
    if (!status)
        status = bship_ai_set_habits(*ai, analysis->snapshot);
    return status;
}

int analysis_search(struct analysis *analysis, const bship_posterior_options *options)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_ai *ai = NULL;
    bship_status status = make_ai(&ai, analysis, options, &error);
    if (status)
        return report(analysis, status, error.text);
    int result = list_candidates(analysis, ai);
    bship_ai_free(ai);
    return result;
}

static double greatest_occupancy(const struct analysis *analysis)
{
    double greatest = 0;
    for (size_t i = 0; i < analysis->candidate_count; i++)
        if (analysis->candidates[i].occupancy > greatest)
            greatest = analysis->candidates[i].occupancy;
    return greatest;
}

void analysis_greedy_costs(const struct analysis *analysis, double *least, double *most)
{
    double greatest = greatest_occupancy(analysis);
    *least = (double)INFINITY;
    *most = 0;
    for (size_t i = 0; i < analysis->candidate_count; i++) {
        double more =
            analysis->candidates[i].expected_shots - analysis->candidates[0].expected_shots;
        if (analysis->candidates[i].occupancy < greatest)
            continue;
        *least = more < *least ? more : *least;
        *most = more > *most ? more : *most;
    }
}
