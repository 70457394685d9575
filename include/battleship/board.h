/**
 * @file
 * A board: the grid of one side, with its ships and the shots received.
 *
 * A board is secret. Ships are placed first; once the fleet is complete the board
 * can be fired at, and ships cannot be moved until the shots are cleared. A board
 * accepts any legal shot or salvo: turns and the sizes of salvos are enforced by a
 * ::bship_game.
 *
 * **The own grid** of a player shows his ships and the other side's shots: draw it from
 * bship_board_states() of his board and, where water that a sinking revealed is to be seen, or what
 * the other side has deduced, from the chart that the other side has of it, bship_game_chart() of
 * the other side. After a turn of the other side, the cells to redraw are those that
 * bship_chart_changes() of that chart lists, and all cells of a ship that the turn sank: the board
 * knows which these are, while the chart may not. bship_board_ship_at() gives the ship at a shot,
 * bship_board_hits_of_ship() tells whether it sank, and bship_rules_placement_cells() of its
 * bship_board_placement() lists its cells. The tracking grid is the player's own chart.
 *
 * A board may be used by one thread at a time.
 */
#ifndef BATTLESHIP_BOARD_H
#define BATTLESHIP_BOARD_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A board. */
typedef struct bship_board bship_board;

/** The result of a shot. */
typedef enum bship_result {
    BSHIP_RESULT_MISS = 0, /**< `miss`: water */
    BSHIP_RESULT_HIT =
        1, /**< `hit`: a ship that is still afloat, or whose sinking is not disclosed */
    BSHIP_RESULT_SUNK =
        2, /**< `sunk`: the last cell of a ship; disclosed unless disclosure is `hit` */
    BSHIP_RESULT_WASTED =
        3 /**< `wasted`: a cell fired at before or known water: repeats are wasted */
} bship_result;

/**
 * The report of a shot: all that is disclosed of it. Frozen: 32 bytes.
 *
 * What the rules do not disclose is -1 (`ship`) or 0 (all else):
 * - disclosure `length`: a sinking discloses `length`;
 * - disclosure `ship`: a sinking discloses `ship` and `length`;
 * - disclosure `every-hit`: every hit and sinking discloses `ship` and `length`;
 * - `reveal-ship yes`: a sinking also shows where the ship lies: `is_shown` is 1, and `x`, `y` and
 *   `orientation` are those of its ::bship_placement.
 *
 * So zeroes are no report, for they name ship 0: begin with #BSHIP_REPORT_INIT.
 */
typedef struct bship_report {
    int32_t result;      /**< a ::bship_result */
    int32_t ship;        /**< the first ship of the same name, or -1 */
    int32_t length;      /**< the ship's length, or 0 */
    int32_t is_shown;    /**< whether the sunk ship is shown: the next three fields */
    int32_t x;           /**< the leftmost of its columns, or 0 */
    int32_t y;           /**< the topmost of its rows, or 0 */
    int32_t orientation; /**< a ::bship_orientation, or 0; of a ship of length 1 always 0 */
    int32_t reserved;    /**< zero */
} bship_report;

/** A miss. */
#define BSHIP_REPORT_INIT                                                                          \
    {                                                                                              \
        BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0                                                    \
    }

/**
 * The report of a whole salvo where only totals are disclosed.
 *
 * The two arrays belong to the caller. Each is NULL or has `capacity` items, of which a total uses
 * one for each ship of the fleet: a call that reads or writes a total fails with
 * #BSHIP_ERROR_COUNT, and has done nothing, if they are fewer. By disclosure, a total has:
 * - `hit`: `hits` only, and `sunk` is -1;
 * - `sunk`: also `sunk`;
 * - `length`: also `sunk_of`, counted at the first ship of each length;
 * - `ship`: `sunk_of`, counted at the first ship of each name;
 * - `every-hit`: also `hits_of`, counted at the first ship of each name.
 *
 * All other items are 0. Functions that read a total require the arrays that the
 * disclosure needs; functions that write one skip the arrays that are NULL.
 */
