/*
 * The end of a game: what is said of it, the reviews of its players, and what is kept of it.
 *
 *     struct ending ending;
 *     ending_open(&ending, session, worker, 0);
 *     ending_keep(&ending, &archive, &reply);    // counted and kept, whatever ends the program
 *     while (...) {
 *         ending_advance(&ending);               // starts reviews, takes what they have found
 *         ending_headline(&ending, text, sizeof text);
 *         ...
 *     }
 *     ending_pause(&ending);                     // for a replay, which uses the worker
 *     ...
 *     ending_keep_review(&ending, &archive, &reply);
 *     ending_close(&ending);
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_ENDING_H
#define PROGRAMS_BATTLESHIP_TALK_ENDING_H

#include "battleship/game/hindsight.h"
#include "battleship/game/replay.h"
#include "battleship/game/review.h"
#include "battleship/game/saves.h"
#include "battleship/game/session.h"
#include "battleship/game/statistics.h"
#include "battleship/game/worker.h"
#include "battleship/talk/reply.h"
#include "battleship/talk/result.h"
#include "battleship/talk/review_words.h"

/* The size of the result of the game of a day. */
#define DAILY_LINE_SIZE 96

enum {
    ENDING_LINES_MAX = 2 * (REVIEW_LINES_MAX + 2) + 1
};

struct ending {
    const struct session *session;
    struct worker *worker;
    struct result result;
    int32_t side;                  /* whose review is shown first; the other one's follows */
    struct review *reviews[SIDES]; /* NULL: this side is not reviewed */
    struct hindsight hindsights[SIDES];
    struct game_result counted[SIDES]; /* in the statistics; zeroes: this side is not */
};

/*
 * Prepares the end of a session that is over. Those who fired are reviewed: the people or, without
 * any, both machines. A review that cannot be had is left out. `seconds` is what the rollouts of a
 * review may take; 0: as long as is usual.
 */
void ending_open(struct ending *ending, const struct session *session, struct worker *worker,
                 double seconds);
void ending_close(struct ending *ending);

/* Takes what the reviews have found, and starts the next one if the worker is free. */
void ending_advance(struct ending *ending);

/* Stops the review that runs, which ending_advance() goes on with. The worker is then free. */
void ending_pause(struct ending *ending);

/* Stops the reviews for good: what they have found is final. */
void ending_finish(struct ending *ending);

/* Whether a review goes on. */
bool ending_is_busy(const struct ending *ending);

/* What is known of a side; NULL if it is not reviewed. */
const struct hindsight *ending_hindsight(const struct ending *ending, int32_t side);

/*
 * Writes how the game ended and what that means, as far as it is known:
 * `You won in 38 shots; 44.1 is usual for an expert. You saved about 7.2 shots by luck and gave
 * away about 1.1.`
 */
void ending_headline(const struct ending *ending, char *text, size_t size);

/*
 * Fills in all that stands below the headline: the result of the game of a day, how often each side
 * has hit, their reviews, and how far these are. Returns how many lines there are.
 */
size_t ending_lines(const struct ending *ending, struct review_line lines[ENDING_LINES_MAX]);

/*
 * Writes the result of the game of a day as a line to copy: `Battleship 2026-11-28: 41 shots, par
 * 43.` Empty of another game.
 */
void ending_daily(const struct ending *ending, char text[DAILY_LINE_SIZE]);

/* Opens the replay of the game, with what is known of it. */
bool ending_replay(const struct ending *ending, struct replay *replay, char why[FILES_WHY_SIZE]);

/* Where a game that has ended is kept. */
struct archive {
    bool is_wanted;      /* false: nothing is counted or kept */
    struct saves *saves; /* the saved copy, which is removed */
    bool cannot_keep;    /* that games are not kept was said already */
};

/*
 * Counts the game in the statistics, keeps it to be replayed, adds the fleet to the profile, and
 * removes the saved copy: before its end is shown, so that it has ended whatever ends the program.
 * The reply says what has failed; REPLY_NONE: nothing.
 */
void ending_keep(struct ending *ending, struct archive *archive, struct reply *reply);

/* Adds what the reviews have found meanwhile to the statistics and to the game that is kept. */
void ending_keep_review(struct ending *ending, struct archive *archive, struct reply *reply);

#endif
