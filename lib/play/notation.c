/* Shots and reports as text: writing, and the public calls; notation_read.c reads. */
#include "play/notation.h"

#include <string.h>

#include <battleship/notation.h>

#include "base/array.h"
#include "base/number.h"
#include "base/versioned.h"
#include "model/board.h"

/* ---- writing ---- */

void bsi_cell_write(bsi_text *text, bship_cell cell)
{
    char word[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, word, sizeof word);
    bsi_text_add(text, "%s", word);
}

/* Whether a name is a number that would be read as the length of ships of several names. */
static bool is_ambiguous(const bship_fleet *fleet, int32_t ship)
{
    if (!bsi_is_digits(fleet->ships[ship].name))
        return false;
    for (int32_t i = 0; i < fleet->count; i++) {
        if (fleet->ships[i].length == fleet->ships[ship].length &&
            fleet->ships[i].first_of_name != fleet->ships[ship].first_of_name)
            return true;
    }
    return false;
}

void bsi_ship_write(bsi_text *text, const bship_fleet *fleet, int32_t ship)
{
    bsi_text_add(text, " ");
    if (is_ambiguous(fleet, ship))
        bsi_text_add(text, "\"%s\"", fleet->ships[ship].name);
    else
        bsi_name_add(text, fleet->ships[ship].name);
}

void bsi_where_write(bsi_text *text, bship_cell first, int32_t orientation, int32_t length)
{
    bool is_down = orientation == BSHIP_ORIENTATION_VERTICAL && length > 1;
    bsi_text_add(text, " ");
    bsi_cell_write(text, first);
    bsi_text_add(text, is_down ? " down" : " right");
}

void bsi_report_write(bsi_text *text, const bship_rules *rules, const bsi_shot *shot)
{
    static const char *const words[] = { [BSHIP_RESULT_MISS] = "miss",
                                         [BSHIP_RESULT_HIT] = "hit",
                                         [BSHIP_RESULT_SUNK] = "sunk",
                                         [BSHIP_RESULT_WASTED] = "wasted" };
    bsi_text_add(text, "%s", words[shot->result]);
    if (shot->ship >= 0)
        bsi_ship_write(text, rules->fleet, shot->ship);
    else if (shot->length > 0)
        bsi_text_add(text, " %d", (int)shot->length);
    if (shot->first)
        bsi_where_write(text, bsi_cell(rules, shot->first), shot->orientation, shot->length);
}

static void add_hits(bsi_text *text, int32_t hits)
{
    bsi_text_add(text, "%d hit%s", (int)hits, hits == 1 ? "" : "s");
}

/* The hits are one number or, where names are disclosed, one for each name. */
void bsi_total_write(bsi_text *text, const bship_rules *rules, const bsi_total_words *total)
{
    bool is_named = false, names_sunk = bsi_discloses_length(rules, true);
    for (size_t i = 0; i < total->count; i++) {
        bsi_item item = total->item(i, total->user);
        if (item.hits == 0)
            continue;
        bsi_text_add(text, "%s", is_named ? ", " : "");
        add_hits(text, item.hits);
        bsi_ship_write(text, rules->fleet, item.ship);
        is_named = true;
    }
    if (!is_named)
        add_hits(text, total->hits);
    for (int32_t i = 0; !names_sunk && i < total->sunk; i++)
        bsi_text_add(text, ", sunk");
    for (size_t i = 0; names_sunk && i < total->count; i++) {
        bsi_item item = total->item(i, total->user);
        for (int32_t k = 0; k < item.sunk; k++) {
            bsi_text_add(text, ", sunk");
            if (bsi_discloses_name(rules, true))
                bsi_ship_write(text, rules->fleet, item.ship);
            else
                bsi_text_add(text, " %d", (int)rules->fleet->ships[item.ship].length);
        }
    }
}

/* ---- public calls that write ---- */

static void add_report(bsi_text *text, const bship_rules *rules, const bship_report *report)
{
    if (!report || !bsi_report_has_form(rules, report)) {
        bsi_text_add(text, "?");
        return;
    }
    bsi_shot shot = bsi_shot_of(rules, 0, report);
    bsi_report_write(text, rules, &shot);
}

/* The item of a total about one ship, for bsi_total_write(). */
static bsi_item item_of_ship(size_t ship, const void *user)
{
    const bship_total *total = user;
    return (bsi_item){ (int32_t)ship, total->hits_of ? total->hits_of[ship] : 0,
                       total->sunk_of ? total->sunk_of[ship] : 0 };
}

static void add_total(bsi_text *text, const bship_rules *rules, size_t count,
                      const bship_total *given)
{
    bship_total total = BSHIP_TOTAL_INIT;
    bool is_sound = given && !bsi_versioned_read(&total, BSI_VERSIONED(bship_total), given, NULL) &&
                    !bsi_total_check(rules, &total, count, NULL);
    bsi_total_words words = { total.hits, total.sunk, (size_t)rules->fleet->count, item_of_ship,
                              &total };
    bsi_text_add(text, ": ");
    if (is_sound)
        bsi_total_write(text, rules, &words);
    else
        bsi_text_add(text, "?");
}

