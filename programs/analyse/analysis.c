/* The analysis of a position; see analysis.h. */
#include "analyse/analysis.h"

#include <inttypes.h>
#include <stdlib.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "common/board_cells.h"

void analysis_clear(struct analysis *analysis)
{
    bship_posterior_free(analysis->posterior);
    bship_chart_free(analysis->chart);
    bship_habits_snapshot_unref(analysis->snapshot);
    bship_habits_free(analysis->habits);
    free(analysis->layouts);
    free(analysis->occupancy);
    free(analysis->standard_error);
    free(analysis->of_class);
    free(analysis->best);
    free(analysis->candidates);
}

const bship_rules *analysis_rules(const struct analysis *analysis)
{
    return bship_chart_rules(analysis->chart);
}

int32_t analysis_shown_length(const struct analysis *analysis, int32_t sinking)
{
    bship_sinking shown = BSHIP_SINKING_INIT;
    bool is_reported = bship_rules_get(analysis_rules(analysis), BSHIP_RULE_REVEAL_SHIP) > 0;
    if (!analysis->is_grid || is_reported || bship_chart_sinking(analysis->chart, sinking, &shown))
        return 0;
    return shown.length;
}

size_t analysis_item(const struct analysis *analysis, bship_cell cell)
{
    return board_index(analysis_rules(analysis), cell);
}

int analysis_fail(const char *file, const char *reason)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", file, reason);
    return EXIT_NO_ANALYSIS;
}

int analysis_fail_at(const char *file, const bship_error *error)
{
    if (error->line == 0)
        return analysis_fail(file, error->text);
    fprintf(stderr, "%s:%u:%u: %s\n", file, (unsigned)error->line, (unsigned)error->column,
            error->text);
    return EXIT_NO_ANALYSIS;
}

int analysis_fail_memory(const struct analysis *analysis, const char *what, uint64_t limit)
{
    fprintf(stderr,
            PROGRAM ": %s: %s takes more than the memory limit of %" PRIu64
                    " bytes; --memory raises it\n",
            analysis->name, what, limit);
    return EXIT_NO_ANALYSIS;
}

/* Reports that the work limit was reached, and the work needed if it was estimated. */
static int report_work_limit(const struct analysis *analysis, int64_t limit, int64_t estimate)
{
    if (limit == 0)
        limit = BSHIP_POSTERIOR_WORK_DEFAULT;
    fprintf(stderr, PROGRAM ": %s: ", analysis->name);
    if (estimate == INT64_MAX)
        fputs("far more", stderr);
    else if (estimate > limit)
        fprintf(stderr, "about %" PRId64, estimate);
    else
        fputs("more", stderr);
    fprintf(stderr, " steps are needed, but the work limit is %" PRId64 "; --work raises it\n",
            limit);
    return EXIT_WORK_LIMIT;
}

/*
 * A posterior that could not be made explains nothing, so each method is tried by itself, within
 * the same limits, for the reason why it fails.
 */
static void explain_failure(const struct analysis *analysis, bship_posterior_options options)
{
    fputs("\nEach method by itself:\n", stderr);
    for (int32_t method = BSHIP_METHOD_AUTO + 1;
         method < bship_enum_count(BSHIP_ENUM_METHOD) && !interrupt_happened(); method++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
        bship_posterior *posterior = NULL;
        options.method = method;
        fprintf(stderr, "%-14s", bship_enum_name(BSHIP_ENUM_METHOD, method));
        if (!bship_posterior_new_habits(&posterior, analysis->chart, &options, analysis->snapshot,
                                        &error) &&
            !bship_posterior_describe(posterior, &info))
            fprintf(stderr, "succeeds in %" PRId64 " steps\n", info.work);
        else if (error.status == BSHIP_ERROR_UNSUPPORTED)
            fputs("cannot run on this position\n", stderr);
        else
            fprintf(stderr, "%s\n", error.text);
        bship_posterior_free(posterior);
    }
}

static int report_unsupported(const struct analysis *analysis, int32_t method)
{
    fprintf(stderr,
            PROGRAM ": %s: the method %s cannot run on this position; --method auto chooses one "
                    "that can\n",
            analysis->name, bship_enum_name(BSHIP_ENUM_METHOD, method));
    return EXIT_NO_ANALYSIS;
}

