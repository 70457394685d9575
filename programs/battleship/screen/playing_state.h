/* A game being played on the full screen: shared by the files playing*.c and aiming.c only. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLAYING_STATE_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLAYING_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/game/advice.h"
#include "battleship/screen/game_view.h"
#include "battleship/screen/playing.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/cell_entry.h"

/* What the screen is about; without a second human at the terminal always the first. */
enum stage {
    STAGE_PLAY,     /* the viewer aims, or the other side does */
    STAGE_RESULT,   /* the viewer has fired, and looks at the result before handing over */
    STAGE_HAND_OVER /* nothing is shown until the next player is there */
};

enum {
    NO_QUESTION = -1
};

struct playing {
    struct session *session;
    struct worker *worker;
    const struct playing_options *options;
    struct advice *advice;
    int32_t question; /* the enum advice_kind that is being answered; NO_QUESTION: none */
    struct game_view view;
    int32_t viewer; /* the side whose view is shown; BSHIP_SIDE_NONE if machines play each other */
    int32_t stage;  /* an enum stage */

    /* Aiming. */
    bship_cell *marked; /* of a salvo */
    size_t marked_count;
    struct cell_entry entry;
    bool is_noting;       /* the next key is a note for the cursor's cell */
    bool wants_heat;      /* the heat map is on */
    double *heat;         /* for each cell */
    int64_t heat_entries; /* the length of the log that it is for; -1: none */

    /* What is told. */
    int64_t seen;                 /* entries of the log before this one are no news */
    char message[GAME_VIEW_LINE]; /* a reply to the last key; empty: none */
    bool is_warning;
    bool is_save_failing; /* the failure was shown */

    /* Watching. */
    int32_t speed;
    bool is_paused;
    bool wants_step;
    double next_turn; /* when the next turn is due, in seconds_now() */

    bool is_done;
    enum playing_result result;
};

/* ---- playing.c ---- */

/* The enum key_context of now. */
int32_t playing_context(const struct playing *playing);

/* Two people at the terminal: it is for the other one to look. */
void playing_hand_over(struct playing *playing);

/* Draws all but does not refresh the terminal; also the backdrop of dialogues. */
void playing_draw(void *user);

/* ---- playing_turns.c ---- */

int32_t playing_phase(const struct playing *playing);
int64_t playing_log_length(const struct playing *playing);

/* Whether machines play each other. */
bool playing_is_watching(const struct playing *playing);

/* Whether it is for a human at this terminal to fire now. */
bool playing_is_aiming(const struct playing *playing);

/* The number of speeds of a game that is watched, and the seconds between turns at the present one.
 */
int32_t playing_speeds(void);
double playing_delay(const struct playing *playing);

/* Ends the loop with a result. */
void playing_finish(struct playing *playing, enum playing_result result);

/* Sets the message; a warning stands out. */
void playing_say(struct playing *playing, bool is_warning, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Saves the game; a failure is shown once, until saving has succeeded again. */
void playing_autosave(struct playing *playing);

/* Fires for the viewer, unless that is refused. */
void playing_fire(struct playing *playing, const bship_cell *cells, size_t count);

/* What follows every change of the game. */
void playing_after_change(struct playing *playing);

/* Asks for an aim, a hint or a heat map. */
void playing_ask(struct playing *playing, int32_t kind);

/* Starts what has to be computed now. */
void playing_start_thinking(struct playing *playing);

/* Takes the answer of the worker, if there is one. */
void playing_take_advice(struct playing *playing);

/* Ends what was asked for the viewer, whose answer would come too late. */
void playing_cancel_help(struct playing *playing);

/* Ends whatever is computed and waits for that, which is soon. */
void playing_stop_thinking(struct playing *playing);

/* Takes what has arrived from another machine. */
void playing_advance_link(struct playing *playing);

/* ---- playing_commands.c ---- */

/* Carries an action out. */
void playing_act(struct playing *playing, int32_t action);

/* Asks whether to leave the game. */
void playing_ask_quit(struct playing *playing);

/* ---- aiming.c ---- */

/* The commands: fire, or mark a cell of a salvo; mark or unmark; take back the last mark. */
void aiming_fire(struct playing *playing);
void aiming_mark(struct playing *playing);
void aiming_unmark(struct playing *playing);

/* Takes a key that moves the cursor, or belongs to a cell being typed or a note. */
bool aiming_take_key(struct playing *playing, int32_t key);

/* A click moves the cursor there, or acts where it is. */
void aiming_take_click(struct playing *playing, bship_cell cell);

/* Takes the cells of a hint: the cursor goes there, or they join the marks. */
void aiming_take_hint(struct playing *playing, const struct advice_result *hint);

/* ---- playing_text.c ---- */

/* Fills in the lines of the view: news, status and keys. */
void playing_write_lines(struct playing *playing);

/* The chart that the viewer aims by. */
const bship_chart *playing_chart(const struct playing *playing);

/* Whether a heat map is shown: one is wanted, and it is that of the present position. */
bool playing_has_heat(const struct playing *playing);

#endif
