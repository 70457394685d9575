/* The rules of a game in words. */
#ifndef BATTLESHIP_LINES_RULES_TEXT_H
#define BATTLESHIP_LINES_RULES_TEXT_H

#include "battleship/lines/plain.h"

/* Prints the board, the fleet, and a line for each rule. */
void plain_print_rules(const struct plain *plain, const bship_rules *rules);

#endif
