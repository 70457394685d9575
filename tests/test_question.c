/* What answers tell: layouts with weights. */
#include <math.h>
#include <string.h>

#include <battleship/experimental/question.h>

#include "support.h"

enum {
    LAYOUTS = 200
};

/* Random weights and true answers; both answers occur. */
static void ask(bship_rng *rng, double *weights, uint8_t *answers)
{
    for (int i = 0; i < LAYOUTS; i++) {
        weights[i] = between(rng, 0, 9) / 7.0;
        answers[i] = (uint8_t)between(rng, 0, 1);
    }
    weights[0] = weights[1] = 1;
    answers[0] = 0;
    answers[1] = 3;
}

static double sum_of(const double *weights, const uint8_t *answers, int yes)
{
    double sum = 0;
    for (int i = 0; i < LAYOUTS; i++)
        sum += (answers[i] != 0) == yes ? weights[i] : 0;
    return sum;
}

static double entropy_of(const double *weights)
{
    double entropy = 0;
    for (int i = 0; i < LAYOUTS; i++)
        entropy -= weights[i] > 0 ? weights[i] * log2(weights[i]) : 0;
    return entropy;
}

Test(question, about_cells_is_answered_by_grids)
{
    static const uint8_t grids[] = { 0, 1, 0, 2, 0, 0, 255, 0, 0 };
    static const uint8_t asked[] = { 1, 0, 5 };
    uint8_t answers[4] = { 9, 9, 9, 9 };

    assert_ok(bship_question_cells(grids, 3, asked, 3, answers), "cells");
    cr_assert_arr_eq(answers, ((uint8_t[]){ 0, 1, 1, 9 }), 4, "a ship covers one of them");
}

/* The expected fall of the entropy, computed from the weights after either answer. */
Test(question, tells_what_the_weights_after_its_answers_tell)
{
    bship_rng rng = rng_of(1);

    for (int i = 0; i < scaled(100); i++) {
        double weights[LAYOUTS], after[2][LAYOUTS], bits, expected = 0;
        double e = (i % 3) * 0.2;
        uint8_t answers[LAYOUTS];
        ask(&rng, weights, answers);
        double sum = sum_of(weights, answers, 0) + sum_of(weights, answers, 1);
        assert_ok(bship_question_bits(weights, answers, LAYOUTS, e, &bits), "bits");
        for (int said = 0; said < 2; said++) {
            assert_ok(bship_question_weigh(weights, answers, LAYOUTS, said, e, after[said]),
                      "an answer");
            double likely =
                (sum_of(weights, answers, said) * (1 - e) + sum_of(weights, answers, !said) * e) /
                sum;
            cr_assert_float_eq(sum_of(after[said], answers, 0) + sum_of(after[said], answers, 1), 1,
                               1e-12, "the sum");
            expected -= likely * entropy_of(after[said]);
        }
        for (int k = 0; k < LAYOUTS; k++)
            weights[k] /= sum;
        expected += entropy_of(weights);
        cr_assert_float_eq(bits, expected, 1e-12, "%g bits, not %g", bits, expected);
    }
}

Test(question, answers_multiply_in_any_order)
{
    bship_rng rng = rng_of(2);
    double one[LAYOUTS], other[LAYOUTS];
    uint8_t first[LAYOUTS], second[LAYOUTS];

    ask(&rng, one, first);
    ask(&rng, one, second);
    memcpy(other, one, sizeof one);
    assert_ok(bship_question_weigh(one, first, LAYOUTS, 1, 0.1, one), "the first");
    assert_ok(bship_question_weigh(one, second, LAYOUTS, 0, 0.3, one), "the second");
    assert_ok(bship_question_weigh(other, second, LAYOUTS, 0, 0.3, other), "the second");
    assert_ok(bship_question_weigh(other, first, LAYOUTS, 1, 0.1, other), "the first");
    for (int i = 0; i < LAYOUTS; i++)
        cr_assert_float_eq(one[i], other[i], 1e-15, "layout %d", i);
}

