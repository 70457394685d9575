/* What is said of a game in hindsight; see review_words.h. */
#include "battleship/talk/review_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/format.h"

enum {
    COSTLIEST = 3,
    CELLS_SIZE = 64,
    FIGURE_SIZE = 16
};

/* Chances that look alike as whole percents. */
#define SAME_CHANCE 0.005

/* ---- figures ---- */

/* A side's figures as they are shown, rounded to tenths so that they add up. */
struct figures {
    double usual;
    double cost; /* the sum of the turns, of which some are below 0 by their errors */
    double luck;
    double total; /* fired, and still to be fired */
    double rest;
};

static double to_tenths(double value)
{
    return round(value * 10) / 10;
}

/* An error in tenths, rounded up: one that is not 0 is not shown as 0.0. */
static double shown_error(double error)
{
    return ceil(error * 10 - 1e-9) / 10;
}

/* Whether a figure can be told from 0: by two standard errors, and as both are shown. */
static bool is_certain(struct review_estimate estimate)
{
    return fabs(estimate.value) > 2 * estimate.error &&
           fabs(to_tenths(estimate.value)) > shown_error(estimate.error);
}

static struct figures figures_of(const struct review_summary *summary)
{
    struct figures figures = { .usual = to_tenths(summary->start.value),
                               .cost = to_tenths(summary->cost.value),
                               .rest = to_tenths(summary->rest.value) };
    figures.total = (double)summary->shots + figures.rest;
    figures.luck = figures.usual + figures.cost - figures.total;
    return figures;
}

struct review_verdict review_judge(const struct hindsight *hindsight)
{
    bool is_known = hindsight->is_final && hindsight_is_settled(hindsight);
    struct review_verdict verdict = { .is_known = is_known };
    if (!is_known)
        return verdict;
    struct figures figures = figures_of(&hindsight->summary);
    bool has_luck = fabs(figures.luck) > hindsight->summary.luck.error;
    verdict.usual = lround(figures.usual);
    verdict.more = lround(figures.rest);
    verdict.luck = has_luck ? lround(figures.luck) : 0;
    if (is_certain(hindsight->summary.cost))
        verdict.cost = hindsight->summary.shots + verdict.more - verdict.usual + verdict.luck;
    /* So the sentence adds up; but it does not call less than half a shot one. */
    if (lround(figures.cost) == 0 || (verdict.cost > 0) != (figures.cost > 0))
        verdict.cost = 0;
    return verdict;
}

/* ---- the first sentence ---- */

/* Ends the sentence about the result with what an expert needs; a loser is told how far it was. */
static void say_usual(const struct result *result, const struct hindsight hindsights[SIDES],
                      int32_t side, char *text, size_t size)
{
    const struct called *called = &result->called[side];
    struct review_verdict verdict = review_judge(&hindsights[side]);
    bool is_sunk = verdict.is_known && result->reason == BSHIP_END_REASON_SUNK;
    bool is_draw = result->outcome == BSHIP_OUTCOME_DRAW;
    if (is_sunk && result->outcome == side)
        format_append(text, size, "; %ld is usual for an expert.", verdict.usual);
    else if (is_sunk && is_draw)
        format_append(text, size, ". %s fired %" PRId64 "; %ld is usual for an expert.",
                      called->subject, result->shots[side], verdict.usual);
    else if (is_sunk)
        format_append(text, size, ". %s needed about %ld more; %ld is usual for an expert.",
                      called->subject, verdict.more, verdict.usual);
    else
        format_append(text, size, ".");
}

/* Appends that a fleet was hidden: the figures are those of fleets laid at random. */
static void say_hidden(const struct review_verdict *verdict, const struct called *target,
                       char *text, size_t size)
{
    if (verdict->is_known && target->is_hiding)
        format_append(text, size,
                      " %s hides its fleet: the shots that this takes count as bad luck.",
                      target->subject);
}

