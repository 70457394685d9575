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
 * 4. #BSHIP_PHASE_OVER - the game has ended: a fleet was sunk, no shot was left, a side resigned or
 *    gave false reports, or the game was abandoned.
 *
 * @section game_seeds Seeds
 *
 * The AI of a local side is reset to a seed that comes by a one-way function from the game's `seed`
 * and the side (@ref ai_secrets), that of a remote side likewise from `first_seed`. The n-th layout
 * that bship_game_place_random() draws for a side, from 0, comes from the stream (`seed`,
 * #BSHIP_RNG_PURPOSE_LAYOUT, 2n), of side b 2n + 1; a random first mover from (`first_seed`,
 * #BSHIP_RNG_PURPOSE_FIRST, 0), with `seed` if `first_seed` is 0 and both sides are local.
 *
 * Layouts and AIs follow from the game's seed, so whoever knows or guesses it knows
 * the fleets. Against a remote side it must be drawn from a source of true randomness, and
 * must neither be sent nor used again. What the two sides of a game have to agree on, a random
 * first mover, is drawn from a seed of its own, which is public.
 *
 * @section game_reports False reports
 *
 * Reports of a remote side that no layout could produce are refused with
 * #BSHIP_ERROR_CONTRADICTION: as far as necessary conditions show it (see chart.h) or, with
 * #BSHIP_AUDIT_COMPLETE, completely. A report that some layout could produce, but not the
 * remote side's own, is found at the end by bship_game_reveal(). A side that reveals no layout, or
 * another one than it has committed to, is treated as a liar: bship_game_claim_unrevealed().
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
    BSHIP_LOCATION_LOCAL = 0, /**< `local`: in the game */
    BSHIP_LOCATION_REMOTE = 1 /**< `remote`: elsewhere: the game is given the reports */
} bship_location;

/** The phase of a game: what it waits for. */
typedef enum bship_phase {
    BSHIP_PHASE_PLACING = 0, /**< `placing`: for ships, and bship_game_start() */
    BSHIP_PHASE_AIMING = 1,  /**< `aiming`: for the shots of the side to move */
    BSHIP_PHASE_AWAITING_REPORT =
        2, /**< `awaiting-report`: for the reports of the other side, which is remote */
    BSHIP_PHASE_OVER = 3 /**< `over`: for nothing: the game has ended */
} bship_phase;

/** How a game ended: the winner has the number of its ::bship_side. */
typedef enum bship_outcome {
    BSHIP_OUTCOME_NONE = 0, /**< `none`: it has not ended, or was abandoned */
    BSHIP_OUTCOME_A = 1,    /**< `a`: side a won */
    BSHIP_OUTCOME_B = 2,    /**< `b`: side b won */
    BSHIP_OUTCOME_DRAW = 3  /**< `draw`: both fleets were sunk in the same round, or neither side
                              has a shot left, and both have as many points */
} bship_outcome;

/** Why a game ended. */
typedef enum bship_end_reason {
    BSHIP_END_REASON_NONE = 0,          /**< `none`: it has not ended */
    BSHIP_END_REASON_SUNK = 1,          /**< `sunk`: a fleet was sunk, or both */
    BSHIP_END_REASON_RESIGNED = 2,      /**< `resigned`: the loser gave up */
    BSHIP_END_REASON_CONTRADICTION = 3, /**< `contradiction`: the loser, a remote side, reported
                                      what no layout, or not its own, could produce, or did
                                      not reveal its own */
    BSHIP_END_REASON_ABANDONED = 4,     /**< `abandoned`: nobody won */
    BSHIP_END_REASON_SHOTS = 5 /**< `shots`: neither side had a shot left; more points won */
} bship_end_reason;

/** How the reports of a remote side are checked. */
typedef enum bship_audit {
    BSHIP_AUDIT_NECESSARY = 0, /**< `necessary`: by the necessary conditions of a chart */
    BSHIP_AUDIT_COMPLETE = 1   /**< `complete`: also by bship_posterior_check() */
} bship_audit;

