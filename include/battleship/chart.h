/**
 * @file
 * A chart: what one side knows of the other's waters.
 *
 * A chart is an append-only log of turns - shots and their answers - plus grids
 * derived from it. It holds nothing that a player could not know, so whatever
 * is given a chart cannot cheat. Owned by one thread at a time; any number of
 * threads may read a chart that none changes.
 *
 * **Checks.** A chart checks what it is told. A report that no layout could
 * produce is refused as #BSHIP_ERROR_CONTRADICTION as far as cheap necessary
 * conditions show it (numbers of hits, sinkings and cells left; a sinking without
 * a run of hits that could be the wreck; contact). The complete check is
 * bship_posterior_check().
 *
 * **Deductions.** A cell that answered *sunk* is sunk. A candidate of a sinking
 * is a straight run, of a length or name it may have, through its cell, whose
 * other cells are hits made earlier, none of which itself answered *sunk*, is
 * settled, or named another ship; where contact is forbidden no other hit may
 * touch it. A sinking with exactly one candidate is settled and its cells are
 * sunk; this is repeated until nothing changes. Hits in candidates of an
 * unsettled sinking are *doubtful*; other hits not sunk are *open*.
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

/** What is known of a cell of the other's waters. */
typedef enum bship_chart_state {
    BSHIP_CHART_UNKNOWN = 0,     /**< nothing */
    BSHIP_CHART_MISS = 1,        /**< it was shot: water */
    BSHIP_CHART_HIT = 2,         /**< it was shot: a ship, open or doubtful */
    BSHIP_CHART_SUNK = 3,        /**< it was shot: a ship that has sunk */
    BSHIP_CHART_KNOWN_WATER = 4, /**< it was not shot, but a sinking revealed it as water */
    BSHIP_CHART_SHOT = 5,        /**< it was shot in a salvo whose total does not settle it */
    BSHIP_CHART_BLOCKED = 6      /**< no ship can lie here */
} bship_chart_state;

/** What is deduced of a hit. */
typedef enum bship_hit_state {
    BSHIP_HIT_NONE = 0,       /**< the cell is no hit */
    BSHIP_HIT_UNRESOLVED = 1, /**< the ship is afloat, as far as can be told */
    BSHIP_HIT_AMBIGUOUS = 2,  /**< it may belong to a sinking that is not settled */
    BSHIP_HIT_ATTRIBUTED = 3  /**< the ship is sunk */
} bship_hit_state;

/** A turn of the log. */
typedef struct bship_turn {
    size_t size;        /**< sizeof(bship_turn) as the caller knows it */
    int64_t first_shot; /**< the log's number of its first shot */
    int32_t shots;      /**< how many shots it has, at least 1 */
    int32_t is_total;   /**< whether it was answered by a total */
} bship_turn;

/** An empty turn. */
#define BSHIP_TURN_INIT                                                                            \
    {                                                                                              \
        sizeof(bship_turn), 0, 0, 0                                                                \
    }

/**
 * Sets a turn to #BSHIP_TURN_INIT.
 *
 * @param entry the turn; may be NULL
 * @param size  sizeof(bship_turn)
 */
BSHIP_API void bship_turn_init(bship_turn *entry, size_t size);

/** A sinking that was reported shot by shot. */
typedef struct bship_sinking {
    size_t size;               /**< sizeof(bship_sinking) as the caller knows it */
    int64_t shot;              /**< the log's number of the shot that answered *sunk* */
    bship_cell cell;           /**< its cell */
    int32_t ship;              /**< the first ship of the name told, or -1 */
    int32_t length;            /**< the length that was told or is settled, or 0 */
    int32_t is_settled;        /**< whether the wreck's cells are known */
    bship_placement placement; /**< of the wreck, if settled: its first cell and its
                                    orientation, its `ship` being -1 unless told */
} bship_sinking;

/** An empty sinking. */
#define BSHIP_SINKING_INIT                                                                         \
    {                                                                                              \
        sizeof(bship_sinking), 0, { 0, 0 }, -1, 0, 0,                                              \
        {                                                                                          \
            -1, 0, 0, 0                                                                            \
        }                                                                                          \
    }

