/* A command that plays, and how long it may take. */
#ifndef PROGRAMS_ENGINE_COMMAND_H
#define PROGRAMS_ENGINE_COMMAND_H

#include <stdbool.h>

struct bot_command {
    const char *text;           /* for the shell */
    int milliseconds;           /* the longest wait for an answer */
    bool (*is_cancelled)(void); /* asked while a bot thinks, by any thread; or NULL */
};

#endif
