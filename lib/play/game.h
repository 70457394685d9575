/* The struct behind a game. */
#ifndef BSI_PLAY_GAME_H
#define BSI_PLAY_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/experimental/habits.h>
#include <battleship/game.h>
#include <battleship/posterior.h>

#include "base/names.h"
#include "play/predecessors.h"
#include "play/salvo.h"
#include "play/turns.h"

typedef struct bsi_side {
    bship_board *board;    /* the side's ships; NULL if the side is remote */
    bship_board *revealed; /* the ships that a remote side revealed after the end; or NULL */
    bool has_revealed;     /* a remote side revealed a layout, be it true or false */
    bship_chart *chart;    /* what the side knows of the other side's board */
    bship_ai *ai;          /* NULL: none */
    uint64_t layouts;      /* the number of layouts drawn for the side */
    bship_habits *habits;  /* of the side's player; borrowed from the caller, or NULL */
    bool is_observed;      /* the habits have observed this game */
} bsi_side;

/* An entry of the log. */
typedef struct bsi_log_entry {
    bsi_turns turns;     /* as they were before the entry: its side is to move */
    uint32_t chart_turn; /* the turn of the entry in the chart of its side */
} bsi_log_entry;

struct bship_game {
    bship_rules *rules;
    uint64_t seed;       /* secret: seeds the layouts and AIs of local sides */
    uint64_t first_seed; /* public: seeds the choice of a random first mover */
    bsi_side sides[BSI_SIDES];
    bool owns_ais; /* the game frees its AIs; else the caller does */
    bsi_predecessors predecessors;
    int32_t phase;  /* a bship_phase */
    int32_t begins; /* the side that begins; NONE: the rules decide */
    bsi_turns turns;
    int32_t outcome;  /* a bship_outcome; that of the turns, unless the reason is another */
    int32_t reason;   /* a bship_end_reason; not that of the turns: shots did not end the game */
    size_t pending;   /* the number of shots that await a report; their cells are in the salvo */
    bool is_disputed; /* a report of the pending shots was a contradiction */
    bsi_salvo salvo;  /* the shots of the current turn */
    bsi_log_entry *log;
    size_t log_length;
    size_t log_capacity;
    bship_sampler *sampler;        /* draws layouts; NULL: boards draw them */
    bool is_audited;               /* reports are checked by a search for a layout */
    bship_posterior_options audit; /* the options of that search */
};

/* The seed of a side's AI in a game of these seeds. */
uint64_t bsi_game_ai_seed(const bship_game *game, int32_t side, uint64_t seed, uint64_t first_seed);

/* bship_game_reset() with a separate seed for each AI. */
void bsi_game_reset(bship_game *game, uint64_t seed, uint64_t first_seed,
                    const uint64_t ai_seeds[BSI_SIDES]);

/*
 * Starts the game; `began` fires first. All local ships must be placed. Statuses: OK, MEMORY, or
 * CANCELLED by the progress callback of an AI that uses habits.
 */
bship_status bsi_game_begin(bship_game *game, int32_t began);

/* Whether the AI of a side, if it has one, still plays in this game: OK or STATE. */
bship_status bsi_game_check_ai(const bship_game *game, int32_t side, bship_error *error);

/* Makes room for another log entry: OK or MEMORY. */
bship_status bsi_game_reserve(bship_game *game);

/* Logs the turn of the side to move, whose shots are on its chart, and begins the next turn. */
void bsi_game_advance(bship_game *game);

/*
 * Fires the shots due at a remote side, as bship_game_fire_salvo(). `is_disputed`: a report of
 * these shots was a contradiction before.
 */
bship_status bsi_game_await(bship_game *game, const bship_cell *cells, size_t count,
                            bool is_disputed, bship_error *error);

/* Sets the phase, outcome and end reason that follow from the turns. */
void bsi_game_settle(bship_game *game);

/* Ends the game for a reason other than its turns. */
void bsi_game_end(bship_game *game, int32_t outcome, int32_t reason);

/* Once the game is over, lets habits observe the known layouts, each of them once. */
void bsi_game_observe(bship_game *game);

/* Replaces the shots at a board by those on a chart, which is that of the side that fires. */
void bsi_game_refire(bship_game *game, int32_t side, bship_board *board);

/* Keeps the board that a remote side revealed, and takes ownership of it. */
void bsi_game_keep_revealed(bship_game *game, int32_t side, bship_board *board);

/* Whether a side is remote. */
static inline bool bsi_game_has_remote(const bship_game *game)
{
    return !game->sides[BSHIP_SIDE_A].board || !game->sides[BSHIP_SIDE_B].board;
}

/* The names of enumerations. */
extern const bsi_names bsi_location_names;
extern const bsi_names bsi_phase_names;
extern const bsi_names bsi_outcome_names;
extern const bsi_names bsi_end_reason_names;
extern const bsi_names bsi_audit_names;

#endif