typedef struct bship_total {
    size_t size;      /**< sizeof(bship_total); see @ref struct_sizes */
    int32_t hits;     /**< shots that hit, including those that sink; wasted shots do not count */
    int32_t sunk;     /**< ships sunk, or -1 if that is not disclosed */
    int32_t *sunk_of; /**< `capacity` numbers of ships sunk, by length or name; may be NULL */
    int32_t *hits_of; /**< `capacity` numbers of hits, by name; may be NULL */
    size_t capacity;  /**< items in each array that is not NULL */
} bship_total;

/** No hits, and no arrays. */
#define BSHIP_TOTAL_INIT                                                                           \
    {                                                                                              \
        sizeof(bship_total), 0, -1, NULL, NULL, 0                                                  \
    }

/** The state of a cell of a board. */
typedef enum bship_board_state {
    BSHIP_BOARD_STATE_WATER = 0,  /**< `water`: water, not fired at */
    BSHIP_BOARD_STATE_SHIP = 1,   /**< `ship`: a ship, not hit in this cell */
    BSHIP_BOARD_STATE_MISSED = 2, /**< `missed`: water, fired at */
    BSHIP_BOARD_STATE_HIT = 3,    /**< `hit`: a ship, hit in this cell and still afloat */
    BSHIP_BOARD_STATE_SUNK = 4,   /**< `sunk`: a sunk ship */
    BSHIP_BOARD_STATE_BLOCKED = 5 /**< `blocked`: a blocked cell */
} bship_board_state;

/** A cell that is in the way of a placement, and why. Frozen: 16 bytes. */
typedef struct bship_conflict {
    bship_cell cell; /**< a cell of the placement or, for contact, of the other ship */
    int32_t status;  /**< a ::bship_status: #BSHIP_ERROR_OFF_BOARD, #BSHIP_ERROR_BLOCKED,
                          #BSHIP_ERROR_OVERLAP or #BSHIP_ERROR_CONTACT */
    int32_t ship;    /**< the ship in the cell, or -1 */
} bship_conflict;

/** How a random layout was drawn. */
typedef enum bship_draw_method {
    BSHIP_DRAW_METHOD_NONE = 0,    /**< `none`: it was not drawn, but chosen */
    BSHIP_DRAW_METHOD_UNIFORM = 1, /**< `uniform`: every legal layout with the same probability */
    BSHIP_DRAW_METHOD_SEARCHED =
        2, /**< `searched`: by a search with random order, which is not uniform */
    BSHIP_DRAW_METHOD_STYLE =
        3 /**< `style`: by the law of a placement style other than `uniform`: @ref ai_placing */
} bship_draw_method;

/** The default work limit for drawing a layout, in steps. */
#define BSHIP_DRAW_WORK_DEFAULT 10000000

/** Options for drawing a layout. */
typedef struct bship_draw_options {
    size_t size;        /**< sizeof(bship_draw_options); see @ref struct_sizes */
    int64_t work_limit; /**< work steps, a step being one layout drawn or one placement
                             tried by the search; 0: #BSHIP_DRAW_WORK_DEFAULT;
                             INT64_MAX: none */
    bship_progress_callback progress; /**< receives the share of the work limit that is used; NULL:
                                           none */
    void *user;                       /**< passed to `progress` */
} bship_draw_options;

/** The defaults: the default limit, no progress reports. */
#define BSHIP_DRAW_OPTIONS_INIT                                                                    \
    {                                                                                              \
        sizeof(bship_draw_options), 0, NULL, NULL                                                  \
    }

/** Options of a board. */
typedef struct bship_board_options {
    size_t size; /**< sizeof(bship_board_options); see @ref struct_sizes */
} bship_board_options;

/** The defaults. */
#define BSHIP_BOARD_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_board_options)                                                                \
    }

