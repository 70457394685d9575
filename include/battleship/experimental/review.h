/**
 * @file
 * A game in hindsight: what luck and the choice of cells have made of a side's shots.
 *
 * The yardstick is the level `expert` (bship_level_strategy()), under all rules. For every turn the
 * review has what the side fired at and what the expert would have fired at, with their chances:
 * both from the one analysis by which the expert aims, so bship_ai_aim_salvo() and
 * bship_ai_scores() of an AI of this level, with the default limits and the seed of the review,
 * say the same of that moment.
 *
 * @section review_figures Costs and luck
 *
 * Rollouts (Tesauro and Galperin) play on from each position k, on layouts that are drawn from its
 * posterior, and count shots:
 *
 * - P(k), if the expert's turn is fired there, and a quicker player plays on;
 * - Q(k), if the side's own turn k is fired there, and the same player plays on;
 * - E, if the expert plays a whole game, with the work of the options for each aim.
 *
 * The quicker player is the level `hard` where turns have one shot and a sinking tells the length
 * of the ship: there it plays as well as the expert, within a shot or two. Under other rules it is
 * the expert, with little work for each aim. P(0), what it needs from the start, is never mistaken
 * for E: all that it needs is scaled, so V(k) = E P(k) / P(0) is what the expert would need from
 * position k, and V(0) is E.
 *
 * Turn k, with s(k) shots, leads from position k to k + 1; n turns with N shots were played:
 *
 * - cost(k) = Q(k) - P(k): shots that the choice of cells gave away, or saved if negative;
 * - luck(k) = V(k) + cost(k) - s(k) - V(k + 1): shots that the result saved, or cost if negative.
 *
 * The sums telescope, in estimates as well: N + V(n) = V(0) + sum of costs - sum of luck. V(n) is 0
 * once the fleet is sunk. Where a side fires at the expert's cells, Q and P are one: its cost is
 * exactly 0, and its luck over many games has the mean 0, since E is what such a side needs.
 * Elsewhere both choices are played out on the same layouts, so that their difference is precise
 * (common random numbers). Layouts of different positions are independent, so the variances of
 * their means add up. That of the factor E / P(0) is its first-order approximation (delta method).
 *
 * In rollouts a turn has as many shots as the side's turn of that number; later turns have as many
 * as the last one that neither the end of the fleet nor a limit of shots has cut short. Rollouts
 * end with the fleet, not at a limit of shots or by points.
 *
 * The layouts are drawn as if all legal ones were equally likely. What it takes to find a fleet
 * that was hidden on purpose counts as bad luck.
 *
 * A log comes from bship_game_chart() or bship_record_to_chart(), and the board that was fired at
 * from bship_game_board() or bship_record_to_board().
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_REVIEW_H
#define BATTLESHIP_EXPERIMENTAL_REVIEW_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** The default number of rollouts of each position. */
#define BSHIP_REVIEW_ROLLOUTS_DEFAULT 2000
/** The default work limit of an aim in the expert's whole games, in steps: about a millisecond. */
#define BSHIP_REVIEW_AIM_WORK_DEFAULT 1000000
/** The default work limit of a call of bship_review_run(), in steps: about half a minute. */
#define BSHIP_REVIEW_WORK_DEFAULT 30000000000

/**
 * The review of a side's shots in a game.
 *
 * Its results are a pure function of the log, the board, the options and the number of rollouts
 * made, on every machine. A review may be used by one thread at a time.
 */
typedef struct bship_review bship_review;

/** Options of a review. */
typedef struct bship_review_options {
    size_t size;            /**< sizeof(bship_review_options); see @ref struct_sizes */
    uint64_t seed;          /**< of the expert, and of the layouts that are drawn */
    int64_t rollouts;       /**< the most rollouts of each position; 0:
                                 #BSHIP_REVIEW_ROLLOUTS_DEFAULT */
    int64_t start_aim_work; /**< work steps of an aim in the expert's whole games; 0:
                                 #BSHIP_REVIEW_AIM_WORK_DEFAULT */
} bship_review_options;

/** The defaults: seed 0, the default number of rollouts, the default work of their aims. */
#define BSHIP_REVIEW_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(bship_review_options), 0, 0, 0                                                      \
    }

/** What a review has found of the whole game. All figures are numbers of shots. */
typedef struct bship_review_info {
    size_t size;         /**< sizeof(bship_review_info); see @ref struct_sizes */
    int64_t shots;       /**< of the log */
    int64_t turns;       /**< of the log */
    int64_t shots_done;  /**< how many of the shots have chances, from the first one on */
    int64_t turns_done;  /**< the same of the turns */
    int64_t rollouts;    /**< complete ones of each position. Every fourth, from the first on,
                              the expert plays a whole game. Without any, start, rest, cost and luck
                              are NaN, unless there is no turn to cost anything; with fewer than two
                              the error of the cost is, with fewer than five the other errors */
    int32_t is_complete; /**< whether there is nothing left to refine */
    int32_t hits_known;  /**< whether it is known which shots have hit: not if totals are reported
                              and the board is not known */
    int64_t hits;        /**< of the shots that have chances */
    double hits_chosen;  /**< hits expected of these shots: what is more or less is luck */
    double hits_expert;  /**< hits expected of the expert's shots in their places */
    double start;        /**< V(0): what the expert needs from the start, the usual number */
    double start_error;  /**< its standard error */
    double rest;       /**< V(n): what the expert still needs in the end; 0 if the fleet is sunk */
    double rest_error; /**< its standard error */
    double cost;       /**< given away by the choice of cells, in all turns */
    double cost_error; /**< its standard error; 0 if all shots were the expert's, from two rollouts
                            on */
    double luck;       /**< saved by good luck, in all turns */
    double luck_error; /**< its standard error */
    int64_t work;      /**< work steps of all calls so far, also of what was cancelled */
} bship_review_info;

