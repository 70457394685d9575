/* Receiving the rows of a match; see results.h. */
#include <battleship/game.h>

#include "base/versioned.h"
#include "play/results.h"

/* ---- one row ---- */

static bool is_flag(int32_t value)
{
    return value == 0 || value == 1;
}

/* Whether a row's numbers are in range. */
static bool is_in_range(const bship_match_row *row)
{
    return row->game >= 0 && row->shots >= 0 && row->shots <= BSI_RESULTS_SHOTS_MAX &&
           row->wasted >= 0 && row->wasted <= row->shots && row->turns >= 0 &&
           row->turns <= row->shots && row->nanoseconds >= 0 && is_flag(row->at_fault) &&
           is_flag(row->fired_first) && (row->side == BSHIP_SIDE_A || row->side == BSHIP_SIDE_B) &&
           row->outcome >= BSHIP_OUTCOME_NONE && row->outcome <= BSHIP_OUTCOME_DRAW;
}

/* The outcome of a duel that failed. */
static int32_t outcome_by_default(const bship_match_row *first, const bship_match_row *row)
{
    if (!first->at_fault && !row->at_fault)
        return BSHIP_OUTCOME_NONE;
    int32_t winner = first->at_fault ? row->side : first->side;
    return winner == BSHIP_SIDE_A ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_B;
}

/* Whether the rows of a duel, this one the second, can be of one game. */
static bool is_counterpart(const bship_match_row *first, const bship_match_row *row)
{
    int32_t fired_first = row->fired_first + first->fired_first;
    if (row->status != first->status || row->side == first->side ||
        row->outcome != first->outcome || row->at_fault + first->at_fault > 1)
        return false;
    if (row->status == BSHIP_OK)
        return row->outcome != BSHIP_OUTCOME_NONE && fired_first == 1;
    return row->outcome == outcome_by_default(first, row) && fired_first < 2;
}

static bool is_possible(const bship_results *results, const bship_match_row *row)
{
    if (!is_in_range(row) || (row->at_fault && row->status == BSHIP_OK))
        return false;
    if (results->options.kind == BSHIP_MATCH_KIND_SOLO)
        return row->outcome == BSHIP_OUTCOME_NONE && !row->fired_first;
    return row->entry == 0 || is_counterpart(&results->rows[0], row);
}

/* Whether a game can have this round: a series may be cut short, and another one begin. */
static bool is_next_round(const bship_results *results, int32_t round)
{
    int32_t series = results->options.series;
    if (series == 0)
        return round == 0;
    return round == 1 || (results->round > 0 && round == results->round + 1 && round <= series);
}

static bool is_next(const bship_results *results, const bship_match_row *row)
{
    if (row->entry != results->row_count)
        return false;
    if (row->entry == 0)
        return is_next_round(results, row->round);
    return row->game == results->rows[0].game && row->round == results->rows[0].round;
}

static bool has_finished(const bship_match_row *row)
{
    return row->status == BSHIP_OK;
}

static bool has_won(const bship_match_row *row)
{
    return row->outcome == (row->side == BSHIP_SIDE_A ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_B);
}

/* What a row adds to the counts of its entry. */
static bship_results_entry_info info_of(const bship_results *results, const bship_match_row *row)
{
    bool is_duel = results->options.kind == BSHIP_MATCH_KIND_DUEL;
    bool finished = has_finished(row), won = has_won(row);
    bool drawn = row->outcome == BSHIP_OUTCOME_DRAW;
    bool is_decided = row->outcome != BSHIP_OUTCOME_NONE && !drawn;
    bool is_side_a = is_duel && row->side == BSHIP_SIDE_A;
    return (bship_results_entry_info){ .size = sizeof(bship_results_entry_info),
                                       .played = 1,
                                       .finished = finished,
                                       .failed = !finished,
                                       .faults = row->at_fault,
                                       .shots = finished ? row->shots : 0,
                                       .turns = finished ? row->turns : 0,
                                       .wasted = row->wasted,
                                       .searched = row->method == BSHIP_DRAW_METHOD_SEARCHED,
                                       .nanoseconds = row->nanoseconds,
                                       .won = won,
                                       .lost = is_decided && !won,
                                       .drawn = drawn,
                                       .first = row->fired_first,
                                       .first_won = row->fired_first && won,
                                       .first_drawn = row->fired_first && drawn,
                                       .side_a = is_side_a,
                                       .side_a_won = is_side_a && won,
                                       .side_a_drawn = is_side_a && drawn };
}

/* ---- numbers into histograms ---- */

static bship_status reserve(const bship_results *results, int32_t group)
{
    bship_histogram *histograms = bsi_results_group_at(results, group);
    size_t count = bsi_results_group_size(results);
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = bsi_histogram_reserve(&histograms[i]);
    return status;
}