/** The default work limit of a complete check of a report, in steps: tenths of a second. */
#define BSHIP_AUDIT_WORK_DEFAULT 200000000

/** Options of a game. */
typedef struct bship_game_options {
    size_t size;         /**< sizeof(bship_game_options); see @ref struct_sizes */
    uint64_t seed;       /**< secret seed of local sides: their layouts and AIs; see @ref
                              game_seeds */
    uint64_t first_seed; /**< public seed of a random first mover, and of the AIs of remote sides.
                              0: if both sides are local, the first mover is drawn from `seed` */
    bship_ai *ai_a;      /**< the AI of side a, borrowed until the side is given another or the
                              game is freed; NULL: none */
    bship_ai *ai_b;      /**< that of side b, borrowed likewise; NULL: none */
    int32_t location_a;  /**< a ::bship_location: where the board of side a is kept */
    int32_t location_b;  /**< a ::bship_location: that of side b */
    int32_t first;       /**< a ::bship_first: the side that fires first, if a random first mover
                              was drawn elsewhere, by a peer or before the game was saved;
                              #BSHIP_FIRST_RANDOM: as the rules say */
    int32_t audit;       /**< a ::bship_audit: how the reports of a remote side are checked */
    int32_t owns_ais;    /**< whether the game owns its AIs, these two and those that it is given
                              later, and frees each with itself, or when the side is given another;
                              else it borrows them, each as long as it has it */
    int32_t reserved;    /**< zero */
    const bship_sampler *sampler; /**< draws random layouts; must have equal rules; the game takes a
                                 reference. NULL: as by bship_board_place_random() */
    int64_t audit_work_limit;     /**< work steps of each complete check: beyond them a report is
                                       accepted unchecked; 0: #BSHIP_AUDIT_WORK_DEFAULT */
    uint64_t audit_memory_limit;  /**< bytes that each complete check may use, likewise; 0:
                                       #BSHIP_POSTERIOR_MEMORY_DEFAULT. Less than a posterior of the
                                       rules takes to begin with gives #BSHIP_ERROR_MEMORY */
    bship_progress_callback progress; /**< of complete checks; NULL: none */
    void *user;                       /**< passed to `progress` */
} bship_game_options;

/** The defaults: seeds 0, no AIs, both sides local, no sampler, necessary checks only. */
#define BSHIP_GAME_OPTIONS_INIT                                                                    \
    {                                                                                              \
        sizeof(bship_game_options), 0, 0, NULL, NULL, BSHIP_LOCATION_LOCAL, BSHIP_LOCATION_LOCAL,  \
            BSHIP_FIRST_RANDOM, BSHIP_AUDIT_NECESSARY, 0, 0, NULL, 0, 0, NULL, NULL                \
    }

/**
 * Makes a game, in phase #BSHIP_PHASE_PLACING.
 *
 * The AIs are reset as @ref game_seeds says. They must be two different AIs, and an AI plays in
 * one game at a time: the one that was made or reset with it last. From then on an earlier game
 * refuses with #BSHIP_ERROR_STATE to start, to step, and to place the fleet of that side at random,
 * until bship_game_reset() takes the AI back.
 *
 * A game that cannot be made leaves its AIs to the caller, also with `owns_ais`. An AI that a game
 * owns must not be given to another one.
 *
 * @param out     the new game, owned by the caller
 * @param rules   the rules; the game takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure, with the side at fault in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an unknown location or audit, the same AI for both
 *         sides, an `owns_ais` other than 0 and 1, or a `first` that is unknown or not the first
 *         mover of the rules; #BSHIP_ERROR_RULES if an AI or the sampler has other rules;
 *         #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_game_new(bship_game **out, const bship_rules *rules,
                                      const bship_game_options *options, bship_error *error);

/**
 * Frees a game, with its AIs if it owns them. It does not touch AIs that it borrows: they may be
 * freed before it.
 *
 * @param game the game; may be NULL
 */
