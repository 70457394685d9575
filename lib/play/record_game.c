/*
 * Converting charts and games to records, and records to boards, charts and games.
 *
 * A record that is converted to a chart or game is verified: if it contains the target's layout,
 * firing at it must produce the recorded reports, and the chart must accept them. The first entry
 * that fails is a contradiction, and nothing has changed.
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

/* ---- records of charts and games ---- */

/* Adds a turn of a chart as an entry, with the items of its total if it has one. A chart takes
 * turns of several shots under any rules, a record under those of salvos only: else each is an
 * entry. */
static bship_status add_turn(bship_record *record, const bship_chart *chart, uint32_t turn,
                             int32_t side)
{
    const bsi_place nowhere = { 0, 0 };
    int32_t total = chart->turns[turn].total;
    bool has_salvos = bsi_rules_have(record->rules, BSI_SALVOS);
    uint32_t first = chart->turns[turn].first_shot, end = bsi_turn_end(chart, turn);
    bship_status status = BSHIP_OK;
    for (uint32_t i = first; !status && i < end; i++) {
        if (i == first || !has_salvos)
            status = bsi_record_add_entry(record, side, total >= 0, nowhere);
        if (!status)
            status = bsi_record_add_shot(record, &chart->shots[i]);
    }
    if (status || total < 0)
        return status;
    size_t ships = (size_t)record->rules->fleet->count;
    const int32_t *row = chart->totals + (size_t)total * bsi_total_width(chart);
    const int32_t *sunk_of = row + 2, *hits_of = row + 2 + ships;
    bsi_entry *entry = &record->entries.items[record->entries.count - 1];
    entry->hits = row[0];
    entry->sunk = row[1];
    for (size_t i = 0; !status && i < ships; i++) {
        if (hits_of[i] > 0 || sunk_of[i] > 0)
            status = bsi_record_add_item(record, (bsi_item){ (int32_t)i, hits_of[i], sunk_of[i] });
    }
    return status;
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

bship_status bship_record_new_chart(bship_record **out, const bship_chart *chart, int32_t side,
                                    bship_error *error)
{
    bship_record *record = NULL;
    if (!out || !chart)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_check_side(side, error);
    if (!status)
        status = bship_record_new(&record, chart->rules, NULL, error);
    if (status)
        return status;
    for (uint32_t turn = 0; !status && turn < chart->turn_count; turn++)
        status = add_turn(record, chart, turn, side);
    if (bship_chart_is_defeated(chart))
        record->outcome = side;
    if (status)
        bsi_fail_plain(error, status);
    return finish(out, record, status);
}

static bool is_flag(int32_t value)
{
    return value == 0 || value == 1;
}

static bship_status read_game_options(bship_record_game_options *out,
                                      const bship_record_game_options *given, bship_error *error)
{
    bship_status status =
        bsi_versioned_read(out, BSI_VERSIONED(bship_record_game_options), given, error);
    if (status)
        return status;
    if (!is_flag(out->layouts) || !is_flag(out->seeds) || !is_flag(out->settings))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "a flag is neither 0 nor 1");
    if (out->view != BSHIP_SIDE_NONE && !bsi_is_side(out->view))
        return bsi_check_side(out->view, error);
    return BSHIP_OK;
}

/* Copies the predecessors of the AIs that the view shows, as far as the record has shots. */
static bship_status keep_predecessors(bship_record *record, const bship_game *game, int32_t view)
{
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < game->predecessors.count; i++) {
        const bsi_predecessor *item = &game->predecessors.items[i];
        if (view != bsi_other(item->side))
            status = bsi_predecessors_add(&record->predecessors, &record->allocator, item->side,
                                          item->strategy, item->until);
    }
    bsi_predecessors_cut(&record->predecessors,
                         (int64_t)record->entries.count + (record->pending.count > 0));
    return status;
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
    for (int32_t side = BSHIP_SIDE_A; !status && side <= BSHIP_SIDE_B; side++) {
        const bship_board *board = bship_game_board(game, side);
        bool is_hidden = options.view == bsi_other(side) && game->sides[side].board;
        if (options.layouts && board && !is_hidden && !bsi_board_is_empty(board))
            status = bsi_record_keep_layout(record, side, board);
    }
    for (size_t i = 0; !status && i < game->log_length; i++) {
        int32_t side = game->log[i].turns.to_move;
        status = add_turn(record, game->sides[side].chart, game->log[i].chart_turn, side);
    }
    if (!status && options.settings) {
        for (size_t i = 0; !status && i < game->pending; i++)
            status = bsi_record_add_pending(record, game->salvo.cells[i]);
        record->pending_side = game->turns.to_move;
        record->is_disputed = game->is_disputed;
    }
    if (!status)
        status = keep_predecessors(record, game, options.view);
    if (status)
        bsi_fail_plain(error, status);
    return finish(out, record, status);
}

