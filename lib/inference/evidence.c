/* What a chart says of placements; see evidence.h. */
#include "inference/evidence.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/compiler.h"
#include "base/random.h"
#include "model/layout.h"

/* ---- kinds ---- */

static int names_matter(const bship_rules *rules)
{
    int32_t disclosure = bship_internal_axis(rules, BSHIP_AXIS_DISCLOSURE);
    return disclosure == BSHIP_DISCLOSURE_SHIP || disclosure == BSHIP_DISCLOSURE_EVERY_HIT;
}

/* How many weights a ship has, and where they begin. */
static size_t weights_of(const bship_rules *rules, const double *weights, int32_t ship,
                         const double **first)
{
    *first = weights + rules->index_base[ship];
    return (size_t)(rules->index_base[ship + 1] - rules->index_base[ship]);
}

/* A hash of a ship's weights: equal for equal ones. */
static bship_status hash_weights(const bship_rules *rules, const double *weights, int32_t ship,
                                 bship_internal_effort *effort, uint64_t *hash)
{
    const double *own;
    bship_status status = BSHIP_OK;
    *hash = 0;
    size_t count = weights ? weights_of(rules, weights, ship, &own) : 0;
    for (size_t i = 0; !status && i < count; i++) {
        double weight = own[i] + 0.0; /* which leaves one zero */
        uint64_t bits;
        status = bship_internal_effort_spend_at(effort, i, count, 4);
        memcpy(&bits, &weight, sizeof bits);
        *hash = bship_internal_splitmix(*hash ^ bits);
    }
    return status;
}

/* Sets `*alike` to whether two ships have the same weights. */
static bship_status compare_weights(const bship_rules *rules, const double *weights, int32_t a,
                                    int32_t b, bship_internal_effort *effort, int *alike)
{
    const double *own, *others;
    bship_status status = BSHIP_OK;
    *alike = 1;
    size_t count = weights ? weights_of(rules, weights, a, &own) : 0;
    if (count > 0)
        (void)weights_of(rules, weights, b, &others);
    for (size_t i = 0; !status && *alike && i < count; i++) {
        status = bship_internal_effort_spend_at(effort, i, count, 1);
        *alike = own[i] == others[i];
    }
    return status;
}

/* Whether two ships are of one kind, weights aside. */
static int are_told_alike(const bship_rules *rules, int32_t a, int32_t b)
{
    const bship_internal_ship *ships = rules->fleet->ships;
    return ships[a].length_class == ships[b].length_class &&
           (!names_matter(rules) || ships[a].first_of_name == ships[b].first_of_name);
}

/* Finds the first ship of the kind of number `i`, which is itself to begin with. */
static bship_status find_first(bship_internal_alike *alike, const bship_rules *rules,
                               const double *weights, const uint64_t *hashes, int32_t i,
                               bship_internal_effort *effort)
{
    const int32_t *ships = rules->by_length;
    bship_status status = BSHIP_OK;
    int is_alike = 0;
    for (int32_t j = i - 1; !status && !is_alike && j >= 0; j--) {
        if (rules->fleet->ships[ships[j]].length != rules->fleet->ships[ships[i]].length)
            break;
        if (alike->first[j] != j || hashes[j] != hashes[i] ||
            !are_told_alike(rules, ships[j], ships[i]))
            continue;
        status = compare_weights(rules, weights, ships[j], ships[i], effort, &is_alike);
        alike->first[i] = is_alike ? j : i;
    }
    return status;
}

bship_status bship_internal_alike_find(bship_internal_alike *alike, const bship_rules *rules,
                                       const double *weights, bship_internal_effort *effort)
{
    uint64_t hashes[BSHIP_FLEET_SHIPS_MAX];
    bship_status status = BSHIP_OK;
    alike->kinds = 0;
    for (int32_t i = 0; !status && i < rules->fleet->count; i++) {
        alike->first[i] = i;
        status = hash_weights(rules, weights, rules->by_length[i], effort, &hashes[i]);
        if (!status)
            status = find_first(alike, rules, weights, hashes, i, effort);
        alike->kinds += alike->first[i] == i;
    }
    return status;
}

/* Counts the ships of each kind; `spots` and `weights` are still to be set. */
static void set_kinds(bship_internal_evidence *evidence, const bship_internal_alike *alike)
{
    const bship_rules *rules = evidence->rules;
    int32_t kinds = 0;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        int32_t first = alike->first[i], number = rules->by_length[i];
        const bship_internal_ship *ship = &rules->fleet->ships[number];
        if (first == i) {
            evidence->kind_of[number] = kinds;
            evidence->kinds[kinds++] = (bship_internal_kind){
                .length = ship->length,
                .ship = number,
                .name = names_matter(rules) ? ship->first_of_name : -1,
                .orientations = ship->length == 1 ? 1 : 2,
            };
        }
        evidence->kind_of[number] = evidence->kind_of[rules->by_length[first]];
        evidence->kinds[evidence->kind_of[number]].ships++;
    }
    for (int32_t k = 1; k < kinds; k++)
        evidence->is_labelled |= evidence->kinds[k].length == evidence->kinds[k - 1].length;
}

