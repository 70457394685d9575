/*
 * A program that plays games over a network by an AI: the course of a game (talk/course.h) without
 * a front end, of which nothing is asked.
 */
#ifndef PROGRAMS_NETWORK_PLAYER_H
#define PROGRAMS_NETWORK_PLAYER_H

#include <stdint.h>

#include "common/process.h"
#include "network/peer.h"

#define PROGRAM "battleship-network"

/* What the command line says of a game. */
struct player_options {
    struct peer_options peer; /* without rules: this side joins */
    const char *address;      /* HOST:PORT, or the port of a host */
    const char *strategy;
    const uint64_t *seed; /* secret: of the own fleet and AI; NULL: a random one */
    uint64_t rounds;      /* this side resigns after so many rounds; 0: never */
    uint64_t games;       /* as many are played, if the other side agrees */
    const char *keep;     /* the file where a game is kept that outlives its program; NULL: none */
};

/* Plays games: prints their shots on stderr, and their records on stdout. Returns the exit code. */
int player_run(const struct player_options *options);

#endif
