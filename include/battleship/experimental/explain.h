/**
 * @file
 * Why a posterior used a method, or did not.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_EXPLAIN_H
#define BATTLESHIP_EXPERIMENTAL_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/posterior.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** An enumeration (battleship/enumeration.h), `explanation-state`: ::bship_explanation_state. */
#define BSHIP_ENUM_EXPLANATION_STATE 1002

/** What an update did with a method. */
typedef enum bship_explanation_state {
    BSHIP_EXPLANATION_STATE_UNREACHED = 0, /**< `unreached`: not considered: another method
                                          succeeded first, or the update failed */
    BSHIP_EXPLANATION_STATE_UNABLE = 1,    /**< `unable`: it does not support the chart */
    BSHIP_EXPLANATION_STATE_DECLINED = 2, /**< `declined`: it supports the chart, but was not run */
    BSHIP_EXPLANATION_STATE_ABANDONED = 3, /**< `abandoned`: it was run, and failed */
    BSHIP_EXPLANATION_STATE_CHOSEN = 4 /**< `chosen`: it made the results, or found that no layout
                                      agrees with the chart */
} bship_explanation_state;

/** Why a method was used, or not. */
typedef struct bship_posterior_explanation {
    size_t size;            /**< sizeof(bship_posterior_explanation); see @ref struct_sizes */
    int32_t method;         /**< the ::bship_method */
    int32_t is_exact;       /**< whether its results are exact, not sampled */
    int32_t state;          /**< a ::bship_explanation_state */
    int32_t status;         /**< if `abandoned` or `chosen`, the ::bship_status with which the
                                 method ended; else #BSHIP_OK */
    double estimated_steps; /**< the work steps estimated in advance, accurate to about an order of
                                 magnitude; for sampling, those of the smallest sample. Infinite if
                                 it does not support the chart; NaN if not estimated */
    double accepted;        /**< the acceptance rate of trial draws; NaN if there were none */
    int64_t steps;          /**< work steps it took, including those of the estimate */
    uint64_t memory;        /**< bytes in use by all methods together when it ended; 0 if it took
                                 no steps */
    const char *reason;     /**< the reason in a few words: a static string; NULL: it is not
                                     explained */
} bship_posterior_explanation;

/** An empty explanation. */
#define BSHIP_POSTERIOR_EXPLANATION_INIT                                                           \
    {                                                                                              \
        sizeof(bship_posterior_explanation), 0, 0, 0, 0, 0.0, 0.0, 0, 0, NULL                      \
    }

/**
 * Explains why the last update used a method, or did not; also after an update that failed.
 * An update that was refused because of its arguments does not count.
 *
 * @param posterior the posterior; may be NULL
 * @param method    a ::bship_method, but not #BSHIP_METHOD_AUTO
 * @param out       the explanation
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if there is no such method; #BSHIP_ERROR_UNSUPPORTED
 *         if there is no posterior; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_posterior_explain(const bship_posterior *posterior, int32_t method,
                                               bship_posterior_explanation *out);

BSHIP_END_DECLS

#endif
