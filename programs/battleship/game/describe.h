/* Ships, shots and reports in words. */
#ifndef PROGRAMS_BATTLESHIP_GAME_DESCRIBE_H
#define PROGRAMS_BATTLESHIP_GAME_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/fleet.h>

/* The size of a label, including its NUL. */
#define LABEL_SIZE 48

/* The name of a ship, or `length 5` if its name is a number. */
void describe_ship(const bship_fleet *fleet, int32_t ship, char label[LABEL_SIZE]);

/* Whether a label is a length, not a name. */
bool describe_is_length(const char *label);

/* The names of the ships of a length, such as `Cruiser or Submarine`. */
void describe_length(const bship_fleet *fleet, int32_t length, const char *separator,
                     char label[LABEL_SIZE]);

/*
 * The ship that a shot of a chart has struck, as far as the reports disclose it, or by the board if
 * that is given; false if that is not known, or if there is none. Where several ships have this
 * name they are numbered in the order in which they are sunk: `Cruiser 2`. One that is afloat has a
 * number if it is the last of its name.
 */
bool describe_struck(const bship_chart *chart, int64_t shot, const bship_board *own,
                     char label[LABEL_SIZE]);

/*
 * Prints a turn of a chart's log: `E5 miss, E6 sunk: Carrier`, with the ships that the
 * reports disclose. If the shots were fired at the user's own board, `own` is that board and
 * the ships hit are named: `E6 sunk (Carrier)`; otherwise it is NULL.
 */
void describe_turn(FILE *out, const bship_chart *chart, int64_t turn, const bship_board *own);

#endif
