/**
 * @file
 * The rules: board, fleet and conventions; what both sides agree on before play.
 *
 * Rules are immutable, complete when their constructor returns,
 * reference-counted and safe to share between threads.
 *
 * Every convention is an *axis* with a few values. One table gives each axis and
 * each value its keyword and a line of text; records, programs and JSON use
 * these words and no others.
 */
#ifndef BATTLESHIP_RULES_H
#define BATTLESHIP_RULES_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/fleet.h>
#include <battleship/geometry.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** The greatest width and height of a board. */
#define BSHIP_BOARD_SIDE_MAX 1024

/** Rules. */
typedef struct bship_rules bship_rules;

/** The axes of the rules that have keywords, in the order in which they are written. */
typedef enum bship_rule {
    BSHIP_RULE_CONTACT = 0,      /**< `contact`: ::bship_contact */
    BSHIP_RULE_TURN = 1,         /**< `turn`: ::bship_turn_rule */
    BSHIP_RULE_DISCLOSURE = 2,   /**< `disclosure`: ::bship_disclosure */
    BSHIP_RULE_SALVO_REPORT = 3, /**< `salvo-report`: ::bship_salvo_report */
    BSHIP_RULE_REVEAL_WATER = 4, /**< `reveal-water`: ::bship_reveal_water */
    BSHIP_RULE_REPEAT = 5,       /**< `repeat`: ::bship_repeat */
    BSHIP_RULE_FIRST = 6,        /**< `first`: ::bship_first */
    BSHIP_RULE_ENDING = 7        /**< `ending`: ::bship_ending */
} bship_rule;

/** Whether ships may touch. */
typedef enum bship_contact {
    BSHIP_CONTACT_ALLOWED = 0,  /**< `allowed`: they may lie side by side */
    BSHIP_CONTACT_NO_SIDES = 1, /**< `no-sides`: they may touch at corners only */
    BSHIP_CONTACT_NONE = 2      /**< `none`: neither sides nor corners may touch */
} bship_contact;

/** The shots in a turn. */
typedef enum bship_turn_rule {
    BSHIP_TURN_ONE = 0,          /**< `one`: one shot */
    BSHIP_TURN_AGAIN_ON_HIT = 1, /**< `again-on-hit`: one more after every hit or sinking */
    BSHIP_TURN_SALVO = 2,        /**< `salvo N`: N shots, answered together */
    BSHIP_TURN_SALVO_AFLOAT = 3  /**< `salvo-afloat`: as many shots as own ships afloat */
} bship_turn_rule;

/** What a report tells; each value tells more than the one before. */
typedef enum bship_disclosure {
    BSHIP_DISCLOSURE_HIT = 0,      /**< `hit`: hit or miss only */
    BSHIP_DISCLOSURE_SUNK = 1,     /**< `sunk`: also that a ship sank, but not which */
    BSHIP_DISCLOSURE_LENGTH = 2,   /**< `length`: also the sunk ship's length (default) */
    BSHIP_DISCLOSURE_SHIP = 3,     /**< `ship`: also its name */
    BSHIP_DISCLOSURE_EVERY_HIT = 4 /**< `every-hit`: every hit names the ship */
} bship_disclosure;

/** How a salvo is answered. */
typedef enum bship_salvo_report {
    BSHIP_SALVO_REPORT_EACH = 0, /**< `each`: shot by shot */
    BSHIP_SALVO_REPORT_TOTAL = 1 /**< `total`: only the numbers of hits and sinkings */
} bship_salvo_report;

/** Whether a sinking reveals the water around the wreck. */
typedef enum bship_reveal_water {
    BSHIP_REVEAL_WATER_NO = 0, /**< `no`: it does not */
    BSHIP_REVEAL_WATER_YES = 1 /**< `yes`: the wreck's neighbours become known water */
} bship_reveal_water;

/** What a shot at a cell already shot, or known to be water, is. */
typedef enum bship_repeat {
    BSHIP_REPEAT_REFUSED = 0, /**< `refused`: an error that costs nothing */
    BSHIP_REPEAT_WASTED = 1   /**< `wasted`: a shot that tells nothing */
} bship_repeat;

