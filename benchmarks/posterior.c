/*
 * The speed of exact posteriors on one core: by instruction set, compared with a scalar twin; in
 * whole games; and by the size of the board and the fleet.
 *
 * Machines are noisy, so measurements are interleaved: each is timed once a round, and the minimum
 * of the rounds counts; the median shows the noise. Never fails on time.
 */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "inference/posterior.h"
#include "kernel_twin.h"
#include "timing.h"

#define MILLI 1e3

/* ---- positions ---- */

/* A chart under rule lines, with misses at cells, each followed by a blank. */
static bship_chart *chart_new(const char *lines, const char *misses)
{
    const bship_report miss = BSHIP_REPORT_INIT;
    bship_rules *rules = NULL;
    bship_chart *chart = NULL;

    check(bship_rules_parse(&rules, lines, strlen(lines), NULL, NULL), lines);
    check(bship_chart_new(&chart, rules, NULL, NULL), lines);
    for (; *misses; misses = strchr(misses, ' ') + 1) {
        char text[8] = "";
        bship_cell cell;
        memcpy(text, misses, strcspn(misses, " "));
        check(bship_cell_parse(text, &cell, NULL), text);
        check(bship_chart_record(chart, cell, &miss, NULL), text);
    }
    bship_rules_unref(rules);
    return chart;
}

/* Weights that look random, the same for ships of one length. */
static double *weights_new(const bship_rules *rules)
{
    int64_t count = bship_rules_placement_count(rules);
    double *weights = calloc((size_t)count, sizeof *weights);

    for (int64_t i = 0; weights && i < count; i++) {
        bship_placement at;
        bship_rng rng;
        check(bship_rules_placement(rules, i, &at), "placement");
        bship_rng_seed(&rng, (uint64_t)bship_fleet_length(bship_rules_fleet(rules), at.ship),
                       BSHIP_RNG_PURPOSE_USER,
                       (uint64_t)((at.y * 1024 + at.x) * 2 + at.orientation));
        weights[i] = 0.5 + (double)bship_rng_below(&rng, 1000) / 1000;
    }
    return weights;
}

/* A posterior without a work limit; `lane` and `cpu` as in bsi_posterior_new(). */
static bship_posterior *posterior_new(const bship_chart *chart, bool is_weighted, int32_t lane,
                                      int32_t cpu)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    double *weights = is_weighted ? weights_new(rules) : NULL;

    options.method = BSHIP_METHOD_ENUMERATION;
    options.work_limit = INT64_MAX;
    options.weights = weights;
    options.weight_count = weights ? (size_t)bship_rules_placement_count(rules) : 0;
    check(bsi_posterior_new(&posterior, chart, &options, NULL, lane, cpu, NULL), "posterior");
    free(weights);
    return posterior;
}

static double time_update(bship_posterior *posterior, const bship_chart *chart)
{
    const double start = now();

    check(bship_posterior_update(posterior, chart, NULL), "update");
    return (now() - start) * MILLI;
}

/* ---- instruction sets ---- */

#define CLASSIC "board 10x10\nfleet 5 4 3 3 2\n"

enum {
    ROUNDS = 9,
    TWIN = BSI_CPU_COUNT, /* the column after those of all instruction sets */
    COLUMNS
};

static const struct {
    const char *name;
    const char *lines;
    const char *misses;
    bool is_weighted;
    int32_t lane; /* as in bsi_posterior_new() */
} positions[] = {
    { "empty", CLASSIC, "", 0, -1 },
    { "one miss", CLASSIC, "C2 ", 0, -1 },
    { "three misses", CLASSIC, "C2 E5 H7 ", 0, -1 },
    { "contact none, empty", CLASSIC "contact none\n", "", 0, -1 },
    { "contact none, one miss", CLASSIC "contact none\n", "C2 ", 0, -1 },
    { "no sides, empty", CLASSIC "contact no-sides\n", "", 0, -1 },
    { "no sides, one miss", CLASSIC "contact no-sides\n", "C2 ", 0, -1 },
    { "one miss, 32 bits", CLASSIC, "C2 ", 0, BSI_LANE_32 },
    { "weighted, one miss", CLASSIC, "C2 ", 1, -1 },
};

enum {
    POSITIONS = sizeof positions / sizeof positions[0]
};

struct contest {
    bship_chart *chart;
    bship_posterior *posteriors[BSI_CPU_COUNT]; /* NULL: not on this machine */
    struct twin *twin;
    double times[COLUMNS][ROUNDS];
};

