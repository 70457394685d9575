/**
 * @file
 * The posterior of a chart: the probability distribution over all layouts that agree
 * with it.
 *
 * A layout agrees with a chart if it would have produced every report of the log, in
 * the order of the shots, and no shot follows the one that sinks its last ship. All
 * such layouts are equally probable, unless placements have weights: then the
 * probability of a layout is proportional to the product of the weights of its
 * placements. The probabilities are exact if an exact method fits the limits; otherwise they are
 * estimated from a sample, and bship_posterior_info says so.
 * doc/exact-inference.md explains the algorithms, doc/methods.md which of them runs
 * when, doc/analysing-a-position.md how to use the results.
 *
 * **Labelled or distinct.** Ships of one length are labelled if reports name them or
 * their weights differ. Then the number of layouts is the number of ways to place every
 * ship of the fleet. Otherwise layouts are distinct: two that differ only by an exchange
 * of ships of one length count as one.
 *
 * A posterior may be used by one thread at a time.
 */
#ifndef BATTLESHIP_POSTERIOR_H
#define BATTLESHIP_POSTERIOR_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/chart.h>
#include <battleship/enumeration.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A posterior. */
typedef struct bship_posterior bship_posterior;

/** The algorithms. */
typedef enum bship_method {
    BSHIP_METHOD_AUTO = 0, /**< `auto`: an exact method if one fits the limits, else sampling */
    BSHIP_METHOD_ENUMERATION = 1, /**< `enumeration`: exact, by enumeration of ships, the last
                                       three by inclusion-exclusion */
    BSHIP_METHOD_FRONTIER = 2,    /**< `frontier`: exact, by frontier-based dynamic programming */
    BSHIP_METHOD_REJECTION = 3,   /**< `rejection`: sampled, by rejection sampling: independent
                                       draws */
    BSHIP_METHOD_MCMC = 4,        /**< `mcmc`: sampled, by Markov chain Monte Carlo */
    BSHIP_METHOD_SMC = 5          /**< `smc`: sampled, by sequential Monte Carlo with resampling;
                                       only for salvos reported by totals */
} bship_method;

/** The default work limit of a posterior, in steps: seconds on current machines. */
#define BSHIP_POSTERIOR_WORK_DEFAULT 2000000000
/** The default memory limit of a posterior, in bytes: 1 GiB. */
#define BSHIP_POSTERIOR_MEMORY_DEFAULT 1073741824
/** The default precision of sampling: the standard error at which it stops. */
#define BSHIP_POSTERIOR_PRECISION_DEFAULT 0.002

/** Options of a posterior. */
typedef struct bship_posterior_options {
    size_t size;                      /**< sizeof(bship_posterior_options); see @ref struct_sizes */
    int32_t method;                   /**< a ::bship_method */
    int32_t exact_only;               /**< whether to fail instead of sampling; a `method` that
                                           samples is then refused */
    int64_t work_limit;               /**< work steps per update, of about a nanosecond each; 0:
                                           #BSHIP_POSTERIOR_WORK_DEFAULT. Reading the options
                                           does not count */
    uint64_t memory_limit;            /**< bytes that the posterior may use; 0:
                                           #BSHIP_POSTERIOR_MEMORY_DEFAULT */
    uint64_t seed;                    /**< seed of sampling */
    double precision;                 /**< standard error at which sampling stops, below 1: the
                                           root mean square over the unknown cells; 0:
                                           #BSHIP_POSTERIOR_PRECISION_DEFAULT */
    const double *weights;            /**< `weight_count` finite weights >= 0, one for each
                                           placement, indexed by bship_rules_placement_index();
                                           copied; NULL: all 1 */
    size_t weight_count;              /**< bship_rules_placement_count(), or 0 */
    bship_progress_callback progress; /**< NULL: none */
    void *user;                       /**< passed to `progress` */
} bship_posterior_options;

/** The defaults: any method within the default limits, all weights 1. */
#define BSHIP_POSTERIOR_OPTIONS_INIT                                                               \
    {                                                                                              \
        sizeof(bship_posterior_options), BSHIP_METHOD_AUTO, 0, 0, 0, 0, 0.0, NULL, 0, NULL, NULL   \
    }