Test(question, that_nobody_can_answer_tells_nothing)
{
    static const double weights[] = { 1, 2, 3 };
    static const uint8_t answers[] = { 0, 1, 1 }, all[] = { 1, 1, 1 };
    double bits = -1;

    assert_ok(bship_question_bits(weights, answers, 3, 0.5, &bits), "a coin");
    cr_assert_eq(bits, 0, "a coin tells %g bits", bits);
    assert_ok(bship_question_bits(weights, all, 3, 0.1, &bits), "a known answer");
    cr_assert_eq(bits, 0, "what is known tells %g bits", bits);
    assert_ok(bship_question_bits(weights, answers, 1 + 2, 1, &bits), "always false");
    cr_assert_float_eq(bits, 0.650022421648354, 1e-12, "who always lies tells %g bits", bits);
}

/* After many answers weights are far apart, and one that is certain strikes out the greatest. */
Test(question, answers_keep_the_least_and_the_greatest_weights)
{
    static const uint8_t answers[] = { 1, 0 };
    static const double rows[][2] = {
        { 1, 1e-320 }, { 1e308, 1e308 }, { 1e-310, 1e-310 }, { 1e308, 4.9e-324 }
    };
    double after[2], bits;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_ok(bship_question_weigh(rows[i], answers, 2, 0, 0, after), "row %zu", i);
        cr_assert(after[0] == 0 && after[1] == 1, "row %zu: %g, %g", i, after[0], after[1]);
        assert_ok(bship_question_bits(rows[i], answers, 2, 0, &bits), "row %zu", i);
    }
    assert_ok(bship_question_weigh((double[]){ 4.9e-324 }, answers, 1, 1, 0.5, after), "the least");
    cr_assert_eq(after[0], 1, "the least weight is all there is");
    assert_ok(bship_question_weigh((double[]){ 3, 1 }, (uint8_t[]){ 1, 1 }, 2, 0, 4.9e-324, after),
              "a very improbable answer");
    cr_assert(after[0] == 0.75 && after[1] == 0.25, "%g, %g", after[0], after[1]);
}

Test(question, refusals_change_nothing)
{
    static const uint8_t answers[] = { 1, 1 };
    static const double bad[][2] = { { -1, 1 }, { (double)NAN, 1 }, { (double)INFINITY, 1 } };
    double weights[] = { 1, 3 }, none[] = { 0, 0 }, bits = 7;

    assert_status(bship_question_weigh(weights, answers, 2, 0, 0, weights),
                  BSHIP_ERROR_CONTRADICTION, "no");
    cr_assert(weights[0] == 1 && weights[1] == 3, "the weights are as before");
    assert_status(bship_question_weigh(none, answers, 2, 1, 0, none), BSHIP_ERROR_CONTRADICTION,
                  "none");
    assert_status(bship_question_bits(none, answers, 2, 0, &bits), BSHIP_ERROR_CONTRADICTION,
                  "no weight");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double copy[2] = { bad[i][0], bad[i][1] };
        assert_status(bship_question_bits(bad[i], answers, 2, 0, &bits), BSHIP_ERROR_RANGE,
                      "weights %zu", i);
        assert_status(bship_question_weigh(copy, answers, 2, 1, 0, copy), BSHIP_ERROR_RANGE,
                      "weights %zu", i);
        cr_assert_eq(copy[1], 1, "as before");
    }
    assert_status(bship_question_bits(weights, answers, 2, -0.1, &bits), BSHIP_ERROR_RANGE, "e");
    assert_status(bship_question_bits(weights, answers, 2, (double)NAN, &bits), BSHIP_ERROR_RANGE,
                  "e");
    assert_status(bship_question_weigh(weights, answers, 2, 1, 1.1, weights), BSHIP_ERROR_RANGE,
                  "e");
    assert_status(bship_question_weigh(weights, answers, 2, 7, 0, weights), BSHIP_ERROR_ARGUMENT,
                  "neither yes nor no");
    cr_assert_eq(bits, 7, "as before");
}
