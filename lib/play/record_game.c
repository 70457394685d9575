/*
 * From charts and games to records, and back.
 *
 * On the way back every line of shots is verified: if the record contains the target's
 * layout, firing at it must produce the recorded reports, and the chart must accept them.
 * The first line that fails is reported as a contradiction.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/versioned.h"
#include "model/board.h"
#include "model/verify.h"
#include "play/game.h"
#include "play/record.h"
#include "play/turns.h"

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

/* Hands over a complete record, or frees an incomplete one. */
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
    bship_status status = bship_record_new(&record, chart->rules, NULL, NULL);
    if (status)
        return status;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++)
        status = add_turn(record, chart, turn, side);
    if (bship_chart_is_defeated(chart))
        record->outcome = side;
    return finish(out, record, status);
}

/* Whether a record is to have the layout of a side, as far as it is known. */
static bool shows_layout(const bship_game *game, const bship_record_game_options *options,
                         int32_t side)
{
    bool is_hidden = options->view == bsi_other(side) && game->sides[side].board;
    return options->layouts && !is_hidden;
}

static bship_status add_layouts(bship_record *record, const bship_game *game,
                                const bship_record_game_options *options)
{
    bship_status status = BSHIP_OK;
    for (int32_t side = BSHIP_SIDE_A; !status && side <= BSHIP_SIDE_B; side++) {
        const bship_board *board = bship_game_board(game, side);
        if (board && shows_layout(game, options, side) && !bsi_board_is_empty(board))
            status = bsi_record_keep_layout(record, side, board);
    }
    return status;
}

static bship_status add_pending(bship_record *record, const bship_game *game)
{
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < game->pending; i++)
        status = bsi_record_add_pending(record, game->salvo.cells[i]);
    record->pending_side = game->turns.to_move;
    record->is_disputed = game->is_disputed;
    return status;
}

static bool is_flag(int32_t value)
{
    return value == 0 || value == 1;
}

static bship_status read_game_options(bship_record_game_options *out,
                                      const bship_record_game_options *given, bship_error *error)
{
    bship_status status = bsi_versioned_read(out, BSI_VERSIONED(bship_record_game_options), given);
    if (status)
        return bsi_fail_plain(error, status);
    if (!is_flag(out->layouts) || !is_flag(out->seeds) || !is_flag(out->settings))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "a flag is neither 0 nor 1");
    if (out->view != BSHIP_SIDE_NONE && !bsi_is_side(out->view))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "%d is not a side", (int)out->view);
    return BSHIP_OK;
}

