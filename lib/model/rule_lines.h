/*
 * The rule lines of a record: `board`, `blocked`, `fleet` and one for each axis. Lines
 * are taken one by one, in any order, and made into rules in the end.
 *
 * Ships and blocked cells remember where they stood, so that what the fleet or the
 * rules refuse can be reported there.
 */
#ifndef BSI_MODEL_RULE_LINES_H
#define BSI_MODEL_RULE_LINES_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/rules.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"

/* What the lines said. */
typedef struct bsi_rule_lines bsi_rule_lines;

/* Nothing taken yet. Its memory, not that of the rules, comes from `allocator`. */
bship_status bsi_rule_lines_new(bsi_rule_lines **out, const bship_allocator *allocator);

void bsi_rule_lines_free(bsi_rule_lines *lines);

/* Whether lines that begin with a keyword are taken. */
int bsi_rule_lines_know(const char *keyword);

/* Takes a line that has been split; on failure the line's error is filled. */
bship_status bsi_rule_lines_take(bsi_rule_lines *lines, bsi_line *line);

/* No less than the bytes that the rules take while they are made. */
uint64_t bsi_rule_lines_weight(const bsi_rule_lines *lines);

/* Makes the rules, in memory of `options`; on failure `error` is filled with the line to blame. */
bship_status bsi_rule_lines_make(const bsi_rule_lines *lines, const bship_fleet_options *options,
                                 bship_rules **out, bship_error *error);

/* bship_rules_format() into any text. */
void bsi_rules_add(bsi_text *text, const bship_rules *rules);

#endif
