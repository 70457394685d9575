/* How a bot is started, and what it has done wrong. */
#ifndef PROGRAMS_ENGINE_BOT_COMMAND_H
#define PROGRAMS_ENGINE_BOT_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FAULT_REASON_SIZE = 128,
    FAULT_DETAIL_SIZE = 192
};

/* What a bot may use. */
struct bot_limits {
    int64_t milliseconds; /* the longest wait for an answer */
    int64_t seconds;      /* processor time of each process for a game; 0: no limit */
    uint64_t bytes;       /* address space of each process; 0: no limit */
};

/* A command that plays. With a limit of processor time each game has a process of its own. */
struct bot_command {
    const char *text; /* for the shell */
    struct bot_limits limits;
    bool (*is_cancelled)(void); /* asked while a bot thinks, by any thread; or NULL */
    bool is_noted;              /* whether there is a transcript of each game */
};

/* Why a bot lost games. */
struct fault {
    char reason[FAULT_REASON_SIZE]; /* the predicate of a sentence about the bot */
    char detail[FAULT_DETAIL_SIZE]; /* what it was the first time: a line, perhaps; or "" */
    bool loses;                     /* whether it loses a game */
    int64_t count;
};

#endif
