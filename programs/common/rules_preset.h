/*
 * Rules under a name: the fleets of the library with their contact rule, and variants that many
 * people play.
 */
#ifndef PROGRAMS_COMMON_RULES_PRESET_H
#define PROGRAMS_COMMON_RULES_PRESET_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/rules.h>

enum {
    RULES_PRESET_TEXT_SIZE = 256
};

/* The number of presets. They are numbered from 0, the classic rules. */
int32_t rules_preset_count(void);

/* The name of a preset; NULL if there is none of that number. */
const char *rules_preset_name(int32_t preset);

/* Writes a line about a preset: what it is, or its ships. */
void rules_preset_explain(int32_t preset, char *buffer, size_t size);

/* Makes the rules of a preset, which the caller must unref; NULL if out of memory. */
bship_rules *rules_preset_make(int32_t preset);

/* The bship_fleet_preset with the ships of a fleet; -1 if there is none. */
int32_t rules_preset_of_fleet(const bship_fleet *fleet);

/* The preset that rules are equal to; -1 if they are none. */
int32_t rules_preset_find(const bship_rules *rules);

#endif
