/* What a chart says of placements; see evidence.h. */
#include "inference/evidence.h"

#include <string.h>

#include "model/layout.h"

/* ---- kinds ---- */

static int names_matter(const bship_rules *rules)
{
    int32_t disclosure = bship_internal_axis(rules, BSHIP_AXIS_DISCLOSURE);
    return disclosure == BSHIP_DISCLOSURE_SHIP || disclosure == BSHIP_DISCLOSURE_EVERY_HIT;
}

static int is_same_kind(const bship_rules *rules, const double *weights, int32_t a, int32_t b)
{
    const bship_internal_ship *ships = rules->fleet->ships;
    if (ships[a].length_class != ships[b].length_class)
        return 0;
    if (names_matter(rules) && ships[a].first_of_name != ships[b].first_of_name)
        return 0;
    size_t count = (size_t)(rules->index_base[a + 1] - rules->index_base[a]);
    for (size_t i = 0; weights && i < count; i++) {
        if (weights[rules->index_base[a] + (int64_t)i] !=
            weights[rules->index_base[b] + (int64_t)i])
            return 0;
    }
    return 1;
}

/* The number in rules->by_length of the first ship of the kind of ship number `i` there. */
static int32_t first_alike(const bship_rules *rules, const double *weights, int32_t i)
{
    int32_t first = i;
    for (int32_t j = i - 1; j >= 0; j--) {
        int32_t other = rules->by_length[j];
        if (rules->fleet->ships[other].length != rules->fleet->ships[rules->by_length[i]].length)
            break;
        if (is_same_kind(rules, weights, other, rules->by_length[i]))
            first = j;
    }
    return first;
}

static int32_t count_kinds(const bship_rules *rules, const double *weights)
{
    int32_t kinds = 0;
    for (int32_t i = 0; i < rules->fleet->count; i++)
        kinds += first_alike(rules, weights, i) == i;
    return kinds;
}

/* Counts the ships of each kind; `spots` and `weights` are still to be set. */
static void find_kinds(bship_internal_evidence *evidence, const double *weights)
{
    const bship_rules *rules = evidence->rules;
    int32_t kinds = 0;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        int32_t first = first_alike(rules, weights, i);
        int32_t number = rules->by_length[i], k = 0;
        const bship_internal_ship *ship = &rules->fleet->ships[number];
        if (first == i) {
            evidence->kinds[kinds++] = (bship_internal_kind){
                .length = ship->length,
                .ship = number,
                .name = names_matter(rules) ? ship->first_of_name : -1,
                .orientations = ship->length == 1 ? 1 : 2,
            };
        }
        while (evidence->kinds[k].ship != rules->by_length[first])
            k++;
        evidence->kinds[k].ships++;
        evidence->kind_of[number] = k;
    }
    for (int32_t k = 1; k < kinds; k++)
        evidence->is_labelled |= evidence->kinds[k].length == evidence->kinds[k - 1].length;
}

static void read_weights(bship_internal_kind *kind, const bship_rules *rules, const double *weights)
{
    int64_t base = rules->index_base[kind->ship];
    int64_t count = rules->index_base[kind->ship + 1] - base;
    for (int64_t i = 0; i < count; i++) {
        bship_internal_spot spot = bship_internal_spot_at(rules, kind->length, (uint32_t)i);
        kind->weights[spot.orientation][spot.position] = weights[base + i];
    }
}

void bship_internal_evidence_layout(bship_internal_evidence *evidence, const bship_rules *rules,
                                    const double *weights, bship_internal_arena *arena)
{
    *evidence = (bship_internal_evidence){ .rules = rules, .is_weighted = weights != NULL };
    size_t positions = rules->positions;
    evidence->kind_count = count_kinds(rules, weights);
    evidence->kinds =
        bship_internal_arena_take(arena, (size_t)evidence->kind_count, sizeof *evidence->kinds);
    evidence->kind_of =
        bship_internal_arena_take(arena, (size_t)rules->fleet->count, sizeof *evidence->kind_of);
    evidence->cells = bship_internal_arena_take(arena, positions, sizeof *evidence->cells);
    evidence->hits = bship_internal_arena_take(arena, rules->free_count, sizeof *evidence->hits);
    size_t kinds = (size_t)evidence->kind_count;
    uint8_t *spots = bship_internal_arena_take(arena, kinds * 2, positions);
    double *copies = NULL;
    if (weights)
        copies = bship_internal_arena_take(arena, kinds * 2 * positions, sizeof *copies);
    if (!arena->block)
        return;
    find_kinds(evidence, weights);
    for (size_t i = 0; i < kinds * 2; i++) {
        bship_internal_kind *kind = &evidence->kinds[i / 2];
        kind->spots[i % 2] = spots + i * positions;
        kind->weights[i % 2] = copies ? copies + i * positions : NULL;
    }
    for (size_t k = 0; weights && k < kinds; k++)
        read_weights(&evidence->kinds[k], rules, weights);
}

/* ---- reading a chart ---- */

static void read_cells(bship_internal_evidence *evidence, const bship_chart *chart)
{
    static const uint8_t cells[] = {
        [BSHIP_CHART_FOG] = BSHIP_INTERNAL_CELL_OPEN,
        [BSHIP_CHART_HIT] = BSHIP_INTERNAL_CELL_HIT,
        [BSHIP_CHART_SUNK] = BSHIP_INTERNAL_CELL_HIT,
        [BSHIP_CHART_BLOCKED] = 0,
    };
    const bship_rules *rules = evidence->rules;
    for (uint32_t i = 0; i < rules->positions; i++)
        evidence->cells[i] = cells[chart->states[i]];
    evidence->hit_count = chart->hit_cell_count;
    memcpy(evidence->hits, chart->hits, chart->hit_cell_count * sizeof *evidence->hits);
    evidence->open_count = chart->untried;
}

