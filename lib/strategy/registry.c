/* The registry of strategies, and the levels that stand for them. */
#include <stdbool.h>
#include <string.h>

#include "base/names.h"
#include "strategy/strategy.h"

/* A row for each strategy, roughly from the weakest to the strongest; each file defines its own. */
#define STRATEGIES(ROW)                                                                            \
    ROW(random)                                                                                    \
    ROW(hunt)                                                                                      \
    ROW(parity)                                                                                    \
    ROW(depth_first)                                                                               \
    ROW(stalker_easy)                                                                              \
    ROW(stalker)                                                                                   \
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
    const bsi_strategy *strategy;
    const char *placing; /* the placement style */
} levels[] = {
    [BSHIP_LEVEL_EASY] = { "easy", &bsi_strategy_hunt, "uniform" },
    [BSHIP_LEVEL_MEDIUM] = { "medium", &bsi_strategy_stalker, "uniform" },
    [BSHIP_LEVEL_HARD] = { "hard", &bsi_strategy_density, "uniform" },
    [BSHIP_LEVEL_EXPERT] = { "expert", &bsi_strategy_posterior, "balanced" },
    [BSHIP_LEVEL_MASTER] = { "master", &bsi_strategy_search, "balanced" },
};

enum {
    LEVEL_END = sizeof levels / sizeof levels[0]
};

const bsi_strategy *bsi_strategy_at(int32_t strategy)
{
    return strategy >= 0 && strategy < STRATEGY_COUNT ? strategies[strategy] : NULL;
}

int32_t bship_strategy_count(void)
{
    return STRATEGY_COUNT;
}

const char *bship_strategy_name(int32_t strategy)
{
    const bsi_strategy *row = bsi_strategy_at(strategy);
    return row ? row->name : NULL;
}

const char *bship_strategy_text(int32_t strategy)
{
    const bsi_strategy *row = bsi_strategy_at(strategy);
    return row ? row->text : NULL;
}

int32_t bship_strategy_find(const char *name)
{
    for (int32_t i = 0; name && i < STRATEGY_COUNT; i++) {
        if (strcmp(name, strategies[i]->name) == 0)
            return i;
    }
    return -1;
}

int bship_strategy_uses_habits(int32_t strategy)
{
    const bsi_strategy *row = bsi_strategy_at(strategy);
    return row && row->set_habits;
}

int32_t bship_level_count(void)
{
    return LEVEL_END - 1;
}

const char *bship_level_name(int32_t level)
{
    return bsi_name(BSI_NAMES(levels), level);
}

const char *bship_level_text(int32_t level)
{
    return bship_level_name(level) ? levels[level].strategy->text : NULL;
}

int32_t bship_level_find(const char *name)
{
    return bsi_name_find(BSI_NAMES(levels), name);
}

int32_t bship_level_strategy(int32_t level)
{
    return bship_level_name(level) ? bship_strategy_find(levels[level].strategy->name) : -1;
}

const char *bsi_level_placing(int32_t level)
{
    return bship_level_name(level) ? levels[level].placing : NULL;
}