/** Who shoots first. */
typedef enum bship_first {
    BSHIP_FIRST_RANDOM = 0, /**< `lot`: drawn from the game's seed */
    BSHIP_FIRST_A = 1,      /**< `a`: side a */
    BSHIP_FIRST_B = 2       /**< `b`: side b */
} bship_first;

/** When a game ends. */
typedef enum bship_ending {
    BSHIP_ENDING_AT_ONCE = 0,    /**< `at-once`: as soon as a fleet is gone */
    BSHIP_ENDING_EQUAL_TURNS = 1 /**< `equal-turns`: after the round in which a fleet is gone */
} bship_ending;

/**
 * Everything that rules are made of but the fleet.
 *
 * Rules that make no sense together are refused by bship_rules_new():
 * - `salvo-report total` with a turn of one shot (`one`, `again-on-hit`);
 * - `reveal-water yes` with contact other than `none`, with disclosure `hit`,
 *   or with `salvo-report total`;
 * - turn `salvo-afloat` with disclosure `hit`: its size would tell what the
 *   disclosure hides;
 * - `salvo` other than 0 with a turn other than `salvo N`.
 */
typedef struct bship_rules_options {
    size_t size;               /**< sizeof(bship_rules_options) as the caller knows it */
    int32_t width;             /**< columns, 1..#BSHIP_BOARD_SIDE_MAX */
    int32_t height;            /**< rows, 1..#BSHIP_BOARD_SIDE_MAX */
    int32_t contact;           /**< a ::bship_contact */
    int32_t turn;              /**< a ::bship_turn_rule */
    int32_t salvo;             /**< shots in a turn of `salvo N`, 1..1048576; else 0 */
    int32_t disclosure;        /**< a ::bship_disclosure */
    int32_t salvo_report;      /**< a ::bship_salvo_report */
    int32_t reveal_water;      /**< a ::bship_reveal_water */
    int32_t repeat;            /**< a ::bship_repeat */
    int32_t first;             /**< a ::bship_first */
    int32_t ending;            /**< a ::bship_ending */
    int32_t reserved;          /**< zero */
    const bship_cell *blocked; /**< `blocked_count` different cells where no ship may lie; copied */
    size_t blocked_count;      /**< how many cells are blocked */
    int64_t work_limit; /**< steps the search for a layout may take; 0: the default, 1,000,000 */
} bship_rules_options;

/** The defaults: 10x10, nothing blocked, contact allowed, one shot, length disclosed. */
#define BSHIP_RULES_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_rules_options), 10, 10, BSHIP_CONTACT_ALLOWED, BSHIP_TURN_ONE, 0,             \
            BSHIP_DISCLOSURE_LENGTH, BSHIP_SALVO_REPORT_EACH, BSHIP_REVEAL_WATER_NO,               \
            BSHIP_REPEAT_REFUSED, BSHIP_FIRST_RANDOM, BSHIP_ENDING_AT_ONCE, 0, NULL, 0, 0          \
    }

/**
 * Sets options to #BSHIP_RULES_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_rules_options)
 */
BSHIP_API void bship_rules_options_init(bship_rules_options *options, size_t size);

