/*
 * Signals as something to wait for: Ctrl-C, the request to end, and the return from Ctrl-Z. They
 * arrive through a pipe, so that poll() waits for them together with input and other descriptors.
 */
#ifndef PROGRAMS_BATTLESHIP_LINES_SIGNALS_H
#define PROGRAMS_BATTLESHIP_LINES_SIGNALS_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM, SIGHUP and SIGCONT are only told. False: no descriptors are left. */
bool signals_open(void);

/* Readable while a signal is to be taken. */
int signals_fd(void);

/* Takes the next signal: its number; 0 if there is none. */
int signals_take(void);

/* Whether one that was taken has asked the program to end. */
bool signals_have_ended(void);

#endif
