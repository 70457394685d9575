/*
 * A scalar twin of the inclusion-exclusion over the last three ships: the formulas as they stand,
 * one number at a time. It defines what the library's kernels must count, and is the baseline of
 * their speed.
 *
 * All ships are distinguished. Exact covers of the hits are enumerated first, then placements of
 * the remaining ships in the given order, except for three, which are counted together:
 *
 *     N(a) = (B - b(a)) (C - c(a)) - X + P(a) + Q(a) - R(a)
 *
 * is the number of ways to place ships b and c, given a placement of a. A, B, C are the numbers of
 * placements of each alone; b(a), c(a) those that overlap a; X the pairs (b, c) that overlap; P and
 * Q those of which b or c overlaps a, R those of which both do.
 *
 * A ship is a box of points: of cells if contact is allowed, otherwise of the corners of cells.
 * Overlaps are counted by the Euler characteristic, points - edges + faces, of the intersection.
 * If only shared sides are forbidden, boxes that have just an extreme corner of both in common do
 * not overlap: they lie in opposite quadrants of it, and are subtracted again.
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

/* A twin for a board with all cells free, and ships, fastest if the longest come first. */
struct twin *twin_new(int32_t width, int32_t height, int32_t contact, const int32_t *lengths,
                      int32_t ships);
void twin_free(struct twin *twin);

/* Sets the state of a cell. */
void twin_set(struct twin *twin, bship_cell cell, int state);
/* Allows a placement that covers a hit; those over free cells only are always possible. */
void twin_allow(struct twin *twin, bship_placement at);

/*
 * Counts the layouts. Products of two ships' numbers of placements must be below 2^32, and all
 * counts below 2^64.
 */
uint64_t twin_count(struct twin *twin);
/* The number of counted layouts that contain a placement. */
uint64_t twin_with(const struct twin *twin, bship_placement at);

#endif
