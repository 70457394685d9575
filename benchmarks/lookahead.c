/*
 * What looking ahead is worth, almost without the luck of layouts: `benchmark-lookahead [GAMES
 * [LAYOUTS [SEED]]]`.
 *
 * In each game `search` plays until at most so many layouts agree with its chart. The shots that a
 * decision saves are the value of the cell that `posterior` would fire at less that of the cell
 * fired at, if `posterior` plays on after both; their sum over a game is what the game saves (the
 * performance difference lemma: Kakade and Langford 2002). A judge, `search` with more work and
 * another seed, finds these values. From few layouts on, the expected number of further shots of
 * each strategy is computed over all of them, by following every report that a shot can have.
 */
#include <math.h>

#include "timing.h"

static const char *const strategies[] = { "posterior", "search" };

enum {
    STRATEGIES = sizeof strategies / sizeof strategies[0],
    CANDIDATES = 256,
    JUDGE_WORK = 4 /* times the default */
};

/* The number of layouts that agree with a chart. */
static double count_layouts(bship_posterior *posterior, const bship_chart *chart)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_status status = bship_posterior_update(posterior, chart, NULL);
    if (status == BSHIP_ERROR_CONTRADICTION)
        return 0;
    check(status, "a posterior");
    check(bship_posterior_describe(posterior, &info), "its number of layouts");
    return info.layouts;
}

/* ---- the rest of a game ---- */

struct walk {
    bship_ai *ai;
    bship_posterior *posterior;
    bship_chart *chart;
    int32_t cells; /* of the fleet */
};

static double rest(const struct walk *walk, double layouts);

/* The further shots of all layouts together that would give a report at a cell. */
static double after(const struct walk *walk, bship_cell cell, int32_t result, int32_t length)
{
    bship_report report = BSHIP_REPORT_INIT;
    int64_t turns = bship_chart_turns(walk->chart);
    report.result = result;
    report.length = length;
    if (bship_chart_record(walk->chart, cell, &report) != BSHIP_OK)
        return 0;
    double layouts = count_layouts(walk->posterior, walk->chart);
    double shots = layouts > 0 ? layouts * rest(walk, layouts) : 0;
    check(bship_chart_truncate(walk->chart, turns), "a shot taken back");
    return shots;
}

/* The expected number of further shots over the layouts that agree with the chart. */
static double rest(const struct walk *walk, double layouts)
{
    const bship_fleet *fleet = bship_rules_fleet(bship_chart_rules(walk->chart));
    bship_cell cell;
    if (bship_chart_is_defeated(walk->chart))
        return 0;
    /* Of one layout all cells are known. */
    if (layouts == 1)
        return walk->cells - bship_chart_hits(walk->chart);
    check(bship_ai_aim(walk->ai, walk->chart, &cell), "an aim");
    double shots = after(walk, cell, BSHIP_RESULT_MISS, 0);
    shots += after(walk, cell, BSHIP_RESULT_HIT, 0);
    for (int32_t i = 0; i < bship_fleet_class_count(fleet); i++)
        shots += after(walk, cell, BSHIP_RESULT_SUNK, bship_fleet_class_length(fleet, i));
    return 1 + shots / layouts;
}

/* ---- the way there ---- */

/* What all walks share, and the walks. */
struct setting {
    bship_rules *rules;
    bship_board *board;
    bship_posterior *posterior;
    bship_chart *chart;
    bship_ai *judge;
    struct walk walks[STRATEGIES];
};

/* The value of a cell among candidates; 0 if it is none. */
static double value_of(const bship_ai_candidate *candidates, size_t count, bship_cell cell)
{
    for (size_t i = 0; i < count; i++) {
        if (candidates[i].cell.x == cell.x && candidates[i].cell.y == cell.y)
            return candidates[i].shots;
    }
    return 0;
}

/* The shots that firing at a cell saves, by the judge; 0 if it does not compare the two. */
static double saved_by(const struct setting *setting, bship_cell cell)
{
    bship_ai_candidate candidates[CANDIDATES];
    bship_cell greedy;
    size_t count;
    check(bship_ai_aim(setting->walks[0].ai, setting->chart, &greedy), "an aim");
    if (greedy.x == cell.x && greedy.y == cell.y)
        return 0;
    check(bship_ai_candidates(setting->judge, setting->chart, candidates, CANDIDATES, &count),
          "candidates");
    count = count < CANDIDATES ? count : CANDIDATES;
    double before = value_of(candidates, count, greedy);
    double after = value_of(candidates, count, cell);
    return before > 0 && after > 0 ? before - after : 0;
}

