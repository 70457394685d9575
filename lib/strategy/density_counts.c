/*
 * Weighted placement counts, updated incrementally; see density_counts.h.
 *
 * A *stretch* is a part of a line, which is a row or a column. All work is done on stretches:
 * prefix sums of the cells give the weight of each placement, which is added to a difference array,
 * whose running sums are then added to the grid. To change a cell, the placements near it are
 * subtracted, the cell is changed, and they are added again. If a hit only multiplies their
 * weights, one pass that adds the rest suffices.
 */
#include "strategy/density_counts.h"

#include <stdbool.h>
#include <string.h>

#include "base/compiler.h"

/*
 * The codes of a cell. CODE_DEAD exceeds the number of unresolved hits on any line, so one prefix
 * sum counts both: a difference of at least CODE_DEAD has a dead cell.
 */
enum {
    CODE_UNRESOLVED = 1, /* an unresolved hit */
    CODE_DEAD = 1 << 16, /* a dead cell: no placement covers it */
    CODE_SUNK = 1 << 17, /* a sunk ship: where contact is forbidden, none touches it */
    CODE_HIT = 1 << 18,  /* an unresolved or ambiguous hit, which can name a ship */
    SUMMED = CODE_UNRESOLVED | CODE_DEAD /* the codes that prefix sums count */
};

/* More unresolved hits add no weight. With more than 8 the sums of weights could overflow. */
enum {
    HITS_MAX = 8
};

static const uint64_t hit_weights[HITS_MAX + 1] = { 1,      10,      100,      1000,     10000,
                                                    100000, 1000000, 10000000, 100000000 };

/* A stretch of a line. */
struct stretch {
    uint32_t first;    /* the position of the first cell */
    uint32_t step;     /* from a cell to the next */
    uint32_t across;   /* from the line to the line beside it */
    int32_t count;     /* number of cells */
    int32_t low, high; /* only placements that overlap this range of cells are counted */
    const bsi_density_buffers *buffers;
};

/* ---- reading a stretch ---- */

/* Whether the contact rule bars placements along a line from a cell, because of a sunk ship around
 * it or an unresolved hit beside the line. */
static BSI_NOINLINE bool is_barred_beside(const bsi_density *density, uint32_t position,
                                          uint32_t step, uint32_t across)
{
    const bship_rules *rules = density->rules;
    const uint32_t *codes = density->codes;
    for (uint32_t i = 0; i < rules->contact_count; i++) {
        if (codes[bsi_neighbour(rules, position, i)] & CODE_SUNK)
            return true;
    }
    uint32_t beside = codes[position - across] | codes[position + across];
    if (rules->contact_count == 8)
        beside |= codes[position - across - step] | codes[position - across + step] |
                  codes[position + across - step] | codes[position + across + step];
    return beside & CODE_UNRESOLVED;
}

static inline bool is_dead(const bsi_density *density, uint32_t position, uint32_t step,
                           uint32_t across)
{
    if (density->codes[position] & CODE_DEAD)
        return true;
    return density->rules->contact_count > 0 && is_barred_beside(density, position, step, across);
}

/* The number of cells, at most `most`, from a position in one direction before a dead one; 0 if the
 * position itself is dead. */
static int32_t walk(const bsi_density *density, uint32_t position, uint32_t direction,
                    const struct stretch *stretch, int32_t most)
{
    int32_t steps = 0;
    /* A dead cell can be a guard, whose neighbours are not all in the grid. */
    if (is_dead(density, position, stretch->step, stretch->across))
        return 0;
    while (steps < most && !is_dead(density, position += direction, stretch->step, stretch->across))
        steps++;
    return steps;
}

/* Sets a stretch to the cells of all placements that overlap `span` cells of a line from `low` on.
 */
