/* Pages of text that both front ends show. */
#ifndef PROGRAMS_BATTLESHIP_TALK_PAGES_H
#define PROGRAMS_BATTLESHIP_TALK_PAGES_H

#include <stdbool.h>

#include <battleship/rules.h>

#include "battleship/game/session.h"
#include "battleship/talk/front.h"
#include "battleship/talk/reply.h"

/* The board, the fleet, and a line for each rule: a text to be freed; NULL if out of memory. */
char *pages_rules(const bship_rules *rules);

/* What the machine knows of how a person lays ships: shown, or the reply says why not. */
void pages_show_profile(const struct front *front, const struct session *session, int32_t side,
                        struct reply *reply);

/* Erases it, after a question. */
void pages_forget(const struct front *front, const struct session *session, int32_t side,
                  struct reply *reply);

#endif
