/*
 * The opponents that can be chosen: the levels, then the strategies by name. And what is said of
 * them to a player, who need not know how the machine computes.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_OPPONENT_H
#define PROGRAMS_BATTLESHIP_TALK_OPPONENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OPPONENT_TEXT_SIZE = 320
};

/* What the summaries of levels leave out, in lines of --help. */
#define OPPONENT_NOTE                                                                              \
    "    The shots sink a fleet laid at random. From hard on, levels fire\n"                       \
    "    nearly alike, but a strong player needs 5 shots more to sink the\n"                       \
    "    fleet of expert, and 8 more to sink that of master: they hide it.\n"                      \
    "    Both learn how you lay yours, if you allow it.\n"

/* How a level fires and with how many shots, in a part of a sentence that fits on a line of --help.
 */
void opponent_summarise(int32_t level, char *text, size_t size);

/*
 * What differs between opponents, in whole sentences: how one fires, how many shots it takes, how
 * it lays its own fleet, and whether it learns. A strategy is given by name; if that is NULL, the
 * level counts.
 */
void opponent_explain(int32_t level, const char *strategy, char *text, size_t size);

/* The rows of a list of all opponents: levels, one without an opponent, strategies. */
int32_t opponent_rows(void);

/* The opponent in a row: its level or, if that is BSHIP_LEVEL_NONE, its strategy; false: none. */
bool opponent_of_row(int32_t row, int32_t *level, const char **strategy);

/* The row of an opponent. */
int32_t opponent_row(int32_t level, const char *strategy);

/* The strategy that an opponent plays. */
const char *opponent_strategy(int32_t level, const char *strategy);

/* Whether a level hides its own fleet, and does not lay it at random. */
bool opponent_hides(int32_t level);

/* What an opponent is called: the name of the strategy or, if that is NULL, of the level. */
const char *opponent_name(int32_t level, const char *strategy);

#endif
