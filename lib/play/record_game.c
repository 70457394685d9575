/*
 * Records of charts and games, and back.
 *
 * On the way back every line of shots is put to the proof: a layout that the record
 * reveals is shot at and must answer as the record says, and the chart must accept the
 * answers. The first line that fails either is the contradiction.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "model/chart.h"
#include "play/game.h"
#include "play/record.h"

/* ---- from charts and games ---- */

static bship_status add_total(bship_record *record, const bship_chart *chart, int32_t total)
{
    size_t ships = (size_t)record->rules->fleet->count;
    const int32_t *row = chart->totals + (size_t)total * bsi_total_width(chart);
    const int32_t *sunk_of = row + 2, *hits_of = row + 2 + ships;
    bsi_entry *entry = bsi_entry_of(record, record->entries.count - 1);
    bship_status status = BSHIP_OK;
    entry->hits = row[0];
    entry->sunk = row[1];
    for (size_t i = 0; !status && i < ships; i++) {
        if (hits_of[i] > 0 || sunk_of[i] > 0)
            status = bsi_record_add_item(record, (bsi_item){ (int32_t)i, hits_of[i], sunk_of[i] });
    }
    return status;
}

static bship_status add_turn(bship_record *record, const bship_chart *chart, uint32_t turn,
                             int32_t side)
{
    const bsi_place nowhere = { 0, 0 };
    int32_t total = chart->turns[turn].total;
    bship_status status = bsi_record_add_entry(record, side, total >= 0, nowhere);
    uint32_t end = bsi_turn_end(chart, turn);
    for (uint32_t i = chart->turns[turn].first_shot; !status && i < end; i++)
        status = bsi_record_add_shot(record, &chart->shots[i]);
    return status || total < 0 ? status : add_total(record, chart, total);
}

/* Gives the caller a record that is complete, or frees it. */
static bship_status finish(bship_record **out, bship_record *record, bship_status status)
{
    if (status)
        bship_record_free(record);
    else
        *out = record;
    return status;
}

bship_status bship_record_new_chart(bship_record **out, const bship_chart *chart, int32_t side)
{
    bship_record *record = NULL;
    if (!out || !chart || !bsi_is_side(side))
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bship_record_new(&record, chart->rules);
    if (status)
        return status;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++)
        status = add_turn(record, chart, turn, side);
    if (bship_chart_is_defeated(chart))
        record->outcome = side;
    return finish(out, record, status);
}

static bship_status add_layout(bship_record *record, const bship_board *board, int32_t side)
{
    size_t ships = (size_t)record->rules->fleet->count;
    bship_placement *layout = bsi_alloc(&record->allocator, ships, sizeof *layout);
    record->layouts[side] = layout;
    for (int32_t i = 0; layout && i < record->rules->fleet->count; i++)
        bship_board_placement(board, i, &layout[i]);
    return layout ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

static void state(bship_record *record, int32_t fact, int32_t side, const char *text)
{
    char *stated = bsi_fact_text(record, fact, side);
    snprintf(stated, BSI_FACT_BYTES, "%s", text ? text : "");
}

static void state_facts(bship_record *record, const bship_game *game)
{
    state(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE, bsi_side_word(game->turns.began));
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (game->sides[side].ai)
            state(record, BSHIP_FACT_STRATEGY, side, bship_ai_strategy(game->sides[side].ai));
    }
    record->outcome = game->turns.outcome;
    state(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE, bsi_outcome_word(record->outcome));
}

static bship_status add_secrets(bship_record *record, const bship_game *game)
{
    char seed[BSI_FACT_BYTES];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)game->seed);
    state(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, seed);
    bship_status status = BSHIP_OK;
    for (int32_t side = BSHIP_SIDE_A; !status && side <= BSHIP_SIDE_B; side++) {
        if (game->sides[side].board)
            status = add_layout(record, game->sides[side].board, side);
    }
    return status;
}

bship_status bship_record_new_game(bship_record **out, const bship_game *game, int with_layouts)
{
    bship_record *record = NULL;
    uint32_t done[2] = { 0, 0 };
    if (!out || !game)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase == BSHIP_PHASE_PLACING)
        return BSHIP_ERROR_STATE;
    bship_status status = bship_record_new(&record, game->rules);
    if (status)
        return status;
    state_facts(record, game);
    if (with_layouts)
        status = add_secrets(record, game);
    for (size_t i = 0; !status && i < game->log_length; i++) {
        int32_t side = game->log[i];
        status = add_turn(record, game->sides[side].chart, done[side]++, side);
    }
    return finish(out, record, status);
}

