/*
 * The course of games, once for all front ends: two players meet, lay their fleets, play, look at
 * the end, and begin again. What is drawn and read on the way is the front end's (front.h).
 *
 *     course_open(&course, &front, worker);
 *     course_save(&course, NULL, why);             // unless nothing is to be kept
 *     outcome = course_offer(&course, true);       // a saved game, if there is one
 *     if (outcome == OUTCOME_DONE)
 *         outcome = course_begin(&course, &wish);
 *     ...
 *     course_close(&course);
 *
 * Each of the calls that play returns how that was left, an enum outcome: OUTCOME_DONE never, but
 * where that is said. The session of the last game stays open until the next one begins.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_COURSE_H
#define PROGRAMS_BATTLESHIP_TALK_COURSE_H

#include <stdbool.h>

#include "battleship/game/preferences.h"
#include "battleship/game/saves.h"
#include "battleship/game/session.h"
#include "battleship/game/worker.h"
#include "battleship/talk/ending.h"
#include "battleship/talk/front.h"
#include "battleship/talk/keeping.h"
#include "battleship/talk/remote.h"
#include "battleship/talk/wish.h"

/* Members may be read freely; those up to `placing` may be set after course_open(), too. */
struct course {
    const struct front *front;
    struct worker *worker;
    struct preferences *preferences; /* in which choices are kept; NULL: none are */
    bool is_hurried;                 /* a game that is watched is played without pauses */
    bool explains;                   /* a person's next game against a machine explains itself */
    bool explains_first;             /* likewise, if no game has been counted yet */
    /* How people's fleets are laid, but in the game of the day: as in a setup. */
    bool places_at_random;
    const char *placing;
    /* Of a program that plays by itself with another machine; NULL: as for people. */
    const struct peer_options *limits; /* how long is waited */
    const uint64_t *seed;              /* the secret one of its games */

    struct saves saves;
    bool is_saved;          /* games are saved as they go */
    struct archive archive; /* games are counted and kept, if it is wanted */
    struct keeping keeping; /* of the game of the session */
    struct session session; /* the game; empty without one */
    struct remote *remote;  /* the player on another machine; NULL: there is none */
    bool is_deceived;       /* in the latest game that has ended, a side reported falsely, or did
                               not reveal its fleet */
};

/* Prepares games that are not saved. The front end and the worker are borrowed. */
void course_open(struct course *course, const struct front *front, struct worker *worker);
void course_close(struct course *course);

/*
 * Has games counted and kept, and saved in a file or, if that is NULL, in the state directory. If
 * they cannot be saved, returns false, and `why` says the reason.
 */
bool course_save(struct course *course, const char *file, char why[FILES_WHY_SIZE]);

/* Keeps what was chosen for the next game. */
void course_keep_preferences(const struct course *course);

/* Plays the game that is wished for, and its rematches. */
int course_begin(struct course *course, const struct wish *wish);

/* Plays a game and its rematches. The setup is cleared. */
int course_play(struct course *course, struct setup *setup);

/* Where the other player is: waited for at a port, or joined at HOST:PORT or HOST. */
struct meeting {
    bool is_host;
    char address[PREFERENCES_ADDRESS_SIZE]; /* or the port of the host */
    int milliseconds; /* how long a guest tries to join a host that is not there yet */
};

/*
 * Meets a player on another machine, and plays. The setup has the own name, and a host's has the
 * rules; it is cleared.
 */
int course_meet(struct course *course, const struct meeting *meeting, struct setup *setup);

/*
 * Goes on with the saved game or, of several, with the one that is chosen. OUTCOME_REFUSED: there
 * is none, for the reason of saves_missing().
 */
int course_resume(struct course *course);

/*
 * Offers the saved game to whoever is there, and goes on with it; unless `is_any`, only one with
 * another machine. OUTCOME_DONE: there is none, or it is not wanted.
 */
int course_offer(struct course *course, bool is_any);

/* Ends with the game that was played last: another one may be found now. */
void course_leave(struct course *course);

#endif
