/* Pages of text that both front ends show. */
#ifndef PROGRAMS_BATTLESHIP_TALK_PAGES_H
#define PROGRAMS_BATTLESHIP_TALK_PAGES_H

#include <battleship/rules.h>

#include "battleship/talk/front.h"

/* Shows the rules: the board, the fleet, and a line for each rule. */
void pages_show_rules(const struct front *front, const bship_rules *rules);

#endif
