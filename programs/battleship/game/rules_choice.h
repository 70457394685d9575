/*
 * Rules that are being chosen, field by field or by a preset (common/rules_preset.h). After each
 * change the rules are made anew, or the reason is kept why they cannot be.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_RULES_CHOICE_H
#define PROGRAMS_BATTLESHIP_GAME_RULES_CHOICE_H

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
    FIELD_SALVO,      /* the number of `turn salvo N` */
    FIELD_SHOTS,      /* the number of `shots N` */
    FIELD_HEAD_START, /* the number of `head-start N` */
    FIELD_RULE
};

enum {
    RULES_CHOSEN = BSHIP_RULE_HEAD_START + 1 /* the rules that this program knows */
};

struct rules_choice {
    int32_t width, height;
    int32_t values[RULES_CHOSEN];  /* by rule */
    int32_t numbers[RULES_CHOSEN]; /* by rule: that of a value; kept while another is chosen */
    char *fleet;                   /* text of a fleet */
    char *blocked;                 /* text: cells */
    bship_rules *rules;            /* what follows from it; NULL if it is refused */
    char refusal[320];             /* why; empty if it is fine */
};

/* Begins with rules, or with NULL for the classic ones. False if out of memory, or if the rules
 * have an option that this program does not know. */
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

/* Sets the fleet; out of memory nothing changes. */
void rules_choice_take_fleet(struct rules_choice *choice, const bship_fleet *fleet);

/* Sets all fields to those of rules. False as rules_choice_open(), and nothing has changed. */
bool rules_choice_take(struct rules_choice *choice, const bship_rules *rules);

#endif