BSHIP_API void bship_game_free(bship_game *game);

/**
 * Returns a game to its initial state, with other seeds. Allocates nothing.
 *
 * @param game       the game
 * @param seed       as in ::bship_game_options
 * @param first_seed as in ::bship_game_options
 */
BSHIP_API void bship_game_reset(bship_game *game, uint64_t seed, uint64_t first_seed);

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
 * The board of a local side, or of a remote side that has revealed it.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return its board, borrowed: it lives as long as the game, that of a remote side until the next
 *         bship_game_reset(); NULL if the side is remote, before a successful bship_game_reveal(),
 *         or there is no such side.
 */
BSHIP_API const bship_board *bship_game_board(const bship_game *game, int32_t side);

/**
 * The chart of a side: what it knows of the other's board.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return its chart, borrowed: it lives as long as the game; NULL if there is no such side. It also
 *         says what the other side has found of its opponent's fleet: see battleship/board.h for
 *         how to draw the own grid.
 */
BSHIP_API const bship_chart *bship_game_chart(const bship_game *game, int32_t side);

/**
 * The AI of a side.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return its AI, borrowed: one that the game owns lives until the side is given another, or the
 *         game is freed; NULL if it has none.
 */
BSHIP_API bship_ai *bship_game_ai(const bship_game *game, int32_t side);

/**
 * Gives a side another AI, or none: a person leaves and a machine goes on, or the other way round.
 * Possible in every phase, between any two calls, also while shots await their reports.
 *
 * The AI is reset as @ref game_seeds says, and aims as if it had played the game from its
 * beginning. Boards, charts, log and turns stay as they are. An AI that the game borrows is freed
 * after the side was given another one, not before.
 *
 * The records of the game say who had the side until now (bship_record_strategy()).
 * bship_game_undo() takes back shots, and never brings an AI back: who plays a side is for the
 * caller to say, and shots that are taken back are forgotten together with who had the side then.
 * bship_game_reset() keeps the AI and forgets those before it.
 *
 * @param game  the game
 * @param side  a ::bship_side
 * @param ai    the AI, owned or borrowed as `owns_ais` of the options says, which must not be the
 *              other side's; NULL: none. If the side has it already, it is only reset, and thereby
 *              taken back from another game
 * @param error filled on failure, with the side in `index` if it or its AI is at fault; may be NULL
 * @return #BSHIP_OK, and an AI that the side had, if the game owns it, is freed;
 *         #BSHIP_ERROR_ARGUMENT for no such side or the AI of the other side; #BSHIP_ERROR_RULES if
 *         its rules differ; #BSHIP_ERROR_MEMORY. On failure the caller keeps the AI.
 */
BSHIP_API bship_status bship_game_set_ai(bship_game *game, int32_t side, bship_ai *ai,
                                         bship_error *error);

/**
 * Places the ships of a side as they lie on a board, all of them or only some. Ships placed before
 * are removed. To lay a fleet step by step, change a board and give it to the game again, or once
 * it is complete.
 *
 * @param game  the game
 * @param side  a ::bship_side that is local
 * @param board a board of equal rules, without shots; it is copied
 * @param error filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if the side is remote or there is no such side;
 *         #BSHIP_ERROR_STATE after the start; #BSHIP_ERROR_STARTED if the board was fired at;
 *         #BSHIP_ERROR_RULES.
 */
BSHIP_API bship_status bship_game_set_board(bship_game *game, int32_t side,
                                            const bship_board *board, bship_error *error);

