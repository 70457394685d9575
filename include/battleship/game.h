/**
 * @file
 * A game: two sides and the rules of turns between them.
 *
 * Each side has *waters* - a board that the game keeps, or *remote* ones, kept
 * elsewhere - and a chart of the other's waters. Who chooses a side's shots is a
 * question of which call is made: bship_game_fire() and bship_game_fire_salvo()
 * for a human, a peer or any other program; bship_game_step() for the side's AI.
 * Any mix will do.
 *
 * A game goes through these phases:
 *
 * 1. #BSHIP_PHASE_PLACING - ships are laid, until bship_game_start().
 * 2. #BSHIP_PHASE_AIMING - a side is to shoot.
 * 3. #BSHIP_PHASE_AWAITING_REPORT - remote waters were shot at, and
 *    bship_game_report() must bring the answer. Then again 2.
 * 4. #BSHIP_PHASE_OVER - a fleet is gone.
 *
 * A game is owned by one thread at a time.
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

/** Where a side's ships are. */
typedef enum bship_location {
    BSHIP_LOCATION_LOCAL = 0, /**< on a board that the game keeps */
    BSHIP_LOCATION_REMOTE = 1 /**< elsewhere: the game is told the answers */
} bship_location;

/** What a game waits for. */
typedef enum bship_phase {
    BSHIP_PHASE_PLACING = 0,         /**< ships, and bship_game_start() */
    BSHIP_PHASE_AIMING = 1,          /**< the shots of the side to move */
    BSHIP_PHASE_AWAITING_REPORT = 2, /**< the answer of the other side's remote waters */
    BSHIP_PHASE_OVER = 3             /**< nothing: it is over */
} bship_phase;

/** How a game ended. */
typedef enum bship_outcome {
    BSHIP_OUTCOME_NONE = -1, /**< it has not */
    BSHIP_OUTCOME_A = 0,     /**< a won */
    BSHIP_OUTCOME_B = 1,     /**< b won */
    BSHIP_OUTCOME_DRAW = 2   /**< both fleets went in one round */
} bship_outcome;

/** How a game is made. */
typedef struct bship_game_options {
    size_t size;            /**< sizeof(bship_game_options) as the caller knows it */
    uint64_t seed;          /**< of the layouts, the lot and the AIs */
    bship_ai *ai[2];        /**< each side's AI, borrowed for the game's life; NULL: it has none */
    int32_t location[2];    /**< a ::bship_location for each side */
    int32_t began;          /**< the side that shoots first, where the lot was drawn elsewhere: by a
                                 peer, or before the game was saved; #BSHIP_SIDE_NONE: by the rules */
    int32_t reserved;       /**< zero */
    bship_sampler *sampler; /**< of equal rules, to draw layouts from; the game takes a reference;
                                 NULL: as bship_board_place_random() draws them */
} bship_game_options;

/** The defaults: seed 0, no AIs, two boards, no sampler. */
#define BSHIP_GAME_OPTIONS_INIT                                                                    \
    {                                                                                              \
        sizeof(bship_game_options), 0, { NULL, NULL },                                             \
            { BSHIP_LOCATION_LOCAL, BSHIP_LOCATION_LOCAL }, BSHIP_SIDE_NONE, 0, NULL               \
    }

/**
 * Sets options to #BSHIP_GAME_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_game_options)
 */
BSHIP_API void bship_game_options_init(bship_game_options *options, size_t size);

/**
 * Makes a game, in which ships are to be laid.
 *
 * The AIs are reset to the game's seed, each for its side, so they must differ, and
 * play no other game meanwhile.
 *
 * @param out     the new game, the caller's to free
 * @param rules   the rules; the game takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure, `index` being the side at fault; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for unknown waters, one AI for both sides, or
 *         a first side that is none or not that of the rules;
 *         #BSHIP_ERROR_RULES if an AI or the sampler was made for other rules; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_game_new(bship_game **out, bship_rules *rules,
                                      const bship_game_options *options, bship_error *error);

/**
 * Frees a game. Its AIs stay the caller's.
 *
 * @param game the game; may be NULL
 */
BSHIP_API void bship_game_free(bship_game *game);

