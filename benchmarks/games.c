/*
 * The speed of whole games and random layouts, on one core, through the public API: 10x10, ships
 * of 5, 4, 3, 3 and 2, every handle reused, layout drawing included.
 *
 * Machines are noisy, so the contestants take turns: each is timed once a round, and the median of
 * the rounds counts; the best shows the noise, which affects the ratio to the median of `random`
 * less. Never fails because of time.
 */
#include "timing.h"

#define ROUNDS 9
#define SECONDS 0.1 /* per contestant and round */
#define BATCH 64    /* games between two readings of the clock */

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
    check(bship_fleet_new_preset(&fleet, preset, NULL), "fleet");
    check(bship_rules_new(&arena.rules, fleet, &options, NULL), "rules");
    check(bship_board_new(&arena.board, arena.rules), "board");
    check(bship_chart_new(&arena.chart, arena.rules), "chart");
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

    bship_rng_seed(&rng, SEED, BSHIP_RNG_LAYOUT, game);
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
        check(bship_ai_aim(arena->ai, arena->chart, &at), "aim");
        check(bship_board_fire(arena->board, at, &report), "fire");
        check(bship_chart_record(arena->chart, at, &report), "record");
    }
}

/* What is timed. */
struct contestant {
    const char *name; /* of the strategy, if games are played */
    void (*step)(struct arena *arena, uint64_t game);
    int target; /* steps per second; 0: none */
    int32_t preset;
    int32_t contact;
};

static const struct contestant contestants[] = {
    { "random", play_game, 300000, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "hunt", play_game, 150000, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "parity", play_game, 150000, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "depth-first", play_game, 0, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "stalker-easy", play_game, 0, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "stalker", play_game, 150000, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "capacity", play_game, 0, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "density", play_game, 40000, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "layouts: classic", draw_layout, 0, BSHIP_FLEET_CLASSIC, BSHIP_CONTACT_ALLOWED },
    { "layouts: russian, apart", draw_layout, 0, BSHIP_FLEET_RUSSIAN, BSHIP_CONTACT_NONE },
};

enum {
    CONTESTANTS = sizeof(contestants) / sizeof(contestants[0])
};

/* Steps per second of each contestant in each round. */
static double rates[CONTESTANTS][ROUNDS];

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

static void time_all(void)
{
    struct arena arenas[CONTESTANTS];

    for (int i = 0; i < CONTESTANTS; i++) {
        const struct contestant *who = &contestants[i];
        arenas[i] = arena_new(who->preset, who->contact, who->step == play_game ? who->name : NULL);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < CONTESTANTS; i++)
            rates[i][round] = time_round(&contestants[i], &arenas[i], round);
    for (int i = 0; i < CONTESTANTS; i++)
        arena_free(&arenas[i]);
}

/* The others are compared with the first contestant. */
static void print_all(void)
{
    printf("%-26s%10s%10s%10s%9s\n", "10x10, one core, per second", "median", "best", "target",
           "ratio");
    for (int i = 0; i < CONTESTANTS; i++) {
        const struct contestant *who = &contestants[i];
        char target[16] = "-";

        if (who->target > 0)
            snprintf(target, sizeof(target), "%d", who->target);
        sort_values(rates[i], ROUNDS);
        printf("%-26s%10.0f%10.0f%10s%9.3f\n", who->name, rates[i][ROUNDS / 2],
               rates[i][ROUNDS - 1], target, rates[i][ROUNDS / 2] / rates[0][ROUNDS / 2]);
    }
}

int main(void)
{
    time_all();
    print_all();
    return finish_output();
}
