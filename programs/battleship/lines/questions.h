/* Questions, pages and lists of commands in line mode. */
#ifndef PROGRAMS_BATTLESHIP_LINES_QUESTIONS_H
#define PROGRAMS_BATTLESHIP_LINES_QUESTIONS_H

#include "battleship/lines/conversation.h"
#include "battleship/talk/front.h"
#include "battleship/talk/reply.h"
#include "battleship/talk/setup.h"

/* What the front asks and shows: see talk/front.h. */
int lines_ask_one(void *user, const struct question *question);
int lines_choose(void *user, struct listing *listing);
void lines_show(void *user, const char *title, const char *text);

/* Prints a reply, if there is anything to say. */
void lines_say_reply(const struct lines *lines, const struct reply *reply);

/* Prints the commands that have words in a place, an enum place. */
void lines_print_commands(const struct lines *lines, int32_t place);

#endif
