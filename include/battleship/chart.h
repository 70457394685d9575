/**
 * @file
 * A chart: what one side knows of the other's board. It is the tracking grid of the
 * board game.
 *
 * A chart is an append-only log of turns - shots and their reports - and the grids
 * derived from it. It contains nothing that a player could not know.
 *
 * **Checks.** A chart refuses reports that no layout could produce, with
 * #BSHIP_ERROR_CONTRADICTION, as far as cheap necessary conditions show it (the numbers
 * of hits, sinkings and cells left; a sinking without a run of hits that could be the
 * ship, or whose ship is shown where it was not hit; contact). The complete check is
 * bship_posterior_check().
 *
 * **The end.** The fleet is gone once there are as many hits as it has cells, which is
 * known under every disclosure. A salvo ends with the shot that sinks the last ship, and
 * nothing is fired after that. So every later shot is a contradiction, even a wasted one;
 * and if the total of a salvo ends the game, its last shot is known to be a hit.
 *
 * **Deductions.** A cell reported *sunk* is sunk. A candidate of a sinking is a straight
 * run of cells through the cell of the sinking, of a length or name that the sinking may
 * have. Its other cells are earlier hits, and none of these was itself reported *sunk*,
 * belongs to a settled sinking or was reported with another name. Where contact is
 * forbidden, no other hit touches it. If the report shows where the ship lies (rule `reveal-ship`),
 * there is no other candidate. A sinking with exactly one candidate is *settled*,
 * and the cells of the candidate are sunk; this is repeated until nothing changes. A hit
 * that is known to belong to a sunk ship is *attributed*; a hit in a candidate of an
 * unsettled sinking is *ambiguous*; all other hits are *unresolved*.
 *
 * A chart may be used by one thread at a time; any number of threads may read a chart
 * that none of them changes.
 */
#ifndef BATTLESHIP_CHART_H
#define BATTLESHIP_CHART_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A chart. */
typedef struct bship_chart bship_chart;

/** What is known of a cell of the other side's board. */
typedef enum bship_chart_state {
    BSHIP_CHART_STATE_UNKNOWN = 0, /**< `unknown`: nothing */
    BSHIP_CHART_STATE_MISS = 1,    /**< `miss`: fired at: water */
    BSHIP_CHART_STATE_HIT = 2,     /**< `hit`: fired at: a ship, not known to be sunk */
    BSHIP_CHART_STATE_SUNK = 3,    /**< `sunk`: fired at: a sunk ship */
    BSHIP_CHART_STATE_KNOWN_WATER =
        4, /**< `known-water`: not fired at, but revealed as water by a sinking */
    BSHIP_CHART_STATE_SHOT =
        5, /**< `shot`: fired at in a salvo whose total leaves its result open */
    BSHIP_CHART_STATE_BLOCKED =
        6 /**< `blocked`: blocked: it contains no ship and cannot be fired at */
} bship_chart_state;

/** What is deduced of a hit. */
typedef enum bship_hit_state {
    BSHIP_HIT_STATE_NONE = 0,       /**< `none`: the cell is not a hit */
    BSHIP_HIT_STATE_UNRESOLVED = 1, /**< `unresolved`: the ship is afloat, as far as is known */
    BSHIP_HIT_STATE_AMBIGUOUS =
        2, /**< `ambiguous`: the hit may belong to a sinking that is not settled */
    BSHIP_HIT_STATE_ATTRIBUTED = 3 /**< `attributed`: the hit belongs to a sunk ship */
} bship_hit_state;

/** A turn of the log. */
typedef struct bship_turn {
    size_t size;        /**< sizeof(bship_turn); see @ref struct_sizes */
    int64_t first_shot; /**< the number of its first shot in the log, from 0 */
    int32_t shots;      /**< the number of its shots, at least 1 */
    int32_t is_total;   /**< whether it was reported by a total */
} bship_turn;

/** An empty turn. */
#define BSHIP_TURN_INIT                                                                            \
    {                                                                                              \
        sizeof(bship_turn), 0, 0, 0                                                                \
    }

/** A sinking that was reported shot by shot. */
typedef struct bship_sinking {
    size_t size;               /**< sizeof(bship_sinking); see @ref struct_sizes */
    int64_t shot;              /**< the number in the log of the shot that was reported *sunk* */
    bship_cell cell;           /**< the cell of that shot */
    int32_t ship;              /**< the first ship of the disclosed name, or -1 */
    int32_t length;            /**< the length, if disclosed or settled; else 0 */
    int32_t is_settled;        /**< whether the cells of the sunk ship are known */
    bship_placement placement; /**< of the sunk ship, if settled: its first cell and
                                    orientation; its `ship` is -1 unless disclosed */
    int32_t ship_class;        /**< the class of the sunk ship, from 0, if disclosed or settled;
                                    else -1. In later versions two classes may have one length */
} bship_sinking;