bship_status bship_record_new_game(bship_record **out, const bship_game *game,
                                   const bship_record_game_options *given, bship_error *error)
{
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_INIT;
    bship_record *record = NULL;
    if (!out || !game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_game_options(&options, given, error);
    if (status)
        return status;
    status = bship_record_new(&record, game->rules, NULL, error);
    if (status)
        return status;
    bsi_record_state_game(record, game, &options);
    status = add_layouts(record, game, &options);
    for (size_t i = 0; !status && i < game->log_length; i++) {
        int32_t side = game->log[i].turns.to_move;
        status = add_turn(record, game->sides[side].chart, game->log[i].chart_turn, side);
    }
    if (!status && options.settings)
        status = add_pending(record, game);
    if (status)
        bsi_fail_plain(error, status);
    return finish(out, record, status);
}

/* ---- verification ---- */

struct verifier {
    const bship_record *record;
    bship_board *boards[BSI_SIDES]; /* by owner: the recorded layouts; or NULL */
    bsi_salvo observed;             /* the reports in the record */
    bsi_salvo left;                 /* its arrays: what is left of a total */
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

static bship_status verifier_open(struct verifier *verifier, const bship_record *record)
{
    size_t longest = longest_entry(record);
    *verifier = (struct verifier){ .record = record };
    bship_status status = bsi_salvo_new(&verifier->observed, record->rules, longest);
    return status ? status : bsi_salvo_new(&verifier->left, record->rules, 1);
}

static void verifier_close(struct verifier *verifier)
{
    bsi_salvo_free(&verifier->observed, verifier->record->rules);
    bsi_salvo_free(&verifier->left, verifier->record->rules);
}

/* Reads the cells and the reports or total of an entry; returns the number of shots. */
static size_t load_entry(struct verifier *verifier, size_t i, bship_total *total)
{
    const bship_record *record = verifier->record;
    const bsi_entry *entry = bsi_entry_of(record, i);
    size_t count = bsi_entry_shots_end(record, i) - entry->first_shot;
    for (size_t k = 0; k < count; k++) {
        const bsi_shot *shot = bsi_shot_of(record, entry->first_shot + k);
        verifier->observed.cells[k] = bsi_cell(record->rules, shot->position);
        verifier->observed.reports[k] = bsi_shot_report(shot);
    }
    *total = (bship_total){ sizeof *total, 0, -1, verifier->observed.sunk_of,
                            verifier->observed.hits_of };
    bship_record_total(record, (int64_t)i, total);
    return count;
}

static bship_status contradict(const struct verifier *verifier, size_t i, bship_error *error,
                               const char *text)
{
    bsi_place at = bsi_entry_of(verifier->record, i)->place;
    return bsi_fail_at(error, BSHIP_ERROR_CONTRADICTION, at.line, at.column, "%s", text);
}

/* Fires the shots of an entry at a layout and compares the reports. */
static bship_status verify_layout(struct verifier *verifier, size_t i, bship_board *board,
                                  const bship_total *observed, bship_error *error)
{
    const bship_record *record = verifier->record;
    const bsi_entry *entry = bsi_entry_of(record, i);
    size_t count = bsi_entry_shots_end(record, i) - entry->first_shot;
    size_t bytes = (size_t)record->rules->fleet->count * sizeof *observed->sunk_of;
    bship_total left = { sizeof left, observed->hits, observed->sunk, verifier->left.sunk_of,
                         verifier->left.hits_of };
    bship_error inner = BSHIP_ERROR_INIT;
    memcpy(left.sunk_of, observed->sunk_of, bytes);
    memcpy(left.hits_of, observed->hits_of, bytes);
    bship_status status =
        bsi_verify_turn(board, bsi_shot_of(record, entry->first_shot), count,
                        bsi_reports_totals(record->rules) ? &left : NULL, 0, &inner);
    return status ? contradict(verifier, i, error, inner.text) : BSHIP_OK;
}

/* Verifies an entry and records it on the chart of its side. */
static bship_status verify(struct verifier *verifier, size_t i, bship_chart *chart,
                           bship_error *error)
{
    bship_total total;
    size_t count = load_entry(verifier, i, &total);
    int32_t target = bsi_other(bsi_entry_of(verifier->record, i)->side);
    bship_status status = BSHIP_OK;
    if (verifier->boards[target])
        status = verify_layout(verifier, i, verifier->boards[target], &total, error);
    if (status)
        return status;
    const bship_cell *cells = verifier->observed.cells;
    status = bsi_reports_totals(verifier->record->rules)
                 ? bship_chart_record_total(chart, cells, count, &total, NULL)
                 : bship_chart_record_turn(chart, cells, count, verifier->observed.reports, NULL);
    if (status == BSHIP_ERROR_MEMORY)
        return bsi_fail_plain(error, status);
    /* The reader has checked the syntax, so the chart refuses only impossible reports. */
    return status ? contradict(verifier, i, error, "no layout of the fleet agrees with the reports")
                  : BSHIP_OK;
}

/* ---- to boards and charts ---- */

/* Places the ships of a layout, which is legal, and removes others. */
static void place_layout(bship_board *board, const bship_placement *layout)
{
    bship_board_clear(board);
    for (int32_t i = 0; layout && i < board->rules->fleet->count; i++) {
        if (layout[i].ship >= 0)
            bship_board_place(board, layout[i]);
    }
}

bship_status bship_record_to_board(const bship_record *record, int32_t side, bship_board *board)
{
    if (!record || !board || !bsi_is_side(side))
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(record->rules, bship_board_rules(board)))
        return BSHIP_ERROR_RULES;
    if (!record->layouts[side])
        return BSHIP_ERROR_NOT_PLACED;
    if (bship_board_shots(board) > 0)
        return BSHIP_ERROR_STARTED;
    place_layout(board, record->layouts[side]);
    return BSHIP_OK;
}

/* A board with a side's layout; NULL if the record has none. */
static bship_status make_board(const bship_record *record, int32_t side, bship_board **out)
{
    if (!record->layouts[side])
        return BSHIP_OK;
    bship_status status = bship_board_new(out, record->rules, NULL, NULL);
    return status ? status : bship_record_to_board(record, side, *out);
}

/* Verifies the shots of a side and records them on an empty chart. */
static bship_status verify_side(const bship_record *record, int32_t side, bship_chart *chart,
                                bship_error *error)
{
    struct verifier verifier;
    int32_t target = bsi_other(side);
    bship_status status = verifier_open(&verifier, record);
    if (!status)
        status = make_board(record, target, &verifier.boards[target]);
    if (status)
        bsi_fail_plain(error, status);
    for (size_t i = 0; !status && i < record->entries.count; i++) {
        if (bsi_entry_of(record, i)->side == side)
            status = verify(&verifier, i, chart, error);
    }
    bship_board_free(verifier.boards[target]);
    verifier_close(&verifier);
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
    bship_status status = bship_chart_new(&scratch, chart->rules, NULL, NULL);
    if (status)
        return bsi_fail_plain(error, status);
    status = verify_side(record, side, scratch, error);
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
    bool is_game = bship_record_is_game(record);
    if (game->phase != BSHIP_PHASE_PLACING || (!is_game && record->entries.count > 0))
        return BSHIP_ERROR_STATE;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && is_game; side++) {
        if (game->sides[side].board && !record->layouts[side])
            return BSHIP_ERROR_NOT_PLACED;
    }
    if (record->pending.count > 0 && game->sides[bsi_other(record->pending_side)].board)
        return BSHIP_ERROR_STATE;
    return BSHIP_OK;
}