/* ---- verification ---- */

struct verifier {
    const bship_record *record;
    bship_board *boards[BSI_SIDES]; /* by side: its layout in the record; or NULL */
    bsi_salvo observed;             /* the cells and reports of the entry being verified */
    bsi_salvo left;                 /* arrays for the rest of a total; its cells are unused */
};

static bship_status verifier_open(struct verifier *verifier, const bship_record *record)
{
    size_t longest = 1;
    for (size_t i = 0; i < record->entries.count; i++) {
        size_t shots = bsi_entry_shots_end(record, i) - record->entries.items[i].first_shot;
        longest = shots > longest ? shots : longest;
    }
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
    const bsi_entry *entry = &record->entries.items[i];
    size_t count = bsi_entry_shots_end(record, i) - entry->first_shot;
    for (size_t k = 0; k < count; k++) {
        const bsi_shot *shot = &record->shots.items[entry->first_shot + k];
        verifier->observed.cells[k] = bsi_cell(record->rules, shot->position);
        verifier->observed.reports[k] = bsi_shot_report(record->rules, shot);
    }
    *total = bsi_total_over(record->rules, verifier->observed.sunk_of, verifier->observed.hits_of);
    bship_record_total(record, (int64_t)i, total);
    return count;
}

static bship_status contradict(const struct verifier *verifier, size_t i, bship_error *error,
                               const char *text)
{
    bsi_place at = verifier->record->entries.items[i].place;
    return bsi_fail_at(error, BSHIP_ERROR_CONTRADICTION, at.line, at.column, "%s", text);
}

/* Fires the shots of an entry at a layout and compares the reports. */
static bship_status verify_layout(struct verifier *verifier, size_t i, bship_board *board,
                                  const bship_total *observed, bship_error *error)
{
    const bship_record *record = verifier->record;
    const bsi_entry *entry = &record->entries.items[i];
    size_t count = bsi_entry_shots_end(record, i) - entry->first_shot;
    size_t bytes = (size_t)record->rules->fleet->count * sizeof *observed->sunk_of;
    bship_total left =
        bsi_total_over(record->rules, verifier->left.sunk_of, verifier->left.hits_of);
    bship_error inner = BSHIP_ERROR_INIT;
    left.hits = observed->hits;
    left.sunk = observed->sunk;
    memcpy(left.sunk_of, observed->sunk_of, bytes);
    memcpy(left.hits_of, observed->hits_of, bytes);
    bship_status status =
        bsi_verify_turn(board, &record->shots.items[entry->first_shot], count,
                        bsi_reports_totals(record->rules) ? &left : NULL, 0, &inner);
    return status ? contradict(verifier, i, error, inner.text) : BSHIP_OK;
}

/* Verifies an entry and records it on the chart of its side. */
static bship_status verify(struct verifier *verifier, size_t i, bship_chart *chart,
                           bship_error *error)
{
    bship_total total;
    bship_error inner = BSHIP_ERROR_INIT;
    size_t count = load_entry(verifier, i, &total);
    int32_t target = bsi_other(verifier->record->entries.items[i].side);
    bship_status status = BSHIP_OK;
    if (verifier->boards[target])
        status = verify_layout(verifier, i, verifier->boards[target], &total, error);
    if (status)
        return status;
    const bship_cell *cells = verifier->observed.cells;
    status = bsi_reports_totals(verifier->record->rules)
                 ? bship_chart_record_total(chart, cells, count, &total, &inner)
                 : bship_chart_record_turn(chart, cells, count, verifier->observed.reports, &inner);
    if (status == BSHIP_ERROR_MEMORY)
        return bsi_fail_plain(error, status);
    /* Reports in a record are well-formed, so the chart refuses only impossible ones. */
    return status ? contradict(verifier, i, error, inner.text) : BSHIP_OK;
}

