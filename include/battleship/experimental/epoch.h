/**
 * @file
 * The experimental headers, and the number of their present form.
 *
 * What battleship/experimental/ declares may change or go in any minor version of the library. The
 * *epoch* counts the changes that break callers. A shared library exports experimental functions
 * under a version of that number, `LIBBATTLESHIP_EXPERIMENTAL_1`, so a program that was linked
 * against another epoch does not start, instead of going wrong. A program that was linked
 * statically is compiled again. Whoever finds functions at run time, as by dlsym(), compares
 * bship_experimental_epoch() with the epoch that he knows.
 *
 * The other headers name no function, type or constant of these. Experimental calls add to their
 * objects: they give habits to an AI, for instance. Where they take a name, such as that of a
 * placement style, or give a number that belongs to an enumeration, some are experimental, and
 * these headers say which.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_EPOCH_H
#define BATTLESHIP_EXPERIMENTAL_EPOCH_H

/** The epoch of these headers. */
#define BSHIP_EXPERIMENTAL_EPOCH 1

#endif