/* Places the ships of local sides as far as they were placed when the record was made. */
static void resume_placing(const bship_record *record, bship_game *game)
{
    bsi_record_apply_settings(record, game);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (game->sides[side].board)
            place_layout(game->sides[side].board, record->layouts[side]);
    }
}

/* Places the ships of both sides; those of a remote side, if recorded, on a scratch board. */
static bship_status place_ships(struct verifier *verifier, bship_game *game,
                                bship_board *scratch[BSI_SIDES])
{
    bship_status status = BSHIP_OK;
    for (int32_t side = BSHIP_SIDE_A; !status && side <= BSHIP_SIDE_B; side++) {
        bship_board *board = game->sides[side].board;
        if (board)
            status = bship_record_to_board(verifier->record, side, board);
        else
            status = make_board(verifier->record, side, &scratch[side]);
        verifier->boards[side] = board ? board : scratch[side];
    }
    return status;
}

static bship_status replay(struct verifier *verifier, bship_game *game, bship_error *error)
{
    const bship_record *record = verifier->record;
    bship_status status = bsi_game_begin(game, bsi_fact_side(record, BSHIP_FACT_BEGAN));
    if (status)
        return bsi_fail_plain(error, status);
    for (size_t i = 0; !status && i < record->entries.count; i++) {
        int32_t side = bsi_entry_of(record, i)->side;
        status = bsi_game_reserve(game);
        if (status)
            return bsi_fail_plain(error, status);
        status = verify(verifier, i, game->sides[side].chart, error);
        if (!status)
            bsi_game_advance(game);
    }
    if (!status && record->pending.count > 0)
        status = bsi_game_await(game, record->pending.items, record->pending.count,
                                record->is_disputed, error);
    return status;
}

/* Ends the game as the record says, if its shots do not, and keeps the layouts then revealed. */
static void conclude(const bship_record *record, bship_game *game, bship_board *scratch[BSI_SIDES])
{
    const char *text = bship_record_get(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE);
    const bsi_result *result = text ? bsi_result_find(text) : NULL;
    if (result && result->reason != BSHIP_END_REASON_SUNK)
        bsi_game_end(game, result->outcome, result->reason);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && game->phase == BSHIP_PHASE_OVER;
         side++) {
        game->sides[side].is_observed = true;
        if (scratch[side])
            bsi_game_keep_revealed(game, side, scratch[side]);
        scratch[side] = NULL;
    }
}

static bship_status resume_game(const bship_record *record, bship_game *game, bship_error *error)
{
    struct verifier verifier;
    bship_board *scratch[BSI_SIDES] = { NULL };
    uint64_t seed = game->seed, first_seed = game->first_seed;
    int32_t begins = game->begins;
    bsi_record_apply_settings(record, game);
    bship_status status = verifier_open(&verifier, record);
    if (!status)
        status = place_ships(&verifier, game, scratch);
    if (status)
        bsi_fail_plain(error, status);
    else
        status = replay(&verifier, game, error);
    if (status) {
        game->begins = begins;
        bship_game_reset(game, seed, first_seed);
    } else {
        conclude(record, game, scratch);
    }
    bship_board_free(scratch[BSHIP_SIDE_A]);
    bship_board_free(scratch[BSHIP_SIDE_B]);
    verifier_close(&verifier);
    return status;
}

bship_status bship_record_to_game(const bship_record *record, bship_game *game, bship_error *error)
{
    if (!record || !game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = check_game(record, game);
    if (status)
        return bsi_fail_plain(error, status);
    if (bship_record_is_game(record))
        return resume_game(record, game, error);
    resume_placing(record, game);
    return BSHIP_OK;
}