static void insert_pairs(bship_histogram *pair, const bsi_results_number *numbers, int32_t entries)
{
    for (int32_t a = 0; a < entries; a++) {
        for (int32_t b = a + 1; b < entries; b++, pair++) {
            if (numbers[a].counts && numbers[b].counts)
                bsi_histogram_insert(pair, numbers[a].shots - numbers[b].shots, 1);
        }
    }
}

static void insert(const bship_results *results, int32_t group, const bsi_results_number *numbers)
{
    bship_histogram *histograms = bsi_results_group_at(results, group);
    int32_t entries = results->options.entries;
    for (int32_t i = 0; i < entries; i++) {
        if (numbers[i].counts)
            bsi_histogram_insert(&histograms[i], numbers[i].shots, 1);
    }
    if (results->options.kind == BSHIP_MATCH_KIND_SOLO)
        insert_pairs(histograms + entries, numbers, entries);
}

/* ---- series ---- */

/* The group of the game whose rows are there, if it is the last game of one; else ALL. */
static int32_t group_to_end(const bship_results *results)
{
    int32_t round = results->rows[0].round;
    if (round == 0 || bship_results_groups(results) == 0)
        return BSI_RESULTS_ALL;
    if (round == 1)
        return 0;
    return round == results->group_last ? results->group : BSI_RESULTS_ALL;
}

static void begin_group(bship_results *results, int32_t group)
{
    results->group = group;
    (void)bship_results_rounds(results, group, NULL, &results->group_last);
    for (int32_t i = 0; i < results->options.entries; i++)
        results->sums[i] = (bsi_results_number){ 0, true };
}

/* Adds the game to the sums of its group, and these to the histograms if it is the last one. */
static void advance_series(bship_results *results)
{
    int32_t ended = group_to_end(results);
    if (results->rows[0].round == 1)
        begin_group(results, 0);
    for (int32_t i = 0; i < results->options.entries; i++) {
        results->sums[i].shots += results->game[i].shots;
        results->sums[i].counts &= results->game[i].counts;
    }
    if (ended == BSI_RESULTS_ALL)
        return;
    insert(results, ended, results->sums);
    begin_group(results, ended + 1);
}

/* ---- games ---- */

/* The shots of each entry in the game, which in a duel count for the winner. */
static void read_numbers(const bship_results *results)
{
    bool is_duel = results->options.kind == BSHIP_MATCH_KIND_DUEL;
    for (int32_t i = 0; i < results->options.entries; i++) {
        const bship_match_row *row = &results->rows[i];
        bool counts = has_finished(row) && (!is_duel || has_won(row));
        results->game[i] = (bsi_results_number){ row->shots, counts };
    }
}

/* Checks all sums and makes all room for the game. */
static bship_status prepare_game(const bship_results *results)
{
    int32_t group = group_to_end(results);
    bship_status status = reserve(results, BSI_RESULTS_ALL);
    if (!status && group != BSI_RESULTS_ALL)
        status = reserve(results, group);
    for (int32_t i = 0; i < results->options.entries && !status; i++) {
        bship_results_entry_info sum = results->entries[i];
        bship_results_entry_info more = info_of(results, &results->rows[i]);
        status = bsi_results_sum_up(&sum, &more);
    }
    return status;
}

static void add_game(bship_results *results)
{
    for (int32_t i = 0; i < results->options.entries; i++) {
        bship_results_entry_info more = info_of(results, &results->rows[i]);
        (void)bsi_results_sum_up(&results->entries[i], &more);
    }
    read_numbers(results);
    insert(results, BSI_RESULTS_ALL, results->game);
    if (bship_results_groups(results) > 0)
        advance_series(results);
    results->round = results->rows[0].round;
    results->games++;
    results->row_count = 0;
}

bship_status bship_results_add(bship_results *results, const bship_match_row *row)
{
    bship_match_row known = { 0 };
    if (!results || !row)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_read(&known, sizeof known, row);
    if (status)
        return status;
    if (!is_next(results, &known))
        return BSHIP_ERROR_ARGUMENT;
    if (!is_possible(results, &known))
        return BSHIP_ERROR_RANGE;
    results->rows[results->row_count] = known;
    if (known.entry < results->options.entries - 1) {
        results->row_count++;
        return BSHIP_OK;
    }
    status = prepare_game(results);
    if (!status)
        add_game(results);
    return status;
}

int bship_results_receive(const bship_match_row *row, void *results)
{
    bship_results *receiver = results;
    if (receiver->status == BSHIP_OK)
        receiver->status = bship_results_add(receiver, row);
    return receiver->status != BSHIP_OK;
}
