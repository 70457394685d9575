/*
 * Tracking the shots of a record; see record_track.h.
 *
 * As long as only one side has fired, the shots can be a position or the beginning of a game.
 * Turns are tracked in both cases, and the first fault is kept: it counts once the other side
 * fires.
 */
#include "play/record_track.h"

#include <stdbool.h>
#include <stdio.h>

#include "play/salvo.h"

/* Flags of a cell. */
enum {
    SHOT = 1,
    HIT = 2,      /* a shot at it was reported hit or sunk */
    REVEALED = 4, /* known water */
    NAMED = 8     /* named in the current line */
};

bship_status bsi_track_open(bsi_track *track, const bship_rules *rules, int32_t began,
                            const bship_allocator *allocator)
{
    const bship_fleet *fleet = rules->fleet;
    size_t classes = (size_t)fleet->class_count, ships = (size_t)fleet->count;
    *track = (bsi_track){ .rules = rules };
    bsi_turns_reset(&track->turns);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        track->unknown_count[side] = rules->free_count;
        track->marks[side] = bsi_alloc(allocator, rules->positions, 1);
        track->of_class[side] = bsi_alloc(allocator, classes, sizeof *track->of_class[side]);
        track->of_name[side] = bsi_alloc(allocator, ships, sizeof *track->of_name[side]);
        if (!track->marks[side] || !track->of_class[side] || !track->of_name[side])
            return BSHIP_ERROR_MEMORY;
        for (size_t k = 0; k < classes; k++)
            track->of_class[side][k] = fleet->classes[k].ships;
        for (size_t i = 0; i < ships; i++)
            track->of_name[side][i] = fleet->ships[i].ships_of_name;
    }
    track->is_game = began != BSHIP_SIDE_NONE;
    track->turns.began = began;
    return BSHIP_OK;
}

void bsi_track_close(bsi_track *track, const bship_allocator *allocator)
{
    const bship_fleet *fleet = track->rules->fleet;
    size_t classes = (size_t)fleet->class_count, ships = (size_t)fleet->count;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bsi_free(allocator, track->marks[side], track->rules->positions, 1);
        bsi_free(allocator, track->of_class[side], classes, sizeof *track->of_class[side]);
        bsi_free(allocator, track->of_name[side], ships, sizeof *track->of_name[side]);
    }
}

bship_status bsi_track_cell(bsi_track *track, int32_t side, bship_cell cell, bool *is_known)
{
    const bship_rules *rules = track->rules;
    if (!bsi_on_board(rules, cell))
        return BSHIP_ERROR_OFF_BOARD;
    uint32_t position = bsi_position(rules, cell);
    if (rules->blocked[position])
        return BSHIP_ERROR_BLOCKED;
    uint8_t *mark = &track->marks[side][position];
    if (*mark & NAMED)
        return BSHIP_ERROR_DUPLICATE;
    *is_known = *mark != 0;
    if (*is_known && bsi_refuses_repeats(rules))
        return *mark & SHOT ? BSHIP_ERROR_REPEATED : BSHIP_ERROR_KNOWN_WATER;
    *mark |= NAMED;
    return BSHIP_OK;
}

/* ---- effects of shots ---- */

static bool is_done(const bsi_track *track, int32_t side)
{
    return track->hits[side] >= track->rules->fleet->cells;
}

static void get_standings(const bsi_track *track, bsi_standing standings[BSI_SIDES])
{
    const bship_rules *rules = track->rules;
    const bship_fleet *fleet = rules->fleet;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bsi_afloat afloat = { track->sunk[side], track->of_class[side], track->of_name[side] };
        int32_t count = fleet->count - track->sunk[side];
        int32_t longest = bsi_longest_afloat(fleet, &afloat);
        /* False reports can sink any number of ships; until the fleet is gone, one is afloat. */
        if (count < 1)
            count = 1;
        if (longest < 1)
            longest = fleet->classes[fleet->class_count - 1].length;
        standings[side].is_done = is_done(track, side);
        standings[side].afloat = standings[side].is_done ? 0 : count;
        standings[side].longest = standings[side].is_done ? 0 : longest;
        standings[side].unknown_count = track->unknown_count[side];
        standings[side].left = bsi_shots_left(rules, track->shots[side]);
        standings[side].points = bsi_points_sunk(rules, &afloat);
    }
}

