/**
 * @file
 * Analysis: the distribution over all layouts that agree with a chart, exact where
 * that fits the limits, else sampled, which is told.
 *
 * Figures are made of all layouts that agree with the whole log of a chart, the
 * order of the shots included, each counting alike or by the weights of its
 * placements. doc/exact-inference.md explains how they are counted without being
 * listed, doc/methods.md what runs when, doc/analysing-a-position.md how to use them.
 *
 * **Labelled or distinct.** Ships of one length are told apart ("labelled") where
 * reports name them or their weights differ: then the number of layouts is that of
 * all ways to place every ship of the fleet. Otherwise ("distinct") two layouts
 * that differ only in which of two ships of one length lies where count as one.
 *
 * A posterior is owned by one thread at a time.
 */
#ifndef BATTLESHIP_POSTERIOR_H
#define BATTLESHIP_POSTERIOR_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/chart.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A posterior. */
typedef struct bship_posterior bship_posterior;

/** How the figures are obtained. */
typedef enum bship_posterior_method {
    BSHIP_METHOD_AUTO = 0, /**< `auto`: an exact method if one fits the limits, else sampling */
    BSHIP_METHOD_ENUMERATION = 1, /**< `exact`: by closing three ships */
    BSHIP_METHOD_FRONTIER = 2,    /**< `frontier`: exactly, cell by cell */
    BSHIP_METHOD_REJECTION = 3,   /**< `draws`: sampled, by rejection: exact independent draws */
    BSHIP_METHOD_MCMC = 4,        /**< `chain`: sampled, by a Markov chain */
    BSHIP_METHOD_SMC = 5 /**< `smc`: sampled, by sequential Monte Carlo with resampling; only
                              where salvos were answered by totals */
} bship_posterior_method;

/**
 * Hears of long work: every million steps or so.
 *
 * @param done how much of the work is done, 0..1
 * @param user what was given in the options
 * @return 0 to go on; anything else cancels the work.
 */
typedef int (*bship_progress_callback)(double done, void *user);

/** The default limits of a posterior. */
enum {
    BSHIP_POSTERIOR_WORK_DEFAULT = 2000000000,  /**< steps: seconds on a machine of today */
    BSHIP_POSTERIOR_MEMORY_DEFAULT = 1073741824 /**< bytes: 1 GiB */
};

/** The default precision of a sample. */
#define BSHIP_POSTERIOR_PRECISION_DEFAULT 0.002

/** How a posterior is made. */
typedef struct bship_posterior_options {
    size_t size;                      /**< sizeof(bship_posterior_options) as the caller knows it */
    int32_t method;                   /**< a ::bship_posterior_method */
    int32_t exact_only;               /**< whether sampling is refused rather than fallen back to */
    int64_t work_limit;               /**< steps one update may take, a step being about a
                                           nanosecond; 0: #BSHIP_POSTERIOR_WORK_DEFAULT.
                                           Reading the options is no part of an update */
    uint64_t memory_limit;            /**< bytes that may be in use; 0:
                                           #BSHIP_POSTERIOR_MEMORY_DEFAULT */
    uint64_t seed;                    /**< of sampling */
    double precision;                 /**< rms error of an occupancy to sample for, below 1; 0:
                                                      #BSHIP_POSTERIOR_PRECISION_DEFAULT */
    const double *weights;            /**< a finite weight >= 0 for every placement, by
                                           bship_rules_placement_index(), copied; NULL: all 1 */
    int64_t weight_count;             /**< bship_rules_placement_count(), or 0 */
    bship_progress_callback progress; /**< NULL: none */
    void *user;                       /**< handed to `progress` */
} bship_posterior_options;

/** The defaults: any method within the default limits, all layouts alike. */
#define BSHIP_POSTERIOR_OPTIONS_INIT                                                               \
    {                                                                                              \
        sizeof(bship_posterior_options), BSHIP_METHOD_AUTO, 0, 0, 0, 0, 0.0, NULL, 0, NULL, NULL   \
    }

/**
 * Sets options to #BSHIP_POSTERIOR_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_posterior_options)
 */
BSHIP_API void bship_posterior_options_init(bship_posterior_options *options, size_t size);

