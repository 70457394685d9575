/* The job that makes a session; see opening.h. */
#include "battleship/game/opening.h"

#include <stdio.h>

#include "battleship/game/daily.h"
#include "battleship/game/profile_use.h"

static bship_status open_setup(struct worker *worker, struct opening *opening)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_status status =
        session_open(opening->session, opening->setup, worker_report, worker, &error);
    snprintf(opening->why, sizeof opening->why, "%s",
             error.text[0] ? error.text : bship_status_message(status));
    return status;
}

void opening_job(struct worker *worker, void *user)
{
    struct opening *opening = user;
    opening->status = opening->setup ? open_setup(worker, opening)
                                     : saves_resume(opening->saves, opening->session, worker_report,
                                                    worker, opening->why);
    if (!opening->status)
        opening->status = daily_rate(opening->session);
    if (!opening->status && opening->uses_profile)
        profile_use(opening->session);
}
