/* The other end of the protocol: an AI of the library as a bot. */
#ifndef PROGRAMS_ENGINE_SERVER_H
#define PROGRAMS_ENGINE_SERVER_H

#include <battleship/battleship.h>

#define PROGRAM "battleship-engine"

/* What plays. */
struct server_options {
    const char *name;
    const char *strategy; /* NULL: that of the level in `ai` */
    bship_ai_options ai;  /* without a seed and a side */
    uint64_t seed;        /* added to those of the games */
};

/*
 * Answers the lines of standard input on standard output, until `quit` or the end of the input.
 * Returns an exit code, with the reason printed on stderr.
 */
int serve(const struct server_options *options);

#endif
