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

/* What a side's shots tell in whole shots, once nothing is refined any more; else `is_known` is
 * false. */
struct review_verdict {
    bool is_known;
    long usual; /* an expert's average */
    long more;  /* that it would have had to fire in the end; 0 once the fleet is sunk */
    long luck;  /* shots saved, if positive; 0: not to be told from none */
    long cost;  /* shots given away, so that all add up; 0: not to be told from none */
};

struct review_verdict review_judge(const struct hindsight *hindsight);

/*
 * Writes how a game ended and what that means, as far as it is known:
 * `You won in 41 shots; 45 is usual for an expert. Lucky: about 9 shots better than average, with
 * about 5 given away.`
 * What is known of `side` comes first.
 */
void review_headline(const struct result *result, const struct hindsight hindsights[SIDES],
                     int32_t side, char *text, size_t size);

/* Writes how far the review is, a sentence; empty once that is of no interest. */
void review_say_progress(const struct hindsight *hindsight, double done, char *text, size_t size);

/*
 * Fills in the review of a player: the figures and the costliest shots, each line with its meaning.
 * The costliest are named once nothing is refined any more, so that they stay as they are.
 */
size_t review_lines(const struct hindsight *hindsight, const struct called *called,
                    struct review_line lines[REVIEW_LINES_MAX]);

/* What the figures are, for the help. */
#define REVIEW_EXPLANATION                                                                         \
    "all figures are shots; usual is what an expert needs against a fleet laid at random; "        \
    "after +- stands the standard error; estimates get better as the review goes on, and "         \
    "the sentence about luck and the shots whose cost is beyond three errors come at its "         \
    "end"

/* The heading of the table of turns, and what its columns mean. */
const char *review_table_heading(void);
const char *review_table_legend(void);

/* Writes the row of a turn; false if there is none. `is_best`: no cell was better. */
bool review_table_row(const struct hindsight *hindsight, int64_t turn, char *text, size_t size,
                      bool *is_best);

/* Writes a sentence about a turn, for a replay; false if nothing is known of it. */
bool review_say_turn(const struct hindsight *hindsight, int64_t turn, char *text, size_t size);

#endif
