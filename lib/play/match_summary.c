/*
 * What the games of a match came to. The sums are whole numbers, and only the calling thread adds
 * to them, game by game in order.
 *
 * The games of a series depend on each other if an entry learns, different series do not. So
 * deviations are between units: a unit is a whole series, or without series a game. A unit with a
 * game that was not finished, or not played, has no number.
 */
#include "play/match.h"

#include <math.h>

#include "base/student.h"
#include "base/versioned.h"
#include "model/rules.h"

static bool is_duel(const bship_match *match)
{
    return match->options.kind == BSHIP_MATCH_KIND_DUEL;
}

/* ---- adding ---- */

bship_status bsi_match_sums_reserve(bship_match *match)
{
    const bship_allocator *allocator = &match->rules->allocator;
    bship_status status = BSI_RESERVE(&match->sums, allocator, 1);
    if (!status && !is_duel(match))
        status = BSI_RESERVE(&match->pairs, allocator, match->sums.count);
    return status;
}

void bsi_match_sums_enter(bship_match *match)
{
    for (size_t a = 0; !is_duel(match) && a < match->sums.count; a++)
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

/* Adds a row of a duel that was finished. Returns twice the score. */
static int64_t add_outcome(bsi_match_sums *sums, const bship_match_row *row)
{
    bool is_draw = row->outcome == BSHIP_OUTCOME_DRAW;
    bool is_won = row->outcome == (row->side == BSHIP_SIDE_A ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_B);
    sums->wins += is_won;
    sums->draws += is_draw;
    sums->losses += !is_won && !is_draw;
    return is_draw ? 1 : 2 * (int64_t)is_won;
}

/* Adds a row to the sums of its entry, which has the whole unit once its last game is added. */
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
    sums->unit_sum += is_duel(match) ? add_outcome(sums, row) : row->shots;
}

static void add_pair(bsi_match_pair *pair, const bship_match_row *a, const bship_match_row *b)
{
    if (a->status == BSHIP_OK && b->status == BSHIP_OK)
        pair->finished++;
    else
        pair->faults += a->at_fault || b->at_fault;
}

/* Adds the unit that the last game ended, as far as its games were finished. */
static void add_unit(bship_match *match)
{
    const int32_t length = unit_length(match);
    bsi_match_sums *sums = match->sums.items;
    bsi_match_pair *pair = match->pairs.items;
    for (size_t b = 0; b < match->sums.count; b++) {
        bool is_whole = sums[b].unit_finished == length;
        if (is_whole)
            bsi_moments_add(&sums[b].units, sums[b].unit_sum);
        for (size_t a = 0; !is_duel(match) && a < b; a++, pair++) {
            if (is_whole && sums[a].unit_finished == length)
                bsi_moments_add(&pair->units, sums[a].unit_sum - sums[b].unit_sum);
        }
    }
}

static void add_game(bship_match *match, const bship_match_row *rows)
{
    bsi_match_pair *pair = match->pairs.items;
    for (size_t b = 0; b < match->sums.count; b++) {
        add_row(match, &match->sums.items[b], &rows[b]);
        for (size_t a = 0; !is_duel(match) && a < b; a++)
            add_pair(pair++, &rows[a], &rows[b]);
    }
    if (rows->round == match->options.series)
        add_unit(match);
}

bship_status bsi_match_deliver(bship_match *match, const bsi_match_receiver *receiver,
                               const bship_match_row *rows)
{
    bool is_cancelled = false;
    for (int32_t i = 0; receiver->callback && i < bsi_match_rows(match); i++)
        is_cancelled |= receiver->callback(&rows[i], receiver->user) != 0;
    add_game(match, rows);
    return is_cancelled ? BSHIP_ERROR_CANCELLED : BSHIP_OK;
}

/* ---- asking ---- */

/* Checks what every question has: OK, ARGUMENT, SIZE, STATE for a match of another kind, or RANGE.
 */
static bship_status check(const bship_match *match, int32_t kind, double confidence,
                          const bship_match_summary *out)
{
    if (!match)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_match_summary));
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

/* Mean, deviation and interval of one game, of units whose numbers are sums of `scale` games. */
static void estimate(const bsi_moments *units, double scale, double confidence,
                     bship_match_summary *out)
{
    out->units = units->count;
    out->mean = out->sd = out->standard_error = (double)NAN;
    out->low = -(double)INFINITY;
    out->high = (double)INFINITY;
    if (units->count > 0)
        out->mean = bsi_moments_mean(units) / scale + 0.0; /* which makes 0 of -0 */
    if (units->count < 2)
        return;
    out->sd = bsi_moments_deviation(units) / fabs(scale);
    out->standard_error = out->sd / sqrt((double)units->count);
    double reach = bsi_student_quantile(1.0 - confidence, units->count - 1) * out->standard_error;
    out->low = out->mean - reach;
    out->high = out->mean + reach;
}

/* Fills in the summary of an entry, whose numbers are `points` to a shot or a win. */
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
    /* The numbers of a pair are those of its earlier entry less those of the later one. */
    estimate(&pair->units, (a < b ? 1.0 : -1.0) * unit_length(match), confidence, &summary);
    bsi_versioned_write(out, &summary, sizeof summary);
    return BSHIP_OK;
}
