/* Row-oriented, without pivoting; see cholesky.h. */
#include "base/cholesky.h"

#include <math.h>

#include "base/exponential.h"

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

bool bsi_cholesky_factor(double *matrix, size_t n, size_t stride)
{
    for (size_t i = 0; i < n; i++) {
        double *row = matrix + i * stride;
        for (size_t j = 0; j < i; j++) {
            const double *above = matrix + j * stride;
            row[j] = (row[j] - dot(row, above, j)) / above[j];
        }
        double square = row[i] - dot(row, row, i);
        if (!(square > 0))
            return false;
        row[i] = sqrt(square);
    }
    return true;
}

void bsi_cholesky_solve(const double *factor, size_t n, size_t stride, double *b)
{
    for (size_t i = 0; i < n; i++)
        b[i] = (b[i] - dot(factor + i * stride, b, i)) / factor[i * stride + i];
    for (size_t i = n; i-- > 0;) {
        b[i] /= factor[i * stride + i];
        for (size_t j = 0; j < i; j++)
            b[j] -= factor[i * stride + j] * b[i];
    }
}

double bsi_cholesky_log_determinant(const double *factor, size_t n, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += 2 * bsi_log(factor[i * stride + i]);
    return sum;
}
