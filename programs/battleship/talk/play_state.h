/* A game being played: what the files play*.c share; see play.h. */
#ifndef PROGRAMS_BATTLESHIP_TALK_PLAY_STATE_H
#define PROGRAMS_BATTLESHIP_TALK_PLAY_STATE_H

#include "battleship/talk/play.h"

/* ---- play.c ---- */

int32_t play_phase(const struct play *play);

/* Ends the game here, by an enum outcome. */
void play_finish(struct play *play, int outcome);

/* What follows every change of the game. */
void play_after_change(struct play *play);

/* Fires for the side to move; a refusal is the reply. */
bool play_fire(struct play *play, const bship_cell *cells, size_t count);

/* Asks the worker for a hint; a refusal is the reply. */
void play_ask_hint(struct play *play);

/* Ends a hint or a heat map that is computed. */
void play_cancel_help(struct play *play);

/* Ends whatever is computed, and waits for that, which is soon. */
void play_stop_computing(struct play *play);

/* ---- play_aim.c: the commands about cells ---- */

void play_do_fire(struct play *play, const char *argument);
void play_do_mark(struct play *play, const char *argument);
void play_do_unmark(struct play *play, const char *argument);
void play_do_salvo(struct play *play, const char *argument);
void play_do_note(struct play *play, const char *argument);

/* Marks the cells of a hint for a salvo. */
void play_take_hint(struct play *play, const struct advice_result *hint);

/* Whether the viewer may fire; the reply says so if not. */
bool play_has_turn(struct play *play);

#endif
