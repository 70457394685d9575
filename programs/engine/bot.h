/*
 * A dialogue with one bot: its process, and what it has been told. Every question either is
 * answered in time and correctly, or leaves a fault: then the process is killed, and the next game
 * starts a new one.
 *
 * A bot is told a game from its beginning whatever it was told before: another game, or none. So
 * what it does depends on the chart alone, as far as the bot keeps to the protocol.
 */
#ifndef PROGRAMS_ENGINE_BOT_H
#define PROGRAMS_ENGINE_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/battleship.h>

#include "engine/child.h"
#include "engine/command.h"
#include "engine/faults.h"

/* A bot. All zero but the command, rules and `told_water`: not started. */
struct bot {
    const struct bot_command *command;
    const bship_rules *rules;
    char *rules_text;
    struct child child;
    char name[PROTOCOL_NAME_MAX + 1]; /* "" if it has not said any */
    bool places;                      /* whether it lays its own fleets */
    bool is_playing;                  /* whether it was told of a game, and not that it is over */
    uint64_t seed;                    /* of the game */
    int32_t side;
    int64_t told_turns; /* of the chart with that hash */
    uint64_t told_hash;
    uint8_t *told_water; /* by cell, row by row */
    bool has_failed;     /* in this game */
    struct fault fault;  /* of the last failure */
};

/* Makes a bot without a process; false: out of memory. To be cleared even then. */
bool bot_init(struct bot *bot, const struct bot_command *command, const bship_rules *rules);

/* Ends a bot's process, and says whether it has obeyed; then `fault` says so. */
bool bot_clear(struct bot *bot);

/*
 * Starts the process if need be, and tells it the rules. Like all calls below, returns BSHIP_OK;
 * BSHIP_ERROR_STRATEGY with a fault; BSHIP_ERROR_CANCELLED; BSHIP_ERROR_MEMORY.
 */
bship_status bot_meet(struct bot *bot);

/* Begins a new game. */
void bot_begin(struct bot *bot, uint64_t seed, int32_t side);

/* Ends a game: tells what is new on the chart, and that the game is over. */
void bot_end(struct bot *bot, const bship_chart *chart);

/* Asks for a fleet. */
bship_status bot_place(struct bot *bot, bship_placement *placements, size_t count, uint64_t seed);

/* Asks for shots, after telling what is new on the chart. */
bship_status bot_aim(struct bot *bot, const bship_chart *chart, bship_cell *cells, size_t count);

#endif
