/* Symmetric positive definite systems, by Cholesky's factorization. */
#ifndef BSI_BASE_CHOLESKY_H
#define BSI_BASE_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A matrix of `n` rows has row i at `matrix + i * stride`; only its lower triangle is read. The
 * factorization replaces it by L, with A = L L'; false if A is not positive definite.
 */
bool bsi_cholesky_factor(double *matrix, size_t n, size_t stride);

/* Replaces b by the solution x of L L' x = b. */
void bsi_cholesky_solve(const double *factor, size_t n, size_t stride, double *b);

/* The logarithm of the determinant of L L'. */
double bsi_cholesky_log_determinant(const double *factor, size_t n, size_t stride);

#endif
