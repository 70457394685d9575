/*
 * How a part of the conversation ends: a question, laying a fleet, a game, its end. A call that
 * lets something be chosen returns the number of the choice, from 0 on, or one of these.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_OUTCOME_H
#define PROGRAMS_BATTLESHIP_TALK_OUTCOME_H

enum outcome {
    OUTCOME_DONE = 0,         /* the part came to its end, and the next one follows */
    OUTCOME_BACK = -1,        /* nothing was chosen, or the part was left: what was before it goes
                                 on, which at last is the menu */
    OUTCOME_GOES_ON = -2,     /* the part has not ended */
    OUTCOME_QUIT = -3,        /* the program is to end, as the player wished */
    OUTCOME_INTERRUPTED = -4, /* the same by Ctrl-C */
    OUTCOME_CLOSED = -5,      /* the terminal, or the input, has gone, or the program was told to
                                 end: save and leave */
    OUTCOME_FAILED = -6,      /* a call failed, for a reason that was said */
    OUTCOME_REFUSED = -7      /* what was asked for cannot be had */
};

#endif