/**
 * Places the whole fleet of a side, using the game's seed. Ships placed before are removed.
 * The layout is that of the side's AI, if the AI places its own fleet (bship_ai_place());
 * else it is random: drawn by the game's sampler (bship_sampler_place()) or, without one, as
 * by bship_board_place_random(). Every call for a side gives another layout.
 *
 * @param game    the game
 * @param side    a ::bship_side that is local
 * @param options NULL for the defaults; the work limit does not apply to a sampler. An AI that
 *                places its own fleet uses them as bship_ai_place() says
 * @param method  receives how the layout was drawn, a ::bship_draw_method, #BSHIP_DRAW_METHOD_NONE
 *                if the AI chose it; may be NULL
 * @param error   filled on failure, with the side in `index` unless the options are at fault; may
 *                be NULL
 * @return as bship_board_place_random() and bship_ai_place(); #BSHIP_ERROR_ARGUMENT if the
 *         side is remote or there is no such side; #BSHIP_ERROR_STATE after the start, and if the
 *         side's AI plays in another game now.
 */
BSHIP_API bship_status bship_game_place_random(bship_game *game, int32_t side,
                                               const bship_draw_options *options, int32_t *method,
                                               bship_error *error);

/**
 * Starts the game. If the first mover is random, it is drawn now.
 *
 * @param game  the game
 * @param error filled on failure, with the side at fault in `index`, or -1; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if it has started, or an AI plays in another game now;
 *         #BSHIP_ERROR_NOT_PLACED if the fleet of a local side is not complete.
 */
BSHIP_API bship_status bship_game_start(bship_game *game, bship_error *error);

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
 * salvo, and no more than it has left by `shots N`.
 *
 * @param game the game
 * @return the number; 0 unless the phase is #BSHIP_PHASE_AIMING.
 */
BSHIP_API int32_t bship_game_shots_due(const bship_game *game);

/**
 * The current round, from 1. A round is one turn of each side; one that has no shots left is passed
 * over. Each turn of a head start is a round of its own.
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
 * The points of a side: those of the ships that it has sunk.
 *
 * @param game the game
 * @param side a ::bship_side
 * @return the sum; -1 if the other side is remote and reports do not tell the points
 *         (#BSHIP_DETAIL_POINTS), or if there is no such side.
 */
BSHIP_API int64_t bship_game_points(const bship_game *game, int32_t side);

/**
 * Why a game ended.
 *
 * @param game the game
 * @return a ::bship_end_reason.
 */
BSHIP_API int32_t bship_game_end_reason(const bship_game *game);

/**
 * Fires the one shot that is due.
 *
 * If the other side is local, the shot is reported and recorded at once, and the turn may
 * pass. If it is remote, the game then awaits the report.
 *
 * @param game   the game
 * @param cell   the cell
 * @param report receives the report; untouched if the other side is remote or the rules
 *               disclose totals only; may be NULL
 * @param error  filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE unless the phase is #BSHIP_PHASE_AIMING;
 *         #BSHIP_ERROR_COUNT if a salvo of another size is due; as
 *         bship_board_check_fire(); #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_game_fire(bship_game *game, bship_cell cell, bship_report *report,
                                       bship_error *error);

/**
 * Fires all shots that are due. Entry -1 of bship_game_log_entry() says what happened.
 *
 * @param game  the game
 * @param cells `count` different cells, fired at in this order
 * @param count bship_game_shots_due()
 * @param error filled on failure, with the cell at fault in `index`; may be NULL
 * @return as bship_game_fire(); #BSHIP_ERROR_DUPLICATE.
 */
BSHIP_API bship_status bship_game_fire_salvo(bship_game *game, const bship_cell *cells,
                                             size_t count, bship_error *error);

