/*
 * The speed of whole games and random layouts, on one core, through the public API: 10x10, ships
 * of 5, 4, 3, 3 and 2, every handle reused, layout drawing included.
 *
 * Machines differ and are noisy. So a plain loop that knows nothing of the library is timed beside
 * each contestant, in turns: the median of their ratios hardly depends on the machine and its load.
 * Never fails because of time.
 *
 * With arguments, NAME GAMES, plays so many games of one contestant and prints nothing, for
 * profilers: valgrind --tool=callgrind benchmark-games density 1000
 */
#include "timing.h"

#include <stdbool.h>
#include <string.h>

#define ROUNDS 41
#define SECONDS 0.02 /* per contestant and round, and for the reference beside it */
#define BATCH 16     /* games between two readings of the clock */

/* The handles of a contestant; the AI is NULL if only layouts are drawn. */
struct arena {
    bship_rules *rules;
    bship_board *board;
    bship_chart *chart;
    bship_ai *ai;
};

static struct arena arena_new(int32_t preset, int32_t contact, const char *strategy)
{
    struct arena arena = { NULL, NULL, NULL, NULL };
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet *fleet = NULL;

    options.contact = contact;
    check(bship_fleet_new_preset(&fleet, preset, NULL, NULL), "fleet");
    check(bship_rules_new(&arena.rules, fleet, &options, NULL), "rules");
    check(bship_board_new(&arena.board, arena.rules, NULL, NULL), "board");
    check(bship_chart_new(&arena.chart, arena.rules, NULL, NULL), "chart");
    if (strategy)
        check(bship_ai_new(&arena.ai, arena.rules, strategy, NULL, NULL), strategy);
    bship_fleet_unref(fleet);
    return arena;
}

static void arena_free(struct arena *arena)
{
    bship_ai_free(arena->ai);
    bship_chart_free(arena->chart);
    bship_board_free(arena->board);
    bship_rules_unref(arena->rules);
}

static void draw_layout(struct arena *arena, uint64_t game)
{
    bship_rng rng;

    bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_LAYOUT, game);
    bship_board_clear(arena->board);
    check(bship_board_place_random(arena->board, &rng, NULL, NULL), "layout");
}

static void play_game(struct arena *arena, uint64_t game)
{
    draw_layout(arena, game);
    bship_chart_reset(arena->chart);
    bship_ai_reset(arena->ai, game);
    while (!bship_board_is_defeated(arena->board)) {
        bship_cell at;
        bship_report report;
        check(bship_ai_aim(arena->ai, arena->chart, NULL, &at), "aim");
        check(bship_board_fire(arena->board, at, &report, NULL), "fire");
        check(bship_chart_record(arena->chart, at, &report, NULL), "record");
    }
}

/* ---- the reference ---- */

#define SIDE 10
#define CELLS (SIDE * SIDE)

/* xorshift64* (Vigna 2016); the bounds are small, so their bias is. */
static uint32_t plain_below(uint64_t *state, uint32_t bound)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)((*state * 0x2545f4914f6cdd1du >> 32) * bound >> 32);
}

/* Places ships at random, one after another. */
static void plain_place(uint8_t grid[CELLS], uint64_t *random)
{
    static const uint32_t lengths[] = { 5, 4, 3, 3, 2 };

    memset(grid, 0, CELLS);
    for (uint32_t ship = 0; ship < 5;) {
        uint32_t length = lengths[ship], step = plain_below(random, 2) ? SIDE : 1, taken = 0;
        uint32_t along = plain_below(random, SIDE + 1 - length), line = plain_below(random, SIDE);
        uint32_t first = step == 1 ? line * SIDE + along : along * SIDE + line;
        for (uint32_t i = 0; i < length; i++)
            taken |= grid[first + i * step];
        for (uint32_t i = 0; i < length && !taken; i++)
            grid[first + i * step] = 1;
        ship += !taken;
    }
}

/* Read by nobody, but no compiler knows. */
static volatile uint32_t plain_left;

/* Sinks a fleet by random shots. The library's `random` plays such games too, but keeps a log,
 * checks every call and has all rules. */
static void play_plainly(struct arena *arena, uint64_t game)
{
    uint64_t random = (game + 1) * 0x9e3779b97f4a7c15u;
    uint8_t grid[CELLS], cells[CELLS];
    uint32_t left = CELLS;

    (void)arena;
    plain_place(grid, &random);
    for (uint8_t i = 0; i < CELLS; i++)
        cells[i] = i;
    for (int hits = 0; hits < 17;) {
        uint32_t drawn = plain_below(&random, left);
        hits += grid[cells[drawn]];
        cells[drawn] = cells[--left];
    }
    plain_left = left;
}

