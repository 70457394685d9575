/*
 * Games that players failed, of which files are kept: of each player and reason the first few, by
 * their numbers, however many threads play. So a thousand crashes of one bot leave no thousand
 * files.
 */
#ifndef PROGRAMS_SIMULATION_FAILURES_H
#define PROGRAMS_SIMULATION_FAILURES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/bot_command.h"

/* The failed games of a player and a reason whose files are kept. */
#define FAILURES_KEPT 3

/* The greatest name of a game's files, without the ending and with its NUL. */
#define GAME_NAME_SIZE 192

struct failure {
    size_t player;     /* its number in the plan */
    size_t simulation; /* its number in the study */
    int64_t game;
    char reason[FAULT_REASON_SIZE];
    char name[GAME_NAME_SIZE]; /* of its files */
};

/* In no order. */
struct failures {
    pthread_mutex_t lock; /* held from adding a failure until its files are written, so that those
                             of one that is dropped are there to be removed */
    struct failure *items;
    size_t count;
};

#define FAILURES_INIT                                                                              \
    {                                                                                              \
        PTHREAD_MUTEX_INITIALIZER, NULL, 0                                                         \
    }

/*
 * Adds a failure, under the lock, if it is one of the first of its player and reason so far.
 * `dropped` receives the one that is then no longer among them, with a name of "" if there is none.
 * False: it is none of the first, or there is no memory for it.
 */
bool failures_add(struct failures *failures, const struct failure *failure,
                  struct failure *dropped);

/* The next failure of a player and a reason in the order of games, after another or, if NULL, the
 * first; NULL: there is no more. */
const struct failure *failures_next(const struct failures *failures, size_t player,
                                    const char *reason, const struct failure *after);

void failures_clear(struct failures *failures);

#endif