/* ---- the proof ---- */

struct proof {
    const bship_record *record;
    bship_board *boards[2]; /* by the side they are of: layouts to be shot at; or NULL */
    bsi_salvo observed;     /* what the record says of a line */
    bsi_salvo fired;        /* what a layout answers */
};

static size_t longest_entry(const bship_record *record)
{
    size_t longest = 1;
    for (size_t i = 0; i < record->entries.count; i++) {
        size_t shots = bsi_entry_shots_end(record, i) - bsi_entry_of(record, i)->first_shot;
        longest = shots > longest ? shots : longest;
    }
    return longest;
}

static bship_status proof_open(struct proof *proof, const bship_record *record)
{
    size_t longest = longest_entry(record);
    *proof = (struct proof){ .record = record };
    bship_status status = bsi_salvo_new(&proof->observed, record->rules, longest);
    return status ? status : bsi_salvo_new(&proof->fired, record->rules, longest);
}

static void proof_close(struct proof *proof)
{
    bsi_salvo_free(&proof->observed, proof->record->rules);
    bsi_salvo_free(&proof->fired, proof->record->rules);
}

/* Takes what an entry says: its cells, and its reports or its total; returns its shots. */
static size_t take_entry(struct proof *proof, size_t i, bship_total *total)
{
    const bship_record *record = proof->record;
    const bsi_entry *entry = bsi_entry_of(record, i);
    size_t count = bsi_entry_shots_end(record, i) - entry->first_shot;
    for (size_t k = 0; k < count; k++) {
        const bsi_shot *shot = bsi_shot_of(record, entry->first_shot + k);
        proof->observed.cells[k] = bsi_cell(record->rules, shot->position);
        proof->observed.reports[k] = bsi_shot_report(shot);
    }
    *total =
        (bship_total){ sizeof *total, 0, -1, proof->observed.sunk_of, proof->observed.hits_of };
    bship_record_total(record, (int64_t)i, total);
    return count;
}

static int totals_agree(const bship_total *a, const bship_total *b, size_t ships)
{
    return a->hits == b->hits && a->sunk == b->sunk &&
           memcmp(a->sunk_of, b->sunk_of, ships * sizeof *a->sunk_of) == 0 &&
           memcmp(a->hits_of, b->hits_of, ships * sizeof *a->hits_of) == 0;
}

/* Whether a layout answers an entry as the record says. */
static int agrees_with(struct proof *proof, bship_board *board, size_t count,
                       const bship_total *observed)
{
    bship_total total = { sizeof total, 0, -1, proof->fired.sunk_of, proof->fired.hits_of };
    const bship_cell *cells = proof->observed.cells;
    size_t fired = 0;
    if (bsi_reports_totals(proof->record->rules))
        return !bship_board_fire_total(board, cells, count, &total, &fired) && fired == count &&
               totals_agree(observed, &total, (size_t)proof->record->rules->fleet->count);
    return !bship_board_fire_salvo(board, cells, count, proof->fired.reports, &fired) &&
           fired == count &&
           memcmp(proof->observed.reports, proof->fired.reports, count * sizeof(bship_report)) == 0;
}

static bship_status contradict(const struct proof *proof, size_t i, bship_error *error,
                               const char *text)
{
    bsi_place at = bsi_entry_of(proof->record, i)->place;
    return bsi_fail_at(error, BSHIP_ERROR_CONTRADICTION, at.line, at.column, "%s", text);
}

/* Proves an entry and records it on the chart of its side. */
static bship_status prove(struct proof *proof, size_t i, bship_chart *chart, bship_error *error)
{
    bship_total total;
    size_t count = take_entry(proof, i, &total);
    int32_t target = bsi_other(bsi_entry_of(proof->record, i)->side);
    if (proof->boards[target] && !agrees_with(proof, proof->boards[target], count, &total))
        return contradict(proof, i, error, "the layout of the record answers otherwise");
    const bship_cell *cells = proof->observed.cells;
    bship_status status =
        bsi_reports_totals(proof->record->rules)
            ? bship_chart_record_total(chart, cells, count, &total)
            : bship_chart_record_turn(chart, cells, count, proof->observed.reports);
    if (status == BSHIP_ERROR_MEMORY)
        return bsi_fail_plain(error, status);
    /* The reader has checked the form; what a chart still refuses nobody can have answered. */
    return status ? contradict(proof, i, error, "no layout of the fleet agrees with the answers")
                  : BSHIP_OK;
}

/* ---- to boards and charts ---- */

