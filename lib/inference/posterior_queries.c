/*
 * Queries of a posterior: layout count, occupancy, forecasts, the ranking of cells, random layouts.
 * They read marginals and charge no work, except drawing a layout, which has the update's limit.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/names.h"
#include "base/natural.h"
#include "base/text.h"
#include "base/versioned.h"
#include "inference/posterior.h"

/* ---- the number of layouts ---- */

/* Rounded; infinite beyond the range of a double. */
static double layouts(const bship_posterior *posterior)
{
    const bsi_placement_counts *counts = bsi_posterior_game_counts(posterior);
    const bsi_evidence *evidence = &posterior->evidence;
    double product =
        counts->is_whole
            ? bsi_uint128_to_double(bsi_uint128_divided(counts->total, counts->unit, NULL))
            : ldexp(counts->weight, (int)bsi_posterior_exponent(posterior));
    if (!bsi_posterior_is_counted(posterior))
        return (double)NAN;
    for (int32_t k = 0; evidence->is_labelled && k < evidence->class_count; k++) {
        for (int32_t i = 2; i <= evidence->classes[k].ships; i++)
            product *= i;
    }
    return product;
}

static void add_whole(bsi_text *text, const bship_posterior *posterior)
{
    const bsi_evidence *evidence = &posterior->evidence;
    const bsi_placement_counts *counts = bsi_posterior_game_counts(posterior);
    bsi_natural value = bsi_natural_of(bsi_uint128_divided(counts->total, counts->unit, NULL));
    for (int32_t k = 0; evidence->is_labelled && k < evidence->class_count; k++) {
        for (int32_t i = 2; i <= evidence->classes[k].ships; i++)
            bsi_natural_multiply(&value, (uint32_t)i);
    }
    bsi_natural_add_text(&value, text);
}

size_t bship_posterior_format_layouts(const bship_posterior *posterior, char *buffer,
                                      size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    if (!posterior || !posterior->has_marginals || !bsi_posterior_is_counted(posterior))
        return 0;
    if (bsi_posterior_game_counts(posterior)->is_whole)
        add_whole(&text, posterior);
    else if (isfinite(layouts(posterior)))
        bsi_text_add(&text, "%.0f", layouts(posterior));
    return text.length;
}

/* Whether the last update sampled under a contact rule of the prior. */
static bool is_sampled(const bship_posterior *posterior, int32_t rule)
{
    return posterior->mixture.rules[rule] > 0 &&
           !bsi_is_exact(posterior->parts[rule]->solver.method);
}

/* The size of the smallest sample, in independent draws of the same precision. */
static double effective_draws(const bship_posterior *posterior)
{
    double least = (double)INFINITY;
    for (int32_t i = 0; i < posterior->part_count; i++) {
        if (is_sampled(posterior, i))
            least = fmin(least, posterior->parts[i]->solver.quality.effective);
    }
    return isinf(least) ? posterior->solver.quality.effective : least;
}

bship_status bship_posterior_describe(const bship_posterior *posterior, bship_posterior_info *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_posterior_info), NULL);
    if (status)
        return status;
    if (!posterior || !posterior->has_marginals)
        return BSHIP_ERROR_UNSUPPORTED;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    const bsi_sample_quality *quality = &posterior->solver.quality;
    info.method = posterior->solver.method;
    info.is_exact = bsi_posterior_is_exact(posterior);
    if (!bsi_is_exact(info.method))
        info.layouts_error = quality->total_error;
    if (!info.is_exact)
        info.effective_sample_size = effective_draws(posterior);
    info.is_labelled = posterior->evidence.is_labelled;
    info.layouts = layouts(posterior);
    info.log2_layouts = bsi_posterior_log2_layouts(posterior);
    info.work = posterior->work;
    bsi_versioned_write(out, &info, sizeof info);
    return BSHIP_OK;
}

/* ---- explanations ---- */

