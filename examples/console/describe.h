/* Ships, shots and answers in words. */
#ifndef CONSOLE_DESCRIBE_H
#define CONSOLE_DESCRIBE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/fleet.h>

/* Bytes of any label below, its NUL included. */
#define LABEL_SIZE 48

/* A ship's name; of a ship named by its length, `length 5`. */
void describe_ship(const bship_fleet *fleet, int32_t ship, char label[LABEL_SIZE]);

/* The names that ships of a length have, such as `Cruiser or Submarine`. */
void describe_length(const bship_fleet *fleet, int32_t length, const char *separator,
                     char label[LABEL_SIZE]);

/*
 * Prints a turn of a chart's log: `E5 miss, E6 sunk: Carrier`. Names the ships
 * that the answers told; or those that were hit, `E6 sunk (your Carrier)`, if
 * the shots went to the reader's own board. NULL: they did not.
 */
void describe_turn(FILE *out, const bship_chart *chart, int64_t turn, const bship_board *own);

#endif
