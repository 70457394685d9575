/* A record, entry by entry; see replay.h. */
#include "battleship/game/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/record_file.h"
#include "common/sides.h"

/* One entry of the record as charts and boards take it. */
struct replay_shots {
    bship_cell *cells;
    bship_report *reports;
    bship_total total;
    size_t count;
    bool is_total;
};

/* ---- entries ---- */

static void free_shots(struct replay_shots *shots)
{
    if (!shots)
        return;
    free(shots->cells);
    free(shots->reports);
    free(shots->total.sunk_of);
    free(shots->total.hits_of);
    free(shots);
}

/* The largest number of shots of an entry. */
static size_t most_shots(const bship_record *record)
{
    size_t most = 1;
    for (int64_t i = 0; i < bship_record_log_length(record); i++) {
        bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
        bship_record_log_entry(record, i, &entry);
        most = (size_t)entry.shots > most ? (size_t)entry.shots : most;
    }
    return most;
}

/* Makes room for any entry of a record; NULL if out of memory. */
static struct replay_shots *new_shots(const bship_record *record)
{
    size_t most = most_shots(record);
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(bship_record_rules(record)));
    struct replay_shots *shots = calloc(1, sizeof *shots);
    if (!shots)
        return NULL;
    shots->total = (bship_total)BSHIP_TOTAL_INIT;
    shots->cells = calloc(most, sizeof *shots->cells);
    shots->reports = calloc(most, sizeof *shots->reports);
    shots->total.sunk_of = calloc(ships, sizeof *shots->total.sunk_of);
    shots->total.capacity = ships;
    shots->total.hits_of = calloc(ships, sizeof *shots->total.hits_of);
    if (shots->cells && shots->reports && shots->total.sunk_of && shots->total.hits_of)
        return shots;
    free_shots(shots);
    return NULL;
}

/* Reads an entry; returns the side that fired. */
static int32_t read_entry(struct replay *replay, int64_t number)
{
    struct replay_shots *shots = replay->shots;
    bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
    bship_record_log_entry(replay->record, number, &entry);
    shots->count = (size_t)entry.shots;
    shots->is_total = entry.is_total != 0;
    for (size_t i = 0; i < shots->count; i++)
        bship_record_shot(replay->record, entry.first_shot + (int64_t)i, &shots->cells[i],
                          &shots->reports[i]);
    if (shots->is_total)
        bship_record_total(replay->record, number, &shots->total);
    return entry.side;
}

/* Adds the entry that was read to a chart. */
static bship_status record_on(bship_chart *chart, const struct replay_shots *shots,
                              bship_error *error)
{
    if (shots->is_total)
        return bship_chart_record_total(chart, shots->cells, shots->count, &shots->total, error);
    return bship_chart_record_turn(chart, shots->cells, shots->count, shots->reports, error);
}

/* Fires the entry that was read at a board; what was reported then does not matter here. */
static void fire_at(bship_board *board, struct replay_shots *shots)
{
    size_t fired;
    bship_total total = BSHIP_TOTAL_INIT;
    if (!board)
        return;
    if (shots->is_total)
        bship_board_fire_total(board, shots->cells, shots->count, &total, &fired, NULL);
    else
        bship_board_fire_salvo(board, shots->cells, shots->count, shots->reports, &fired, NULL);
}

/* ---- opening ---- */

/* Writes where an entry stands, as far as that is known, and what is wrong with it. */
static void note_fault(struct replay *replay, uint32_t line, uint32_t column, const char *text)
{
    if (line > 0)
        snprintf(replay->fault, sizeof replay->fault, "line %" PRIu32 ", column %" PRIu32 ": %s",
                 line, column, text);
    else
        snprintf(replay->fault, sizeof replay->fault, "%s", text);
}

/* The round of an entry: a new one begins as the side that began fires after the other one. */
static int64_t round_of(const struct replay *replay, int64_t number, int32_t side)
{
    if (number == 0)
        return 1;
    const struct replay_step *before = &replay->steps[number - 1];
    return before->round + (side == replay->steps[0].side && before->side != side);
}

/* Adds the entries to the logs, until one is impossible. */
static bship_status read_logs(struct replay *replay)
{
    int64_t entries = bship_record_log_length(replay->record);
    for (int64_t i = 0; i < entries; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
        int32_t side = read_entry(replay, i);
        int64_t turn = bship_chart_turns(replay->logs[side]);
        bship_status status = record_on(replay->logs[side], replay->shots, &error);
        if (status == BSHIP_ERROR_MEMORY)
            return status;
        bship_record_log_entry(replay->record, i, &entry);
        if (status) {
            note_fault(replay, entry.line, entry.column, error.text);
            break;
        }
        replay->steps[i] = (struct replay_step){ round_of(replay, i, side), turn, side };
        replay->count = i + 1;
    }
    return BSHIP_OK;
}

