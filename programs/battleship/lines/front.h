/* Questions and pages in line mode: see talk/front.h. */
#ifndef PROGRAMS_BATTLESHIP_LINES_FRONT_H
#define PROGRAMS_BATTLESHIP_LINES_FRONT_H

#include "battleship/lines/plain.h"
#include "battleship/talk/front.h"
#include "battleship/talk/reply.h"

/* The conversation as a front; `state` is how the last question was answered. */
struct lines_front {
    struct plain *plain;
    enum plain_state state;
};

/* The front, for as long as `lines` lives. */
struct front lines_front(struct lines_front *lines, struct plain *plain);

/* Prints a reply, if there is anything to say. */
void lines_say_reply(const struct plain *plain, const struct reply *reply);

/* Prints the commands that have words in a place, an enum place. */
void lines_print_commands(const struct plain *plain, int32_t place);

#endif
