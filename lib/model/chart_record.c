/*
 * Recording a turn: checks that it is legal and that its reports have the form that the rules
 * prescribe, appends it to the log and applies it (chart_apply.c). If it contradicts, it is removed
 * and the chart rebuilt.
 */
#include <stdbool.h>
#include <string.h>

#include "base/compiler.h"
#include "base/versioned.h"
#include "model/board.h"
#include "model/chart_apply.h"
#include "model/chart_deduce.h"
#include "model/chart_placement.h"
#include "model/fault.h"
#include "model/placement.h"

static inline bship_status check_cell(const bship_chart *chart, bship_cell cell)
{
    const bship_rules *rules = chart->rules;
    if (!bsi_on_board(rules, cell))
        return BSHIP_ERROR_OFF_BOARD;
    return bsi_check_shot(rules, chart->states[bsi_position(rules, cell)]);
}

bship_status bship_chart_check_fire(const bship_chart *chart, bship_cell cell)
{
    return chart ? check_cell(chart, cell) : BSHIP_ERROR_ARGUMENT;
}

bship_status bsi_chart_check(bship_chart *chart, const bship_cell *cells, size_t count,
                             bship_error *error)
{
    if (count < 1 || count > chart->rules->free_count)
        return bsi_fail_shot_count(error, chart->rules, count);
    bsi_stamp_set_clear(&chart->salvo_cells);
    for (size_t i = 0; i < count; i++) {
        bship_status status = check_cell(chart, cells[i]);
        if (!status &&
            !bsi_stamp_set_add(&chart->salvo_cells, bsi_position(chart->rules, cells[i])))
            status = BSHIP_ERROR_DUPLICATE;
        if (status)
            return bsi_fail_shot(error, status, i, cells[i]);
    }
    return BSHIP_OK;
}

/* ---- the form of a report ---- */

static bool discloses_nothing(const bship_report *report)
{
    return report->ship == -1 && report->length == 0;
}

/* Whether a report shows a ship on the board if the rules say so, and none otherwise. */
static inline bool shows_as_due(const bship_rules *rules, const bship_report *report, bool is_due)
{
    if (!is_due)
        return (report->is_shown | report->x | report->y | report->orientation) == 0;
    bool is_down = report->orientation == BSHIP_ORIENTATION_VERTICAL;
    return report->is_shown == 1 && (is_down ? report->length > 1 : report->orientation == 0) &&
           bsi_ship_fits_board(rules, (bship_cell){ report->x, report->y }, report->orientation,
                               report->length);
}

/* Whether the report of a hit or a sinking discloses exactly what the rules say. */
static inline bool hit_has_form(const bship_rules *rules, const bship_report *report)
{
    const bship_fleet *fleet = rules->fleet;
    bool is_sunk = report->result == BSHIP_RESULT_SUNK && bsi_discloses_sinkings(rules);
    if (!is_sunk && report->result != BSHIP_RESULT_HIT)
        return false;
    if (!shows_as_due(rules, report, is_sunk && bsi_shows_ships(rules)))
        return false;
    if (bsi_discloses_name(rules, is_sunk))
        return report->ship >= 0 && report->ship < fleet->count &&
               fleet->ships[report->ship].first_of_name == report->ship &&
               fleet->ships[report->ship].length == report->length;
    if (bsi_discloses_length(rules, is_sunk))
        return report->ship == -1 && report->length > 0 && report->length <= BSHIP_SHIP_LENGTH_MAX;
    return discloses_nothing(report);
}

static inline bool has_form(const bship_rules *rules, const bship_report *report)
{
    if (report->reserved != 0)
        return false;
    if (report->result == BSHIP_RESULT_MISS || report->result == BSHIP_RESULT_WASTED)
        return discloses_nothing(report) && shows_as_due(rules, report, false);
    return hit_has_form(rules, report);
}

bool bsi_report_has_form(const bship_rules *rules, const bship_report *report)
{
    return has_form(rules, report);
}

static inline bool is_known(const bship_chart *chart, bship_cell cell)
{
    return chart->states[bsi_position(chart->rules, cell)] != BSHIP_CHART_STATE_UNKNOWN;
}

