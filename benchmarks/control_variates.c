/* Least squares and means; see control_variates.h. */
#include "control_variates.h"

#include <math.h>
#include <string.h>

#include "base/student.h"

#define RIDGE 50.0 /* weight of the given coefficients, as a sum of squares */

/* Normal equations: a symmetric matrix and the right side. */
struct equations {
    size_t size;
    double matrix[VARIATES_MAX][VARIATES_MAX];
    double right[VARIATES_MAX];
};

static const double *number_at(const variate_table *table, size_t row, size_t series)
{
    size_t width = 1 + table->variate_count;
    return table->rows + (row * table->series_count + series) * width;
}

/* Solves by elimination: the matrix is positive definite, so no pivots are needed. */
static void solve(struct equations *own, double *solution)
{
    for (size_t i = 0; i < own->size; i++) {
        for (size_t k = i + 1; k < own->size; k++) {
            double factor = own->matrix[k][i] / own->matrix[i][i];
            for (size_t j = i; j < own->size; j++)
                own->matrix[k][j] -= factor * own->matrix[i][j];
            own->right[k] -= factor * own->right[i];
        }
    }
    for (size_t i = own->size; i-- > 0;) {
        double sum = own->right[i];
        for (size_t j = i + 1; j < own->size; j++)
            sum -= own->matrix[i][j] * solution[j];
        solution[i] = sum / own->matrix[i][i];
    }
}

/* The mean of a series over rows of one parity. */
static double mean_of(const variate_table *table, size_t parity, size_t series)
{
    double sum = 0;
    size_t count = 0;
    for (size_t row = parity; row < table->row_count; row += 2, count++)
        sum += *number_at(table, row, series);
    return count > 0 ? sum / (double)count : 0;
}

static void add_row(struct equations *own, const double *number, double mean)
{
    for (size_t i = 0; i < own->size; i++) {
        own->right[i] += number[1 + i] * (number[0] - mean);
        for (size_t j = 0; j < own->size; j++)
            own->matrix[i][j] += number[1 + i] * number[1 + j];
    }
}

/* The coefficients by the rows of one parity. */
static void fit(const variate_table *table, size_t parity, const double *prior, double *solution)
{
    struct equations own = { .size = table->variate_count };
    for (size_t i = 0; i < own.size; i++) {
        own.matrix[i][i] = RIDGE;
        own.right[i] = RIDGE * prior[i];
    }
    for (size_t series = 0; series < table->series_count; series++) {
        double mean = mean_of(table, parity, series);
        for (size_t row = parity; row < table->row_count; row += 2)
            add_row(&own, number_at(table, row, series), mean);
    }
    solve(&own, solution);
}

void control_variates_adjust(const variate_table *table, const double *prior, double *adjusted)
{
    double coefficients[2][VARIATES_MAX];
    for (size_t parity = 0; parity < 2; parity++)
        fit(table, parity, prior, coefficients[parity]);
    for (size_t i = 0; i < table->row_count * table->series_count; i++) {
        size_t row = i / table->series_count;
        const double *number = number_at(table, row, i % table->series_count);
        adjusted[i] = number[0];
        for (size_t k = 0; k < table->variate_count; k++)
            adjusted[i] -= coefficients[1 - row % 2][k] * number[1 + k];
    }
}

mean_estimate estimate_mean(const double *first, const double *second, size_t stride, size_t count)
{
    mean_estimate own = { 0, 0, HUGE_VAL, HUGE_VAL };
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count * stride; i += stride)
        sum += first[i] - (second ? second[i] : 0);
    own.mean = sum / (double)count;
    for (size_t i = 0; i < count * stride; i += stride)
        squares += pow(first[i] - (second ? second[i] : 0) - own.mean, 2);
    if (count < 2)
        return own;
    own.sd = sqrt(squares / (double)(count - 1));
    own.error = own.sd / sqrt((double)count);
    own.margin = own.error * bsi_student_quantile(0.05, (int64_t)(count - 1));
    return own;
}
