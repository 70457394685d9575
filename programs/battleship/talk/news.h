/* What has happened in a game, as it is told to a side. */
#ifndef PROGRAMS_BATTLESHIP_TALK_NEWS_H
#define PROGRAMS_BATTLESHIP_TALK_NEWS_H

#include <stdint.h>
#include <stdio.h>

#include "battleship/game/session.h"

/* What is said if there are none yet. */
#define NEWS_NONE "Nobody has fired yet."

/*
 * The first entry of the log that is news for a viewer: that of the viewer's latest turn. Without a
 * viewer (BSHIP_SIDE_NONE) the latest entry and the one before are news.
 */
int64_t news_first(const struct session *session, int32_t viewer);

/* Prints what an entry of the log did: `you: F2 hit`; the viewer's own ships are named. */
void news_print(FILE *out, const struct session *session, int32_t viewer, int64_t entry);

/* The same as a text, to be freed; NULL if there is no such entry, or out of memory. */
char *news_text(const struct session *session, int32_t viewer, int64_t entry);

/* Writes a remark as a whole sentence. */
void news_remark(const struct session *session, const struct remark *remark, char *text,
                 size_t size);

#endif
