/* The rules of a game in words. */
#ifndef CONSOLE_PLAIN_RULES_TEXT_H
#define CONSOLE_PLAIN_RULES_TEXT_H

#include "console/plain/plain.h"

/* Prints the board, the fleet, and a line for each rule. */
void plain_print_rules(const struct plain *plain, const bship_rules *rules);

#endif
