/**
 * @file
 * The rules of a game: all that both sides agree on before play.
 *
 * They consist of the size of the board, its blocked cells, the fleet, and
 * rules with keywords, such as `contact` or `turn`. Each of these has a few
 * values, which also have keywords; records, programs and JSON use these words. The
 * calls of battleship/enumeration.h list them, with a line of text for each: the rules as
 * #BSHIP_ENUM_RULE, and the values of each from #BSHIP_ENUM_RULE_VALUES on.
 *
 * Rules are immutable, reference-counted and safe to share between threads.
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
#define BSHIP_BOARD_EDGE_MAX 1024
/** The default width and height of a board. */
#define BSHIP_BOARD_EDGE_DEFAULT 10
/** The largest salvo of `turn salvo N`: a shot for every cell of the largest board. */
#define BSHIP_SALVO_MAX 1048576
/** The most shots of `shots N`. */
#define BSHIP_SHOTS_MAX 1000000000
/** The most turns of `head-start N`: one for every cell of the largest board. */
#define BSHIP_HEAD_START_MAX 1048576
/** The default work limit of bship_rules_new(), in steps of its search for a layout. */
#define BSHIP_RULES_WORK_DEFAULT 1000000

/** The rules of a game. */
typedef struct bship_rules bship_rules;

/** The rules that have keywords, in the order in which they are written; their default is 0. */
typedef enum bship_rule {
    BSHIP_RULE_CONTACT = 0,      /**< `contact`: ::bship_contact */
    BSHIP_RULE_TURN = 1,         /**< `turn`: ::bship_turn_rule */
    BSHIP_RULE_DISCLOSURE = 2,   /**< `disclosure`: ::bship_disclosure */
    BSHIP_RULE_SALVO_REPORT = 3, /**< `salvo-report`: ::bship_salvo_report */
    BSHIP_RULE_REVEAL_WATER = 4, /**< `reveal-water`: ::bship_reveal_water */
    BSHIP_RULE_REPEAT = 5,       /**< `repeat`: ::bship_repeat */
    BSHIP_RULE_FIRST = 6,        /**< `first`: ::bship_first */
    BSHIP_RULE_ENDING = 7,       /**< `ending`: ::bship_ending */
    BSHIP_RULE_SHOTS = 8,        /**< `shots`: ::bship_shots */
    BSHIP_RULE_REVEAL_SHIP = 9,  /**< `reveal-ship`: ::bship_reveal_ship */
    BSHIP_RULE_HEAD_START = 10   /**< `head-start`: ::bship_head_start */
} bship_rule;

/** Whether ships may touch. */
typedef enum bship_contact {
    BSHIP_CONTACT_ALLOWED = 0,  /**< `allowed`: they may touch */
    BSHIP_CONTACT_NO_SIDES = 1, /**< `no-sides`: they may touch at corners only */
    BSHIP_CONTACT_NONE = 2      /**< `none`: neither sides nor corners may touch */
} bship_contact;

/** The shots in a turn. */
typedef enum bship_turn_rule {
    BSHIP_TURN_RULE_ONE = 0,          /**< `one`: one shot */
    BSHIP_TURN_RULE_AGAIN_ON_HIT = 1, /**< `again-on-hit`: one more after every hit or sinking */
    BSHIP_TURN_RULE_SALVO = 2,        /**< `salvo N`: N shots, reported together */
    BSHIP_TURN_RULE_SALVO_AFLOAT =
        3, /**< `salvo-afloat`: as many shots as the side has ships afloat */
    BSHIP_TURN_RULE_SALVO_LARGEST =
        4 /**< `salvo-largest`: as many shots as the side's longest ship afloat has cells */
} bship_turn_rule;

/** What a report discloses besides hit or miss. */
typedef enum bship_disclosure {
    BSHIP_DISCLOSURE_LENGTH = 0,   /**< `length`: that a ship sank, and its length */
    BSHIP_DISCLOSURE_HIT = 1,      /**< `hit`: nothing */
    BSHIP_DISCLOSURE_SUNK = 2,     /**< `sunk`: that a ship sank, but not which */
    BSHIP_DISCLOSURE_SHIP = 3,     /**< `ship`: that a ship sank, its name and length */
    BSHIP_DISCLOSURE_EVERY_HIT = 4 /**< `every-hit`: the ship of every hit, and sinkings */
} bship_disclosure;

