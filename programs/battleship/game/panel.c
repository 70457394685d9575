/* What is shown of one side's board; see panel.h. */
#include "battleship/game/panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/board_cells.h"

int panel_init(struct panel *panel, const bship_rules *rules)
{
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
    *panel = (struct panel){ .rules = rules };
    panel->marks = calloc(board_cells(rules), sizeof *panel->marks);
    panel->joints = calloc(board_cells(rules), sizeof *panel->joints);
    panel->roster = calloc(ships, sizeof *panel->roster);
    return panel->marks && panel->joints && panel->roster;
}

void panel_clear(struct panel *panel)
{
    free(panel->marks);
    free(panel->joints);
    free(panel->roster);
    *panel = (struct panel){ .rules = NULL };
}

static void translate_marks(struct panel *panel, const uint8_t *marks_of_states)
{
    size_t cells = board_cells(panel->rules);
    for (size_t i = 0; i < cells; i++)
        panel->marks[i] = marks_of_states[panel->marks[i]];
}

/*
 * The ends of a ship that stands upright or has one cell: added to the joints while they are made.
 * Below one another they would look like one ship.
 */
enum {
    END_ABOVE = 8,
    END_BELOW = 16
};

/* Joins the cells of a ship. */
static void join(struct panel *panel, bship_placement placement)
{
    bship_cell cells[BSHIP_SHIP_LENGTH_MAX];
    size_t count =
        bship_rules_placement_cells(panel->rules, placement, cells, BSHIP_SHIP_LENGTH_MAX);
    bool is_flat = count > 1 && cells[1].y == cells[0].y;
    for (size_t i = 0; i < count; i++) {
        uint8_t *joint = &panel->joints[board_index(panel->rules, cells[i])];
        if (i + 1 < count)
            *joint |= is_flat ? JOINT_RIGHT : JOINT_DOWN;
        if (!is_flat)
            *joint |= (i == 0 ? END_ABOVE : 0) | (i + 1 == count ? END_BELOW : 0);
    }
}

/* Turns the ends of ships into borders between two of them. */
static void make_borders(struct panel *panel)
{
    size_t width = (size_t)bship_rules_width(panel->rules);
    size_t cells = board_cells(panel->rules);
    for (size_t i = 0; i < cells; i++) {
        bool is_border = (panel->joints[i] & END_BELOW) && i + width < cells &&
                         (panel->joints[i + width] & END_ABOVE);
        panel->joints[i] = (uint8_t)((panel->joints[i] & (JOINT_RIGHT | JOINT_DOWN)) |
                                     (is_border ? JOINT_BORDER : 0));
    }
}

/* Joins the cells of the ships that lie on a board. */
static void join_on_board(struct panel *panel, const bship_board *board)
{
    const bship_fleet *fleet = bship_rules_fleet(panel->rules);
    bship_placement placement;
    memset(panel->joints, 0, board_cells(panel->rules));
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++)
        if (!bship_board_placement(board, ship, &placement))
            join(panel, placement);
    make_borders(panel);
}

/* Joins the cells of the sunk ships of which a chart says where they lie. */
static void join_on_chart(struct panel *panel, const bship_chart *chart)
{
    const bship_fleet *fleet = bship_rules_fleet(panel->rules);
    bship_sinking sinking = BSHIP_SINKING_INIT;
    memset(panel->joints, 0, board_cells(panel->rules));
    for (int32_t i = 0; !bship_chart_sinking(chart, i, &sinking); i++) {
        if (!sinking.is_settled)
            continue;
        sinking.placement.ship = 0;
        while (bship_fleet_length(fleet, sinking.placement.ship) != sinking.length)
            sinking.placement.ship++;
        join(panel, sinking.placement);
    }
    make_borders(panel);
}

static int32_t count_of_name(const bship_fleet *fleet, int32_t first)
{
    int32_t count = 0;
    for (int32_t ship = first; ship < bship_fleet_count(fleet); ship++)
        count += bship_fleet_first_of_name(fleet, ship) == first;
    return count;
}

static int32_t afloat_of_name(const bship_board *board, int32_t first)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_board_rules(board));
    int32_t afloat = 0;
    for (int32_t ship = first; ship < bship_fleet_count(fleet); ship++)
        afloat += bship_fleet_first_of_name(fleet, ship) == first &&
                  bship_board_hits_of_ship(board, ship) < bship_fleet_length(fleet, ship);
    return afloat;
}

