/* A game of AI against AI; see demo.h. */
#include "console/plain/demo.h"

/*
 * The stage of the game: 0 - every ship is afloat; 1 - one has sunk; 2 - a side is down to
 * its last ship. The boards are drawn whenever it increases.
 */
static int stage(const bship_game *game)
{
    int32_t ships = bship_fleet_count(bship_rules_fleet(bship_game_rules(game)));
    int32_t fewest = ships;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        int32_t afloat = bship_board_ships_afloat(bship_game_board(game, side));
        fewest = afloat < fewest ? afloat : fewest;
    }
    if (fewest == ships)
        return 0;
    return fewest > 1 ? 1 : 2;
}

static enum plain_state show_step(struct plain *plain)
{
    bship_status status = bship_game_step(plain->game, NULL);
    if (status != BSHIP_OK)
        return plain_fail("the AI cannot fire", status);
    plain_print_turn(plain);
    return plain_flush(plain);
}

enum plain_state demo_run(struct plain *plain)
{
    bship_status status = bship_game_start(plain->game);
    if (status != BSHIP_OK)
        return plain_fail("cannot start", status);
    plain_draw(plain, VIEW_BOTH);
    int shown = stage(plain->game);
    enum plain_state state = plain_flush(plain);
    while (state == PLAIN_GOES_ON && bship_game_phase(plain->game) != BSHIP_PHASE_OVER) {
        state = show_step(plain);
        if (stage(plain->game) > shown && bship_game_phase(plain->game) != BSHIP_PHASE_OVER) {
            plain_draw(plain, VIEW_BOTH);
            shown = stage(plain->game);
        }
    }
    if (state != PLAIN_GOES_ON)
        return state;
    plain_print_result(plain);
    return PLAIN_DONE;
}