static void stretch_around(const bsi_density *density, struct stretch *stretch, uint32_t low,
                           int32_t span)
{
    uint32_t step = stretch->step, high = low + (uint32_t)(span - 1) * step;
    int32_t before = walk(density, low, 0u - step, stretch, density->longest - 1);
    int32_t after = walk(density, high, step, stretch, density->longest - 1);
    stretch->first = low - (uint32_t)before * step;
    stretch->count = before + span + after;
    stretch->low = before;
    stretch->high = before + span - 1;
}

/* Whether a cell that is not dead acts as one, by the contact rule or since a hit there named
 * another ship than the group `name` (NULL: groups are lengths). */
static inline bool is_barred(const bsi_density *density, const struct stretch *stretch,
                             uint32_t position, const bsi_density_group *name)
{
    uint32_t code = density->codes[position];
    if (code & CODE_DEAD)
        return false;
    if (name && (code & CODE_HIT)) {
        /* A hit that is known from a total names no ship. */
        int32_t ship = density->names[position];
        if (ship >= 0 && ship != name->source)
            return true;
    }
    return density->rules->contact_count > 0 &&
           is_barred_beside(density, position, stretch->step, stretch->across);
}

/* Computes the prefix sums for the group `name` (NULL: for all groups, which are lengths). */
static void stretch_read(const bsi_density *density, struct stretch *stretch,
                         const bsi_density_group *name)
{
    const uint32_t *codes = density->codes;
    uint32_t *prefix_sums = stretch->buffers->prefix_sums;
    uint32_t position = stretch->first, step = stretch->step, sum = 0;
    int32_t count = stretch->count;
    bool can_bar = name || density->rules->contact_count > 0;
    *prefix_sums = 0;
    for (int32_t i = 1; i <= count; i++, position += step) {
        sum += codes[position] & SUMMED;
        if (can_bar && is_barred(density, stretch, position, name))
            sum += CODE_DEAD;
        prefix_sums[i] = sum;
    }
}

/* ---- counting on a stretch ---- */

/* Whether an unresolved hit lies just before or just after a placement on its line. */
static bool touches_hit(const bsi_density *density, const struct stretch *stretch, int32_t begin,
                        int32_t length)
{
    const uint32_t *first = &density->codes[stretch->first + (uint32_t)begin * stretch->step];
    return (*(first - stretch->step) | first[(uint32_t)length * stretch->step]) & CODE_UNRESOLVED;
}

/* Adds `factor` times the placements of a length that overlap the range of the stretch. */
static void stretch_add(const bsi_density *density, const struct stretch *stretch, int32_t length,
                        uint64_t factor)
{
    const uint32_t *prefix_sums = stretch->buffers->prefix_sums;
    uint64_t *differences = stretch->buffers->differences;
    bool has_contact_rule = density->rules->contact_count > 0;
    int32_t begin = stretch->low - length + 1 > 0 ? stretch->low - length + 1 : 0;
    int32_t last = stretch->count - length;
    if (last > stretch->high)
        last = stretch->high;
    for (; begin <= last; begin++) {
        uint32_t hits = prefix_sums[begin + length] - prefix_sums[begin];
        if (hits >= CODE_DEAD || (has_contact_rule && touches_hit(density, stretch, begin, length)))
            continue;
        uint64_t weight = factor * hit_weights[hits < HITS_MAX ? hits : HITS_MAX];
        differences[begin] += weight;
        differences[begin + length] -= weight;
    }
}

/* Adds the counts of a stretch to the grid, and clears the buffers. */
static void stretch_write(bsi_density *density, const struct stretch *stretch)
{
    uint64_t *differences = stretch->buffers->differences;
    uint64_t *weight = &density->weights[stretch->first];
    uint64_t sum = 0;
    int32_t count = stretch->count;
    for (int32_t i = 0; i < count; i++, weight += stretch->step) {
        sum += differences[i];
        differences[i] = 0;
        *weight += sum;
    }
    differences[count] = 0;
}