/* Whether a report has the right form for a cell; that of a known cell is WASTED. */
static inline bool report_fits(const bship_chart *chart, bship_cell cell,
                               const bship_report *report)
{
    return is_known(chart, cell) == (report->result == BSHIP_RESULT_WASTED) &&
           has_form(chart->rules, report);
}

static bship_status check_reports(const bship_chart *chart, const bship_cell *cells, size_t count,
                                  const bship_report *reports, bship_error *error)
{
    if (bsi_reports_totals(chart->rules))
        return bsi_fail_kind(error, chart->rules);
    for (size_t i = 0; i < count; i++) {
        if (!report_fits(chart, cells[i], &reports[i]))
            return bsi_fail_report(error, chart->rules, i, cells[i], is_known(chart, cells[i]));
    }
    return BSHIP_OK;
}

/* ---- the form of a total ---- */

/*
 * Whether the counts by ship of hits, or of sinkings, have the form that the rules prescribe: only
 * those of the ships that bsi_disclosed_ship() gives are not 0, and if it gives any, they add up to
 * `sum`. A sum of -1 says that sinkings are not disclosed.
 */
static bool counts_have_form(const bship_rules *rules, const int32_t *counts, bool is_sunk,
                             int32_t sum)
{
    bool are_disclosed = bsi_disclosed_ship(rules, 0, is_sunk) >= 0 && sum >= 0;
    int64_t left = are_disclosed ? sum : 0;
    for (int32_t i = 0; counts && i < rules->fleet->count; i++) {
        bool is_first = bsi_disclosed_ship(rules, i, is_sunk) == i;
        if (counts[i] < 0 || (counts[i] > 0 && !is_first))
            return false;
        left -= counts[i];
    }
    return left == 0 && (counts || !are_disclosed);
}

static bship_status fail_total(bship_error *error, const char *fault)
{
    return bsi_fail(error, BSHIP_ERROR_REPORT, -1, "%s", fault);
}

bship_status bsi_total_check(const bship_rules *rules, const bship_total *total, size_t effective,
                             bship_error *error)
{
    bool sinks = bsi_discloses_sinkings(rules);
    if (!bsi_reports_totals(rules))
        return bsi_fail_kind(error, rules);
    bship_status status = bsi_total_check_room(rules, total, error);
    if (status)
        return status;
    if (total->hits < 0 || (size_t)total->hits > effective)
        return bsi_fail(error, BSHIP_ERROR_REPORT, -1,
                        "%d hits: expected 0 to %zu, the number of shots at unknown cells",
                        (int)total->hits, effective);
    if (sinks && (total->sunk < 0 || total->sunk > total->hits))
        return fail_total(error, "expected between no ship sunk and one for each hit");
    if (!sinks && total->sunk != -1)
        return fail_total(error, "expected -1 ships sunk, for the rules do not disclose them");
    if (!counts_have_form(rules, total->sunk_of, true, total->sunk))
        return fail_total(error, "the ships sunk are not counted as the rules disclose them");
    if (!counts_have_form(rules, total->hits_of, false, total->hits))
        return fail_total(error, "the hits are not counted as the rules disclose them");
    return BSHIP_OK;
}

/* The number of unknown cells among those fired at. Other shots are wasted and not in the total. */
static size_t count_effective(const bship_chart *chart, const bship_cell *cells, size_t count)
{
    size_t effective = 0;
    for (size_t i = 0; i < count; i++)
        effective += !is_known(chart, cells[i]);
    return effective;
}

/* ---- appending to the log ---- */

/* Flags of a shot in the hash. */
enum {
    HASH_FIRST = 1, /* the first of its turn */
    HASH_TOTAL = 2  /* reported by a total */
};

/* Appends a turn without shots; `total` is the index of its total, or -1. */
static inline void begin_turn(bship_chart *chart, int32_t total)
{
    bsi_turn *turn = &chart->turns[chart->turn_count++];
    turn->before = chart->hash;
    turn->first_shot = chart->shot_count;
    turn->total = total;
}

