/*
 * The time of a step of a batch, beside the plain loop over boards: both play the same games, by
 * shots at random cells, and write the same arrays. Choosing the cells is not timed.
 *
 * Arguments: the number of games (1024), the number of steps (2000), and the lines of rules as in a
 * record ("board 8x8" "fleet 5 4 3 2").
 */
#include <string.h>

#include <battleship/experimental/batch.h>

#include "timing.h"

enum {
    REPEATS = 5 /* each way is timed so often, in turns; the median counts */
};

/* What a way to play writes. */
struct arrays {
    uint8_t *observation, *mask, *result, *done;
    int16_t *ship;
    float *points;
};

/* What was played, to compare two ways. */
struct sums {
    int64_t results[4]; /* by bship_result */
    int64_t ends;
};

struct bench {
    bship_rules *rules;
    bship_sampler *sampler;
    size_t games, steps, cells;
    uint64_t *keys; /* the order in which a game fires at the cells, as a random key for each */
    int32_t *order; /* by game: a permutation of the cells */
    int32_t *shots; /* the cells of a step */
    size_t *fired;  /* by game */
    struct arrays arrays;
};

static void *allocate(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block)
        check(BSHIP_ERROR_MEMORY, "the arrays");
    return block;
}

/* Gives every game an order of the cells that the rules do not block. */
static void shuffle(struct bench *bench)
{
    bship_rng rng;
    bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_USER, 0);
    for (size_t i = 0; i < bench->games; i++) {
        int32_t *order = bench->order + i * bench->cells;
        for (size_t k = 0; k < bench->cells; k++) {
            size_t other = (size_t)bship_rng_below(&rng, k + 1);
            order[k] = order[other];
            order[other] = (int32_t)k;
        }
    }
}

static void bench_init(struct bench *bench)
{
    const size_t games = bench->games;
    bench->cells =
        (size_t)bship_rules_width(bench->rules) * (size_t)bship_rules_height(bench->rules);
    check(bship_sampler_new(&bench->sampler, bench->rules, NULL, NULL), "a sampler");
    bench->order = allocate(games * bench->cells, sizeof *bench->order);
    bench->shots = allocate(games, sizeof *bench->shots);
    bench->fired = allocate(games, sizeof *bench->fired);
    bench->arrays = (struct arrays){
        .observation = allocate(games, bench->cells),
        .mask = allocate(games, bench->cells),
        .result = allocate(games, 1),
        .done = allocate(games, 1),
        .ship = allocate(games, sizeof(int16_t)),
        .points = allocate(games, sizeof(float)),
    };
    shuffle(bench);
}

static void bench_free(struct bench *bench)
{
    struct arrays *arrays = &bench->arrays;
    void *blocks[] = { bench->order,        bench->shots,   bench->fired,
                       arrays->observation, arrays->mask,   arrays->done,
                       arrays->ship,        arrays->points, arrays->result };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free(blocks[i]);
    bship_sampler_unref(bench->sampler);
    bship_rules_unref(bench->rules);
}

/* Chooses the next unknown cell of each game. */
static void choose(struct bench *bench)
{
    for (size_t i = 0; i < bench->games; i++) {
        const int32_t *order = bench->order + i * bench->cells;
        const uint8_t *mask = bench->arrays.mask + i * bench->cells;
        size_t *fired = &bench->fired[i];
        while (!mask[order[*fired % bench->cells]])
            ++*fired;
        bench->shots[i] = order[*fired % bench->cells];
    }
}

static void add(const struct bench *bench, struct sums *sums)
{
    for (size_t i = 0; i < bench->games; i++) {
        sums->results[bench->arrays.result[i]]++;
        sums->ends += bench->arrays.done[i] != 0;
    }
}

/* ---- the plain loop ---- */

struct side {
    bship_board *board;
    bship_chart *chart;
    bship_rng rng;
};

static void side_start(const struct bench *bench, struct side *side)
{
    bship_board_clear_shots(side->board);
    bship_chart_reset(side->chart);
    check(bship_sampler_place(bench->sampler, &side->rng, side->board), "a fleet");
}

static void observe(const struct bench *bench, const struct side *side, size_t game)
{
    uint8_t *observation = bench->arrays.observation + game * bench->cells;
    uint8_t *mask = bench->arrays.mask + game * bench->cells;
    bship_chart_states(side->chart, observation, bench->cells);
    for (size_t k = 0; k < bench->cells; k++)
        mask[k] = observation[k] == BSHIP_CHART_STATE_UNKNOWN;
}

static void step_side(const struct bench *bench, struct side *side, size_t game)
{
    const int32_t width = bship_rules_width(bench->rules), cell = bench->shots[game];
    const bship_cell at = { cell % width, cell / width };
    bship_report report;
    check(bship_board_fire(side->board, at, &report, NULL), "a shot");
    check(bship_chart_record(side->chart, at, &report, NULL), "a report");
    bench->arrays.result[game] = (uint8_t)report.result;
    bench->arrays.ship[game] = (int16_t)report.ship;
    bench->arrays.points[game] = report.result == BSHIP_RESULT_SUNK;
    bench->arrays.done[game] = (uint8_t)bship_board_is_defeated(side->board);
    if (bench->arrays.done[game])
        side_start(bench, side);
    observe(bench, side, game);
}