/* Plays a game of `search` until few layouts are left; returns the shots saved. */
static double play(const struct setting *setting, double most)
{
    double saved = 0;
    while (count_layouts(setting->posterior, setting->chart) > most) {
        bship_cell cell;
        bship_report report = BSHIP_REPORT_INIT;
        check(bship_ai_aim(setting->walks[1].ai, setting->chart, &cell), "an aim");
        saved += saved_by(setting, cell);
        check(bship_board_fire(setting->board, cell, &report), "a shot");
        check(bship_chart_record(setting->chart, cell, &report), "a report");
    }
    return saved;
}

/* The shots saved in a game: on the way to few layouts, and from there on. */
static void compare(const struct setting *setting, uint64_t seed, uint64_t game, double most,
                    double *saved)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_LAYOUT, game);
    bship_board_clear(setting->board);
    check(bship_board_place_random(setting->board, &rng, NULL, NULL), "a layout");
    bship_chart_reset(setting->chart);
    for (int i = 0; i < STRATEGIES; i++)
        bship_ai_reset(setting->walks[i].ai, game);
    bship_ai_reset(setting->judge, ~game);
    saved[0] = play(setting, most);
    double layouts = count_layouts(setting->posterior, setting->chart);
    saved[1] = rest(&setting->walks[0], layouts) - rest(&setting->walks[1], layouts);
    saved[2] = saved[0] + saved[1];
}

/* ---- the means ---- */

static const char *const parts[] = { "before", "from there on", "together" };

enum {
    PARTS = sizeof parts / sizeof parts[0]
};

static void print(const double *sums, const double *squares, int games)
{
    for (int i = 0; i < PARTS; i++) {
        double mean = sums[i] / games;
        double variance = games > 1 ? (squares[i] - sums[i] * mean) / (games - 1) : 0;
        printf("%-14s%9.3f +- %.3f\n", parts[i], mean, sqrt(variance / games));
    }
}

static void set_up(struct setting *setting)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.work_limit = JUDGE_WORK * BSHIP_AI_WORK_DEFAULT;
    check(bship_rules_parse(&setting->rules, "", 0, NULL, NULL), "the rules");
    check(bship_board_new(&setting->board, setting->rules), "a board");
    check(bship_chart_new(&setting->chart, setting->rules), "a chart");
    check(bship_posterior_new(&setting->posterior, setting->chart, NULL, NULL), "a posterior");
    check(bship_ai_new(&setting->judge, setting->rules, "search", &options, NULL), "a judge");
    for (int i = 0; i < STRATEGIES; i++) {
        struct walk *walk = &setting->walks[i];
        walk->posterior = setting->posterior;
        walk->chart = setting->chart;
        walk->cells = bship_fleet_cells(bship_rules_fleet(setting->rules));
        check(bship_ai_new(&walk->ai, setting->rules, strategies[i], NULL, NULL), strategies[i]);
    }
}

static void clear(struct setting *setting)
{
    for (int i = 0; i < STRATEGIES; i++)
        bship_ai_free(setting->walks[i].ai);
    bship_ai_free(setting->judge);
    bship_posterior_free(setting->posterior);
    bship_chart_free(setting->chart);
    bship_board_free(setting->board);
    bship_rules_unref(setting->rules);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 20;
    double most = argc > 2 ? atof(argv[2]) : 200, sums[PARTS] = { 0 }, squares[PARTS] = { 0 };
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : SEED;
    struct setting setting = { 0 };
    set_up(&setting);
    printf("shots that search saves against posterior, over %d games, before at most %.0f layouts "
           "are left, and after\n",
           games, most);
    for (int game = 0; game < games; game++) {
        double saved[PARTS];
        compare(&setting, seed, (uint64_t)game, most, saved);
        for (int i = 0; i < PARTS; i++) {
            sums[i] += saved[i];
            squares[i] += saved[i] * saved[i];
        }
    }
    print(sums, squares, games);
    clear(&setting);
    return finish_output();
}