/** An empty sinking. */
#define BSHIP_SINKING_INIT                                                                         \
    {                                                                                              \
        sizeof(bship_sinking), 0, { 0, 0 }, -1, 0, 0, { -1, 0, 0, 0 }, -1                          \
    }

/** Options of a chart. */
typedef struct bship_chart_options {
    size_t size; /**< sizeof(bship_chart_options); see @ref struct_sizes */
} bship_chart_options;

/** The defaults. */
#define BSHIP_CHART_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_chart_options)                                                                \
    }

/**
 * Makes an empty chart.
 *
 * @param out     the new chart, owned by the caller
 * @param rules   the rules; the chart takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_new(bship_chart **out, const bship_rules *rules,
                                       const bship_chart_options *options, bship_error *error);

/**
 * Frees a chart.
 *
 * @param chart the chart; may be NULL
 */
BSHIP_API void bship_chart_free(bship_chart *chart);

/**
 * The rules of a chart.
 *
 * @param chart the chart
 * @return the rules, borrowed: they live as long as the chart.
 */
BSHIP_API const bship_rules *bship_chart_rules(const bship_chart *chart);

/**
 * Removes all turns. Allocates nothing.
 *
 * @param chart the chart
 */
BSHIP_API void bship_chart_reset(bship_chart *chart);

/**
 * Removes all turns but the first ones. Allocates nothing.
 *
 * @param chart the chart
 * @param turns how many turns to keep
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there are fewer.
 */
BSHIP_API bship_status bship_chart_truncate(bship_chart *chart, int64_t turns);

/**
 * Copies another chart. Allocates only if the chart's own log was never so long.
 *
 * @param chart  the chart that is overwritten
 * @param source the chart to copy
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if their rules are not equal; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_copy(bship_chart *chart, const bship_chart *source);

/**
 * Whether a shot is legal, and if not, why.
 *
 * @param chart the chart
 * @param cell  the cell
 * @return #BSHIP_OK; #BSHIP_ERROR_OFF_BOARD; #BSHIP_ERROR_BLOCKED; if repeats are refused, also
 *         #BSHIP_ERROR_REPEATED and #BSHIP_ERROR_KNOWN_WATER.
 */
BSHIP_API bship_status bship_chart_check_fire(const bship_chart *chart, bship_cell cell);

/**
 * Records a turn of one shot.
 *
 * @param chart  the chart
 * @param cell   the cell
 * @param report its report
 * @param error  filled on failure; may be NULL
 * @return as bship_chart_record_turn().
 */
BSHIP_API bship_status bship_chart_record(bship_chart *chart, bship_cell cell,
                                          const bship_report *report, bship_error *error);

/**
 * Records a turn that was reported shot by shot. On failure nothing is recorded.
 *
 * The shots were fired in the order given. If repeats are wasted, exactly the cells that
 * were fired at before, or were known water, must be reported *wasted*. A chart takes a turn of any
 * number of shots: how many are due is the business of a ::bship_game.
 *
 * @param chart   the chart
 * @param cells   `count` different cells
 * @param count   how many, at least 1
 * @param reports `count` reports
 * @param error   filled on failure: `index` is the first shot at fault, or -1
 *                if only the turn as a whole is; may be NULL
 * @return #BSHIP_OK; as bship_chart_check_fire(); #BSHIP_ERROR_DUPLICATE;
 *         #BSHIP_ERROR_COUNT for an empty turn or one longer than the board has
 *         cells; #BSHIP_ERROR_REPORT if a report does not have the form that the rules
 *         prescribe; #BSHIP_ERROR_CONTRADICTION; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_record_turn(bship_chart *chart, const bship_cell *cells,
                                               size_t count, const bship_report *reports,
                                               bship_error *error);

/**
 * Records a salvo that was reported by totals. On failure nothing is recorded.
 *
 * @param chart the chart
 * @param cells `count` different cells
 * @param count how many, at least 1
 * @param total the report, with the arrays that the disclosure needs; copied
 * @param error filled on failure: `index` is the first shot at fault, or -1
 *              if the total is; may be NULL
 * @return as bship_chart_record_turn(); #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_chart_record_total(bship_chart *chart, const bship_cell *cells,
                                                size_t count, const bship_total *total,
                                                bship_error *error);

/**
 * Checks that a layout agrees with all reports, such as one that is revealed after the game: fires
 * the shots of the log, in their order, at a board with that layout and compares the reports.
 *
 * @param chart      the chart
 * @param placements `count` placements, one for each ship, in any order
 * @param count      the number of ships of the fleet
 * @param error      filled on failure. If the layout is not legal, `index` is as
 *                   for bship_board_place_layout(). If it contradicts the reports, `index` is the
 *                   first shot of the log, from 0, whose report is false, or the first shot of
 *                   the first turn whose total is; the text says what was true. May be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION; as bship_board_place_layout() if the layout is
 *         not legal; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_check_layout(const bship_chart *chart,
                                                const bship_placement *placements, size_t count,
                                                bship_error *error);

/**
 * The number of turns in the log.
 *
 * @param chart the chart
 * @return the number of turns.
 */