size_t bship_cells_format(const bship_cell *cells, size_t count, char *buffer, size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    for (size_t i = 0; i < count; i++) {
        bsi_text_add(&text, "%s", i > 0 ? ", " : "");
        bsi_cell_write(&text, cells[i]);
    }
    return text.length;
}

size_t bship_turn_format(const bship_rules *rules, const bship_cell *cells, size_t count,
                         const bship_report *reports, const bship_total *total, char *buffer,
                         size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    bool is_total = bsi_reports_totals(rules);
    for (size_t i = 0; i < count; i++) {
        bsi_text_add(&text, "%s", i > 0 ? ", " : "");
        bsi_cell_write(&text, cells[i]);
        bsi_text_add(&text, "%s", is_total ? "" : " ");
        if (!is_total)
            add_report(&text, rules, reports ? &reports[i] : NULL);
    }
    if (is_total)
        add_total(&text, rules, count, total);
    return text.length;
}

/* ---- public calls that read ---- */

/* The caller's arrays. */
struct turn {
    const bship_rules *rules;
    bship_cell *cells;
    bship_report *reports; /* NULL: no reports are read */
    bship_total *total;    /* NULL: no total is read */
    size_t count;          /* shots read so far */
};

static bship_status check_cell(bship_cell cell, bsi_wasted *wasted, void *user)
{
    const struct turn *turn = user;
    if (!bsi_on_board(turn->rules, cell))
        return BSHIP_ERROR_OFF_BOARD;
    if (turn->rules->blocked[bsi_position(turn->rules, cell)])
        return BSHIP_ERROR_BLOCKED;
    for (size_t i = 0; i < turn->count; i++) {
        if (turn->cells[i].x == cell.x && turn->cells[i].y == cell.y)
            return BSHIP_ERROR_DUPLICATE;
    }
    *wasted = bsi_refuses_repeats(turn->rules) ? BSI_WASTED_NEVER : BSI_WASTED_UNKNOWN;
    return BSHIP_OK;
}

static bship_status add_shot(const bsi_shot *shot, void *user)
{
    struct turn *turn = user;
    turn->cells[turn->count] = bsi_cell(turn->rules, shot->position);
    if (turn->reports)
        turn->reports[turn->count] = bsi_shot_report(turn->rules, shot);
    turn->count++;
    return BSHIP_OK;
}

static bship_status add_item(bsi_item item, void *user)
{
    const bship_total *total = ((const struct turn *)user)->total;
    if (total->sunk_of)
        total->sunk_of[item.ship] += item.sunk;
    if (total->hits_of)
        total->hits_of[item.ship] += item.hits;
    return BSHIP_OK;
}

static bship_status read_turn(struct turn *turn, const char *text, size_t capacity, size_t *count,
                              bship_error *error)
{
    bsi_turn_reader reader = { .rules = turn->rules,
                               .has_reports = turn->reports || turn->total,
                               .most = capacity,
                               .check = check_cell,
                               .add_shot = add_shot,
                               .add_item = add_item,
                               .user = turn };
    /* Readers never write to the text of a line. */
    bsi_line line = { .text = (char *)text, .number = 1, .error = error };
    bship_status status = bsi_line_check(text, strlen(text), 1, error);
    if (!status)
        status = bsi_read_turn(&line, &reader, text + strspn(text, " \t"));
    if (status)
        return status;
    *count = turn->count;
    if (turn->total) {
        turn->total->hits = reader.hits;
        turn->total->sunk = reader.sunk;
    }
    return BSHIP_OK;
}

bship_status bship_cells_parse(const bship_rules *rules, const char *text, bship_cell *cells,
                               size_t capacity, size_t *count, bship_error *error)
{
    struct turn turn = { .rules = rules, .cells = cells };
    if (!rules || !text || !count)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return read_turn(&turn, text, bsi_room(cells, capacity), count, error);
}

bship_status bship_turn_parse(const bship_rules *rules, const char *text, bship_cell *cells,
                              size_t capacity, size_t *count, bship_report *reports,
                              bship_total *total, bship_error *error)
{
    bool is_total = rules && bsi_reports_totals(rules);
    struct turn turn = { rules, cells, is_total ? NULL : reports, is_total ? total : NULL, 0 };
    if (!rules || !text || !count)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (is_total) {
        bship_status status = bsi_total_check_out(rules, total, error);
        if (status)
            return status;
        bsi_total_begin(rules, total);
    }
    capacity = bsi_room(cells, capacity);
    if (!is_total)
        capacity = bsi_room(reports, capacity);
    return read_turn(&turn, text, capacity, count, error);
}
