/*
 * The log of a game as text, and its last lines in an area: `12 you H10 sunk: Carrier`. Long
 * entries are wrapped.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_LOG_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_LOG_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "battleship/game/session.h"
#include "battleship/screen/area.h"

/* The text of every entry of a log, and of the remarks; zeroes are an empty one. */
struct log_view {
    char **texts;
    size_t count, capacity;
    int64_t entries; /* of the game's log that are among the texts */
    size_t remarks;  /* of the session, likewise */
    int scrolled;    /* lines that are below the area: 0 shows the last ones */
};

/* Frees the texts and empties the view. */
void log_view_clear(struct log_view *log);

/*
 * Adds the entries and remarks that are new, and drops those that are no longer in the game's log:
 * call it after each undo. False if out of memory; the log then ends earlier.
 */
bool log_view_update(struct log_view *log, const struct session *session);

/*
 * Writes what stands before a turn: its round, and who fired; a long name is cut, as long as that
 * tells it from the other player's.
 */
void log_view_begin_entry(FILE *out, int64_t round, const char *name, const char *other);

/* Draws the title and the last lines above those scrolled away. */
void log_view_draw(const struct log_view *log, const struct area *area, bool has_focus);

/* Scrolls up by lines, or down if negative, within what there is. */
void log_view_scroll(struct log_view *log, const struct area *area, int lines);

#endif
