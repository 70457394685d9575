/* Writing shots and reports; see notation.h. */
#include "play/notation.h"

void bsi_cell_write(bsi_text *text, bship_cell cell)
{
    char word[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, word, sizeof word);
    bsi_text_add(text, "%s", word);
}

/* Whether a name is a number that would be read as the length of ships of several names. */
static bool is_ambiguous(const bship_fleet *fleet, int32_t ship)
{
    if (!bsi_is_number(fleet->ships[ship].name))
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

void bsi_report_write(bsi_text *text, const bship_fleet *fleet, const bsi_shot *shot)
{
    static const char *const words[] = { [BSHIP_RESULT_MISS] = "miss",
                                         [BSHIP_RESULT_HIT] = "hit",
                                         [BSHIP_RESULT_SUNK] = "sunk",
                                         [BSHIP_RESULT_WASTED] = "wasted" };
    bsi_text_add(text, "%s", words[shot->result]);
    if (shot->ship >= 0)
        bsi_ship_write(text, fleet, shot->ship);
    else if (shot->length > 0)
        bsi_text_add(text, " %d", (int)shot->length);
}

/* ---- totals ---- */

static void add_hits(bsi_text *text, int32_t hits)
{
    bsi_text_add(text, "%d hit%s", (int)hits, hits == 1 ? "" : "s");
}

/* Writes the hits of a total: one number, or one for each name. */
static void add_hit_items(bsi_text *text, const bship_rules *rules, const bsi_total_words *total)
{
    bool is_named = false;
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
}

/* Writes `, sunk` and what is disclosed of a ship, as often as the item says. */
static void add_sunk_item(bsi_text *text, const bship_rules *rules, bsi_item item)
{
    for (int32_t i = 0; i < item.sunk; i++) {
        bsi_text_add(text, ", sunk");
        if (bsi_discloses_name(rules, true))
            bsi_ship_write(text, rules->fleet, item.ship);
        else
            bsi_text_add(text, " %d", (int)rules->fleet->ships[item.ship].length);
    }
}

static void add_sinkings(bsi_text *text, const bship_rules *rules, const bsi_total_words *total)
{
    bool has_items = bsi_discloses_length(rules, true);
    for (int32_t i = 0; !has_items && i < total->sunk; i++)
        bsi_text_add(text, ", sunk");
    for (size_t i = 0; has_items && i < total->count; i++)
        add_sunk_item(text, rules, total->item(i, total->user));
}

void bsi_total_write(bsi_text *text, const bship_rules *rules, const bsi_total_words *total)
{
    add_hit_items(text, rules, total);
    add_sinkings(text, rules, total);
}
