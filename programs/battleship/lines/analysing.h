/* The review of a game in line mode. */
#ifndef PROGRAMS_BATTLESHIP_LINES_ANALYSING_H
#define PROGRAMS_BATTLESHIP_LINES_ANALYSING_H

#include "battleship/lines/conversation.h"
#include "battleship/talk/review_words.h"

/* Prints lines of a review, and others between them. */
void analysing_print_lines(const struct lines *lines, struct review_line *rows, size_t count);

/* Prints all turns that are reviewed, those of `side` first; or says that there are none. */
void analysing_print_turns(const struct lines *lines, const struct result *result,
                           const struct hindsight hindsights[SIDES], int32_t side);

#endif