/** How a salvo is reported. */
typedef enum bship_salvo_report {
    BSHIP_SALVO_REPORT_EACH = 0, /**< `each`: shot by shot */
    BSHIP_SALVO_REPORT_TOTAL = 1 /**< `total`: only the numbers of hits and sinkings */
} bship_salvo_report;

/** Whether a sinking reveals the water around the sunk ship. */
typedef enum bship_reveal_water {
    BSHIP_REVEAL_WATER_NO = 0, /**< `no`: it does not */
    BSHIP_REVEAL_WATER_YES = 1 /**< `yes`: the neighbours of the sunk ship become known water */
} bship_reveal_water;

/** What happens to a shot at a cell already fired at, or known to be water. */
typedef enum bship_repeat {
    BSHIP_REPEAT_REFUSED = 0, /**< `refused`: it is an error, and no shot is used */
    BSHIP_REPEAT_WASTED = 1   /**< `wasted`: it counts as a shot, without effect */
} bship_repeat;

/** Who fires first. */
typedef enum bship_first {
    BSHIP_FIRST_RANDOM = 0, /**< `random`: drawn from a seed; see ::bship_game_options */
    BSHIP_FIRST_A = 1,      /**< `a`: side a */
    BSHIP_FIRST_B = 2       /**< `b`: side b */
} bship_first;

/** When a game ends. */
typedef enum bship_ending {
    BSHIP_ENDING_AT_ONCE = 0,    /**< `at-once`: as soon as a fleet is sunk */
    BSHIP_ENDING_EQUAL_TURNS = 1 /**< `equal-turns`: after the round in which a fleet is sunk */
} bship_ending;

/** How many shots each side has. */
typedef enum bship_shots {
    BSHIP_SHOTS_UNLIMITED = 0, /**< `unlimited`: as many as it takes */
    BSHIP_SHOTS_LIMITED = 1 /**< `limited`: N; once both sides have fired them, more points win */
} bship_shots;

/** Whether a sinking reveals where the sunk ship lies. */
typedef enum bship_reveal_ship {
    BSHIP_REVEAL_SHIP_NO = 0, /**< `no`: it does not */
    BSHIP_REVEAL_SHIP_YES = 1 /**< `yes`: its report shows the cells of the sunk ship */
} bship_reveal_ship;

/** How many turns the side that fires first has in advance: a handicap for the stronger side. */
typedef enum bship_head_start {
    BSHIP_HEAD_START_NONE = 0, /**< `none`: no turn */
    BSHIP_HEAD_START_TURNS = 1 /**< `turns`: N turns, before both sides fire by turns; if it sinks
                                    the fleet in one of these, the game ends at once */
} bship_head_start;

/**
 * Everything that the rules consist of, except the fleet.
 *
 * bship_rules_new() refuses these combinations:
 * - `salvo-report total` with a turn of one shot (`one`, `again-on-hit`);
 * - `reveal-water yes` with contact other than `none`, with disclosure `hit`,
 *   or with `salvo-report total`;
 * - `reveal-ship yes` with disclosure `hit` or `sunk`, which hide what the cells of a sunk ship
 *   would tell, or with `salvo-report total`;
 * - turn `salvo-afloat` with disclosure `hit`: the size of the salvo would disclose
 *   sinkings, which this disclosure hides;
 * - turn `salvo-largest` with disclosure `hit` or `sunk`: the size of the salvo would disclose
 *   lengths of sunk ships, which these hide;
 * - a limit of shots with a disclosure that does not tell the points of the ships that sink, by
 *   which such a game ends (#BSHIP_DETAIL_POINTS);
 * - `salvo` other than 0 with a turn other than `salvo N`.
 */
