/* Turns, rows and rosters in sentences, for those who listen to the screen. */
#ifndef PROGRAMS_BATTLESHIP_LINES_SPEECH_H
#define PROGRAMS_BATTLESHIP_LINES_SPEECH_H

#include <stdio.h>

#include "battleship/game/panel.h"
#include "battleship/game/session.h"

/* Prints an entry of the log: `You fire at H10: hit, medium's Carrier is sunk.` */
void speech_print_entry(FILE *out, const struct session *session, int64_t entry);

/* Prints a row of a panel, from 0: `YOUR WATERS, row 1: A to D water, E miss.` */
void speech_print_row(FILE *out, const struct panel *panel, int32_t row);

/* Prints which ships of a panel are afloat: `Carrier (5), Cruiser (3); sunk: Destroyer (2).` */
void speech_print_roster(FILE *out, const struct panel *panel);

/* Prints a sentence on where each ship of a fleet lies. */
void speech_print_placements(FILE *out, const bship_board *board);

#endif