/* The steps of reading a stretch and of adding the placements of some groups to it. */
static int64_t stretch_steps(const bsi_density *density, const struct stretch *stretch,
                             int32_t groups)
{
    enum {
        STEPS_A_CELL = 8
    };
    return STEPS_A_CELL * (int64_t)stretch->count * (1 + groups) * (density->by_name ? 2 : 1);
}

/* Adds `sign` times the placements of all groups to a stretch: OK, WORK_LIMIT or CANCELLED. */
static bship_status count_groups(bsi_density *density, struct stretch *stretch, uint64_t sign,
                                 bsi_work_budget *budget)
{
    if (!density->by_name)
        stretch_read(density, stretch, NULL);
    for (int32_t g = 0; g < density->group_count; g++) {
        const bsi_density_group *group = &density->groups[g];
        /* A ship of length 1 has only a horizontal placement. */
        if (group->ships == 0 || (group->length == 1 && stretch->step != 1))
            continue;
        if (density->by_name)
            stretch_read(density, stretch, group);
        stretch_add(density, stretch, group->length, sign * (uint64_t)group->ships);
    }
    stretch_write(density, stretch);
    return bsi_work_charge(budget, stretch_steps(density, stretch, density->group_count));
}

/* ---- the whole board ---- */

/* Adds `factor` times the placements of a group on every row and column: OK, WORK_LIMIT or
 * CANCELLED. */
static bship_status count_group_everywhere(bsi_density *density, const bsi_density_group *group,
                                           uint64_t factor, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    const bship_rules *rules = density->rules;
    struct stretch stretch = { .buffers = &density->buffers };
    int orientations = group->length == 1 ? 1 : 2;
    for (int orientation = 0; orientation < orientations; orientation++) {
        int32_t lines = orientation == BSHIP_ORIENTATION_HORIZONTAL ? rules->height : rules->width;
        int32_t cells = orientation == BSHIP_ORIENTATION_HORIZONTAL ? rules->width : rules->height;
        stretch.step = bsi_step(rules, orientation);
        stretch.across = bsi_step(rules, !orientation);
        for (int32_t line = 0; !status && line < lines; line++) {
            stretch.first = rules->stride + 1 + (uint32_t)line * stretch.across;
            stretch.count = cells;
            stretch.low = 0;
            stretch.high = cells - 1;
            stretch_read(density, &stretch, density->by_name ? group : NULL);
            stretch_add(density, &stretch, group->length, factor);
            stretch_write(density, &stretch);
            status = bsi_work_charge(budget, stretch_steps(density, &stretch, 1));
        }
    }
    return status;
}

/* ---- changes ---- */

static uint32_t code_of(uint8_t state, uint8_t hit_state)
{
    if (hit_state == BSHIP_HIT_STATE_ATTRIBUTED)
        return CODE_DEAD | CODE_SUNK;
    if (hit_state == BSHIP_HIT_STATE_UNRESOLVED)
        return CODE_UNRESOLVED | CODE_HIT;
    if (hit_state == BSHIP_HIT_STATE_AMBIGUOUS)
        return CODE_HIT;
    return state == BSHIP_CHART_STATE_UNKNOWN || state == BSHIP_CHART_STATE_SHOT ? 0 : CODE_DEAD;
}

/*
 * Adds `sign` times all placements whose weight depends on a cell. With `reaches_around` these
 * include the placements that cover only its neighbours: where contact is forbidden, an unresolved
 * hit or a sunk ship affects them, too.
 */
static bship_status count_near(bsi_density *density, uint32_t position, bool reaches_around,
                               uint64_t sign, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    const bship_rules *rules = density->rules;
    struct stretch stretch = { .buffers = &density->buffers };
    for (int orientation = 0; !status && orientation < 2; orientation++) {
        stretch.step = bsi_step(rules, orientation);
        stretch.across = bsi_step(rules, !orientation);
        if (!reaches_around) {
            if (density->codes[position] & CODE_DEAD)
                continue;
            stretch_around(density, &stretch, position, 1);
            status = count_groups(density, &stretch, sign, budget);
            continue;
        }
        uint32_t line = position - stretch.across;
        for (int i = 0; !status && i < 3; i++, line += stretch.across) {
            stretch_around(density, &stretch, line - stretch.step, 3);
            status = count_groups(density, &stretch, sign, budget);
        }
    }
    return status;
}

