/* Opponents, in words; see opponent.h. */
#include "battleship/talk/opponent.h"

#include <ctype.h>
#include <stdio.h>

#include <battleship/ai.h>
#include <battleship/enumeration.h>
#include <battleship/experimental/habits.h>

#include "battleship/game/level.h"
#include "common/format.h"

/*
 * How each level plays. The shots are means to sink the classic fleet, laid at random, where ships
 * may touch: where a sinking tells the length of the ship, and where only hit or miss is told. They
 * are those of the level's strategy in doc/strategies.md, printed by
 *
 *     battleship-sim --games 100000 --seed 1 --no-timing [--disclosure hit]
 *
 * but those of `search`, from doc/search.md; told hits only it was not measured, and is taken to
 * need no more than `posterior`. `hidden` is by how many shots more `posterior` takes to sink a
 * fleet that is laid as this level lays its own (doc/hiding.md).
 */
static const struct level_row {
    const char *plays;
    double shots, blind_shots;
    double hidden;
} levels[] = {
    [BSHIP_LEVEL_EASY] = { "fires at random, then around its hits", 66.2, 66.2, 0 },
    [BSHIP_LEVEL_MEDIUM] = { "searches in a pattern, follows a ship to its ends", 50.7, 61.3, 0 },
    [BSHIP_LEVEL_SKILLED] = { "as medium, but searches where more ships fit", 46.9, 57.8, 0 },
    [BSHIP_LEVEL_HARD] = { "counts where each of your ships still fits", 44.4, 54.8, 0 },
    [BSHIP_LEVEL_EXPERT] = { "weighs every layout that your fleet may have", 44.2, 47.1, 4.7 },
    [BSHIP_LEVEL_MASTER] = { "weighs every layout, and looks shots ahead", 44.0, 47.1, 7.7 },
};

/* The row of a level; NULL for one that is newer than this table. */
static const struct level_row *row_of_level(int32_t level)
{
    bool is_known = level >= BSHIP_LEVEL_EASY && level < (int32_t)(sizeof levels / sizeof *levels);
    return is_known ? &levels[level] : NULL;
}

bool opponent_hides(int32_t level)
{
    const struct level_row *row = row_of_level(level);
    return row && row->hidden > 0;
}

void opponent_summarise(int32_t level, char *text, size_t size)
{
    const struct level_row *row = row_of_level(level);
    if (row)
        snprintf(text, size, "%s: %.1f shots", row->plays, row->shots);
    else
        snprintf(text, size, "%s", bship_enum_text(BSHIP_ENUM_LEVEL, level));
}

const char *opponent_strategy(int32_t level, const char *strategy)
{
    return strategy ? strategy : bship_level_strategy(level);
}

const char *opponent_name(int32_t level, const char *strategy)
{
    return strategy ? strategy : bship_enum_name(BSHIP_ENUM_LEVEL, level);
}

/* Whether an opponent learns how people lay ships. */
static bool learns(int32_t level, const char *strategy)
{
    int32_t number = bship_enum_find(BSHIP_ENUM_STRATEGY, opponent_strategy(level, strategy));
    return bship_strategy_uses_habits(number) != 0;
}

/* How an opponent fires, as a sentence. */
static void write_firing(int32_t level, const char *strategy, const struct level_row *row,
                         char *text, size_t size)
{
    if (row)
        snprintf(text, size, "%s: %.1f shots to sink a fleet, %.1f if it is told hits only.",
                 row->plays, row->shots, row->blind_shots);
    else
        snprintf(text, size, "%s.",
                 strategy ? bship_enum_text(BSHIP_ENUM_STRATEGY,
                                            bship_enum_find(BSHIP_ENUM_STRATEGY, strategy))
                          : bship_enum_text(BSHIP_ENUM_LEVEL, level));
    text[0] = (char)toupper((unsigned char)text[0]);
}

void opponent_explain(int32_t level, const char *strategy, char *text, size_t size)
{
    const struct level_row *row = strategy ? NULL : row_of_level(level);
    write_firing(level, strategy, row, text, size);
    if (row && row->hidden > 0)
        format_sentence(text, size, "Hides its own fleet: a strong player needs %.0f shots more.",
                        row->hidden);
    else
        format_sentence(text, size, "Lays its own fleet at random.");
    format_sentence(text, size, "%s",
                    learns(level, strategy) ? "Learns how you lay ships, if you allow it."
                                            : "Does not learn.");
}

/* ---- the list ---- */

static int32_t level_count(void)
{
    return level_place(BSHIP_LEVEL_NONE);
}

int32_t opponent_rows(void)
{
    return level_count() + 1 + bship_enum_count(BSHIP_ENUM_STRATEGY);
}

bool opponent_of_row(int32_t row, int32_t *level, const char **strategy)
{
    bool is_level = row < level_count();
    *level = is_level ? bship_level_at(row) : BSHIP_LEVEL_NONE;
    *strategy = is_level ? NULL : bship_enum_name(BSHIP_ENUM_STRATEGY, row - level_count() - 1);
    return is_level || *strategy;
}

int32_t opponent_row(int32_t level, const char *strategy)
{
    return strategy ? level_count() + 1 + bship_enum_find(BSHIP_ENUM_STRATEGY, strategy)
                    : level_place(level);
}