static double time_loop(struct bench *bench, struct sums *sums)
{
    struct side *sides = allocate(bench->games, sizeof *sides);
    double seconds = 0;
    memset(bench->fired, 0, bench->games * sizeof *bench->fired);
    for (size_t i = 0; i < bench->games; i++) {
        check(bship_board_new(&sides[i].board, bench->rules, NULL, NULL), "a board");
        check(bship_chart_new(&sides[i].chart, bench->rules, NULL, NULL), "a chart");
        bship_rng_seed(&sides[i].rng, SEED, BSHIP_RNG_PURPOSE_LAYOUT, i);
        side_start(bench, &sides[i]);
        observe(bench, &sides[i], i);
    }
    for (size_t t = 0; t < bench->steps; t++) {
        choose(bench);
        const double start = now();
        for (size_t i = 0; i < bench->games; i++)
            step_side(bench, &sides[i], i);
        seconds += now() - start;
        add(bench, sums);
    }
    for (size_t i = 0; i < bench->games; i++) {
        bship_board_free(sides[i].board);
        bship_chart_free(sides[i].chart);
    }
    free(sides);
    return seconds;
}

/* ---- the batch ---- */

static double time_batch(struct bench *bench, struct sums *sums)
{
    bship_batch_options options = BSHIP_BATCH_OPTIONS_INIT;
    bship_batch_arrays arrays = BSHIP_BATCH_ARRAYS_INIT;
    bship_batch *batch;
    double seconds = 0;
    options.seed = SEED;
    options.starts_again = 1;
    options.sampler = bench->sampler;
    arrays.count = bench->games;
    arrays.cells = bench->cells;
    arrays.observation = bench->arrays.observation;
    arrays.mask = bench->arrays.mask;
    arrays.result = bench->arrays.result;
    arrays.ship = bench->arrays.ship;
    arrays.done = bench->arrays.done;
    arrays.points = bench->arrays.points;
    memset(bench->fired, 0, bench->games * sizeof *bench->fired);
    check(bship_batch_new(&batch, bench->rules, bench->games, &options, NULL), "a batch");
    check(bship_batch_observe(batch, &arrays), "the first observation");
    for (size_t t = 0; t < bench->steps; t++) {
        choose(bench);
        const double start = now();
        check(bship_batch_step(batch, bench->shots, bench->games, &arrays), "a step");
        seconds += now() - start;
        add(bench, sums);
    }
    bship_batch_free(batch);
    return seconds;
}

/* ---- the report ---- */

static void print_row(const char *way, const struct bench *bench, double *seconds)
{
    const double steps = (double)bench->games * (double)bench->steps;
    sort_values(seconds, REPEATS);
    printf("%-18s %8.4f us a step  (least %.4f, most %.4f)\n", way,
           1e6 * seconds[REPEATS / 2] / steps, 1e6 * seconds[0] / steps,
           1e6 * seconds[REPEATS - 1] / steps);
}

/* Rules from lines; none: the usual ones. */
static bship_rules *rules_of(int count, char **lines)
{
    bship_rules *rules;
    char text[4096] = "board 8x8\nfleet 5 4 3 2\n";
    int length = count > 0 ? 0 : (int)strlen(text);
    for (int i = 0; i < count && length < (int)sizeof text; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s\n", lines[i]);
    if (length >= (int)sizeof text)
        check(BSHIP_ERROR_RANGE, "the rules");
    check(bship_rules_parse(&rules, text, (size_t)length, NULL, NULL), "the rules");
    return rules;
}

int main(int argc, char **argv)
{
    struct bench bench = { .games = argc > 1 ? (size_t)atol(argv[1]) : 1024,
                           .steps = argc > 2 ? (size_t)atol(argv[2]) : 2000 };
    double loop[REPEATS], batch[REPEATS];
    struct sums by_loop = { { 0 }, 0 }, by_batch = { { 0 }, 0 };

    bench.rules = rules_of(argc > 3 ? argc - 3 : 0, argv + 3);
    bench_init(&bench);
    for (int i = 0; i < REPEATS; i++) {
        loop[i] = time_loop(&bench, &by_loop);
        batch[i] = time_batch(&bench, &by_batch);
    }
    if (memcmp(&by_loop, &by_batch, sizeof by_loop) != 0)
        check(BSHIP_ERROR_STATE, "the two ways have played different games");
    printf("%zu games, %zu steps, %.1f%% hits, %.2f%% sinkings, %.2f%% ends\n", bench.games,
           bench.steps,
           100.0 *
               (double)(by_batch.results[BSHIP_RESULT_HIT] + by_batch.results[BSHIP_RESULT_SUNK]) /
               (double)(REPEATS * bench.games * bench.steps),
           100.0 * (double)by_batch.results[BSHIP_RESULT_SUNK] /
               (double)(REPEATS * bench.games * bench.steps),
           100.0 * (double)by_batch.ends / (double)(REPEATS * bench.games * bench.steps));
    print_row("loop over boards", &bench, loop);
    print_row("batch", &bench, batch);
    bench_free(&bench);
    return finish_output();
}
