/* A first game that explains itself; see primer.h. */
#include "battleship/talk/primer.h"

#include <stddef.h>
#include <stdio.h>

#include "battleship/talk/command.h"
#include "common/sides.h"

/* What a line may apply to. */
struct situation {
    int64_t shots;
    int64_t open_hits; /* on ships that are not known to be sunk */
    int32_t last;      /* the bship_result of the latest shot; -1: there is none */
    int64_t own_hits;  /* of the other side */
    int32_t afloat;    /* ships of the other side */
    int32_t shortest;  /* the length of the shortest one */
};

static bool begins(const struct situation *situation)
{
    return situation->shots == 0;
}

static bool has_last_ship(const struct situation *situation)
{
    return situation->afloat == 1;
}

static bool has_sunk(const struct situation *situation)
{
    return situation->last == BSHIP_RESULT_SUNK;
}

static bool follows(const struct situation *situation)
{
    return situation->last == BSHIP_RESULT_HIT && situation->open_hits > 1;
}

static bool has_hit(const struct situation *situation)
{
    return situation->last == BSHIP_RESULT_HIT;
}

static bool has_missed(const struct situation *situation)
{
    return situation->last == BSHIP_RESULT_MISS;
}

static bool is_hit(const struct situation *situation)
{
    return situation->own_hits > 0;
}

static bool may_want_help(const struct situation *situation)
{
    return situation->shots > 2;
}

static bool searches(const struct situation *situation)
{
    return situation->shots > 3 && situation->open_hits == 0 && situation->shortest > 1;
}

static bool knows_all(const struct situation *situation)
{
    return situation->shots > 5;
}

/* A text, or one in which the names of two commands stand. */
static const struct {
    bool (*applies)(const struct situation *situation);
    const char *text; /* NULL: the names of the commands, and what follows each of them */
    int32_t first, second;
    const char *middle, *end;
} lines[] = {
    { .applies = begins,
      .text = "The other fleet is hidden. Fire at a cell: you are told what is there." },
    { .applies = has_last_ship, .text = "One ship is left: fire where it still fits." },
    { .applies = has_sunk,
      .text = "Sunk: all cells of that ship are hit. The ships afloat are listed." },
    { .applies = follows, .text = "Another hit: two in a line tell where the ship goes on." },
    { .applies = has_hit,
      .text = "A hit. Ships are straight: try the cells beside it, above and below." },
    { .applies = has_missed,
      .text = "Water: no ship is there, so long ships have less room around it." },
    { .applies = is_hit, .text = "A ship of yours was hit: the other side searches as you do." },
    { .applies = may_want_help,
      .first = COMMAND_HINT,
      .middle = " shows where an expert would fire, ",
      .second = COMMAND_HEAT,
      .end = " how likely a hit is in each cell." },
    { .applies = searches,
      .text = "To search, fire at every other cell: no ship fits in between." },
    { .applies = knows_all,
      .first = COMMAND_UNDO,
      .middle = " takes your last turn back, ",
      .second = COMMAND_MENU,
      .end = " lists all commands." },
};

enum {
    LINE_COUNT = sizeof lines / sizeof *lines
};

/* ---- the situation ---- */

static int64_t count_open_hits(const bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    int64_t count = 0;
    bship_cell cell;
    for (cell.y = 0; cell.y < bship_rules_height(rules); cell.y++)
        for (cell.x = 0; cell.x < bship_rules_width(rules); cell.x++)
            count += bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_HIT;
    return count;
}

static int32_t find_shortest(const bship_chart *chart)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_chart_rules(chart));
    int32_t i = bship_fleet_class_count(fleet) - 1;
    while (i > 0 && bship_chart_ships_afloat_of_class(chart, i) == 0)
        i--;
    return bship_fleet_class_length(fleet, i);
}

static struct situation find_situation(const struct session *session, int32_t side)
{
    const bship_chart *chart = bship_game_chart(session->game, side);
    bship_report report = BSHIP_REPORT_INIT;
    struct situation situation = { .shots = bship_chart_shots(chart), .last = -1 };
    if (!bship_chart_shot(chart, situation.shots - 1, NULL, &report))
        situation.last = report.result;
    situation.open_hits = count_open_hits(chart);
    situation.own_hits = bship_chart_hits(bship_game_chart(session->game, other_side(side)));
    situation.afloat = bship_chart_ships_afloat(chart);
    situation.shortest = find_shortest(chart);
    return situation;
}

void primer_go_on(struct primer *primer, const struct session *session, int32_t side, bool is_lines)
{
    struct situation situation = find_situation(session, side);
    int i = 0;
    while (i < LINE_COUNT && ((primer->said & 1U << i) || !lines[i].applies(&situation)))
        i++;
    primer->text[0] = '\0';
    if (i == LINE_COUNT)
        return;
    primer->said |= 1U << i;
    if (lines[i].text)
        snprintf(primer->text, PRIMER_SIZE, "%s", lines[i].text);
    else
        snprintf(primer->text, PRIMER_SIZE, "%s%s%s%s",
                 command_name(PLACE_SHOT, lines[i].first, is_lines), lines[i].middle,
                 command_name(PLACE_SHOT, lines[i].second, is_lines), lines[i].end);
}
