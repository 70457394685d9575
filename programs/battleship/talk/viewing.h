/*
 * What is said of a replay, and its commands: where it stands, what each step was, what the review
 * of the game found. And the list of the kept games.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_VIEWING_H
#define PROGRAMS_BATTLESHIP_TALK_VIEWING_H

#include <stdio.h>

#include "battleship/game/hindsight.h"
#include "battleship/game/kept.h"
#include "battleship/game/panel.h"
#include "battleship/game/replay.h"
#include "battleship/talk/reply.h"
#include "battleship/talk/result.h"

/* What is said where a review is asked for that was not made. */
#define REPLAY_NO_REVIEW "There is no review of this game."

/* A replay being looked at. */
struct viewing {
    struct replay *replay; /* borrowed */
    bool has_result;
    struct result result; /* the names in it may be changed into what the terminal can show */
    struct hindsight hindsights[SIDES];
    int32_t side; /* whose review comes first */
    int32_t left; /* the side whose waters stand on the left, as they did in the game */
};

/* Looks at a replay; `is_own`: its only person is called `you`. */
void viewing_open(struct viewing *viewing, struct replay *replay, bool is_own);
void viewing_close(struct viewing *viewing);

/* Whether there is a review of a side. */
bool viewing_has_review(const struct viewing *viewing);

/* The title: `Replay: you and medium, classic`. */
void viewing_title(const struct viewing *viewing, char *text, size_t size);

/* Moves by a command; false if it is none that moves. */
bool viewing_move(struct viewing *viewing, int32_t command);

/* Moves to the step whose number was typed, or says why that cannot be. */
void viewing_go(struct viewing *viewing, const char *number, struct reply *reply);

/* Prints a turn as it is logged: `E5 miss, E6 sunk: Carrier`; step from 0. */
void viewing_print_turn(const struct viewing *viewing, int64_t step, FILE *out);

/*
 * Fills a panel with the waters of a side under their title, and marks the shots of the last step
 * as fresh: with its ships if `is_open` and they are known.
 */
void viewing_show_waters(const struct viewing *viewing, int32_t side, bool is_open,
                         struct panel *panel);

/* Writes where the replay stands: `Step 3 of 80.` */
void viewing_position(const struct viewing *viewing, char *text, size_t size);

/*
 * Says what has happened in the last step, and what the review found; at the end the result, and a
 * contradiction in the record. To be freed; NULL if out of memory.
 */
char *viewing_say(const struct viewing *viewing);

/*
 * Writes when a kept game was played, against whom, and how it ended, then its rules:
 * `2026-11-23 18:40  medium. You won in 38 shots.`, `Rules: classic.`
 */
void replay_describe_kept(const struct kept_game *game, char *text, size_t size);
void replay_explain_kept(const struct kept_game *game, char *text, size_t size);

/* Says what is to be known before one of the kept games is chosen; empty: nothing. */
void replay_introduce_kept(const struct kept_games *kept, char *text, size_t size);

#endif