/* A posterior by an instruction set, or NULL if this machine has no kernel for it. */
static bship_posterior *posterior_by(const bship_chart *chart, bool is_weighted, int32_t lane,
                                     int32_t cpu)
{
    bship_posterior *posterior = posterior_new(chart, is_weighted, lane, cpu);
    const bsi_workspace *workspace = &posterior->solver.enumeration.workspace;

    if (workspace->kernel == bsi_kernel_of(workspace->lane, (bsi_cpu)cpu))
        return posterior;
    bship_posterior_free(posterior);
    return NULL;
}

static struct twin *twin_of(const bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t width = bship_rules_width(rules), height = bship_rules_height(rules);
    int32_t lengths[TWIN_SHIPS], ships = bship_fleet_count(fleet);
    struct twin *twin;

    for (int32_t i = 0; i < ships; i++)
        lengths[i] = bship_fleet_length(fleet, i);
    twin = twin_new(width, height, bship_rules_get(rules, BSHIP_RULE_CONTACT), lengths, ships);
    for (int32_t i = 0; i < width * height; i++) {
        bship_cell cell = { i % width, i / width };
        if (bship_chart_state_at(chart, cell) != BSHIP_CHART_STATE_UNKNOWN)
            twin_set(twin, cell, TWIN_DEAD);
    }
    return twin;
}

static double time_twin(struct twin *twin)
{
    const double start = now();

    twin_count(twin);
    return (now() - start) * MILLI;
}

static void time_round(struct contest *contest, int round)
{
    for (int cpu = 0; cpu < BSI_CPU_COUNT; cpu++)
        if (contest->posteriors[cpu])
            contest->times[cpu][round] = time_update(contest->posteriors[cpu], contest->chart);
    contest->times[TWIN][round] = time_twin(contest->twin);
}

static void print_contest(struct contest *contest, const char *name)
{
    double least[COLUMNS];

    for (int i = 0; i < COLUMNS; i++) {
        sort_values(contest->times[i], ROUNDS);
        least[i] = contest->times[i][0];
    }
    printf("%-24s%8.2f%8.2f", name, least[TWIN], contest->times[TWIN][ROUNDS / 2]);
    for (int i = 0; i < BSI_CPU_COUNT; i++) {
        if (contest->posteriors[i])
            printf("  |%7.2f%8.2f%6.1f", least[i], contest->times[i][ROUNDS / 2],
                   least[TWIN] / least[i]);
        else
            printf("  |%7s%8s%6s", "-", "-", "-");
    }
    printf("\n");
}

static void compare_instructions(void)
{
    static struct contest contests[POSITIONS];

    for (int i = 0; i < POSITIONS; i++) {
        contests[i].chart = chart_new(positions[i].lines, positions[i].misses);
        contests[i].twin = twin_of(contests[i].chart);
        for (int cpu = 0; cpu < BSI_CPU_COUNT; cpu++)
            contests[i].posteriors[cpu] =
                posterior_by(contests[i].chart, positions[i].is_weighted, positions[i].lane, cpu);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < POSITIONS; i++)
            time_round(&contests[i], round);
    static_assert(BSI_CPU_COUNT == 3, "the headings below");
    printf("%-24s%16s  |%21s  |%21s  |%21s\n", "10x10, 5 4 3 3 2", "scalar twin", "plain",
           "vectors", "AVX2");
    printf("%-24s%8s%8s", "ms", "least", "median");
    for (int i = 0; i < BSI_CPU_COUNT; i++)
        printf("  |%7s%8s%6s", "least", "median", "times");
    printf("\n");
    for (int i = 0; i < POSITIONS; i++) {
        print_contest(&contests[i], positions[i].name);
        for (int cpu = 0; cpu < BSI_CPU_COUNT; cpu++)
            bship_posterior_free(contests[i].posteriors[cpu]);
        twin_free(contests[i].twin);
        bship_chart_free(contests[i].chart);
    }
}

/* ---- games ---- */

enum {
    GAMES = 300,
    GAME_ROUNDS = 2, /* each move counts with the least time of these */
    MOVES_MAX = 100
};

static double moves[GAMES][MOVES_MAX];