/** How a posterior was computed, and from how many layouts. */
typedef struct bship_posterior_info {
    size_t size;                  /**< sizeof(bship_posterior_info); see @ref struct_sizes */
    int32_t method;               /**< the ::bship_method that was used */
    int32_t is_exact;             /**< whether the results are exact, not sampled */
    int32_t is_labelled;          /**< whether the layouts are labelled, not distinct */
    int32_t reserved;             /**< zero */
    double layouts;               /**< the number of possible layouts, or their total weight,
                                       rounded; infinite if beyond the range of a double; NaN
                                       with #BSHIP_METHOD_MCMC, which does not estimate it */
    double log2_layouts;          /**< the binary logarithm of that number, or NaN */
    double layouts_error;         /**< the relative standard error of `layouts`; 0 if exact; NaN
                                       if unknown */
    double effective_sample_size; /**< independent draws of the same precision; 0 if exact */
    int64_t work;                 /**< work steps that it took: never more than the limit */
} bship_posterior_info;

/** An empty description. */
#define BSHIP_POSTERIOR_INFO_INIT                                                                  \
    {                                                                                              \
        sizeof(bship_posterior_info), 0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0                            \
    }

/**
 * Makes the posterior of a chart.
 *
 * @param out     the new posterior, owned by the caller
 * @param chart   the chart; not used after the call
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL. `index` is the invalid weight or, for
 *                #BSHIP_ERROR_WORK_LIMIT, the estimated number of steps needed, which is
 *                always above the limit; INT64_MAX if no number of steps is known to suffice
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION if no layout agrees with the chart;
 *         #BSHIP_ERROR_WORK_LIMIT; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_ARGUMENT for an unknown
 *         method, or for one that samples with `exact_only`; #BSHIP_ERROR_COUNT for a wrong number
 *         of weights; #BSHIP_ERROR_RANGE for a weight or a limit; #BSHIP_ERROR_UNSUPPORTED if the
 *         method does not support the chart (wide boards; salvos reported by totals, or for `smc`
 *         none; with such totals, `rejection` if nearly all draws would be rejected), or if the
 *         weights differ so much that rounding errors would make exact results wrong;
 *         #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_posterior_new(bship_posterior **out, const bship_chart *chart,
                                           const bship_posterior_options *options,
                                           bship_error *error);

/**
 * Frees a posterior.
 *
 * @param posterior the posterior; may be NULL
 */
BSHIP_API void bship_posterior_free(bship_posterior *posterior);

/**
 * Computes the posterior of another chart of equal rules. The results are those of a new
 * posterior. Later updates reuse the memory of earlier ones, and allocate only where a chart needs
 * more than any before, or after the memory limit was reached, which frees that memory.
 *
 * After a failure the posterior is empty until an update succeeds; the queries then return
 * what they say for "no results", and write nothing but an empty text.
 *
 * @param posterior the posterior
 * @param chart     the chart
 * @param error     filled on failure, as by bship_posterior_new(); may be NULL
 * @return as bship_posterior_new(); #BSHIP_ERROR_RULES if the rules differ.
 */
BSHIP_API bship_status bship_posterior_update(bship_posterior *posterior, const bship_chart *chart,
                                              bship_error *error);

/**
 * Checks completely whether any layout agrees with a chart, with the methods of
 * bship_posterior_new().
 *
 * @param chart   the chart
 * @param options NULL for the defaults
 * @param error   filled on failure, as by bship_posterior_new(); may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION; else as bship_posterior_new().
 */
BSHIP_API bship_status bship_posterior_check(const bship_chart *chart,
                                             const bship_posterior_options *options,
                                             bship_error *error);

/**
 * Describes how the posterior was computed, and from how many layouts.
 *
 * @param posterior the posterior; may be NULL
 * @param out       the description
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED if there are no results or no posterior;
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_posterior_describe(const bship_posterior *posterior,
                                                bship_posterior_info *out);

/**
 * Writes the number of possible layouts in decimal digits, as snprintf() does. It is exact,
 * or rounded if the posterior is sampled or weighted. The text is empty if the number is not
 * known (#BSHIP_METHOD_MCMC) or if a rounded number is beyond the range of a double.
 *
 * @param posterior the posterior; may be NULL
 * @param buffer    receives the text; may be NULL if `capacity` is 0
 * @param capacity  bytes in the buffer
 * @return the length of the whole text, without the NUL; 0 if the text is empty, or if there
 *         are no results or no posterior.
 */
BSHIP_API size_t bship_posterior_format_layouts(const bship_posterior *posterior, char *buffer,
                                                size_t capacity);

/**
 * The occupancy of every cell, row by row: the probability that a ship covers it.
 *
 * @param posterior the posterior; may be NULL
 * @param grid      receives the first `capacity` values; may be NULL if that is 0
 * @param capacity  values in the grid
 * @return width * height; 0, and nothing is written, if there are no results or no posterior.
 */