/* Changes the code of a cell, and the counts accordingly: OK, WORK_LIMIT or CANCELLED. */
static bship_status change_cell(bsi_density *density, uint32_t position, uint32_t code,
                                bsi_work_budget *budget)
{
    uint32_t old = density->codes[position];
    if (old == code)
        return BSHIP_OK;
    bool has_contact_rule = density->rules->contact_count > 0;
    bool reaches_around = has_contact_rule && ((old | code) & (CODE_UNRESOLVED | CODE_SUNK));
    /* Mostly a hit only multiplies the weights of the placements that cover it by 10. */
    bool multiplies = old == 0 && code == (CODE_UNRESOLVED | CODE_HIT) && !density->by_name &&
                      !has_contact_rule && density->longest <= HITS_MAX;
    uint64_t factor = multiplies ? 9 : (uint64_t)-1;
    bship_status status = count_near(density, position, reaches_around, factor, budget);
    density->codes[position] = code;
    if (multiplies || status)
        return status;
    return count_near(density, position, reaches_around, 1, budget);
}

/* Updates one cell from the chart. */
static bship_status refresh_cell(bsi_density *density, const bship_chart *chart, uint32_t position,
                                 bsi_work_budget *budget)
{
    if (chart->states[position] == density->states[position] &&
        chart->hit_states[position] == density->hit_states[position])
        return BSHIP_OK;
    density->states[position] = chart->states[position];
    density->hit_states[position] = chart->hit_states[position];
    if (density->by_name && chart->hit_states[position] != BSHIP_HIT_STATE_NONE)
        density->names[position] = chart->shots[chart->shot_of[position]].ship;
    uint32_t code = code_of(chart->states[position], chart->hit_states[position]);
    return change_cell(density, position, code, budget);
}

/* Updates some cells from the chart. */
static bship_status refresh_cells(bsi_density *density, const bship_chart *chart,
                                  const uint32_t *cells, uint32_t count, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (uint32_t i = 0; !status && i < count; i++) {
        status = bsi_work_charge_at(budget, i, count, 1);
        if (!status)
            status = refresh_cell(density, chart, cells[i], budget);
    }
    return status;
}

/* A sinking attributes hits, and possibly reveals water. */
static bship_status refresh_sinkings(bsi_density *density, const bship_chart *chart,
                                     bsi_work_budget *budget)
{
    const bship_rules *rules = density->rules;
    if (density->sinkings == chart->sinking_count)
        return BSHIP_OK;
    density->sinkings = chart->sinking_count;
    if (bsi_reveals_water(rules))
        return refresh_cells(density, chart, rules->free_cells, rules->free_count, budget);
    return refresh_cells(density, chart, chart->hits, chart->hit_cell_count, budget);
}

static bship_status refresh_groups(bsi_density *density, const bship_chart *chart,
                                   bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int32_t g = 0; !status && g < density->group_count; g++) {
        bsi_density_group *group = &density->groups[g];
        int32_t ships =
            density->by_name ? chart->afloat_of_name[group->source] : chart->afloat[group->source];
        if (ships != group->ships)
            status = count_group_everywhere(density, group,
                                            (uint64_t)(int64_t)(ships - group->ships), budget);
        group->ships = ships;
    }
    return status;
}

bship_status bsi_density_update(bsi_density *density, const bship_chart *chart,
                                bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (; !status && density->shots < chart->shot_count; density->shots++)
        status = refresh_cell(density, chart, chart->shots[density->shots].position, budget);
    /* Only a sinking changes cells other than those fired at. */
    if (!status)
        status = refresh_sinkings(density, chart, budget);
    return status ? status : refresh_groups(density, chart, budget);
}