/** What happened in one call that fired: an entry of the log. */
typedef struct bship_game_entry {
    size_t size;        /**< sizeof(bship_game_entry); see @ref struct_sizes */
    int64_t entry;      /**< its number in the log, from 0 */
    int64_t round;      /**< the round, from 1, as bship_game_round() gives it */
    int64_t turn;       /**< the number of its turn, from 0, counting those of both sides */
    int32_t part;       /**< its number within that turn, from 0: above 0 only with the rule
                             `again-on-hit` */
    int32_t side;       /**< the ::bship_side that fired */
    int64_t chart_turn; /**< the number, from 0, of its turn in the chart of that side */
    int64_t first_shot; /**< the number, from 0, of its first shot in that chart */
    int32_t shots;      /**< the number of its shots, at least 1 */
    int32_t is_total;   /**< whether they are reported by a total, which is in that chart */
    int32_t is_awaited; /**< whether its reports are awaited; only then are `chart_turn` and
                             `first_shot` not yet in the chart, and it may have fewer shots in
                             the end: those after the last sinking are not fired */
    int32_t reserved;   /**< zero */
} bship_game_entry;

/** An empty entry. */
#define BSHIP_GAME_ENTRY_INIT                                                                      \
    {                                                                                              \
        sizeof(bship_game_entry), 0, 0, 0, 0, BSHIP_SIDE_NONE, 0, 0, 0, 0, 0, 0                    \
    }

/**
 * Lets the AI of the side to move fire the shots that are due: one shot or one salvo.
 *
 * @param game    the game
 * @param options of this aim; NULL for the defaults
 * @param out     receives what happened; may be NULL
 * @param error   filled on failure, with the side in `index` if its AI is at fault; may be NULL
 * @return as bship_game_fire() and bship_ai_aim_salvo(); #BSHIP_ERROR_STATE unless the phase
 *         is #BSHIP_PHASE_AIMING, if the side to move has no AI, or if that plays in another game
 *         now; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_game_step(bship_game *game, const bship_aim_options *options,
                                       bship_game_entry *out, bship_error *error);

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
 * On failure nothing is recorded, and the game still awaits the reports. A contradiction can
 * be claimed: bship_game_claim_contradiction().
 *
 * @param game    the game
 * @param reports `count` reports
 * @param count   how many
 * @param error   filled on failure, with the report at fault in `index`; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if no reports are awaited; #BSHIP_ERROR_COUNT
 *         for a wrong number of reports; as bship_chart_record_turn(). With
 *         #BSHIP_AUDIT_COMPLETE also #BSHIP_ERROR_CONTRADICTION if no layout agrees with all
 *         reports so far, and #BSHIP_ERROR_CANCELLED.
 */
BSHIP_API bship_status bship_game_report(bship_game *game, const bship_report *reports,
                                         size_t count, bship_error *error);

/**
 * Supplies the report of a remote side, by totals. Else as bship_game_report().
 *
 * @param game  the game
 * @param total the report
 * @param fired how many of the pending shots were fired: fewer than all only if an earlier
 *              one sank the last ship
 * @param error filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if no report is awaited; #BSHIP_ERROR_COUNT for
 *         a wrong number of shots; as bship_chart_record_total(); with #BSHIP_AUDIT_COMPLETE
 *         as bship_game_report().
 */
BSHIP_API bship_status bship_game_report_total(bship_game *game, const bship_total *total,
                                               size_t fired, bship_error *error);

/**
 * The number of entries in the log of a game: one for each call that fired and whose shots
 * have been reported. With the rule `again-on-hit` a turn may have several.
 *
 * @param game the game
 * @return the number of entries.
 */
BSHIP_API int64_t bship_game_log_length(const bship_game *game);

/**
 * One entry of the log. Shots that await their reports are the entry that follows the last one:
 * its number is bship_game_log_length().
 *
 * @param game  the game
 * @param entry its number, from 0; -1: the latest, which the last call that fired or reported has
 *              made, also if it awaits its reports
 * @param out   the entry
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if there is no such entry; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_game_log_entry(const bship_game *game, int64_t entry,
                                            bship_game_entry *out);

/**
 * The shots of an entry of the log, in the order fired, and their reports.
 *
 * @param game     the game
 * @param entry    its number, as in bship_game_log_entry()
 * @param cells    receives the first `capacity` cells; may be NULL
 * @param reports  receives the first `capacity` reports; misses if they are awaited or reported
 *                 by a total; may be NULL
 * @param capacity cells and reports in the arrays
 * @return the number of shots of the entry; 0, and nothing is written, if there is no such entry.
 */