static void reveal_around(bsi_track *track, int32_t side, uint32_t position)
{
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t neighbour = bsi_neighbour(track->rules, position, i);
        uint8_t *mark = &track->marks[side][neighbour];
        if (*mark == 0 && !track->rules->blocked[neighbour]) {
            *mark = REVEALED;
            track->unknown_count[side]--;
        }
    }
}

/* Rules that reveal water keep ships apart, so the sunk ship is the run of hits through `sunk`. */
static void reveal_sunk_ship(bsi_track *track, int32_t side, uint32_t sunk)
{
    const uint8_t *marks = track->marks[side];
    const uint32_t steps[2] = { 1, track->rules->stride };
    reveal_around(track, side, sunk);
    for (int i = 0; i < 2; i++) {
        for (uint32_t p = sunk - steps[i]; marks[p] & HIT; p -= steps[i])
            reveal_around(track, side, p);
        for (uint32_t p = sunk + steps[i]; marks[p] & HIT; p += steps[i])
            reveal_around(track, side, p);
    }
}

/* Counts ships as sunk of which a report tells the name, the first ship of it, or the length. */
static void sink(bsi_track *track, int32_t side, int32_t name, int32_t length, int32_t ships)
{
    int32_t k = bsi_class_of_length(track->rules->fleet, length);
    track->sunk[side] += ships;
    if (k >= 0)
        track->of_class[side][k] -= ships;
    if (name >= 0)
        track->of_name[side][name] -= ships;
}

/* Counts the ships that the total of the last entry says are sunk. */
static void sink_of_total(bsi_track *track, const bship_record *record, const bsi_entry *entry)
{
    const bship_rules *rules = track->rules;
    if (!bsi_discloses_length(rules, true))
        sink(track, entry->side, -1, 0, entry->sunk > 0 ? entry->sunk : 0);
    for (uint32_t i = entry->first_item; i < record->items.count; i++) {
        const bsi_item *item = &record->items.items[i];
        int32_t name = bsi_discloses_name(rules, true) ? item->ship : -1;
        sink(track, entry->side, name, rules->fleet->ships[item->ship].length, item->sunk);
    }
}

/* Applies the shots of the last entry; returns how many were needed to sink the fleet. */
static uint32_t apply_shots(bsi_track *track, const bship_record *record, const bsi_entry *entry,
                            uint32_t end)
{
    bool reveals = bsi_reveals_water(track->rules);
    bool was_done = is_done(track, entry->side);
    uint32_t needed = end - entry->first_shot;
    track->shots[entry->side] += needed;
    for (uint32_t i = entry->first_shot; i < end; i++) {
        const bsi_shot *shot = &record->shots.items[i];
        uint8_t *mark = &track->marks[entry->side][shot->position];
        bool is_hit = bsi_is_hit((int32_t)shot->result);
        track->unknown_count[entry->side] -= (*mark & (SHOT | REVEALED)) == 0;
        track->hits[entry->side] += is_hit;
        if (shot->result == BSHIP_RESULT_SUNK)
            sink(track, entry->side, shot->ship, shot->length, 1);
        *mark = (uint8_t)((*mark & ~NAMED) | SHOT | (is_hit ? HIT : 0));
        if (!was_done && is_done(track, entry->side)) {
            needed = i + 1 - entry->first_shot;
            was_done = true;
        }
    }
    for (uint32_t i = entry->first_shot; reveals && i < end; i++) {
        const bsi_shot *shot = &record->shots.items[i];
        if (shot->result == BSHIP_RESULT_SUNK)
            reveal_sunk_ship(track, entry->side, shot->position);
    }
    if (entry->hits > 0) {
        track->hits[entry->side] += entry->hits;
        sink_of_total(track, record, entry);
    }
    return needed;
}