/** What a posterior is, as a whole. */
typedef struct bship_posterior_info {
    size_t size;                  /**< sizeof(bship_posterior_info) as the caller knows it */
    int32_t method;               /**< the ::bship_posterior_method that was used */
    int32_t is_exact;             /**< whether the figures are exact, not sampled */
    int32_t is_labelled;          /**< whether ships of one length were told apart in counting */
    int32_t reserved;             /**< zero */
    double layouts;               /**< how many layouts (their weight) are possible, rounded;
                                       infinite beyond a double's range; NaN where a chain
                                       was run, which cannot tell */
    double log2_layouts;          /**< the logarithm of that, to base 2, or NaN */
    double layouts_error;         /**< its relative standard error; 0 if exact, NaN if unknown */
    double effective_sample_size; /**< independent draws that the sample is worth; 0 if exact */
    int64_t work;                 /**< steps that it took */
} bship_posterior_info;

/** An empty description. */
#define BSHIP_POSTERIOR_INFO_INIT                                                                  \
    {                                                                                              \
        sizeof(bship_posterior_info), 0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0                            \
    }

/**
 * Sets a description to #BSHIP_POSTERIOR_INFO_INIT.
 *
 * @param info the description; may be NULL
 * @param size sizeof(bship_posterior_info)
 */
BSHIP_API void bship_posterior_info_init(bship_posterior_info *info, size_t size);

/**
 * Makes the posterior of a chart.
 *
 * @param out     the new posterior, the caller's to free
 * @param chart   what is known; read, not kept
 * @param options NULL for the defaults
 * @param error   filled on failure, `index` being the weight at fault or, for
 *                #BSHIP_ERROR_WORK_LIMIT, the steps that are needed as far as is known then:
 *                always more than the limit; INT64_MAX where no number of steps is known to
 *                do; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION if no layout is left; #BSHIP_ERROR_WORK_LIMIT;
 *         #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_ARGUMENT for an unknown method;
 *         #BSHIP_ERROR_RANGE for a weight or a limit; #BSHIP_ERROR_UNSUPPORTED
 *         where the method asked for cannot count these layouts (broad boards, salvos
 *         answered by totals, or for `smc` none; with such totals `draws` where nearly
 *         all would be rejected), or weights are so far apart that rounding would spoil
 *         exact figures; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
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
 * Computes the posterior anew for another chart of equal rules, as a new one would be.
 * Allocates nothing once warm, unless the memory limit is met: then it starts afresh.
 *
 * After a failure the posterior holds no figures until an update succeeds: the
 * queries then answer as they do without a posterior.
 *
 * @param posterior the posterior
 * @param chart     what is known
 * @param error     as for bship_posterior_new(); may be NULL
 * @return as bship_posterior_new(); #BSHIP_ERROR_RULES.
 */
BSHIP_API bship_status bship_posterior_update(bship_posterior *posterior, const bship_chart *chart,
                                              bship_error *error);

/**
 * Whether any layout agrees with a chart: the complete check, by the same means
 * as bship_posterior_new().
 *
 * @param chart   what is known
 * @param options NULL for the defaults
 * @param error   as for bship_posterior_new(); may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION; else as bship_posterior_new().
 */
BSHIP_API bship_status bship_posterior_check(const bship_chart *chart,
                                             const bship_posterior_options *options,
                                             bship_error *error);

/**
 * What the posterior is, as a whole.
 *
 * @param posterior the posterior
 * @param out       its description
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_posterior_describe(const bship_posterior *posterior,
                                                bship_posterior_info *out);

/**
 * The number of layouts still possible in decimal digits, exactly, as snprintf()
 * writes; where the figures are sampled or weighted, rounded; empty where a chain was
 * run, which cannot tell it, and where a rounded number is beyond a double's range.
 *
 * @param posterior the posterior
 * @param buffer    where the text goes; may be NULL if `capacity` is 0
 * @param capacity  bytes in the buffer
 * @return the length of the whole text, without the NUL; 0 without a posterior, and
 *         where the number is not known.
 */
BSHIP_API size_t bship_posterior_layouts(const bship_posterior *posterior, char *buffer,
                                         size_t capacity);

