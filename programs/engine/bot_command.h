/* How a bot is started, and what it has done wrong. */
#ifndef PROGRAMS_ENGINE_BOT_COMMAND_H
#define PROGRAMS_ENGINE_BOT_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FAULT_REASON_SIZE = 128,
    FAULT_DETAIL_SIZE = 192
};

/* A command that plays. */
struct bot_command {
    const char *text;           /* for the shell */
    int milliseconds;           /* the longest wait for an answer */
    bool (*is_cancelled)(void); /* asked while a bot thinks, by any thread; or NULL */
};

/* Why a bot lost games. */
struct fault {
    char reason[FAULT_REASON_SIZE]; /* the predicate of a sentence about the bot */
    char detail[FAULT_DETAIL_SIZE]; /* what it was the first time: a line, perhaps; or "" */
    bool loses;                     /* whether it loses a game */
    int64_t count;
};

#endif
