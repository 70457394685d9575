/**
 * @file
 * A board: one side's own waters, with its ships and the shots received.
 *
 * A board is secret and owned by one thread at a time. Ships are laid first;
 * once the fleet is complete the board can be shot at, and no ship moves until
 * the shots are cleared. A board takes any legal shot or salvo: whose turn it
 * is, and how long a salvo must be, is the business of a ::bship_game.
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

/** What a shot met. */
typedef enum bship_result {
    BSHIP_RESULT_MISS = 0,  /**< water */
    BSHIP_RESULT_HIT = 1,   /**< a ship, which is still afloat (or its sinking is not disclosed) */
    BSHIP_RESULT_SUNK = 2,  /**< the last cell of a ship; disclosed unless disclosure is `hit` */
    BSHIP_RESULT_WASTED = 3 /**< a cell already shot or known water, where repeats are wasted */
} bship_result;

/**
 * The answer to a shot. Frozen: 32 bytes.
 *
 * What the rules do not disclose reads -1 (`ship`) or 0 (`length`):
 * - disclosure `length`: a sinking tells `length`;
 * - disclosure `ship`: a sinking tells `ship` and `length`;
 * - disclosure `every-hit`: every hit and sinking tells `ship` and `length`.
 */
typedef struct bship_report {
    int32_t result;      /**< a ::bship_result */
    int32_t ship;        /**< the first ship of the name, or -1 */
    int32_t length;      /**< the ship's length, or 0 */
    int32_t reserved[5]; /**< zero */
} bship_report;

/** A miss. */
#define BSHIP_REPORT_INIT                                                                          \
    {                                                                                              \
        BSHIP_RESULT_MISS, -1, 0,                                                                  \
        {                                                                                          \
            0, 0, 0, 0, 0                                                                          \
        }                                                                                          \
    }

/**
 * The answer to a whole salvo where only totals are told.
 *
 * The two arrays are the caller's: each NULL, or as many items as the fleet has
 * ships. By disclosure:
 * - `hit`: `hits` only, and `sunk` is -1;
 * - `sunk`: also `sunk`;
 * - `length`: also `sunk_of`, counted at the first ship of each length;
 * - `ship`: `sunk_of`, counted at the first ship of each name;
 * - `every-hit`: also `hits_of`, counted at the first ship of each name.
 *
 * Every other item is 0. A total that is read must bring the arrays that its
 * disclosure needs; a total that is filled leaves out the arrays that are NULL.
 */
typedef struct bship_total {
    size_t size;      /**< sizeof(bship_total) as the caller knows it */
    int32_t hits;     /**< shots that hit, sinking shots included, wasted ones not */
    int32_t sunk;     /**< ships sunk, or -1 if that is not disclosed */
    int32_t *sunk_of; /**< ships sunk by length or name; may be NULL */
    int32_t *hits_of; /**< hits by name; may be NULL */
} bship_total;

/** No hits, and no arrays. */
#define BSHIP_TOTAL_INIT                                                                           \
    {                                                                                              \
        sizeof(bship_total), 0, -1, NULL, NULL                                                     \
    }

/**
 * Sets a total to #BSHIP_TOTAL_INIT.
 *
 * @param total the total; may be NULL
 * @param size  sizeof(bship_total)
 */
BSHIP_API void bship_total_init(bship_total *total, size_t size);

/** What a cell of one's own waters is. */
typedef enum bship_board_state {
    BSHIP_BOARD_WATER = 0,  /**< water not shot at */
    BSHIP_BOARD_SHIP = 1,   /**< a ship not hit here */
    BSHIP_BOARD_MISSED = 2, /**< water shot at */
    BSHIP_BOARD_HIT = 3,    /**< a ship hit here and still afloat */
    BSHIP_BOARD_SUNK = 4,   /**< a sunk ship */
    BSHIP_BOARD_BLOCKED = 5 /**< a blocked cell */
} bship_board_state;

/** How a random layout was drawn. */
typedef enum bship_draw_method {
    BSHIP_DRAW_UNIFORM = 1, /**< every legal layout with the same probability */
    BSHIP_DRAW_SEARCHED = 2 /**< by a search with random order, which is not uniform */
} bship_draw_method;

