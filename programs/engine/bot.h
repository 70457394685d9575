/*
 * A dialogue with one bot: its process, and what it was sent. Every question either is answered in
 * time and correctly, or leaves a fault: then the process is killed, and the next game starts a new
 * one.
 *
 * A bot is sent a game from its beginning whatever it was sent before: another game, or none. So
 * what it does depends on the chart alone, as far as the bot keeps to the protocol.
 */
#ifndef PROGRAMS_ENGINE_BOT_H
#define PROGRAMS_ENGINE_BOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/battleship.h>

#include "engine/bot_command.h"
#include "engine/child.h"

/* A bot. All zero but the command, rules and `sent_water`: not started. */
struct bot {
    const struct bot_command *command;
    const bship_rules *rules;
    char *rules_text;
    struct child child;
    char name[PROTOCOL_NAME_MAX + 1]; /* "" if it has not said any */
    bool places;                      /* whether it lays its own fleets */
    bool is_playing;                  /* whether it was told of a game, and not that it is over */
    uint64_t seed;                    /* of the game, as the bot is told it */
    int32_t side;
    int64_t sent_turns; /* of the chart with that hash */
    uint64_t sent_hash;
    uint8_t *sent_water;          /* by cell, row by row */
    bool has_failed;              /* in this game */
    struct fault fault;           /* of the last failure */
    struct transcript transcript; /* of this game, if the command is noted */
};

/* Makes a bot without a process; false: out of memory. It must be cleared even then. */
bool bot_init(struct bot *bot, const struct bot_command *command, const bship_rules *rules);

/* Ends a bot's process, and says whether it has obeyed; if not, `fault` says so. */
bool bot_clear(struct bot *bot);

/*
 * Starts the process if it does not run, and tells it the rules. Like all calls below, returns
 * BSHIP_OK; BSHIP_ERROR_STRATEGY with a fault; BSHIP_ERROR_CANCELLED; BSHIP_ERROR_MEMORY.
 */
bship_status bot_start(struct bot *bot);

/* Begins a new game, and a new transcript. */
void bot_begin(struct bot *bot, uint64_t seed, int32_t side);

/* Ends a game: sends what is new on the chart, and that the game is over. */
void bot_end(struct bot *bot, const bship_chart *chart);

/* Asks for a fleet. */
bship_status bot_place(struct bot *bot, bship_placement *placements, size_t count, uint64_t seed);

/* Sends what is new on the chart, and asks for shots. */
bship_status bot_aim(struct bot *bot, const bship_chart *chart, bship_cell *cells, size_t count);

#endif