/**
 * Begins anew with another seed, as if newly made. Allocates nothing.
 *
 * @param game the game
 * @param seed of the layouts, the lot and the AIs
 */
BSHIP_API void bship_game_reset(bship_game *game, uint64_t seed);

/**
 * The rules of a game.
 *
 * @param game the game
 * @return the rules, borrowed: they live as long as the game.
 */
BSHIP_API bship_rules *bship_game_rules(const bship_game *game);

/**
 * The seed of a game.
 *
 * @param game the game
 * @return the seed last given.
 */
BSHIP_API uint64_t bship_game_seed(const bship_game *game);

/**
 * The waters of a side.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return its board, borrowed; NULL if its waters are remote or there is no such side.
 */
BSHIP_API const bship_board *bship_game_board(const bship_game *game, int32_t side);

/**
 * What a side knows of the other's waters.
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
 * Lays a ship of a side.
 *
 * @param game      the game
 * @param side      a ::bship_side with a board
 * @param placement where
 * @return as bship_board_place(); #BSHIP_ERROR_ARGUMENT for no such side or remote waters;
 *         #BSHIP_ERROR_STATE unless ships are being laid.
 */
BSHIP_API bship_status bship_game_place(bship_game *game, int32_t side, bship_placement placement);

/**
 * Lays a whole fleet of a side in place of what was laid; all or nothing.
 *
 * @param game       the game
 * @param side       a ::bship_side with a board
 * @param placements `count` placements
 * @param count      the number of ships of the fleet
 * @return as bship_board_place_layout(); #BSHIP_ERROR_ARGUMENT for no such side or remote
 *         waters; #BSHIP_ERROR_STATE unless ships are being laid.
 */
BSHIP_API bship_status bship_game_place_layout(bship_game *game, int32_t side,
                                               const bship_placement *placements, size_t count);

/**
 * Takes all ships of a side back.
 *
 * @param game the game
 * @param side a ::bship_side with a board
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side or remote waters;
 *         #BSHIP_ERROR_STATE unless ships are being laid.
 */
BSHIP_API bship_status bship_game_clear(bship_game *game, int32_t side);

/**
 * Takes a ship of a side back.
 *
 * @param game the game
 * @param side a ::bship_side with a board
 * @param ship its index
 * @return as bship_board_remove(); #BSHIP_ERROR_ARGUMENT for no such side or remote
 *         waters; #BSHIP_ERROR_STATE unless ships are being laid.
 */
BSHIP_API bship_status bship_game_remove(bship_game *game, int32_t side, int32_t ship);

/**
 * Lays the whole fleet of a side from the game's seed, in place of what was laid:
 * by the side's AI if that lays its own (bship_ai_place()), else at random, drawn from
 * the game's sampler (bship_sampler_place()) or, if it has none, as
 * bship_board_place_random() does. Done again it gives another layout.
 *
 * @param game       the game
 * @param side       a ::bship_side with a board
 * @param work_limit as for bship_board_place_random(); a sampler needs none
 * @param method     how it was drawn, a ::bship_draw_method; 0 if the AI laid a layout
 *                   of its own; may be NULL
 * @return as bship_board_place_random() and bship_ai_place(); #BSHIP_ERROR_ARGUMENT for no
 *         such side or remote waters; #BSHIP_ERROR_STATE unless ships are being laid.
 */
BSHIP_API bship_status bship_game_place_random(bship_game *game, int32_t side, int64_t work_limit,
                                               int32_t *method);

/**
 * Begins the shooting; where the rules want a lot, draws it.
 *
 * @param game the game
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if it has begun; #BSHIP_ERROR_NOT_PLACED if a
 *         board is not complete.
 */
BSHIP_API bship_status bship_game_start(bship_game *game);

/**
 * What the game waits for.
 *
 * @param game the game
 * @return its phase.
 */
BSHIP_API bship_phase bship_game_phase(const bship_game *game);

/**
 * The side that is to shoot, or whose shots await their answer.
 *
 * @param game the game
 * @return a ::bship_side; #BSHIP_SIDE_NONE before the start and when it is over.
 */
BSHIP_API int32_t bship_game_to_move(const bship_game *game);

