/**
 * @file
 * A game: two sides that take turns.
 *
 * A side is *local*, if the game keeps its board, or *remote*, if another program
 * does. Each side also has a chart of the other's board. The shots of a side come
 * from the calls: bship_game_fire() and bship_game_fire_salvo() fire at given cells,
 * for a human, a peer or any other program; bship_game_step() lets the side's AI
 * fire. The calls can be mixed freely.
 *
 * A game has these phases:
 *
 * 1. #BSHIP_PHASE_PLACING - ships are placed, until bship_game_start().
 * 2. #BSHIP_PHASE_AIMING - the side to move must fire.
 * 3. #BSHIP_PHASE_AWAITING_REPORT - shots were fired at a remote side, and
 *    bship_game_report() must supply their reports; then phase 2 again.
 * 4. #BSHIP_PHASE_OVER - the game has ended.
 *
 * A game may be used by one thread at a time.
 */
#ifndef BATTLESHIP_GAME_H
#define BATTLESHIP_GAME_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A game. */
typedef struct bship_game bship_game;

/** Where the board of a side is kept. */
typedef enum bship_location {
    BSHIP_LOCATION_LOCAL = 0, /**< in the game */
    BSHIP_LOCATION_REMOTE = 1 /**< elsewhere: the game is given the reports */
} bship_location;

/** The phase of a game: what it waits for. */
typedef enum bship_phase {
    BSHIP_PHASE_PLACING = 0,         /**< for ships, and bship_game_start() */
    BSHIP_PHASE_AIMING = 1,          /**< for the shots of the side to move */
    BSHIP_PHASE_AWAITING_REPORT = 2, /**< for the reports of the other side, which is remote */
    BSHIP_PHASE_OVER = 3             /**< for nothing: the game has ended */
} bship_phase;

/** How a game ended. */
typedef enum bship_outcome {
    BSHIP_OUTCOME_NONE = -1, /**< it has not ended */
    BSHIP_OUTCOME_A = 0,     /**< side a won */
    BSHIP_OUTCOME_B = 1,     /**< side b won */
    BSHIP_OUTCOME_DRAW = 2   /**< both fleets were sunk in the same round */
} bship_outcome;

/** Options of a game. */
typedef struct bship_game_options {
    size_t size;         /**< sizeof(bship_game_options) as the caller knows it */
    uint64_t seed;       /**< seed of the layouts, a random first mover and the AIs */
    bship_ai *ai[2];     /**< the AI of each side, borrowed for the life of the game; NULL: none */
    int32_t location[2]; /**< a ::bship_location for each side */
    int32_t first;       /**< a ::bship_first: the side that fires first, if a random first mover
                              was drawn elsewhere, by a peer or before the game was saved;
                              #BSHIP_FIRST_RANDOM: as the rules say */
    int32_t reserved;    /**< zero */
    const bship_sampler *sampler; /**< draws random layouts; must have equal rules; the game takes a
                                 reference. NULL: as by bship_board_place_random() */
} bship_game_options;

/** The defaults: seed 0, no AIs, both sides local, no sampler. */
#define BSHIP_GAME_OPTIONS_INIT                                                                    \
    {                                                                                              \
        sizeof(bship_game_options), 0, { NULL, NULL },                                             \
            { BSHIP_LOCATION_LOCAL, BSHIP_LOCATION_LOCAL }, BSHIP_FIRST_RANDOM, 0, NULL            \
    }

/**
 * Sets options to #BSHIP_GAME_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_game_options)
 */
BSHIP_API void bship_game_options_init(bship_game_options *options, size_t size);

/**
 * Makes a game, in phase #BSHIP_PHASE_PLACING.
 *
 * The AIs are reset with the game's seed, each for its side. They must be two different
 * AIs, and must not play in another game at the same time.
 *
 * @param out     the new game, owned by the caller
 * @param rules   the rules; the game takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure, with the side at fault in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an unknown location, the same AI for both
 *         sides, or a `first` that is unknown or not the first mover of the rules;
 *         #BSHIP_ERROR_RULES if an AI or the sampler has other rules; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_game_new(bship_game **out, const bship_rules *rules,
                                      const bship_game_options *options, bship_error *error);

/**
 * Frees a game, but not its AIs.
 *
 * @param game the game; may be NULL
 */
BSHIP_API void bship_game_free(bship_game *game);

/**
 * Returns a game to its initial state, with another seed. Allocates nothing.
 *
 * @param game the game
 * @param seed seed of the layouts, a random first mover and the AIs
 */
