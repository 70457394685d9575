/*
 * The games of each person by the same rules, from the oldest to the newest, as a small chart:
 *
 *     Anna, classic: 12 games, the newest on the right
 *       given away  ▅█▃▄▂▂▃▁▁▂▁▁
 *       won         +-++-+++++++
 *       3.1 shots given away a game, luck taken out; 1.9 in the last five. 7 won in a row. Best:
 *       won in 41 shots.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_HISTORY_H
#define PROGRAMS_BATTLESHIP_TALK_HISTORY_H

#include <stdbool.h>

#include "battleship/game/statistics_rows.h"

/*
 * Draws the charts for a terminal of so many columns, those of the latest games first, in bars or,
 * without UTF-8, in digits; a person needs two games by the same rules. To be freed; NULL if out of
 * memory.
 */
char *history_draw(const struct rows *rows, int columns, bool has_utf8);

#endif
