/* Listing, drawing and indexing layouts; see layout_set.h. */
#include "inference/lookahead/layout_set.h"

#include <assert.h>
#include <string.h>

enum {
    STEPS_A_TEST = 6,  /* of whether a placement fits */
    STEPS_A_CELL = 200 /* of a draw by the frontier, which charges none itself */
};

/* ---- codes and reports ---- */

size_t bsi_layout_set_bytes(const bship_rules *rules)
{
    size_t ships = (size_t)rules->fleet->count, cells = (size_t)rules->fleet->cells;
    return ships * sizeof(bsi_placement) + cells * sizeof(uint16_t) + rules->free_count;
}

void bsi_layout_set_carve(bsi_layout_set *set, const bsi_evidence *evidence, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t ships = (size_t)rules->fleet->count;
    *set = (bsi_layout_set){ .evidence = evidence };
    set->classes = bsi_arena_take(arena, ships, sizeof *set->classes);
    set->cells = bsi_arena_take(arena, rules->free_count, sizeof *set->cells);
    set->live_at = bsi_arena_take(arena, rules->positions, sizeof *set->live_at);
    set->placed = bsi_arena_take(arena, ships, sizeof *set->placed);
    set->places = bsi_arena_take(arena, ships + 1, sizeof *set->places);
}

void bsi_layout_set_close(bsi_layout_set *set)
{
    const bship_allocator *allocator = &set->evidence->rules->allocator;
    BSI_FREE(&set->ships, allocator);
    BSI_FREE(&set->codes, allocator);
    BSI_FREE(&set->covered, allocator);
}

/* What a report discloses of a class, as a number that equal reports share: even for a hit, odd for
 * a sinking. */
static int32_t disclosure_of(const bsi_evidence *evidence, int32_t class, bool is_sunk)
{
    const bship_rules *rules = evidence->rules;
    bool is_told = is_sunk && bsi_discloses_sinkings(rules);
    return 2 * bsi_disclosed_ship(rules, evidence->classes[class].ship, is_told) + is_told;
}

/* The number of a report: that of the same report of an earlier class, or a new one. */
static uint8_t number_of(const bsi_layout_set *set, int32_t class, bool is_sunk, int32_t *numbers)
{
    const bsi_evidence *evidence = set->evidence;
    int32_t disclosed = disclosure_of(evidence, class, is_sunk);
    for (int32_t k = 0; k <= class; k++) {
        bool is_before = k < class || is_sunk;
        if (is_before && disclosure_of(evidence, k, false) == disclosed)
            return set->classes[k].hit;
        if (k < class && disclosure_of(evidence, k, true) == disclosed)
            return set->classes[k].sunk;
    }
    return (uint8_t)(*numbers)++;
}

/* Numbers the reports of the sinkings of a class: one or, if reports show where the ship lies, one
 * for each cover code. */
static void set_sunk_reports(bsi_layout_set *set, int32_t number)
{
    bsi_code_class *class = &set->classes[number];
    int32_t codes = class->length * class->orientations, count = set->report_count;
    bool shows = bsi_shows_ships(set->evidence->rules);
    class->sunk = number_of(set, number, true, &set->report_count);
    class->sunk_reports = shows ? codes : 1;
    if (set->report_count > count)
        set->report_count = count + class->sunk_reports;
    for (int32_t i = 0; i < codes; i++)
        set->sunk_reports[class->first + i] = (uint8_t)(class->sunk + (shows ? i : 0));
}

void bsi_layout_set_open(bsi_layout_set *set)
{
    const bsi_evidence *evidence = set->evidence;
    int32_t codes = 1;
    for (int32_t k = 0; k < evidence->class_count; k++)
        codes += evidence->classes[k].length * evidence->classes[k].orientations;
    bool shows = bsi_shows_ships(evidence->rules);
    int32_t reports =
        evidence->class_count + (shows ? codes : 1 + evidence->class_count); /* at most */
    set->is_supported = codes <= BSI_CODES_MAX && reports <= BSI_CODES_MAX &&
                        !bsi_reports_totals(evidence->rules) &&
                        evidence->rules->free_count < BSI_NOT_LIVE;
    set->class_count = evidence->class_count;
    set->report_count = 1;
    codes = 1;
    for (int32_t k = 0; set->is_supported && k < evidence->class_count; k++) {
        bsi_code_class *class = &set->classes[k];
        class->length = evidence->classes[k].length;
        class->orientations = evidence->classes[k].orientations;
        class->first = (uint8_t)codes;
        class->hit = number_of(set, k, false, &set->report_count);
        set_sunk_reports(set, k);
        int32_t end = codes + class->length * class->orientations;
        memset(set->hit_reports + codes, class->hit, (size_t)(end - codes));
        codes = end;
        set->shortest = class->length; /* the last class has the shortest ships */
        set->has_single_cells |= class->length == 1;
        set->has_several_names |= class->hit != set->classes[0].hit;
    }
    set->code_count = codes;
}

