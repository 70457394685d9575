/* Turns, rows and rosters in sentences; see speech.h. */
#include "battleship/lines/speech.h"

#include <battleship/enumeration.h>

#include "battleship/game/describe.h"
#include "battleship/talk/result.h"
#include "common/sides.h"
#include "common/tty.h"

static void print_shot(FILE *out, const struct session *session, int32_t target,
                       const bship_chart *chart, int64_t shot)
{
    const bship_board *own =
        session_is_you(session, target) ? bship_game_board(session->game, target) : NULL;
    char label[LABEL_SIZE];
    struct called called;
    bship_report report = BSHIP_REPORT_INIT;
    bship_chart_shot(chart, shot, NULL, &report);
    bool is_named = describe_struck(chart, shot, own, label);
    called_in_session(&called, session, target);
    if (report.result == BSHIP_RESULT_SUNK && is_named)
        fprintf(out, "hit, %s %s is sunk", called.owner, label);
    else if (report.result == BSHIP_RESULT_SUNK)
        fprintf(out, "hit, a ship is sunk");
    else if (report.result == BSHIP_RESULT_HIT && is_named)
        fprintf(out, "hit on %s %s", called.owner, label);
    else
        fputs(bship_enum_name(BSHIP_ENUM_RESULT, report.result), out);
}

static void print_shots(FILE *out, const struct session *session, const bship_game_entry *entry)
{
    const bship_chart *chart = bship_game_chart(session->game, entry->side);
    int32_t target = other_side(entry->side);
    for (int32_t i = 0; i < entry->shots; i++) {
        bship_cell cell;
        char text[BSHIP_CELL_TEXT_SIZE];
        if (bship_chart_shot(chart, entry->first_shot + i, &cell, NULL))
            return;
        bship_cell_format(cell, text, sizeof text);
        if (entry->shots == 1)
            fprintf(out, " at %s: ", text);
        else
            fprintf(out, "%s %s ", i == 0 ? ":" : ";", text);
        print_shot(out, session, target, chart, entry->first_shot + i);
    }
}

void speech_print_entry(FILE *out, const struct session *session, int64_t number)
{
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    if (bship_game_log_entry(session->game, number, &entry))
        return;
    char subject[PLAYER_NAME_SIZE];
    session_subject(session, entry.side, subject);
    fprintf(out, "%s fire%s", subject, session_is_you(session, entry.side) ? "" : "s");
    if (entry.is_total) {
        fputs(" at ", out);
        describe_turn(out, bship_game_chart(session->game, entry.side), entry.chart_turn, NULL);
    } else {
        if (entry.shots > 1)
            fprintf(out, " %d shots", (int)entry.shots);
        print_shots(out, session, &entry);
    }
    fputs(".\n", out);
}

static const char *word_of_mark(const struct panel *panel, uint8_t mark)
{
    const char *word = panel_mark_word(mark);
    return word ? word : panel->is_chart ? "unknown" : "water";
}

void speech_print_row(FILE *out, const struct panel *panel, int32_t row)
{
    int32_t width = bship_rules_width(panel->rules);
    const uint8_t *marks = panel->marks + (size_t)row * (size_t)width;
    const char *separator = "";
    fprintf(out, "%s, row %d: ", panel->title, (int)row + 1);
    for (int32_t x = 0, end; x < width; x = end) {
        char letters[BSHIP_CELL_TEXT_SIZE];
        for (end = x + 1; end < width && ((marks[end] ^ marks[x]) & ~MARK_FRESH) == 0;)
            end++;
        column_letters(x, letters);
        fprintf(out, "%s%s", separator, letters);
        column_letters(end - 1, letters);
        if (end - x > 1)
            fprintf(out, " to %s", letters);
        fprintf(out, " %s", word_of_mark(panel, marks[x]));
        separator = ", ";
    }
    fputs(".\n", out);
}

/* Prints the ships of a panel, those afloat or those that are not. */
static int32_t print_ships(FILE *out, const struct panel *panel, bool afloat)
{
    int32_t printed = 0;
    for (size_t i = 0; i < panel->roster_count; i++) {
        const struct roster_entry *entry = &panel->roster[i];
        int32_t ships = afloat ? entry->afloat : entry->ships - entry->afloat;
        if (ships == 0)
            continue;
        fputs(printed > 0 ? ", " : "", out);
        bool is_named = !describe_is_length(entry->label);
        if (entry->ships > 1)
            fprintf(out, "%d of length %d", (int)ships, (int)entry->length);
        else
            fputs(entry->label, out);
        if (is_named && entry->ships > 1)
            fprintf(out, " (%s)", entry->label);
        else if (is_named)
            fprintf(out, " (%d)", (int)entry->length);
        printed += ships;
    }
    return printed;
}

void speech_print_roster(FILE *out, const struct panel *panel)
{
    int32_t ships = bship_fleet_count(bship_rules_fleet(panel->rules));
    int32_t afloat = print_ships(out, panel, true);
    if (afloat == 0)
        fputs("none", out);
    if (afloat < ships) {
        fputs("; sunk: ", out);
        print_ships(out, panel, false);
    }
    fputs(".", out);
}

void speech_print_placements(FILE *out, const bship_board *board)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_board_rules(board));
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++) {
        bship_placement placement;
        char label[LABEL_SIZE];
        char cell[BSHIP_CELL_TEXT_SIZE];
        describe_ship(fleet, ship, label);
        if (bship_board_placement(board, ship, &placement)) {
            fprintf(out, "%s: not laid yet.\n", label);
            continue;
        }
        bship_cell_format((bship_cell){ placement.x, placement.y }, cell, sizeof cell);
        fprintf(out, "%s: at %s %s.\n", label, cell,
                bship_enum_name(BSHIP_ENUM_ORIENTATION, placement.orientation));
    }
}