/**
 * Makes an empty board.
 *
 * @param out     the new board, owned by the caller
 * @param rules   the rules; the board takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_board_new(bship_board **out, const bship_rules *rules,
                                       const bship_board_options *options, bship_error *error);

/**
 * Frees a board.
 *
 * @param board the board; may be NULL
 */
BSHIP_API void bship_board_free(bship_board *board);

/**
 * The rules of a board.
 *
 * @param board the board
 * @return the rules, borrowed: they live as long as the board.
 */
BSHIP_API const bship_rules *bship_board_rules(const bship_board *board);

/**
 * Copies the ships and shots of another board. Allocates nothing.
 *
 * @param board  the board that is overwritten
 * @param source the board to copy
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if their rules are not equal.
 */
BSHIP_API bship_status bship_board_copy(bship_board *board, const bship_board *source);

/**
 * Whether a ship can be placed, and if not, why. A ship that lies elsewhere would move, and is
 * never in its own way. Changes nothing.
 *
 * @param board     the board
 * @param placement the placement; a ship of length 1 may have either orientation
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for no such ship; #BSHIP_ERROR_ARGUMENT for no such
 *         orientation; #BSHIP_ERROR_STARTED; #BSHIP_ERROR_OFF_BOARD; #BSHIP_ERROR_BLOCKED;
 *         #BSHIP_ERROR_OVERLAP; #BSHIP_ERROR_CONTACT.
 */
BSHIP_API bship_status bship_board_check_place(const bship_board *board, bship_placement placement);

/**
 * Places a ship, or moves or turns it if it lies elsewhere. On failure it stays where it is.
 *
 * @param board     the board
 * @param placement the placement; a ship of length 1 may have either orientation
 * @return as bship_board_check_place().
 */
BSHIP_API bship_status bship_board_place(bship_board *board, bship_placement placement);

/**
 * The cells that are in the way of a placement, each once, row by row:
 * - the cells of the placement that are off the board, blocked or covered by another ship;
 * - where contact is forbidden, the cells of other ships that the placement touches.
 *
 * The ship itself, if it is placed, is never in the way. For a ship and an orientation that exist,
 * and if no shot was fired, there are no such cells exactly where bship_board_check_place()
 * succeeds. Cells of a placement so far off the board that a ::bship_cell cannot hold their
 * coordinates are left out.
 *
 * @param board     the board
 * @param placement any placement, on the board or not
 * @param conflicts receives the first `capacity` of them; may be NULL if that is 0
 * @param capacity  items in `conflicts`; nine times the length of the ship suffices
 * @return the number of all such cells; 0 if there is no such ship or orientation.
 */
BSHIP_API size_t bship_board_conflicts(const bship_board *board, bship_placement placement,
                                       bship_conflict *conflicts, size_t capacity);

/**
 * The next ship to be placed.
 *
 * @param board the board
 * @param from  where to begin; 0 for the first ship
 * @return the first ship from `from` on that is not placed; -1 if there is none.
 */
BSHIP_API int32_t bship_board_missing(const bship_board *board, int32_t from);

/**
 * Places a whole fleet: one placement for each ship, in any order. Ships placed before
 * are removed. If any placement is illegal nothing changes.
 *
 * @param board      the board
 * @param placements `count` placements
 * @param count      the number of ships of the fleet
 * @param error      filled on failure: `index` is the first placement that
 *                   is illegal after those before it, or -1 if none is; may be NULL
 * @return as bship_board_check_place(); #BSHIP_ERROR_COUNT if the count is not the fleet's;
 *         #BSHIP_ERROR_PLACED for a ship that occurs twice.
 */
BSHIP_API bship_status bship_board_place_layout(bship_board *board,
                                                const bship_placement *placements, size_t count,
                                                bship_error *error);