typedef struct bship_rules_options {
    size_t size;          /**< sizeof(bship_rules_options); see @ref struct_sizes */
    int32_t width;        /**< columns, 1..#BSHIP_BOARD_EDGE_MAX; 0: #BSHIP_BOARD_EDGE_DEFAULT */
    int32_t height;       /**< rows, 1..#BSHIP_BOARD_EDGE_MAX; 0: #BSHIP_BOARD_EDGE_DEFAULT */
    int32_t contact;      /**< a ::bship_contact */
    int32_t turn;         /**< a ::bship_turn_rule */
    int32_t salvo;        /**< shots in a turn of `salvo N`, 1..#BSHIP_SALVO_MAX; else 0 */
    int32_t disclosure;   /**< a ::bship_disclosure */
    int32_t salvo_report; /**< a ::bship_salvo_report */
    int32_t reveal_water; /**< a ::bship_reveal_water */
    int32_t repeat;       /**< a ::bship_repeat */
    int32_t first;        /**< a ::bship_first */
    int32_t ending;       /**< a ::bship_ending */
    int32_t head_start;   /**< the turns that the side that fires first has in advance,
                               1..#BSHIP_HEAD_START_MAX; 0: none */
    const bship_cell *blocked; /**< `blocked_count` different cells that ships may not cover;
                                    copied; may be NULL if that is 0 */
    size_t blocked_count;      /**< the number of blocked cells */
    int64_t work_limit;  /**< steps of the search for a layout; 0: #BSHIP_RULES_WORK_DEFAULT */
    int32_t shots;       /**< the shots of each side, 1..#BSHIP_SHOTS_MAX; 0: no limit */
    int32_t reveal_ship; /**< a ::bship_reveal_ship */
} bship_rules_options;

/** The defaults: 10x10, nothing blocked, contact allowed, one shot, length disclosed. */
#define BSHIP_RULES_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_rules_options), 0, 0, BSHIP_CONTACT_ALLOWED, BSHIP_TURN_RULE_ONE, 0,          \
            BSHIP_DISCLOSURE_LENGTH, BSHIP_SALVO_REPORT_EACH, BSHIP_REVEAL_WATER_NO,               \
            BSHIP_REPEAT_REFUSED, BSHIP_FIRST_RANDOM, BSHIP_ENDING_AT_ONCE, 0, NULL, 0, 0, 0,      \
            BSHIP_REVEAL_SHIP_NO                                                                   \
    }

/**
 * Whether a value of a rule takes a number, which is written behind its keyword, as in `salvo 4`,
 * and its range. Programs ask this instead of comparing the value, so that they understand values
 * that later versions add.
 *
 * @param rule  a ::bship_rule
 * @param value a value of that rule
 * @param least receives the least number; not written if the value takes none; may be NULL
 * @param most  receives the greatest number; not written if the value takes none; may be NULL
 * @return whether it takes one; 0 if there is no such rule or value.
 */
BSHIP_API int bship_rule_number_range(int32_t rule, int32_t value, int32_t *least, int32_t *most);

/**
 * Sets one of the options by keywords: `board` to `12x10`, or a rule to one of its
 * values, such as `contact` to `none` or `turn` to `salvo 4`. A value that takes a number
 * (bship_rule_number_range()) is refused without it: the name of such a value, `salvo`, is not its
 * whole text. The value of `shots` is its number alone, such as `40`, and 0 for no limit; `limited
 * 40` and `unlimited` say the same. Likewise that of `head-start`, with `turns 5` for 5 and `none`
 * for 0. Whether the rules can be combined is checked by bship_rules_new().
 *
 * @param options the options, initialised
 * @param keyword `board` or the keyword of a rule
 * @param value   the text of the value
 * @param error   filled on failure, with the values or the range expected in its text; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_NAME if the keyword or the value is unknown, or its number is
 *         missing; #BSHIP_ERROR_RANGE if a number is outside its range; #BSHIP_ERROR_SIZE, also if
 *         `options` is shorter and has no field for what is set.
 */
BSHIP_API bship_status bship_rules_options_set(bship_rules_options *options, const char *keyword,
                                               const char *value, bship_error *error);