/**
 * Sets one of the options from words: `board` to `12x10`, or an axis by its
 * keyword to one of its values, such as `contact` to `none` or `turn` to
 * `salvo 4`. Whether the rules make sense together is for bship_rules_new().
 *
 * @param options the options, initialised
 * @param keyword `board` or the keyword of an axis
 * @param value   the value's words
 * @param error   filled on failure, its text listing what was expected; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_NAME if the keyword or the value is unknown;
 *         #BSHIP_ERROR_RANGE if a number is out of its range; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_rules_options_set(bship_rules_options *options, const char *keyword,
                                               const char *value, bship_error *error);

/**
 * Makes rules.
 *
 * Refuses what is proved infeasible. The proof is a search, in steps of one ship
 * tried in one place; when the work limit ends it first, the rules are made and
 * bship_rules_feasibility() says so.
 *
 * @param out     the new rules, the caller's to unref
 * @param fleet   the fleet; the rules take a reference and inherit its allocator
 * @param options NULL for the defaults
 * @param error   filled on failure; `index` is the blocked cell at fault, if one
 *                is, and the text names both rules of a conflict; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an unknown value of an axis;
 *         #BSHIP_ERROR_RANGE for a size out of its range; #BSHIP_ERROR_OFF_BOARD or
 *         #BSHIP_ERROR_DUPLICATE for a blocked cell; #BSHIP_ERROR_CONFLICT;
 *         #BSHIP_ERROR_INFEASIBLE; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_rules_new(bship_rules **out, bship_fleet *fleet,
                                       const bship_rules_options *options, bship_error *error);

/**
 * Makes rules from the rule lines of a record: `board`, `blocked`, `fleet` and
 * one line for each axis, in any order, each at most once (`blocked` and `fleet`
 * may be repeated and add up); what is left out has its default. Comments and
 * blank lines are skipped.
 *
 * @param out     the new rules, the caller's to unref
 * @param text    `length` bytes of UTF-8
 * @param length  how many
 * @param options of the fleet; NULL for the defaults
 * @param error   filled on failure, with line and column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_NAME for an unknown word;
 *         what bship_fleet_new() and bship_rules_new() refuse, with its line.
 */
BSHIP_API bship_status bship_rules_parse(bship_rules **out, const char *text, size_t length,
                                         const bship_fleet_options *options, bship_error *error);

/**
 * Writes rules as bship_rules_parse() reads them: every line, defaults too, in
 * the order of the format (`blocked` only if a cell is), as snprintf() writes. The
 * text has no work limit: rules made undecided by a small one may be refused when read.
 *
 * @param rules    the rules
 * @param buffer   where the text goes; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL.
 */
BSHIP_API size_t bship_rules_format(const bship_rules *rules, char *buffer, size_t capacity);

/**
 * Takes a reference.
 *
 * @param rules the rules; may be NULL
 * @return `rules`.
 */
BSHIP_API bship_rules *bship_rules_ref(bship_rules *rules);

/**
 * Gives a reference back; the last one frees the rules.
 *
 * @param rules the rules; may be NULL
 */
BSHIP_API void bship_rules_unref(bship_rules *rules);

/**
 * Whether two rules agree in everything: board, blocked cells, fleet and axes.
 *
 * @param a rules
 * @param b rules
 * @return whether they are equal.
 */
BSHIP_API int bship_rules_equal(const bship_rules *a, const bship_rules *b);

/**
 * The fleet.
 *
 * @param rules the rules
 * @return the fleet, borrowed: it lives as long as the rules.
 */
BSHIP_API bship_fleet *bship_rules_fleet(const bship_rules *rules);

/**
 * How many columns the board has.
 *
 * @param rules the rules
 * @return 1..#BSHIP_BOARD_SIDE_MAX.
 */
BSHIP_API int32_t bship_rules_width(const bship_rules *rules);

/**
 * How many rows the board has.
 *
 * @param rules the rules
 * @return 1..#BSHIP_BOARD_SIDE_MAX.
 */
BSHIP_API int32_t bship_rules_height(const bship_rules *rules);

/**
 * Whether a cell is blocked.
 *
 * @param rules the rules
 * @param cell  any cell
 * @return whether it is on the board and blocked.
 */
BSHIP_API int bship_rules_is_blocked(const bship_rules *rules, bship_cell cell);

/**
 * How many cells are blocked.
 *
 * @param rules the rules
 * @return 0..width * height.
 */
BSHIP_API int32_t bship_rules_blocked_count(const bship_rules *rules);

/**
 * The value that the rules have on an axis.
 *
 * @param rules the rules
 * @param axis  a ::bship_rule
 * @return the value, of the axis's own enumeration; -1 if there is no such axis.
 */
BSHIP_API int32_t bship_rules_get(const bship_rules *rules, int32_t rule);

/**
 * The N of turn `salvo N`.
 *
 * @param rules the rules
 * @return N, or 0 if the turn is another.
 */
BSHIP_API int32_t bship_rules_salvo(const bship_rules *rules);