/* Fills the roster by name, with the ships afloat on a board if given, else on the chart. */
static void list_by_name(struct panel *panel, const bship_board *board, const bship_chart *chart)
{
    const bship_fleet *fleet = bship_rules_fleet(panel->rules);
    panel->roster_count = 0;
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        if (bship_fleet_first_of_name(fleet, ship) != ship)
            continue;
        struct roster_entry *entry = &panel->roster[panel->roster_count++];
        describe_ship(fleet, ship, entry->label);
        entry->length = bship_fleet_length(fleet, ship);
        entry->ships = count_of_name(fleet, ship);
        entry->afloat =
            board ? afloat_of_name(board, ship) : bship_chart_ships_afloat_of_name(chart, ship);
    }
}

static void list_by_length(struct panel *panel, const bship_chart *chart)
{
    const bship_fleet *fleet = bship_rules_fleet(panel->rules);
    panel->roster_count = 0;
    for (int32_t length_class = 0; length_class < bship_fleet_class_count(fleet); length_class++) {
        struct roster_entry *entry = &panel->roster[panel->roster_count++];
        entry->length = bship_fleet_class_length(fleet, length_class);
        describe_length(fleet, entry->length, ", ", entry->label);
        entry->ships = bship_fleet_class_ships(fleet, length_class);
        entry->afloat = bship_chart_ships_afloat_of_class(chart, length_class);
    }
}

static void name_roster(struct panel *panel)
{
    snprintf(panel->summary, sizeof panel->summary, "%s",
             panel->hides_sinkings ? "fleet" : "afloat");
}

void panel_show_board(struct panel *panel, const bship_board *board)
{
    static const uint8_t marks_of_states[] = {
        [BSHIP_BOARD_STATE_WATER] = MARK_WATER, [BSHIP_BOARD_STATE_SHIP] = MARK_SHIP,
        [BSHIP_BOARD_STATE_MISSED] = MARK_MISS, [BSHIP_BOARD_STATE_HIT] = MARK_HIT,
        [BSHIP_BOARD_STATE_SUNK] = MARK_SUNK,   [BSHIP_BOARD_STATE_BLOCKED] = MARK_BLOCKED,
    };
    panel->is_chart = panel->hides_sinkings = false;
    bship_board_states(board, panel->marks, board_cells(panel->rules));
    translate_marks(panel, marks_of_states);
    join_on_board(panel, board);
    list_by_name(panel, board, NULL);
    name_roster(panel);
}

void panel_show_chart(struct panel *panel, const bship_chart *chart)
{
    static const uint8_t marks_of_states[] = {
        [BSHIP_CHART_STATE_UNKNOWN] = MARK_WATER,
        [BSHIP_CHART_STATE_MISS] = MARK_MISS,
        [BSHIP_CHART_STATE_HIT] = MARK_HIT,
        [BSHIP_CHART_STATE_SUNK] = MARK_SUNK,
        [BSHIP_CHART_STATE_KNOWN_WATER] = MARK_KNOWN_WATER,
        [BSHIP_CHART_STATE_SHOT] = MARK_SHOT,
        [BSHIP_CHART_STATE_BLOCKED] = MARK_BLOCKED,
    };
    panel->is_chart = true;
    panel->hides_sinkings = !bship_rules_discloses(panel->rules, BSHIP_DETAIL_SINKING);
    bship_chart_states(chart, panel->marks, board_cells(panel->rules));
    translate_marks(panel, marks_of_states);
    join_on_chart(panel, chart);
    if (bship_rules_discloses(panel->rules, BSHIP_DETAIL_NAME))
        list_by_name(panel, NULL, chart);
    else
        list_by_length(panel, chart);
    name_roster(panel);
}

void panel_mark_fresh(struct panel *panel, const bship_chart *chart, int64_t first_shot)
{
    bship_cell cell;
    for (int64_t shot = first_shot; !bship_chart_shot(chart, shot, &cell, NULL); shot++)
        panel->marks[board_index(panel->rules, cell)] |= MARK_FRESH;
}

static const struct {
    const char *glyph, *word;
} marks[MARK_COUNT] = {
    [MARK_WATER] = { ".", NULL },
    [MARK_SHIP] = { "#", "ship" },
    [MARK_MISS] = { "o", "miss" },
    [MARK_HIT] = { "X", "hit" },
    [MARK_SUNK] = { "@", "sunk" },
    [MARK_KNOWN_WATER] = { "-", "known to be water" },
    [MARK_SHOT] = { "?", "fired at, result unknown" },
    [MARK_BLOCKED] = { "%", "blocked" },
};

const char *panel_mark_word(int32_t mark)
{
    return marks[mark & ~MARK_FRESH].word;
}

const char *panel_mark_glyph(int32_t mark)
{
    return marks[mark & ~MARK_FRESH].glyph;
}

bool panel_is_news(int32_t mark)
{
    return mark == (MARK_HIT | MARK_FRESH) || mark == (MARK_SUNK | MARK_FRESH);
}
