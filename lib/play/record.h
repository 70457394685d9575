/*
 * The struct behind a record: its statements in the order of the text.
 *
 * Shots are stored as in a chart. An entry is a line of shots; one reported as a total has
 * items, one for each name or length in the total, in fleet order. So a record is never much
 * larger than its text.
 */
#ifndef BSI_PLAY_RECORD_H
#define BSI_PLAY_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/record.h>

#include "base/array.h"
#include "base/lines.h"
#include "base/names.h"
#include "model/chart.h"
#include "play/notation.h"
#include "play/predecessors.h"
#include "play/turns.h"

/* Facts are numbered by their rows inside, without the gap before those of experimental headers. */
enum {
    BSI_FACT_PLACING_SEED = BSHIP_FACT_STRENGTH + 1,
    BSI_FACT_HABITS,
    BSI_FACTS,
    BSI_FACT_BYTES = BSHIP_NAME_MAX + 1
};

typedef struct bsi_entry {
    uint32_t first_shot; /* the shots end where those of the next entry begin */
    uint32_t first_item; /* the items end where those of the next entry begin */
    int32_t hits;        /* of a total; -1: reported shot by shot */
    int32_t sunk;        /* of a total; -1: not disclosed */
    int32_t side;        /* the side that fires */
    bsi_place place;     /* of the first cell; line 0: not read from a text */
} bsi_entry;

struct bship_record {
    bship_allocator allocator;
    bship_rules *rules;
    char facts[BSI_FACTS][BSI_SIDES][BSI_FACT_BYTES]; /* an empty text: not stated */
    bsi_place places[BSI_FACTS][BSI_SIDES];           /* of the facts; line 0: not from a text */
    bsi_predecessors predecessors;                    /* of the AIs whose strategies are facts */
    int32_t outcome;                                  /* a bship_outcome: that of the shots */
    bship_placement *layouts[BSI_SIDES]; /* by ship; `ship` is -1 if not placed; NULL: unknown */
    BSI_ARRAY(char) extras;              /* the lines kept as they are, NUL-terminated */
    BSI_ARRAY(size_t) extra_where;       /* where each of these lines begins */
    BSI_ARRAY(bsi_entry) entries;
    BSI_ARRAY(bsi_shot) shots;
    BSI_ARRAY(bsi_item) items;
    BSI_ARRAY(bship_cell) pending; /* the shots that await their reports */
    int32_t pending_side;          /* the side that fired the pending shots */
    bsi_place pending_place;       /* of the first pending shot; line 0: not read from a text */
    bool is_disputed;              /* a report of the pending shots was a contradiction */
};

/* ---- record.c ---- */

/* Makes a record without rules: OK or MEMORY. */
bship_status bsi_record_alloc(bship_record **out, const bship_allocator *allocator);

/* One past the last shot, and the last item, of an entry. */
uint32_t bsi_entry_shots_end(const bship_record *record, size_t entry);
uint32_t bsi_entry_items_end(const bship_record *record, size_t entry);

/* Gives a side a layout without ships; NULL if out of memory. */
bship_placement *bsi_record_add_layout(bship_record *record, int32_t side);

/* Whether the layout of a side is stated, but not all of it. */
bool bsi_layout_is_partial(const bship_record *record, int32_t side);

/* Begins a line of shots: OK or MEMORY. */
bship_status bsi_record_add_entry(bship_record *record, int32_t side, bool is_total,
                                  bsi_place place);

/* Adds a shot, or an item, to the last entry: OK or MEMORY. */
bship_status bsi_record_add_shot(bship_record *record, const bsi_shot *shot);
bship_status bsi_record_add_item(bship_record *record, bsi_item item);

/* Adds a shot that awaits its report: OK or MEMORY. */
bship_status bsi_record_add_pending(bship_record *record, bship_cell cell);

/* Adds an extra line, which is kept as it is: OK or MEMORY. */
bship_status bsi_record_keep(bship_record *record, const char *line, size_t bytes);

/* The first word of a line about a predecessor, which older versions keep as an extra line. */
#define BSI_UNTIL "optional-until"

/* Whether a line begins with `x-`, or with another word of `optional-`, and is kept as it is. */
bool bsi_is_extra(const char *line);

/* Copies the ships that are placed on a board into a record: OK or MEMORY. */
bship_status bsi_record_keep_layout(bship_record *record, int32_t side, const bship_board *board);

/* ---- record_facts.c ---- */

/* The word by which a record states a fact, and the fact of a word, or -1. */
const char *bsi_fact_keyword(int32_t fact);
int32_t bsi_fact_find(const char *keyword);

/* Whether a fact is about one side rather than the game. */
bool bsi_fact_is_of_side(int32_t fact);

/* Whether a fact is a name, which a record quotes if necessary. */
bool bsi_fact_is_name(int32_t fact);

/* States a fact, which must be valid; NULL removes it. */
void bsi_record_state(bship_record *record, int32_t fact, int32_t side, const char *text);
void bsi_record_state_number(bship_record *record, int32_t fact, int32_t side, uint64_t number);
void bsi_record_state_strength(bship_record *record, int32_t side, double strength);

/* The number of a fact; 0 if it is not stated. */
uint64_t bsi_fact_number(const bship_record *record, int32_t fact, int32_t side);

/* The strength of a side's placement style; 0 if it is not stated. */
double bsi_fact_strength(const bship_record *record, int32_t side);

/* The side that a fact names; NONE if it is not stated. */
int32_t bsi_fact_side(const bship_record *record, int32_t fact);

/* NULL if the text of a fact is valid, else a message that says what was expected. */
const char *bsi_fact_fault(int32_t fact, const char *text);

/* ---- record_settings.c ---- */

/* States the facts of a game that the options ask for. */
void bsi_record_state_game(bship_record *record, const bship_game *game,
                           const bship_record_game_options *options);

/* Fills the options of the AI of a side from its facts, but for progress. Those of a strategy that
 * the library does not have are for whoever has it. */
void bsi_record_ai_options(const bship_record *record, int32_t side, bship_ai_options *options);

/* Sets the seeds, the first mover and the layouts drawn of a game that has not started. */
void bsi_record_apply_settings(const bship_record *record, bship_game *game);

/* ---- results ---- */

/* How a game can end, and the text of its `result`. */
typedef struct bsi_result {
    const char *text;
    int32_t outcome; /* a bship_outcome */
    int32_t reason;  /* a bship_end_reason */
} bsi_result;

/* The result of a text; NULL if it is none. */
const bsi_result *bsi_result_find(const char *text);

/* The text of a result; NULL for a game that has not ended. */
const char *bsi_result_text(int32_t outcome, int32_t reason);

/* NULL if a record can have a result, given the outcome of its shots; else what was expected. */
const char *bsi_result_fault(const bsi_result *result, int32_t outcome, bool is_game);

/* The names of bship_fact. */
extern const bsi_names bsi_fact_names;

#endif