BSHIP_API void bship_game_reset(bship_game *game, uint64_t seed);

/**
 * The rules of a game.
 *
 * @param game the game
 * @return the rules, borrowed: they live as long as the game.
 */
BSHIP_API const bship_rules *bship_game_rules(const bship_game *game);

/**
 * The seed of a game.
 *
 * @param game the game
 * @return the seed of the options or of the last bship_game_reset().
 */
BSHIP_API uint64_t bship_game_seed(const bship_game *game);

/**
 * The board of a local side.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return its board, borrowed; NULL if the side is remote or there is no such side.
 */
BSHIP_API const bship_board *bship_game_board(const bship_game *game, int32_t side);

/**
 * The chart of a side: what it knows of the other's board.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return its chart, borrowed; NULL if there is no such side.
 */
BSHIP_API const bship_chart *bship_game_chart(const bship_game *game, int32_t side);

/**
 * The AI of a side.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return its AI, or NULL if it has none.
 */
BSHIP_API bship_ai *bship_game_ai(const bship_game *game, int32_t side);

/**
 * Places a ship of a side.
 *
 * @param game      the game
 * @param side      a ::bship_side that is local
 * @param placement the placement
 * @return as bship_board_place(); #BSHIP_ERROR_ARGUMENT if the side is remote or there is no
 *         such side; #BSHIP_ERROR_STATE after the start.
 */
BSHIP_API bship_status bship_game_place(bship_game *game, int32_t side, bship_placement placement);

/**
 * Places the whole fleet of a side. Ships placed before are removed. If any placement is
 * illegal nothing changes.
 *
 * @param game       the game
 * @param side       a ::bship_side that is local
 * @param placements `count` placements
 * @param count      the number of ships of the fleet
 * @return as bship_board_place_layout(); #BSHIP_ERROR_ARGUMENT if the side is remote or
 *         there is no such side; #BSHIP_ERROR_STATE after the start.
 */
BSHIP_API bship_status bship_game_place_layout(bship_game *game, int32_t side,
                                               const bship_placement *placements, size_t count);

/**
 * Removes all ships of a side.
 *
 * @param game the game
 * @param side a ::bship_side that is local
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if the side is remote or there is no such side;
 *         #BSHIP_ERROR_STATE after the start.
 */
BSHIP_API bship_status bship_game_clear(bship_game *game, int32_t side);

/**
 * Removes a ship of a side.
 *
 * @param game the game
 * @param side a ::bship_side that is local
 * @param ship its index
 * @return as bship_board_remove(); #BSHIP_ERROR_ARGUMENT if the side is remote or there is
 *         no such side; #BSHIP_ERROR_STATE after the start.
 */
BSHIP_API bship_status bship_game_remove(bship_game *game, int32_t side, int32_t ship);

/**
 * Places the whole fleet of a side, using the game's seed. Ships placed before are removed.
 * The layout is that of the side's AI, if the AI places its own fleet (bship_ai_place());
 * else it is random: drawn by the game's sampler (bship_sampler_place()) or, without one, as
 * by bship_board_place_random(). Every call for a side gives another layout.
 *
 * @param game    the game
 * @param side    a ::bship_side that is local
 * @param options as for bship_board_place_random(); the work limit does not apply to a sampler
 * @param method  receives how the layout was drawn, a ::bship_draw_method, or 0 if the
 *                AI chose it; may be NULL
 * @return as bship_board_place_random() and bship_ai_place(); #BSHIP_ERROR_ARGUMENT if the
 *         side is remote or there is no such side; #BSHIP_ERROR_STATE after the start.
 */
BSHIP_API bship_status bship_game_place_random(bship_game *game, int32_t side,
                                               const bship_draw_options *options, int32_t *method);

/**
 * Starts the game. If the first mover is random, it is drawn now.
 *
 * @param game the game
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if it has started; #BSHIP_ERROR_NOT_PLACED if the
 *         fleet of a local side is not complete.
 */
BSHIP_API bship_status bship_game_start(bship_game *game);

/**
 * The phase of a game: what it waits for.
 *
 * @param game the game
 * @return a ::bship_phase.
 */
BSHIP_API int32_t bship_game_phase(const bship_game *game);

/**
 * The side to move: it must fire, or its shots await their reports.
 *
 * @param game the game
 * @return a ::bship_side; #BSHIP_SIDE_NONE before the start and after the end.
 */
