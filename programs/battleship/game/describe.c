/* Ships, shots and reports in words; see describe.h. */
#include "battleship/game/describe.h"
#include "common/sides.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

static bool is_number(const char *name)
{
    return name[strspn(name, "0123456789")] == '\0';
}

void describe_ship(const bship_fleet *fleet, int32_t ship, char label[LABEL_SIZE])
{
    const char *name = bship_fleet_name(fleet, ship);
    snprintf(label, LABEL_SIZE, "%s%s", is_number(name) ? "length " : "", name);
}

void describe_length(const bship_fleet *fleet, int32_t length, const char *separator,
                     char label[LABEL_SIZE])
{
    size_t used = 0;
    for (int32_t ship = 0; ship < bship_fleet_count(fleet) && used < LABEL_SIZE; ship++) {
        if (bship_fleet_length(fleet, ship) != length ||
            bship_fleet_first_of_name(fleet, ship) != ship)
            continue;
        char name[LABEL_SIZE];
        describe_ship(fleet, ship, name);
        used += (size_t)snprintf(label + used, LABEL_SIZE - used, "%s%s", used > 0 ? separator : "",
                                 name);
    }
    if (used >= LABEL_SIZE)
        snprintf(label, LABEL_SIZE, "length %d", (int)length);
}

bool describe_reported(const bship_fleet *fleet, const bship_report *report, char label[LABEL_SIZE])
{
    if (report->ship >= 0)
        describe_ship(fleet, report->ship, label);
    else if (report->length > 0)
        describe_length(fleet, report->length, " or ", label);
    return report->ship >= 0 || report->length > 0;
}

static void print_report(FILE *out, const bship_fleet *fleet, const bship_report *report,
                         int names_ship)
{
    char label[LABEL_SIZE];
    fputs(bship_name(BSHIP_ENUM_RESULT, report->result), out);
    if (names_ship && describe_reported(fleet, report, label))
        fprintf(out, ": %s", label);
}

static void print_own_ship(FILE *out, const bship_board *own, bship_cell cell)
{
    int32_t ship = bship_board_ship_at(own, cell);
    if (ship < 0)
        return;
    char label[LABEL_SIZE];
    describe_ship(bship_rules_fleet(bship_board_rules(own)), ship, label);
    fprintf(out, " (your %s)", label);
}

static void print_shots(FILE *out, const bship_chart *chart, const bship_turn *turn,
                        const bship_board *own)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_chart_rules(chart));
    for (int32_t i = 0; i < turn->shots; i++) {
        bship_cell cell;
        bship_report report;
        if (bship_chart_shot(chart, turn->first_shot + i, &cell, &report) != BSHIP_OK)
            return;
        char text[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(cell, text, sizeof(text));
        fprintf(out, "%s%s", i == 0 ? "" : turn->is_total ? " " : ", ", text);
        if (!turn->is_total) {
            fputc(' ', out);
            print_report(out, fleet, &report, own == NULL);
        }
        if (own != NULL)
            print_own_ship(out, own, cell);
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
    int32_t *counts = calloc(2 * ships, sizeof(*counts));
    bship_total total = BSHIP_TOTAL_INIT;
    if (counts != NULL) {
        total.sunk_of = counts;
        total.capacity = (size_t)ships;
        total.hits_of = counts + ships;
    }
    if (bship_chart_total(chart, turn, &total) == BSHIP_OK) {
        int by_length = !bship_rules_discloses(rules, BSHIP_DETAIL_NAME);
        fprintf(out, ": %d hit%s", (int)total.hits, total.hits == 1 ? "" : "s");
        if (counts != NULL)
            print_counts(out, fleet, total.hits_of, " on ", 0);
        if (total.sunk > 0)
            fprintf(out, ", %d sunk", (int)total.sunk);
        if (counts != NULL)
            print_counts(out, fleet, total.sunk_of, ": ", by_length);
    }
    free(counts);
}

void describe_turn(FILE *out, const bship_chart *chart, int64_t turn, const bship_board *own)
{
    bship_turn entry = BSHIP_TURN_INIT;
    if (bship_chart_turn(chart, turn, &entry) != BSHIP_OK)
        return;
    print_shots(out, chart, &entry, own);
    if (entry.is_total)
        print_total(out, chart, turn);
}

static void describe_winner(const struct session *session, int32_t winner, char *text, size_t size)
{
    int32_t loser = other_side(winner);
    char subject[PLAYER_NAME_SIZE];
    const char *verb = session_is_you(session, winner) ? "win" : "wins";
    const char *name = session_name(session, loser);
    int64_t shots = bship_chart_shots(bship_game_chart(session->game, winner));
    session_subject(session, winner, subject);
    switch (bship_game_end_reason(session->game)) {
    case BSHIP_END_REASON_RESIGNED:
        snprintf(text, size, "%s %s: %s %s resigned", subject, verb, name,
                 session_is_you(session, loser) ? "have" : "has");
        break;
    case BSHIP_END_REASON_CONTRADICTION:
        snprintf(text, size, "%s %s: what %s reported cannot be true", subject, verb, name);
        break;
    default:
        snprintf(text, size, "%s %s in %" PRId64 " shot%s", subject, verb, shots,
                 shots == 1 ? "" : "s");
        break;
    }
}

void describe_result(const struct session *session, char *text, size_t size)
{
    int32_t outcome = bship_game_outcome(session->game);
    if (outcome == BSHIP_OUTCOME_DRAW)
        snprintf(text, size, "A draw: both fleets are sunk");
    else if (outcome == BSHIP_OUTCOME_NONE)
        snprintf(text, size, "Nobody wins: the game was abandoned");
    else
        describe_winner(session, outcome, text, size);
}
