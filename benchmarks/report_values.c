/* Values of reports; see report_values.h. */
#include "report_values.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "timing.h"

enum {
    FIRED = INT16_MIN / 2, /* the count of a cell that was hit; within fire() it may wrap, and is
                              then set again */
    LEVELS = 20 /* of the recursion, which halves a list of 16 bits: with some to spare */
};

/* ---- memory ---- */

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        check(BSHIP_ERROR_MEMORY, "the values of reports");
    return memory;
}

static void carve(report_values *values, bsi_arena *arena)
{
    bsi_layout_set_carve(&values->set, &values->posterior->evidence, arena);
    bsi_path_carve(&values->path, &values->set, arena);
}

void report_values_open(report_values *values, const bship_rules *rules, uint32_t most)
{
    bsi_arena arena = { NULL, 0 };
    bship_chart *chart;
    check(bship_chart_new(&chart, rules, NULL, NULL), "a chart");
    check(bship_posterior_new(&values->posterior, chart, NULL, NULL), "a posterior");
    bship_chart_free(chart);
    carve(values, &arena);
    values->block = take(1, arena.used);
    arena = (bsi_arena){ values->block, 0 };
    carve(values, &arena);
    bsi_layout_set_open(&values->set);
    if (!values->set.is_supported)
        check(BSHIP_ERROR_UNSUPPORTED, "sets of layouts");
    values->most = most;
    /* The set and its parts; the largest part and its parts, at most as much again; then at most
     * half as much at each level. */
    values->lists = take(8 * (size_t)most, sizeof *values->lists);
    values->counts = take(LEVELS * (size_t)rules->free_count, sizeof *values->counts);
}

void report_values_close(report_values *values)
{
    bsi_layout_set_close(&values->set);
    bship_posterior_free(values->posterior);
    free(values->counts);
    free(values->lists);
    free(values->block);
}

void report_values_start(report_values *values, uint64_t seed, uint64_t game)
{
    bship_rng_seed(&values->rng, seed, BSHIP_RNG_PURPOSE_USER, game);
}

/* ---- the set ---- */

/* The placement of a ship of the board. */
static bsi_placement placement_of(const report_values *values, const bship_board *board,
                                  int32_t ship)
{
    const bsi_evidence *evidence = values->set.evidence;
    bship_placement at;
    check(bship_board_placement(board, ship, &at), "a placement");
    return bsi_placement_of(evidence->class_of[ship], at.orientation,
                            bsi_position(evidence->rules, (bship_cell){ at.x, at.y }));
}

/* Draws a set that contains the layout of the board. */
static void draw(report_values *values, const bship_board *board)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bsi_layout_set *set = &values->set;
    check(bsi_layout_set_draw(set, values->posterior, values->most, &values->rng, &budget),
          "draws");
    for (int32_t ship = 0; ship < set->evidence->rules->fleet->count; ship++)
        set->ships.items[ship] = placement_of(values, board, ship);
}

/* Makes the set for a chart; returns the number of layouts left. */
static double make_set(report_values *values, const bship_chart *chart, const bship_board *board)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bsi_layout_set *set = &values->set;
    check(bship_posterior_update(values->posterior, chart, NULL), "a posterior");
    check(bship_posterior_describe(values->posterior, &info), "its number of layouts");
    if (info.method == BSHIP_METHOD_MCMC)
        check(BSHIP_ERROR_UNSUPPORTED, "luck by a posterior that draws by MCMC");
    if (info.is_exact && info.layouts <= values->most)
        check(bsi_layout_set_list(set, values->posterior, values->most, &budget), "a list");
    else
        draw(values, board);
    check(bsi_layout_set_index(set, set->evidence->rules->free_cells, &budget), "a matrix");
    bsi_path_start(&values->path);
    return isnan(info.layouts) ? HUGE_VAL : info.layouts;
}

/* The cover code of the board at a position. */
static uint8_t code_of(const report_values *values, const bship_board *board, uint32_t position)
{
    const bsi_evidence *evidence = values->set.evidence;
    for (int32_t ship = 0; ship < evidence->rules->fleet->count; ship++) {
        bsi_placement placement = placement_of(values, board, ship);
        const bsi_code_class *class = &values->set.classes[placement.class];
        bsi_run run = bsi_run_of(evidence, placement);
        int32_t code = class->first + placement.orientation * class->length;
        for (uint32_t at = run.first; run.length > 0; run.length--, at += run.step, code++) {
            if (at == position)
                return (uint8_t)code;
        }
    }
    return BSI_WATER;
}

/* ---- greedy play ---- */

/* A list of layouts by the report of a shot, behind the list. */
struct parts {
    uint32_t counts[BSI_CODES_MAX];
    uint16_t *lists[BSI_CODES_MAX];
    uint16_t *free; /* behind them */
};

static uint32_t report_of(const bsi_path_shot *shot, uint8_t code)
{
    return shot->differ ? shot->reports[code] : code != BSI_WATER;
}

/* Divides a list by the report of a shot at a cell. */
static void divide(const report_values *values, uint16_t *list, uint32_t count, uint32_t cell,
                   struct parts *parts)
{
    const uint8_t *row = bsi_layout_set_row(&values->set, cell);
    bsi_path_shot shot = bsi_path_aim(&values->path, cell);
    int32_t reports = values->set.report_count;
    uint16_t *end = list + count;
    memset(parts->counts, 0, (size_t)reports * sizeof *parts->counts);
    for (uint32_t i = 0; i < count; i++)
        parts->counts[report_of(&shot, row[list[i]])]++;
    for (int32_t r = 0; r < reports; r++) {
        parts->lists[r] = end;
        end += parts->counts[r];
    }
    parts->free = end;
    for (uint32_t i = 0; i < count; i++)
        *parts->lists[report_of(&shot, row[list[i]])]++ = list[i];
    for (int32_t r = 0; r < reports; r++)
        parts->lists[r] -= parts->counts[r];
}