/* ---- contestants ---- */

/* What is timed. */
struct contestant {
    const char *name; /* of the strategy, if games are played */
    void (*step)(struct arena *arena, uint64_t game);
    int target; /* steps per second on the machine that the targets are for; 0: none */
    int32_t preset;
    int32_t contact;
};

static const struct contestant reference = { "reference", play_plainly, 0,
                                             BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED };

static const struct contestant contestants[] = {
    { "random", play_game, 300000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "hunt", play_game, 150000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "parity", play_game, 150000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "depth-first", play_game, 150000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "stalker-easy", play_game, 150000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "stalker", play_game, 150000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "stalker-density", play_game, 60000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "capacity", play_game, 60000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "density", play_game, 60000, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "layouts: classic", draw_layout, 0, BSHIP_FLEET_PRESET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "layouts: russian, apart", draw_layout, 0, BSHIP_FLEET_PRESET_RUSSIAN, BSHIP_CONTACT_NONE },
};

enum {
    CONTESTANTS = sizeof contestants / sizeof contestants[0]
};

static struct arena enter(const struct contestant *contestant)
{
    bool plays = contestant->step == play_game;

    return arena_new(contestant->preset, contestant->contact, plays ? contestant->name : NULL);
}

/* ---- timing ---- */

/* Of each contestant in each round. */
static double rates[CONTESTANTS][ROUNDS]; /* steps per second */
static double ratios[CONTESTANTS]
                    [ROUNDS]; /* steps in the time of 1000 games of the reference beside it */

static double time_round(const struct contestant *contestant, struct arena *arena, int round)
{
    /* Every round has games of its own, the same for all contestants. */
    const uint64_t first = (uint64_t)round << 32;
    const double start = now();
    uint64_t done = 0;
    double elapsed;

    do {
        for (int i = 0; i < BATCH; i++)
            contestant->step(arena, first + done++);
        elapsed = now() - start;
    } while (elapsed < SECONDS);
    return (double)done / elapsed;
}

/* Fills the rates; returns the median of those of the reference. */
static double time_all(void)
{
    static double reference_rates[CONTESTANTS * ROUNDS];
    struct arena arenas[CONTESTANTS];
    size_t timed = 0;

    for (int i = 0; i < CONTESTANTS; i++)
        arenas[i] = enter(&contestants[i]);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < CONTESTANTS; i++) {
            double beside = time_round(&reference, NULL, round);
            rates[i][round] = time_round(&contestants[i], &arenas[i], round);
            ratios[i][round] = 1000 * rates[i][round] / beside;
            reference_rates[timed++] = beside;
        }
    for (int i = 0; i < CONTESTANTS; i++)
        arena_free(&arenas[i]);
    sort_values(reference_rates, timed);
    return reference_rates[timed / 2];
}

/* The ratio is to 1000 games of the reference; `+-` is half the range of its middle half. */
static void print_all(double reference_rate)
{
    printf("%-26s%10s%10s%10s%10s%8s\n", "10x10, one core, per second", "median", "best", "target",
           "ratio", "+-");
    printf("%-26s%10.0f%10s%10s%10.0f\n", reference.name, reference_rate, "-", "-", 1000.0);
    for (int i = 0; i < CONTESTANTS; i++) {
        const struct contestant *who = &contestants[i];
        char target[16] = "-";

        if (who->target > 0)
            snprintf(target, sizeof target, "%d", who->target);
        sort_values(rates[i], ROUNDS);
        sort_values(ratios[i], ROUNDS);
        printf("%-26s%10.0f%10.0f%10s%10.2f%8.2f\n", who->name, rates[i][ROUNDS / 2],
               rates[i][ROUNDS - 1], target, ratios[i][ROUNDS / 2],
               (ratios[i][3 * ROUNDS / 4] - ratios[i][ROUNDS / 4]) / 2);
    }
}

/* Plays games of one contestant, untimed. */
static int play_only(const char *name, const char *games)
{
    for (int i = 0; i < CONTESTANTS; i++) {
        if (strcmp(contestants[i].name, name) != 0)
            continue;
        struct arena arena = enter(&contestants[i]);
        for (uint64_t game = 0; game < strtoull(games, NULL, 10); game++)
            contestants[i].step(&arena, game);
        arena_free(&arena);
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "no contestant is called '%s'\n", name);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return play_only(argv[1], argv[2]);
    print_all(time_all());
    return finish_output();
}
