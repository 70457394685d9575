/*
 * A game in hindsight on the full screen: the lines about a player, and a page with all turns. Both
 * show what is known so far.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_ANALYSIS_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_ANALYSIS_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/screen/layout.h"
#include "battleship/talk/reply.h"
#include "battleship/talk/review_words.h"

struct analysis_view {
    const struct result *result;
    const struct hindsight *hindsights; /* of each side */
    int32_t side;                       /* whose turns the page shows */
    bool is_there;                      /* there is a page, or will be */
    bool is_shown;                      /* and it is shown */
    int first;                          /* the first turn in sight */
};

/* Shows or covers the page, or says that there is none. */
void analysis_view_toggle(struct analysis_view *view, struct reply *reply);

/* Draws as many lines as there is room for; returns the rows that they took. */
int analysis_view_draw_lines(const struct review_line *lines, size_t count,
                             const struct area *area);

/* Draws the page of all turns if it is shown: it takes what the boards have otherwise. */
void analysis_view_draw_page(const struct analysis_view *view, const struct layout *layout);

/* The line of keys of the page. */
const char *analysis_view_keys(const struct analysis_view *view);

/*
 * Takes a key while the page is shown, whose command beneath it is given: it scrolls, or shows the
 * other side, and one that does neither is refused. False: the command is to act.
 */
bool analysis_view_take_key(struct analysis_view *view, const struct layout *layout, int32_t key,
                            int32_t command, struct reply *reply);

#endif
