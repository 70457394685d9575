/*
 * What is said of a game in hindsight. All figures are shots, and agree: what an expert usually
 * needs, plus what was given away, less what luck has saved, is what the player has fired and, if
 * ships are still afloat, would have had to fire.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_REVIEW_WORDS_H
#define PROGRAMS_BATTLESHIP_TALK_REVIEW_WORDS_H

#include "battleship/game/hindsight.h"
#include "battleship/talk/result.h"

enum {
    REVIEW_LINES_MAX = 16, /* of a player's review */
    REVIEW_LINE_SIZE = 200,
    REVIEW_FIGURE_SIZE = 12
};

/* A line of a review, to be wrapped where it is shown. */
struct review_line {
    bool is_heading;
    char figure[REVIEW_FIGURE_SIZE]; /* before the text: `+1.2`; or empty */
    char text[REVIEW_LINE_SIZE];
};

/*
 * Writes how a game ended and what that means, once nothing is refined any more, with the larger
 * cause first: `You won in 51 shots; 44.3 is usual for an expert. You gave away about 14.2 shots
 * and won back about 7.5 by luck.` What is known of `side` comes first.
 */
void review_headline(const struct result *result, const struct hindsight hindsights[SIDES],
                     int32_t side, char *text, size_t size);

/* Writes how far the review is, a sentence; empty once that is of no interest. */
void review_say_progress(const struct hindsight *hindsight, double done, char *text, size_t size);

/*
 * Fills in the review of a player: the figures, what there is to learn, and the costliest shots,
 * each line with its meaning. What follows the figures is named once nothing is refined any more,
 * so that it stays as it is.
 */
size_t review_lines(const struct hindsight *hindsight, const struct called *called,
                    struct review_line lines[REVIEW_LINES_MAX]);

/* What the figures are, for the help. */
#define REVIEW_EXPLANATION                                                                         \
    "all figures are shots; usual is what an expert needs against a fleet laid at random; "        \
    "after +- stands the standard error; estimates get better as the review goes on, and "         \
    "the sentence about luck and the costliest shots come at its end"

/* The heading of the table of turns, and what its columns mean. */
const char *review_table_heading(void);
const char *review_table_legend(void);

/* Writes the row of a turn; false if there is none. */
bool review_table_row(const struct hindsight *hindsight, int64_t turn, char *text, size_t size);

/* Writes a sentence about a turn, for a replay; false if nothing is known of it. */
bool review_say_turn(const struct hindsight *hindsight, int64_t turn, char *text, size_t size);

#endif