/**
 * Makes an empty board.
 *
 * @param out   the new board, the caller's to free
 * @param rules the rules; the board takes a reference
 * @return #BSHIP_OK; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_board_new(bship_board **out, bship_rules *rules);

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
BSHIP_API bship_rules *bship_board_rules(const bship_board *board);

/**
 * Makes one board the same as another. Allocates nothing.
 *
 * @param board  the board that changes
 * @param source the board to copy
 * @return #BSHIP_OK; #BSHIP_ERROR_RULES if their rules are not equal.
 */
BSHIP_API bship_status bship_board_copy(bship_board *board, const bship_board *source);

/**
 * Whether a ship could be laid, and if not, why. Changes nothing.
 *
 * @param board     the board
 * @param placement where; a ship of length 1 may lie either way
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such ship or orientation;
 *         #BSHIP_ERROR_STARTED; #BSHIP_ERROR_PLACED; #BSHIP_ERROR_OFF_BOARD;
 *         #BSHIP_ERROR_BLOCKED; #BSHIP_ERROR_OVERLAP; #BSHIP_ERROR_CONTACT.
 */
BSHIP_API bship_status bship_board_can_place(const bship_board *board, bship_placement placement);

/**
 * Lays a ship.
 *
 * @param board     the board
 * @param placement where; a ship of length 1 may lie either way
 * @return as bship_board_can_place().
 */
BSHIP_API bship_status bship_board_place(bship_board *board, bship_placement placement);

/**
 * Lays a whole fleet in place of what was laid: one placement for each ship, in
 * any order; all or nothing.
 *
 * @param board      the board
 * @param placements `count` placements
 * @param count      the number of ships of the fleet
 * @return as bship_board_can_place(); #BSHIP_ERROR_NOT_PLACED if the count is not
 *         the fleet's; #BSHIP_ERROR_PLACED for a ship that is named twice.
 */
BSHIP_API bship_status bship_board_place_layout(bship_board *board,
                                                const bship_placement *placements, size_t count);

/**
 * Lays the whole fleet at random in place of what was laid.
 *
 * Whole layouts are drawn, every ship uniformly and on its own, and rejected unless legal:
 * every legal layout has the same probability. Where 100,000 layouts in succession are
 * rejected, the fleet is laid by a search that tries ships and places in random order, which
 * finds a layout if there is one but is not uniform; `method` tells which it was. A
 * ::bship_sampler draws uniformly where nearly all layouts are rejected, too, as with the
 * german fleet without contact.
 *
 * @param board      the board
 * @param rng        the stream; on failure it has advanced all the same
 * @param work_limit how many steps (layouts tried, and ships tried in one place
 *                   by the search) may be taken; 0: as many as it needs
 * @param method     how it was drawn, a ::bship_draw_method; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_STARTED;
 *         #BSHIP_ERROR_WORK_LIMIT;
 *         #BSHIP_ERROR_INFEASIBLE if the search has proved that there is no layout
 *         (only where bship_rules_feasibility() is undecided).
 */
BSHIP_API bship_status bship_board_place_random(bship_board *board, bship_rng *rng,
                                                int64_t work_limit, int32_t *method);

/**
 * Takes a ship back.
 *
 * @param board the board
 * @param ship  its index
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such ship; #BSHIP_ERROR_STARTED;
 *         #BSHIP_ERROR_NOT_PLACED.
 */
BSHIP_API bship_status bship_board_remove(bship_board *board, int32_t ship);

/**
 * Takes all ships and shots off the board.
 *
 * @param board the board
 */
BSHIP_API void bship_board_clear(bship_board *board);

/**
 * Takes all shots off the board; the ships stay.
 *
 * @param board the board
 */
BSHIP_API void bship_board_clear_shots(bship_board *board);

/**
 * Whether every ship of the fleet is laid.
 *
 * @param board the board
 * @return whether the board can be shot at.
 */
BSHIP_API int bship_board_is_complete(const bship_board *board);

/**
 * Where a ship lies.
 *
 * @param board the board
 * @param ship  its index
 * @param out   its placement; a ship of length 1 lies #BSHIP_ORIENTATION_HORIZONTAL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such ship; #BSHIP_ERROR_NOT_PLACED.
 */
BSHIP_API bship_status bship_board_placement(const bship_board *board, int32_t ship,
                                             bship_placement *out);

