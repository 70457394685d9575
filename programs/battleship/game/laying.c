/* Laying ships; see laying.h. */
#include "battleship/game/laying.h"

#include <stdlib.h>

enum {
    SEARCHED_CELLS_MAX = 10000 /* of boards on which every cell is tried */
};

/* A ship before a change. */
struct kept_ship {
    bship_placement placement; /* its ship is -1 if it was not laid */
    bool is_drawn;
};

/* All that a change is taken back to. */
struct laying_step {
    struct laying_step *before;
    bship_placement ghost;
    struct kept_ship ships[];
};

static int32_t ship_count(const struct laying *laying)
{
    return bship_fleet_count(laying->fleet);
}

static size_t longest(const struct laying *laying)
{
    return (size_t)bship_fleet_class_length(laying->fleet, 0);
}

/* Finds the cell nearest to the ghost where its ship fits if turned that way; false if there is
 * none. */
static bool find_place(const struct laying *laying, int32_t orientation, bship_cell *out)
{
    const bship_rules *rules = laying->session->setup.rules;
    const bship_placement *ghost = &laying->ghost;
    bship_placement place = { .ship = ghost->ship, .orientation = orientation };
    int32_t least = INT32_MAX;
    for (place.y = 0; place.y < bship_rules_height(rules); place.y++) {
        for (place.x = 0; place.x < bship_rules_width(rules); place.x++) {
            int32_t distance = abs(place.x - ghost->x) + abs(place.y - ghost->y);
            if (distance >= least || bship_board_check_place(laying->board, place))
                continue;
            least = distance;
            *out = (bship_cell){ place.x, place.y };
        }
    }
    return least < INT32_MAX;
}

static bool is_searched(const struct laying *laying)
{
    return laying->ghost.ship >= 0 && session_cells(laying->session) <= SEARCHED_CELLS_MAX;
}

/*
 * Takes a ship that is missing in hand, the next one from `from` on; -1 if none is missing. Its
 * ghost goes to where it fits, for it would cover the ship that was laid last.
 */
static void take_missing(struct laying *laying, int32_t from)
{
    int32_t ship = bship_board_missing(laying->board, from);
    bship_cell cell;
    laying->ghost.ship = ship >= 0 ? ship : bship_board_missing(laying->board, 0);
    laying_move(laying, laying_cell(laying));
    if (is_searched(laying) && find_place(laying, laying->ghost.orientation, &cell))
        laying_move(laying, cell);
}

bool laying_open(struct laying *laying, struct session *session, int32_t side)
{
    const bship_rules *rules = session->setup.rules;
    *laying = (struct laying){ .session = session, .side = side };
    laying->fleet = bship_rules_fleet(rules);
    laying->is_drawn = calloc((size_t)ship_count(laying), sizeof *laying->is_drawn);
    laying->ghost_cells = calloc(longest(laying), sizeof *laying->ghost_cells);
    if (!laying->is_drawn || !laying->ghost_cells ||
        bship_board_new(&laying->board, rules, NULL, NULL)) {
        laying_close(laying);
        return false;
    }
    bship_board_copy(laying->board, bship_game_board(session->game, side));
    take_missing(laying, 0);
    return true;
}

/* Gives the ships to the game. */
static void publish(struct laying *laying)
{
    bship_game_set_board(laying->session->game, laying->side, laying->board, NULL);
}

static void drop_step(struct laying *laying)
{
    struct laying_step *step = laying->steps;
    laying->steps = step->before;
    free(step);
}

void laying_close(struct laying *laying)
{
    while (laying->steps)
        drop_step(laying);
    free(laying->is_drawn);
    laying->is_drawn = NULL;
    free(laying->ghost_cells);
    laying->ghost_cells = NULL;
    bship_board_free(laying->board);
    laying->board = NULL;
}

/* Keeps the state before a change; without memory the change cannot be taken back. */
static bool keep_step(struct laying *laying)
{
    int32_t count = ship_count(laying);
    struct laying_step *step = malloc(sizeof *step + (size_t)count * sizeof step->ships[0]);
    if (!step)
        return false;
    step->before = laying->steps;
    step->ghost = laying->ghost;
    for (int32_t ship = 0; ship < count; ship++) {
        struct kept_ship *kept = &step->ships[ship];
        kept->is_drawn = laying->is_drawn[ship];
        if (bship_board_placement(laying->board, ship, &kept->placement))
            kept->placement.ship = -1;
    }
    laying->steps = step;
    return true;
}

bool laying_undo(struct laying *laying)
{
    const struct laying_step *step = laying->steps;
    if (!step)
        return false;
    bship_board_clear(laying->board);
    for (int32_t ship = 0; ship < ship_count(laying); ship++) {
        laying->is_drawn[ship] = step->ships[ship].is_drawn;
        if (step->ships[ship].placement.ship >= 0)
            bship_board_place(laying->board, step->ships[ship].placement);
    }
    publish(laying);
    laying->ghost = step->ghost;
    drop_step(laying);
    return true;
}

