/*
 * What looking ahead is worth, without the luck of layouts: `benchmark-lookahead [GAMES [LAYOUTS
 * [SEED]]]`.
 *
 * In each game `posterior` plays until at most so many layouts agree with its chart. From there the
 * expected number of further shots of each strategy is computed over all of these layouts, by
 * following every report that a shot can have. Both start from the same positions, so their
 * difference has no other error than that of the choice of positions.
 */
#include <math.h>

#include "timing.h"

static const char *const strategies[] = { "posterior", "search" };

enum {
    STRATEGIES = sizeof strategies / sizeof strategies[0]
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

/* ---- positions ---- */

/* Plays a game of the first strategy until few layouts are left; returns how many. */
static double play(const struct walk *walk, bship_board *board, double most)
{
    double layouts = count_layouts(walk->posterior, walk->chart);
    while (layouts > most) {
        bship_cell cell;
        bship_report report = BSHIP_REPORT_INIT;
        check(bship_ai_aim(walk->ai, walk->chart, &cell), "an aim");
        check(bship_board_fire(board, cell, &report), "a shot");
        check(bship_chart_record(walk->chart, cell, &report), "a report");
        layouts = count_layouts(walk->posterior, walk->chart);
    }
    return layouts;
}

/* The expected rests of the game of a number, by strategy. */
static void compare(const struct walk *walks, bship_board *board, uint64_t seed, uint64_t game,
                    double most, double *rests)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_LAYOUT, game);
    bship_board_clear(board);
    check(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
    bship_chart_reset(walks->chart);
    for (int i = 0; i < STRATEGIES; i++)
        bship_ai_reset(walks[i].ai, game);
    double layouts = play(&walks[0], board, most);
    for (int i = 0; i < STRATEGIES; i++)
        rests[i] = rest(&walks[i], layouts);
}

/* ---- the means ---- */

static void print(const double *sums, double sum, double squares, int games, double most)
{
    double difference = sum / games;
    double variance = games > 1 ? (squares - sum * difference) / (games - 1) : 0;
    for (int i = 0; i < STRATEGIES; i++)
        printf("%-12s%9.3f shots from at most %.0f layouts on\n", strategies[i], sums[i] / games,
               most);
    printf("%-12s%9.3f +- %.3f shots saved, over %d games\n", "", difference,
           sqrt(variance / games), games);
}

/* What all walks share, and the walks. */
struct setting {
    bship_rules *rules;
    bship_board *board;
    bship_posterior *posterior;
    bship_chart *chart;
    struct walk walks[STRATEGIES];
};

static void set_up(struct setting *setting)
{
    check(bship_rules_parse(&setting->rules, "", 0, NULL, NULL), "the rules");
    check(bship_board_new(&setting->board, setting->rules), "a board");
    check(bship_chart_new(&setting->chart, setting->rules), "a chart");
    check(bship_posterior_new(&setting->posterior, setting->chart, NULL, NULL), "a posterior");
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
    bship_posterior_free(setting->posterior);
    bship_chart_free(setting->chart);
    bship_board_free(setting->board);
    bship_rules_unref(setting->rules);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 20;
    double most = argc > 2 ? atof(argv[2]) : 200, sums[STRATEGIES] = { 0 }, sum = 0, squares = 0;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : SEED;
    struct setting setting = { 0 };
    set_up(&setting);
    for (int game = 0; game < games; game++) {
        double rests[STRATEGIES];
        compare(setting.walks, setting.board, seed, (uint64_t)game, most, rests);
        for (int i = 0; i < STRATEGIES; i++)
            sums[i] += rests[i];
        sum += rests[0] - rests[1];
        squares += (rests[0] - rests[1]) * (rests[0] - rests[1]);
    }
    print(sums, sum, squares, games, most);
    clear(&setting);
    return finish_output();
}
