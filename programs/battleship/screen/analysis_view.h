/*
 * A game in hindsight on the full screen: a summary for each player who is reviewed, and a page
 * with all turns. Both show what has been computed so far.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_ANALYSIS_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_ANALYSIS_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sides.h"
#include "battleship/game/review.h"
#include "battleship/game/session.h"
#include "battleship/screen/area.h"

struct analysis_view {
    const struct session *session;
    struct review *reviews[SIDES]; /* of each side; NULL: it is not reviewed */
    int32_t side;                  /* whose turns the page shows */
    int first;                     /* the first turn in sight */
};

/* Draws the summary: accuracy, luck and the costliest turns, as far as there is room. */
void analysis_view_draw_summary(const struct analysis_view *view, const struct area *area);

/* Draws the page of all turns. */
void analysis_view_draw_page(const struct analysis_view *view, const struct area *area);

/* Takes a key of the page: it scrolls, or shows the other side. */
void analysis_view_take_key(struct analysis_view *view, const struct area *area, int32_t key);

#endif