BSHIP_API size_t bship_game_log_shots(const bship_game *game, int64_t entry, bship_cell *cells,
                                      bship_report *reports, size_t capacity);

/**
 * Takes back what happened last: an end that the shots did not decide, else the last entry of the
 * log. To redraw the grids, compare their states: bship_chart_changes() speaks of the turn that is
 * then the last. Its side is to move again; boards, charts, turns and the aims of AIs are as before
 * it. AIs that bship_game_set_ai() has replaced do not come back. Allocates nothing.
 *
 * @param game the game
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if a side is remote or nothing has happened.
 */
BSHIP_API bship_status bship_game_undo(bship_game *game);

/**
 * Ends a game as a side gives it up: the other one wins. Shots that await their reports are
 * dropped.
 *
 * @param game the game
 * @param side the ::bship_side that gives up, to move or not
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for no such side; #BSHIP_ERROR_STATE before the
 *         start and after the end.
 */
BSHIP_API bship_status bship_game_resign(bship_game *game, int32_t side);

/**
 * Ends a game that nobody wins, for instance because a remote side cannot be reached any more.
 * The outcome stays #BSHIP_OUTCOME_NONE. Shots that await their reports are dropped.
 *
 * @param game the game
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE before the start and after the end.
 */
BSHIP_API bship_status bship_game_abandon(bship_game *game);

/**
 * Ends a game because a remote side has given false reports: the side to move, which awaits
 * them, wins.
 *
 * @param game the game
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE unless reports are awaited and one of these shots was
 *         refused with #BSHIP_ERROR_CONTRADICTION.
 */
BSHIP_API bship_status bship_game_claim_contradiction(bship_game *game);

/**
 * Supplies the layout of a remote side after the end, and compares it with all that the side
 * has reported. If they agree, the game keeps it: bship_game_board() returns it, and
 * bship_record_new_game() writes it, also where the other side has won by
 * bship_game_claim_contradiction(): the shot that was refused then has no report. If they do not
 * agree, the layout is not kept, no other is accepted, and the other side wins with
 * #BSHIP_END_REASON_CONTRADICTION; of a game that has already ended for that reason the winner
 * stays.
 *
 * @param game       the game
 * @param side       a ::bship_side that is remote
 * @param placements `count` placements
 * @param count      the number of ships of the fleet
 * @param error      filled on failure, as by bship_chart_check_layout() for the chart of the
 *                   other side; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_CONTRADICTION; #BSHIP_ERROR_STATE before the end, or if the
 *         side has revealed a layout before; #BSHIP_ERROR_ARGUMENT if the side is local or
 *         there is no such side; as bship_board_place_layout() for an illegal layout, which
 *         changes nothing; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_game_reveal(bship_game *game, int32_t side,
                                         const bship_placement *placements, size_t count,
                                         bship_error *error);

/**
 * Ends a game that is over for a remote side that does not reveal its layout: none in time, one
 * that is illegal, or another one than it has committed to, of which the game knows nothing. The
 * other side wins with #BSHIP_END_REASON_CONTRADICTION, whatever the shots or a resignation have
 * decided; of a game that has already ended for that reason the winner stays. No layout of the side
 * is accepted any more.
 *
 * @param game the game
 * @param side a ::bship_side that is remote
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE before the end, or if the side has revealed a layout
 *         before, be it true or false; #BSHIP_ERROR_ARGUMENT if the side is local or there is no
 *         such side.
 */
BSHIP_API bship_status bship_game_claim_unrevealed(bship_game *game, int32_t side);

BSHIP_END_DECLS

#endif