/**
 * The ship that covers a cell.
 *
 * @param board the board
 * @param cell  any cell
 * @return its index, or -1 if no ship does.
 */
BSHIP_API int32_t bship_board_ship_at(const bship_board *board, bship_cell cell);

/**
 * What a cell is.
 *
 * @param board the board
 * @param cell  a cell
 * @return its state; #BSHIP_BOARD_BLOCKED for a cell off the board.
 */
BSHIP_API bship_board_state bship_board_state_at(const bship_board *board, bship_cell cell);

/**
 * What every cell is, row by row, a byte each.
 *
 * @param board    the board
 * @param states   where the first `capacity` ::bship_board_state go; may be NULL if it is 0
 * @param capacity bytes in `states`
 * @return width * height.
 */
BSHIP_API size_t bship_board_states(const bship_board *board, uint8_t *states, size_t capacity);

/**
 * Whether a shot would be accepted, and if not, why. Changes nothing.
 *
 * @param board the board
 * @param at    the cell
 * @return #BSHIP_OK; #BSHIP_ERROR_NOT_PLACED; #BSHIP_ERROR_OFF_BOARD; #BSHIP_ERROR_BLOCKED;
 *         and where repeats are refused, #BSHIP_ERROR_REPEATED or #BSHIP_ERROR_KNOWN_WATER.
 */
BSHIP_API bship_status bship_board_can_fire(const bship_board *board, bship_cell at);

/**
 * Fires one shot.
 *
 * @param board  the board
 * @param at     the cell
 * @param report the answer
 * @return as bship_board_can_fire(); #BSHIP_ERROR_REPORT where the rules tell totals only.
 */
BSHIP_API bship_status bship_board_fire(bship_board *board, bship_cell at, bship_report *report);

/**
 * Fires a salvo, answered shot by shot. All cells are checked before the first
 * shot. Shots after the one that sinks the last ship are not fired.
 *
 * @param board   the board
 * @param cells   `count` different cells, fired at in this order
 * @param count   how many, at least 1
 * @param reports `count` answers, of which the first `*fired` are written
 * @param fired   how many shots were fired
 * @return as bship_board_can_fire(); #BSHIP_ERROR_DUPLICATE; #BSHIP_ERROR_SHOT_COUNT for
 *         an empty salvo or one longer than the board has cells;
 *         #BSHIP_ERROR_REPORT where the rules tell totals only.
 */
BSHIP_API bship_status bship_board_fire_salvo(bship_board *board, const bship_cell *cells,
                                              size_t count, bship_report *reports, size_t *fired);

/**
 * Fires a salvo, answered by totals.
 *
 * @param board the board
 * @param cells `count` different cells, fired at in this order
 * @param count how many, at least 1
 * @param total the answer; its arrays that are not NULL are filled
 * @param fired how many shots were fired
 * @return as bship_board_can_fire(); #BSHIP_ERROR_DUPLICATE; #BSHIP_ERROR_SHOT_COUNT;
 *         #BSHIP_ERROR_REPORT where the rules answer shot by shot; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_board_fire_total(bship_board *board, const bship_cell *cells,
                                              size_t count, bship_total *total, size_t *fired);

/**
 * How many cells of a ship were hit.
 *
 * @param board the board
 * @param ship  its index
 * @return 0 to its length; 0 if there is no such ship.
 */
BSHIP_API int32_t bship_board_hits_of_ship(const bship_board *board, int32_t ship);

/**
 * How many shots hit a ship.
 *
 * @param board the board
 * @return the sum of the hits on all ships.
 */
BSHIP_API int32_t bship_board_hits(const bship_board *board);

/**
 * How many shots were fired, wasted ones included.
 *
 * @param board the board
 * @return the number of shots.
 */
BSHIP_API int64_t bship_board_shots(const bship_board *board);

/**
 * How many ships are laid and not sunk.
 *
 * @param board the board
 * @return 0 to the number of ships.
 */
BSHIP_API int32_t bship_board_ships_afloat(const bship_board *board);

/**
 * Whether the fleet is gone: complete, and every cell of it hit.
 *
 * @param board the board
 * @return whether it is.
 */
BSHIP_API int bship_board_is_defeated(const bship_board *board);

BSHIP_END_DECLS

#endif
