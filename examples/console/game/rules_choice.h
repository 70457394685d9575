/*
 * Rules that are being chosen: a preset, or field by field. After each change the rules are made
 * anew, or the reason is kept why they cannot be.
 */
#ifndef CONSOLE_GAME_RULES_CHOICE_H
#define CONSOLE_GAME_RULES_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/rules.h>

/* The fields. The rules with keywords follow: FIELD_RULE + BSHIP_RULE_CONTACT and so on. */
enum rules_field {
    FIELD_WIDTH,
    FIELD_HEIGHT,
    FIELD_FLEET,
    FIELD_BLOCKED,
    FIELD_SALVO, /* the shots of `turn salvo N` */
    FIELD_RULE
};

struct rules_choice {
    bship_rules_options options; /* without blocked cells and the number of a salvo */
    int32_t salvo;               /* kept while another turn rule is chosen */
    char *fleet;                 /* text of a fleet */
    char *blocked;               /* text: cells */
    bship_rules *rules;          /* what follows from it; NULL if it is refused */
    char refusal[320];           /* why; empty if it is fine */
};

/* Begins with rules, or with NULL for the classic ones. False if out of memory. */
bool rules_choice_open(struct rules_choice *choice, const bship_rules *rules);

/* Frees the members. */
void rules_choice_close(struct rules_choice *choice);

/* The number of fields. */
int32_t rules_choice_count(void);

/* The name of a field. */
const char *rules_choice_name(int32_t field);

/* Writes the value of a field as text that rules_choice_set() reads, as snprintf() does. */
size_t rules_choice_value(const struct rules_choice *choice, int32_t field, char *buffer,
                          size_t size);

/* Writes a line about the value of a field. */
void rules_choice_explain(const struct rules_choice *choice, int32_t field, char *buffer,
                          size_t size);

/* Whether the field has a list of values or a number, so that it can be stepped. */
bool rules_choice_has_steps(int32_t field);

/* Changes a field to its next value, or the one before with -1; a list of values is a ring. */
void rules_choice_step(struct rules_choice *choice, int32_t field, int32_t by);

/*
 * Sets a field to a text. A text that cannot be read is refused with the reason and changes
 * nothing; whether the rules as a whole can be made, `refusal` says afterwards.
 */
bship_status rules_choice_set(struct rules_choice *choice, int32_t field, const char *text,
                              bship_error *error);

/* The presets: the fleets of the library with their contact rule, and well-known variants. */
int32_t rules_preset_count(void);
const char *rules_preset_name(int32_t preset);

/* Writes a line about a preset: what it is, or its ships. */
void rules_preset_explain(int32_t preset, char *buffer, size_t size);

/* Sets all fields to those of a preset. */
void rules_choice_take_preset(struct rules_choice *choice, int32_t preset);

/* The preset that rules are equal to; -1 if they are none. */
int32_t rules_preset_find(const bship_rules *rules);

/* Writes the rules in a few words, such as `classic` or `german, 12x12, turn salvo-afloat`. */
void rules_summary(const bship_rules *rules, char *buffer, size_t size);

#endif
