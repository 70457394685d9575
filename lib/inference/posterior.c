/*
 * Exact analysis: the contract of <battleship/posterior.h>, which this version
 * does not implement yet. No posterior can be made.
 */
#include <battleship/posterior.h>

#include "base/error.h"
#include "base/sized.h"

void bship_posterior_options_init(bship_posterior_options *options, size_t size)
{
    static const bship_posterior_options defaults = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_internal_sized_init(options, size, &defaults, sizeof defaults);
}

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

bship_status bship_posterior_new(bship_posterior **out, const bship_chart *chart,
                                 const bship_posterior_options *options, bship_error *error)
{
    (void)out, (void)chart, (void)options;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}

void bship_posterior_free(bship_posterior *posterior)
{
    (void)posterior;
}

bship_status bship_posterior_update(bship_posterior *posterior, const bship_chart *chart,
                                    bship_error *error)
{
    (void)posterior, (void)chart;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}

bship_status bship_posterior_check(const bship_chart *chart, const bship_posterior_options *options,
                                   bship_error *error)
{
    (void)chart, (void)options;
    return bship_internal_fail_plain(error, BSHIP_ERROR_UNSUPPORTED);
}

bship_status bship_posterior_describe(const bship_posterior *posterior, bship_posterior_info *out)
{
    (void)posterior, (void)out;
    return BSHIP_ERROR_UNSUPPORTED;
}

size_t bship_posterior_layouts(const bship_posterior *posterior, char *buffer, size_t capacity)
{
    (void)posterior, (void)buffer, (void)capacity;
    return 0;
}

size_t bship_posterior_occupancy(const bship_posterior *posterior, double *grid, size_t capacity)
{
    (void)posterior, (void)grid, (void)capacity;
    return 0;
}

size_t bship_posterior_occupancy_of_length(const bship_posterior *posterior, int32_t length,
                                           double *grid, size_t capacity)
{
    (void)posterior, (void)length, (void)grid, (void)capacity;
    return 0;
}

size_t bship_posterior_standard_error(const bship_posterior *posterior, double *grid,
                                      size_t capacity)
{
    (void)posterior, (void)grid, (void)capacity;
    return 0;
}

bship_status bship_posterior_forecast(const bship_posterior *posterior, bship_cell cell,
                                      bship_forecast *out)
{
    (void)posterior, (void)cell, (void)out;
    return BSHIP_ERROR_UNSUPPORTED;
}

bship_status bship_posterior_sinks(const bship_posterior *posterior, bship_cell cell,
                                   int32_t length, double *out)
{
    (void)posterior, (void)cell, (void)length, (void)out;
    return BSHIP_ERROR_UNSUPPORTED;
}

size_t bship_posterior_best(const bship_posterior *posterior, bship_cell *cells, size_t capacity)
{
    (void)posterior, (void)cells, (void)capacity;
    return 0;
}

bship_status bship_posterior_sample(bship_posterior *posterior, bship_rng *rng,
                                    bship_placement *placements, size_t count)
{
    (void)posterior, (void)rng, (void)placements, (void)count;
    return BSHIP_ERROR_UNSUPPORTED;
}