/* ---- start ---- */

/* Lists the groups, all ships afloat (`out` NULL: only counts the groups). */
static int32_t list_groups(const bship_rules *rules, bool by_name, bsi_density_group *out)
{
    const bship_fleet *fleet = rules->fleet;
    int32_t count = 0;
    for (int32_t i = 0; i < (by_name ? fleet->count : fleet->class_count); i++) {
        if (by_name && fleet->ships[i].first_of_name != i)
            continue;
        if (out && by_name)
            out[count] =
                (bsi_density_group){ fleet->ships[i].length, i, fleet->ships[i].ships_of_name };
        else if (out)
            out[count] =
                (bsi_density_group){ fleet->classes[i].length, i, fleet->classes[i].ships };
        count++;
    }
    return count;
}

void bsi_density_carve(bsi_density *density, const bship_rules *rules, bsi_arena *arena)
{
    bool by_name = bsi_discloses_hit_names(rules);
    int32_t groups = list_groups(rules, by_name, NULL);
    int32_t longer = rules->width > rules->height ? rules->width : rules->height;
    /* A stretch is part of a line with its two guards; behind its end it needs one more entry. */
    size_t entries = (size_t)longer + 3;
    bsi_density_buffers *buffers = &density->buffers;
    density->rules = rules;
    density->by_name = by_name;
    density->longest = rules->fleet->classes[0].length;
    density->group_count = groups;
    buffers->differences = bsi_arena_take(arena, entries, sizeof *buffers->differences);
    buffers->prefix_sums = bsi_arena_take(arena, entries, sizeof *buffers->prefix_sums);
    density->groups = bsi_arena_take(arena, (size_t)groups, sizeof *density->groups);
    density->weights = bsi_arena_take(arena, rules->positions, sizeof *density->weights);
    density->empty = bsi_arena_take(arena, rules->positions, sizeof *density->empty);
    density->states = bsi_arena_take(arena, rules->positions, sizeof *density->states);
    density->hit_states = bsi_arena_take(arena, rules->positions, sizeof *density->hit_states);
    density->codes = bsi_arena_take(arena, rules->positions, sizeof *density->codes);
    density->names = bsi_arena_take(arena, rules->positions, sizeof *density->names);
}

/* Computes the weights of an empty chart: OK, WORK_LIMIT or CANCELLED. */
static bship_status count_empty(bsi_density *density, bsi_work_budget *budget)
{
    size_t bytes = density->rules->positions * sizeof *density->weights;
    bship_status status = BSHIP_OK;
    memset(density->weights, 0, bytes);
    for (int32_t g = 0; !status && g < density->group_count; g++) {
        const bsi_density_group *group = &density->groups[g];
        status = count_group_everywhere(density, group, (uint64_t)group->ships, budget);
    }
    if (!status)
        memcpy(density->empty, density->weights, bytes);
    density->is_ready = !status;
    return status;
}

bship_status bsi_density_start(bsi_density *density, bsi_work_budget *budget)
{
    const bship_rules *rules = density->rules;
    for (uint32_t p = 0; p < rules->positions; p++) {
        density->states[p] =
            rules->blocked[p] ? BSHIP_CHART_STATE_BLOCKED : BSHIP_CHART_STATE_UNKNOWN;
        density->codes[p] = rules->blocked[p] ? CODE_DEAD : 0;
    }
    memset(density->hit_states, BSHIP_HIT_STATE_NONE, rules->positions);
    density->shots = 0;
    density->sinkings = 0;
    list_groups(rules, density->by_name, density->groups);
    if (!density->is_ready)
        return count_empty(density, budget);
    memcpy(density->weights, density->empty, rules->positions * sizeof *density->weights);
    return bsi_work_charge(budget, (int64_t)rules->positions);
}
