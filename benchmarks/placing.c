/*
 * What placement styles cost attackers: mean shots of strategies against layouts of each style,
 * 10x10, ships of 5, 4, 3, 3 and 2, contact allowed, and the time that a layout takes.
 *
 * All strategies play against the same layouts of a style. The learner is `posterior` with habits:
 * it has seen 100 layouts of the style before its first game, and learns no more during 20 games;
 * then another learner begins. Arguments: the number of layouts (1000), then styles; none:
 * `uniform`, `hard` and `balanced`.
 */
#include <math.h>

#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>

#include "timing.h"

static const char *const strategies[] = { "random",      "hunt",         "parity",
                                          "depth-first", "stalker-easy", "stalker",
                                          "capacity",    "density",      "posterior" };

enum {
    STRATEGIES = sizeof strategies / sizeof strategies[0],
    KNOWN = 100,        /* layouts that the learner has seen */
    LEARNER_GAMES = 20, /* with that knowledge */
    SHIPS = 5
};

struct attack {
    bship_rules *rules;
    bship_board *board;
    bship_chart *chart;
    bship_ai *ais[STRATEGIES];
    bship_ai *learner;
    bship_habits *habits;
};

/* A mean in progress. */
struct mean {
    double sum, squares;
    int count;
};

static void mean_add(struct mean *mean, double value)
{
    mean->sum += value;
    mean->squares += value * value;
    mean->count++;
}

static double mean_of(const struct mean *mean)
{
    return mean->sum / mean->count;
}

static double error_of(const struct mean *mean)
{
    double of = mean_of(mean);
    return sqrt((mean->squares / mean->count - of * of) / mean->count);
}

static void attack_init(struct attack *attack)
{
    bship_fleet *fleet = NULL;

    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), "fleet");
    check(bship_rules_new(&attack->rules, fleet, NULL, NULL), "rules");
    check(bship_board_new(&attack->board, attack->rules, NULL, NULL), "board");
    check(bship_chart_new(&attack->chart, attack->rules, NULL, NULL), "chart");
    for (int i = 0; i < STRATEGIES; i++)
        check(bship_ai_new(&attack->ais[i], attack->rules, strategies[i], NULL, NULL),
              strategies[i]);
    check(bship_ai_new(&attack->learner, attack->rules, "posterior", NULL, NULL), "learner");
    check(bship_habits_new(&attack->habits, attack->rules, NULL, NULL), "habits");
    bship_fleet_unref(fleet);
}

static void attack_free(struct attack *attack)
{
    for (int i = 0; i < STRATEGIES; i++)
        bship_ai_free(attack->ais[i]);
    bship_ai_free(attack->learner);
    bship_habits_free(attack->habits);
    bship_chart_free(attack->chart);
    bship_board_free(attack->board);
    bship_rules_unref(attack->rules);
}

/* Plays against the layout on the board; returns the shots. */
static double play(struct attack *attack, bship_ai *ai, uint64_t game)
{
    bship_board_clear_shots(attack->board);
    bship_chart_reset(attack->chart);
    bship_ai_reset(ai, game);
    while (!bship_board_is_defeated(attack->board)) {
        bship_cell at;
        bship_report report;
        check(bship_ai_aim(ai, attack->chart, NULL, &at), "aim");
        check(bship_board_fire(attack->board, at, &report, NULL), "fire");
        check(bship_chart_record(attack->chart, at, &report, NULL), "record");
    }
    return (double)bship_chart_shots(attack->chart);
}

/* Begins with a new learner, who sees layouts of his own. */
static void learn(struct attack *attack, bship_placer *placer, uint64_t number)
{
    bship_habits_snapshot *snapshot = NULL;

    bship_habits_reset(attack->habits);
    for (int i = 0; i < KNOWN; i++) {
        bship_placement layout[SHIPS];
        bship_rng rng;
        bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_USER, number * KNOWN + (uint64_t)i);
        check(bship_placer_draw(placer, &rng, layout, SHIPS, NULL), "layout");
        check(bship_habits_observe(attack->habits, layout, SHIPS, 1, NULL), "observe");
    }
    check(bship_habits_snapshot_new(&snapshot, attack->habits, NULL), "snapshot");
    check(bship_ai_set_habits(attack->learner, snapshot), "habits");
    bship_habits_snapshot_unref(snapshot);
}

static void measure(struct attack *attack, const char *style, int layouts)
{
    struct mean shots[STRATEGIES + 1] = { { 0, 0, 0 } };
    bship_placer *placer = NULL;
    double seconds = 0;

    check(bship_placer_new(&placer, attack->rules, style, NULL, NULL), style);
    for (int game = 0; game < layouts; game++) {
        bship_rng rng;
        const double start = now();
        bship_rng_seed(&rng, SEED, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)game);
        bship_board_clear(attack->board);
        check(bship_placer_place(placer, &rng, attack->board, NULL), style);
        seconds += now() - start;
        for (int i = 0; i < STRATEGIES; i++)
            mean_add(&shots[i], play(attack, attack->ais[i], (uint64_t)game));
        if (game % LEARNER_GAMES == 0)
            learn(attack, placer, (uint64_t)game / LEARNER_GAMES);
        mean_add(&shots[STRATEGIES], play(attack, attack->learner, (uint64_t)game));
    }
    printf("%-10s%8.3f", style, 1000 * seconds / layouts);
    for (int i = 0; i <= STRATEGIES; i++)
        printf("  %6.2f+-%.2f", mean_of(&shots[i]), error_of(&shots[i]));
    printf("\n");
    fflush(stdout);
    bship_placer_free(placer);
}

int main(int argc, char **argv)
{
    static const char *const usual[] = { "uniform", "hard", "balanced" };
    const int layouts = argc > 1 ? atoi(argv[1]) : 1000;
    const int count = argc > 2 ? argc - 2 : 3;
    struct attack attack;

    attack_init(&attack);
    printf("%-10s%8s", "style", "ms");
    for (int i = 0; i < STRATEGIES; i++)
        printf("%14s", strategies[i]);
    printf("%14s\n", "learner");
    for (int i = 0; i < count; i++)
        measure(&attack, argc > 2 ? argv[i + 2] : usual[i], layouts);
    attack_free(&attack);
}