/**
 * Makes rules.
 *
 * A search for a layout checks that the fleet fits; if it proves that there is none, the
 * rules are refused. A step of the search tries one placement. If the work limit stops the
 * search first, the rules are made, and bship_rules_feasibility() is undecided.
 *
 * @param out     the new rules, with one reference owned by the caller
 * @param fleet   the fleet; the rules take a reference and inherit its allocator
 * @param options NULL for the defaults
 * @param error   filled on failure; `index` is the invalid blocked cell, if there is one,
 *                and the text names both rules of a conflict; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an unknown value of a rule;
 *         #BSHIP_ERROR_RANGE for a number outside its range; #BSHIP_ERROR_OFF_BOARD or
 *         #BSHIP_ERROR_DUPLICATE for a blocked cell; #BSHIP_ERROR_CONFLICT;
 *         #BSHIP_ERROR_INFEASIBLE; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_rules_new(bship_rules **out, const bship_fleet *fleet,
                                       const bship_rules_options *options, bship_error *error);

/**
 * Makes rules from the rule lines of a record: `board`, `blocked`, `fleet` and one line
 * for each rule with a keyword, in any order. `blocked` and `fleet` may be repeated and add
 * up; the others occur at most once. A line `fleet` is read as by bship_fleet_parse(). Missing
 * lines have their defaults, that of `fleet` being `classic`: an empty text makes the default
 * rules. Comments and blank lines are skipped.
 *
 * @param out     the new rules, with one reference owned by the caller
 * @param text    `length` bytes of UTF-8
 * @param length  how many
 * @param options those of the fleet; NULL for the defaults
 * @param error   filled on failure, with line and column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_NAME for an unknown word;
 *         as bship_fleet_new() and bship_rules_new(), with the line at fault.
 */
BSHIP_API bship_status bship_rules_parse(bship_rules **out, const char *text, size_t length,
                                         const bship_fleet_options *options, bship_error *error);

/**
 * Writes rules as text that bship_rules_parse() reads, as snprintf() does: all lines
 * including defaults, in the order of the format (`blocked` only if there are blocked
 * cells, and rules from `shots` on only if they are not the default). The text does not contain the
 * work limit: rules that a small limit left undecided may be refused when they are read.
 *
 * @param rules    the rules
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL.
 */
BSHIP_API size_t bship_rules_format(const bship_rules *rules, char *buffer, size_t capacity);

/**
 * Adds a reference.
 *
 * @param rules the rules, own or borrowed; may be NULL
 * @return `rules`, with one reference owned by the caller.
 */
BSHIP_API bship_rules *bship_rules_ref(const bship_rules *rules);

/**
 * Drops a reference; dropping the last one frees the rules.
 *
 * @param rules the rules; may be NULL
 */
BSHIP_API void bship_rules_unref(bship_rules *rules);

/**
 * Whether two sets of rules are equal: board, blocked cells, fleet and all other rules.
 *
 * @param a rules
 * @param b rules
 * @return whether they are equal.
 */
BSHIP_API int bship_rules_equal(const bship_rules *a, const bship_rules *b);

/**
 * The fleet of the rules.
 *
 * @param rules the rules
 * @return the fleet, borrowed: it lives as long as the rules.
 */
BSHIP_API const bship_fleet *bship_rules_fleet(const bship_rules *rules);

/**
 * The number of columns of the board.
 *
 * @param rules the rules
 * @return 1..#BSHIP_BOARD_EDGE_MAX.
 */
BSHIP_API int32_t bship_rules_width(const bship_rules *rules);

/**
 * The number of rows of the board.
 *
 * @param rules the rules
 * @return 1..#BSHIP_BOARD_EDGE_MAX.
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
 * The blocked cells, row by row.
 *
 * @param rules    the rules
 * @param cells    receives the first `capacity` of them; may be NULL if that is 0
 * @param capacity items in `cells`
 * @return the number of blocked cells.
 */
BSHIP_API size_t bship_rules_blocked(const bship_rules *rules, bship_cell *cells, size_t capacity);

/**
 * The options of rules, with which bship_rules_new() makes equal ones for the same fleet, or a
 * variation of them.
 *
 * @param rules the rules
 * @param out   the options; `blocked` is borrowed and lives as long as the rules; `work_limit` is 0
 * @return #BSHIP_OK; #BSHIP_ERROR_SIZE, also if the rules have an option of a later version that
 *         is not its default and for which `out` has no field.
 */
BSHIP_API bship_status bship_rules_describe(const bship_rules *rules, bship_rules_options *out);

/**
 * The value of one of the rules with keywords.
 *
 * @param rules the rules
 * @param rule  a ::bship_rule
 * @return the value, of the rule's own enumeration; -1 if there is no such rule.
 */
BSHIP_API int32_t bship_rules_get(const bship_rules *rules, int32_t rule);

