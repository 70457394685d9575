/*
 * A first game that explains itself: ten lines, each of them said once, before the first shot of
 * the player to which it applies.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_PRIMER_H
#define PROGRAMS_BATTLESHIP_TALK_PRIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/game/session.h"

/* The size of a line. */
#define PRIMER_SIZE 160

/* Zeroes are one of which nothing was said. */
struct primer {
    uint32_t said;          /* a bit for each line */
    char text[PRIMER_SIZE]; /* the line of this shot; empty: none */
};

/* Takes the next line, for the shot of a side that is due, or none. */
void primer_go_on(struct primer *primer, const struct session *session, int32_t side,
                  bool is_lines);

#endif