/** An empty description. */
#define BSHIP_REVIEW_INFO_INIT                                                                     \
    {                                                                                              \
        sizeof(bship_review_info), 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, \
            0.0, 0.0, 0                                                                            \
    }

/**
 * A shot in hindsight. The shots of a salvo are chosen together, so a shot at one of the expert's
 * cells stands beside itself, and the others beside the expert's other cells, in the order of both.
 * It has no `size`, since it stands in arrays.
 */
typedef struct bship_review_shot {
    bship_cell cell;        /**< that was fired at */
    bship_cell expert_cell; /**< the expert's in its place */
    double chance;          /**< that `cell` is hit, before the turn; 0 for a wasted shot */
    double expert_chance;   /**< that `expert_cell` is hit, before the turn */
    int64_t turn;           /**< from 0 */
    int32_t is_hit;         /**< 1 if it hit or sank a ship, 0 if not; -1: not known */
    int32_t is_exact;       /**< whether the chances are exact, not sampled */
} bship_review_shot;

/** A turn in hindsight. It has no `size`, since it stands in arrays. */
typedef struct bship_review_turn {
    int64_t first_shot; /**< the number of its first shot */
    int32_t shots;      /**< how many */
    int32_t is_expert;  /**< whether these are the shots of the expert, so that they cost nothing */
    double hits_chosen; /**< hits expected of these shots */
    double hits_expert; /**< hits expected of the expert's */
    double cost;        /**< shots given away, or saved if negative; NaN without a rollout */
    double cost_error;  /**< its standard error; NaN with fewer than two */
    double luck;        /**< shots saved by the result, or cost if negative; NaN without one */
    double luck_error;  /**< its standard error; NaN with fewer than five rollouts */
    double rest;        /**< V of the position before the turn; NaN without a rollout */
    double rest_error;  /**< its standard error; NaN with fewer than five rollouts */
} bship_review_turn;

/**
 * Makes the review of a side. Nothing is computed yet.
 *
 * @param out     the new review, owned by the caller
 * @param chart   the log of the side: what it knew in the end; copied
 * @param board   the board that was fired at, with all ships; copied. It must agree with the log
 *                (bship_chart_check_layout()), which is not checked. NULL: it is not known
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if the rules of chart and board differ;
 *         #BSHIP_ERROR_NOT_PLACED if ships are missing on the board; #BSHIP_ERROR_RANGE for a
 *         negative option; #BSHIP_ERROR_UNSUPPORTED if the expert cannot play these rules in this
 *         version; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_review_new(bship_review **out, const bship_chart *chart,
                                        const bship_board *board,
                                        const bship_review_options *options, bship_error *error);

/**
 * Frees a review.
 *
 * @param review the review; may be NULL
 */
BSHIP_API void bship_review_free(bship_review *review);

/**
 * Goes on with a review: first the chances of all turns, then rollouts, one of every position after
 * the other. It ends when there is nothing left to refine, at the work limit, or when progress says
 * so. All that was completed stays, and another call goes on there: bship_review_info.is_complete
 * says whether anything is left. The limit is looked at between two rollouts and between two
 * analyses, so one of them may exceed it.
 *
 * Progress may call the functions that read this review.
 *
 * @param review  the review
 * @param options as of an aim, except that the work limit is that of this call, and if it is 0
 *                #BSHIP_REVIEW_WORK_DEFAULT; NULL for the defaults. Without progress none is
 *                reported
 * @return #BSHIP_OK, also at the work limit and if progress answers #BSHIP_PROGRESS_FINISH;
 *         #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_WORK_LIMIT or #BSHIP_ERROR_MEMORY if the limits of
 *         the expert do not suffice to analyse a position, or to draw its layouts: then the review
 *         goes no further; #BSHIP_ERROR_CONTRADICTION if no layout agrees with the log;
 *         #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_review_run(bship_review *review, const bship_aim_options *options);

/**
 * What a review has found of the whole game so far.
 *
 * @param review the review
 * @param out    the description
 * @return #BSHIP_OK; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_review_describe(const bship_review *review, bship_review_info *out);

/**
 * The shots that have chances.
 *
 * @param review   the review; may be NULL
 * @param shots    receives the first `capacity` shots; may be NULL if that is 0
 * @param capacity shots in the array
 * @return how many there are; 0 without a review.
 */
BSHIP_API size_t bship_review_shots(const bship_review *review, bship_review_shot *shots,
                                    size_t capacity);

/**
 * The turns of these shots.
 *
 * @param review   the review; may be NULL
 * @param turns    receives the first `capacity` turns; may be NULL if that is 0
 * @param capacity turns in the array
 * @return how many there are; 0 without a review.
 */
BSHIP_API size_t bship_review_turns(const bship_review *review, bship_review_turn *turns,
                                    size_t capacity);

/**
 * The turns that gave shots away beyond doubt, from the costliest: whose cost is more than three
 * standard errors and at least `0.05` shots. Three, because by chance one turn in 700 exceeds them,
 * while two are exceeded in most games, which have some 40 turns. The errors are estimates: of fewer
 * than 30 rollouts they say too little for such a list.
 *
 * @param turns    `count` turns, as from bship_review_turns(); may be NULL if that is 0
 * @param count    how many
 * @param numbers  receives the first `capacity` indices of turns in the array; may be NULL if that
 *                 is 0
 * @param capacity indices in the array
 * @return how many such turns there are.
 */
BSHIP_API size_t bship_review_costliest(const bship_review_turn *turns, size_t count,
                                        int64_t *numbers, size_t capacity);

BSHIP_END_DECLS

#endif
