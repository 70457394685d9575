/* A plain model of a board; see board_model.h. */
#include <stdbool.h>
#include <string.h>

#include "board_model.h"

void model_init(struct model *model, const bship_rules *rules)
{
    memset(model, 0, sizeof *model);
    model->rules = rules;
    model->fleet = bship_rules_fleet(rules);
    model->width = bship_rules_width(rules);
    model->height = bship_rules_height(rules);
    model->ships = bship_fleet_count(model->fleet);
    for (int32_t i = 0; i < CELLS_MAX; i++)
        model->owner[i] = -1;
    for (int32_t i = 0; i < model->ships; i++)
        model->placed[i].ship = -1;
}

static bool model_has(const struct model *model, int32_t x, int32_t y)
{
    return x >= 0 && x < model->width && y >= 0 && y < model->height;
}

static bship_cell ship_cell(bship_placement at, int32_t i)
{
    return at.orientation == BSHIP_ORIENTATION_HORIZONTAL ? (bship_cell){ at.x + i, at.y }
                                                          : (bship_cell){ at.x, at.y + i };
}

/* Whether another ship covers a cell. */
static bool is_other(const struct model *model, int32_t cell, int32_t ship)
{
    return model->owner[cell] >= 0 && model->owner[cell] != ship;
}

/* Whether another ship lies on one of the cells around a cell that count as contact. */
static bool model_touches(const struct model *model, bship_cell cell, int32_t ship)
{
    int32_t contact = bship_rules_get(model->rules, BSHIP_RULE_CONTACT);

    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            bool corner = dx != 0 && dy != 0;
            if (contact == BSHIP_CONTACT_ALLOWED || (contact == BSHIP_CONTACT_NO_SIDES && corner))
                continue;
            if (model_has(model, cell.x + dx, cell.y + dy) &&
                is_other(model, (cell.y + dy) * model->width + cell.x + dx, ship))
                return true;
        }
    return false;
}

/* Why a ship cannot be placed, the reasons in the order of the contract. */
bship_status model_can_place(const struct model *model, bship_placement at)
{
    static const bship_status reasons[] = { BSHIP_ERROR_OFF_BOARD, BSHIP_ERROR_BLOCKED,
                                            BSHIP_ERROR_OVERLAP, BSHIP_ERROR_CONTACT };

    if (at.ship < 0 || at.ship >= model->ships)
        return BSHIP_ERROR_RANGE;
    if (at.orientation < 0 || at.orientation > 1)
        return BSHIP_ERROR_ARGUMENT;
    for (int reason = 0; reason < 4; reason++)
        for (int32_t i = 0; i < bship_fleet_length(model->fleet, at.ship); i++) {
            bship_cell cell = ship_cell(at, i);
            bool on_board = model_has(model, cell.x, cell.y);
            if ((reason == 0 && !on_board) ||
                (reason == 1 && bship_rules_is_blocked(model->rules, cell)) ||
                (reason == 2 && is_other(model, cell.y * model->width + cell.x, at.ship)) ||
                (reason == 3 && model_touches(model, cell, at.ship)))
                return reasons[reason];
        }
    return BSHIP_OK;
}

void model_place(struct model *model, bship_placement at)
{
    if (model->placed[at.ship].ship >= 0)
        model_unplace(model, at.ship);
    for (int32_t i = 0; i < bship_fleet_length(model->fleet, at.ship); i++) {
        bship_cell cell = ship_cell(at, i);
        model->owner[cell.y * model->width + cell.x] = at.ship;
    }
    if (bship_fleet_length(model->fleet, at.ship) == 1)
        at.orientation = BSHIP_ORIENTATION_HORIZONTAL;
    model->placed[at.ship] = at;
    model->laid_count++;
}

void model_unplace(struct model *model, int32_t ship)
{
    for (int32_t i = 0; i < model->width * model->height; i++)
        if (model->owner[i] == ship)
            model->owner[i] = -1;
    model->placed[ship].ship = -1;
    model->laid_count--;
}

/* Copies the layout of a board that was placed at random. */
void model_take_layout(struct model *model, const bship_board *board)
{
    model_init(model, bship_board_rules(board));
    for (int32_t ship = 0; ship < model->ships; ship++) {
        bship_placement at;
        assert_ok(bship_board_placement(board, ship, &at), "ship %d", (int)ship);
        assert_ok(model_can_place(model, at), "a random layout that is not legal:\n%s",
                  rules_text(model->rules));
        model_place(model, at);
    }
}

bool model_is_sunk(const struct model *model, int32_t ship)
{
    return model->hits[ship] == bship_fleet_length(model->fleet, ship);
}

bool model_is_defeated(const struct model *model)
{
    int32_t hits = 0;
    for (int32_t ship = 0; ship < model->ships; ship++)
        hits += model->hits[ship];
    return hits == bship_fleet_cells(model->fleet);
}