/* ---- turns ---- */

static void keep_fault(bsi_track *track, const bsi_entry *entry, bship_status status,
                       const char *text)
{
    if (track->fault.status)
        return;
    track->fault.status = status;
    track->fault.place = entry->place;
    snprintf(track->fault.text, sizeof track->fault.text, "%s", text);
}

/* Begins the first turn. Unless the record states who begins, it is the first side that fires. */
static void begin(bsi_track *track, const bsi_entry *entry)
{
    bsi_standing standings[BSI_SIDES];
    int32_t began = track->turns.began == BSHIP_SIDE_NONE ? entry->side : track->turns.began;
    if (!bsi_may_begin(track->rules, began))
        keep_fault(track, entry, BSHIP_ERROR_STATE, "by the rules the other side begins");
    get_standings(track, standings);
    bsi_turns_begin(&track->turns, track->rules, began, standings);
}

/* Checks, before the shots are applied, that it is the turn of the entry's side. */
static void check_turn(bsi_track *track, const bsi_entry *entry)
{
    if (track->turns.outcome != BSHIP_OUTCOME_NONE)
        keep_fault(track, entry, BSHIP_ERROR_STATE, "expected no shot: the game is over");
    else if (entry->side != track->turns.to_move)
        keep_fault(track, entry, BSHIP_ERROR_STATE,
                   entry->side == BSHIP_SIDE_A ? "expected a shot of side b"
                                               : "expected a shot of side a");
}

static void fail_count(bsi_track *track, const bsi_entry *entry)
{
    char text[64];
    size_t due = track->turns.due;
    snprintf(text, sizeof text, "expected %zu shot%s", due, due == 1 ? "" : "s");
    keep_fault(track, entry, BSHIP_ERROR_COUNT, text);
}

const bsi_fault *bsi_track_entry(bsi_track *track, const bship_record *record)
{
    static const bsi_fault none;
    bsi_standing standings[BSI_SIDES];
    size_t last = record->entries.count - 1;
    const bsi_entry *entry = &record->entries.items[last];
    uint32_t end = bsi_entry_shots_end(record, last);
    if (last == 0)
        begin(track, entry);
    check_turn(track, entry);
    uint32_t needed = apply_shots(track, record, entry, end);
    /* All shots due must be fired, except those after the one that sinks the last ship. */
    uint32_t count = end - entry->first_shot;
    if (needed < count)
        keep_fault(track, entry, BSHIP_ERROR_COUNT, "expected no shot after the last ship sank");
    if (count > track->turns.due || (count < track->turns.due && !is_done(track, entry->side)))
        fail_count(track, entry);
    get_standings(track, standings);
    bool is_hit = bsi_is_hit((int32_t)record->shots.items[end - 1].result);
    if (!track->fault.status)
        bsi_turns_advance(&track->turns, track->rules, standings, is_hit);
    track->has_shot[entry->side] = true;
    if (track->has_shot[BSHIP_SIDE_A] && track->has_shot[BSHIP_SIDE_B])
        track->is_game = true;
    return track->is_game ? &track->fault : &none;
}

const bsi_fault *bsi_track_pending(bsi_track *track, int32_t side, size_t count, bsi_place place)
{
    const bsi_entry entry = { .side = side, .place = place };
    if (track->turns.turn == 0)
        begin(track, &entry);
    check_turn(track, &entry);
    if (count != track->turns.due)
        fail_count(track, &entry);
    return &track->fault;
}

int32_t bsi_track_outcome(const bsi_track *track)
{
    if (track->is_game)
        return track->turns.outcome;
    if (is_done(track, BSHIP_SIDE_A))
        return BSHIP_OUTCOME_A;
    return is_done(track, BSHIP_SIDE_B) ? BSHIP_OUTCOME_B : BSHIP_OUTCOME_NONE;
}
