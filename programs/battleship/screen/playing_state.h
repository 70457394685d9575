/* A game being played on the full screen: shared by the files playing*.c only. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLAYING_STATE_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLAYING_STATE_H

#include "battleship/screen/dialog.h"
#include "battleship/screen/game_view.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/cell_entry.h"
#include "battleship/talk/key_queue.h"
#include "battleship/talk/play.h"

struct playing {
    struct play *play;
    struct game_view view;
    struct backdrop backdrop; /* of dialogues */
    struct cell_entry entry;
    struct key_queue waiting; /* keys that were typed during the machine's turn */
    bool is_noting;           /* the next key is a note for the cursor's cell */
    int32_t viewer;           /* who looked on last, of two people */
    int64_t changes;          /* of the game, that are shown */
    bool has_turn;            /* the person's turn has come */
    int64_t hints;            /* that the cursor has followed */
    bool is_calm;             /* nothing flashes */
    int64_t flashed;          /* entries of the log that need no flash any more */
    double flash_end;         /* in seconds_now() */
};

/* ---- playing.c ---- */

/* The board that the viewer fires at. */
struct board_view *playing_target(struct playing *playing);

/* Moves the cursor there, and the board with it. */
void playing_move_to(struct playing *playing, bship_cell cell);

/* ---- playing_keys.c ---- */

/* The enum place of now. */
int32_t playing_place(const struct playing *playing);

/* Takes a key; `has_waited`: it was typed before the answer to the turn before was seen. */
void playing_take_key(struct playing *playing, int32_t key, bool has_waited);

/* Takes a press of a button, or a turn of the wheel. */
void playing_take_mouse(struct playing *playing, const struct event *event);

#endif
