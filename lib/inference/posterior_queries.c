/* Posteriors: what can be asked of them. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "base/text.h"
#include "inference/posterior.h"

void bship_posterior_info_init(bship_posterior_info *info, size_t size)
{
    static const bship_posterior_info empty = BSHIP_POSTERIOR_INFO_INIT;
    bship_internal_sized_init(info, size, &empty, sizeof empty);
}

void bship_forecast_init(bship_forecast *forecast, size_t size)
{
    static const bship_forecast empty = BSHIP_FORECAST_INIT;
    bship_internal_sized_init(forecast, size, &empty, sizeof empty);
}

const char *bship_posterior_method_name(int32_t method)
{
    static const char *const names[] = {
        [BSHIP_METHOD_AUTO] = "auto",         [BSHIP_METHOD_EXACT] = "exact",
        [BSHIP_METHOD_FRONTIER] = "frontier", [BSHIP_METHOD_DRAWS] = "draws",
        [BSHIP_METHOD_CHAIN] = "chain",
    };
    return method >= 0 && method <= BSHIP_METHOD_CHAIN ? names[method] : NULL;
}

/* ---- the number of layouts ---- */

/* The logarithm to base 2 of the orders of ships alike, where those are told apart. */
static double log2_orders(const bship_internal_evidence *evidence)
{
    double sum = 0;
    for (int32_t k = 0; evidence->is_labelled && k < evidence->kind_count; k++) {
        for (int32_t i = 2; i <= evidence->kinds[k].ships; i++)
            sum += log2(i);
    }
    return sum;
}

/* Whether the number of layouts is known: a chain cannot tell it. */
static int is_counted(const bship_posterior *posterior)
{
    return posterior->methods.method != BSHIP_METHOD_CHAIN;
}

/* What a tally in double precision is to be multiplied by, as an exponent of 2. */
static int64_t scale_exponent(const bship_posterior *posterior)
{
    int64_t exponent = bship_internal_weight_exponent(&posterior->evidence);
    if (posterior->methods.method == BSHIP_METHOD_DRAWS)
        exponent += posterior->methods.quality.exponent;
    return exponent;
}

static double log2_layouts(const bship_posterior *posterior)
{
    if (!is_counted(posterior))
        return (double)NAN;
    const bship_internal_tally *tally = &posterior->tally;
    double total = tally->is_whole ? bship_internal_wide_to_double(tally->total) : tally->weight;
    double scale = tally->is_whole ? -log2(tally->unit) : (double)scale_exponent(posterior);
    return log2(total) + scale + log2_orders(&posterior->evidence);
}

/* Rounded; infinite if it is beyond a double. */
static double layouts(const bship_posterior *posterior)
{
    const bship_internal_tally *tally = &posterior->tally;
    const bship_internal_evidence *evidence = &posterior->evidence;
    double product = tally->is_whole ? bship_internal_wide_to_double(bship_internal_wide_divided(
                                           tally->total, tally->unit, NULL))
                                     : ldexp(tally->weight, (int)scale_exponent(posterior));
    if (!is_counted(posterior))
        return (double)NAN;
    for (int32_t k = 0; evidence->is_labelled && k < evidence->kind_count; k++) {
        for (int32_t i = 2; i <= evidence->kinds[k].ships; i++)
            product *= i;
    }
    return product;
}

/*
 * A number in digits of 10^9, the least first. Its length is bounded: 2^128 layouts, in
 * at most 1024! orders, have fewer than 2,700 decimal digits.
 */
enum {
    DIGIT = 1000000000,
    DIGITS_MAX = 300
};

typedef struct natural {
    uint32_t digits[DIGITS_MAX];
    int count;
} natural;

static void multiply(natural *value, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < value->count; i++) {
        carry += (uint64_t)value->digits[i] * factor;
        value->digits[i] = (uint32_t)(carry % DIGIT);
        carry /= DIGIT;
    }
    while (carry > 0) {
        value->digits[value->count++] = (uint32_t)(carry % DIGIT);
        carry /= DIGIT;
    }
}

