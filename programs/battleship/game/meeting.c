/* A game with a player on another machine; see meeting.h. */
#include "battleship/game/meeting.h"
#include "common/sides.h"

#include <stdio.h>

/* The largest board of a host that a guest accepts, in cells. */
enum {
    HOST_CELLS_MAX = 10000
};

struct peer_options meeting_options(struct player *own, const bship_rules *rules)
{
    struct peer_options options = PEER_OPTIONS_INIT;
    player_take_user_name(own, rules != NULL ? "host" : "guest");
    options.name = own->name;
    options.rules = rules;
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
