/* A game with a player on another machine; see meeting.h. */
#include "battleship/game/meeting.h"
#include "common/sides.h"

#include <stdio.h>

/* The largest board of a host that a guest accepts, in cells. */
enum {
    HOST_CELLS_MAX = 10000
};

struct peer_options meeting_options(struct player *own, const bship_rules *rules, bool wants_help)
{
    struct peer_options options = PEER_OPTIONS_INIT;
    player_take_user_name(own, rules != NULL ? "host" : "guest");
    options.name = own->name;
    options.rules = rules;
    options.wants_help = wants_help;
    options.cells_max = rules != NULL ? 0 : HOST_CELLS_MAX;
    return options;
}

void meeting_set_up(struct setup *setup, const struct peer *peer, const struct player *own)
{
    int32_t side = peer_side(peer);
    struct player other = { .kind = PLAYER_REMOTE };
    snprintf(other.name, sizeof(other.name), "%s", peer_name(peer));
    setup->players[side] = *own;
    setup->players[other_side(side)] = other;
    setup->seed = peer_draw_seed();
    setup->first_seed = peer_first_seed(peer);
    if (setup->rules == NULL)
        setup->rules = bship_rules_ref(peer_rules(peer));
}

void meeting_tell_help(struct peer *peer, const struct session *session)
{
    const struct tally *tally = &session->tallies[peer_side(peer)];
    peer_tell_help(peer, (struct peer_help){ tally->hints, tally->heat_maps });
}

void meeting_take_help(const struct peer *peer, struct session *session, char *text, size_t size)
{
    int32_t side = other_side(peer_side(peer));
    struct peer_help used = peer_help(peer, side);
    session->tallies[side].hints = used.hints;
    session->tallies[side].heat_maps = used.heat_maps;
    snprintf(text, size, "%s has used help: hints %d, heat maps %d.", session_name(session, side),
             (int)used.hints, (int)used.heat_maps);
}