static void add_whole(bship_internal_text *text, const bship_posterior *posterior)
{
    const bship_internal_evidence *evidence = &posterior->evidence;
    bship_internal_wide rest =
        bship_internal_wide_divided(posterior->tally.total, posterior->tally.unit, NULL);
    natural value = { .count = 0 };
    do
        rest = bship_internal_wide_divided(rest, DIGIT, &value.digits[value.count++]);
    while (!bship_internal_wide_is_zero(rest));
    for (int32_t k = 0; evidence->is_labelled && k < evidence->kind_count; k++) {
        for (int32_t i = 2; i <= evidence->kinds[k].ships; i++)
            multiply(&value, (uint32_t)i);
    }
    bship_internal_text_add(text, "%u", (unsigned)value.digits[value.count - 1]);
    for (int i = value.count - 1; i-- > 0;)
        bship_internal_text_add(text, "%09u", (unsigned)value.digits[i]);
}

size_t bship_posterior_layouts(const bship_posterior *posterior, char *buffer, size_t capacity)
{
    bship_internal_text text = bship_internal_text_of(buffer, capacity);
    if (!posterior || !posterior->has_figures || !is_counted(posterior))
        bship_internal_text_add(&text, "%s", "");
    else if (posterior->tally.is_whole)
        add_whole(&text, posterior);
    else if (isfinite(layouts(posterior)))
        bship_internal_text_add(&text, "%.0f", layouts(posterior));
    return text.length;
}

bship_status bship_posterior_describe(const bship_posterior *posterior, bship_posterior_info *out)
{
    bship_status status = bship_internal_sized_check(out, sizeof *out);
    if (status)
        return status;
    if (!posterior || !posterior->has_figures)
        return BSHIP_ERROR_UNSUPPORTED;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    const bship_internal_sample_quality *quality = &posterior->methods.quality;
    info.method = posterior->methods.method;
    info.is_exact = bship_internal_is_exact(info.method);
    if (!info.is_exact) {
        info.layouts_error = quality->total_error;
        info.effective_sample_size = quality->effective;
    }
    info.is_labelled = posterior->evidence.is_labelled;
    info.layouts = layouts(posterior);
    info.log2_layouts = log2_layouts(posterior);
    info.work = posterior->work;
    bship_internal_sized_write(out, &info, sizeof info);
    return BSHIP_OK;
}

/* ---- grids ---- */

/* The figure of a cell; `number` is what was asked for. */
typedef double (*figure)(const bship_posterior *posterior, uint32_t position, int32_t number);

static size_t copy_figures(const bship_posterior *posterior, figure of, int32_t number,
                           double *grid, size_t capacity)
{
    if (!posterior || !posterior->has_figures)
        return 0;
    const bship_rules *rules = posterior->rules;
    size_t cells = (size_t)rules->width * (size_t)rules->height;
    for (size_t i = 0; i < cells && i < capacity; i++) {
        bship_cell cell = { (int32_t)(i % (size_t)rules->width),
                            (int32_t)(i / (size_t)rules->width) };
        grid[i] = of(posterior, bship_internal_position(rules, cell), number);
    }
    return cells;
}

static double occupancy_at(const bship_posterior *posterior, uint32_t position, int32_t number)
{
    (void)number;
    return posterior->figures.occupancy[position];
}

size_t bship_posterior_occupancy(const bship_posterior *posterior, double *grid, size_t capacity)
{
    return copy_figures(posterior, occupancy_at, 0, grid, capacity);
}

/* The sum over the kinds of a length. */
static double sum_of_length(const bship_posterior *posterior, const double *by_kind,
                            uint32_t position, int32_t length)
{
    const bship_internal_evidence *evidence = &posterior->evidence;
    double sum = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        if (evidence->kinds[k].length == length)
            sum += by_kind[(size_t)k * posterior->rules->positions + position];
    }
    return sum;
}

