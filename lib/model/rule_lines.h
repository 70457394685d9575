/*
 * The rule lines of a record: `board`, `blocked`, `fleet` and one for each axis. Lines
 * are taken one by one, in any order, and made into rules in the end.
 *
 * Ships and blocked cells remember where they stood, so that what the fleet or the
 * rules refuse can be reported there.
 */
#ifndef BSHIP_MODEL_RULE_LINES_H
#define BSHIP_MODEL_RULE_LINES_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/rules.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/text.h"

/* What the lines said. */
typedef struct bship_internal_rule_lines bship_internal_rule_lines;

/* Nothing taken yet. Its memory, not that of the rules, comes from `allocator`. */
bship_status bship_internal_rule_lines_new(bship_internal_rule_lines **out,
                                           const bship_allocator *allocator);

void bship_internal_rule_lines_free(bship_internal_rule_lines *lines);

/* Whether lines that begin with a keyword are taken. */
int bship_internal_rule_lines_know(const char *keyword);

/* Takes a line that has been split; on failure the line's error is filled. */
bship_status bship_internal_rule_lines_take(bship_internal_rule_lines *lines,
                                            bship_internal_line *line);

/* No less than the bytes that the rules take while they are made. */
uint64_t bship_internal_rule_lines_weight(const bship_internal_rule_lines *lines);

/* Makes the rules, in memory of `options`; on failure `error` is filled with the line to blame. */
bship_status bship_internal_rule_lines_make(const bship_internal_rule_lines *lines,
                                            const bship_fleet_options *options, bship_rules **out,
                                            bship_error *error);

/* bship_rules_format() into any text. */
void bship_internal_rules_add(bship_internal_text *text, const bship_rules *rules);

#endif
