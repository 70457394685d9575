/* Reading a chart into evidence; see evidence.h. */
#include "inference/evidence.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---- ship classes and weights ---- */

/* The number of weights of a ship. */
static size_t weight_count(const bship_rules *rules, int32_t ship)
{
    return (size_t)(rules->index_base[ship + 1] - rules->index_base[ship]);
}

/* Sets `*is_equal` to whether two ships have the same weights. */
static bship_status compare_weights(const bship_rules *rules, const double *weights, int32_t a,
                                    int32_t b, bsi_work_budget *budget, bool *is_equal)
{
    size_t count = weights ? weight_count(rules, a) : 0;
    bship_status status = BSHIP_OK;
    *is_equal = true;
    for (size_t i = 0; !status && *is_equal && i < count; i++) {
        status = bsi_work_charge_at(budget, i, count, 1);
        *is_equal = weights[rules->index_base[a] + (int64_t)i] ==
                    weights[rules->index_base[b] + (int64_t)i];
    }
    return status;
}

/* Finds the first ship of the class of ship `i`, which is initially `i` itself: interchangeable
 * ships of equal weights are of one class. */
static bship_status find_first(bsi_class_map *class_map, const bship_rules *rules,
                               const double *weights, int32_t i, bsi_work_budget *budget)
{
    const int32_t *ships = rules->by_length;
    bship_status status = BSHIP_OK;
    bool is_equivalent = false;
    for (int32_t j = i - 1; !status && !is_equivalent && j >= 0; j--) {
        if (rules->fleet->ships[ships[j]].length != rules->fleet->ships[ships[i]].length)
            break;
        if (class_map->first[j] != j || !bsi_are_interchangeable(rules, ships[j], ships[i]))
            continue;
        status = compare_weights(rules, weights, ships[j], ships[i], budget, &is_equivalent);
        class_map->first[i] = is_equivalent ? j : i;
    }
    return status;
}

bship_status bsi_class_map_find(bsi_class_map *class_map, const bship_rules *rules,
                                const double *weights, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    class_map->classes = 0;
    for (int32_t i = 0; !status && i < rules->fleet->count; i++) {
        class_map->first[i] = i;
        status = find_first(class_map, rules, weights, i, budget);
        class_map->classes += class_map->first[i] == i;
    }
    return status;
}

/* Sets the ship classes except for `placements` and `weights`. */
static void set_classes(bsi_evidence *evidence, const bsi_class_map *class_map)
{
    const bship_rules *rules = evidence->rules;
    int32_t classes = 0;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        int32_t first = class_map->first[i], number = rules->by_length[i];
        const bsi_ship *ship = &rules->fleet->ships[number];
        if (first == i) {
            evidence->class_of[number] = classes;
            evidence->classes[classes++] = (bsi_ship_class){
                .length = ship->length,
                .ship = number,
                .name = bsi_discloses_name(rules, true) ? ship->first_of_name : -1,
                .orientations = ship->length == 1 ? 1 : 2,
            };
        }
        evidence->class_of[number] = evidence->class_of[rules->by_length[first]];
        evidence->classes[evidence->class_of[number]].ships++;
    }
    for (int32_t k = 1; k < classes; k++)
        evidence->is_labelled |= evidence->classes[k].length == evidence->classes[k - 1].length;
}

void bsi_evidence_carve(bsi_evidence *evidence, const bship_rules *rules,
                        const bsi_class_map *class_map, bool is_weighted, bsi_arena *arena)
{
    *evidence = (bsi_evidence){ .rules = rules,
                                .is_weighted = is_weighted,
                                .class_count = class_map->classes };
    size_t positions = rules->positions, classes = (size_t)class_map->classes;
    evidence->classes = bsi_arena_take(arena, classes, sizeof *evidence->classes);
    evidence->class_of =
        bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *evidence->class_of);
    evidence->cells = bsi_arena_take(arena, positions, sizeof *evidence->cells);
    evidence->hits = bsi_arena_take(arena, rules->free_count, sizeof *evidence->hits);
    evidence->open = bsi_arena_take(arena, classes * 2 * rules->free_count, sizeof *evidence->open);
    evidence->open_begin = bsi_arena_take(arena, classes + 1, sizeof *evidence->open_begin);
    uint8_t *placements = bsi_arena_take(arena, classes * 2, positions);
    double *copies = NULL;
    if (is_weighted) {
        copies = bsi_arena_take(arena, classes * 2 * positions, sizeof *copies);
        evidence->open_sums =
            bsi_arena_take(arena, classes * 2 * rules->free_count, sizeof *evidence->open_sums);
    }
    if (!arena->block)
        return;
    set_classes(evidence, class_map);
    for (size_t i = 0; i < classes * 2; i++) {
        bsi_ship_class *class = &evidence->classes[i / 2];
        class->placements[i % 2] = placements + i * positions;
        class->weights[i % 2] = copies ? copies + i * positions : NULL;
    }
}

