/*
 * A plain twin of closing three ships: the formulas as they stand, one number at a time. It tells
 * what the library's kernels must count, and what they are faster than.
 *
 * All ships are told apart. Hits are covered first, in every way; of the ships left then all but
 * three are laid in every way, in the order they are given; and the last three are closed:
 *
 *     N(a) = (B - b(a)) (C - c(a)) - X + P(a) + Q(a) - R(a)
 *
 * is the number of ways to lay ships b and c where a lies at one place. A, B, C are the numbers of
 * places of each alone; b(a), c(a) those that meet a; X the pairs (b, c) that meet, P and Q those
 * of which b meets a or c does, R those of which both do.
 *
 * A ship is a box of points: of cells, where contact is allowed, else of the corners of cells. What
 * meets it is counted by the Euler characteristic, points - edges + faces, of what the two have in
 * common. Without shared sides, boxes that have just an extreme corner of both in common do not
 * meet: they lie in opposite quadrants of it, and are taken off again.
 */
#ifndef TESTS_CLOSING_TWIN_H
#define TESTS_CLOSING_TWIN_H

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

/* Says what may lie in a cell. */
void twin_set(struct twin *twin, bship_cell cell, int state);
/* Allows a ship to lie so, covering a hit; over open cells only it always may. */
void twin_allow(struct twin *twin, bship_placement at);

/*
 * Counts the layouts. Products of two ships' numbers of places must be below 2^32, and all counts
 * below 2^64.
 */
uint64_t twin_count(struct twin *twin);
/* In how many of the layouts counted a ship lies so. */
uint64_t twin_with(const struct twin *twin, bship_placement at);

#endif
