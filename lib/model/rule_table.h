/*
 * The table of rules: the keywords of rules and values, and what each value means in play.
 *
 * Code that applies rules does not compare values. Each value has a set of effects, and
 * bship_rules.effects is their union. So a new value that combines existing effects is only a new
 * row of the table.
 */
#ifndef BSI_MODEL_RULE_TABLE_H
#define BSI_MODEL_RULE_TABLE_H

#include <stdbool.h>

#include <battleship/rules.h>

#include "base/names.h"
#include "base/text.h"

enum {
    BSI_RULES = 11
};

/* The effects of a rule's value. */
enum {
    /* contact */
    BSI_SIDES_APART = 1 << 0,   /* no two ships share a side */
    BSI_CORNERS_APART = 1 << 1, /* no two ships share a corner */
    /* turn */
    BSI_AGAIN_ON_HIT = 1 << 2,  /* after a hit the same side fires again */
    BSI_SALVO_OF_N = 1 << 3,    /* N shots in a turn */
    BSI_SALVO_AFLOAT = 1 << 4,  /* as many shots in a turn as the firing side has ships afloat */
    BSI_SALVO_LARGEST = 1 << 5, /* as many as the longest of these ships has cells */
    /* disclosure: names come with lengths, and names of hits with names of sunk ships */
    BSI_DISCLOSES_SINKINGS = 1 << 6,  /* the last hit of a ship is reported as sunk */
    BSI_DISCLOSES_LENGTHS = 1 << 7,   /* a sinking discloses the ship's length */
    BSI_DISCLOSES_NAMES = 1 << 8,     /* a sinking discloses the ship's name */
    BSI_DISCLOSES_HIT_NAMES = 1 << 9, /* every hit discloses the ship's name */
    /* salvo report */
    BSI_REPORTS_TOTALS = 1 << 10, /* a salvo is reported by totals only */
    /* reveal water */
    BSI_REVEALS_WATER = 1 << 11, /* the cells around a sunk ship become known water */
    /* repeat */
    BSI_REFUSES_REPEATS = 1 << 12, /* a shot at a known cell is an error */
    /* shots */
    BSI_LIMITS_SHOTS = 1 << 13, /* each side has N shots */
    /* reveal ship */
    BSI_SHOWS_SHIPS = 1 << 14, /* a sinking discloses where the ship lies */
    /* disclosure, for some fleets: the points of a ship follow from what a sinking discloses */
    BSI_DISCLOSES_POINTS = 1 << 15,
    /* any type of salvo */
    BSI_SALVOS = BSI_SALVO_OF_N | BSI_SALVO_AFLOAT | BSI_SALVO_LARGEST
};

/* The effects of a valid value. */
uint32_t bsi_rule_effects(int32_t rule, int32_t value);

/* How many neighbours of their cells ships keep free of others by effects: 0, 4 (their sides) or 8
 * (their corners, too). */
uint32_t bsi_kept_neighbours(uint32_t effects);

/* The value of a rule in the options, and the number that it takes there, such as the N of `turn
 * salvo N`; 0 if the rule has no such value. */
int32_t bsi_rule_value(const bship_rules_options *options, int32_t rule);
int32_t bsi_rule_number(const bship_rules_options *options, int32_t rule);

/* Sets a value of a rule and its number. */
void bsi_rule_set(bship_rules_options *options, int32_t rule, int32_t value, int32_t number);

/* The union of the effects of valid values for a fleet. */
uint32_t bsi_rules_effects(const bship_rules_options *options, const bship_fleet *fleet);

/* Writes a value of a rule as in a record, such as `salvo 4`. */
void bsi_rule_add(bsi_text *text, int32_t rule, int32_t value, int32_t number);

/* Checks the number of a rule whose value is valid: OK; CONFLICT if the value takes none; RANGE. */
bship_status bsi_rule_check_number(const bship_rules_options *options, int32_t rule,
                                   bship_error *error);

/* Whether a value is valid for a rule. */
bool bsi_rule_has(int32_t rule, int32_t value);

/*
 * A conflict of two rules. Options are refused if the value of rule_a has one of effects_a and that
 * of rule_b has one of effects_b; with `unless`, if that of rule_b has none of effects_b.
 */
typedef struct bsi_conflict {
    bship_rule rule_a;
    uint32_t effects_a;
    bship_rule rule_b;
    uint32_t effects_b;
    bool unless;
} bsi_conflict;

/* The first conflict in options whose values are valid, for a fleet; or NULL. */
const bsi_conflict *bsi_conflict_in(const bship_rules_options *options, const bship_fleet *fleet);

/* The names of bship_rule. */
extern const bsi_names bsi_rule_names;

/* The names of a rule's values; NULL if there is no such rule. */
const bsi_names *bsi_rule_values(int32_t rule);

#endif