/** What is known of whether the fleet fits on the board. */
typedef enum bship_feasibility {
    BSHIP_FEASIBILITY_PROVED = 1,   /**< a layout was found */
    BSHIP_FEASIBILITY_UNDECIDED = 2 /**< the search was given up at the work limit */
} bship_feasibility;

/**
 * Whether the fleet is known to fit. Rules proved infeasible are never made.
 *
 * @param rules the rules
 * @return a ::bship_feasibility.
 */
BSHIP_API bship_feasibility bship_rules_feasibility(const bship_rules *rules);

/**
 * How many placements the board has room for: for every ship every first cell
 * and orientation with all cells on the board (over blocked cells too).
 *
 * @param rules the rules
 * @return the number; a ship of length 1 counts once a cell.
 */
BSHIP_API int64_t bship_rules_placement_count(const bship_rules *rules);

/**
 * The number of a placement: ships in fleet order; of a ship first the
 * placements to the right, then those down; of these by first cell, row by row.
 *
 * @param rules     the rules
 * @param placement any placement
 * @return 0..bship_rules_placement_count() - 1; -1 if a cell is off the board, there is
 *         no such ship or orientation, or a ship of length 1 lies down.
 */
BSHIP_API int64_t bship_rules_placement_index(const bship_rules *rules, bship_placement placement);

/**
 * The placement of a number: the inverse of bship_rules_placement_index().
 *
 * @param rules the rules
 * @param index the number
 * @param out   the placement
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such number.
 */
BSHIP_API bship_status bship_rules_placement_at(const bship_rules *rules, int64_t index,
                                                bship_placement *out);

/**
 * How many axes there are; they are numbered from 0.
 *
 * @return one more than the largest ::bship_rule.
 */
BSHIP_API int32_t bship_rule_count(void);

/**
 * The axis of a keyword.
 *
 * @param keyword such as `"contact"`
 * @return a ::bship_rule, or -1 if the keyword is unknown.
 */
BSHIP_API int32_t bship_rule_find(const char *keyword);

/**
 * The keyword of an axis.
 *
 * @param axis a ::bship_rule
 * @return a static string such as `"contact"`, or NULL if there is no such axis.
 */
BSHIP_API const char *bship_rule_keyword(int32_t rule);

/**
 * What an axis decides, in a line.
 *
 * @param axis a ::bship_rule
 * @return a static string, or NULL if there is no such axis.
 */
BSHIP_API const char *bship_rule_text(int32_t rule);

/**
 * The default value of an axis.
 *
 * @param axis a ::bship_rule
 * @return a value of its enumeration; -1 if there is no such axis.
 */
BSHIP_API int32_t bship_rule_default(int32_t rule);

/**
 * How many values an axis has; they are numbered from 0.
 *
 * @param axis a ::bship_rule
 * @return the number of values; 0 if there is no such axis.
 */
BSHIP_API int32_t bship_rule_value_count(int32_t rule);

/**
 * The keyword of a value.
 *
 * @param axis  a ::bship_rule
 * @param value of its enumeration
 * @return a static string such as `"no-sides"`, or NULL if there is no such value.
 *         `"salvo"` is followed by its number where it is read and written.
 */
BSHIP_API const char *bship_rule_value_keyword(int32_t rule, int32_t value);

/**
 * What a value means, in a line.
 *
 * @param axis  a ::bship_rule
 * @param value of its enumeration
 * @return a static string, or NULL if there is no such value.
 */
BSHIP_API const char *bship_rule_value_text(int32_t rule, int32_t value);

/**
 * Writes the value that the rules have on an axis, as it stands in a record:
 * `no-sides`, `salvo 4`; as snprintf() writes.
 *
 * @param rules    the rules
 * @param axis     a ::bship_rule
 * @param buffer   where the text goes; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer; 32 always suffice
 * @return the length of the whole text, without the NUL; 0 if there is no such axis.
 */
BSHIP_API size_t bship_rules_format_rule(const bship_rules *rules, int32_t rule, char *buffer,
                                         size_t capacity);

BSHIP_END_DECLS

#endif
