/*
 * A bar on the terminal that shows how far a study is: on stderr, from its second second on. It is
 * always one line, and says less on a narrow terminal.
 */
#ifndef PROGRAMS_SIMULATION_PROGRESS_H
#define PROGRAMS_SIMULATION_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool is_on;      /* stderr is a terminal */
    bool is_shown;   /* whether the bar is there */
    double start;    /* on the clock of seconds_now() */
    double shown_at; /* when the bar was last drawn */
    int64_t resumed; /* games that were played before the start */
    int64_t total;   /* games to play, as far as is known */
};

/* Begins; `resumed` games of `total` are there already. */
void progress_start(struct progress *progress, int64_t resumed, int64_t total);

/* Draws the bar, a few times a second. */
void progress_show(struct progress *progress, int64_t games);

/* Removes the bar before something else is printed. */
void progress_clear(struct progress *progress);

#endif
