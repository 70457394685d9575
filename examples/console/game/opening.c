/* The job that makes a session; see opening.h. */
#include "console/game/opening.h"

#include <stdio.h>

void opening_job(struct worker *worker, void *user)
{
    struct opening *opening = user;
    bship_error error = BSHIP_ERROR_INIT;
    if (opening->setup == NULL) {
        opening->status =
            saves_resume(opening->saves, opening->session, worker_report, worker, opening->why);
        return;
    }
    opening->status = session_open(opening->session, opening->setup, worker_report, worker, &error);
    snprintf(opening->why, sizeof(opening->why), "%s",
             error.text[0] != '\0' ? error.text : bship_status_message(opening->status));
}