static const bsi_name_row explanation_states[] = {
    [BSHIP_EXPLANATION_STATE_UNREACHED] = { "unreached", "not considered" },
    [BSHIP_EXPLANATION_STATE_UNABLE] = { "unable", "it does not support the chart" },
    [BSHIP_EXPLANATION_STATE_DECLINED] = { "declined", "it supports the chart, but was not run" },
    [BSHIP_EXPLANATION_STATE_ABANDONED] = { "abandoned", "it was run, and failed" },
    [BSHIP_EXPLANATION_STATE_CHOSEN] = { "chosen", "it made the results" },
};

const bsi_names bsi_explanation_state_names = BSI_NAMES(explanation_states);

bship_status bship_posterior_explain(const bship_posterior *posterior, int32_t method,
                                     bship_posterior_explanation *out)
{
    bship_status status =
        bsi_versioned_check(out, BSI_VERSIONED(bship_posterior_explanation), NULL);
    if (status)
        return status;
    if (!posterior)
        return BSHIP_ERROR_UNSUPPORTED;
    if (method <= BSHIP_METHOD_AUTO || method >= BSI_METHODS)
        return BSHIP_ERROR_ARGUMENT;
    bsi_versioned_write(out, &posterior->solver.explained[method], sizeof *out);
    return BSHIP_OK;
}

/* ---- grids ---- */

enum {
    EVERY_LENGTH = -1
};

/* A value of a cell, from numbers by position or, for a length, from those by class and position:
 * the sum over its classes. Without numbers (NULL) it is 0. */
static double value_at(const bship_posterior *posterior, const double *numbers, int32_t length,
                       uint32_t position)
{
    const bsi_evidence *evidence = &posterior->evidence;
    double sum = 0;
    if (numbers && length == EVERY_LENGTH)
        return numbers[position];
    for (int32_t k = 0; numbers && k < evidence->class_count; k++) {
        if (evidence->classes[k].length == length)
            sum += numbers[(size_t)k * posterior->rules->positions + position];
    }
    return sum;
}

static size_t copy_values(const bship_posterior *posterior, const double *numbers, int32_t length,
                          double *grid, size_t capacity)
{
    capacity = bsi_room(grid, capacity);
    const bship_rules *rules = posterior->rules;
    size_t width = (size_t)rules->width, cells = width * (size_t)rules->height;
    for (size_t i = 0; i < cells && i < capacity; i++) {
        bship_cell cell = { (int32_t)(i % width), (int32_t)(i / width) };
        grid[i] = value_at(posterior, numbers, length, bsi_position(rules, cell));
    }
    return cells;
}

size_t bship_posterior_occupancy(const bship_posterior *posterior, double *grid, size_t capacity)
{
    if (!posterior || !posterior->has_marginals)
        return 0;
    return copy_values(posterior, posterior->marginals.occupancy, EVERY_LENGTH, grid, capacity);
}

size_t bship_posterior_occupancy_of_class(const bship_posterior *posterior, int32_t ship_class,
                                          double *grid, size_t capacity)
{
    if (!posterior || !posterior->has_marginals)
        return 0;
    int32_t length = bship_fleet_class_length(posterior->rules->fleet, ship_class);
    const double *numbers = length > 0 ? posterior->marginals.covered_by : NULL;
    return copy_values(posterior, numbers, length, grid, capacity);
}

/* The standard errors of occupancies by position, without those of what the components of a mixture
 * weigh; NULL: all 0. */
static const double *standard_errors(const bship_posterior *posterior)
{
    const bship_posterior *sole = bsi_posterior_sole_part(posterior);
    if (bsi_posterior_is_exact(posterior))
        return NULL;
    if (sole)
        return bsi_is_exact(sole->solver.method) ? NULL : sole->solver.quality.errors;
    for (uint32_t p = 0; p < posterior->rules->positions; p++) {
        double variance = 0;
        for (int32_t i = 0; i < posterior->part_count; i++) {
            double share = posterior->mixture.rules[i] / posterior->counts.weight;
            double error =
                is_sampled(posterior, i) ? posterior->parts[i]->solver.quality.errors[p] : 0;
            variance += share * share * error * error;
        }
        posterior->errors[p] = sqrt(variance);
    }
    return posterior->errors;
}