/* Plays a game with a new AI, whose creation counts as part of the first move. */
static void play_game(bship_board *board, bship_chart *chart, uint64_t game, double *times)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    bship_rng rng;

    options.seed = game;
    bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_LAYOUT, game);
    bship_board_clear(board);
    bship_chart_reset(chart);
    check(bship_board_place_random(board, &rng, NULL, NULL), "layout");
    for (int move = 0; !bship_board_is_defeated(board); move++) {
        const double start = now();
        bship_cell at;
        bship_report report;
        double time;
        if (!ai)
            check(bship_ai_new(&ai, bship_chart_rules(chart), "posterior", &options, NULL), "AI");
        check(bship_ai_aim(ai, chart, NULL, &at), "aim");
        time = (now() - start) * MILLI;
        if (times[move] == 0 || time < times[move])
            times[move] = time;
        check(bship_board_fire(board, at, &report, NULL), "fire");
        check(bship_chart_record(chart, at, &report, NULL), "record");
    }
    bship_ai_free(ai);
}

static void print_games(void)
{
    double sum = 0, worst = 0;
    int count = 0;

    for (int i = 0; i < GAMES * MOVES_MAX; i++) {
        const double time = moves[i / MOVES_MAX][i % MOVES_MAX];
        count += time > 0;
        sum += time;
        worst = time > worst ? time : worst;
    }
    printf("\n%d games of posterior, AIs made anew: %.2f moves; %.3f ms a move, %.2f ms a game, "
           "%.2f ms the worst move\n",
           GAMES, (double)count / GAMES, sum / count, sum / GAMES, worst);
}

static void play_games(void)
{
    bship_chart *chart = chart_new(CLASSIC, "");
    bship_board *board = NULL;

    check(bship_board_new(&board, bship_chart_rules(chart), NULL, NULL), "board");
    for (int round = 0; round < GAME_ROUNDS; round++)
        for (int i = 0; i < GAMES; i++)
            play_game(board, chart, (uint64_t)i, moves[i]);
    print_games();
    bship_board_free(board);
    bship_chart_free(chart);
}

/* ---- sizes ---- */

#define LARGE_ROUNDS 5
#define LONG 1500 /* ms: longer ones are timed once */

/* Each is timed empty, with symmetries, and, but for the last, with one miss, without any. */
static const char *const sizes[] = {
    "board 8x8\nfleet 5 4 3 3 2\n",       "board 10x10\nfleet 5 4 3 3 2\n",
    "board 12x12\nfleet 5 4 3 3 2\n",     "board 13x13\nfleet 5 4 3 3 2\n",
    "board 14x14\nfleet 5 4 3 3 2\n",     "board 16x16\nfleet 5 4 3 3 2\n",
    "board 18x18\nfleet 5 4 3 3 2\n",     "board 20x20\nfleet 5 4 3 3 2\n",
    "board 10x10\nfleet 5 4 3 2\n",       "board 10x10\nfleet 5 4 3 3 3 2\n",
    "board 10x10\nfleet 5 4 4 3 3 2 2\n",
};

enum {
    SIZES = sizeof sizes / sizeof sizes[0],
    ROWS = 2 * SIZES - 1
};

static void print_size(const char *lines, bool has_miss, double least, int64_t steps)
{
    char name[64];

    snprintf(name, sizeof name, "%s", lines + strlen("board "));
    for (char *c = name; *c; c++)
        if (*c == '\n')
            *c = ' ';
    printf("%-32s%-10s%10.2f%14lld%10.3f\n", name, has_miss ? "one miss" : "empty", least,
           (long long)steps, least * 1e6 / (double)steps);
}

static void compare_sizes(void)
{
    static double least[ROWS];
    static int64_t steps[ROWS];

    for (int round = 0; round < LARGE_ROUNDS; round++)
        for (int i = 0; i < ROWS; i++) {
            bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
            bship_chart *chart;
            bship_posterior *posterior;
            double time, start;
            if (least[i] > LONG)
                continue;
            chart = chart_new(sizes[i / 2], i % 2 ? "C2 " : "");
            start = now();
            posterior = posterior_new(chart, 0, -1, -1);
            time = (now() - start) * MILLI;
            if (round == 0 || time < least[i])
                least[i] = time;
            check(bship_posterior_describe(posterior, &info), "description");
            steps[i] = info.work;
            bship_posterior_free(posterior);
            bship_chart_free(chart);
        }
    printf("\n%-42s%10s%14s%10s\n", "by size, new posteriors", "least ms", "steps", "ns/step");
    for (int i = 0; i < ROWS; i++)
        print_size(sizes[i / 2], i % 2, least[i], steps[i]);
}

int main(void)
{
    compare_instructions();
    play_games();
    compare_sizes();
    return finish_output();
}
