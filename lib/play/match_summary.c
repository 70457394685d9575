/*
 * The summaries of a match, from sums of whole numbers. Only the calling thread adds to them, game
 * by game in order.
 *
 * The games of a series depend on each other if an entry learns; different series do not. So
 * deviations are between units: a unit is a whole series or, without series, a game. A unit counts
 * only if all its games were finished.
 */
#include "play/match.h"

#include <math.h>

#include "base/student.h"
#include "base/versioned.h"
#include "model/rules.h"

/* ---- adding ---- */

bship_status bsi_match_sums_reserve(bship_match *match)
{
    const bship_allocator *allocator = &match->rules->allocator;
    bship_status status = BSI_RESERVE(&match->sums, allocator, 1);
    if (!status && !bsi_is_duel(match))
        status = BSI_RESERVE(&match->pairs, allocator, match->sums.count);
    return status;
}

void bsi_match_sums_enter(bship_match *match)
{
    for (size_t a = 0; !bsi_is_duel(match) && a < match->sums.count; a++)
        match->pairs.items[match->pairs.count++] = (bsi_match_pair){ 0 };
    match->sums.items[match->sums.count++] = (bsi_match_sums){ 0 };
}

void bsi_match_sums_reset(bship_match *match)
{
    for (size_t i = 0; i < match->sums.count; i++)
        match->sums.items[i] = (bsi_match_sums){ 0 };
    for (size_t i = 0; i < match->pairs.count; i++)
        match->pairs.items[i] = (bsi_match_pair){ 0 };
}

/* The number of games of a unit. */
static int32_t unit_length(const bship_match *match)
{
    return match->options.series > 0 ? match->options.series : 1;
}

/* Adds a row to the sums of its entry. The first game of a unit starts its sum. */
static void add_row(const bship_match *match, bsi_match_sums *sums, const bship_match_row *row)
{
    if (row->round <= 1) {
        sums->unit_sum = 0;
        sums->unit_finished = 0;
    }
    if (row->status) {
        sums->failed++;
        sums->faults += row->at_fault;
        return;
    }
    sums->finished++;
    sums->unit_finished++;
    if (!bsi_is_duel(match)) {
        sums->unit_sum += row->shots;
        return;
    }
    bool is_draw = row->outcome == BSHIP_OUTCOME_DRAW, is_won = row->outcome == row->side;
    sums->wins += is_won;
    sums->draws += is_draw;
    sums->losses += !is_won && !is_draw;
    sums->unit_sum += is_draw ? 1 : 2 * (int64_t)is_won;
}

/* Adds the rows of a game to the sums of entries and pairs; the last game of a unit adds it too. */
static void add_game(bship_match *match, const bship_match_row *rows)
{
    const int32_t length = unit_length(match);
    const bool ends_unit = rows->round == match->options.series;
    bsi_match_sums *sums = match->sums.items;
    bsi_match_pair *pair = match->pairs.items;
    for (size_t b = 0; b < match->sums.count; b++) {
        add_row(match, &sums[b], &rows[b]);
        bool has_unit = ends_unit && sums[b].unit_finished == length;
        if (has_unit)
            bsi_moments_add(&sums[b].units, sums[b].unit_sum);
        for (size_t a = 0; !bsi_is_duel(match) && a < b; a++, pair++) {
            bool is_finished = !rows[a].status && !rows[b].status;
            pair->finished += is_finished;
            pair->faults += !is_finished && (rows[a].at_fault || rows[b].at_fault);
            if (has_unit && sums[a].unit_finished == length)
                bsi_moments_add(&pair->units, sums[a].unit_sum - sums[b].unit_sum);
        }
    }
}

bship_status bsi_match_deliver(bship_match *match, bsi_match_receiver *receiver,
                               const bship_match_row *rows)
{
    for (int32_t i = 0; receiver->callback && i < bsi_match_rows(match); i++) {
        int32_t answer = receiver->callback(&rows[i], receiver->user);
        if (answer != BSHIP_PROGRESS_GO_ON && receiver->answer != BSHIP_PROGRESS_CANCEL)
            receiver->answer = answer == BSHIP_PROGRESS_FINISH ? answer : BSHIP_PROGRESS_CANCEL;
    }
    add_game(match, rows);
    return receiver->answer == BSHIP_PROGRESS_GO_ON ? BSHIP_OK : BSHIP_ERROR_CANCELLED;
}

