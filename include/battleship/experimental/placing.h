/**
 * @file
 * Placement styles: named distributions of layouts, from uniform to hard to find.
 *
 * The names `uniform`, `balanced` and `hard` are stable, and so are the options of AIs and matches
 * that name a style (@ref ai_placing). What they draw, all other styles and all of this header are
 * experimental.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 *
 * The *strength* of a style says how far its distribution departs from the uniform one.
 *
 * - `uniform`: every legal layout has the same probability; the strength has no effect.
 * - `hard`: of 64 uniform layouts one, with probability proportional to e^(strength x value).
 * - `balanced`: the same of 64 layouts in two families of 32.
 * - `edge`: weight e^(strength x sum), the sum being over the ships, of the share of a ship's cells
 *   on the edge of the board.
 * - `centre`: the same with the share of its cells within the middle half of the board in both
 *   directions: width <= 4 x + 2 <= 3 width, and y alike.
 * - `quadrant`: the same with the share of its cells in one quadrant, which the options' seed
 *   chooses: 2 x + 1 <= width or 2 x + 1 >= width, and y alike.
 * - `horizontal`: weight e^(strength x the number of horizontal ships longer than 1).
 * - `repeat`: with probability 1 - e^-strength one of five uniform layouts that the options' seed
 *   draws, each as often; else another uniform layout.
 *
 * `hard` and `balanced` are for opponents. The *value* of a layout is (4 d + h) / 5, where d and h
 * are the mean shots that the strategies `density` and `hunt` need in four games each, firing one
 * shot at a time: strategies of two kinds, so that no kind profits. The stream gives a layout, then
 * the seeds of the games of `density` and of `hunt`; and so on 64 times; then the number that
 * chooses (sampling and importance resampling: D. Rubin, Using the SIR algorithm to simulate
 * posterior distributions, Bayesian Statistics 3, 1988).
 *
 * What makes a layout hard is most of all where single ships lie, above all the shortest in a
 * corner. An opponent who knows a player's habits learns just that, and gains more than `hard`
 * costs him. A *family* shares it: it is founded by a uniform layout, and its members are the legal
 * layouts in which each ship, on its own, is turned and mirrored about the middle of the board;
 * members are drawn uniformly, and after 1000 draws in succession that are not legal the founder
 * stands in. The choice within a family leaves the placement of every single ship as in uniform
 * layouts (where no cell is blocked), and only the choice between the two can be learnt.
 *
 * The other styles are habits of people, for tests and study. They are exact by rejection: of
 * `edge` to `horizontal` each ship is drawn by its weight, and the layout kept if it is legal.
 * After 20,000 rejections in succession a uniform layout stands in, and is said to be one.
 *
 * Layouts of a stream are the same on every platform: weights are compared as whole numbers, and
 * exponentials are computed from sums, products and quotients alone.
 *
 * A placer may be used by one thread at a time.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_PLACING_H
#define BATTLESHIP_EXPERIMENTAL_PLACING_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * The enumeration of placement styles (battleship/enumeration.h), `uniform` first; their numbers
 * may change in any version.
 */
#define BSHIP_ENUM_PLACEMENT_STYLE 1000

/** The purpose (::bship_rng_purpose) `placing`: what a style draws once for all of its layouts. In
   a match of seed s the seed of the placer is the first number of the stream (s, this, number of
   the series), or without series (s, this, 0). */
#define BSHIP_RNG_PURPOSE_PLACING 1000

/** The fact of a record (::bship_fact) `placing-seed`, of a side: the seed of the style of its AI,
    which is the `seed` of the AI's options, up to 2^64 - 1. */
#define BSHIP_FACT_PLACING_SEED 1000

/** Draws layouts by a style. */
typedef struct bship_placer bship_placer;

/** Options of a placer. */
typedef struct bship_placer_options {
    size_t size;     /**< sizeof(bship_placer_options); see @ref struct_sizes */
    double strength; /**< 0..#BSHIP_PLACING_STRENGTH_MAX; 0: the style's default */
    uint64_t seed;   /**< of the quadrant of `quadrant` and the five layouts of `repeat` */
    const bship_sampler *sampler;     /**< draws the uniform layouts; must have equal rules; the
                                           placer takes a reference. NULL: as by
                                           bship_board_place_random() */
    int64_t work_limit;               /**< work steps for a layout, of about a nanosecond each; 0:
                                           #BSHIP_PLACING_WORK_DEFAULT. A uniform layout has the limit
                                           of bship_board_place_random() besides */
    bship_progress_callback progress; /**< called while a layout takes long; receives the share of
                                           the work limit that is used; NULL: none */
    void *user;                       /**< passed to `progress` */
} bship_placer_options;

/** The defaults: the style's own strength, seed 0, no sampler, the default limit, no progress
    reports. */
#define BSHIP_PLACER_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(bship_placer_options), 0.0, 0, NULL, 0, NULL, NULL                                  \
    }