/**
 * Sets a sinking to #BSHIP_SINKING_INIT.
 *
 * @param sinking the sinking; may be NULL
 * @param size    sizeof(bship_sinking)
 */
BSHIP_API void bship_sinking_init(bship_sinking *sinking, size_t size);

/**
 * Makes an empty chart.
 *
 * @param out   the new chart, the caller's to free
 * @param rules the rules; the chart takes a reference
 * @return #BSHIP_OK; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_new(bship_chart **out, bship_rules *rules);

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
BSHIP_API bship_rules *bship_chart_rules(const bship_chart *chart);

/**
 * Forgets everything. Allocates nothing.
 *
 * @param chart the chart
 */
BSHIP_API void bship_chart_reset(bship_chart *chart);

/**
 * Forgets all turns but the first ones. Allocates nothing.
 *
 * @param chart the chart
 * @param turns how many turns stay
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there are not so many.
 */
BSHIP_API bship_status bship_chart_truncate(bship_chart *chart, int64_t turns);

/**
 * Makes one chart the same as another. Allocates only if its log was never so long.
 *
 * @param chart  the chart that changes
 * @param source the chart to copy
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if their rules are not equal; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_copy(bship_chart *chart, const bship_chart *source);

/**
 * Whether a shot would be legal, and if not, why.
 *
 * @param chart the chart
 * @param cell  the cell
 * @return #BSHIP_OK; #BSHIP_ERROR_OFF_BOARD; #BSHIP_ERROR_BLOCKED; and where repeats are
 *         refused, #BSHIP_ERROR_REPEATED or #BSHIP_ERROR_KNOWN_WATER.
 */
BSHIP_API bship_status bship_chart_can_fire(const bship_chart *chart, bship_cell cell);

/**
 * Records a turn of one shot.
 *
 * @param chart  the chart
 * @param at     the cell
 * @param report its answer
 * @return as bship_chart_record_turn().
 */
BSHIP_API bship_status bship_chart_record(bship_chart *chart, bship_cell at,
                                          const bship_report *report);

/**
 * Records a turn answered shot by shot: all of it or nothing.
 *
 * The shots happened in the order given. Where repeats are wasted, exactly the
 * cells that were shot before, or were known water, must answer *wasted*.
 *
 * @param chart   the chart
 * @param cells   `count` different cells
 * @param count   how many, at least 1
 * @param reports `count` answers
 * @return #BSHIP_OK; as bship_chart_can_fire(); #BSHIP_ERROR_DUPLICATE;
 *         #BSHIP_ERROR_SHOT_COUNT for an empty turn or one longer than the board has
 *         cells; #BSHIP_ERROR_REPORT if a report is not of the form the rules
 *         prescribe; #BSHIP_ERROR_CONTRADICTION; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_record_turn(bship_chart *chart, const bship_cell *cells,
                                               size_t count, const bship_report *reports);

/**
 * Records a salvo answered by totals: all of it or nothing.
 *
 * @param chart the chart
 * @param cells `count` different cells
 * @param count how many, at least 1
 * @param total the answer, with the arrays that its disclosure needs; copied
 * @return as bship_chart_record_turn(); #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_chart_record_total(bship_chart *chart, const bship_cell *cells,
                                                size_t count, const bship_total *total);

/**
 * How many turns the log has.
 *
 * @param chart the chart
 * @return the number of turns.
 */
BSHIP_API int64_t bship_chart_turns(const bship_chart *chart);

/**
 * How many shots the log has, wasted ones included.
 *
 * @param chart the chart
 * @return the number of shots.
 */
BSHIP_API int64_t bship_chart_shots(const bship_chart *chart);

/**
 * How many shots were wasted.
 *
 * @param chart the chart
 * @return the number of shots that answered *wasted*, in salvos answered by
 *         totals those that went where they had to.
 */
BSHIP_API int64_t bship_chart_wasted(const bship_chart *chart);

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
 * @param cell   its cell; may be NULL
 * @param report its answer, which in a turn answered by a total is a miss; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such shot.
 */
BSHIP_API bship_status bship_chart_shot(const bship_chart *chart, int64_t shot, bship_cell *cell,
                                        bship_report *report);