/* The number of hits in a row from a position on, up to the longest row that matters. */
static uint8_t hits_along(const uint8_t *is_hit, uint32_t position, int32_t step)
{
    uint8_t count = 0;
    for (const uint8_t *at = is_hit + position + step; *at && count < UINT8_MAX; at += step)
        count++;
    return count;
}

bsi_hit_runs bsi_layout_set_runs(const bsi_layout_set *set, const uint8_t *is_hit, uint32_t cell)
{
    uint32_t position = set->cells[cell];
    bsi_hit_runs runs;
    for (int32_t o = 0; o < 2; o++) {
        int32_t step = (int32_t)bsi_step(set->evidence->rules, o);
        runs.before[o] = hits_along(is_hit, position, -step);
        runs.behind[o] = hits_along(is_hit, position, step);
    }
    return runs;
}

/* Sets the reports of the sinkings of a class in an orientation, where `before` and `behind` cells
 * in a row are hit; returns whether there are any. */
static bool set_sinkings(const bsi_layout_set *set, const bsi_code_class *class,
                         int32_t orientation, int32_t before, int32_t behind, uint8_t *reports)
{
    int32_t length = class->length;
    int32_t first = length - 1 - behind, last = before < length - 1 ? before : length - 1;
    first = first > 0 ? first : 0;
    if (first > last || class->sunk == class->hit)
        return false;
    int32_t code = class->first + orientation * length + first;
    memcpy(reports + code, set->sunk_reports + code, (size_t)(last - first + 1));
    return true;
}

bool bsi_layout_set_reports(const bsi_layout_set *set, bsi_hit_runs runs,
                            uint8_t reports[BSI_CODES_MAX])
{
    bool differ = set->has_several_names;
    memcpy(reports, set->hit_reports, (size_t)set->code_count);
    for (int32_t k = 0; k < set->class_count; k++) {
        for (int32_t o = 0; o < set->classes[k].orientations; o++)
            differ |=
                set_sinkings(set, &set->classes[k], o, runs.before[o], runs.behind[o], reports);
    }
    return differ;
}

/* ---- listing ---- */

static const bship_allocator *allocator_of(const bsi_layout_set *set)
{
    return &set->evidence->rules->allocator;
}

/* Appends a layout, for which there is room. */
static void append(bsi_layout_set *set)
{
    size_t ships = (size_t)set->evidence->rules->fleet->count;
    memcpy(set->ships.items + set->ships.count, set->placed, ships * sizeof *set->placed);
    set->ships.count += ships;
    set->count++;
}

/* Places a remaining ship at its next open placement that fits; returns whether there is one. */
static bool place_next(bsi_layout_set *set, bsi_partial_layout *partial, uint32_t ship,
                       int64_t *steps)
{
    const bsi_evidence *evidence = set->listed;
    int32_t class = set->placed[ship].class;
    uint32_t end = evidence->open_begin[class + 1];
    for (uint32_t *place = &set->places[ship]; *place < end; ++*place) {
        *steps += STEPS_A_TEST;
        if (!bsi_grid_fits(&partial->grid, evidence->open[*place]))
            continue;
        set->placed[ship] = evidence->open[(*place)++];
        bsi_partial_layout_place(partial, set->placed[ship]);
        *steps += bsi_grid_cost(&partial->grid, class);
        return true;
    }
    return false;
}

/* The first place of a ship: behind that of the ship before it, if they are of one class, so that
 * no layout is listed twice. */
static uint32_t first_place(const bsi_layout_set *set, uint32_t ship, uint32_t first)
{
    uint16_t class = set->placed[ship].class;
    bool continues = ship > first && set->placed[ship - 1].class == class;
    return continues ? set->places[ship - 1] : set->listed->open_begin[class];
}

/* Lists the layouts of a cover of the hits, whose ships are the first ones placed: OK, WORK_LIMIT
 * or CANCELLED. */
static bship_status list_remaining(bsi_layout_set *set, bsi_partial_layout *partial, uint32_t first,
                                   uint32_t most, bsi_work_budget *budget)
{
    uint32_t ships = (uint32_t)set->evidence->rules->fleet->count, ship = first;
    for (int32_t k = 0, i = (int32_t)first; k < set->class_count; k++) {
        for (int32_t j = 0; j < partial->left[k]; j++)
            set->placed[i++].class = (uint16_t)k;
    }
    if (ship < ships)
        set->places[ship] = first_place(set, ship, first);
    for (;;) {
        int64_t steps = STEPS_A_TEST;
        if (ship == ships) {
            if (set->count == most)
                return BSHIP_ERROR_WORK_LIMIT;
            append(set);
        } else if (place_next(set, partial, ship, &steps)) {
            if (++ship < ships)
                set->places[ship] = first_place(set, ship, first);
            continue;
        }
        bship_status status = bsi_work_charge(budget, steps);
        if (status || ship == first)
            return status;
        bsi_partial_layout_remove(partial, set->placed[--ship]);
    }
}