void bship_internal_evidence_layout(bship_internal_evidence *evidence, const bship_rules *rules,
                                    const bship_internal_alike *alike, int is_weighted,
                                    bship_internal_arena *arena)
{
    *evidence = (bship_internal_evidence){ .rules = rules,
                                           .is_weighted = is_weighted,
                                           .kind_count = alike->kinds };
    size_t positions = rules->positions, kinds = (size_t)alike->kinds;
    evidence->kinds = bship_internal_arena_take(arena, kinds, sizeof *evidence->kinds);
    evidence->kind_of =
        bship_internal_arena_take(arena, (size_t)rules->fleet->count, sizeof *evidence->kind_of);
    evidence->cells = bship_internal_arena_take(arena, positions, sizeof *evidence->cells);
    evidence->hits = bship_internal_arena_take(arena, rules->free_count, sizeof *evidence->hits);
    uint8_t *spots = bship_internal_arena_take(arena, kinds * 2, positions);
    double *copies = NULL;
    if (is_weighted)
        copies = bship_internal_arena_take(arena, kinds * 2 * positions, sizeof *copies);
    if (!arena->block)
        return;
    set_kinds(evidence, alike);
    for (size_t i = 0; i < kinds * 2; i++) {
        bship_internal_kind *kind = &evidence->kinds[i / 2];
        kind->spots[i % 2] = spots + i * positions;
        kind->weights[i % 2] = copies ? copies + i * positions : NULL;
    }
}

/* A weight over 2^exponent. One that would vanish stays the least there is: it is still possible.
 */
static double scale(double weight, int exponent)
{
    double scaled = ldexp(weight, -exponent);
    return weight > 0 && !(scaled > 0) ? DBL_TRUE_MIN : scaled;
}

/* Weights are scaled by a power of two, which is exact, so that their products stay in range. */
static bship_status read_weights(bship_internal_kind *kind, const bship_rules *rules,
                                 const double *weights, bship_internal_effort *effort)
{
    const double *own;
    size_t count = weights_of(rules, weights, kind->ship, &own);
    bship_status status = BSHIP_OK;
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = own[i] > most ? own[i] : most;
    (void)frexp(most, &kind->exponent);
    for (size_t i = 0; !status && i < count; i++) {
        bship_internal_spot spot = bship_internal_spot_at(rules, kind->length, (uint32_t)i);
        status = bship_internal_effort_spend_at(effort, i, count, 16);
        kind->weights[spot.orientation][spot.position] = scale(own[i], kind->exponent);
    }
    return status;
}

bship_status bship_internal_evidence_weigh(bship_internal_evidence *evidence, const double *weights,
                                           bship_internal_effort *effort)
{
    bship_status status = BSHIP_OK;
    for (int32_t k = 0; weights && !status && k < evidence->kind_count; k++)
        status = read_weights(&evidence->kinds[k], evidence->rules, weights, effort);
    return status;
}

int bship_internal_weight_exponent(const bship_internal_evidence *evidence)
{
    int sum = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++)
        sum += evidence->kinds[k].exponent * evidence->kinds[k].ships;
    return sum;
}

/* ---- reading a chart ---- */

static bship_status read_cells(bship_internal_evidence *evidence, const bship_chart *chart,
                               bship_internal_effort *effort)
{
    static const uint8_t cells[] = {
        [BSHIP_CHART_FOG] = BSHIP_INTERNAL_CELL_OPEN,
        [BSHIP_CHART_HIT] = BSHIP_INTERNAL_CELL_HIT,
        [BSHIP_CHART_SUNK] = BSHIP_INTERNAL_CELL_HIT,
        [BSHIP_CHART_SHOT] = BSHIP_INTERNAL_CELL_SHOT,
        [BSHIP_CHART_BLOCKED] = 0,
    };
    const bship_rules *rules = evidence->rules;
    bship_status status = bship_internal_effort_spend(effort, (int64_t)rules->positions);
    for (uint32_t i = 0; i < rules->positions; i++)
        evidence->cells[i] = cells[chart->states[i]];
    evidence->hit_count = chart->hit_cell_count;
    memcpy(evidence->hits, chart->hits, chart->hit_cell_count * sizeof *evidence->hits);
    evidence->open_count = chart->untried;
    return status;
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
    int tells = bship_internal_axis(chart->rules, BSHIP_AXIS_DISCLOSURE) != BSHIP_DISCLOSURE_HIT;
    int is_sunk = tells && account->hits == kind->length;
    if (account->sinkings != is_sunk)
        return BSHIP_INTERNAL_SPOT_NONE;
    const bship_internal_shot *last = &chart->shots[account->last];
    if (is_sunk && (last->answer != BSHIP_ANSWER_SUNK || !may_sink(kind, last)))
        return BSHIP_INTERNAL_SPOT_NONE;
    return BSHIP_INTERNAL_SPOT_HIT;
}

