/* The keyword tables from inside. */
#ifndef BSI_MODEL_RULE_TABLE_H
#define BSI_MODEL_RULE_TABLE_H

#include <stdbool.h>

#include <battleship/rules.h>

enum {
    BSI_RULES = 8
};

/* Where an axis is kept in the options. */
int32_t *bsi_rule_field(bship_rules_options *options, int32_t rule);

/* Whether an axis has a value. */
bool bsi_rule_has(int32_t rule, int32_t value);

/* A pair of values that make no sense together. */
typedef struct bsi_conflict {
    bship_rule rule_a;
    int32_t value_a;
    bship_rule rule_b;
    int32_t value_b;
    int unless; /* whether it is every value but `value_b` that conflicts */
} bsi_conflict;

/* The first conflict in options whose axes have known values, or NULL. */
const bsi_conflict *bsi_conflict_in(const bship_rules_options *options);

#endif