BSHIP_API int64_t bship_chart_turns(const bship_chart *chart);

/**
 * The number of shots in the log, including wasted ones.
 *
 * @param chart the chart
 * @return the number of shots.
 */
BSHIP_API int64_t bship_chart_shots(const bship_chart *chart);

/**
 * One turn of the log.
 *
 * @param chart the chart
 * @param turn  its number, from 0
 * @param out   the turn
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such turn; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_chart_turn(const bship_chart *chart, int64_t turn, bship_turn *out);

/**
 * One shot of the log.
 *
 * @param chart  the chart
 * @param shot   its number, from 0
 * @param cell   receives its cell; may be NULL
 * @param report receives its report; in a turn reported by a total, a miss; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such shot.
 */
BSHIP_API bship_status bship_chart_shot(const bship_chart *chart, int64_t shot, bship_cell *cell,
                                        bship_report *report);

/**
 * The total by which a turn was reported.
 *
 * @param chart the chart
 * @param turn  the turn's number, from 0
 * @param total receives the report; arrays that are NULL are skipped
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such turn, or it was reported shot
 *         by shot; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_chart_total(const bship_chart *chart, int64_t turn,
                                         bship_total *total);

/**
 * What is known of a cell.
 *
 * @param chart the chart
 * @param cell  a cell
 * @return a ::bship_chart_state; #BSHIP_CHART_STATE_BLOCKED for a cell off the board.
 */
BSHIP_API int32_t bship_chart_state_at(const bship_chart *chart, bship_cell cell);

/**
 * What is known of every cell, row by row, one byte each.
 *
 * @param chart    the chart
 * @param states   receives the first `capacity` ::bship_chart_state; may be NULL if that is 0
 * @param capacity bytes in `states`
 * @return width * height.
 */
BSHIP_API size_t bship_chart_states(const bship_chart *chart, uint8_t *states, size_t capacity);

/**
 * What is deduced of the hit in a cell.
 *
 * @param chart the chart
 * @param cell  a cell
 * @return a ::bship_hit_state; #BSHIP_HIT_STATE_NONE for a cell that is not a hit.
 */
BSHIP_API int32_t bship_chart_hit_state_at(const bship_chart *chart, bship_cell cell);

/**
 * What is deduced of the hits, row by row, one byte for every cell.
 *
 * @param chart    the chart
 * @param states   receives the first `capacity` ::bship_hit_state; may be NULL if that is 0
 * @param capacity bytes in `states`
 * @return width * height.
 */
BSHIP_API size_t bship_chart_hit_states(const bship_chart *chart, uint8_t *states, size_t capacity);

/**
 * The cells that the last turn of the log changed, each once, row by row: those whose state or
 * hit state differs from what it was before that turn. They are the cells of its shots, unless
 * wasted; water that it revealed; and earlier hits of which it deduced something else. Takes time
 * proportional to the cells of the board, whatever is done with the chart in between.
 *
 * The answer depends on the log only. After an undo, by bship_chart_truncate() or
 * bship_game_undo(), it is what the turn that is then the last has changed, not what the undo has:
 * to redraw then, ask before the undo, whose cells are those of the turn that it takes back.
 *
 * @param chart    the chart
 * @param cells    receives the first `capacity` of them; may be NULL if that is 0
 * @param capacity items in `cells`; width * height suffices
 * @return the number of all such cells; 0, and nothing is written, if there is no turn.
 */
BSHIP_API size_t bship_chart_changes(const bship_chart *chart, bship_cell *cells, size_t capacity);

/**
 * The number of unknown cells, which are those worth a shot.
 *
 * @param chart the chart
 * @return the number of cells not fired at, not blocked and not known water.
 */
BSHIP_API int32_t bship_chart_unknown(const bship_chart *chart);

/**
 * The number of hits, including those reported by totals.
 *
 * @param chart the chart
 * @return the number of hits.
 */
