/* Sentences for refused shots and placements; see fault.h. */
#include "model/fault.h"

#include <stdio.h>

#include "base/number.h"
#include "model/board.h"

enum {
    CELL_BYTES = 40,
    SHIP_BYTES = BSHIP_NAME_MAX + 16
};

/* ---- words ---- */

/* A cell such as `A1`; one beyond the largest board by its coordinates. */
static const char *cell_words(bship_cell cell, char words[CELL_BYTES])
{
    bship_cell_format(cell, words, CELL_BYTES);
    if (*words == '?')
        snprintf(words, CELL_BYTES, "x %d, y %d", (int)cell.x, (int)cell.y);
    return words;
}

/* A ship by its name; one without a name is given by its length. */
static const char *ship_words(const bship_rules *rules, int32_t ship, char words[SHIP_BYTES])
{
    const char *name = rules->fleet->ships[ship].name;
    snprintf(words, SHIP_BYTES, "%s%s", bsi_is_digits(name) ? "ship of length " : "", name);
    return words;
}

/* ---- shots ---- */

bship_status bsi_fail_kind(bship_error *error, const bship_rules *rules)
{
    return bsi_fail(error, BSHIP_ERROR_REPORT, -1,
                    bsi_reports_totals(rules) ? "the rules prescribe a total for each salvo"
                                              : "the rules prescribe a report for each shot");
}

bship_status bsi_fail_shot_count(bship_error *error, const bship_rules *rules, size_t count)
{
    return bsi_fail(error, BSHIP_ERROR_COUNT, -1, "expected 1 to %u shots, not %zu",
                    rules->free_count, count);
}

static const char *shot_fault(bship_status status)
{
    switch (status) {
    case BSHIP_ERROR_OFF_BOARD:
        return "is off the board";
    case BSHIP_ERROR_BLOCKED:
        return "is blocked";
    case BSHIP_ERROR_REPEATED:
        return "was already fired at";
    case BSHIP_ERROR_KNOWN_WATER:
        return "is known to be water";
    default:
        return "occurs twice in the salvo";
    }
}

bship_status bsi_fail_shot(bship_error *error, bship_status status, size_t index, bship_cell cell)
{
    char words[CELL_BYTES];
    return bsi_fail(error, status, (int64_t)index, "%s %s", cell_words(cell, words),
                    shot_fault(status));
}

/* What a hit, or a sinking, discloses. */
static const char *detail_words(const bship_rules *rules, bool is_sunk)
{
    if (is_sunk && bsi_shows_ships(rules))
        return bsi_discloses_name(rules, is_sunk) ? " with the ship's name, length and cells"
                                                  : " with the ship's length and cells";
    if (bsi_discloses_name(rules, is_sunk))
        return " with the ship's name and length";
    return bsi_discloses_length(rules, is_sunk) ? " with the ship's length" : "";
}

bship_status bsi_fail_report(bship_error *error, const bship_rules *rules, size_t index,
                             bship_cell cell, bool is_known)
{
    char at[CELL_BYTES];
    cell_words(cell, at);
    if (is_known)
        return bsi_fail(error, BSHIP_ERROR_REPORT, (int64_t)index,
                        "%s: expected wasted, for the cell was already known", at);
    if (!bsi_discloses_sinkings(rules))
        return bsi_fail(error, BSHIP_ERROR_REPORT, (int64_t)index, "%s: expected miss or hit", at);
    return bsi_fail(error, BSHIP_ERROR_REPORT, (int64_t)index, "%s: expected miss, hit%s or sunk%s",
                    at, detail_words(rules, false), detail_words(rules, true));
}

bship_status bsi_fail_contradiction(bship_error *error, size_t index, bship_cell cell)
{
    char words[CELL_BYTES];
    return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, (int64_t)index,
                    "%s: no layout of the fleet agrees with this report", cell_words(cell, words));
}

bship_status bsi_fail_shown(bship_error *error, size_t index, bship_cell cell, bship_cell fault,
                            bool is_covered)
{
    char at[CELL_BYTES], where[CELL_BYTES];
    cell_words(cell, at);
    cell_words(fault, where);
    if (cell.x == fault.x && cell.y == fault.y)
        return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, (int64_t)index,
                        "%s: the sunk ship is shown in other cells", at);
    return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, (int64_t)index,
                    is_covered ? "%s: the sunk ship is shown on %s, which is no hit on it"
                               : "%s: the sunk ship is shown where it would touch the hit at %s",
                    at, where);
}

/* ---- false reports ---- */