/* ---- summaries ---- */

/* Checks the arguments: OK, ARGUMENT, SIZE, STATE for a match of another kind, or RANGE. */
static bship_status check(const bship_match *match, int32_t kind, double confidence,
                          const bship_match_summary *out)
{
    if (!match)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_match_summary), NULL);
    if (status)
        return status;
    if (match->options.kind != kind)
        return BSHIP_ERROR_STATE;
    return confidence > 0.0 && confidence < 1.0 ? BSHIP_OK : BSHIP_ERROR_RANGE;
}

static bool is_entry(const bship_match *match, int32_t entry)
{
    return entry >= 0 && entry < match->entry_count;
}

/*
 * Mean, deviation and interval of one game, given units whose numbers are `scale` times the mean of
 * their games.
 */
static void estimate(const bsi_moments *units, double scale, double confidence,
                     bship_match_summary *out)
{
    out->units = units->count;
    out->mean = out->sd = out->standard_error = (double)NAN;
    out->low = -(double)INFINITY;
    out->high = (double)INFINITY;
    if (units->count > 0)
        out->mean = bsi_moments_mean(units) / scale + 0.0; /* + 0.0 turns -0 into 0 */
    if (units->count < 2)
        return;
    out->sd = bsi_moments_deviation(units) / fabs(scale);
    out->standard_error = out->sd / sqrt((double)units->count);
    double reach = bsi_student_quantile(1.0 - confidence, units->count - 1) * out->standard_error;
    out->low = out->mean - reach;
    out->high = out->mean + reach;
}

/* Writes the summary of an entry, whose sums count `points` for a shot or a win. */
static bship_status summarise(const bship_match *match, int32_t entry, int32_t points,
                              double confidence, bship_match_summary *out)
{
    if (!is_entry(match, entry))
        return BSHIP_ERROR_RANGE;
    const bsi_match_sums *sums = &match->sums.items[entry];
    bship_match_summary summary = { .size = sizeof summary,
                                    .games = sums->finished,
                                    .failed = sums->failed,
                                    .faults = sums->faults,
                                    .wins = sums->wins,
                                    .draws = sums->draws,
                                    .losses = sums->losses };
    estimate(&sums->units, (double)unit_length(match) * points, confidence, &summary);
    bsi_versioned_write(out, &summary, sizeof summary);
    return BSHIP_OK;
}

bship_status bship_match_mean(const bship_match *match, int32_t entry, double confidence,
                              bship_match_summary *out)
{
    bship_status status = check(match, BSHIP_MATCH_KIND_SOLO, confidence, out);
    return status ? status : summarise(match, entry, 1, confidence, out);
}

bship_status bship_match_score(const bship_match *match, int32_t entry, double confidence,
                               bship_match_summary *out)
{
    bship_status status = check(match, BSHIP_MATCH_KIND_DUEL, confidence, out);
    return status ? status : summarise(match, entry, 2, confidence, out);
}

bship_status bship_match_difference(const bship_match *match, int32_t a, int32_t b,
                                    double confidence, bship_match_summary *out)
{
    bship_status status = check(match, BSHIP_MATCH_KIND_SOLO, confidence, out);
    if (status)
        return status;
    if (!is_entry(match, a) || !is_entry(match, b))
        return BSHIP_ERROR_RANGE;
    if (a == b)
        return BSHIP_ERROR_ARGUMENT;
    const size_t first = (size_t)(a < b ? a : b), second = (size_t)(a < b ? b : a);
    const bsi_match_pair *pair = &match->pairs.items[second * (second - 1) / 2 + first];
    const bsi_match_sums *sums = &match->sums.items[a];
    bship_match_summary summary = { .size = sizeof summary,
                                    .games = pair->finished,
                                    .failed = sums->finished + sums->failed - pair->finished,
                                    .faults = pair->faults };
    /* A pair holds its earlier entry minus the later one: the other order changes the sign. */
    estimate(&pair->units, (a < b ? 1.0 : -1.0) * unit_length(match), confidence, &summary);
    bsi_versioned_write(out, &summary, sizeof summary);
    return BSHIP_OK;
}