/* Divides a weight by 2^exponent. It does not underflow to 0, which would mean impossible. */
static double scale(double weight, int exponent)
{
    double scaled = ldexp(weight, -exponent);
    return weight > 0 && !(scaled > 0) ? DBL_TRUE_MIN : scaled;
}

/* Reads weights scaled by a power of two, which is exact, so that their products stay in range. */
static bship_status read_weights(bsi_ship_class *class, const bship_rules *rules,
                                 const double *weights, bsi_work_budget *budget)
{
    const double *of_class = weights + rules->index_base[class->ship];
    size_t count = weight_count(rules, class->ship);
    bship_status status = BSHIP_OK;
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = of_class[i] > most ? of_class[i] : most;
    (void)frexp(most, &class->exponent);
    for (size_t i = 0; !status && i < count; i++) {
        bsi_placement placement = bsi_placement_at(rules, class->length, (uint32_t)i);
        status = bsi_work_charge_at(budget, i, count, 16);
        class->weights[placement.orientation][placement.position] =
            scale(of_class[i], class->exponent);
    }
    return status;
}

bship_status bsi_evidence_weigh(bsi_evidence *evidence, const double *weights,
                                bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; weights && !status && k < evidence->class_count; k++)
        status = read_weights(&evidence->classes[k], evidence->rules, weights, budget);
    return status;
}

int bsi_weight_exponent(const bsi_evidence *evidence)
{
    int sum = 0;
    for (int32_t k = 0; k < evidence->class_count; k++)
        sum += evidence->classes[k].exponent * evidence->classes[k].ships;
    return sum;
}

/* ---- reading a chart ---- */

static bship_status read_cells(bsi_evidence *evidence, const bship_chart *chart,
                               bsi_work_budget *budget)
{
    static const uint8_t cells[] = {
        [BSHIP_CHART_STATE_UNKNOWN] = BSI_CELL_OPEN,
        [BSHIP_CHART_STATE_HIT] = BSI_CELL_HIT,
        [BSHIP_CHART_STATE_SUNK] = BSI_CELL_HIT,
        [BSHIP_CHART_STATE_SHOT] = BSI_CELL_SHOT,
        [BSHIP_CHART_STATE_BLOCKED] = 0,
    };
    const bship_rules *rules = evidence->rules;
    bship_status status = bsi_work_charge(budget, (int64_t)rules->positions);
    for (uint32_t i = 0; i < rules->positions; i++)
        evidence->cells[i] = cells[chart->states[i]];
    evidence->hit_count = chart->hit_cell_count;
    memcpy(evidence->hits, chart->hits, chart->hit_cell_count * sizeof *evidence->hits);
    evidence->open_count = chart->unknown_count;
    return status;
}

/* Whether a placement is possible, except for contact. */
static inline uint8_t read_placement(const bsi_evidence *evidence, const bsi_ship_class *class,
                                     const bship_chart *chart, uint32_t position, uint32_t step)
{
    const uint8_t *cell = evidence->cells + position;
    uint8_t seen = 0;
    for (int32_t i = 0; i < class->length; i++, cell += step) {
        if (*cell == BSI_CELL_DEAD)
            return BSI_PLACEMENT_NONE;
        seen |= *cell;
    }
    if (seen == BSI_CELL_OPEN)
        return BSI_PLACEMENT_OPEN;
    if (bsi_reports_totals(evidence->rules))
        return BSI_PLACEMENT_HIT;
    bsi_run run = { position, step, class->length };
    return bsi_hits_agree(chart, &run, class->name) ? BSI_PLACEMENT_HIT : BSI_PLACEMENT_NONE;
}