void laying_join(struct laying *laying)
{
    if (laying->steps && laying->steps->before)
        drop_step(laying);
}

bship_cell laying_cell(const struct laying *laying)
{
    return (bship_cell){ laying->ghost.x, laying->ghost.y };
}

/* The coordinate that keeps a ship, which reaches so many cells beyond it, on a side of the board,
 * as near as possible. */
static int32_t kept_within(int32_t at, int32_t reach, int32_t side)
{
    int32_t most = side > reach ? side - 1 - reach : 0;
    return at < 0 ? 0 : at > most ? most : at;
}

size_t laying_ghost(const struct laying *laying)
{
    return bship_rules_placement_cells(laying->session->setup.rules, laying->ghost,
                                       laying->ghost_cells, longest(laying));
}

void laying_move(struct laying *laying, bship_cell cell)
{
    const bship_rules *rules = laying->session->setup.rules;
    bship_placement *ghost = &laying->ghost;
    bship_cell reach = { 0, 0 };
    size_t count = laying_ghost(laying);
    for (size_t i = 0; i < count; i++) {
        int32_t dx = laying->ghost_cells[i].x - ghost->x, dy = laying->ghost_cells[i].y - ghost->y;
        reach.x = dx > reach.x ? dx : reach.x;
        reach.y = dy > reach.y ? dy : reach.y;
    }
    ghost->x = kept_within(cell.x, reach.x, bship_rules_width(rules));
    ghost->y = kept_within(cell.y, reach.y, bship_rules_height(rules));
}

void laying_rotate(struct laying *laying)
{
    laying->ghost.orientation = laying->ghost.orientation == BSHIP_ORIENTATION_HORIZONTAL
                                    ? BSHIP_ORIENTATION_VERTICAL
                                    : BSHIP_ORIENTATION_HORIZONTAL;
    laying_move(laying, laying_cell(laying));
}

void laying_next(struct laying *laying)
{
    take_missing(laying, laying->ghost.ship + 1);
}

bship_status laying_check(const struct laying *laying)
{
    return bship_board_check_place(laying->board, laying->ghost);
}

bool laying_has_room(const struct laying *laying)
{
    bship_cell cell;
    return !is_searched(laying) || find_place(laying, BSHIP_ORIENTATION_HORIZONTAL, &cell) ||
           find_place(laying, BSHIP_ORIENTATION_VERTICAL, &cell);
}

bship_status laying_lay(struct laying *laying)
{
    bship_status status = laying_check(laying);
    if (status)
        return status;
    keep_step(laying);
    bship_board_place(laying->board, laying->ghost);
    publish(laying);
    laying->is_drawn[laying->ghost.ship] = false;
    laying_next(laying);
    return BSHIP_OK;
}

bool laying_pick_up(struct laying *laying, bship_cell cell)
{
    int32_t ship = bship_board_ship_at(laying->board, cell);
    bship_placement placement;
    if (ship < 0 || bship_board_placement(laying->board, ship, &placement))
        return false;
    keep_step(laying);
    bship_board_remove(laying->board, ship);
    publish(laying);
    laying->is_drawn[ship] = false;
    laying->ghost = placement;
    return true;
}

/* Removes the ships that were drawn; returns whether there were any, or others are missing. */
static bool remove_drawn(struct laying *laying)
{
    for (int32_t ship = 0; ship < ship_count(laying); ship++) {
        if (laying->is_drawn[ship])
            bship_board_remove(laying->board, ship);
    }
    return !bship_board_is_complete(laying->board);
}

/* Draws the whole fleet by the style of the session, or what is missing of it. */
static bship_status draw_missing(struct laying *laying)
{
    struct session *session = laying->session;
    if (laying_laid(laying) > 0)
        return session_place_missing(session, laying->board);
    bship_status status = session_place_random(session, laying->side);
    if (!status)
        bship_board_copy(laying->board, bship_game_board(session->game, laying->side));
    return status;
}

bship_status laying_draw(struct laying *laying)
{
    if (!keep_step(laying))
        return BSHIP_ERROR_MEMORY;
    bship_status status = BSHIP_ERROR_PLACED;
    if (remove_drawn(laying)) {
        for (int32_t ship = 0; ship < ship_count(laying); ship++) {
            bship_placement placement;
            laying->is_drawn[ship] =
                bship_board_placement(laying->board, ship, &placement) != BSHIP_OK;
        }
        status = draw_missing(laying);
    }
    if (status) {
        laying_undo(laying);
        return status;
    }
    publish(laying);
    take_missing(laying, 0);
    return BSHIP_OK;
}

void laying_clear(struct laying *laying)
{
    keep_step(laying);
    bship_board_clear(laying->board);
    publish(laying);
    for (int32_t ship = 0; ship < ship_count(laying); ship++)
        laying->is_drawn[ship] = false;
    take_missing(laying, 0);
}

int32_t laying_laid(const struct laying *laying)
{
    return bship_board_ships_afloat(laying->board);
}