/**
 * The side that shot, or is to shoot, first.
 *
 * @param game the game
 * @return a ::bship_side; #BSHIP_SIDE_NONE before the start.
 */
BSHIP_API int32_t bship_game_began(const bship_game *game);

/**
 * How many shots the side to move must fire at once: 1, or the size of its salvo.
 *
 * @param game the game
 * @return the number; 0 if no side is to shoot.
 */
BSHIP_API int32_t bship_game_shots_due(const bship_game *game);

/**
 * The round that is being played, from 1: one turn of each side.
 *
 * @param game the game
 * @return the round; of a game that is over, its last; 0 before the start.
 */
BSHIP_API int64_t bship_game_round(const bship_game *game);

/**
 * How the game ended.
 *
 * @param game the game
 * @return a ::bship_outcome.
 */
BSHIP_API int32_t bship_game_outcome(const bship_game *game);

/**
 * Fires the one shot that is due.
 *
 * If the waters are a board the shot is answered, recorded, and the turn may
 * pass. If they are remote the game then awaits the answer.
 *
 * @param game   the game
 * @param at     the cell
 * @param report the answer, from a board; untouched if the waters are remote or the rules tell
 *               totals only; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if no side is to shoot; #BSHIP_ERROR_SHOT_COUNT if
 *         a salvo of another size is due; as bship_board_can_fire();
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_game_fire(bship_game *game, bship_cell at, bship_report *report);

/**
 * Fires all the shots that are due. The answers are in the chart's last turn.
 *
 * @param game  the game
 * @param cells `count` different cells, fired at in this order
 * @param count bship_game_shots_due()
 * @return as bship_game_fire(); #BSHIP_ERROR_DUPLICATE.
 */
BSHIP_API bship_status bship_game_fire_salvo(bship_game *game, const bship_cell *cells,
                                             size_t count);

/**
 * Has the AI of the side to move fire the shots that are due: one shot or one salvo.
 *
 * @param game the game
 * @return as bship_game_fire() and bship_ai_aim_salvo(); #BSHIP_ERROR_STATE if no side is
 *         to shoot, or the side to move has no AI.
 */
BSHIP_API bship_status bship_game_step(bship_game *game);

/**
 * The shots that await an answer.
 *
 * @param game     the game
 * @param cells    where the first `capacity` cells go; may be NULL if it is 0
 * @param capacity how many cells fit
 * @return how many shots await an answer; 0 if none do.
 */
BSHIP_API size_t bship_game_pending(const bship_game *game, bship_cell *cells, size_t capacity);

/**
 * Brings the answers of remote waters, shot by shot. If the last ship was sunk
 * before the last shot, there are only so many answers as shots up to there.
 *
 * After a refusal the game still awaits the answer.
 *
 * @param game    the game
 * @param reports `count` answers
 * @param count   how many
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if no answer is awaited; #BSHIP_ERROR_SHOT_COUNT for
 *         a wrong number of answers; as bship_chart_record_turn().
 */
BSHIP_API bship_status bship_game_report(bship_game *game, const bship_report *reports,
                                         size_t count);

/**
 * Brings the answer of remote waters, by totals.
 *
 * @param game  the game
 * @param total the answer
 * @param fired how many of the shots were fired: fewer than those pending only if
 *              the last ship was sunk before
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if no answer is awaited; #BSHIP_ERROR_SHOT_COUNT for
 *         a wrong number of shots; as bship_chart_record_total().
 */
BSHIP_API bship_status bship_game_report_total(bship_game *game, const bship_total *total,
                                               size_t fired);

/**
 * How many entries the game's log has: one for each call that fired and, where
 * it had to be, was answered. A turn `again-on-hit` may have several.
 *
 * @param game the game
 * @return the number of entries.
 */
BSHIP_API int64_t bship_game_log_length(const bship_game *game);

/**
 * Which side fired an entry of the game's log. It is the next turn of that
 * side's chart.
 *
 * @param game  the game
 * @param entry its number, from 0
 * @return a ::bship_side; #BSHIP_SIDE_NONE if there is no such entry.
 */
BSHIP_API int32_t bship_game_log_side(const bship_game *game, int64_t entry);

BSHIP_END_DECLS

#endif
