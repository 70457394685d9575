/* The profile of a player in line mode. */
#ifndef BATTLESHIP_LINES_PROFILING_H
#define BATTLESHIP_LINES_PROFILING_H

#include "battleship/lines/plain.h"

/* Asks the person of a setup whether there may be a profile, if that is to be asked. */
int profiling_ask(struct plain *plain, const struct setup *setup);

#endif
