/* The setup of a game that is wished for; see wish.h. */
#include "battleship/talk/wish.h"

#include <stdio.h>
#include <time.h>

#include "battleship/game/daily.h"

static const char *name_of(const struct wish *wish, int32_t side)
{
    return wish->names[side] ? wish->names[side] : "";
}

static struct player person(const struct wish *wish, int32_t side)
{
    struct player player = { .kind = PLAYER_HUMAN };
    snprintf(player.name, sizeof player.name, "%s", name_of(wish, side));
    return player;
}

/* The first of two machines: the opponent is the second one. */
static struct player rival(const struct wish *wish, const struct player *opponent)
{
    bool has_rival = wish->rival && wish->rival != opponent->strategy;
    return has_rival ? player_machine(BSHIP_LEVEL_NONE, wish->rival) : *opponent;
}

bool wish_setup(const struct wish *wish, struct setup *setup)
{
    struct player *players = setup->players;
    const struct player you = person(wish, BSHIP_SIDE_A);
    const struct player machine = player_machine(wish->level, wish->strategy);
    if (wish->kind == GAME_DAILY)
        return daily_setup(time(NULL), name_of(wish, BSHIP_SIDE_A), setup);
    *setup = (struct setup){ .seed = wish->seed, .wants_help = wish->wants_help };
    bool is_counted =
        wish->kind == GAME_MACHINE || wish->kind == GAME_TWO_PEOPLE || wish->kind == GAME_HOSTED;
    setup->score.best_of = is_counted && wish->best_of > 1 ? wish->best_of : 0;
    players[BSHIP_SIDE_A] = wish->kind == GAME_WATCHED ? rival(wish, &machine) : you;
    players[BSHIP_SIDE_B] = machine;
    if (wish->kind == GAME_TWO_PEOPLE)
        players[BSHIP_SIDE_B] = person(wish, BSHIP_SIDE_B);
    /* Which side is the own one is known when the players have met. */
    if (wish->kind == GAME_HOSTED || wish->kind == GAME_JOINED)
        players[BSHIP_SIDE_B] = you;
    if (wish->kind == GAME_JOINED)
        return true;
    setup->rules = bship_rules_ref(wish->rules);
    return setup->rules != NULL;
}
