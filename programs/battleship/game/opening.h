/*
 * The job that makes a session: from a setup, or from the saved game that was found. Both may take
 * seconds, so it is for a worker.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_OPENING_H
#define PROGRAMS_BATTLESHIP_GAME_OPENING_H

#include "battleship/game/saves.h"
#include "battleship/game/session.h"
#include "battleship/game/worker.h"

struct opening {
    struct session *session;   /* empty; open if the status is BSHIP_OK */
    const struct setup *setup; /* NULL: the saved game */
    struct saves *saves;       /* for that, after saves_find() */
    bool uses_profile;         /* whether the machine may use what it knows: see profile_use() */
    bship_status status;       /* what came of it, as of session_open() or saves_resume() */
    char why[FILES_WHY_SIZE];  /* after a failure, a sentence without a full stop */
};

/* A worker_job whose `user` is a struct opening. */
void opening_job(struct worker *worker, void *user);

#endif
