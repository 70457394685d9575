/*
 * A game being played, without a terminal: who aims, which shots of a salvo are marked, what is
 * computed, what there is to say. Both front ends play through it, and only draw and read.
 *
 *     play_open(&play, &session, worker, &options)
 *     while (play.outcome == OUTCOME_GOES_ON) {
 *         play_step(&play);                 // takes answers, and starts what is due
 *         ...show play_status() or play_prompt(), play.reply, the boards...
 *         ...wait for a key or a line, play_fds(), or play_milliseconds()...
 *         play_do(&play, COMMAND_FIRE, "E5");
 *     }
 *     play_close(&play)
 *
 * Nothing here waits but the questions, which the front end puts: whatever takes time is a job of
 * the worker on copies.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_PLAY_H
#define PROGRAMS_BATTLESHIP_TALK_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/game/advice.h"
#include "battleship/game/session.h"
#include "battleship/game/worker.h"
#include "battleship/talk/front.h"
#include "battleship/talk/keeping.h"
#include "battleship/talk/pace.h"
#include "battleship/talk/primer.h"
#include "battleship/talk/remote.h"
#include "battleship/talk/reply.h"

/* What the game is about; without a second human at the terminal always the first. */
enum play_stage {
    PLAY_STAGE_TURNS,    /* the viewer aims, or the other side does */
    PLAY_STAGE_RESULT,   /* the viewer has fired, and looks at the result before handing over */
    PLAY_STAGE_HAND_OVER /* the next player is asked to sit down, in play_step() */
};

enum {
    PLAY_NOTHING = -1,     /* no enum advice_kind */
    PLAY_LINE_SIZE = 1024, /* of the longest argument of a command */
    PLAY_TEXT_SIZE = 1536  /* of a status: a reply, and what stands beside it */
};

struct play_options {
    struct saves *saves;       /* NULL: the game is not kept */
    struct remote *remote;     /* the remote side; NULL: there is none */
    const struct front *front; /* answers questions, and shows pages */
    bool is_hurried;           /* a game that is watched is played without pauses */
    bool explains;             /* a first game, which explains itself */
};

/* Members may be read freely; `reply`, `wants_heat` and `is_paused` may be set, too. */
struct play {
    struct session *session;
    struct worker *worker;
    struct play_options options;
    struct advice *advice;
    int32_t computing; /* the enum advice_kind that is being computed, or PLAY_NOTHING */
    int32_t viewer;    /* the side whose view is shown; BSHIP_SIDE_NONE if machines play */
    int32_t stage;     /* an enum play_stage */
    int64_t changes;   /* how often the game has changed: shots, undo, the end */
    int32_t outcome;   /* an enum outcome: OUTCOME_GOES_ON until the game is over or left */

    /* Aiming. */
    bship_cell *marked; /* the shots of a salvo that were named */
    size_t marked_count;
    bship_cell hint;      /* the first cell of the latest hint */
    int64_t hints;        /* how many were given */
    bool wants_heat;      /* the heat map is on */
    double *heat;         /* for each cell */
    int64_t heat_entries; /* the length of the log that it is for; -1: none */

    /* What is said: of the last command, or of what has happened meanwhile. */
    struct reply reply;
    struct keeping keeping;
    struct primer primer;   /* its text is for the shot that is due now */
    int64_t primer_changes; /* the changes of the game that it is for; -1: there was none yet */

    /* Watching. */
    struct pace pace;
    bool is_paused;
    bool wants_step;
};

/* Prepares a game that has started; false if out of memory. Always close it. */
bool play_open(struct play *play, struct session *session, struct worker *worker,
               const struct play_options *options);
void play_close(struct play *play);

/* ---- what goes on ---- */

/* Takes what was computed and what has arrived, and starts what is to be computed now. */
void play_step(struct play *play);

/* The descriptors to wait for besides the keyboard; returns how many. */
enum {
    PLAY_FDS_MAX = PEER_FDS_MAX + 1
};
size_t play_fds(const struct play *play, struct pollfd fds[PLAY_FDS_MAX]);

/* How long to wait at most before the next step, in milliseconds; -1: for ever. */
int play_milliseconds(const struct play *play);

/* ---- what is so ---- */

/* The enum place for the commands of now. */
int32_t play_place(const struct play *play);

/* Whether machines play each other; whether it is for a human here to fire now. */
bool play_is_watching(const struct play *play);
bool play_is_aiming(const struct play *play);

/* Whether a machine here has the turn, so that a person's next turn is soon. */
bool play_awaits_machine(const struct play *play);

size_t play_shots_due(const struct play *play);
int64_t play_log_length(const struct play *play);

/* The chart that the viewer aims by. */
const bship_chart *play_chart(const struct play *play);

/* Whether a heat map is to be shown: one is wanted, and it is that of the present position. */
bool play_has_heat(const struct play *play);

/* Whether a note can be made on a cell, or removed there; the reply says so if not. */
bool play_can_note(struct play *play, bship_cell cell);

/* ---- what is done ---- */

/*
 * Carries a command out; its argument may be empty. The reply says what has come of it. Commands
 * that concern only how things are shown are the front end's: nothing happens here.
 *
 *     COMMAND_FIRE E5       fires, or marks the cell; without a cell, or once all shots due are
 *                           marked, fires the salvo
 *     COMMAND_MARK E5       fires the only shot due, marks a cell of a salvo or unmarks it
 *     COMMAND_UNMARK [E5]   unmarks the cell, or the last one
 *     COMMAND_NOTE [E5 [x]] notes a character, removes the note, or lists all
 *     COMMAND_SAVE [FILE]
 */
void play_do(struct play *play, int32_t command, const char *argument);

/*
 * Takes cells as they were typed, all of them or none. A single shot is fired; of a salvo, cells
 * are marked.
 */
void play_take_cells(struct play *play, const char *line);

/* Ctrl-C: asks whether to leave. */
void play_interrupt(struct play *play);

/* The terminal has gone: saves the game, and ends it here. */
void play_hang_up(struct play *play);

/* Two people at the terminal: from the result to the other one's turn. */
void play_hand_over(struct play *play);

/* ---- what is said ---- */

/*
 * What is to be typed now, without a full stop: `Your shot`, `2 of 5 shots marked`, `Enter hands
 * over to Ben`.
 */
void play_prompt(const struct play *play, char *text, size_t size);

/* Who is being waited for, without a full stop: `Medium is thinking`; empty: nobody. */
void play_waiting_for(const struct play *play, char *text, size_t size);

/* What stands in the status line besides what is typed: one or more whole sentences. */
void play_status(const struct play *play, char text[PLAY_TEXT_SIZE]);

#endif
