/* Bots among the players of a study: engines, whose games are lost if they do anything wrong. */
#ifndef PROGRAMS_SIMULATION_ENGINES_H
#define PROGRAMS_SIMULATION_ENGINES_H

#include "engine/client.h"
#include "engine/transcript.h"
#include "simulation/bot_folder.h"
#include "simulation/simulation.h"

/* The default time limit for an answer. */
#define ENGINE_MILLISECONDS_DEFAULT 10000

/* A random seed from the operating system; false: it has none. */
bool seed_from_system(uint64_t *seed);

#define DISQUALIFIED_NAME_SIZE 128

/* A bot that could not be started, did not greet as the protocol says, or refused the rules. */
struct disqualified {
    char name[DISQUALIFIED_NAME_SIZE]; /* of its file, or the beginning of its command in quotes */
    char why[ENGINE_WHY_SIZE];         /* the predicate of a sentence about it */
    struct transcript said;            /* until then, if transcripts are kept */
};

/*
 * Adds bots, whose commands outlive the plan; a label that another player has gets a number. As
 * many are met at a time as the plan has threads. A bot that is disqualified is noted and printed
 * on stderr: the others play without it.
 */
int plan_add_engines(struct plan *plan, const struct candidate *candidates, size_t count,
                     const struct bot_limits *limits);

/* Likewise all bots of a folder. */
int plan_add_folder(struct plan *plan, const char *path, const struct bot_limits *limits);

/* The engine that a player is; NULL: it is a strategy of the library. */
const struct engine *player_engine(const struct player *player);

/* After a game of a player, in the thread that played it: an engine hears what came of it. */
void player_end_game(const struct player *player, const bship_chart *chart);

bool plan_has_engines(const struct plan *plan);

/* Frees the engines and the folder of a plan, whose players are of no use afterwards. */
void plan_close_engines(struct plan *plan);

/* Prints on stderr why engines lost games in this run, a line a reason. */
void plan_report_faults(const struct plan *plan);

#endif
