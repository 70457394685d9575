/*
 * Bots as players: a command whose processes play as a custom strategy of the library, one for each
 * AI that is made of it, which in a match is one for each thread.
 */
#ifndef PROGRAMS_ENGINE_CLIENT_H
#define PROGRAMS_ENGINE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/battleship.h>

#include "engine/bot_command.h"

/* The size of the reason why there is no engine. */
#define ENGINE_WHY_SIZE (FAULT_REASON_SIZE + FAULT_DETAIL_SIZE + 4)

struct transcript;

/* A command that plays. */
struct engine;

/*
 * Runs a bot once to learn its name, and whether it plays these rules. The text of the command is
 * borrowed. BSHIP_OK; BSHIP_ERROR_STRATEGY if this bot does not play; BSHIP_ERROR_UNSUPPORTED if no
 * bot can play these rules; BSHIP_ERROR_CANCELLED; BSHIP_ERROR_MEMORY. The reason is a sentence
 * about the bot without its subject, such as "did not answer within 1000 ms". On failure `said`
 * takes what was said, if the command is noted; it is to be cleared. NULL: nobody wants it.
 */
bship_status engine_open(struct engine **out, const struct bot_command *command,
                         const bship_rules *rules, char why[ENGINE_WHY_SIZE],
                         struct transcript *said);

/* Frees an engine, after all of its AIs; NULL is accepted. */
void engine_close(struct engine *engine);

/* The name that the bot gave itself; "bot" if it did not. */
const char *engine_name(const struct engine *engine);

/* The callbacks of its AIs, whose `user` is the engine. They live as long as the engine. */
const bship_strategy_callbacks *engine_callbacks(const struct engine *engine);

/*
 * Ends the game that the calling thread has played last: sends the bot what is new on its chart.
 * Without this call a bot learns that a game is over when the next one begins, and is not sent the
 * reports of the last shots.
 */
void engine_end_game(struct engine *engine, const bship_chart *chart);

/* What was said in that game, if its command is noted; NULL: nothing. Until the next one. */
const struct transcript *engine_transcript(const struct engine *engine);

/* Why that game was lost; NULL: the bot did nothing wrong. */
const struct fault *engine_lost_by(const struct engine *engine);

/* The different reasons why it lost games so far; they are not asked for while one is played. */
size_t engine_fault_count(const struct engine *engine);
const struct fault *engine_fault(const struct engine *engine, size_t number);

#endif
