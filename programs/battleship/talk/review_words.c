/* What is said of a game in hindsight; see review_words.h. */
#include "battleship/talk/review_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/talk/lesson.h"
#include "common/board_cells.h"
#include "common/format.h"

enum {
    COSTLIEST = 3,
    CELLS_SIZE = 128,
    FIGURE_SIZE = 16
};

/* ---- figures ---- */

/* A side's figures in tenths of a shot, rounded so that they add up exactly:
 * usual + cost - luck = total. */
struct figures {
    double usual; /* what an expert needs */
    double cost;  /* given away, or saved if negative */
    double luck;  /* saved, or lost if negative */
    double rest;  /* that it would have had to fire in the end; 0 once the fleet is sunk */
    double total; /* fired, and still to be fired */
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

/* Whether a figure in tenths is shown as 0.0. */
static bool is_nothing(double shots)
{
    return fabs(shots) < 0.05;
}

/* Whether a figure can be told from 0: by two standard errors, and as both are shown. */
static bool is_certain(double value, double error)
{
    return fabs(value) > 2 * error && fabs(to_tenths(value)) > shown_error(error);
}

static struct figures figures_of(const bship_review_info *info)
{
    struct figures figures = { .usual = to_tenths(info->start),
                               .cost = to_tenths(info->cost),
                               .rest = to_tenths(info->rest) };
    figures.total = (double)info->shots + figures.rest;
    figures.luck = figures.usual + figures.cost - figures.total;
    return figures;
}

static bool is_known(const struct hindsight *hindsight)
{
    return hindsight->is_final && hindsight_is_settled(hindsight);
}

/* ---- the first sentences ---- */

/* Ends the sentence about the result with what an expert needs; a loser is told how far it was. */
static void say_usual(const struct result *result, const struct hindsight hindsights[SIDES],
                      int32_t side, char *text, size_t size)
{
    const struct called *called = &result->called[side];
    struct figures figures = figures_of(&hindsights[side].info);
    bool is_sunk = is_known(&hindsights[side]) && result->reason == BSHIP_END_REASON_SUNK;
    bool is_draw = result->outcome == BSHIP_OUTCOME_DRAW;
    if (is_sunk && result->outcome == side)
        format_append(text, size, "; %.1f is usual for an expert.", figures.usual);
    else if (is_sunk && is_draw)
        format_append(text, size, ". %s fired %" PRId64 "; %.1f is usual for an expert.",
                      called->subject, result->shots[side], figures.usual);
    else if (is_sunk)
        format_append(text, size, ". %s needed about %.1f more; %.1f is usual for an expert.",
                      called->subject, figures.rest, figures.usual);
    else
        format_append(text, size, ".");
}

/* Appends that a fleet was hidden: the figures are those of fleets laid at random. */
static void say_hidden(const struct called *target, char *text, size_t size)
{
    if (target->is_hiding)
        format_append(text, size,
                      " %s hides its fleet: the shots that this takes count as bad luck.",
                      target->subject);
}

/* A cause of the difference to what is usual: `gave away about 14.2`. */
struct cause {
    double shots;
    const char *verb;
    const char *means; /* after the number; may be empty */
    bool is_certain;
};

static struct cause cause_of_cost(const bship_review_info *info, double cost)
{
    bool is_given = cost > 0;
    return (struct cause){ fabs(cost), is_given ? "gave away" : "saved",
                           is_given ? "" : " by better cells than the expert's",
                           is_certain(info->cost, info->cost_error) };
}

static struct cause cause_of_luck(const bship_review_info *info, double luck, double cost)
{
    bool is_won_back = cost > 0 && luck > 0 && luck <= cost;
    return (struct cause){ fabs(luck),
                           luck < 0      ? "lost"
                           : is_won_back ? "won back"
                                         : "saved",
                           luck < 0 ? " by bad luck" : " by luck",
                           is_certain(info->luck, info->luck_error) };
}

/* Appends a cause; the first one says that these are shots. */
static void say_cause(const struct cause *cause, bool is_first, char *text, size_t size)
{
    format_append(text, size, " %s about %.1f%s%s%s", cause->verb, cause->shots,
                  is_first ? " shots" : "", cause->means, cause->is_certain ? "" : ", if any");
}

/* Appends a sentence about what made the difference for a side, the larger cause first. */
static void say_causes(const struct hindsight *hindsight, const struct called *called, char *text,
                       size_t size)
{
    const bship_review_info *info = &hindsight->info;
    struct figures figures = figures_of(info);
    struct cause cost = cause_of_cost(info, figures.cost);
    struct cause luck = cause_of_luck(info, figures.luck, figures.cost);
    bool is_cost_first = cost.shots >= luck.shots;
    const struct cause *first = is_cost_first ? &cost : &luck;
    const struct cause *second = is_cost_first ? &luck : &cost;
    format_append(text, size, " %s", called->subject);
    if (is_nothing(first->shots)) {
        format_append(text, size, " neither gave shots away nor had luck.");
        return;
    }
    say_cause(first, true, text, size);
    bool gave_nothing = !is_cost_first && info->cost_error <= 0;
    if (!is_nothing(second->shots) || gave_nothing)
        format_append(text, size, first->is_certain ? " and" : ", and");
    if (!is_nothing(second->shots))
        say_cause(second, false, text, size);
    else if (gave_nothing)
        format_append(text, size, " gave nothing away");
    format_append(text, size, ".");
}

void review_headline(const struct result *result, const struct hindsight hindsights[SIDES],
                     int32_t side, char *text, size_t size)
{
    int32_t sides[] = { side, other_side(side) };
    bool is_won = result->outcome == BSHIP_SIDE_A || result->outcome == BSHIP_SIDE_B;
    bool knows_winner = is_won && is_known(&hindsights[result->outcome]);
    result_say(result, text, size);
    say_usual(result, hindsights, knows_winner ? result->outcome : side, text, size);
    for (size_t i = 0; i < 2; i++) {
        const struct hindsight *hindsight = &hindsights[sides[i]];
        if (!is_known(hindsight))
            continue;
        say_causes(hindsight, &result->called[sides[i]], text, size);
    }
    for (int32_t target = BSHIP_SIDE_A; target <= BSHIP_SIDE_B; target++) {
        if (is_known(&hindsights[other_side(target)]))
            say_hidden(&result->called[target], text, size);
    }
}

/* ---- progress ---- */

void review_say_progress(const struct hindsight *hindsight, double done, char *text, size_t size)
{
    const bship_review_info *info = &hindsight->info;
    bool has_failed = hindsight->status && hindsight->status != BSHIP_ERROR_CANCELLED;
    text[0] = '\0';
    if (has_failed)
        snprintf(text, size, "There is no more to the review: %s.",
                 bship_status_message(hindsight->status));
    else if (hindsight->is_final && !hindsight_is_settled(hindsight))
        snprintf(text, size,
                 "The review had too little time to tell luck from skill; analyse shows what it "
                 "has found.");
    else if (!hindsight->is_final && info->shots_done < info->shots)
        snprintf(text, size, "Looking back: %" PRId64 " of %" PRId64 " shots.", info->shots_done,
                 info->shots);
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
static void add_figure(struct lines *lines, double value, const char *meaning, double error)
{
    struct review_line *line = add_line(lines);
    snprintf(line->figure, sizeof line->figure, "%.1f", fabs(value));
    if (error > 0)
        snprintf(line->text, sizeof line->text, "%s (+-%.1f)", meaning, shown_error(error));
    else
        snprintf(line->text, sizeof line->text, "%s", meaning);
}

/* What a cost means: one that cannot be told from 0 may be none. */
static const char *meaning_of_cost(const bship_review_info *info, double cost)
{
    bool is_saved = cost < 0;
    if (!is_certain(info->cost, info->cost_error) && info->cost_error > 0)
        return is_saved ? "saved by the choice of cells, if any"
                        : "given away by the choice of cells, if any";
    return is_saved ? "saved by better cells than the expert's"
                    : "given away by the choice of cells";
}

/* The figures have no signs: whether they are more shots or fewer, the words say. */
static void add_figures(struct lines *lines, const bship_review_info *info,
                        const struct called *called)
{
    struct figures figures = figures_of(info);
    char total[REVIEW_LINE_SIZE / 2];
    add_figure(lines, figures.usual, "usual for an expert", info->start_error);
    add_figure(lines, figures.cost, meaning_of_cost(info, figures.cost), info->cost_error);
    add_figure(lines, figures.luck, figures.luck < 0 ? "lost by bad luck" : "saved by good luck",
               info->luck_error);
    if (figures.rest > 0)
        snprintf(total, sizeof total, "in all: %" PRId64 " fired by %s, %.1f more needed",
                 info->shots, called->name, figures.rest);
    else
        snprintf(total, sizeof total, "fired by %s", called->name);
    add_figure(lines, figures.total, total, 0);
}

/* Appends a cell with its chance: `E4, 31 %`. */
static void add_cell(bship_cell cell, double chance, char *text, size_t size)
{
    char name[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(cell, name, sizeof name);
    format_append(text, size, "%s, %.0f %%", name, 100 * chance);
}

static bool is_expert_shot(const bship_review_shot *shot)
{
    return is_same_cell(shot->cell, shot->expert_cell);
}

/*
 * Writes what a turn fired at and what the expert would have: `B7, 12 %; the expert: E4, 31 %`. Of
 * a salvo, only the shots that differ.
 */
static void say_choice(const struct hindsight *hindsight, const bship_review_turn *turn, char *text,
                       size_t size)
{
    const bship_review_shot *shots = hindsight->shots + turn->first_shot;
    const char *before = "";
    text[0] = '\0';
    for (int32_t i = 0; i < turn->shots; i++) {
        if (turn->is_expert && i > 0)
            break;
        if (is_expert_shot(&shots[i]) && !turn->is_expert && turn->shots > 1)
            continue;
        format_append(text, size, "%s", before);
        add_cell(shots[i].cell, shots[i].chance, text, size);
        before = "; ";
    }
    format_append(text, size, "%s", turn->is_expert ? "; the expert, too" : "; the expert: ");
    before = "";
    for (int32_t i = 0; i < turn->shots && !turn->is_expert; i++) {
        if (is_expert_shot(&shots[i]) && turn->shots > 1)
            continue;
        format_append(text, size, "%s", before);
        add_cell(shots[i].expert_cell, shots[i].expert_chance, text, size);
        before = "; ";
    }
}

static void add_costly_turn(struct lines *lines, const struct hindsight *hindsight, int64_t number)
{
    struct review_line *line = add_line(lines);
    char choice[REVIEW_LINE_SIZE * 3 / 4];
    say_choice(hindsight, &hindsight->turns[number], choice, sizeof choice);
    snprintf(line->figure, sizeof line->figure, "%.1f", hindsight->turns[number].cost);
    snprintf(line->text, sizeof line->text, "turn %" PRId64 ": %s", number + 1, choice);
}

static void add_costliest(struct lines *lines, const struct hindsight *hindsight)
{
    int64_t turns[COSTLIEST];
    size_t found = bship_review_costliest(hindsight->turns, (size_t)hindsight->info.turns_done,
                                          turns, COSTLIEST);
    if (found > 0)
        add_heading(lines, "COSTLIEST SHOTS");
    for (size_t i = 0; i < found && i < COSTLIEST; i++)
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
    add_figures(&added, &hindsight->info, called);
    if (!hindsight->is_final)
        return added.count;
    struct review_line *lesson = add_line(&added);
    if (!lesson_say(hindsight, called, lesson->text, sizeof lesson->text))
        added.count--;
    add_costliest(&added, hindsight);
    return added.count;
}

/* ---- turn by turn ---- */

const char *review_table_heading(void)
{
    return "turn  shot  chance   expert       cost   luck  cells";
}

const char *review_table_legend(void)
{
    return "Chance: of a hit; of a salvo, the hits expected. Expert: the cell that an expert fires "
           "at, or its salvo, likewise. Cost: shots given away; empty where it is within three "
           "standard errors, and so may be none. Luck: shots that the result has saved or, if "
           "negative, cost.";
}

/* The cells of a turn, as many as there is room for; of a salvo also the expert's other ones. */
static void format_cells(const struct hindsight *hindsight, const bship_review_turn *turn,
                         char cells[CELLS_SIZE])
{
    const bship_review_shot *shots = hindsight->shots + turn->first_shot;
    char name[BSHIP_CELL_TEXT_SIZE];
    cells[0] = '\0';
    for (int32_t i = 0; i < turn->shots; i++) {
        bship_cell_format(shots[i].cell, name, sizeof name);
        format_append(cells, CELLS_SIZE, "%s%s", i > 0 ? " " : "", name);
    }
    const char *before = "; expert ";
    for (int32_t i = 0; i < turn->shots && turn->shots > 1; i++) {
        if (is_expert_shot(&shots[i]))
            continue;
        bship_cell_format(shots[i].expert_cell, name, sizeof name);
        format_append(cells, CELLS_SIZE, "%s%s", before, name);
        before = " ";
    }
}

/* A number of shots, if wanted with its sign; `-` if it is not known yet. */
static void format_shots(char text[FIGURE_SIZE], double shots, bool is_signed)
{
    if (isnan(shots))
        snprintf(text, FIGURE_SIZE, "-");
    else if (is_nothing(shots))
        snprintf(text, FIGURE_SIZE, "0.0");
    else
        snprintf(text, FIGURE_SIZE, is_signed ? "%+.1f" : "%.1f", shots);
}

/* What a turn has hit: `hit`, `miss`, or how many of a salvo; `?` if that is not known. */
static void format_hits(char text[FIGURE_SIZE], const struct hindsight *hindsight,
                        const bship_review_turn *turn)
{
    const bship_review_shot *shots = hindsight->shots + turn->first_shot;
    int hits = 0;
    for (int32_t i = 0; i < turn->shots; i++)
        hits += shots[i].is_hit > 0;
    if (shots[0].is_hit < 0)
        snprintf(text, FIGURE_SIZE, "?");
    else if (turn->shots == 1)
        snprintf(text, FIGURE_SIZE, "%s", hits > 0 ? "hit" : "miss");
    else
        snprintf(text, FIGURE_SIZE, "%d/%d", hits, (int)turn->shots);
}

/* A chance with the expert's; of a salvo, the hits expected of both. */
static void format_chances(char *text, size_t size, const struct hindsight *hindsight,
                           const bship_review_turn *turn)
{
    const bship_review_shot *shot = &hindsight->shots[turn->first_shot];
    char expert[BSHIP_CELL_TEXT_SIZE];
    bship_cell_format(shot->expert_cell, expert, sizeof expert);
    if (turn->shots == 1)
        snprintf(text, size, "%5.0f %%   %-4s %3.0f %%", 100 * shot->chance, expert,
                 100 * shot->expert_chance);
    else
        snprintf(text, size, "%5.1f          %3.1f  ", turn->hits_chosen, turn->hits_expert);
}

bool review_table_row(const struct hindsight *hindsight, int64_t number, char *text, size_t size)
{
    char cells[CELLS_SIZE];
    char chances[CELLS_SIZE];
    char hits[FIGURE_SIZE];
    char cost[FIGURE_SIZE] = "";
    char luck[FIGURE_SIZE];
    if (number < 0 || number >= hindsight->info.turns_done)
        return false;
    const bship_review_turn *turn = &hindsight->turns[number];
    format_cells(hindsight, turn, cells);
    format_hits(hits, hindsight, turn);
    format_chances(chances, sizeof chances, hindsight, turn);
    if (isnan(turn->cost) || hindsight_is_costly(turn))
        format_shots(cost, turn->cost, false);
    format_shots(luck, turn->luck, true);
    snprintf(text, size, "%4" PRId64 "  %-4s %s %6s %6s  %s", number + 1, hits, chances, cost, luck,
             cells);
    return true;
}

bool review_say_turn(const struct hindsight *hindsight, int64_t number, char *text, size_t size)
{
    char choice[REVIEW_LINE_SIZE];
    if (number < 0 || number >= hindsight->info.turns_done)
        return false;
    const bship_review_turn *turn = &hindsight->turns[number];
    say_choice(hindsight, turn, choice, sizeof choice);
    if (hindsight_is_costly(turn))
        snprintf(text, size, "%s: %.1f shots given away.", choice, turn->cost);
    else
        snprintf(text, size, "%s.", choice);
    return true;
}