/**
 * Places the whole fleet at random. Ships placed before are removed.
 *
 * Layouts are drawn by rejection sampling: each ship is placed uniformly and independently,
 * and the whole layout is rejected unless it is legal, so every legal layout has the same
 * probability. After 100,000 rejections in succession the fleet is placed by a backtracking
 * search that tries ships and placements in random order: it finds a layout if there is one,
 * but is not uniform. `method` receives which of the two it was. A ::bship_sampler is uniform
 * also where nearly all layouts are rejected, as with the german fleet without contact.
 *
 * Allocates nothing.
 *
 * @param board   the board
 * @param rng     the stream; it advances even on failure
 * @param options NULL for the defaults
 * @param method  receives how the layout was drawn, a ::bship_draw_method; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_STARTED;
 *         #BSHIP_ERROR_WORK_LIMIT; #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_INFEASIBLE if the search
 *         proves that there is no layout (only if bship_rules_feasibility() is undecided);
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_board_place_random(bship_board *board, bship_rng *rng,
                                                const bship_draw_options *options, int32_t *method);

/**
 * Places the ships that are missing at random; those that are placed stay where they are.
 * Every way to complete the layout has the same probability, with the same fall-back to a search
 * as bship_board_place_random(). Allocates nothing.
 *
 * @param board   the board
 * @param rng     the stream; it advances even on failure
 * @param options NULL for the defaults
 * @param method  receives how the ships were drawn, a ::bship_draw_method; may be NULL
 * @return as bship_board_place_random(); #BSHIP_ERROR_INFEASIBLE if the search proves that the
 *         ships placed leave no room for the others.
 */
BSHIP_API bship_status bship_board_place_missing(bship_board *board, bship_rng *rng,
                                                 const bship_draw_options *options,
                                                 int32_t *method);

/**
 * Removes a ship.
 *
 * @param board the board
 * @param ship  its index
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for no such ship; #BSHIP_ERROR_STARTED;
 *         #BSHIP_ERROR_NOT_PLACED.
 */
BSHIP_API bship_status bship_board_remove(bship_board *board, int32_t ship);

/**
 * Removes all ships and shots.
 *
 * @param board the board
 */
BSHIP_API void bship_board_clear(bship_board *board);

/**
 * Removes all shots; the ships stay.
 *
 * @param board the board
 */
BSHIP_API void bship_board_clear_shots(bship_board *board);

/**
 * Whether every ship of the fleet is placed.
 *
 * @param board the board
 * @return whether it is, so that the board can be fired at.
 */
BSHIP_API int bship_board_is_complete(const bship_board *board);

/**
 * The placement of a ship.
 *
 * @param board the board
 * @param ship  its index
 * @param out   its placement; a ship of length 1 is #BSHIP_ORIENTATION_HORIZONTAL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for no such ship; #BSHIP_ERROR_NOT_PLACED.
 */
BSHIP_API bship_status bship_board_placement(const bship_board *board, int32_t ship,
                                             bship_placement *out);

/**
 * The placements of the ships that are placed, in the order of the fleet.
 *
 * @param board      the board
 * @param placements receives the first `capacity` of them, as bship_board_placement() gives them;
 *                   may be NULL if that is 0
 * @param capacity   items in `placements`; the number of ships suffices
 * @return the number of ships that are placed.
 */
BSHIP_API size_t bship_board_layout(const bship_board *board, bship_placement *placements,
                                    size_t capacity);

/**
 * The ship that covers a cell.
 *
 * @param board the board
 * @param cell  any cell
 * @return its index, or -1 if there is none.
 */
BSHIP_API int32_t bship_board_ship_at(const bship_board *board, bship_cell cell);

/**
 * The state of a cell.
 *
 * @param board the board
 * @param cell  a cell
 * @return a ::bship_board_state; #BSHIP_BOARD_STATE_BLOCKED for a cell off the board.
 */
BSHIP_API int32_t bship_board_state_at(const bship_board *board, bship_cell cell);

/**
 * The state of every cell, row by row, one byte each.
 *
 * @param board    the board
 * @param states   receives the first `capacity` ::bship_board_state; may be NULL if that is 0
 * @param capacity bytes in `states`
 * @return width * height.
 */
