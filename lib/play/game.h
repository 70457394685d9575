/* The struct behind a game. */
#ifndef BSI_PLAY_GAME_H
#define BSI_PLAY_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>
#include <battleship/posterior.h>

#include "base/names.h"
#include "play/salvo.h"
#include "play/turns.h"

typedef struct bsi_side {
    bship_board *board;    /* its own grid; NULL if the side is remote */
    bship_board *revealed; /* of a remote side: its grid, as revealed after the end; or NULL */
    bool has_revealed;     /* whether it revealed a layout, true or false */
    bship_chart *chart;    /* what it knows of the other side's board */
    bship_ai *ai;          /* the caller's; NULL if it has none */
    uint64_t layouts;      /* the number of layouts drawn for it */
    bship_habits *habits;  /* of whoever plays it; the caller's, or NULL */
    bool is_observed;      /* whether these have observed this game */
} bsi_side;

/* An entry of the log. */
typedef struct bsi_log_entry {
    bsi_turns turns;     /* before it: its side is to move */
    uint32_t chart_turn; /* its turn in the chart of that side */
} bsi_log_entry;

struct bship_game {
    bship_rules *rules;
    uint64_t seed;       /* secret: layouts of local sides, and their AIs */
    uint64_t first_seed; /* public: a random first mover */
    bsi_side sides[BSI_SIDES];
    int32_t phase;  /* a bship_phase */
    int32_t begins; /* the side that begins; NONE: the rules decide */
    bsi_turns turns;
    int32_t outcome;  /* a bship_outcome: that of the turns, unless the game ended otherwise */
    int32_t reason;   /* a bship_end_reason */
    size_t pending;   /* shots that await a report; their cells are in the salvo */
    bool is_disputed; /* whether a report of these shots was a contradiction */
    bsi_salvo salvo;  /* the current one */
    bsi_log_entry *log;
    size_t log_length;
    size_t log_capacity;
    bship_sampler *sampler; /* draws layouts; or NULL */
    bool is_audited;        /* whether reports are checked completely, with these options: */
    bship_posterior_options audit;
};

/* bship_game_reset() with a separate seed for each AI. */
void bsi_game_reset(bship_game *game, uint64_t seed, uint64_t first_seed,
                    const uint64_t ai_seeds[BSI_SIDES]);

/*
 * Starts the game; `began` fires first. All local ships must be placed. OK; MEMORY or CANCELLED if
 * an AI cannot be given what its opponent's habits have learnt.
 */
bship_status bsi_game_begin(bship_game *game, int32_t began);

/* Makes room for another log entry: OK or MEMORY. */
bship_status bsi_game_reserve(bship_game *game);

/* To be called once the shots of the side to move are on its chart: logs them and moves on. */
void bsi_game_advance(bship_game *game);

/*
 * Lets the shots due of the side to move, whose target is remote, await their reports;
 * `is_disputed` is whether one was a contradiction. Statuses as bship_game_fire_salvo().
 */
bship_status bsi_game_await(bship_game *game, const bship_cell *cells, size_t count,
                            bool is_disputed, bship_error *error);

/* Sets the phase and the outcome that the turns give. */
void bsi_game_settle(bship_game *game);

/* Ends the game otherwise than by its turns. */
void bsi_game_end(bship_game *game, int32_t outcome, int32_t reason);

/* Once the game is over, lets habits observe the layouts that are known, each once. */
void bsi_game_observe(bship_game *game);

/* Fires the shots on a side's chart at the other side's board, in place of those it received. */
void bsi_game_refire(bship_game *game, int32_t side, bship_board *board);

/* Keeps the board of a remote side that revealed its layout; the game owns it from then on. */
void bsi_game_keep_revealed(bship_game *game, int32_t side, bship_board *board);

/* Whether a side is remote. */
static inline bool bsi_game_has_remote(const bship_game *game)
{
    return !game->sides[BSHIP_SIDE_A].board || !game->sides[BSHIP_SIDE_B].board;
}

/* By the enumerations of these names. */
extern const bsi_names bsi_location_names;
extern const bsi_names bsi_phase_names;
extern const bsi_names bsi_outcome_names;
extern const bsi_names bsi_end_reason_names;
extern const bsi_names bsi_audit_names;

#endif
