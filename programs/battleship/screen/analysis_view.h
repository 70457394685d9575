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
    int first;                          /* the first turn in sight */
};

/* Whether there is a page. */
bool analysis_view_is_there(const struct analysis_view *view);

/* Draws the lines about a side, as many as there is room for; returns the rows that they took. */
int analysis_view_draw_lines(const struct analysis_view *view, int32_t side,
                             const struct area *area);

/* Draws a text into the upper rows of an area, if it fits; returns the rows that it took. */
int analysis_view_draw_text(const struct area *area, const char *text);

/* The area of the page: it takes what the boards have otherwise. */
struct area analysis_view_area(const struct layout *layout);

/* Draws the page of all turns. */
void analysis_view_draw_page(const struct analysis_view *view, const struct area *area);

/* The line of keys of the page. */
const char *analysis_view_keys(const struct analysis_view *view);

/* Takes a key of the page: it scrolls, or shows the other side. A key that does neither is refused.
 */
void analysis_view_take_key(struct analysis_view *view, const struct area *area, int32_t key,
                            struct reply *reply);

#endif