/* ---- boards and charts of records ---- */

/* Replaces the ships on a board by a layout, which is legal; NULL: by none. */
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
        if (record->entries.items[i].side == side)
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
    if (!record || !chart)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_check_side(side, error);
    if (status)
        return status;
    if (!bship_rules_equal(record->rules, chart->rules))
        return bsi_fail_plain(error, BSHIP_ERROR_RULES);
    status = bship_chart_new(&scratch, chart->rules, NULL, error);
    if (status)
        return status;
    status = verify_side(record, side, scratch, error);
    if (!status) {
        bship_chart old = *chart;
        *chart = *scratch;
        *scratch = old;
    }
    bship_chart_free(scratch);
    return status;
}

/* ---- games of records ---- */

/* Places the ships of local sides on their boards, and known ones of remote sides on `scratch`. */
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

/* Plays the entries and the pending shots of a record in a game. */
static bship_status replay(struct verifier *verifier, bship_game *game, bship_error *error)
{
    const bship_record *record = verifier->record;
    bship_status status = bsi_game_begin(game, bsi_fact_side(record, BSHIP_FACT_BEGAN));
    if (status)
        return bsi_fail_plain(error, status);
    for (size_t i = 0; !status && i < record->entries.count; i++) {
        int32_t side = record->entries.items[i].side;
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

/*
 * Ends the game as the record says, unless its shots did. Revealed layouts are kept; habits have
 * observed a finished game before.
 */
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

/* Gives a game, whose AIs have none yet, the predecessors in its record. */
static bship_status resume_predecessors(const bship_record *record, bship_game *game)
{
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < record->predecessors.count; i++) {
        const bsi_predecessor *item = &record->predecessors.items[i];
        status = bsi_predecessors_add(&game->predecessors, &game->rules->allocator, item->side,
                                      item->strategy, item->until);
    }
    return status;
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
    if (!status)
        status = resume_predecessors(record, game);
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

/* Whether a record, and the sides of a game of its rules, belong together: OK, STATE or NOT_PLACED.
 */
static bship_status check_resumable(const bship_record *record, const bship_game *game,
                                    bship_error *error)
{
    bool is_game = bship_record_is_game(record);
    if (!is_game && record->entries.count > 0) {
        bsi_place at = record->entries.items[0].place;
        return bsi_fail_at(error, BSHIP_ERROR_STATE, at.line, at.column,
                           "this is a position, not a game: without began, nobody is to move");
    }
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && is_game; side++) {
        bsi_place at = record->places[BSHIP_FACT_LOCATION][side];
        if (game->sides[side].board && !record->layouts[side])
            return bsi_fail_item_at(error, BSHIP_ERROR_NOT_PLACED, side, at.line, at.column,
                                    "side %s is local, but the record does not contain its ships",
                                    bsi_name(&bsi_side_names, side));
    }
    if (record->pending.count > 0 && game->sides[bsi_other(record->pending_side)].board)
        return bsi_fail_at(error, BSHIP_ERROR_STATE, record->pending_place.line,
                           record->pending_place.column, "shots at a local side await no report");
    return BSHIP_OK;
}

bship_status bship_record_to_game(const bship_record *record, bship_game *game, bship_error *error)
{
    if (!record || !game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (!bship_rules_equal(record->rules, game->rules))
        return bsi_fail_plain(error, BSHIP_ERROR_RULES);
    if (game->phase != BSHIP_PHASE_PLACING)
        return bsi_fail(error, BSHIP_ERROR_STATE, -1, "the game has started");
    bship_status status = check_resumable(record, game, error);
    if (status)
        return status;
    if (bship_record_is_game(record))
        return resume_game(record, game, error);
    /* The game has not begun: local sides get the ships that were placed. */
    bsi_record_apply_settings(record, game);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        if (game->sides[side].board)
            place_layout(game->sides[side].board, record->layouts[side]);
    }
    return BSHIP_OK;
}
