/* The pages of the menu on which rules are chosen: a list of presets, and field by field. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_RULES_PAGE_H
#define PROGRAMS_BATTLESHIP_SCREEN_RULES_PAGE_H

#include "battleship/game/rules_choice.h"

/* Lets the user choose; returns 0, OUTCOME_INTERRUPTED or OUTCOME_CLOSED. */
int rules_page_run(struct rules_choice *choice);

#endif