/* Appends a sentence about a side's luck, with its name unless it is the reader's. */
static void say_luck(const struct hindsight *hindsight, const struct called *called, char *text,
                     size_t size)
{
    struct review_verdict verdict = review_judge(hindsight);
    long shots = labs(verdict.luck);
    bool is_lucky = verdict.luck > 0;
    if (!verdict.is_known)
        return;
    if (verdict.luck == 0 && called->is_you)
        format_append(text, size, " Luck: about average.");
    else if (verdict.luck == 0)
        format_append(text, size, " %s had average luck.", called->subject);
    else if (called->is_you)
        format_append(text, size, " %s: ", is_lucky ? "Lucky" : "Unlucky");
    else
        format_append(text, size, " %s was %s: ", called->subject, is_lucky ? "lucky" : "unlucky");
    if (verdict.luck != 0)
        format_append(text, size, "about %ld shot%s %s than average.", shots, shots == 1 ? "" : "s",
                      is_lucky ? "better" : "worse");
    if (verdict.cost == 0)
        return;
    text[strlen(text) - 1] = '\0'; /* the full stop */
    format_append(text, size, ", with about %ld %s.", labs(verdict.cost),
                  verdict.cost > 0 ? "given away" : "saved by the choice of cells");
}

void review_headline(const struct result *result, const struct hindsight hindsights[SIDES],
                     int32_t side, char *text, size_t size)
{
    int32_t other = other_side(side);
    bool is_won = result->outcome == BSHIP_SIDE_A || result->outcome == BSHIP_SIDE_B;
    bool knows_winner = is_won && review_judge(&hindsights[result->outcome]).is_known;
    result_say(result, text, size);
    say_usual(result, hindsights, knows_winner ? result->outcome : side, text, size);
    say_luck(&hindsights[side], &result->called[side], text, size);
    say_luck(&hindsights[other], &result->called[other], text, size);
    for (int32_t target = BSHIP_SIDE_A; target <= BSHIP_SIDE_B; target++) {
        struct review_verdict verdict = review_judge(&hindsights[other_side(target)]);
        say_hidden(&verdict, &result->called[target], text, size);
    }
}

/* ---- progress ---- */

void review_say_progress(const struct hindsight *hindsight, double done, char *text, size_t size)
{
    const struct review_summary *summary = &hindsight->summary;
    bool has_failed = summary->status && summary->status != BSHIP_ERROR_CANCELLED;
    text[0] = '\0';
    if (has_failed)
        snprintf(text, size, "There is no more to the review: %s.",
                 bship_status_message(summary->status));
    else if (hindsight->is_final && !hindsight_is_settled(hindsight))
        snprintf(text, size,
                 "The review had too little time to tell luck from skill; analyse shows what it "
                 "has found.");
    else if (!hindsight->is_final && summary->stage == REVIEW_CHANCES)
        snprintf(text, size, "Looking back: %" PRId64 " of %" PRId64 " shots.", summary->shots_done,
                 summary->shots);
    else if (!hindsight->is_final)
        snprintf(text, size, "Looking back: %.0f %% done.", 100 * done);
}

/* ---- lines ---- */

/* Where lines are added. */
struct lines {
    struct review_line *lines;
    size_t count;
};

static struct review_line *add_line(struct lines *lines)
{
    struct review_line *line = &lines->lines[lines->count++];
    *line = (struct review_line){ .is_heading = false };
    return line;
}

static void add_heading(struct lines *lines, const char *text)
{
    struct review_line *line = add_line(lines);
    line->is_heading = true;
    snprintf(line->text, sizeof line->text, "%s", text);
}

/* A figure with its meaning and, if there is one, its error. */
static void add_figure(struct lines *lines, bool is_signed, double value, const char *meaning,
                       double error)
{
    struct review_line *line = add_line(lines);
    snprintf(line->figure, sizeof line->figure, is_signed ? "%+.1f" : "%.1f", value);
    if (error > 0)
        snprintf(line->text, sizeof line->text, "%s (+-%.1f)", meaning, shown_error(error));
    else
        snprintf(line->text, sizeof line->text, "%s", meaning);
}

