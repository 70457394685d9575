/*
 * The struct of rules, and the padded grid that boards, charts, strategies and inference share.
 *
 * A grid is a flat array, row after row, with one guard column between rows, a guard row above and
 * below, and one more guard at either end: cell (x, y) has position (y + 1) * stride + x + 1, where
 * stride = width + 1. So both orientations are the same code with a step of 1 or `stride`, and all
 * eight neighbours of a cell are positions of the grid. Guards count as blocked cells.
 */
#ifndef BSI_MODEL_RULES_H
#define BSI_MODEL_RULES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/rules.h>

#include "base/names.h"
#include "model/fleet.h"
#include "model/rule_table.h"

struct bship_rules {
    atomic_int references;
    bship_allocator allocator;
    bship_fleet *fleet;
    int32_t width;
    int32_t height;
    /* By bship_rule: its value, and the number that this value takes, or 0. */
    int32_t values[BSI_RULES], numbers[BSI_RULES];
    uint32_t effects;          /* union of the effects of these values; see rule_table.h */
    int32_t feasibility;       /* a bship_feasibility */
    uint32_t stride;           /* step from a cell to the one below */
    uint32_t steps[2];         /* by orientation: step from a cell of a ship to the next */
    uint32_t positions;        /* length of every grid, guards included */
    uint32_t free_count;       /* cells not blocked */
    uint32_t blocked_count;    /* cells blocked */
    int32_t neighbours[8];     /* steps to the four sides, then to the four corners */
    uint32_t contact_count;    /* how many neighbours, from the first, ships must avoid: 0, 4, 8 */
    uint8_t *blocked;          /* by position: 1 for guards and blocked cells */
    uint16_t *run[2];          /* by orientation and position: free cells in a row from there */
    uint32_t *free_cells;      /* the positions not blocked, row by row */
    uint32_t *free_index;      /* by position: its index in free_cells plus one; 0: blocked */
    bship_cell *cells;         /* by position: column and row */
    bship_cell *blocked_cells; /* the blocked cells, row by row */
    int32_t *by_length;        /* ships, longest first; equally long ones in the fleet's order */
    int64_t *index_base;       /* by ship: index of its first placement; at the end the total */
};

static inline int32_t bsi_rule(const bship_rules *rules, bship_rule rule)
{
    return rules->values[rule];
}

/* Whether the rules have one of these effects. */
static inline bool bsi_rules_have(const bship_rules *rules, uint32_t effects)
{
    return (rules->effects & effects) != 0;
}

/* Whether salvos are reported by totals. */
static inline bool bsi_reports_totals(const bship_rules *rules)
{
    return bsi_rules_have(rules, BSI_REPORTS_TOTALS);
}

/* Whether the last hit of a ship is reported as sunk. */
static inline bool bsi_discloses_sinkings(const bship_rules *rules)
{
    return bsi_rules_have(rules, BSI_DISCLOSES_SINKINGS);
}

/* Whether every hit names its ship. */
static inline bool bsi_discloses_hit_names(const bship_rules *rules)
{
    return bsi_rules_have(rules, BSI_DISCLOSES_HIT_NAMES);
}

/* Whether a hit, or a sinking, is reported with the name of its ship. */
static inline bool bsi_discloses_name(const bship_rules *rules, bool is_sunk)
{
    return bsi_rules_have(rules, is_sunk ? BSI_DISCLOSES_NAMES : BSI_DISCLOSES_HIT_NAMES);
}

/* Whether a hit, or a sinking, is reported with the length of its ship; a name implies it. */
static inline bool bsi_discloses_length(const bship_rules *rules, bool is_sunk)
{
    return bsi_rules_have(rules, is_sunk ? BSI_DISCLOSES_LENGTHS : BSI_DISCLOSES_HIT_NAMES);
}

/*
 * The ship for which a total counts a hit, or a sinking, of a ship: the first ship of its name if
 * names are disclosed, the first of its length if only lengths are, else -1. Two ships with the
 * same result cannot be told apart by reports.
 */
static inline int32_t bsi_disclosed_ship(const bship_rules *rules, int32_t ship, bool is_sunk)
{
    const bsi_ship *entry = &rules->fleet->ships[ship];
    if (bsi_discloses_name(rules, is_sunk))
        return entry->first_of_name;
    return bsi_discloses_length(rules, is_sunk) ? entry->first_of_length : -1;
}

/* Whether no report tells two ships from each other, so that either may have either's place. */
static inline bool bsi_are_interchangeable(const bship_rules *rules, int32_t a, int32_t b)
{
    const bsi_ship *ships = rules->fleet->ships;
    return ships[a].length_class == ships[b].length_class &&
           (!bsi_discloses_name(rules, true) || ships[a].first_of_name == ships[b].first_of_name);
}

/* Whether the cells around a sunk ship become known water. */
static inline bool bsi_reveals_water(const bship_rules *rules)
{
    return bsi_rules_have(rules, BSI_REVEALS_WATER);
}

/* Whether the report of a sinking shows where the ship lies. */
static inline bool bsi_shows_ships(const bship_rules *rules)
{
    return bsi_rules_have(rules, BSI_SHOWS_SHIPS);
}

/* Whether a shot at a known cell is refused, not wasted. */
static inline bool bsi_refuses_repeats(const bship_rules *rules)
{
    return bsi_rules_have(rules, BSI_REFUSES_REPEATS);
}

static inline bool bsi_on_board(const bship_rules *rules, bship_cell cell)
{
    return (uint32_t)cell.x < (uint32_t)rules->width && (uint32_t)cell.y < (uint32_t)rules->height;
}

/* The position of a cell on the board. */
static inline uint32_t bsi_position(const bship_rules *rules, bship_cell cell)
{
    return ((uint32_t)cell.y + 1) * rules->stride + (uint32_t)cell.x + 1;
}

static inline bship_cell bsi_cell(const bship_rules *rules, uint32_t position)
{
    return rules->cells[position];
}

/* The step from a cell of a ship to the next. */
static inline uint32_t bsi_step(const bship_rules *rules, int32_t orientation)
{
    return rules->steps[orientation];
}

/* The position of neighbour `i`: 0 to 3 share a side, 4 to 7 a corner. */
static inline uint32_t bsi_neighbour(const bship_rules *rules, uint32_t position, uint32_t i)
{
    return position + (uint32_t)rules->neighbours[i];
}

/* Allocates the arrays of rules whose fleet and geometry are set: OK or MEMORY. */
bship_status bsi_rules_alloc_grids(bship_rules *rules);

/* Creates rules that differ in contact only: OK or MEMORY. If the fleet does not fit under them,
 * this is OK, too, and `*out` stays as it is. */
bship_status bsi_rules_with_contact(bship_rules **out, const bship_rules *rules, int32_t contact);

/* An upper bound on the memory that creating rules and their fleet takes, in bytes. */
uint64_t bsi_rules_bytes(int32_t width, int32_t height, size_t ships);

/* Copies up to `capacity` cells of a padded grid, row by row; returns the number of all cells. */
size_t bsi_copy_grid(const bship_rules *rules, const uint8_t *grid, uint8_t *out, size_t capacity);

/* The names of bship_detail and bship_feasibility. */
extern const bsi_names bsi_detail_names;
extern const bsi_names bsi_feasibility_names;

#endif