/**
 * The total of a turn that was answered by one.
 *
 * @param chart the chart
 * @param turn  the turn's number, from 0
 * @param total the answer; its arrays that are not NULL are filled
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such turn, or it was answered shot
 *         by shot; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_chart_total(const bship_chart *chart, int64_t turn,
                                         bship_total *total);

/**
 * The hash of the log's first turns: equal logs have equal hashes, and any
 * difference gives another hash but for chance (64 bits). Stable within a
 * version of the library.
 *
 * @param chart the chart
 * @param turns how many turns
 * @return the hash; 0 if there are not so many turns.
 */
BSHIP_API uint64_t bship_chart_hash(const bship_chart *chart, int64_t turns);

/**
 * What is known of a cell.
 *
 * @param chart the chart
 * @param cell  a cell
 * @return its state; #BSHIP_CHART_BLOCKED for a cell off the board.
 */
BSHIP_API bship_chart_state bship_chart_state_at(const bship_chart *chart, bship_cell cell);

/**
 * What is known of every cell, row by row, a byte each.
 *
 * @param chart    the chart
 * @param states   where the first `capacity` ::bship_chart_state go; may be NULL if it is 0
 * @param capacity bytes in `states`
 * @return width * height.
 */
BSHIP_API size_t bship_chart_states(const bship_chart *chart, uint8_t *states, size_t capacity);

/**
 * What is deduced of a hit.
 *
 * @param chart the chart
 * @param cell  a cell
 * @return its kind; #BSHIP_HIT_NONE for a cell that is no hit.
 */
BSHIP_API bship_hit_state bship_chart_hit_at(const bship_chart *chart, bship_cell cell);

/**
 * What is deduced of every cell, row by row, a byte each.
 *
 * @param chart    the chart
 * @param kinds    where the first `capacity` ::bship_hit_state go; may be NULL if it is 0
 * @param capacity bytes in `kinds`
 * @return width * height.
 */
BSHIP_API size_t bship_chart_hit_states(const bship_chart *chart, uint8_t *states, size_t capacity);

/**
 * How many cells are in fog: those that a shot can still tell something of.
 *
 * @param chart the chart
 * @return the number of cells not shot, not blocked and not known water.
 */
BSHIP_API int32_t bship_chart_unknown(const bship_chart *chart);

/**
 * How many hits were told, those of totals included.
 *
 * @param chart the chart
 * @return the number of hits.
 */
BSHIP_API int32_t bship_chart_hits(const bship_chart *chart);

/**
 * How many ships of a length are not known to have sunk: the fleet's, less the
 * sinkings whose length or name was told or settled. Under disclosure `hit`
 * nothing is ever taken away.
 *
 * @param chart  the chart
 * @param length a length
 * @return the number of ships; 0 for a length that the fleet has not.
 */
BSHIP_API int32_t bship_chart_ships_afloat_of_length(const bship_chart *chart, int32_t length);

/**
 * How many ships of a name are not known to have sunk: the fleet's, less the
 * sinkings whose name was told.
 *
 * @param chart the chart
 * @param ship  any ship of that name
 * @return the number of ships; 0 if there is no such ship.
 */
BSHIP_API int32_t bship_chart_ships_afloat_of_name(const bship_chart *chart, int32_t ship);

/**
 * How many ships are not known to have sunk, whatever their length: the fleet's,
 * less every sinking told.
 *
 * @param chart the chart
 * @return 0 to the number of ships; under disclosure `hit` all of them until the
 *         fleet is gone.
 */
BSHIP_API int32_t bship_chart_ships_afloat(const bship_chart *chart);

/**
 * How many sinkings were reported shot by shot.
 *
 * @param chart the chart
 * @return the number of shots that answered *sunk*.
 */
BSHIP_API int32_t bship_chart_sinkings(const bship_chart *chart);

/**
 * One sinking, with what is deduced of it.
 *
 * @param chart   the chart
 * @param sinking its number, from 0, in the order of the shots
 * @param out     the sinking
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such sinking; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_chart_sinking(const bship_chart *chart, int32_t sinking,
                                           bship_sinking *out);

/**
 * Whether the fleet is gone: as many hits as it has cells. That is public under
 * every disclosure.
 *
 * @param chart the chart
 * @return whether it is.
 */
BSHIP_API int bship_chart_is_defeated(const bship_chart *chart);

BSHIP_END_DECLS

#endif
