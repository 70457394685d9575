/* A game with a player on another machine, as both front ends set it up. */
#ifndef PROGRAMS_BATTLESHIP_GAME_MEETING_H
#define PROGRAMS_BATTLESHIP_GAME_MEETING_H

#include "battleship/game/session.h"
#include "network/peer.h"

/*
 * The options of the peer of a person, who gets a name if there is none; `rules` are those of a
 * host, NULL those of a guest; `wants_help`: whether this side agrees to hints and heat maps for
 * both. Name and rules are borrowed.
 */
struct peer_options meeting_options(struct player *own, const bship_rules *rules, bool wants_help);

/* Fills in a setup with what the two machines have agreed on, and a seed of its own. */
void meeting_set_up(struct setup *setup, const struct peer *peer, const struct player *own);

/* Tells the other side of the hints and heat maps that this side has used. */
void meeting_tell_help(struct peer *peer, const struct session *session);

/* Takes over what the other side has used, and writes a sentence about it. */
void meeting_take_help(const struct peer *peer, struct session *session, char *text, size_t size);

#endif