/* What a cost means: one that cannot be told from 0 may be none. */
static const char *meaning_of_cost(struct review_estimate cost)
{
    if (!is_certain(cost) && cost.error > 0)
        return "given away by the choice of cells, if anything";
    return cost.value < 0 ? "saved by better cells than the expert's"
                          : "given away by the choice of cells";
}

/* Not -0.0 for nothing at all. */
static double without_sign_of_zero(double shots)
{
    return fabs(shots) < 0.05 ? 0.0 : shots;
}

static void add_figures(struct lines *lines, const struct review_summary *summary,
                        const struct called *called)
{
    struct figures figures = figures_of(summary);
    char total[REVIEW_LINE_SIZE / 2];
    add_figure(lines, false, figures.usual, "usual for an expert", summary->start.error);
    add_figure(lines, true, without_sign_of_zero(figures.cost), meaning_of_cost(summary->cost),
               summary->cost.error);
    add_figure(lines, true, without_sign_of_zero(-figures.luck),
               figures.luck < 0 ? "lost by bad luck" : "saved by good luck", summary->luck.error);
    if (figures.rest > 0)
        snprintf(total, sizeof total, "in all: %" PRId64 " fired by %s, %.1f more needed",
                 summary->shots, called->name, figures.rest);
    else
        snprintf(total, sizeof total, "fired by %s", called->name);
    add_figure(lines, false, figures.total, total, 0);
}

/* The shot of a turn that was furthest from the best cell. */
static const struct review_shot *worst_shot(const struct hindsight *hindsight, int64_t number)
{
    const struct review_turn *turn = &hindsight->turns[number];
    const struct review_shot *worst = &hindsight->shots[turn->first_shot];
    for (int32_t i = 1; i < turn->shots; i++) {
        const struct review_shot *shot = &hindsight->shots[turn->first_shot + i];
        if (shot->best_chance - shot->chance > worst->best_chance - worst->chance)
            worst = shot;
    }
    return worst;
}

/*
 * Writes the chances of a shot and of the best cell: `B7 had a chance of 12 %, E4 of 31 %`. One of
 * the best chance is costly where other cells tell more about the fleet.
 */
