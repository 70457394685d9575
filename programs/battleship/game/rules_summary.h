/* The summary of rules in a few words. */
#ifndef PROGRAMS_BATTLESHIP_GAME_RULES_SUMMARY_H
#define PROGRAMS_BATTLESHIP_GAME_RULES_SUMMARY_H

#include <stddef.h>

#include <battleship/rules.h>

/* Writes the rules in a few words, such as `classic` or `german, 12x12, turn salvo-afloat`. */
void rules_summary(const bship_rules *rules, char *buffer, size_t size);

#endif
