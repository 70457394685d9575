/* The registry of strategies, and the levels that stand for them. */
#include <stdbool.h>

#include <battleship/experimental/habits.h>

#include "base/names.h"
#include "strategy/strategy.h"

/* The strategies, roughly from the weakest to the strongest. Each is defined in another file. */
#define STRATEGIES(ROW)                                                                            \
    ROW(random)                                                                                    \
    ROW(hunt)                                                                                      \
    ROW(parity)                                                                                    \
    ROW(depth_first)                                                                               \
    ROW(stalker_easy)                                                                              \
    ROW(stalker)                                                                                   \
    ROW(stalker_density)                                                                           \
    ROW(capacity)                                                                                  \
    ROW(density)                                                                                   \
    ROW(posterior)                                                                                 \
    ROW(search)

#define DECLARE(name) extern const bsi_strategy bsi_strategy_##name;
STRATEGIES(DECLARE)

#define ADDRESS(name) &bsi_strategy_##name,
static const bsi_strategy *const strategies[] = { STRATEGIES(ADDRESS) };

enum {
    STRATEGY_COUNT = sizeof strategies / sizeof strategies[0]
};

static const struct {
    const char *name;
    const char *text;             /* the same as the strategy's */
    const bsi_strategy *strategy; /* NULL: none */
    const char *placing;          /* the placement style */
} levels[] = {
    [BSHIP_LEVEL_NONE] = { "none", "the strategy is given by name", NULL, NULL },
    [BSHIP_LEVEL_EASY] = { "easy", "fires at random, and at the neighbours of every hit",
                           &bsi_strategy_hunt, "uniform" },
    [BSHIP_LEVEL_MEDIUM] = { "medium",
                             "hunts on diagonals that every ship afloat crosses, and follows hits "
                             "to the ends of the ship",
                             &bsi_strategy_stalker, "uniform" },
    [BSHIP_LEVEL_SKILLED] = { "skilled",
                              "hunts at the best of three cells on diagonals that every ship "
                              "afloat crosses, and follows hits to the ends of the ship",
                              &bsi_strategy_stalker_density, "uniform" },
    [BSHIP_LEVEL_HARD] = { "hard", "fires where the most placements of ships afloat are possible",
                           &bsi_strategy_density, "uniform" },
    [BSHIP_LEVEL_EXPERT] = { "expert",
                             "fires where a hit is probable and worth most, over all possible "
                             "layouts, and hides its fleet",
                             &bsi_strategy_posterior, "balanced" },
    [BSHIP_LEVEL_MASTER] = { "master",
                             "fires where playing on from there would take the fewest shots, and "
                             "hides its fleet best",
                             &bsi_strategy_search, "hard" },
};

/* By difficulty. */
static const int32_t level_order[] = { BSHIP_LEVEL_EASY, BSHIP_LEVEL_MEDIUM, BSHIP_LEVEL_SKILLED,
                                       BSHIP_LEVEL_HARD, BSHIP_LEVEL_EXPERT, BSHIP_LEVEL_MASTER };

const bsi_names bsi_strategy_names = BSI_NAMES_OF_POINTERS(strategies);
const bsi_names bsi_level_names = BSI_NAMES(levels);

const bsi_strategy *bsi_strategy_at(int32_t strategy)
{
    return strategy >= 0 && strategy < STRATEGY_COUNT ? strategies[strategy] : NULL;
}

int bship_strategy_uses_habits(int32_t strategy)
{
    const bsi_strategy *row = bsi_strategy_at(strategy);
    return row && row->set_prior;
}

int32_t bship_level_at(int32_t place)
{
    bool exists = place >= 0 && place < (int32_t)(sizeof level_order / sizeof level_order[0]);
    return exists ? level_order[place] : BSHIP_LEVEL_NONE;
}

const char *bship_level_strategy(int32_t level)
{
    bool exists = bsi_name(&bsi_level_names, level) && levels[level].strategy;
    return exists ? levels[level].strategy->name : NULL;
}

const char *bsi_level_placing(int32_t level)
{
    return bsi_name(&bsi_level_names, level) ? levels[level].placing : NULL;
}