bship_status bship_record_to_board(const bship_record *record, int32_t side, bship_board *board)
{
    if (!record || !board || !bsi_is_side(side))
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(record->rules, bship_board_rules(board)))
        return BSHIP_ERROR_RULES;
    if (!record->layouts[side])
        return BSHIP_ERROR_NOT_PLACED;
    return bship_board_place_layout(board, record->layouts[side],
                                    (size_t)record->rules->fleet->count);
}

/* A board with a side's layout; NULL if the record has none. */
static bship_status make_board(const bship_record *record, int32_t side, bship_board **out)
{
    if (!record->layouts[side])
        return BSHIP_OK;
    bship_status status = bship_board_new(out, record->rules);
    return status ? status : bship_record_to_board(record, side, *out);
}

/* Records the shots of a side on an empty chart. */
static bship_status prove_side(const bship_record *record, int32_t side, bship_chart *chart,
                               bship_error *error)
{
    struct proof proof;
    int32_t target = bsi_other(side);
    bship_status status = proof_open(&proof, record);
    if (!status)
        status = make_board(record, target, &proof.boards[target]);
    if (status)
        bsi_fail_plain(error, status);
    for (size_t i = 0; !status && i < record->entries.count; i++) {
        if (bsi_entry_of(record, i)->side == side)
            status = prove(&proof, i, chart, error);
    }
    bship_board_free(proof.boards[target]);
    proof_close(&proof);
    return status;
}

bship_status bship_record_to_chart(const bship_record *record, int32_t side, bship_chart *chart,
                                   bship_error *error)
{
    bship_chart *scratch = NULL;
    if (!record || !chart || !bsi_is_side(side))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (!bship_rules_equal(record->rules, chart->rules))
        return bsi_fail_plain(error, BSHIP_ERROR_RULES);
    bship_status status = bship_chart_new(&scratch, chart->rules);
    if (status)
        return bsi_fail_plain(error, status);
    status = prove_side(record, side, scratch, error);
    if (!status) {
        bship_chart old = *chart;
        *chart = *scratch;
        *scratch = old;
    }
    bship_chart_free(scratch);
    return status;
}

/* ---- to games ---- */

static bship_status check_game(const bship_record *record, const bship_game *game)
{
    if (!bship_rules_equal(record->rules, game->rules))
        return BSHIP_ERROR_RULES;
    if (game->phase != BSHIP_PHASE_PLACING || !bship_record_is_game(record))
        return BSHIP_ERROR_STATE;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (game->sides[side].board && !record->layouts[side])
            return BSHIP_ERROR_NOT_PLACED;
    }
    return BSHIP_OK;
}

/* Lays the ships of both sides; those of remote waters, if known, on boards for the proof. */
static bship_status place_ships(struct proof *proof, bship_game *game, bship_board *scratch[2])
{
    bship_status status = BSHIP_OK;
    for (int32_t side = BSHIP_SIDE_A; !status && side <= BSHIP_SIDE_B; side++) {
        bship_board *board = game->sides[side].board;
        if (board)
            status = bship_record_to_board(proof->record, side, board);
        else
            status = make_board(proof->record, side, &scratch[side]);
        proof->boards[side] = board ? board : scratch[side];
    }
    return status;
}

static bship_status replay(struct proof *proof, bship_game *game, bship_error *error)
{
    const bship_record *record = proof->record;
    const char *began = bship_record_get(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE);
    bship_status status = BSHIP_OK;
    bsi_game_begin(game, bsi_side_of(began));
    for (size_t i = 0; !status && i < record->entries.count; i++) {
        int32_t side = bsi_entry_of(record, i)->side;
        status = bsi_game_reserve(game);
        if (status)
            return bsi_fail_plain(error, status);
        status = prove(proof, i, game->sides[side].chart, error);
        if (!status)
            bsi_game_go_on(game);
    }
    return status;
}

bship_status bship_record_to_game(const bship_record *record, bship_game *game, bship_error *error)
{
    struct proof proof;
    bship_board *scratch[2] = { NULL, NULL };
    if (!record || !game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = check_game(record, game);
    if (status)
        return bsi_fail_plain(error, status);
    status = proof_open(&proof, record);
    if (!status)
        status = place_ships(&proof, game, scratch);
    if (status)
        bsi_fail_plain(error, status);
    else
        status = replay(&proof, game, error);
    if (status)
        bship_game_reset(game, game->seed);
    bship_board_free(scratch[BSHIP_SIDE_A]);
    bship_board_free(scratch[BSHIP_SIDE_B]);
    proof_close(&proof);
    return status;
}