BSHIP_API int32_t bship_game_to_move(const bship_game *game);

/**
 * The side that fires first.
 *
 * @param game the game
 * @return a ::bship_side; #BSHIP_SIDE_NONE before the start.
 */
BSHIP_API int32_t bship_game_began(const bship_game *game);

/**
 * The number of shots that the side to move must fire in one call: 1, or the size of its
 * salvo.
 *
 * @param game the game
 * @return the number; 0 unless the phase is #BSHIP_PHASE_AIMING.
 */
BSHIP_API int32_t bship_game_shots_due(const bship_game *game);

/**
 * The current round, from 1. A round is one turn of each side.
 *
 * @param game the game
 * @return the round; after the end, the last one; before the start, 0.
 */
BSHIP_API int64_t bship_game_round(const bship_game *game);

/**
 * How a game ended.
 *
 * @param game the game
 * @return a ::bship_outcome.
 */
BSHIP_API int32_t bship_game_outcome(const bship_game *game);

/**
 * Fires the one shot that is due.
 *
 * If the other side is local, the shot is reported and recorded at once, and the turn may
 * pass. If it is remote, the game then awaits the report.
 *
 * @param game   the game
 * @param at     the cell
 * @param report receives the report; untouched if the other side is remote or the rules
 *               disclose totals only; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE unless the phase is #BSHIP_PHASE_AIMING;
 *         #BSHIP_ERROR_SHOT_COUNT if a salvo of another size is due; as
 *         bship_board_can_fire(); #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_game_fire(bship_game *game, bship_cell at, bship_report *report);

/**
 * Fires all shots that are due. The reports are in the last turn of the side's chart.
 *
 * @param game  the game
 * @param cells `count` different cells, fired at in this order
 * @param count bship_game_shots_due()
 * @return as bship_game_fire(); #BSHIP_ERROR_DUPLICATE.
 */
BSHIP_API bship_status bship_game_fire_salvo(bship_game *game, const bship_cell *cells,
                                             size_t count);

/**
 * Lets the AI of the side to move fire the shots that are due: one shot or one salvo.
 *
 * @param game the game
 * @return as bship_game_fire() and bship_ai_aim_salvo(); #BSHIP_ERROR_STATE unless the phase
 *         is #BSHIP_PHASE_AIMING, or if the side to move has no AI.
 */
BSHIP_API bship_status bship_game_step(bship_game *game);

/**
 * The shots that await their reports.
 *
 * @param game     the game
 * @param cells    receives the first `capacity` cells; may be NULL if that is 0
 * @param capacity cells in the array
 * @return the number of shots that await their reports.
 */
BSHIP_API size_t bship_game_pending(const bship_game *game, bship_cell *cells, size_t capacity);

/**
 * Supplies the reports of a remote side, shot by shot. If a shot before the last one sinks
 * the last ship, the reports end with that shot.
 *
 * On failure the game still awaits the reports.
 *
 * @param game    the game
 * @param reports `count` reports
 * @param count   how many
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if no reports are awaited; #BSHIP_ERROR_SHOT_COUNT
 *         for a wrong number of reports; as bship_chart_record_turn().
 */
BSHIP_API bship_status bship_game_report(bship_game *game, const bship_report *reports,
                                         size_t count);

/**
 * Supplies the report of a remote side, by totals. On failure the game still awaits it.
 *
 * @param game  the game
 * @param total the report
 * @param fired how many of the pending shots were fired: fewer than all only if an earlier
 *              one sank the last ship
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if no report is awaited; #BSHIP_ERROR_SHOT_COUNT for
 *         a wrong number of shots; as bship_chart_record_total().
 */
BSHIP_API bship_status bship_game_report_total(bship_game *game, const bship_total *total,
                                               size_t fired);

/**
 * The number of entries in the log of a game: one for each call that fired and whose shots
 * have been reported. With the rule `again-on-hit` a turn may have several.
 *
 * @param game the game
 * @return the number of entries.
 */
BSHIP_API int64_t bship_game_log_length(const bship_game *game);

/**
 * The side that fired an entry of the log. The n-th entry of a side is the n-th turn of its
 * chart.
 *
 * @param game  the game
 * @param entry its number, from 0
 * @return a ::bship_side; #BSHIP_SIDE_NONE if there is no such entry.
 */
BSHIP_API int32_t bship_game_log_side(const bship_game *game, int64_t entry);

BSHIP_END_DECLS

#endif