BSHIP_API size_t bship_board_states(const bship_board *board, uint8_t *states, size_t capacity);

/**
 * Whether a shot would be accepted, and if not, why. Changes nothing.
 *
 * @param board the board
 * @param cell  the cell
 * @return #BSHIP_OK; #BSHIP_ERROR_NOT_PLACED; #BSHIP_ERROR_OFF_BOARD; #BSHIP_ERROR_BLOCKED;
 *         if repeats are refused, also #BSHIP_ERROR_REPEATED and #BSHIP_ERROR_KNOWN_WATER.
 */
BSHIP_API bship_status bship_board_check_fire(const bship_board *board, bship_cell cell);

/**
 * Fires one shot.
 *
 * @param board  the board
 * @param cell   the cell
 * @param report receives the report
 * @param error  filled on failure; may be NULL
 * @return as bship_board_check_fire(); #BSHIP_ERROR_REPORT if the rules disclose totals only.
 */
BSHIP_API bship_status bship_board_fire(bship_board *board, bship_cell cell, bship_report *report,
                                        bship_error *error);

/**
 * Fires a salvo that is reported shot by shot. All cells are checked before the first
 * shot. Shots after the one that sinks the last ship are not fired.
 *
 * @param board   the board
 * @param cells   `count` different cells, fired at in this order
 * @param count   how many, at least 1
 * @param reports receives at most `count` reports: the first `*fired` are written
 * @param fired   receives the number of shots fired
 * @param error   filled on failure: `index` is the first shot at fault, or -1
 *                if none is; may be NULL
 * @return as bship_board_check_fire(); #BSHIP_ERROR_DUPLICATE; #BSHIP_ERROR_COUNT for
 *         an empty salvo or one longer than the board has cells;
 *         #BSHIP_ERROR_REPORT if the rules disclose totals only.
 */
BSHIP_API bship_status bship_board_fire_salvo(bship_board *board, const bship_cell *cells,
                                              size_t count, bship_report *reports, size_t *fired,
                                              bship_error *error);

/**
 * Fires a salvo that is reported by totals. Else as bship_board_fire_salvo().
 *
 * @param board the board
 * @param cells `count` different cells, fired at in this order
 * @param count how many, at least 1
 * @param total receives the report; arrays that are NULL are skipped, and #BSHIP_ERROR_COUNT says
 *              that those given are too short
 * @param fired receives the number of shots fired
 * @param error filled on failure, as by bship_board_fire_salvo(); may be NULL
 * @return as bship_board_check_fire(); #BSHIP_ERROR_DUPLICATE; #BSHIP_ERROR_COUNT;
 *         #BSHIP_ERROR_REPORT if the rules disclose shot by shot; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_board_fire_total(bship_board *board, const bship_cell *cells,
                                              size_t count, bship_total *total, size_t *fired,
                                              bship_error *error);

/**
 * The number of hits on a ship.
 *
 * @param board the board
 * @param ship  its index
 * @return 0 to its length; 0 if there is no such ship.
 */
BSHIP_API int32_t bship_board_hits_of_ship(const bship_board *board, int32_t ship);

/**
 * The number of shots received, including wasted ones.
 *
 * @param board the board
 * @return the number of shots.
 */
BSHIP_API int64_t bship_board_shots(const bship_board *board);

/**
 * The number of ships that are placed and not sunk.
 *
 * @param board the board
 * @return 0 to the number of ships.
 */
BSHIP_API int32_t bship_board_ships_afloat(const bship_board *board);

/**
 * The points of the ships that have sunk.
 *
 * @param board the board
 * @return their sum: 0 to that of the whole fleet.
 */
BSHIP_API int64_t bship_board_points(const bship_board *board);

/**
 * Whether the fleet is complete and all of it is sunk.
 *
 * @param board the board
 * @return whether it is.
 */
BSHIP_API int bship_board_is_defeated(const bship_board *board);

BSHIP_END_DECLS

#endif
