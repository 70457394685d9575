/* How fast a game is watched, or a replay plays. */
#ifndef PROGRAMS_BATTLESHIP_TALK_PACE_H
#define PROGRAMS_BATTLESHIP_TALK_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The speeds, from 0; the last one waits for nothing. */
enum {
    PACE_SPEEDS = 6,
    PACE_REPLAY = 1, /* a replay begins slowly: its text is read */
    PACE_GAME = 2    /* a game that is watched begins with this one */
};

struct pace {
    int32_t speed;
    double next; /* when the next turn is due, in seconds_now() */
};

/* The next turn is due after the time between two turns, from now on. */
void pace_begin(struct pace *pace);

/* Changes the speed, within those there are, and begins anew. */
void pace_change(struct pace *pace, int32_t by);

/* Whether the next turn is due; and how many milliseconds before that. */
bool pace_is_due(const struct pace *pace);
int pace_milliseconds(const struct pace *pace);

/* Adds a sentence about the speed to a text. */
void pace_say(const struct pace *pace, char *text, size_t size);

#endif
