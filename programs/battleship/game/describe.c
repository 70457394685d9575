/* Ships, shots and reports in words; see describe.h. */
#include "battleship/game/describe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "common/board_cells.h"
#include "common/format.h"

static bool is_number(const char *name)
{
    return !name[strspn(name, "0123456789")];
}

/* What a ship without a name is called before its length. */
#define LENGTH "length "

void describe_ship(const bship_fleet *fleet, int32_t ship, char label[LABEL_SIZE])
{
    const char *name = bship_fleet_name(fleet, ship);
    snprintf(label, LABEL_SIZE, "%s%s", is_number(name) ? LENGTH : "", name);
}

bool describe_is_length(const char *label)
{
    return strncmp(label, LENGTH, strlen(LENGTH)) == 0;
}

void describe_length(const bship_fleet *fleet, int32_t length, const char *separator,
                     char label[LABEL_SIZE])
{
    bool has_room = true;
    label[0] = '\0';
    for (int32_t ship = 0; ship < bship_fleet_count(fleet) && has_room; ship++) {
        char name[LABEL_SIZE];
        if (bship_fleet_length(fleet, ship) != length ||
            bship_fleet_first_of_name(fleet, ship) != ship)
            continue;
        describe_ship(fleet, ship, name);
        has_room = format_append(label, LABEL_SIZE, "%s%s", label[0] ? separator : "", name);
    }
    if (!has_room)
        snprintf(label, LABEL_SIZE, "length %d", (int)length);
}

/* How many ships have the name of a ship. */
static int32_t all_of_name(const bship_fleet *fleet, int32_t ship)
{
    int32_t first = bship_fleet_first_of_name(fleet, ship);
    int32_t count = 0;
    for (int32_t other = first; other < bship_fleet_count(fleet); other++)
        count += bship_fleet_first_of_name(fleet, other) == first;
    return count;
}

/* The first ship of the only name that ships of a length have; -1 if they have several. */
static int32_t only_ship_of_length(const bship_fleet *fleet, int32_t length)
{
    int32_t first = -1;
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        if (bship_fleet_length(fleet, ship) != length)
            continue;
        if (first >= 0 && bship_fleet_first_of_name(fleet, ship) != first)
            return -1;
        first = first < 0 ? ship : first;
    }
    return first;
}

/* The name of a ship, with its number among several of this name; 0: it is not known. */
static void describe_one_of(const bship_fleet *fleet, int32_t ship, int32_t number,
                            char label[LABEL_SIZE])
{
    describe_ship(fleet, ship, label);
    if (number > 0 && all_of_name(fleet, ship) > 1 && !is_number(bship_fleet_name(fleet, ship)))
        format_append(label, LABEL_SIZE, " %" PRId32, number);
}

static bool discloses_same(const bship_report *report, const bship_report *other)
{
    return report->ship == other->ship && report->length == other->length;
}

/*
 * The number of a disclosed ship among those of its name, in the order in which they are sunk. A
 * hit may be on any of those afloat: it has a number only if that is the last one.
 */
static int32_t number_of(const bship_chart *chart, int64_t shot, const bship_report *report,
                         int32_t ships)
{
    int32_t sunk = 0;
    for (int64_t i = 0; i < shot; i++) {
        bship_report before = BSHIP_REPORT_INIT;
        bship_chart_shot(chart, i, NULL, &before);
        sunk += before.result == BSHIP_RESULT_SUNK && discloses_same(&before, report);
    }
    return report->result == BSHIP_RESULT_SUNK || sunk + 1 == ships ? sunk + 1 : 0;
}

/* The first shot of a chart at a cell; INT64_MAX if there is none. */
static int64_t first_shot_at(const bship_chart *chart, bship_cell cell)
{
    bship_cell at;
    for (int64_t shot = 0; !bship_chart_shot(chart, shot, &at, NULL); shot++)
        if (is_same_cell(at, cell))
            return shot;
    return INT64_MAX;
}

/* The shot of a chart that sinks a ship of a board; INT64_MAX while it is afloat. */
static int64_t sinking_shot(const bship_chart *chart, const bship_board *own, int32_t ship)
{
    bship_placement placement;
    bship_cell cells[BSHIP_SHIP_LENGTH_MAX];
    int64_t last = -1;
    if (bship_board_placement(own, ship, &placement))
        return INT64_MAX;
    size_t count = bship_rules_placement_cells(bship_board_rules(own), placement, cells,
                                               BSHIP_SHIP_LENGTH_MAX);
    for (size_t i = 0; i < count; i++) {
        int64_t shot = first_shot_at(chart, cells[i]);
        last = shot > last ? shot : last;
    }
    return last;
}

/* The same number of a ship of a board, whatever the reports disclose. */
static int32_t number_of_own(const bship_chart *chart, int64_t shot, const bship_board *own,
                             int32_t ship)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_board_rules(own));
    int32_t first = bship_fleet_first_of_name(fleet, ship);
    int32_t ships = all_of_name(fleet, ship);
    if (ships == 1)
        return 0;
    int64_t end = sinking_shot(chart, own, ship);
    int32_t sunk = 0;
    for (int32_t other = first; other < bship_fleet_count(fleet); other++) {
        int64_t other_end = bship_fleet_first_of_name(fleet, other) == first
                                ? sinking_shot(chart, own, other)
                                : INT64_MAX;
        sunk += other_end <= shot && other_end < end;
    }
    return end <= shot || sunk + 1 == ships ? sunk + 1 : 0;
}

