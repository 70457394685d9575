/**
 * @file
 * What answers tell: layouts with weights, and questions about them.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 *
 * A question has the answer yes or no, and for each layout one of the two is true. An answer may be
 * false with a known probability; answers are independent of each other, given the layout. The
 * layouts are rows of a *layout array* or of a *grid array* (battleship/experimental/layouts.h), all
 * that agree with a position or a sample of them, and each has a *weight*: 1 at first. What is known
 * after several answers are the weights, multiplied by what each answer makes of them.
 *
 * All arrays belong to the caller. The functions may be called from several threads at the same
 * time, and allocate nothing.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_QUESTION_H
#define BATTLESHIP_EXPERIMENTAL_QUESTION_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * The true answers to a question about cells: whether a ship covers any of them.
 *
 * @param grids   `count` rows of `cells` bytes: a grid array
 * @param count   the number of layouts
 * @param asked   `cells` bytes, row by row: not 0 for the cells that the question is about
 * @param cells   the number of cells of the board
 * @param answers receives `count` bytes: 1 for yes, 0 for no
 * @return #BSHIP_OK.
 */
BSHIP_API bship_status bship_question_cells(const uint8_t *grids, size_t count,
                                            const uint8_t *asked, size_t cells, uint8_t *answers);

/**
 * The information that the answer to a question is expected to give, in bits: by how much the
 * entropy of the layouts is expected to fall (D. V. Lindley, "On a measure of the information
 * provided by an experiment", 1956). It is h(q) - h(e), where h(x) is the entropy of an event of
 * probability x, q = p (1 - e) + (1 - p) e, and p is the share of the weight whose true answer is
 * yes.
 *
 * @param weights `count` weights of layouts, finite and not negative; of any sum
 * @param answers `count` bytes: not 0 where the true answer is yes
 * @param count   the number of layouts
 * @param e       the probability of a false answer, 0..1
 * @param bits    receives the information, 0..1
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION if no layout has weight; #BSHIP_ERROR_RANGE for a
 *         weight or a probability.
 */
BSHIP_API bship_status bship_question_bits(const double *weights, const uint8_t *answers,
                                           size_t count, double e, double *bits);

/**
 * Weighs layouts by an answer (Bayes' rule): those that it is true of by 1 - e, the others by e.
 * The new weights have the sum 1.
 *
 * @param weights `count` weights of layouts, finite and not negative
 * @param answers `count` bytes: not 0 where the true answer is yes
 * @param count   the number of layouts
 * @param said    whether the answer that was given is yes
 * @param e       the probability of a false answer, 0..1
 * @param after   receives `count` weights, on failure nothing; it may be the array `weights`
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION if no layout keeps weight; #BSHIP_ERROR_ARGUMENT for
 *         a `said` other than 0 and 1; #BSHIP_ERROR_RANGE for a weight or a probability.
 */
BSHIP_API bship_status bship_question_weigh(const double *weights, const uint8_t *answers,
                                            size_t count, int32_t said, double e, double *after);

BSHIP_END_DECLS

#endif
