/*
 * Shared by the tests: random rules and boards, memory that fails on demand, and dumps of all
 * queries, to show that a refusal changed nothing.
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/battleship.h>
#include <criterion/criterion.h>

/* The number of rules with keywords. */
#define RULE_COUNT 11

/* The length of arrays indexed by side; the item of BSHIP_SIDE_NONE, 0, is unused. */
#define BY_SIDE (BSHIP_SIDE_B + 1)

/* What a saved game contains. */
static const bship_record_game_options whole_game = BSHIP_RECORD_GAME_OPTIONS_SAVE;

/* The other side. */
static inline int32_t opposite(int32_t side)
{
    return side == BSHIP_SIDE_A ? BSHIP_SIDE_B : BSHIP_SIDE_A;
}

/* Asserts the status of a call; the arguments after it are a printf message. */
#define assert_status(call, expected, ...)                                                         \
    do {                                                                                           \
        bship_status actual_status = (call), expected_status = (expected);                         \
        if (actual_status != expected_status)                                                      \
            fail_status(actual_status, expected_status, #call, __FILE__, __LINE__, __VA_ARGS__);   \
    } while (0)

/* Asserts that a call succeeds. */
#define assert_ok(call, ...) assert_status(call, BSHIP_OK, __VA_ARGS__)

void fail_status(bship_status actual, bship_status expected, const char *call, const char *file,
                 int line, const char *format, ...) __attribute__((format(printf, 6, 7)));

/*
 * Whether the library is a later one than that of these tests, as in tests/abi/old_programs.py. It
 * may have more values, fields and functions.
 */
bool is_later_library(void);

/* Asserts that there is nothing but what the tests know, unless the library is a later one. */
#define assert_nothing_else(condition, ...)                                                        \
    cr_assert(is_later_library() || (condition), __VA_ARGS__)

/* The number of values of a rule that the tests know. */
int32_t rule_value_count(int32_t rule);

/* A count of random cases, scaled by the percentage in BSHIP_TEST_EFFORT; 1 at least. */
int scaled(int count);

/*
 * Counted memory: checks the sizes of freed blocks, and makes allocations fail: `fail_count` of
 * them, starting with number `fail_from` (from 0).
 */
struct memory {
    bship_allocator allocator;
    long fail_from;
    long fail_count;
    long calls;   /* allocations asked for, failed ones included */
    long failed;  /* of these, the failed ones */
    long blocks;  /* blocks in use */
    size_t bytes; /* bytes in use */
    size_t peak;  /* the most that were in use */
    long misused; /* calls with a size or a block that cannot be right */
};

void memory_init(struct memory *memory);
/* Restarts counting calls; of the next ones `count` fail, from number `from` on. */
void memory_fail(struct memory *memory, long from, long count);
/* Asserts that nothing is left in use and nothing was misused. */
void memory_check(const struct memory *memory, const char *what);

/* Two rules and their values, as sets of bits, that make no sense together. */
struct conflict {
    int32_t rule[2];
    int32_t values[2];
};

/* The list of rules.h, ended by a row without values. */
extern const struct conflict conflicts[];

/* Whether the values of all rules are in a conflict. */
bool in_conflict(const struct conflict *conflict, const int32_t *values);

/* Whether a ::bship_disclosure has the report of a sinking tell the ship's length, or its name. */
bool discloses_length(int32_t disclosure);
bool discloses_name(int32_t disclosure);

/* The option of a rule; that of `shots` and `head-start` is its number, which is the value for 0
 * and 1. */
int32_t *rule_option(bship_rules_options *options, int32_t rule);

/* The range of random rules. Zero stands for the default; a pin fixes a rule. */
struct shape {
    int32_t width, height;   /* the largest board; default 8x8 */
    int32_t ships, length;   /* the most ships and the longest; default 5 and 5 */
    int32_t blocked;         /* the most blocked cells; default none */
    int32_t salvo;           /* the largest salvo; default 5 */
    int32_t shots;           /* the greatest limit of shots; default none */
    int32_t head_start;      /* the greatest head start; default none */
    bool has_points;         /* ships of some lengths are worth more than 1 point */
    int32_t pin[RULE_COUNT]; /* by ::bship_rule, 1 + the value to keep; 0: any value, but no
                                limit of shots or head start without a greatest */
    struct memory *memory;   /* NULL: the C library's */
};

/* Whether no two of its pinned values conflict, the others being the defaults. */
bool shape_makes_sense(const struct shape *shape);
/* Rules with random boards, fleets and conventions, on which the fleet is known to fit. */
bship_rules *random_rules(bship_rng *rng, const struct shape *shape);
/* Rules from rule lines, such as "board 4x4\nfleet 3 2\n". */
bship_rules *rules_from(const char *text);
bship_rules *rules_from_with(const char *text, const bship_fleet_options *options);
/* The rules as text, for messages; good until the next call. */
const char *rules_text(const bship_rules *rules);
/* A board with a random layout: drawn uniformly, wherever a sampler can be made. */
bship_board *random_board(const bship_rules *rules, bship_rng *rng);
/* A sampler with the default limits. */
bship_sampler *new_sampler(const bship_rules *rules);
/* A board without ships. */
bship_board *new_board(const bship_rules *rules);
bship_chart *new_chart(const bship_rules *rules);
bship_posterior *new_posterior(const bship_chart *chart);
bship_ai *new_ai(const bship_rules *rules, const char *strategy, uint64_t seed);

/* A quick AI with the default options; now and then NULL, also if it cannot play the rules. */
bship_ai *random_ai(const bship_rules *rules, bship_rng *rng);

/* A random number from `low` to `high`. */
int32_t between(bship_rng *rng, int32_t low, int32_t high);
bship_rng rng_of(uint64_t seed);
/* The one-way function by which a side's AI gets its seed from a secret one; see ai.h. */
uint64_t strategy_seed(uint64_t secret, int32_t side);
/* What chi-square exceeds with a probability of about 3 in a million. */
double chi_square_limit(double freedom);

/* The class of the ships of a length; -1 if there are none. */
int32_t class_of_length(const bship_fleet *fleet, int32_t length);

/* The first ship as long as another; -1 if there is no such ship. */
int32_t first_of_length(const bship_fleet *fleet, int32_t ship);

/* Places a layout, or one more ship, of a side of a game, by a copy of its board. */
bship_status place_fleet(bship_game *game, int32_t side, const bship_placement *placements,
                         size_t count);
bship_status place_ship(bship_game *game, int32_t side, bship_placement placement);

/* The number of shots of the log that changed nothing. */
int64_t wasted_shots(const bship_chart *chart);

bship_cell cell_at(const bship_rules *rules, int32_t index);
int32_t cell_index(const bship_rules *rules, bship_cell cell);
int32_t cell_count(const bship_rules *rules);
/* Whether the contact rule excludes a ship from a cell, because of the hits around it. */
bool contact_excludes(const bship_chart *chart, bship_cell cell);
/* Whether salvos are reported as totals. */
bool reports_totals(const bship_rules *rules);
/* Whether a turn can have several shots that are reported together. */
bool has_salvos(const bship_rules *rules);

/*
 * Fires a turn at a board and records it on a chart (NULL: on none), by reports or a total as the
 * rules say. Returns the number of shots fired.
 */
size_t fire_turn(bship_board *board, bship_chart *chart, const bship_cell *cells, size_t count);
/*
 * Fires a random turn: one shot, or a salvo of any size where the rules have salvos. It knows the
 * board and hits more often than chance would, so that ships sink. Returns the shots fired, 0
 * when the fleet is gone.
 */
size_t fire_at_random(bship_board *board, bship_chart *chart, bship_rng *rng);

/* Lets an AI fire a turn; returns the number of shots fired. */
size_t fire_by_ai(bship_ai *ai, bship_board *board, bship_chart *chart);

/* A text that grows. */
struct text {
    char *data;
    size_t length;
    size_t capacity;
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_free(struct text *text);
/* The results of all queries of an object. */
struct text board_dump(const bship_board *board);
struct text chart_dump(const bship_chart *chart);
/* Of a posterior, except its work, which depends on earlier charts. */
struct text posterior_dump(const bship_posterior *posterior, const bship_rules *rules);
/* Whether a record contains the placement of a ship. */
bool has_placement(const bship_record *record, int32_t side, int32_t ship, bship_placement *out);

/* Of a game: what both sides know, pending shots included; and with the boards and the seed. */
struct text game_dump(const bship_game *game);
struct text game_and_boards_dump(const bship_game *game);
/* A record as text. */
struct text record_text_of(const bship_record *record);
/* Asserts that two dumps are equal, shows the first difference if not, and frees both. */
void assert_same(struct text before, struct text after, const char *what);

#endif