/**
 * The strength of a style if the options give none.
 *
 * @param style its number
 * @return its default strength; 0 for `uniform`; NaN if there is no such style.
 */
BSHIP_API double bship_placing_style_strength(int32_t style);

/**
 * Makes a placer.
 *
 * @param out     the new placer, owned by the caller
 * @param rules   the rules; the placer takes a reference
 * @param style   the name of the style; NULL: `uniform`
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_NAME for an unknown style; #BSHIP_ERROR_RANGE for a strength that
 *         is negative, not a number or above #BSHIP_PLACING_STRENGTH_MAX, and for a negative work
 *         limit; #BSHIP_ERROR_RULES if the sampler has other rules; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_placer_new(bship_placer **out, const bship_rules *rules,
                                        const char *style, const bship_placer_options *options,
                                        bship_error *error);

/**
 * Frees a placer.
 *
 * @param placer the placer; may be NULL
 */
BSHIP_API void bship_placer_free(bship_placer *placer);

/**
 * Replaces the seed of the options, as for another player with the same kind of habit. Allocates
 * nothing.
 *
 * @param placer the placer
 * @param seed   the seed from now on
 */
BSHIP_API void bship_placer_reset(bship_placer *placer, uint64_t seed);

/**
 * The rules of a placer.
 *
 * @param placer the placer
 * @return the rules, borrowed: they live as long as the placer.
 */
BSHIP_API const bship_rules *bship_placer_rules(const bship_placer *placer);

/**
 * The style of a placer.
 *
 * @param placer the placer
 * @return its number.
 */
BSHIP_API int32_t bship_placer_style(const bship_placer *placer);

/**
 * The strength of a placer.
 *
 * @param placer the placer
 * @return the strength it was made with; the style's default if that was 0.
 */
BSHIP_API double bship_placer_strength(const bship_placer *placer);

/**
 * Draws a layout by the placer's style. It depends only on the rules, the style, the options and
 * the stream, not on layouts drawn before. Only `hard` and `balanced` may allocate, for a game that
 * is longer than any before.
 *
 * The work limit ends the comparison of `hard` and `balanced` early: the layout is then one of
 * those that were valued or, if these are less than two, the first one, which is uniform. `method`
 * receives which it was.
 *
 * @param placer     the placer
 * @param rng        the stream; it advances even on failure
 * @param placements receives `count` placements, one for each ship, in the order of the fleet
 * @param count      the number of ships of the fleet
 * @param method     receives how the layout was drawn, a ::bship_draw_method:
 *                   #BSHIP_DRAW_METHOD_STYLE by the law of a style other than `uniform`;
 *                   #BSHIP_DRAW_METHOD_SEARCHED if a uniform layout that the style needs had to be
 *                   searched, so that the law does not hold; else #BSHIP_DRAW_METHOD_UNIFORM. May
 *                   be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_COUNT if `count` is not the number of ships;
 *         #BSHIP_ERROR_WORK_LIMIT if the limit sufficed for no layout; #BSHIP_ERROR_CANCELLED;
 *         #BSHIP_ERROR_INFEASIBLE if there is no layout (only if bship_rules_feasibility() is
 *         undecided); with `hard` and `balanced` #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_placer_draw(bship_placer *placer, bship_rng *rng,
                                         bship_placement *placements, size_t count,
                                         int32_t *method);

/**
 * Places a layout on a board: the one that bship_placer_draw() would draw from the same stream.
 * Ships placed before are removed. With `uniform` it is the one that bship_sampler_place() or
 * bship_board_place_random() would place. Allocates as bship_placer_draw() does.
 *
 * @param placer the placer
 * @param rng    the stream; it advances even on failure
 * @param board  the board; its rules must equal the placer's
 * @param method receives how the layout was drawn, as by bship_placer_draw(); may be NULL
 * @return as bship_placer_draw(); #BSHIP_ERROR_RULES if the rules differ; #BSHIP_ERROR_STARTED. On
 *         failure the board is unchanged.
 */
BSHIP_API bship_status bship_placer_place(bship_placer *placer, bship_rng *rng, bship_board *board,
                                          int32_t *method);

/**
 * Places a layout of a style on a board, with a placer that is made for this call.
 *
 * @param board   the board
 * @param style   the name of the style; NULL: `uniform`
 * @param rng     the stream; it advances even on failure
 * @param options of the placer; NULL for the defaults
 * @param method  receives how the layout was drawn, as by bship_placer_draw(); may be NULL
 * @param error   filled on failure; may be NULL
 * @return as bship_placer_new() and bship_placer_place().
 */
BSHIP_API bship_status bship_board_place_style(bship_board *board, const char *style,
                                               bship_rng *rng, const bship_placer_options *options,
                                               int32_t *method, bship_error *error);

BSHIP_END_DECLS

#endif