BSHIP_API size_t bship_posterior_occupancy(const bship_posterior *posterior, double *grid,
                                           size_t capacity);

/**
 * The probability that a ship of a given class covers a cell, for every cell, row by row.
 *
 * @param posterior  the posterior; may be NULL
 * @param ship_class the class, as bship_fleet_class_count() says, from 0 for the longest ships; if
 *                   there is no such class, all values are 0
 * @param grid       receives the first `capacity` values; may be NULL if that is 0
 * @param capacity   values in the grid
 * @return width * height; 0, and nothing is written, if there are no results or no posterior.
 */
BSHIP_API size_t bship_posterior_occupancy_of_class(const bship_posterior *posterior,
                                                    int32_t ship_class, double *grid,
                                                    size_t capacity);

/**
 * The standard error of the occupancy of every cell, row by row; 0 if exact.
 *
 * @param posterior the posterior; may be NULL
 * @param grid      receives the first `capacity` values; may be NULL if that is 0
 * @param capacity  values in the grid
 * @return width * height; 0, and nothing is written, if there are no results or no posterior.
 */
BSHIP_API size_t bship_posterior_standard_error(const bship_posterior *posterior, double *grid,
                                                size_t capacity);

/**
 * The probability that a ship lies exactly in a placement: with its first cell there, in
 * that orientation. Ships of equal lengths and weights, and where reports name ships of
 * equal names, are interchangeable: it is the probability that any of them lies there.
 *
 * If the posterior is exact and without weights, it is 0 if and only if the placement is
 * impossible. In a sample 0 means that no layout drawn contains it; with weights it may
 * differ from 0 by a rounding error.
 *
 * @param posterior the posterior; may be NULL
 * @param placement a placement on the board
 * @param out       the probability
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if `out` is NULL; #BSHIP_ERROR_RANGE if
 *         bship_rules_placement_index() has no such placement; #BSHIP_ERROR_UNSUPPORTED if
 *         there are no results or no posterior.
 */
BSHIP_API bship_status bship_posterior_placement(const bship_posterior *posterior,
                                                 bship_placement placement, double *out);

/** The probabilities of the results of a shot. */
typedef struct bship_forecast {
    size_t size;    /**< sizeof(bship_forecast); see @ref struct_sizes */
    double miss;    /**< the probability of a miss */
    double hit;     /**< the probability of a hit on a ship that stays afloat */
    double sunk;    /**< the probability that a ship, of any length, sinks */
    double entropy; /**< the entropy of the report, as the rules disclose it, in bits */
} bship_forecast;

/** An empty forecast. */
#define BSHIP_FORECAST_INIT                                                                        \
    {                                                                                              \
        sizeof(bship_forecast), 0.0, 0.0, 0.0, 0.0                                                 \
    }

/**
 * The probabilities of the results of a shot at a cell.
 *
 * @param posterior the posterior; may be NULL
 * @param cell      an unknown cell
 * @param out       the forecast
 * @return #BSHIP_OK; #BSHIP_ERROR_OFF_BOARD, #BSHIP_ERROR_BLOCKED, #BSHIP_ERROR_REPEATED or
 *         #BSHIP_ERROR_KNOWN_WATER for another cell; #BSHIP_ERROR_UNSUPPORTED if there are no
 *         results or no posterior; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_posterior_forecast(const bship_posterior *posterior, bship_cell cell,
                                                bship_forecast *out);

/**
 * The unknown cells from the best to the worst: by occupancy, those of equal occupancy by
 * the entropy of the report, then row by row.
 *
 * @param posterior the posterior; may be NULL
 * @param cells     receives the first `capacity` cells; may be NULL if that is 0
 * @param capacity  cells in the array
 * @return the number of unknown cells; 0, and nothing is written, if there are no results or no
 *         posterior.
 */
BSHIP_API size_t bship_posterior_best(const bship_posterior *posterior, bship_cell *cells,
                                      size_t capacity);

/**
 * Draws a random layout from the posterior; exactly distributed if an exact method can be
 * used. May take as many work steps as an update.
 *
 * @param posterior  the posterior
 * @param rng        the stream
 * @param placements receives `count` placements, one for each ship, in the order of the fleet
 * @param count      the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if `count` is not the number of ships;
 *         #BSHIP_ERROR_WORK_LIMIT, with results of #BSHIP_METHOD_SMC at once where drawing is
 *         expected to exceed the limit; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_UNSUPPORTED if there
 *         are no results; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_posterior_sample(bship_posterior *posterior, bship_rng *rng,
                                              bship_placement *placements, size_t count);

BSHIP_END_DECLS

#endif
