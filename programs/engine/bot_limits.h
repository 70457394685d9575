/* The limits of a bot's process. */
#ifndef PROGRAMS_ENGINE_BOT_LIMITS_H
#define PROGRAMS_ENGINE_BOT_LIMITS_H

#include <stdbool.h>

#include "engine/bot_command.h"

/*
 * Limits the calling process, and those that it starts; safe after a fork of a program with
 * threads. One that ignores the signal at the end of its processor time is killed a second later.
 * It leaves no core behind. False: the system refuses.
 */
bool bot_limits_set(const struct bot_limits *limits);

#endif
