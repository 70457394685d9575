/* Positions in which players are compared; see positions.h. */
#include "simulation/positions.h"

#include <stdbool.h>

#include "common/board_cells.h"

/* Who plays to a position: each in turn. */
static const char *const strategies[] = { "random", "hunt" };
enum { STRATEGIES = sizeof strategies / sizeof strategies[0] };

/* A player that fires as one of its AIs does, and keeps a position of each game. */
struct walk {
    const bship_rules *rules;
    bship_ai *ais[STRATEGIES];
    bship_ai *ai; /* of this game */
    int64_t games;
    struct position *positions;
    int64_t count; /* that are kept so far */
    uint64_t seed; /* of this game */
    int64_t shots; /* after which its position is kept */
    bool is_kept;
};

static bship_status create(void **state, const bship_rules *rules, void *user)
{
    (void)rules;
    *state = user;
    return BSHIP_OK;
}

/* Begins the next game. What a strategy is given as a seed is what a bot may be told. */
static void reset(void *state, uint64_t seed, int32_t side, void *user)
{
    struct walk *walk = user;
    const int64_t limit = bship_rules_number(walk->rules, BSHIP_RULE_SHOTS);
    const int64_t cells = (int64_t)board_cells(walk->rules);
    (void)state;
    (void)side;
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_USER, 0);
    walk->shots = (int64_t)bship_rng_below(
        &rng, (uint64_t)((limit > 0 && limit < cells ? limit : cells) / 2 + 1));
    walk->seed = seed;
    walk->is_kept = false;
    walk->ai = walk->ais[walk->games++ % STRATEGIES];
    bship_ai_reset(walk->ai, seed);
}

static bship_status keep(struct walk *walk, const bship_chart *chart, size_t due)
{
    struct position *position = &walk->positions[walk->count++];
    *position = (struct position){ NULL, walk->seed, due };
    bship_status status = bship_chart_new(&position->chart, walk->rules, NULL, NULL);
    if (!status)
        status = bship_chart_copy(position->chart, chart);
    walk->is_kept = true;
    return status;
}

static bship_status aim(void *state, const bship_chart *chart, const bship_aim_options *options,
                        bship_cell *cells, size_t count, bship_rng *rng, void *user)
{
    struct walk *walk = user;
    bship_status status = BSHIP_OK;
    (void)state;
    (void)rng;
    if (!walk->is_kept && bship_chart_shots(chart) >= walk->shots)
        status = keep(walk, chart, count);
    if (!status)
        status = bship_ai_aim_salvo(walk->ai, chart, options, cells, count);
    return status;
}

bship_status positions_make(struct position *positions, int64_t *count, const bship_rules *rules,
                            uint64_t seed)
{
    struct walk walk = { .rules = rules, .positions = positions };
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *match = NULL;
    callbacks.create = create;
    callbacks.reset = reset;
    callbacks.aim = aim;
    options.seed = seed;
    options.games = *count;
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < STRATEGIES && !status; i++)
        status = bship_ai_new(&walk.ais[i], rules, strategies[i], NULL, NULL);
    if (!status)
        status = bship_match_new(&match, rules, &options, NULL);
    if (!status)
        status = bship_match_add_custom(match, &callbacks, &walk, NULL, NULL);
    if (!status)
        status = bship_match_run(match, NULL, NULL, NULL);
    bship_match_free(match);
    for (size_t i = 0; i < STRATEGIES; i++)
        bship_ai_free(walk.ais[i]);
    *count = walk.count;
    return status;
}

void positions_clear(struct position *positions, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        bship_chart_free(positions[i].chart);
}