static int report_failure(const struct analysis *analysis, const bship_posterior_options *options,
                          const bship_error *error, int explains)
{
    int result = EXIT_NO_ANALYSIS;
    if (error->status == BSHIP_ERROR_CANCELLED)
        return EXIT_INTERRUPTED;
    if (error->status == BSHIP_ERROR_WORK_LIMIT)
        result = report_work_limit(analysis, options->work_limit, error->index);
    else if (error->status == BSHIP_ERROR_MEMORY)
        analysis_fail_memory(analysis, "the analysis",
                             options->memory_limit ? options->memory_limit
                                                   : BSHIP_POSTERIOR_MEMORY_DEFAULT);
    else if (error->status == BSHIP_ERROR_UNSUPPORTED && options->method != BSHIP_METHOD_AUTO)
        report_unsupported(analysis, options->method);
    else
        analysis_fail(analysis->name, error->text);
    if (error->status == BSHIP_ERROR_CONTRADICTION)
        return EXIT_CONTRADICTION;
    if (explains)
        explain_failure(analysis, *options);
    return result;
}

static int compare_seconds(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *seconds, size_t count)
{
    qsort(seconds, count, sizeof *seconds, compare_seconds);
    return (seconds[(count - 1) / 2] + seconds[count / 2]) / 2;
}

/* Computes the posterior once per item of `seconds`; the last one is kept. */
static int compute_all(struct analysis *analysis, const bship_posterior_options *options,
                       double *seconds, size_t count, int explains)
{
    for (size_t run = 0; run < count; run++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_posterior_free(analysis->posterior);
        analysis->posterior = NULL;
        double start = seconds_now();
        if (bship_posterior_new_habits(&analysis->posterior, analysis->chart, options,
                                       analysis->snapshot, &error))
            return report_failure(analysis, options, &error, explains);
        seconds[run] = seconds_now() - start;
        /* A short analysis reports no progress, so its callback cannot cancel it. */
        if (run + 1 < count && interrupt_happened())
            return EXIT_INTERRUPTED;
    }
    analysis->seconds = median(seconds, count);
    return EXIT_FINE;
}

static int allocate(struct analysis *analysis)
{
    size_t digits = bship_posterior_format_layouts(analysis->posterior, NULL, 0) + 1;
    analysis->cells = bship_posterior_occupancy(analysis->posterior, NULL, 0);
    analysis->unknown_count = bship_posterior_best(analysis->posterior, NULL, 0);
    analysis->layouts = calloc(digits, 1);
    analysis->occupancy = malloc(analysis->cells * sizeof *analysis->occupancy);
    analysis->standard_error = malloc(analysis->cells * sizeof *analysis->standard_error);
    analysis->of_class = malloc(analysis->cells * sizeof *analysis->of_class);
    analysis->best = malloc((analysis->unknown_count + 1) * sizeof *analysis->best);
    if (!analysis->layouts || !analysis->occupancy || !analysis->standard_error ||
        !analysis->of_class || !analysis->best)
        return 0;
    bship_posterior_format_layouts(analysis->posterior, analysis->layouts, digits);
    return 1;
}

/* Copies out of the posterior what is printed more than once, or as a whole. */
static int copy_results(struct analysis *analysis)
{
    analysis->info = (bship_posterior_info)BSHIP_POSTERIOR_INFO_INIT;
    bship_status status = bship_posterior_describe(analysis->posterior, &analysis->info);
    if (!status && !allocate(analysis))
        status = BSHIP_ERROR_MEMORY;
    if (status)
        return analysis_fail(analysis->name, bship_status_message(status));
    bship_posterior_occupancy(analysis->posterior, analysis->occupancy, analysis->cells);
    bship_posterior_standard_error(analysis->posterior, analysis->standard_error, analysis->cells);
    bship_posterior_best(analysis->posterior, analysis->best, analysis->unknown_count);
    return EXIT_FINE;
}

int analysis_compute(struct analysis *analysis, const bship_posterior_options *options,
                     uint64_t repeat, int explains)
{
    double *seconds = malloc((size_t)repeat * sizeof *seconds);
    if (!seconds)
        return analysis_fail(analysis->name, bship_status_message(BSHIP_ERROR_MEMORY));
    int result = compute_all(analysis, options, seconds, (size_t)repeat, explains);
    free(seconds);
    return result == EXIT_FINE ? copy_results(analysis) : result;
}