/* The report of a shot, according to the disclosure. */
bship_report model_fire(struct model *model, int32_t cell)
{
    int32_t disclosure = bship_rules_get(model->rules, BSHIP_RULE_DISCLOSURE);
    int32_t ship = model->owner[cell];
    bship_report report = BSHIP_REPORT_INIT;
    bool sunk;

    if (model->shot[cell] || model->revealed[cell]) {
        report.result = BSHIP_RESULT_WASTED;
        return report;
    }
    model->shot[cell] = true;
    if (ship < 0)
        return report;
    model->hits[ship]++;
    sunk = model_is_sunk(model, ship) && disclosure != BSHIP_DISCLOSURE_HIT;
    report.result = sunk ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
    if ((sunk && discloses_length(disclosure)) || disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        report.length = bship_fleet_length(model->fleet, ship);
    if ((sunk && disclosure == BSHIP_DISCLOSURE_SHIP) || disclosure == BSHIP_DISCLOSURE_EVERY_HIT)
        report.ship = bship_fleet_first_of_name(model->fleet, ship);
    if (sunk && bship_rules_get(model->rules, BSHIP_RULE_REVEAL_SHIP) == BSHIP_REVEAL_SHIP_YES) {
        report.is_shown = 1;
        report.x = model->placed[ship].x;
        report.y = model->placed[ship].y;
        report.orientation = model->placed[ship].orientation;
    }
    return report;
}

/* After a turn: the neighbours of wrecks, if they are revealed. */
void model_reveal(struct model *model)
{
    if (bship_rules_get(model->rules, BSHIP_RULE_REVEAL_WATER) != BSHIP_REVEAL_WATER_YES)
        return;
    for (int32_t y = 0; y < model->height; y++)
        for (int32_t x = 0; x < model->width; x++) {
            int32_t ship = model->owner[y * model->width + x];
            if (ship < 0 || !model_is_sunk(model, ship))
                continue;
            for (int32_t i = 0; i < 9; i++) {
                int32_t nx = x + i % 3 - 1, ny = y + i / 3 - 1;
                if (model_has(model, nx, ny) && !model->shot[ny * model->width + nx] &&
                    !bship_rules_is_blocked(model->rules, (bship_cell){ nx, ny }))
                    model->revealed[ny * model->width + nx] = true;
            }
        }
}

static int32_t model_state(const struct model *model, int32_t cell)
{
    int32_t ship = model->owner[cell];

    if (bship_rules_is_blocked(model->rules, cell_at(model->rules, cell)))
        return BSHIP_BOARD_STATE_BLOCKED;
    if (ship < 0)
        return model->shot[cell] ? BSHIP_BOARD_STATE_MISSED : BSHIP_BOARD_STATE_WATER;
    if (!model->shot[cell])
        return BSHIP_BOARD_STATE_SHIP;
    return model_is_sunk(model, ship) ? BSHIP_BOARD_STATE_SUNK : BSHIP_BOARD_STATE_HIT;
}

bship_status model_can_fire(const struct model *model, int32_t cell)
{
    bool refused = bship_rules_get(model->rules, BSHIP_RULE_REPEAT) == BSHIP_REPEAT_REFUSED;

    if (model->laid_count < model->ships)
        return BSHIP_ERROR_NOT_PLACED;
    if (bship_rules_is_blocked(model->rules, cell_at(model->rules, cell)))
        return BSHIP_ERROR_BLOCKED;
    if (refused && model->shot[cell])
        return BSHIP_ERROR_REPEATED;
    if (refused && model->revealed[cell])
        return BSHIP_ERROR_KNOWN_WATER;
    return BSHIP_OK;
}

static void check_layout(const bship_board *board, const struct model *model)
{
    bship_placement layout[SHIPS_MAX], first;
    size_t count = bship_board_layout(board, layout, SHIPS_MAX), next = 0;

    cr_assert_eq(count, (size_t)model->laid_count, "the ships of the layout");
    cr_assert_eq(bship_board_layout(board, NULL, 0), count, "without memory");
    for (int32_t ship = 0; ship < model->ships; ship++) {
        if (model->placed[ship].ship < 0)
            continue;
        cr_assert_arr_eq(&layout[next], &model->placed[ship], sizeof *layout, "ship %d", (int)ship);
        next++;
    }
    if (count > 1) {
        cr_assert_eq(bship_board_layout(board, &first, 1), count, "with room for one");
        cr_assert_arr_eq(&first, layout, sizeof first, "the first");
    }
}

/* Asserts that every query of a board agrees with the model. */
void check_board(const bship_board *board, const struct model *model)
{
    uint8_t states[CELLS_MAX];
    int32_t afloat = 0;
    size_t count = (size_t)(model->width * model->height);

    cr_assert_eq(bship_board_states(board, states, sizeof states), count, "the number of states");
    for (int32_t i = 0; i < (int32_t)count; i++) {
        bship_cell cell = cell_at(model->rules, i);
        cr_assert_eq(bship_board_state_at(board, cell), model_state(model, i), "cell %d,%d",
                     (int)cell.x, (int)cell.y);
        cr_assert_eq(states[i], model_state(model, i), "item %d of the states", (int)i);
        cr_assert_eq(bship_board_ship_at(board, cell), model->owner[i], "ship at %d,%d",
                     (int)cell.x, (int)cell.y);
        assert_status(bship_board_check_fire(board, cell), model_can_fire(model, i), "%d,%d in\n%s",
                      (int)cell.x, (int)cell.y, rules_text(model->rules));
    }
    check_layout(board, model);
    for (int32_t ship = 0; ship < model->ships; ship++) {
        cr_assert_eq(bship_board_hits_of_ship(board, ship), model->hits[ship], "hits on %d",
                     (int)ship);
        afloat += model->placed[ship].ship >= 0 && !model_is_sunk(model, ship);
    }
    cr_assert_eq(bship_board_ships_afloat(board), afloat, "ships afloat");
    cr_assert_eq(bship_board_is_complete(board) != 0, model->laid_count == model->ships,
                 "completeness");
    cr_assert_eq(bship_board_is_defeated(board) != 0, model_is_defeated(model), "defeat");
}