bship_status bsi_fail_needless(bship_error *error, int64_t index, bship_cell cell, bool is_sunk)
{
    char at[CELL_BYTES];
    return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, index, "%s: fired at, but %s",
                    cell_words(cell, at),
                    is_sunk ? "the whole fleet was already sunk" : "the cell was already known");
}

/* What happened to a ship that was hit, in contrast to the report. */
static const char *truth_words(const bship_report *reported, const bship_report *truth)
{
    if (reported->result != BSHIP_RESULT_HIT && reported->result != BSHIP_RESULT_SUNK)
        return "was hit";
    if (reported->result != truth->result)
        return truth->result == BSHIP_RESULT_SUNK ? "was sunk" : "was not sunk";
    bool is_other = reported->ship != truth->ship || reported->length != truth->length;
    return is_other ? "was hit, and not another ship" : "lies in other cells than shown";
}

bship_status bsi_fail_lie(bship_error *error, const bship_rules *rules, int64_t index,
                          bship_cell cell, const bship_report *reported, const bship_report *truth,
                          int32_t ship)
{
    const char *result = bsi_name(&bsi_result_names, reported->result);
    char at[CELL_BYTES], name[SHIP_BYTES];
    cell_words(cell, at);
    if (ship < 0)
        return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, index, "%s: reported %s, but %s", at,
                        result,
                        truth->result == BSHIP_RESULT_WASTED ? "the cell was already known"
                                                             : "no ship was hit");
    return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, index, "%s: reported %s, but the %s %s", at,
                    result, ship_words(rules, ship, name), truth_words(reported, truth));
}

bship_status bsi_fail_false_total(bship_error *error, int64_t index, bship_cell cell, int32_t hits,
                                  int32_t sunk)
{
    char at[CELL_BYTES];
    const char *fault = hits > 0   ? "more hits than there were"
                        : hits < 0 ? "fewer hits than there were"
                        : sunk > 0 ? "more ships sunk than there were"
                        : sunk < 0 ? "fewer ships sunk than there were"
                                   : "other ships than were hit or sunk";
    return bsi_fail(error, BSHIP_ERROR_CONTRADICTION, index,
                    "the salvo that begins at %s: reported %s", cell_words(cell, at), fault);
}

/* ---- placements ---- */

bship_status bsi_fail_missing(bship_error *error, const bsi_layout *layout)
{
    char words[SHIP_BYTES];
    int32_t ship = 0;
    while (layout->placements[ship].position)
        ship++;
    return bsi_fail(error, BSHIP_ERROR_NOT_PLACED, -1, "the %s is not placed yet",
                    ship_words(layout->rules, ship, words));
}

/* Names the first conflict that has the status of a placement. */

static bship_status fail_conflict(bship_error *error, const bsi_layout *layout, size_t index,
                                  bship_placement placement, bship_status status)
{
    char name[SHIP_BYTES], other[SHIP_BYTES] = "", at[CELL_BYTES];
    bsi_conflicts walk = bsi_conflicts_of(layout, placement);
    bship_conflict conflict = { { placement.x, placement.y }, (int32_t)status, -1 };
    while (bsi_conflicts_next(&walk, &conflict) && conflict.status != (int32_t)status)
        ;
    ship_words(layout->rules, placement.ship, name);
    cell_words(conflict.cell, at);
    if (conflict.ship < 0)
        return bsi_fail(
            error, status, (int64_t)index, "the %s would %s %s", name,
            status == BSHIP_ERROR_BLOCKED ? "cover the blocked cell" : "leave the board at", at);
    return bsi_fail(error, status, (int64_t)index, "the %s would %s the %s at %s", name,
                    status == BSHIP_ERROR_OVERLAP ? "overlap" : "touch",
                    ship_words(layout->rules, conflict.ship, other), at);
}

bship_status bsi_fail_placement(bship_error *error, bship_status status, const bsi_layout *layout,
                                size_t index, bship_placement placement)
{
    const bship_rules *rules = layout->rules;
    char words[SHIP_BYTES];
    if (placement.ship < 0 || placement.ship >= rules->fleet->count)
        return bsi_fail(error, status, (int64_t)index, "the fleet has no ship %d",
                        (int)placement.ship);
    if (status == BSHIP_ERROR_ARGUMENT)
        return bsi_fail(error, status, (int64_t)index, "the %s has the unknown orientation %d",
                        ship_words(rules, placement.ship, words), (int)placement.orientation);
    if (status == BSHIP_ERROR_PLACED)
        return bsi_fail(error, status, (int64_t)index, "the %s is placed twice",
                        ship_words(rules, placement.ship, words));
    return fail_conflict(error, layout, index, placement, status);
}