static inline void append_shot(bship_chart *chart, uint32_t position, const bship_report *report,
                               int flags)
{
    bsi_shot shot = bsi_shot_of(chart->rules, position, report);
    chart->shots[chart->shot_count++] = shot;
    uint64_t packed = shot.position | (uint64_t)shot.result << 24 |
                      (uint64_t)(uint16_t)shot.ship << 28 | (uint64_t)shot.length << 44 |
                      (uint64_t)flags << 60;
    chart->hash = bsi_splitmix(chart->hash ^ packed);
    if (shot.first)
        chart->hash = bsi_splitmix(chart->hash ^ shot.first ^ (uint64_t)shot.orientation << 32);
}

static void append_shots(bship_chart *chart, const bship_cell *cells, size_t count,
                         const bship_report *reports, int flags)
{
    static const bship_report nothing = BSHIP_REPORT_INIT;
    for (size_t i = 0; i < count; i++)
        append_shot(chart, bsi_position(chart->rules, cells[i]), reports ? &reports[i] : &nothing,
                    flags | (i == 0 ? HASH_FIRST : 0));
}

/* Removes the last turn. */
static BSI_NOINLINE void undo_turn(bship_chart *chart)
{
    const bsi_turn *turn = &chart->turns[--chart->turn_count];
    chart->hash = turn->before;
    chart->shot_count = turn->first_shot;
    chart->total_count -= turn->total >= 0;
    bsi_chart_rebuild(chart);
}

/* Says why no layout agrees with a shot of the log, which could not be applied: report `index`. */
static bship_status fail_contradiction(const bship_chart *chart, uint32_t shot, size_t index,
                                       bship_error *error)
{
    const bship_rules *rules = chart->rules;
    bship_cell cell = bsi_cell(rules, chart->shots[shot].position);
    uint32_t fault = bsi_chart_shown_fault(chart, shot);
    bsi_run shown = bsi_shown_run(rules, &chart->shots[shot]);
    return fault ? bsi_fail_shown(error, index, cell, bsi_cell(rules, fault),
                                  bsi_run_covers(&shown, fault))
                 : bsi_fail_contradiction(error, index, cell);
}

/* Applies the last turn, and removes it if it contradicts. */
static bship_status apply_last(bship_chart *chart, bship_error *error)
{
    uint32_t fault = UINT32_MAX, first = chart->turns[chart->turn_count - 1].first_shot;
    bship_status status = bsi_chart_apply(chart, chart->turn_count - 1, &fault);
    if (!status)
        return BSHIP_OK;
    if (fault == UINT32_MAX)
        bsi_fail_plain(error, status);
    else
        fail_contradiction(chart, fault, fault - first, error);
    undo_turn(chart);
    return status;
}

