/* What comes after a part of the program on the full screen. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_NEXT_H
#define PROGRAMS_BATTLESHIP_SCREEN_NEXT_H

enum next {
    NEXT_MENU,    /* the part was left, or has failed for a reason that was shown */
    NEXT_PLAY,    /* the game goes on with its next part: from laying ships to its end */
    NEXT_REMATCH, /* the game is over, and the same players want another one */
    NEXT_REPLAY,  /* the game is over and to be replayed, then its end is shown again */
    NEXT_AGAIN,   /* the saved game that was found is to be resumed */
    NEXT_QUIT,
    NEXT_CLOSED /* the terminal has gone */
};

/* What comes after a dialogue that has chosen nothing, by its enum answer. */
enum next next_after_dialog(int answer);

#endif