/** What reports may disclose besides hit or miss. */
typedef enum bship_detail {
    BSHIP_DETAIL_SINKING = 0,     /**< `sinking`: that a ship sank */
    BSHIP_DETAIL_LENGTH = 1,      /**< `length`: the length of a ship that sank */
    BSHIP_DETAIL_NAME = 2,        /**< `name`: the name of a ship that sank */
    BSHIP_DETAIL_NAME_OF_HIT = 3, /**< `name-of-hit`: the name and length of the ship at every
                                       hit */
    BSHIP_DETAIL_POINTS = 4       /**< `points`: what a ship that sank is worth, which follows from
                                       what is told of it and from the fleet */
} bship_detail;

/**
 * Whether reports tell a detail by the rules. Programs ask this instead of comparing the
 * rule's value, so that they understand values that later versions add.
 *
 * @param rules  the rules
 * @param detail a ::bship_detail
 * @return whether reports, or the totals of salvos, disclose it; 0 if there is no such detail.
 */
BSHIP_API int bship_rules_discloses(const bship_rules *rules, int32_t detail);

/**
 * The number that the value of one of the rules takes, such as the N of turn `salvo N`. It is no
 * number of shots: those of a turn follow from bship_rules_shots_due().
 *
 * @param rules the rules
 * @param rule  a ::bship_rule
 * @return the number; 0 if the value takes none (bship_rule_number_range()), or there is no such
 *         rule.
 */
BSHIP_API int32_t bship_rules_number(const bship_rules *rules, int32_t rule);

/**
 * Writes the value of one of the rules with keywords as in a record, such as `no-sides` or
 * `salvo 4`, as snprintf() does.
 *
 * @param rules    the rules
 * @param rule     a ::bship_rule
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer; 32 suffice for every value
 * @return the length of the whole text, without the NUL; 0 if there is no such rule.
 */
BSHIP_API size_t bship_rules_format_rule(const bship_rules *rules, int32_t rule, char *buffer,
                                         size_t capacity);

/** Whether the fleet is known to fit on the board. */
typedef enum bship_feasibility {
    BSHIP_FEASIBILITY_PROVED = 1,   /**< `proved`: a layout was found */
    BSHIP_FEASIBILITY_UNDECIDED = 2 /**< `undecided`: the search was stopped by the work limit */
} bship_feasibility;

/**
 * Whether the fleet is known to fit. Rules that are proved infeasible are never made.
 *
 * @param rules the rules
 * @return a ::bship_feasibility.
 */
BSHIP_API int32_t bship_rules_feasibility(const bship_rules *rules);

/**
 * The number of placements: for each ship, every position and orientation with all cells
 * on the board, including those on blocked cells. Orientations in which a ship covers the same
 * cells count once, as the first of them.
 *
 * @param rules the rules
 * @return the number; a ship of length 1 has one placement per cell.
 */
BSHIP_API int64_t bship_rules_placement_count(const bship_rules *rules);

/**
 * The index of a placement. Placements are ordered by ship, in the order of the fleet; then
 * by orientation, horizontal first; then by position, row by row.
 *
 * @param rules     the rules
 * @param placement any placement
 * @return 0..bship_rules_placement_count() - 1; -1 if a cell is off the board, there is
 *         no such ship or orientation, or a ship of length 1 is vertical.
 */
BSHIP_API int64_t bship_rules_placement_index(const bship_rules *rules, bship_placement placement);

/**
 * The placement with an index: the inverse of bship_rules_placement_index().
 *
 * @param rules the rules
 * @param index the index
 * @param out   the placement
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such index.
 */
BSHIP_API bship_status bship_rules_placement(const bship_rules *rules, int64_t index,
                                             bship_placement *out);

/**
 * The cells of a placement. Programs ask this instead of stepping along the ship, so that they
 * understand the shapes that ships may have in later versions.
 *
 * It need not be legal: blocked cells and cells off the board are listed, too, so that a ship can
 * be shown where it cannot lie. Only cells so far off the board that a ::bship_cell cannot hold
 * their coordinates are left out.
 *
 * @param rules     the rules
 * @param placement any placement, on the board or not
 * @param cells     receives the first `capacity` of them, those of a straight ship from its first
 *                  cell on; may be NULL if that is 0
 * @param capacity  items in `cells`; the length of the ship suffices
 * @return the number of all these cells; 0 if there is no such ship or orientation.
 */
BSHIP_API size_t bship_rules_placement_cells(const bship_rules *rules, bship_placement placement,
                                             bship_cell *cells, size_t capacity);

BSHIP_END_DECLS

#endif
