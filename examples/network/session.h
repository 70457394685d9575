/* A game against another process: the protocol described in doc/network.md. */
#ifndef EXAMPLES_NETWORK_SESSION_H
#define EXAMPLES_NETWORK_SESSION_H

#include <stdint.h>

#include <battleship/battleship.h>

#include "network/wire.h"

#define PROGRAM "battleship-network"

/* What the command line says of a game. */
struct session_options {
    const bship_rules *rules; /* NULL: this side joins, and the host says */
    const char *strategy;
    const uint64_t *seed; /* secret: of the own fleet and AI; NULL: a random one */
};

/* Plays a game and prints its record; the wire keeps a failure. */
void session_run(struct wire *wire, const struct session_options *options);

#endif
