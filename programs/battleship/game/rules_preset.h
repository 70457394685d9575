/*
 * Rules under a name, ready to be chosen: the fleets of the library with their contact rule, and
 * variants that many people play. And the summary of any rules in a few words.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_RULES_PRESET_H
#define PROGRAMS_BATTLESHIP_GAME_RULES_PRESET_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/rules.h>

#include "battleship/game/rules_choice.h"

/* The number of presets. They are numbered from 0. */
int32_t rules_preset_count(void);

/* The name of a preset. */
const char *rules_preset_name(int32_t preset);

/* Writes a line about a preset: what it is, or its ships. */
void rules_preset_explain(int32_t preset, char *buffer, size_t size);

/* Sets all fields to those of a preset. */
void rules_preset_take(int32_t preset, struct rules_choice *choice);

/* The preset that rules are equal to; -1 if they are none. */
int32_t rules_preset_find(const bship_rules *rules);

/* The bship_fleet_preset with the ships of a fleet; -1 if there is none. */
int32_t rules_preset_of_fleet(const bship_fleet *fleet);

/* Writes the rules in a few words, such as `classic` or `german, 12x12, turn salvo-afloat`. */
void rules_summary(const bship_rules *rules, char *buffer, size_t size);

#endif
