/*
 * A record from inside: what is said, in the order in which it is said.
 *
 * Shots are kept as a chart keeps them. An entry is a line of shots; one answered by a
 * total has items, one for each name or length that the total speaks of, in fleet
 * order. So a record is never much larger than its text.
 */
#ifndef BSI_PLAY_RECORD_H
#define BSI_PLAY_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/record.h>

#include "base/array.h"
#include "base/lines.h"
#include "model/chart.h"

enum {
    BSI_FACTS = 6,
    BSI_FACT_BYTES = BSHIP_NAME_MAX + 1
};

typedef struct bsi_entry {
    uint32_t first_shot; /* its shots end where the next entry's begin */
    uint32_t first_item; /* likewise */
    int32_t hits;        /* of a total; -1: answered shot by shot */
    int32_t sunk;        /* of a total; -1: not disclosed */
    int32_t side;
    bsi_place place; /* of its first cell; line 0: it was not read */
} bsi_entry;

/* What a total says of the ships of one name or length. */
typedef struct bsi_item {
    int32_t ship; /* the first of them */
    int32_t hits;
    int32_t sunk;
} bsi_item;

struct bship_record {
    bship_allocator allocator;
    bship_rules *rules;
    char facts[BSI_FACTS][2][BSI_FACT_BYTES]; /* empty: not stated */
    int32_t outcome;                          /* a bship_outcome: how it ends, as the shots tell */
    bship_placement *layouts[2];              /* by ship; NULL: not known */
    bsi_array extras;                         /* of char: the lines, each with its NUL */
    bsi_array extra_where;                    /* of size_t: where each begins */
    bsi_array entries;                        /* of bsi_entry */
    bsi_array shots;                          /* of bsi_shot */
    bsi_array items;                          /* of bsi_item */
};

/* ---- record.c ---- */

/* A record without rules. */
bship_status bsi_record_alloc(bship_record **out, const bship_allocator *allocator);

/* The ends of an entry's shots and items. */
uint32_t bsi_entry_shots_end(const bship_record *record, size_t entry);
uint32_t bsi_entry_items_end(const bship_record *record, size_t entry);

static inline bsi_entry *bsi_entry_of(const bship_record *record, size_t i)
{
    return (bsi_entry *)record->entries.items + i;
}

static inline bsi_shot *bsi_shot_of(const bship_record *record, size_t i)
{
    return (bsi_shot *)record->shots.items + i;
}

static inline bsi_item *bsi_item_of(const bship_record *record, size_t i)
{
    return (bsi_item *)record->items.items + i;
}

/* Begins a line of shots: OK or MEMORY. */
bship_status bsi_record_add_entry(bship_record *record, int32_t side, bool is_total,
                                  bsi_place place);

/* Adds a shot, or an item, to the last entry: OK or MEMORY. */
bship_status bsi_record_add_shot(bship_record *record, const bsi_shot *shot);
bship_status bsi_record_add_item(bship_record *record, bsi_item item);

/* Keeps a line of so many bytes that is no business of ours: OK or MEMORY. */
bship_status bsi_record_keep(bship_record *record, const char *line, size_t bytes);

/* Whether a line begins with `x-`. */
bool bsi_is_extra(const char *line);

/* ---- record_facts.c ---- */

/* The fact of a keyword, or -1; and its keyword. */
int32_t bsi_fact_find(const char *keyword);
const char *bsi_fact_keyword(int32_t fact);

/* Whether a fact is of a side, not of the game. */
bool bsi_fact_is_of_side(int32_t fact);

/* Whether it is a name, which a record puts in quotes if it must. */
bool bsi_fact_is_name(int32_t fact);

/* What is wrong with the text of a fact: what was expected; NULL if nothing is. */
const char *bsi_fact_fault(int32_t fact, const char *text);

/* The text of a fact, empty if it is not stated. */
char *bsi_fact_text(bship_record *record, int32_t fact, int32_t side);

/* The side that `a` or `b` stands for, else NONE; and the word for a side. */
int32_t bsi_side_of(const char *word);
const char *bsi_side_word(int32_t side);

/* The word for an outcome: `a`, `b` or `draw`; NULL for none. */
const char *bsi_outcome_word(int32_t outcome);

/*
 * Reads a number up to `highest`, without sign or leading zero, and moves `*text` behind
 * it; whether there was one.
 */
int bsi_digits(const char **text, uint64_t highest, uint64_t *out);

#endif
