/*
 * The game of a day: the date, in UTC, is its seed, and rules, opponent and fleets are the same for
 * everybody. Its par is the number of shots in which the level `expert` sinks the opponent's fleet.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_DAILY_H
#define PROGRAMS_BATTLESHIP_GAME_DAILY_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "battleship/game/session.h"

/* The size of a date, `2026-11-28`, with its NUL. */
#define DAILY_DATE_SIZE 11

/*
 * Makes the setup of the game of the day of a time, for a player of a name or, if that is empty, of
 * the usual one. False if out of memory, or if there is no such day.
 */
bool daily_setup(time_t when, const char *name, struct setup *setup);

/* Whether a session is the game of a day: writes its date, which is empty otherwise. */
bool daily_date(const struct session *session, char date[DAILY_DATE_SIZE]);

/* Fills in the par of a session, if it is the game of a day. */
bship_status daily_rate(struct session *session);

/* Writes what the game of a day is: `daily 2026-11-28, par 43`; empty of another one. */
void daily_title(const struct session *session, char *text, size_t size);

#endif
