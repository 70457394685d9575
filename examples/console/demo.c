/* A game of AI against AI; see demo.h. */
#include "console/demo.h"

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

static enum session_state show_step(struct session *session)
{
    bship_status status = bship_game_step(session->game, NULL);
    if (status != BSHIP_OK)
        return session_fail("the AI cannot fire", status);
    session_print_turn(session);
    return session_flush(session);
}

enum session_state demo_run(struct session *session)
{
    bship_status status = bship_game_start(session->game);
    if (status != BSHIP_OK)
        return session_fail("cannot start", status);
    session_draw(session, VIEW_BOTH);
    int shown = stage(session->game);
    enum session_state state = session_flush(session);
    while (state == SESSION_GOES_ON && bship_game_phase(session->game) != BSHIP_PHASE_OVER) {
        state = show_step(session);
        if (stage(session->game) > shown && bship_game_phase(session->game) != BSHIP_PHASE_OVER) {
            session_draw(session, VIEW_BOTH);
            shown = stage(session->game);
        }
    }
    if (state != SESSION_GOES_ON)
        return state;
    session_print_result(session);
    return SESSION_DONE;
}