static bship_status reserve(bship_chart *chart, size_t count, bship_error *error)
{
    bship_status status = bsi_chart_reserve(chart, count);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

bship_status bship_chart_record_turn(bship_chart *chart, const bship_cell *cells, size_t count,
                                     const bship_report *reports, bship_error *error)
{
    if (!chart || !cells || !reports)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_chart_check(chart, cells, count, error);
    if (!status)
        status = check_reports(chart, cells, count, reports, error);
    if (!status)
        status = reserve(chart, count, error);
    if (status)
        return status;
    begin_turn(chart, -1);
    append_shots(chart, cells, count, reports, 0);
    return apply_last(chart, error);
}

/* ---- one shot ---- */

/* Takes the shot of the last turn back, which contradicts. */
static BSI_NOINLINE bship_status refuse_shot(bship_chart *chart, bship_error *error)
{
    bship_status status = fail_contradiction(chart, chart->shot_count - 1, 0, error);
    undo_turn(chart);
    return status;
}

/* Records a shot that is legal, whose report fits and for which the log has room. */
static inline bship_status record_fitting(bship_chart *chart, uint32_t position,
                                          const bship_report *report, bship_error *error)
{
    uint32_t shot = chart->shot_count;
    begin_turn(chart, -1);
    append_shot(chart, position, report, HASH_FIRST);
    bship_status status = bsi_chart_apply_shot(chart, shot);
    return status ? refuse_shot(chart, error) : BSHIP_OK;
}

/* bship_chart_record_turn() for one shot. */
static BSI_NOINLINE bship_status record_shot(bship_chart *chart, bship_cell cell,
                                             const bship_report *report, bship_error *error)
{
    bship_status status = check_cell(chart, cell);
    if (status)
        return bsi_fail_shot(error, status, 0, cell);
    status = check_reports(chart, &cell, 1, report, error);
    if (!status)
        status = reserve(chart, 1, error);
    return status ? status : record_fitting(chart, bsi_position(chart->rules, cell), report, error);
}

/* As record_shot(), for an unknown cell, a log with room and a report that is no miss. */
static BSI_NOINLINE bship_status record_effect(bship_chart *chart, bship_cell cell,
                                               const bship_report *report, bship_error *error)
{
    if (report->result == BSHIP_RESULT_WASTED || !has_form(chart->rules, report))
        return bsi_fail_report(error, chart->rules, 0, cell, false);
    return record_fitting(chart, bsi_position(chart->rules, cell), report, error);
}

/* Finishes bship_chart_record() for a miss that needs more checks; undoes it if it contradicts. */
static BSI_NOINLINE bship_status finish_miss(bship_chart *chart, uint32_t position,
                                             bship_error *error)
{
    return bsi_chart_miss_agrees(chart, position) ? BSHIP_OK : refuse_shot(chart, error);
}

/*
 * Simulations spend their time here, and most shots miss. A miss at an unknown cell needs no check
 * but those below; all other cases are out of line.
 */
bship_status bship_chart_record(bship_chart *chart, bship_cell cell, const bship_report *report,
                                bship_error *error)
{
    static const bship_report miss = BSHIP_REPORT_INIT;
    if (!chart || !report)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    uint32_t position = bsi_position(chart->rules, cell);
    if (!bsi_on_board(chart->rules, cell) || chart->states[position] != BSHIP_CHART_STATE_UNKNOWN ||
        bsi_reports_totals(chart->rules) || chart->shot_count == chart->shot_capacity)
        return record_shot(chart, cell, report, error);
    /* The result is read first: comparing a whole report right after it was stored member by member
     * stalls, for the processor cannot forward the stores. */
    if (report->result != BSHIP_RESULT_MISS || memcmp(report, &miss, sizeof miss) != 0)
        return record_effect(chart, cell, report, error);
    begin_turn(chart, -1);
    append_shot(chart, position, &miss, HASH_FIRST);
    return bsi_chart_mark_miss(chart, position) ? BSHIP_OK : finish_miss(chart, position, error);
}

/* ---- a total ---- */

static void append_total(bship_chart *chart, const bship_total *total)
{
    size_t ships = (size_t)chart->rules->fleet->count;
    int32_t *row = chart->totals + chart->total_count * bsi_total_width(chart);
    memset(row, 0, bsi_total_width(chart) * sizeof *row);
    row[0] = total->hits;
    row[1] = total->sunk;
    if (total->sunk_of)
        memcpy(row + 2, total->sunk_of, ships * sizeof *row);
    if (total->hits_of)
        memcpy(row + 2 + ships, total->hits_of, ships * sizeof *row);
    for (size_t i = 0; i < bsi_total_width(chart); i++)
        chart->hash = bsi_splitmix(chart->hash ^ (uint32_t)row[i]);
    chart->total_count++;
}

bship_status bship_chart_record_total(bship_chart *chart, const bship_cell *cells, size_t count,
                                      const bship_total *given, bship_error *error)
{
    bship_total total = BSHIP_TOTAL_INIT;
    if (!chart || !cells || !given)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_versioned_read(&total, BSI_VERSIONED(bship_total), given, error);
    if (status)
        return status;
    status = bsi_chart_check(chart, cells, count, error);
    if (!status)
        status = bsi_total_check(chart->rules, &total, count_effective(chart, cells, count), error);
    if (!status)
        status = reserve(chart, count, error);
    if (status)
        return status;
    begin_turn(chart, (int32_t)chart->total_count);
    append_shots(chart, cells, count, NULL, HASH_TOTAL);
    append_total(chart, &total);
    return apply_last(chart, error);
}