/* Adds a number to the count of every cell of the layouts of a list. */
static void add_cells(const bsi_layout_set *set, const uint16_t *list, uint32_t count, int number,
                      int16_t *counts)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t *cells = bsi_layout_set_cells(set, list[i]);
        for (uint32_t j = 0; j < set->left; j++)
            counts[cells[j]] = (int16_t)(counts[cells[j]] + number);
    }
}

static void mark_fired(const report_values *values, int16_t *counts)
{
    for (uint32_t i = 0; i < values->path.length; i++)
        counts[values->path.cells[i]] = FIRED;
}

static int64_t play(report_values *values, uint16_t *list, uint32_t count, int16_t *counts);

/* The misses of a part by the report of a shot at a cell, after that shot. */
static int64_t play_part(report_values *values, const struct parts *parts, int32_t report,
                         uint32_t cell, int16_t *counts)
{
    const bsi_layout_set *set = &values->set;
    uint32_t length = values->path.length, count = parts->counts[report];
    if (count < 2)
        return 0;
    if (report != BSI_WATER)
        bsi_path_push(&values->path, cell);
    memcpy(parts->free, parts->lists[report], count * sizeof *parts->free);
    memset(counts, 0, set->cell_count * sizeof *counts);
    add_cells(set, parts->free, count, 1, counts);
    mark_fired(values, counts);
    int64_t misses = play(values, parts->free, count, counts);
    bsi_path_pop(&values->path, length);
    return misses;
}

/* Fires at a cell and plays all parts but the largest, which remains in the list; returns their
 * misses, and those of this shot. */
static int64_t fire(report_values *values, uint16_t *list, uint32_t *count, int16_t *counts,
                    uint32_t cell)
{
    const bsi_layout_set *set = &values->set;
    struct parts parts;
    divide(values, list, *count, cell, &parts);
    int64_t misses = parts.counts[BSI_WATER];
    int32_t largest = 0;
    for (int32_t r = 1; r < set->report_count; r++)
        largest = parts.counts[r] > parts.counts[largest] ? r : largest;
    for (int32_t r = 0; r < set->report_count; r++) {
        if (r == largest)
            continue;
        misses += play_part(values, &parts, r, cell, counts + set->cell_count);
        add_cells(set, parts.lists[r], parts.counts[r], -1, counts);
    }
    *count = parts.counts[largest];
    memcpy(list, parts.lists[largest], *count * sizeof *list);
    if (largest != BSI_WATER)
        bsi_path_push(&values->path, cell);
    mark_fired(values, counts);
    return misses;
}

/* The misses of all layouts of a list together if each shot is at the cell that most of them
 * cover, until they are told apart or sunk. */
static int64_t play(report_values *values, uint16_t *list, uint32_t count, int16_t *counts)
{
    uint32_t length = values->path.length;
    int64_t misses = 0;
    while (count > 1 && !bsi_path_is_over(&values->path)) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < values->set.cell_count; i++)
            best = counts[i] > counts[best] ? i : best;
        misses += fire(values, list, &count, counts, best);
    }
    bsi_path_pop(&values->path, length);
    return misses;
}

/* ---- luck ---- */

static int class_of(const report_values *values, double layouts)
{
    if (layouts <= values->most)
        return 0;
    int class = 1 + (int)fmin(log10(layouts / values->most), LUCK_CLASSES);
    return class < LUCK_CLASSES ? class : LUCK_CLASSES - 1;
}

/* Adds the luck of a report of a shot at a live cell. */
static void add_luck(report_values *values, uint32_t live, uint8_t code, int class, double *sums)
{
    const bsi_layout_set *set = &values->set;
    struct parts parts;
    bsi_path_shot shot = bsi_path_aim(&values->path, live);
    uint32_t report = report_of(&shot, code);
    int64_t all = 0;
    double mean = 0, entropy = 0;
    for (uint32_t i = 0; i < set->count; i++)
        values->lists[i] = (uint16_t)i;
    divide(values, values->lists, set->count, live, &parts);
    for (int32_t r = 0; r < set->report_count; r++) {
        uint32_t count = parts.counts[r];
        if (count == 0)
            continue;
        int64_t misses = play_part(values, &parts, r, live, values->counts);
        misses += r == BSI_WATER ? count : 0;
        all += misses;
        entropy -= (double)count / set->count * log((double)count / set->count);
        if ((uint32_t)r == report)
            mean = (double)misses / count;
    }
    sums[class] += mean - (double)all / set->count;
    sums[LUCK_CLASSES + class] += log((double)parts.counts[report] / set->count) + entropy;
}

void report_values_add(report_values *values, const bship_chart *chart, const bship_board *board,
                       bship_cell cell, double sums[LUCK_COUNT])
{
    double layouts = make_set(values, chart, board);
    uint32_t position = bsi_position(values->set.evidence->rules, cell);
    uint16_t live = values->set.live_at[position];
    if (layouts == 1 || live == BSI_NOT_LIVE)
        return;
    add_luck(values, live, code_of(values, board, position), class_of(values, layouts), sums);
}
