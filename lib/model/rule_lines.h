/*
 * The rule lines of a record: `board`, `blocked`, `fleet` and one for each rule. Lines are added
 * one by one, in any order; at the end the rules are created from them.
 *
 * The places of ships and blocked cells are kept, so that faults found by the fleet or the rules
 * are reported where they are in the text.
 */
#ifndef BSI_MODEL_RULE_LINES_H
#define BSI_MODEL_RULE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/rules.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"

/* The lines read so far. */
typedef struct bsi_rule_lines bsi_rule_lines;

/* Creates an empty set of lines. The rules come from another allocator: OK or MEMORY. */
bship_status bsi_rule_lines_new(bsi_rule_lines **out, const bship_allocator *allocator);

void bsi_rule_lines_free(bsi_rule_lines *lines);

/* Whether a keyword begins a rule line. */
bool bsi_rule_lines_know(const char *keyword);

/* Adds a line that is split into a known keyword and a value; on failure fills the line's error. */
bship_status bsi_rule_lines_take(bsi_rule_lines *lines, bsi_line *line);

/* An upper bound on the memory that creating the rules takes, in bytes. */
uint64_t bsi_rule_lines_weight(const bsi_rule_lines *lines);

/* Creates the rules with the allocator of `options`; on failure `error` names the line at fault. */
bship_status bsi_rule_lines_make(const bsi_rule_lines *lines, const bship_fleet_options *options,
                                 bship_rules **out, bship_error *error);

/* As bship_rules_format(), appending to a text. */
void bsi_rules_add(bsi_text *text, const bship_rules *rules);

#endif
