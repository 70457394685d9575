/*
 * A scalar twin of the kernel: the same formulas, without vectors, fusion or shortcuts. It says
 * what the library's kernels must count, and is what benchmarks compare them with.
 *
 * All ships are told apart. Hits are covered first, in every way; of the remaining ships all but
 * three are then placed in every way, in the given order; and the last three are counted by
 * inclusion-exclusion:
 *
 *     N(a) = (B - b(a)) (C - c(a)) - X + P(a) + Q(a) - R(a)
 *
 * is the number of ways to place ships b and c beside a placement a. A, B, C are the numbers of
 * placements of each alone; b(a), c(a) those that overlap a; X the overlapping pairs (b, c), P and
 * Q those of which b or c overlaps a, R those of which both do.
 *
 * A ship is a box of points: of cells, where contact is allowed, else of the corners of cells. What
 * overlaps it is counted by the Euler characteristic, points - edges + faces, of the intersection.
 * Where ships may touch at corners, boxes that share just an extreme corner of both do not overlap:
 * they lie in opposite quadrants of it, and are subtracted again.
 */
#ifndef TESTS_KERNEL_TWIN_H
#define TESTS_KERNEL_TWIN_H

#include <stdint.h>

#include <battleship/battleship.h>

#define TWIN_SHIPS 16

enum {
    TWIN_DEAD,
    TWIN_OPEN,
    TWIN_HIT
};

struct twin;

/* A twin for a board whose cells are all open, and ships, best the longest first. */
struct twin *twin_new(int32_t width, int32_t height, int32_t contact, const int32_t *lengths,
                      int32_t ships);
void twin_free(struct twin *twin);

/* Sets the state of a cell. */
void twin_set(struct twin *twin, bship_cell cell, int state);
/* Allows a placement that covers a hit; those on open cells are always allowed. */
void twin_allow(struct twin *twin, bship_placement at);

/*
 * Counts the layouts. Products of two ships' numbers of placements must be below 2^32, and all
 * counts below 2^64.
 */
uint64_t twin_count(struct twin *twin);
/* The number of the counted layouts with a placement. */
uint64_t twin_with(const struct twin *twin, bship_placement at);

#endif
