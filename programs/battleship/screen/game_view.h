/*
 * The screen of a game: what playing and the end of a game fill in, and how it is drawn.
 *
 * It holds no game: a view filled by hand is drawn just as well.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_GAME_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_GAME_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/game/panel.h"
#include "battleship/game/session.h"
#include "battleship/screen/board_view.h"
#include "battleship/screen/layout.h"
#include "battleship/screen/log_view.h"
#include "battleship/screen/terminal.h"

enum {
    GAME_VIEW_LINE = 320,   /* bytes of a line */
    GAME_VIEW_NEWS = 1024,  /* of the news of a side */
    GAME_VIEW_STATUS = 2048 /* and of a status */
};

/* What is shown where there is room for one thing only. */
enum game_tab {
    TAB_LEFT,
    TAB_RIGHT,
    TAB_LOG,
    TAB_COUNT
};

struct game_view {
    struct layout layout;   /* as of the last game_view_arrange() */
    struct panel panels[2]; /* of the left and the right board */
    struct board_view boards[2];
    struct log_view log;
    /* Drawn in the place of the log, if set. */
    void (*draw_side)(const struct area *area, void *user);
    void *user;
    int32_t tab;        /* an enum game_tab */
    bool is_covered;    /* boards and log are left out: something else is drawn in their place */
    bool has_log_focus; /* the log is being scrolled: it is shown even without an area of its own */
    char opponents[GAME_VIEW_LINE]; /* of the headline: `expert, classic` */
    int64_t round;
    char news[2][GAME_VIEW_NEWS]; /* the second one only if the layout has two rows for them */
    /*
     * A status that is too long for its line is broken at blanks, and covers the news; sentences at
     * its end are left out if there is no room for them.
     */
    char status[GAME_VIEW_STATUS];
    int32_t status_style;
    char keys[GAME_VIEW_LINE];
};

/* Prepares a view of boards by these rules; false if out of memory. Always close it. */
bool game_view_open(struct game_view *view, const bship_rules *rules);
void game_view_close(struct game_view *view);

/* Writes who plays by which rules: `expert, classic`, or `Anna and Bert, classic`. */
void game_view_name_game(char text[GAME_VIEW_LINE], const struct session *session);

/* Lays out the terminal as it is now for boards by these rules, as a game does. */
void game_view_layout(struct layout *layout, const bship_rules *rules);

/* Lays the parts out for the terminal as it is now; to be called before drawing. */
void game_view_arrange(struct game_view *view);

/* Whether the left or right board is in sight, and the log. */
bool game_view_shows_board(const struct game_view *view, int32_t board);
bool game_view_shows_log(const struct game_view *view);

/*
 * Shows the next thing where there is room for one only; elsewhere the log in the place of the
 * right board, and back.
 */
void game_view_next_tab(struct game_view *view);

/* Turns the wheel: scrolls the log or the board that is under the mouse. */
void game_view_take_wheel(struct game_view *view, const struct event *event);

/* Clears the screen and draws the view, or says that the terminal is too small. */
void game_view_draw(const struct game_view *view);

#endif