size_t bship_posterior_standard_error(const bship_posterior *posterior, double *grid,
                                      size_t capacity)
{
    if (!posterior || !posterior->has_marginals)
        return 0;
    return copy_values(posterior, standard_errors(posterior), EVERY_LENGTH, grid, capacity);
}

/* ---- placements ---- */

bship_status bship_posterior_placement(const bship_posterior *posterior, bship_placement placement,
                                       double *out)
{
    if (!out)
        return BSHIP_ERROR_ARGUMENT;
    if (!posterior || !posterior->has_marginals)
        return BSHIP_ERROR_UNSUPPORTED;
    if (bship_rules_placement_index(posterior->rules, placement) < 0)
        return BSHIP_ERROR_RANGE;
    const bsi_placement_counts *counts = &posterior->counts;
    bship_cell first = { placement.x, placement.y };
    int32_t class = posterior->evidence.class_of[placement.ship];
    size_t at = bsi_placement_counts_row(counts, class, placement.orientation) +
                bsi_position(posterior->rules, first);
    double share = counts->is_whole ? bsi_uint128_to_double(counts->by_placement[at]) /
                                          bsi_uint128_to_double(counts->total)
                                    : counts->weights[at] / counts->weight;
    /* Differences of large weights can be rounded below 0. */
    *out = fmax(0, fmin(share, 1));
    return BSHIP_OK;
}

/* ---- shots ---- */

/* Whether a cell is unknown, and if not, why; and whether there are marginals. */
static bship_status check_cell(const bship_posterior *posterior, bship_cell cell)
{
    if (!posterior || !posterior->has_marginals)
        return BSHIP_ERROR_UNSUPPORTED;
    if (!bsi_on_board(posterior->rules, cell))
        return BSHIP_ERROR_OFF_BOARD;
    return bsi_check_unknown(posterior->states[bsi_position(posterior->rules, cell)]);
}

bship_status bship_posterior_forecast(const bship_posterior *posterior, bship_cell cell,
                                      bship_forecast *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_forecast), NULL);
    if (!status)
        status = check_cell(posterior, cell);
    if (status)
        return status;
    bship_forecast forecast =
        bsi_marginals_forecast(&posterior->marginals, bsi_position(posterior->rules, cell));
    bsi_versioned_write(out, &forecast, sizeof forecast);
    return BSHIP_OK;
}

size_t bship_posterior_best(const bship_posterior *posterior, bship_cell *cells, size_t capacity)
{
    capacity = bsi_room(cells, capacity);
    if (!posterior || !posterior->has_marginals)
        return 0;
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    const uint32_t *order;
    uint32_t count;
    (void)bsi_marginals_rank(&posterior->marginals, UINT32_MAX, &order, &count, &budget);
    for (size_t i = 0; i < count && i < capacity; i++)
        cells[i] = bsi_cell(posterior->rules, order[i]);
    return count;
}

bship_status bship_posterior_sample(bship_posterior *posterior, bship_rng *rng,
                                    bship_placement *placements, size_t count)
{
    if (!posterior || !rng || !placements)
        return BSHIP_ERROR_ARGUMENT;
    if (!posterior->has_marginals)
        return BSHIP_ERROR_UNSUPPORTED;
    if (count != (size_t)posterior->rules->fleet->count)
        return BSHIP_ERROR_COUNT;
    bsi_rng_check(rng);
    bsi_work_budget budget = bsi_posterior_budget(posterior);
    bsi_solve_request request = bsi_posterior_request(posterior, &budget);
    request.rng = rng;
    request.placements = posterior->drawn;
    bship_status status = bsi_posterior_draw(posterior, &request);
    if (!status)
        memcpy(placements, posterior->drawn, count * sizeof *placements);
    return status;
}