static bship_status read_placements(bsi_evidence *evidence, bsi_ship_class *class,
                                    int32_t orientation, const bship_chart *chart,
                                    bsi_work_budget *budget)
{
    const bship_rules *rules = evidence->rules;
    uint32_t step = bsi_step(rules, orientation);
    uint8_t *placements = class->placements[orientation];
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_status status = bsi_work_charge_at(budget, i, rules->free_count, 2 + class->length);
        if (status)
            return status;
        placements[position] = BSI_PLACEMENT_NONE;
        if (rules->run[orientation][position] < class->length)
            continue;
        if (bsi_weight(class, orientation, position) > 0)
            placements[position] = read_placement(evidence, class, chart, position, step);
    }
    return BSHIP_OK;
}

/* Excludes the placements of a class that cover `near`, a neighbour of a hit, but not the hit. */
static void exclude_touching(const bsi_evidence *evidence, bsi_ship_class *class, uint32_t near,
                             uint32_t hit)
{
    for (int32_t o = 0; o < class->orientations; o++) {
        uint32_t step = bsi_step(evidence->rules, o);
        uint32_t position = near;
        for (int32_t i = 0; i < class->length; i++, position -= step) {
            if (evidence->cells[position] == BSI_CELL_DEAD)
                break;
            bsi_run run = { position, step, class->length };
            if (!bsi_run_covers(&run, hit))
                class->placements[o][position] = BSI_PLACEMENT_NONE;
        }
    }
}

static bship_status exclude_contact_with_hits(bsi_evidence *evidence, bsi_work_budget *budget)
{
    const bship_rules *rules = evidence->rules;
    int64_t steps = 0;
    for (int32_t k = 0; k < evidence->class_count; k++)
        steps += (int64_t)rules->contact_count * 4 * evidence->classes[k].length;
    for (uint32_t h = 0; h < evidence->hit_count; h++) {
        bship_status status = bsi_work_charge(budget, steps);
        if (status)
            return status;
        for (uint32_t i = 0; i < rules->contact_count; i++) {
            uint32_t near = bsi_neighbour(rules, evidence->hits[h], i);
            if (evidence->cells[near] == BSI_CELL_DEAD)
                continue;
            for (int32_t k = 0; k < evidence->class_count; k++)
                exclude_touching(evidence, &evidence->classes[k], near, evidence->hits[h]);
        }
    }
    return BSHIP_OK;
}

/* Lists the open placements. Who uses the list charges for it. */
static void list_open(bsi_evidence *evidence)
{
    const bship_rules *rules = evidence->rules;
    uint32_t count = 0;
    double sum = 0;
    for (int32_t row = 0; row < evidence->class_count * 2; row++) {
        const bsi_ship_class *class = &evidence->classes[row / 2];
        if (row % 2 == 0) {
            evidence->open_begin[row / 2] = count;
            sum = 0;
        }
        for (uint32_t i = 0; i < rules->free_count; i++) {
            uint32_t position = rules->free_cells[i];
            if (class->placements[row % 2][position] != BSI_PLACEMENT_OPEN)
                continue;
            sum += bsi_weight(class, row % 2, position);
            if (evidence->is_weighted)
                evidence->open_sums[count] = sum;
            evidence->open[count++] = bsi_placement_of(row / 2, row % 2, position);
        }
    }
    evidence->open_begin[evidence->class_count] = count;
}

bship_status bsi_evidence_read(bsi_evidence *evidence, const bship_chart *chart,
                               bsi_work_budget *budget)
{
    bship_status status = read_cells(evidence, chart, budget);
    for (int32_t k = 0; k < evidence->class_count; k++) {
        bsi_ship_class *class = &evidence->classes[k];
        for (int32_t o = 0; !status && o < class->orientations; o++)
            status = read_placements(evidence, class, o, chart, budget);
    }
    if (!status)
        status = exclude_contact_with_hits(evidence, budget);
    if (!status)
        list_open(evidence);
    return status;
}

uint32_t bsi_hits_of(const bsi_evidence *evidence, bsi_placement placement, uint32_t *hits)
{
    const bsi_ship_class *class = &evidence->classes[placement.class];
    bsi_run run = bsi_run_of(evidence, placement);
    uint32_t count = 0;
    if (class->placements[placement.orientation][placement.position] == BSI_PLACEMENT_OPEN)
        return 0;
    for (uint32_t position = run.first; run.length > 0; run.length--, position += run.step) {
        if (evidence->cells[position] != BSI_CELL_HIT)
            continue;
        if (hits)
            hits[count] = position;
        count++;
    }
    return count;
}