BSHIP_API int32_t bship_chart_hits(const bship_chart *chart);

/**
 * The number of ships of a class that are not known to have sunk: those of the fleet,
 * less the sinkings whose class or name is disclosed or settled. Under disclosure `hit`
 * it never decreases.
 *
 * @param chart      the chart
 * @param ship_class the class, as bship_fleet_class_count() says, from 0 for the longest ships
 * @return the number of ships; 0 if there is no such class.
 */
BSHIP_API int32_t bship_chart_ships_afloat_of_class(const bship_chart *chart, int32_t ship_class);

/**
 * The number of ships of a name that are not known to have sunk: those of the fleet,
 * less the sinkings whose name is disclosed.
 *
 * @param chart the chart
 * @param ship  any ship of that name
 * @return the number of ships; 0 if there is no such ship.
 */
BSHIP_API int32_t bship_chart_ships_afloat_of_name(const bship_chart *chart, int32_t ship);

/**
 * The number of ships, of any length, that are not known to have sunk: those of the
 * fleet, less all sinkings that are disclosed.
 *
 * @param chart the chart
 * @return 0 to the number of ships; under disclosure `hit` all of them until the
 *         whole fleet is sunk.
 */
BSHIP_API int32_t bship_chart_ships_afloat(const bship_chart *chart);

/**
 * The number of sinkings that were reported shot by shot.
 *
 * @param chart the chart
 * @return the number of shots reported *sunk*.
 */
BSHIP_API int32_t bship_chart_sinkings(const bship_chart *chart);

/**
 * One sinking, and what is deduced of it.
 *
 * @param chart   the chart
 * @param sinking its number, from 0, in the order of the shots
 * @param out     the sinking
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such sinking; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_chart_sinking(const bship_chart *chart, int32_t sinking,
                                           bship_sinking *out);

/**
 * The sunk ship in a cell.
 *
 * @param chart the chart
 * @param cell  any cell
 * @return the number of the settled sinking whose ship covers the cell, for
 *         bship_chart_sinking(); -1 if there is none. In salvos reported by totals sinkings
 *         have no cells.
 */
BSHIP_API int32_t bship_chart_sinking_at(const bship_chart *chart, bship_cell cell);

/**
 * The points of the ships that have sunk, as far as the reports tell.
 *
 * @param chart the chart
 * @return the sum; -1 if the rules do not tell the points (#BSHIP_DETAIL_POINTS), unless the whole
 *         fleet is sunk.
 */
BSHIP_API int64_t bship_chart_points(const bship_chart *chart);

/**
 * The number of shots in the next turn of a side: those that the rules allow it, but no more than
 * it has left by `shots N`, and no more than there are cells to fire at. A ::bship_game counts them
 * itself (bship_game_shots_due()); this is for callers that play without one. Where a hit earns
 * another shot (turn `again-on-hit`), that is another turn of one shot.
 *
 * Under rules that count ships afloat, or the cells of the longest of them, those count that are
 * not known to have sunk. Such rules are refused if the reports do not disclose so much, so a chart
 * that has all reports gives the same number as bship_board_shots_due(). One that lacks some may
 * give a greater number, but none that is smaller.
 *
 * With `ending equal-turns` the ships afloat are counted at the beginning of a round, for both
 * sides: pass the chart `own` as it was then.
 *
 * @param rules  the rules
 * @param own    the chart that the other side has of this side's fleet, by equal rules; NULL: no
 *               ship has sunk, as in a game without an opponent
 * @param target the chart of this side, by equal rules; NULL: it has not fired yet
 * @return the number; 0 if no cell is unknown, if the side has no shot left, or if ships are
 *         counted and none is afloat. With NULL for both it is that of the first turn, and no turn
 *         has more.
 */
BSHIP_API int32_t bship_rules_shots_due(const bship_rules *rules, const bship_chart *own,
                                        const bship_chart *target);

/**
 * The number of shots in the next turn of a side, by the ships on its board: else as
 * bship_rules_shots_due(). Ships that are not placed yet count as afloat.
 *
 * @param board  the board of this side; with `ending equal-turns` as it was at the beginning of the
 *               round
 * @param target the chart of this side, by equal rules; NULL: it has not fired yet
 * @return the number, as bship_rules_shots_due() returns it.
 */
BSHIP_API int32_t bship_board_shots_due(const bship_board *board, const bship_chart *target);

/**
 * Whether the whole fleet is sunk: there are as many hits as the fleet has cells. This is
 * known under every disclosure.
 *
 * @param chart the chart
 * @return whether it is.
 */
BSHIP_API int bship_chart_is_defeated(const bship_chart *chart);

BSHIP_END_DECLS

#endif