static double occupancy_of_length_at(const bship_posterior *posterior, uint32_t position,
                                     int32_t length)
{
    return sum_of_length(posterior, posterior->figures.covered_by, position, length);
}

size_t bship_posterior_occupancy_of_length(const bship_posterior *posterior, int32_t length,
                                           double *grid, size_t capacity)
{
    return copy_figures(posterior, occupancy_of_length_at, length, grid, capacity);
}

static double error_at(const bship_posterior *posterior, uint32_t position, int32_t number)
{
    (void)number;
    const bship_internal_methods *methods = &posterior->methods;
    return bship_internal_is_exact(methods->method) ? 0 : methods->quality.errors[position];
}

size_t bship_posterior_standard_error(const bship_posterior *posterior, double *grid,
                                      size_t capacity)
{
    return copy_figures(posterior, error_at, 0, grid, capacity);
}

/* ---- shots ---- */

/* Whether a cell is in fog, and if not, why; and whether there are figures. */
static bship_status check_cell(const bship_posterior *posterior, bship_cell cell)
{
    if (!posterior || !posterior->has_figures)
        return BSHIP_ERROR_UNSUPPORTED;
    if (!bship_internal_on_board(posterior->rules, cell))
        return BSHIP_ERROR_OFF_BOARD;
    switch (posterior->states[bship_internal_position(posterior->rules, cell)]) {
    case BSHIP_CHART_FOG:
        return BSHIP_OK;
    case BSHIP_CHART_BLOCKED:
        return BSHIP_ERROR_BLOCKED;
    case BSHIP_CHART_KNOWN_WATER:
        return BSHIP_ERROR_KNOWN_WATER;
    default:
        return BSHIP_ERROR_REPEATED;
    }
}

bship_status bship_posterior_forecast(const bship_posterior *posterior, bship_cell cell,
                                      bship_forecast *out)
{
    bship_status status = bship_internal_sized_check(out, sizeof *out);
    if (!status)
        status = check_cell(posterior, cell);
    if (status)
        return status;
    bship_forecast forecast = bship_internal_figures_forecast(
        &posterior->figures, bship_internal_position(posterior->rules, cell));
    bship_internal_sized_write(out, &forecast, sizeof forecast);
    return BSHIP_OK;
}

bship_status bship_posterior_sinks(const bship_posterior *posterior, bship_cell cell,
                                   int32_t length, double *out)
{
    if (!out)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_cell(posterior, cell);
    if (status)
        return status;
    *out = sum_of_length(posterior, posterior->figures.sunk_of,
                         bship_internal_position(posterior->rules, cell), length);
    return BSHIP_OK;
}

size_t bship_posterior_best(const bship_posterior *posterior, bship_cell *cells, size_t capacity)
{
    if (!posterior || !posterior->has_figures)
        return 0;
    const uint32_t *order;
    size_t count = bship_internal_figures_rank(&posterior->figures, &order);
    for (size_t i = 0; i < count && i < capacity; i++)
        cells[i] = bship_internal_cell(posterior->rules, order[i]);
    return count;
}

bship_status bship_posterior_sample(bship_posterior *posterior, bship_rng *rng,
                                    bship_placement *placements, size_t count)
{
    if (!posterior || !rng || !placements)
        return BSHIP_ERROR_ARGUMENT;
    if (!posterior->has_figures)
        return BSHIP_ERROR_UNSUPPORTED;
    if (count != (size_t)posterior->rules->fleet->count)
        return BSHIP_ERROR_RANGE;
    bship_internal_effort effort = bship_internal_posterior_effort(posterior);
    bship_placement *drawn = posterior->drawn;
    bship_status status =
        bship_internal_methods_draw(&posterior->methods, &posterior->tally, rng, &effort, drawn);
    if (!status)
        memcpy(placements, drawn, count * sizeof *drawn);
    return status;
}
