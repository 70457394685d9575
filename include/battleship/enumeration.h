/**
 * @file
 * The names and texts of enumerations and registries.
 *
 * Every enumeration of the headers, and every list that can be asked for by number, such as that
 * of strategies, has a number here, a ::bship_enum. Its values have names, which records and the
 * programs' JSON use and which never change, and texts for people, which may change. The values of
 * enumerations never change either; the numbers in lists, such as that of strategies, may. Values
 * that experimental headers add to an enumeration are numbered from 1000 on.
 *
 * So a menu of all strategies, or of the values of a rule, is one loop:
 *
 * ~~~{.c}
 * for (int32_t value = 0; value < bship_enum_count(BSHIP_ENUM_STRATEGY); value++) {
 *     if (bship_enum_name(BSHIP_ENUM_STRATEGY, value))
 *         printf("%s: %s\n", bship_enum_name(BSHIP_ENUM_STRATEGY, value),
 *                bship_enum_text(BSHIP_ENUM_STRATEGY, value));
 * }
 * ~~~
 *
 * All calls may be made from several threads at once.
 */
#ifndef BATTLESHIP_ENUMERATION_H
#define BATTLESHIP_ENUMERATION_H

#include <stdint.h>

#include <battleship/export.h>

BSHIP_BEGIN_DECLS

/**
 * The enumerations. They are an enumeration themselves, #BSHIP_ENUM_ENUM, with names such as
 * `board-state`. Besides these there are the values of each rule, from #BSHIP_ENUM_RULE_VALUES on,
 * which bear the rule's name; and from 1000 on those of experimental headers, which define them.
 */
typedef enum bship_enum {
    BSHIP_ENUM_STATUS = 0,        /**< `status`: ::bship_status */
    BSHIP_ENUM_RESULT = 1,        /**< `result`: ::bship_result */
    BSHIP_ENUM_SIDE = 2,          /**< `side`: ::bship_side */
    BSHIP_ENUM_ORIENTATION = 3,   /**< `orientation`: ::bship_orientation */
    BSHIP_ENUM_BOARD_STATE = 4,   /**< `board-state`: ::bship_board_state */
    BSHIP_ENUM_CHART_STATE = 5,   /**< `chart-state`: ::bship_chart_state */
    BSHIP_ENUM_HIT_STATE = 6,     /**< `hit-state`: ::bship_hit_state */
    BSHIP_ENUM_DRAW_METHOD = 7,   /**< `draw-method`: ::bship_draw_method */
    BSHIP_ENUM_FEASIBILITY = 8,   /**< `feasibility`: ::bship_feasibility */
    BSHIP_ENUM_LOCATION = 9,      /**< `location`: ::bship_location */
    BSHIP_ENUM_PHASE = 10,        /**< `phase`: ::bship_phase */
    BSHIP_ENUM_OUTCOME = 11,      /**< `outcome`: ::bship_outcome */
    BSHIP_ENUM_END_REASON = 12,   /**< `end-reason`: ::bship_end_reason */
    BSHIP_ENUM_AUDIT = 13,        /**< `audit`: ::bship_audit */
    BSHIP_ENUM_LOOKAHEAD = 14,    /**< `lookahead`: ::bship_lookahead */
    BSHIP_ENUM_MATCH_KIND = 15,   /**< `match-kind`: ::bship_match_kind */
    BSHIP_ENUM_FACT = 16,         /**< `fact`: ::bship_fact */
    BSHIP_ENUM_METHOD = 17,       /**< `method`: ::bship_method */
    BSHIP_ENUM_STRATEGY = 18,     /**< `strategy`: strategies, roughly from the weakest to the
                                       strongest; bship_ai_new() takes their names */
    BSHIP_ENUM_LEVEL = 19,        /**< `level`: ::bship_level */
    BSHIP_ENUM_FLEET_PRESET = 20, /**< `fleet-preset`: ::bship_fleet_preset */
    BSHIP_ENUM_RULE = 21,         /**< `rule`: ::bship_rule */
    BSHIP_ENUM_PROGRESS = 22,     /**< `progress`: ::bship_progress */
    BSHIP_ENUM_ENUM = 23,         /**< `enum`: ::bship_enum */
    BSHIP_ENUM_DETAIL = 24,       /**< `detail`: ::bship_detail */
    BSHIP_ENUM_BASIS = 25,        /**< `basis`: ::bship_basis */
    BSHIP_ENUM_RNG_PURPOSE = 26,  /**< `rng-purpose`: ::bship_rng_purpose */
    BSHIP_ENUM_RULE_VALUES = 100  /**< this plus a ::bship_rule: the values of that rule, of which
                                       0 is the default */
} bship_enum;

/**
 * The bound of an enumeration's values: a loop from 0 comes to all of them.
 *
 * @param enumeration any number
 * @return one more than the largest value; 0 if there is no such enumeration. Numbers below it
 *         that have no name are no values.
 */
BSHIP_API int32_t bship_enum_count(int32_t enumeration);

/**
 * The name of a value.
 *
 * @param enumeration any number
 * @param value       any number
 * @return a static string: a word without blanks, such as `known-water`, or for a status its name
 *         in the headers, such as `BSHIP_ERROR_MEMORY`; NULL if there is no such value.
 */
BSHIP_API const char *bship_enum_name(int32_t enumeration, int32_t value);

/**
 * The text of a value: one line of English, which may change in any version.
 *
 * @param enumeration any number
 * @param value       any number
 * @return a static string without a full stop; NULL if there is no such value.
 */
BSHIP_API const char *bship_enum_text(int32_t enumeration, int32_t value);

/**
 * Finds a value by its name.
 *
 * @param enumeration any number
 * @param name        compared byte for byte; may be NULL
 * @return the value; -1 if the enumeration has none of that name, which is no value of any
 *         enumeration but #BSHIP_ERROR_UNKNOWN, the status that stands for all others.
 */
BSHIP_API int32_t bship_enum_find(int32_t enumeration, const char *name);

BSHIP_END_DECLS

#endif
