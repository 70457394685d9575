/* The profile of a player in line mode. */
#ifndef PROGRAMS_BATTLESHIP_LINES_PROFILING_H
#define PROGRAMS_BATTLESHIP_LINES_PROFILING_H

#include "battleship/lines/plain.h"

/* Asks the person of a setup whether there may be a profile, if that is to be asked. */
enum plain_state profiling_ask(struct plain *plain, const struct setup *setup);

#endif