bship_status bsi_layout_set_list(bsi_layout_set *set, bship_posterior *posterior, uint32_t most,
                                 bsi_work_budget *budget)
{
    bsi_exact_cover *cover = &posterior->solver.cover;
    size_t ships = (size_t)set->evidence->rules->fleet->count;
    set->listed = &posterior->evidence;
    set->count = 0;
    set->is_complete = true;
    if (BSI_RENEW(&set->ships, allocator_of(set), ships * most))
        return BSHIP_ERROR_MEMORY;
    set->ships.count = 0;
    bship_status status = bsi_exact_cover_start(cover, NULL, budget);
    while (!status) {
        status = bsi_exact_cover_next(cover, NULL, budget);
        if (status)
            break;
        memcpy(set->placed, cover->ships, cover->ship_count * sizeof *set->placed);
        status = list_remaining(set, &cover->partial, cover->ship_count, most, budget);
    }
    bsi_partial_layout_clear(&cover->partial);
    return status == BSHIP_ERROR_CONTRADICTION ? BSHIP_OK : status;
}

bship_status bsi_layout_set_draw(bsi_layout_set *set, bship_posterior *posterior, uint32_t count,
                                 bship_rng *rng, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = set->evidence;
    size_t ships = (size_t)evidence->rules->fleet->count;
    set->count = 0;
    set->is_complete = false;
    if (BSI_RENEW(&set->ships, allocator_of(set), ships * count))
        return BSHIP_ERROR_MEMORY;
    set->ships.count = 0;
    bsi_solve_request request = bsi_posterior_request(posterior, budget);
    request.rng = rng;
    request.placements = posterior->drawn;
    bool is_frontier = posterior->solver.method == BSHIP_METHOD_FRONTIER;
    int64_t steps = is_frontier ? STEPS_A_CELL * (int64_t)evidence->rules->free_count : 0;
    bship_status status = BSHIP_OK;
    while (!status && set->count < count) {
        status = bsi_work_charge(budget, steps);
        if (!status)
            status = bsi_posterior_draw(posterior, &request);
        for (size_t i = 0; !status && i < ships; i++) {
            bship_placement drawn = posterior->drawn[i];
            bship_cell first = { drawn.x, drawn.y };
            set->placed[i] = bsi_placement_of(evidence->class_of[drawn.ship], drawn.orientation,
                                              bsi_position(evidence->rules, first));
        }
        if (!status)
            append(set);
    }
    return status;
}

/* ---- the matrix ---- */

/* Numbers the live cells in the order of ties. */
static void number_cells(bsi_layout_set *set, const uint32_t *order)
{
    const bsi_evidence *evidence = set->evidence;
    const bship_rules *rules = evidence->rules;
    for (uint32_t i = 0; i < rules->positions; i++)
        set->live_at[i] = BSI_NOT_LIVE;
    for (size_t i = 0; i < set->ships.count; i++) {
        bsi_run run = bsi_run_of(evidence, set->ships.items[i]);
        for (uint32_t at = run.first; run.length > 0; run.length--, at += run.step) {
            if (evidence->cells[at] == BSI_CELL_OPEN)
                set->live_at[at] = 0;
        }
    }
    set->cell_count = 0;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = order[i];
        if (set->live_at[position] == BSI_NOT_LIVE)
            continue;
        set->live_at[position] = (uint16_t)set->cell_count;
        set->cells[set->cell_count++] = position;
    }
}

/* Enters a layout into the matrix. */
static void enter(bsi_layout_set *set, uint32_t layout)
{
    const bsi_evidence *evidence = set->evidence;
    size_t ships = (size_t)evidence->rules->fleet->count;
    size_t next = (size_t)layout * set->left;
    for (size_t i = 0; i < ships; i++) {
        bsi_placement ship = set->ships.items[layout * ships + i];
        const bsi_code_class *class = &set->classes[ship.class];
        bsi_run run = bsi_run_of(evidence, ship);
        int32_t code = class->first + ship.orientation * class->length;
        for (uint32_t at = run.first; run.length > 0; run.length--, at += run.step, code++) {
            uint16_t cell = set->live_at[at];
            if (cell == BSI_NOT_LIVE)
                continue;
            set->covered.items[next++] = cell;
            set->codes.items[(size_t)cell * set->count + layout] = (uint8_t)code;
        }
    }
}

bship_status bsi_layout_set_index(bsi_layout_set *set, const uint32_t *order,
                                  bsi_work_budget *budget)
{
    const bsi_evidence *evidence = set->evidence;
    size_t cells = (size_t)evidence->rules->fleet->cells;
    number_cells(set, order);
    set->left = (uint32_t)cells - evidence->hit_count;
    size_t entries = (size_t)set->cell_count * set->count;
    if (BSI_RENEW(&set->codes, allocator_of(set), entries) ||
        BSI_RENEW(&set->covered, allocator_of(set), (size_t)set->left * set->count))
        return BSHIP_ERROR_MEMORY;
    static_assert(BSI_WATER == 0, "a cleared matrix is water");
    bship_status status = bsi_work_clear_memory(budget, set->codes.items, entries);
    for (uint32_t i = 0; !status && i < set->count; i++) {
        status = bsi_work_charge_at(budget, i, set->count, 4 * (int64_t)cells);
        if (!status)
            enter(set, i);
    }
    return status;
}