/* Whether a placement with hits may be, contact aside. */
static BSHIP_NOINLINE uint8_t read_hits(const bship_internal_evidence *evidence,
                                        const bship_internal_kind *kind, const bship_chart *chart,
                                        uint32_t position, uint32_t step)
{
    struct account account = { 0, 0, 0 };
    for (int32_t i = 0; i < kind->length; i++, position += step) {
        if (evidence->cells[position] != BSHIP_INTERNAL_CELL_HIT)
            continue;
        uint32_t number = chart->when[position];
        const bship_internal_shot *shot = &chart->shots[number];
        /* The name of a wreck is no name of a hit where hits have none. */
        if (evidence->rules->axes[BSHIP_AXIS_DISCLOSURE] == BSHIP_DISCLOSURE_EVERY_HIT &&
            !may_be_of(kind, shot))
            return BSHIP_INTERNAL_SPOT_NONE;
        account.hits++;
        account.sinkings += shot->answer == BSHIP_ANSWER_SUNK;
        if (number > account.last)
            account.last = number;
    }
    return judge(kind, chart, &account);
}

/* Whether a placement may be, contact aside. */
static inline uint8_t read_spot(const bship_internal_evidence *evidence,
                                const bship_internal_kind *kind, const bship_chart *chart,
                                uint32_t position, uint32_t step)
{
    const uint8_t *cell = evidence->cells + position;
    uint8_t seen = 0;
    for (int32_t i = 0; i < kind->length; i++, cell += step) {
        if (*cell == BSHIP_INTERNAL_CELL_DEAD)
            return BSHIP_INTERNAL_SPOT_NONE;
        seen |= *cell;
    }
    if (seen == BSHIP_INTERNAL_CELL_OPEN)
        return BSHIP_INTERNAL_SPOT_OPEN;
    if (bship_internal_tells_totals(evidence->rules))
        return BSHIP_INTERNAL_SPOT_HIT;
    return read_hits(evidence, kind, chart, position, step);
}

static bship_status read_spots(bship_internal_evidence *evidence, bship_internal_kind *kind,
                               int32_t orientation, const bship_chart *chart,
                               bship_internal_effort *effort)
{
    const bship_rules *rules = evidence->rules;
    uint32_t step = bship_internal_step(rules, orientation);
    uint8_t *spots = kind->spots[orientation];
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_status status =
            bship_internal_effort_spend_at(effort, i, rules->free_count, 2 + kind->length);
        if (status)
            return status;
        spots[position] = BSHIP_INTERNAL_SPOT_NONE;
        if (rules->run[orientation][position] < kind->length)
            continue;
        if (bship_internal_weight(kind, orientation, position) > 0)
            spots[position] = read_spot(evidence, kind, chart, position, step);
    }
    return BSHIP_OK;
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

static bship_status keep_off_hits(bship_internal_evidence *evidence, bship_internal_effort *effort)
{
    const bship_rules *rules = evidence->rules;
    int64_t steps = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++)
        steps += (int64_t)rules->contact_count * 4 * evidence->kinds[k].length;
    for (uint32_t h = 0; h < evidence->hit_count; h++) {
        bship_status status = bship_internal_effort_spend(effort, steps);
        if (status)
            return status;
        for (uint32_t i = 0; i < rules->contact_count; i++) {
            uint32_t near = bship_internal_neighbour(rules, evidence->hits[h], i);
            if (evidence->cells[near] == BSHIP_INTERNAL_CELL_DEAD)
                continue;
            for (int32_t k = 0; k < evidence->kind_count; k++)
                forbid_touching(evidence, &evidence->kinds[k], near, evidence->hits[h]);
        }
    }
    return BSHIP_OK;
}

bship_status bship_internal_evidence_read(bship_internal_evidence *evidence,
                                          const bship_chart *chart, bship_internal_effort *effort)
{
    bship_status status = read_cells(evidence, chart, effort);
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        bship_internal_kind *kind = &evidence->kinds[k];
        for (int32_t o = 0; !status && o < kind->orientations; o++)
            status = read_spots(evidence, kind, o, chart, effort);
    }
    return status ? status : keep_off_hits(evidence, effort);
}
