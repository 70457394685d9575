/* A clock for the elapsed time of a match's games. */
#ifndef BSI_PLAY_MATCH_CLOCK_H
#define BSI_PLAY_MATCH_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some moment in the past; it never runs backwards. */
int64_t bsi_clock_now(void);

#endif
