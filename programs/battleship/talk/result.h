/* What the players are called, and how a game ended, in a sentence. */
#ifndef PROGRAMS_BATTLESHIP_TALK_RESULT_H
#define PROGRAMS_BATTLESHIP_TALK_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/record.h>

#include "battleship/game/session.h"
#include "common/sides.h"

/* A player in sentences. */
struct called {
    char name[PLAYER_NAME_SIZE];      /* `you`, `medium`, `Anna` */
    char subject[PLAYER_NAME_SIZE];   /* at the beginning of a sentence: `You`, `Medium` */
    char owner[PLAYER_NAME_SIZE + 2]; /* whose something is: `your`, `medium's` */
    bool is_you;
    bool is_hiding; /* a machine that does not lay its fleet at random */
};

/* A game that has ended. */
struct result {
    int32_t outcome;       /* a bship_outcome */
    int32_t reason;        /* a bship_end_reason */
    int64_t shots[SIDES];  /* that each side has fired */
    int64_t points[SIDES]; /* that each side has made, if the limit of shots ended the game */
    struct called called[SIDES];
};

/* What a side of a session is called. */
void called_in_session(struct called *called, const struct session *session, int32_t side);

/* What a side of a record is called: `you` if `is_own` and it is the only person of the game. */
void called_in_record(struct called *called, const bship_record *record, int32_t side, bool is_own);

/* The result of a session that has ended. */
void result_of_session(struct result *result, const struct session *session);

/* That of a record, likewise; false if the record states none. */
bool result_of_record(struct result *result, const bship_record *record, bool is_own);

/* Writes how the game ended, without a full stop: `You won in 41 shots`. */
void result_say(const struct result *result, char *text, size_t size);

#endif