static bool describe_own(const bship_chart *chart, int64_t shot, const bship_board *own,
                         bship_cell cell, char label[LABEL_SIZE])
{
    const bship_fleet *fleet = bship_rules_fleet(bship_board_rules(own));
    int32_t ship = bship_board_ship_at(own, cell);
    if (ship >= 0)
        describe_one_of(fleet, ship, number_of_own(chart, shot, own, ship), label);
    return ship >= 0;
}

bool describe_struck(const bship_chart *chart, int64_t shot, const bship_board *own,
                     char label[LABEL_SIZE])
{
    const bship_fleet *fleet = bship_rules_fleet(bship_chart_rules(chart));
    bship_cell cell;
    bship_report report = BSHIP_REPORT_INIT;
    if (bship_chart_shot(chart, shot, &cell, &report))
        return false;
    if (own)
        return describe_own(chart, shot, own, cell, label);
    int32_t ship = report.ship < 0 && report.length > 0 ? only_ship_of_length(fleet, report.length)
                                                        : report.ship;
    if (ship >= 0)
        describe_one_of(fleet, ship, number_of(chart, shot, &report, all_of_name(fleet, ship)),
                        label);
    else if (report.length > 0)
        describe_length(fleet, report.length, " or ", label);
    return ship >= 0 || report.length > 0;
}

static void print_shot(FILE *out, const bship_chart *chart, int64_t shot, const bship_board *own)
{
    char label[LABEL_SIZE];
    bship_report report = BSHIP_REPORT_INIT;
    bship_chart_shot(chart, shot, NULL, &report);
    fprintf(out, " %s", bship_enum_name(BSHIP_ENUM_RESULT, report.result));
    if (!own && describe_struck(chart, shot, NULL, label))
        fprintf(out, ": %s", label);
}

static void print_shots(FILE *out, const bship_chart *chart, const bship_turn *turn,
                        const bship_board *own)
{
    for (int32_t i = 0; i < turn->shots; i++) {
        bship_cell cell;
        char label[LABEL_SIZE];
        char text[BSHIP_CELL_TEXT_SIZE];
        int64_t shot = turn->first_shot + i;
        if (bship_chart_shot(chart, shot, &cell, NULL))
            return;
        bship_cell_format(cell, text, sizeof text);
        fprintf(out, "%s%s", i == 0 ? "" : turn->is_total ? " " : ", ", text);
        if (!turn->is_total)
            print_shot(out, chart, shot, own);
        if (own && describe_own(chart, shot, own, cell, label))
            fprintf(out, " (%s)", label);
    }
}

/* Prints `COUNT x NAME` for every ship counted in a total, after an introduction. */
static void print_counts(FILE *out, const bship_fleet *fleet, const int32_t *counts,
                         const char *before, int by_length)
{
    const char *separator = before;
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        if (counts[ship] == 0)
            continue;
        char label[LABEL_SIZE];
        if (by_length)
            describe_length(fleet, bship_fleet_length(fleet, ship), " or ", label);
        else
            describe_ship(fleet, ship, label);
        fputs(separator, out);
        if (counts[ship] > 1)
            fprintf(out, "%d x ", (int)counts[ship]);
        fputs(label, out);
        separator = ", ";
    }
}

static void print_total(FILE *out, const bship_chart *chart, int64_t turn)
{
    const bship_rules *rules = bship_chart_rules(chart);
    const bship_fleet *fleet = bship_rules_fleet(rules);
    size_t ships = (size_t)bship_fleet_count(fleet);
    int32_t *counts = calloc(2 * ships, sizeof *counts);
    bship_total total = BSHIP_TOTAL_INIT;
    if (counts) {
        total.sunk_of = counts;
        total.capacity = (size_t)ships;
        total.hits_of = counts + ships;
    }
    if (!bship_chart_total(chart, turn, &total)) {
        int by_length = !bship_rules_discloses(rules, BSHIP_DETAIL_NAME);
        fprintf(out, ": %d hit%s", (int)total.hits, total.hits == 1 ? "" : "s");
        if (counts)
            print_counts(out, fleet, total.hits_of, " on ", 0);
        if (total.sunk > 0)
            fprintf(out, ", %d sunk", (int)total.sunk);
        if (counts)
            print_counts(out, fleet, total.sunk_of, ": ", by_length);
    }
    free(counts);
}

void describe_turn(FILE *out, const bship_chart *chart, int64_t turn, const bship_board *own)
{
    bship_turn entry = BSHIP_TURN_INIT;
    if (bship_chart_turn(chart, turn, &entry))
        return;
    print_shots(out, chart, &entry, own);
    if (entry.is_total)
        print_total(out, chart, turn);
}
