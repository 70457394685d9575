/* Layouts with weights, and what the answers to questions make of them. */
#include <math.h>
#include <stdbool.h>

#include <battleship/experimental/question.h>

/* The weights of the layouts, the greatest of them being 1, added up by their true answers: so
 * neither very great nor very small weights get lost. */
struct shares {
    double greatest; /* the weight that counts as 1; 0: there is none */
    double no, yes;
};

static bool is_probability(double number)
{
    return number >= 0 && number <= 1;
}

/* Adds up the weights of the layouts whose true answer, 0 or 1, has a factor above 0: OK, or RANGE
 * for a weight. */
static bship_status add_up(const double *weights, const uint8_t *answers, size_t count,
                           const double factors[2], struct shares *out)
{
    double greatest = 0, sums[2] = { 0, 0 };
    for (size_t i = 0; i < count; i++) {
        if (!(weights[i] >= 0 && isfinite(weights[i])))
            return BSHIP_ERROR_RANGE;
        if (factors[answers[i] != 0] > 0)
            greatest = fmax(weights[i], greatest);
    }
    for (size_t i = 0; i < count && greatest > 0; i++) {
        if (factors[answers[i] != 0] > 0)
            sums[answers[i] != 0] += weights[i] / greatest;
    }
    *out = (struct shares){ greatest, sums[0], sums[1] };
    return BSHIP_OK;
}

/* The entropy of an event in bits. */
static double entropy(double p)
{
    return p > 0 && p < 1 ? -p * log2(p) - (1 - p) * log2(1 - p) : 0;
}

bship_status bship_question_cells(const uint8_t *grids, size_t count, const uint8_t *asked,
                                  size_t cells, uint8_t *answers)
{
    if (!grids || !asked || !answers)
        return BSHIP_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++, grids += cells) {
        uint8_t answer = 0;
        for (size_t cell = 0; cell < cells; cell++)
            answer |= (uint8_t)(grids[cell] && asked[cell]);
        answers[i] = answer;
    }
    return BSHIP_OK;
}

bship_status bship_question_bits(const double *weights, const uint8_t *answers, size_t count,
                                 double e, double *bits)
{
    static const double all[2] = { 1, 1 };
    struct shares shares;
    if (!weights || !answers || !bits)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status =
        is_probability(e) ? add_up(weights, answers, count, all, &shares) : BSHIP_ERROR_RANGE;
    if (status)
        return status;
    if (shares.greatest == 0)
        return BSHIP_ERROR_CONTRADICTION;
    double p = shares.yes / (shares.no + shares.yes);
    double gain = entropy(p * (1 - e) + (1 - p) * e) - entropy(e);
    *bits = gain > 0 ? gain : 0; /* where it is 0, rounding may be below */
    return BSHIP_OK;
}

bship_status bship_question_weigh(const double *weights, const uint8_t *answers, size_t count,
                                  int32_t said, double e, double *after)
{
    struct shares shares;
    if (!weights || !answers || !after || said < 0 || said > 1)
        return BSHIP_ERROR_ARGUMENT;
    double factors[2] = { said ? e : 1 - e, said ? 1 - e : e };
    bship_status status =
        is_probability(e) ? add_up(weights, answers, count, factors, &shares) : BSHIP_ERROR_RANGE;
    if (status)
        return status;
    if (shares.greatest == 0)
        return BSHIP_ERROR_CONTRADICTION;
    /* The greater factor in use counts as 1, for a product of small numbers would get lost. */
    factors[0] = shares.no > 0 ? factors[0] : 0;
    factors[1] = shares.yes > 0 ? factors[1] : 0;
    double most = fmax(factors[0], factors[1]);
    factors[0] /= most;
    factors[1] /= most;
    double sum = shares.no * factors[0] + shares.yes * factors[1];
    for (size_t i = 0; i < count; i++) {
        double factor = factors[answers[i] != 0];
        after[i] = factor > 0 ? weights[i] / shares.greatest * factor / sum : 0;
    }
    return BSHIP_OK;
}
