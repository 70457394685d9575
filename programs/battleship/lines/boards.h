/* The boards of a game as they are shown before a turn, and the news below them. */
#ifndef PROGRAMS_BATTLESHIP_LINES_BOARDS_H
#define PROGRAMS_BATTLESHIP_LINES_BOARDS_H

#include "battleship/game/advice.h"
#include "battleship/lines/conversation.h"

/*
 * Draws the headline and both boards: the waters that the viewer fires at, and the viewer's own.
 * Without a viewer (BSHIP_SIDE_NONE), and after the end, all ships that are known are shown.
 */
void boards_draw(struct lines *lines, int32_t viewer);

/* Draws the board of a side with the ships that are laid so far. */
void boards_draw_own(struct lines *lines, int32_t side);

/*
 * Prints what has happened since the latest turn of the viewer began: so much that it fits below
 * the boards, latest last. When speaking: everything, in sentences.
 */
void boards_print_news(const struct lines *lines, int32_t viewer);

/* Prints entries of the game's log from a number on, in the same form. */
void boards_print_log(const struct lines *lines, int32_t viewer, int64_t first);

/* Prints the ships of both sides and which are afloat, by name. */
void boards_print_afloat(struct lines *lines, int32_t viewer);

/* Prints a row of both boards in words; row from 0. */
void boards_print_row(struct lines *lines, int32_t viewer, int32_t row);

/* Prints a heat map, with the best cells, or these alone when speaking. */
void boards_print_heat(const struct lines *lines, const bship_chart *chart, const double *grid);

#endif