/*
 * Looks for reports that contradict a layout; the charts serve as scratch paper. In the end they
 * have room for their logs, so that moving never allocates.
 */
static bship_status check_layouts(struct replay *replay)
{
    bship_status status = BSHIP_OK;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && status != BSHIP_ERROR_MEMORY;
         side++) {
        bship_error error = BSHIP_ERROR_INIT;
        status = bship_record_to_chart(replay->record, side, replay->charts[side], &error);
        if (status == BSHIP_ERROR_CONTRADICTION && !replay->fault[0])
            note_fault(replay, error.line, error.column, error.text);
        if (status != BSHIP_ERROR_MEMORY)
            status = bship_chart_copy(replay->charts[side], replay->logs[side]);
        bship_chart_reset(replay->charts[side]);
    }
    return status == BSHIP_ERROR_MEMORY ? status : BSHIP_OK;
}

/* Makes the board of a side, if the record has ships of it. */
static bship_status open_board(struct replay *replay, int32_t side)
{
    bship_status status = bship_board_new(&replay->boards[side], replay->rules, NULL, NULL);
    if (status)
        return status;
    if (bship_record_to_board(replay->record, side, replay->boards[side])) {
        bship_board_free(replay->boards[side]);
        replay->boards[side] = NULL;
    }
    return BSHIP_OK;
}

static bship_status open_parts(struct replay *replay)
{
    bship_status status = BSHIP_OK;
    size_t entries = (size_t)bship_record_log_length(replay->record);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++) {
        status = bship_chart_new(&replay->logs[side], replay->rules, NULL, NULL);
        if (!status)
            status = bship_chart_new(&replay->charts[side], replay->rules, NULL, NULL);
        if (!status)
            status = open_board(replay, side);
    }
    replay->shots = new_shots(replay->record);
    replay->steps = calloc(entries > 0 ? entries : 1, sizeof *replay->steps);
    return !replay->shots || !replay->steps ? BSHIP_ERROR_MEMORY : status;
}

bool replay_open_record(struct replay *replay, bship_record *record, char why[FILES_WHY_SIZE])
{
    *replay = (struct replay){ .record = record, .rules = bship_record_rules(record) };
    bship_status status = open_parts(replay);
    if (!status)
        status = read_logs(replay);
    if (!status)
        status = check_layouts(replay);
    if (status) {
        snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(status));
        replay_close(replay);
        return false;
    }
    if (!bship_record_is_game(record))
        replay_go(replay, replay->count);
    return true;
}

bool replay_open(struct replay *replay, const char *path, char why[FILES_WHY_SIZE])
{
    bship_record *record = NULL;
    *replay = (struct replay){ 0 };
    return !record_file_read(path, &record, NULL, why) && replay_open_record(replay, record, why);
}

void replay_close(struct replay *replay)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_chart_free(replay->logs[side]);
        bship_chart_free(replay->charts[side]);
        bship_board_free(replay->boards[side]);
    }
    free(replay->steps);
    free_shots(replay->shots);
    bship_record_free(replay->record);
    *replay = (struct replay){ 0 };
}

/* ---- moving ---- */

/* Plays the next entry on charts, if wanted, and boards. */
static void play_entry(struct replay *replay, int64_t number, bool with_chart)
{
    int32_t side = read_entry(replay, number);
    if (with_chart)
        record_on(replay->charts[side], replay->shots, NULL);
    fire_at(replay->boards[other_side(side)], replay->shots);
}

/* Returns charts and boards to what they were after the first `at` entries. */
static void go_back(struct replay *replay, int64_t at)
{
    int64_t turns[SIDES] = { 0 };
    for (int64_t i = 0; i < at; i++)
        turns[replay->steps[i].side]++;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_chart_truncate(replay->charts[side], turns[side]);
        if (replay->boards[side])
            bship_board_clear_shots(replay->boards[side]);
    }
    for (int64_t i = 0; i < at; i++)
        play_entry(replay, i, false);
}

void replay_go(struct replay *replay, int64_t at)
{
    at = at < 0 ? 0 : at > replay->count ? replay->count : at;
    if (at < replay->at)
        go_back(replay, at);
    for (int64_t i = replay->at; i < at; i++)
        play_entry(replay, i, true);
    replay->at = at;
}

int32_t replay_aiming_side(const struct replay *replay)
{
    if (replay->count == 0)
        return BSHIP_SIDE_A;
    return replay->steps[replay->at < replay->count ? replay->at : replay->count - 1].side;
}