/**
 * P(a ship covers the cell) for every cell, row by row.
 *
 * @param posterior the posterior
 * @param grid      where the first `capacity` figures go; may be NULL if it is 0
 * @param capacity  how many figures fit
 * @return width * height; 0 without a posterior.
 */
BSHIP_API size_t bship_posterior_occupancy(const bship_posterior *posterior, double *grid,
                                           size_t capacity);

/**
 * P(a ship of a length covers the cell) for every cell, row by row.
 *
 * @param posterior the posterior
 * @param length    a length of the fleet; of another, all figures are 0
 * @param grid      where the first `capacity` figures go; may be NULL if it is 0
 * @param capacity  how many figures fit
 * @return width * height; 0 without a posterior.
 */
BSHIP_API size_t bship_posterior_occupancy_of_length(const bship_posterior *posterior,
                                                     int32_t length, double *grid, size_t capacity);

/**
 * The standard error of every cell's occupancy, row by row; 0 where exact.
 *
 * @param posterior the posterior
 * @param grid      where the first `capacity` figures go; may be NULL if it is 0
 * @param capacity  how many figures fit
 * @return width * height; 0 without a posterior.
 */
BSHIP_API size_t bship_posterior_standard_error(const bship_posterior *posterior, double *grid,
                                                size_t capacity);

/** How a shot would be answered. */
typedef struct bship_forecast {
    size_t size;    /**< sizeof(bship_forecast) as the caller knows it */
    double miss;    /**< P(miss) */
    double hit;     /**< P(hit, and the ship stays afloat) */
    double sunk;    /**< P(a ship sinks), of any length */
    double entropy; /**< of the answer as the rules disclose it, in bits */
} bship_forecast;

/** An empty forecast. */
#define BSHIP_FORECAST_INIT                                                                        \
    {                                                                                              \
        sizeof(bship_forecast), 0.0, 0.0, 0.0, 0.0                                                 \
    }

/**
 * Sets a forecast to #BSHIP_FORECAST_INIT.
 *
 * @param forecast the forecast; may be NULL
 * @param size     sizeof(bship_forecast)
 */
BSHIP_API void bship_forecast_init(bship_forecast *forecast, size_t size);

/**
 * How a shot at a cell would be answered.
 *
 * @param posterior the posterior
 * @param cell      a cell in fog
 * @param out       the forecast
 * @return #BSHIP_OK; as bship_chart_can_fire(); #BSHIP_ERROR_UNSUPPORTED; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_posterior_forecast(const bship_posterior *posterior, bship_cell cell,
                                                bship_forecast *out);

/**
 * P(a shot at a cell sinks a ship of a length).
 *
 * @param posterior the posterior
 * @param cell      a cell in fog
 * @param length    a length
 * @param out       the probability
 * @return #BSHIP_OK; as bship_chart_can_fire(); #BSHIP_ERROR_UNSUPPORTED.
 */
BSHIP_API bship_status bship_posterior_sinking_of_length(const bship_posterior *posterior,
                                                         bship_cell cell, int32_t length,
                                                         double *out);

/**
 * The cells in fog from the best to the worst: by occupancy, among equals by the
 * entropy of the answer, then row by row.
 *
 * @param posterior the posterior
 * @param cells     where the first `capacity` cells go; may be NULL if it is 0
 * @param capacity  how many cells fit
 * @return how many cells are in fog; 0 without a posterior.
 */
BSHIP_API size_t bship_posterior_best(const bship_posterior *posterior, bship_cell *cells,
                                      size_t capacity);

/**
 * Draws a layout from the posterior; exactly wherever an exact method runs. May take as
 * many steps as an update.
 *
 * @param posterior  the posterior
 * @param rng        the stream
 * @param placements where a placement for each ship goes, in fleet order
 * @param count      the number of ships of the fleet
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if the count is not the fleet's;
 *         #BSHIP_ERROR_WORK_LIMIT; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_UNSUPPORTED without
 *         a posterior, and where salvos were answered by totals and weights are very far
 *         apart; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_posterior_sample(bship_posterior *posterior, bship_rng *rng,
                                              bship_placement *placements, size_t count);

/**
 * How many methods there are, #BSHIP_METHOD_AUTO included: they are numbered from 0.
 *
 * @return the number.
 */