static void say_chances(const struct review_shot *shot, bool is_costly, char *text, size_t size)
{
    char cell[BSHIP_CELL_TEXT_SIZE];
    char best[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(shot->cell, cell, sizeof cell);
    bship_cell_format(shot->best_cell, best, sizeof best);
    if (shot->chance + SAME_CHANCE >= shot->best_chance)
        snprintf(text, size, "%s had a chance of %.0f %%, and no cell a better one%s", cell,
                 100 * shot->chance, is_costly ? ", but some tell more" : "");
    else
        snprintf(text, size, "%s had a chance of %.0f %%, %s of %.0f %%", cell, 100 * shot->chance,
                 best, 100 * shot->best_chance);
}

static void add_costly_turn(struct lines *lines, const struct hindsight *hindsight, int64_t number)
{
    struct review_line *line = add_line(lines);
    char chances[REVIEW_LINE_SIZE / 2];
    say_chances(worst_shot(hindsight, number), true, chances, sizeof chances);
    snprintf(line->figure, sizeof line->figure, "%+.1f", hindsight->turns[number].cost.value);
    snprintf(line->text, sizeof line->text, "turn %" PRId64 ": %s", number + 1, chances);
}

static void add_costliest(struct lines *lines, const struct hindsight *hindsight)
{
    int64_t turns[COSTLIEST];
    size_t count = hindsight_costliest(hindsight, turns, COSTLIEST);
    if (count > 0)
        add_heading(lines, "COSTLIEST SHOTS");
    for (size_t i = 0; i < count; i++)
        add_costly_turn(lines, hindsight, turns[i]);
}

size_t review_lines(const struct hindsight *hindsight, const struct called *called,
                    struct review_line lines[REVIEW_LINES_MAX])
{
    struct lines added = { lines, 0 };
    char heading[REVIEW_LINE_SIZE];
    if (!hindsight_is_settled(hindsight))
        return 0;
    snprintf(heading, sizeof heading, "SHOTS%s%s", called->is_you ? "" : " OF ",
             called->is_you ? "" : called->name);
    add_heading(&added, heading);
    add_figures(&added, &hindsight->summary, called);
    if (hindsight->is_final)
        add_costliest(&added, hindsight);
    return added.count;
}

/* ---- turn by turn ---- */

const char *review_table_heading(void)
{
    return "turn  shot  chance   best cell    cost       luck  cells";
}

const char *review_table_legend(void)
{
    return "Chance: of a hit on the first cell. Best cell: with its chance. Cost: shots "
           "given away, with the standard error; only beyond three errors is it one. Luck: shots "
           "that the result has saved (+) or cost (-). But for rounding, the columns add up to "
           "the figures at the end.";
}

/* The cells of a turn, as many as there is room for. */
static void format_cells(const struct hindsight *hindsight, const struct review_turn *turn,
                         char cells[CELLS_SIZE])
{
    size_t used = 0;
    cells[0] = '\0';
    for (int32_t i = 0; i < turn->shots && used + BSHIP_CELL_TEXT_SIZE + 1 < CELLS_SIZE; i++) {
        if (i > 0)
            cells[used++] = ' ';
        used += bship_cell_format(hindsight->shots[turn->first_shot + i].cell, cells + used,
                                  CELLS_SIZE - used);
    }
}

/* A number of shots with its sign; `-` if it is not known yet. */
static void format_shots(char text[FIGURE_SIZE], double shots)
{
    snprintf(text, FIGURE_SIZE, isnan(shots) ? "-" : "%+.1f", without_sign_of_zero(shots));
}

/* A standard error; empty if there is none. */
static void format_error(char text[FIGURE_SIZE], double error)
{
    text[0] = '\0';
    if (error > 0)
        snprintf(text, FIGURE_SIZE, "+-%.1f", shown_error(error));
}

bool review_table_row(const struct hindsight *hindsight, int64_t number, char *text, size_t size,
                      bool *is_best)
{
    char cells[CELLS_SIZE];
    char best[BSHIP_CELL_TEXT_SIZE];
    char cost[FIGURE_SIZE];
    char error[FIGURE_SIZE];
    char luck[FIGURE_SIZE];
    if (number < 0 || number >= hindsight->turn_count)
        return false;
    const struct review_turn *turn = &hindsight->turns[number];
    const struct review_shot *shot = &hindsight->shots[turn->first_shot];
    format_cells(hindsight, turn, cells);
    bship_cell_format(shot->best_cell, best, sizeof best);
    format_shots(cost, turn->cost.value);
    format_error(error, turn->cost.error);
    format_shots(luck, turn->luck.value);
    snprintf(text, size, "%4" PRId64 "  %-4s %5.0f %%   %-4s %4.0f %% %6s%-5s %5s  %s", number + 1,
             shot->is_hit ? "hit" : "miss", 100 * shot->chance, best, 100 * shot->best_chance, cost,
             error, luck, cells);
    *is_best = shot->chance + SAME_CHANCE >= shot->best_chance;
    return true;
}

bool review_say_turn(const struct hindsight *hindsight, int64_t number, char *text, size_t size)
{
    char chances[REVIEW_LINE_SIZE / 2];
    if (number < 0 || number >= hindsight->turn_count)
        return false;
    const struct review_turn *turn = &hindsight->turns[number];
    bool is_costly = hindsight_is_costly(turn);
    say_chances(worst_shot(hindsight, number), is_costly, chances, sizeof chances);
    if (is_costly)
        snprintf(text, size, "%s: %.1f shots given away.", chances, turn->cost.value);
    else
        snprintf(text, size, "%s.", chances);
    return true;
}
