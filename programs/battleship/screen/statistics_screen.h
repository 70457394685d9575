/* The lifetime statistics on the full screen: a table that scrolls, and its export as CSV. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_STATISTICS_SCREEN_H
#define PROGRAMS_BATTLESHIP_SCREEN_STATISTICS_SCREEN_H

/* Shows the statistics until they are left. Returns 0, OUTCOME_INTERRUPTED or OUTCOME_CLOSED. */
int statistics_screen_run(void);

#endif