BSHIP_API int32_t bship_posterior_method_count(void);

/**
 * The name of a method: the keyword that programs and JSON use.
 *
 * @param method a ::bship_posterior_method
 * @return a static string such as `"frontier"`, or NULL if there is no such method.
 */
BSHIP_API const char *bship_posterior_method_name(int32_t method);

/**
 * What a method does, in a few words.
 *
 * @param method a ::bship_posterior_method
 * @return a static string, or NULL if there is no such method.
 */
BSHIP_API const char *bship_posterior_method_text(int32_t method);

/**
 * Finds a method by its name.
 *
 * @param name the keyword; may be NULL
 * @return the ::bship_posterior_method, or -1.
 */
BSHIP_API int32_t bship_posterior_method_find(const char *name);

/** What became of a method in an update. */
typedef enum bship_explanation_state {
    BSHIP_EXPLANATION_UNREACHED = 0, /**< `unreached`: it was not considered: another did before,
                                          or the update failed */
    BSHIP_EXPLANATION_UNABLE = 1,    /**< `unable`: it cannot count the layouts of this chart */
    BSHIP_EXPLANATION_DECLINED = 2,  /**< `declined`: it could run, and was not run */
    BSHIP_EXPLANATION_ABANDONED = 3, /**< `abandoned`: it was begun and failed */
    BSHIP_EXPLANATION_CHOSEN = 4     /**< `chosen`: the figures are its own; or it found that no
                                          layout is left */
} bship_explanation_state;

/** Why a method made the figures, or did not. */
typedef struct bship_posterior_explanation {
    size_t size;            /**< sizeof(bship_posterior_explanation) as the caller knows it */
    int32_t method;         /**< the ::bship_posterior_method */
    int32_t is_exact;       /**< whether its figures are exact, not sampled */
    int32_t state;          /**< a ::bship_explanation_state */
    int32_t status;         /**< where `abandoned` or `chosen`, the ::bship_status it ended with;
                                 else #BSHIP_OK */
    double estimated_steps; /**< steps that a count takes, as estimated before it, with an error of
                                 up to an order of magnitude; of a sample, the shortest one's.
                                 Infinite if it cannot count; NaN where nothing was estimated */
    double accepted;        /**< the share of trial draws that were layouts; NaN where none were
                                 tried */
    int64_t steps;          /**< steps that it took, those of its estimate included */
    uint64_t memory;        /**< bytes that all methods together held when it ended; 0 where it
                                 took no step */
    const char *reason;     /**< why, in a few words: a static text, never NULL once explained */
} bship_posterior_explanation;

/** An empty explanation. */
#define BSHIP_POSTERIOR_EXPLANATION_INIT                                                           \
    {                                                                                              \
        sizeof(bship_posterior_explanation), 0, 0, 0, 0, 0.0, 0.0, 0, 0, NULL                      \
    }

/**
 * Sets an explanation to #BSHIP_POSTERIOR_EXPLANATION_INIT.
 *
 * @param explanation the explanation; may be NULL
 * @param size        sizeof(bship_posterior_explanation)
 */
BSHIP_API void bship_posterior_explanation_init(bship_posterior_explanation *explanation,
                                                size_t size);

/**
 * Why the last update used a method, or did not: also after an update that failed.
 * An update that was refused for its arguments changes nothing here.
 *
 * @param posterior the posterior
 * @param method    a ::bship_posterior_method, but not #BSHIP_METHOD_AUTO
 * @param out       the explanation
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if there is no such method; #BSHIP_ERROR_UNSUPPORTED
 *         without a posterior; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_posterior_explain(const bship_posterior *posterior, int32_t method,
                                               bship_posterior_explanation *out);

/**
 * The name of what became of a method: the keyword that programs and JSON use.
 *
 * @param state a ::bship_explanation_state
 * @return a static string such as `"chosen"`, or NULL if there is no such state.
 */
BSHIP_API const char *bship_explanation_state_name(int32_t state);

BSHIP_END_DECLS

#endif