/* What the hits of a placement say of it. */
struct account {
    int32_t hits;
    int32_t sinkings; /* of these, how many told of a sinking */
    uint32_t last;    /* the latest of these shots */
};

/* Whether a hit may be of a ship of a kind, as far as names go. */
static int may_be_of(const bship_internal_kind *kind, const bship_internal_shot *shot)
{
    return kind->name < 0 || shot->ship < 0 || shot->ship == kind->name;
}

/* Whether a sinking may be of a ship of a kind. */
static int may_sink(const bship_internal_kind *kind, const bship_internal_shot *shot)
{
    return (shot->length == 0 || shot->length == kind->length) && may_be_of(kind, shot);
}

static uint8_t judge(const bship_internal_kind *kind, const bship_chart *chart,
                     const struct account *account)
{
    if (account->hits == 0)
        return BSHIP_INTERNAL_SPOT_OPEN;
    int tells = bship_internal_axis(chart->rules, BSHIP_AXIS_DISCLOSURE) != BSHIP_DISCLOSURE_HIT;
    int is_sunk = tells && account->hits == kind->length;
    if (account->sinkings != is_sunk)
        return BSHIP_INTERNAL_SPOT_NONE;
    const bship_internal_shot *last = &chart->shots[account->last];
    if (is_sunk && (last->answer != BSHIP_ANSWER_SUNK || !may_sink(kind, last)))
        return BSHIP_INTERNAL_SPOT_NONE;
    return BSHIP_INTERNAL_SPOT_HIT;
}

/* Whether a placement may be, contact aside. */
static uint8_t read_spot(const bship_internal_evidence *evidence, const bship_internal_kind *kind,
                         const bship_chart *chart, uint32_t position, uint32_t step)
{
    struct account account = { 0, 0, 0 };
    for (int32_t i = 0; i < kind->length; i++, position += step) {
        uint8_t cell = evidence->cells[position];
        if (cell == BSHIP_INTERNAL_CELL_DEAD)
            return BSHIP_INTERNAL_SPOT_NONE;
        if (cell == BSHIP_INTERNAL_CELL_OPEN)
            continue;
        uint32_t number = chart->when[position];
        const bship_internal_shot *shot = &chart->shots[number];
        int is_sinking = shot->answer == BSHIP_ANSWER_SUNK;
        /* The name of a wreck is no name of a hit where hits have none. */
        if (evidence->rules->axes[BSHIP_AXIS_DISCLOSURE] == BSHIP_DISCLOSURE_EVERY_HIT &&
            !may_be_of(kind, shot))
            return BSHIP_INTERNAL_SPOT_NONE;
        account.hits++;
        account.sinkings += is_sinking;
        if (number > account.last)
            account.last = number;
    }
    return judge(kind, chart, &account);
}

static void read_spots(bship_internal_evidence *evidence, bship_internal_kind *kind,
                       int32_t orientation, const bship_chart *chart)
{
    const bship_rules *rules = evidence->rules;
    uint32_t step = bship_internal_step(rules, orientation);
    uint8_t *spots = kind->spots[orientation];
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        spots[position] = BSHIP_INTERNAL_SPOT_NONE;
        if (rules->run[orientation][position] < kind->length)
            continue;
        if (bship_internal_weight(kind, orientation, position) > 0)
            spots[position] = read_spot(evidence, kind, chart, position, step);
    }
}

/* Forbids the placements of a kind through `near` that do not cover the hit which it touches. */
static void forbid_touching(const bship_internal_evidence *evidence, bship_internal_kind *kind,
                            uint32_t near, uint32_t hit)
{
    for (int32_t o = 0; o < kind->orientations; o++) {
        uint32_t step = bship_internal_step(evidence->rules, o);
        uint32_t position = near;
        for (int32_t i = 0; i < kind->length; i++, position -= step) {
            if (evidence->cells[position] == BSHIP_INTERNAL_CELL_DEAD)
                break;
            uint32_t last = position + (uint32_t)(kind->length - 1) * step;
            int covers = hit >= position && hit <= last && (hit - position) % step == 0;
            if (!covers)
                kind->spots[o][position] = BSHIP_INTERNAL_SPOT_NONE;
        }
    }
}

static void keep_off_hits(bship_internal_evidence *evidence)
{
    const bship_rules *rules = evidence->rules;
    for (uint32_t h = 0; h < evidence->hit_count; h++) {
        for (uint32_t i = 0; i < rules->contact_count; i++) {
            uint32_t near = bship_internal_neighbour(rules, evidence->hits[h], i);
            if (evidence->cells[near] == BSHIP_INTERNAL_CELL_DEAD)
                continue;
            for (int32_t k = 0; k < evidence->kind_count; k++)
                forbid_touching(evidence, &evidence->kinds[k], near, evidence->hits[h]);
        }
    }
}

void bship_internal_evidence_read(bship_internal_evidence *evidence, const bship_chart *chart)
{
    read_cells(evidence, chart);
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        bship_internal_kind *kind = &evidence->kinds[k];
        for (int32_t o = 0; o < kind->orientations; o++)
            read_spots(evidence, kind, o, chart);
    }
    keep_off_hits(evidence);
}
