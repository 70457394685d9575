/* What is said at the end: one sentence, and figures that agree, of whatever was found. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/describe.h"
#include "battleship/game/replay.h"
#include "battleship/talk/command.h"
#include "battleship/talk/lesson.h"
#include "battleship/talk/review_words.h"
#include "battleship/talk/viewing.h"
#include "common/text.h"
#include "scratch.h"

enum {
    TEXT_SIZE = 512
};

/* What is known of a side: shots fired, those usual, given away, still to come, and the error. */
struct found {
    int shots;
    double usual, cost, rest, error;
};

static struct called called_of(const char *name)
{
    struct called called = { .is_you = strcmp(name, "you") == 0,
                             .is_hiding = strcmp(name, "Expert") == 0 };
    snprintf(called.name, sizeof called.name, "%s", name);
    snprintf(called.subject, sizeof called.subject, "%s", called.is_you ? "You" : name);
    return called;
}

/* A review with a turn for each shot; luck makes the rest of the difference. */
static struct hindsight hindsight_of(const struct found *known)
{
    struct hindsight hindsight = { .info = BSHIP_REVIEW_INFO_INIT, .is_final = true };
    bship_review_info *info = &hindsight.info;
    if (known->shots == 0)
        return hindsight;
    info->shots = info->shots_done = info->turns = info->turns_done = known->shots;
    info->rollouts = 100;
    info->start = known->usual;
    info->start_error = 0.2;
    info->rest = known->rest;
    info->rest_error = known->rest > 0 ? 0.3 : 0;
    info->cost = known->cost;
    info->cost_error = fabs(known->cost) > 0 ? 0.3 : 0;
    info->luck = known->usual + known->cost - known->shots - known->rest;
    info->luck_error = known->error;
    hindsight.shots = calloc((size_t)known->shots, sizeof *hindsight.shots);
    hindsight.turns = calloc((size_t)known->shots, sizeof *hindsight.turns);
    for (int i = 0; i < known->shots; i++) {
        hindsight.shots[i] = (bship_review_shot){ .turn = i,
                                                  .cell = { i % 10, i / 10 },
                                                  .expert_cell = { (i + 1) % 10, i / 10 },
                                                  .chance = 0.1,
                                                  .expert_chance = 0.2 };
        hindsight.turns[i] = (bship_review_turn){ .first_shot = i,
                                                  .shots = 1,
                                                  .cost = 0.01 * i - 0.1,
                                                  .cost_error = 0.3,
                                                  .luck_error = 0.3 };
    }
    return hindsight;
}

/* The headline of a game, as `you` (side a) or another one sees it. */
static void say(struct result *result, const struct found *a, const struct found *b, char *text)
{
    struct hindsight hindsights[SIDES] = {
        [BSHIP_SIDE_A] = hindsight_of(a), [BSHIP_SIDE_B] = hindsight_of(b)
    };
    result->shots[BSHIP_SIDE_A] = a->shots;
    result->shots[BSHIP_SIDE_B] = b->shots > 0 ? b->shots : 41;
    review_headline(result, hindsights, BSHIP_SIDE_A, text, TEXT_SIZE);
    hindsight_clear(&hindsights[BSHIP_SIDE_A]);
    hindsight_clear(&hindsights[BSHIP_SIDE_B]);
}

static const struct {
    const char *a, *b;
    int32_t outcome, reason;
    struct found of_a, of_b;
    const char *text;
} cases[] = {
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 38, 44.1, -2.1, 0, 0.4 },
      { 0 },
      "You won in 38 shots; 44.1 is usual for an expert. You saved about 4.0 shots by luck "
      "and saved about 2.1 by better cells than the expert's." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 51, 44.3, 14.2, 0, 0.4 },
      { 0 },
      "You won in 51 shots; 44.3 is usual for an expert. You gave away about 14.2 shots and won "
      "back about 7.5 by luck." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 52, 44.1, 1.2, 0, 0.4 },
      { 0 },
      "You won in 52 shots; 44.1 is usual for an expert. You lost about 6.7 shots by bad "
      "luck and gave away about 1.2." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 44, 44.1, 0.2, 0, 0.4 },
      { 0 },
      "You won in 44 shots; 44.1 is usual for an expert. You saved about 0.3 shots by "
      "luck, if any, and gave away about 0.2, if any." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 43, 44.1, 0.2, 0, 0.4 },
      { 0 },
      "You won in 43 shots; 44.1 is usual for an expert. You saved about 1.3 shots by luck "
      "and gave away about 0.2, if any." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 38, 44.1, 1.2, 0, 5.1 },
      { 0 },
      "You won in 38 shots." },
    { "you",
      "Expert",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 52, 44.1, 0.1, 0, 0.4 },
      { 0 },
      "You won in 52 shots; 44.1 is usual for an expert. You lost about 7.8 shots by bad "
      "luck and gave away about 0.1, if any. Expert hides its fleet: the shots that this "
      "takes count as bad luck." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 44, 44.1, 0.5, 0, 0.4 },
      { 0 },
      "You won in 44 shots; 44.1 is usual for an expert. You saved about 0.6 shots by "
      "luck, if any, and gave away about 0.5, if any." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_B,
      BSHIP_END_REASON_SUNK,
      { 40, 44.1, 2.3, 9.4, 0.4 },
      { 0 },
      "Medium won in 41 shots. You needed about 9.4 more; 44.1 is usual for an expert. You "
      "lost about 3.0 shots by bad luck and gave away about 2.3." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_DRAW,
      BSHIP_END_REASON_SUNK,
      { 41, 44.1, 2.3, 0, 0.4 },
      { 0 },
      "A draw: both fleets were sunk. You fired 41; 44.1 is usual for an expert. You saved "
      "about 5.4 shots by luck and gave away about 2.3." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_B,
      BSHIP_END_REASON_RESIGNED,
      { 20, 44.1, 0, 24.1, 0.4 },
      { 0 },
      "Medium won: you resigned. You neither gave shots away nor had luck." },
    { "you",
      "Ben",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_RESIGNED,
      { 0 },
      { 0 },
      "You won: Ben resigned." },
    { "you",
      "Ben",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_CONTRADICTION,
      { 20, 44.1, 0, 21.1, 0.4 },
      { 0 },
      "You won: Ben reported falsely, or did not reveal the fleet. You saved about 3.0 shots by "
      "luck and "
      "gave nothing away." },
    { "you",
      "Ben",
      BSHIP_OUTCOME_NONE,
      BSHIP_END_REASON_ABANDONED,
      { 0 },
      { 0 },
      "Nobody won: the game was abandoned." },
    { "Anna",
      "Ben",
      BSHIP_OUTCOME_B,
      BSHIP_END_REASON_SUNK,
      { 40, 44.1, 2.3, 9.4, 0.4 },
      { 40, 44.1, 0.1, 0, 0.4 },
      "Ben won in 40 shots; 44.1 is usual for an expert. Anna lost about 3.0 shots by bad "
      "luck and gave away about 2.3. Ben saved about 4.2 shots by luck and gave away about "
      "0.1, if any." },
};

Test(end_text, a_draw_by_points_counts_them)
{
    struct result result = { .outcome = BSHIP_OUTCOME_DRAW, .reason = BSHIP_END_REASON_SHOTS };
    char text[TEXT_SIZE];
    for (int64_t points = 0; points <= 2; points++) {
        result.points[BSHIP_SIDE_A] = result.points[BSHIP_SIDE_B] = points;
        result_say(&result, text, sizeof text);
        cr_assert_eq(strstr(text, "1 point each") != NULL, points == 1, "%s", text);
        cr_assert_eq(strstr(text, " points each") != NULL, points != 1, "%s", text);
    }
}

Test(end_text, one_sentence_says_it)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_SIZE];
        struct result result = { .outcome = cases[i].outcome, .reason = cases[i].reason };
        result.called[BSHIP_SIDE_A] = called_of(cases[i].a);
        result.called[BSHIP_SIDE_B] = called_of(cases[i].b);
        say(&result, &cases[i].of_a, &cases[i].of_b, text);
        cr_assert_str_eq(text, cases[i].text, "\n%s\n%s", text, cases[i].text);
    }
}

/* The figure of the line with some words; 0 if there is none. */
static double figure_of(const struct review_line *lines, size_t count, const char *words)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(lines[i].text, words))
            return atof(lines[i].figure);
    return 0;
}

/* What a side's lines give away or save, and lose by bad luck or save. */
static double cost_of(const struct review_line *lines, size_t count)
{
    return figure_of(lines, count, "given away") -
           figure_of(lines, count, "saved by better cells") -
           figure_of(lines, count, "saved by the choice of cells");
}

static double luck_of(const struct review_line *lines, size_t count)
{
    return figure_of(lines, count, "saved by good luck") -
           figure_of(lines, count, "lost by bad luck");
}

/* The number behind some words of a text; 0 if they are not there. */
static double number_behind(const char *text, const char *words)
{
    const char *place = strstr(text, words);
    return place ? atof(place + strlen(words)) : 0;
}

/* The shots that a sentence says, from those that are usual and its causes. */
static double sum_of_sentence(const char *text)
{
    static const struct {
        const char *words;
        int sign;
    } causes[] = { { "gave away about ", 1 },
                   { "lost about ", 1 },
                   { "won back about ", -1 },
                   { "saved about ", -1 } };
    double sum = number_behind(text, "shots; ");
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        for (const char *at = text; (at = strstr(at, causes[i].words)); at++)
            sum += causes[i].sign * number_behind(at, causes[i].words);
    return sum;
}

/* The lines add up, and the sentence says the same figures as they do. */
static void check_figures(const struct found *known)
{
    struct hindsight hindsight = hindsight_of(known);
    struct called you = called_of("you");
    struct review_line lines[REVIEW_LINES_MAX];
    struct result result = { .outcome = BSHIP_OUTCOME_A, .reason = BSHIP_END_REASON_SUNK };
    char text[TEXT_SIZE];
    size_t count = review_lines(&hindsight, &you, lines);
    double total = figure_of(lines, count, "fired by you"), cost = cost_of(lines, count);
    double usual = figure_of(lines, count, "usual for an expert"), luck = luck_of(lines, count);

    cr_assert_leq(count, (size_t)REVIEW_LINES_MAX, "%d lines", (int)count);
    cr_assert_float_eq(usual + cost - luck, total, 1e-9, "%f", usual + cost - luck - total);
    cr_assert_float_eq(cost, known->cost, 0.0501, "%f of %f", cost, known->cost);
    cr_assert(fabs(total - known->shots - known->rest) < 0.051, "%f", total);
    bool is_doubtful = figure_of(lines, count, "if any") > 0;
    cr_assert(!is_doubtful || fabs(known->cost) <= 2 * 0.3 + 0.1, "%f", known->cost);
    result.called[BSHIP_SIDE_A] = you;
    result.called[BSHIP_SIDE_B] = called_of("Medium");
    say(&result, known, &(struct found){ 0 }, text);
    double sum = sum_of_sentence(text);
    cr_assert_float_eq(sum, total, 0.001, "%f, not %f: %s", sum, total, text);
    for (size_t i = 0; i < count; i++)
        cr_assert_null(strpbrk(lines[i].figure, "+-"), "no figure has a sign: %s", lines[i].figure);
    hindsight_clear(&hindsight);
}

Test(end_text, figures_agree)
{
    for (int i = 0; i < 400; i++) {
        struct found known = { 30 + i % 40, 44.03 + 0.07 * (i % 11), 0.13 * (i % 37) - 1.9, 0,
                               0.4 };
        check_figures(&known);
    }
}

Test(end_text, a_sign_takes_the_place_of_two_letters_before_a_number)
{
    char text[] = "44.3 (+-0.4), +- 1.5, +-.5, a +-b, +-";
    text_use_signs(text);
    cr_assert_str_eq(text, "44.3 (\u00b10.4), \u00b1 1.5, \u00b1.5, a +-b, +-", "%s", text);
}

static bool has_heading(const struct review_line *lines, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (lines[i].is_heading && strcmp(lines[i].text, text) == 0)
            return true;
    return false;
}

/* The number in a column of a row of the table; NAN if it is empty. */
static double in_column(const struct hindsight *hindsight, int64_t turn, const char *column)
{
    char row[TEXT_SIZE];
    const char *heading = review_table_heading();
    size_t end = (size_t)(strstr(heading, column) - heading) + strlen(column);
    cr_assert(review_table_row(hindsight, turn, row, sizeof row), "a row");
    row[end] = '\0';
    return strspn(row + end - 4, " ") == 4 ? (double)NAN : atof(row + end - 4);
}

Test(end_text, the_table_has_one_sign_of_luck_and_only_certain_costs)
{
    static const struct {
        double cost, error, luck, shown_cost, shown_luck;
    } turns[] = {
        { 0.5, 0.1, 0.3, 0.5, 0.3 },           { 0.5, 0.2, -0.3, (double)NAN, -0.3 },
        { -0.5, 0.1, 0.04, (double)NAN, 0.0 }, { -0.2, 0.1, -0.04, (double)NAN, 0.0 },
        { 0, 0, 1.2, (double)NAN, 1.2 },
    };
    const struct found known = { 1, 44.1, 0.4, 0, 0.4 };
    struct hindsight hindsight = hindsight_of(&known);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        char row[TEXT_SIZE];
        hindsight.turns[0].cost = turns[i].cost;
        hindsight.turns[0].cost_error = turns[i].error;
        hindsight.turns[0].luck = turns[i].luck;
        double cost = in_column(&hindsight, 0, "cost"), luck = in_column(&hindsight, 0, "luck");
        cr_assert_eq(isnan(cost), isnan(turns[i].shown_cost), "row %d: %f", (int)i, cost);
        cr_assert(isnan(cost) || fabs(cost - turns[i].shown_cost) < 1e-9, "%f", cost);
        cr_assert_float_eq(luck, turns[i].shown_luck, 1e-9, "row %d: %f", (int)i, luck);
        review_table_row(&hindsight, 0, row, sizeof row);
        cr_assert_null(strstr(row, "0.0 +"), "%s", row);
        cr_assert_null(strstr(row, "+0.0"), "nothing has no sign: %s", row);
        cr_assert_null(strstr(row, "-0.0"), "nothing has no sign: %s", row);
    }
    hindsight_clear(&hindsight);
}

Test(end_text, of_a_salvo_the_table_has_hits_and_the_other_cells)
{
    const struct found known = { 3, 44.1, 0.4, 0, 0.4 };
    struct hindsight hindsight = hindsight_of(&known);
    char row[TEXT_SIZE], text[TEXT_SIZE];
    hindsight.info.turns_done = 1;
    hindsight.turns[0].shots = 3;
    hindsight.turns[0].hits_chosen = 0.3;
    hindsight.turns[0].hits_expert = 1.4;
    hindsight.shots[0].expert_cell = hindsight.shots[0].cell;
    hindsight.shots[1].is_hit = 1;
    hindsight.shots[1].expert_cell = (bship_cell){ 7, 7 };
    hindsight.shots[2].expert_cell = (bship_cell){ 0, 9 };
    cr_assert(review_table_row(&hindsight, 0, row, sizeof row), "a row");
    cr_assert(strstr(row, " 1/3 ") && strstr(row, " 0.3 ") && strstr(row, " 1.4 "), "%s", row);
    cr_assert_not_null(strstr(row, "A1 B1 C1; expert H8 A10"), "%s", row);
    cr_assert(review_say_turn(&hindsight, 0, text, sizeof text), "a sentence");
    cr_assert_str_eq(text, "B1, 10 %; C1, 10 %; the expert: H8, 20 %; A10, 20 %.", "%s", text);
    hindsight_clear(&hindsight);
}

Test(end_text, a_cost_within_its_error_is_none)
{
    static const struct {
        double cost, error;
        int is_expert;
        const char *text;
    } turns[] = {
        { 0.3, 0.2, 0, "A1, 10 %; the expert: B1, 20 %." },
        { 0.04, 0.01, 0, "A1, 10 %; the expert: B1, 20 %." },
        { 0.9, 0.2, 0, "A1, 10 %; the expert: B1, 20 %: 0.9 shots given away." },
        { 0, 0, 1, "A1, 10 %; the expert, too." },
    };
    const struct found known = { 1, 44.1, 0.1, 0, 0.4 };
    struct hindsight hindsight = hindsight_of(&known);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        char text[TEXT_SIZE];
        hindsight.turns[0].is_expert = turns[i].is_expert;
        hindsight.turns[0].cost = turns[i].cost;
        hindsight.turns[0].cost_error = turns[i].error;
        cr_assert(review_say_turn(&hindsight, 0, text, sizeof text), "nothing is known");
        cr_assert_str_eq(text, turns[i].text, "%s", text);
    }
    hindsight_clear(&hindsight);
}

/* A hit at E5, then turns that leave E6 for others. */
Test(end_text, the_lesson_is_the_cell_that_was_left)
{
    static const struct {
        int turns;
        double cost;
        bool is_hit;
        const char *text;
    } lessons[] = {
        { 9, 0.7, true, "After the hit at E5 you left E6, 47 %, for nine turns: 6.3 shots." },
        { 1, 1.5, true, "After the hit at E5 you left E6, 47 %: 1.5 shots." },
        { 2, 0.9, false, "From turn 2 on you left E6, 47 %, for two turns: 1.8 shots." },
        { 1, 0.9, false, "In turn 2 you left E6, 47 %: 0.9 shots." },
        { 4, 0.1, true, "" },
    };
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++) {
        const struct found known = { 20, 44.1, 0.4, 0, 0.4 };
        struct hindsight hindsight = hindsight_of(&known);
        struct called you = called_of("you");
        char text[TEXT_SIZE] = "";
        for (int64_t turn = 0; turn < 20; turn++) {
            hindsight.shots[turn].expert_cell = hindsight.shots[turn].cell;
            hindsight.turns[turn].cost = 0;
        }
        hindsight.shots[0].cell = (bship_cell){ 4, 4 };
        hindsight.shots[0].expert_cell = (bship_cell){ 4, 4 };
        hindsight.shots[0].is_hit = lessons[i].is_hit;
        for (int turn = 1; turn <= lessons[i].turns; turn++) {
            hindsight.shots[turn].expert_cell = (bship_cell){ 4, 5 };
            hindsight.shots[turn].expert_chance = 0.47;
            hindsight.turns[turn].cost = lessons[i].cost;
            hindsight.turns[turn].cost_error = 0.1;
        }
        struct review_line lines[REVIEW_LINES_MAX];
        cr_assert_eq(lesson_say(&hindsight, &you, text, sizeof text), lessons[i].text[0] != 0, "%s",
                     text);
        cr_assert_str_eq(text, lessons[i].text, "%s", text);
        size_t count = review_lines(&hindsight, &you, lines);
        cr_assert(count >= 5 && (!text[0] || strcmp(lines[5].text, text) == 0), "%s",
                  lines[5].text);
        hindsight_clear(&hindsight);
    }
}

Test(end_text, sentences_wait_for_the_end_of_the_review)
{
    const struct found known = { 52, 44.1, 5.1, 0, 0.4 };
    struct hindsight hindsights[SIDES] = { [BSHIP_SIDE_A] = hindsight_of(&known) };
    struct result result = {
        .outcome = BSHIP_OUTCOME_A,
        .reason = BSHIP_END_REASON_SUNK,
        .shots = { [BSHIP_SIDE_A] = 52 },
        .called = { [BSHIP_SIDE_A] = called_of("you"), [BSHIP_SIDE_B] = called_of("Medium") }
    };
    char text[TEXT_SIZE];
    hindsights[BSHIP_SIDE_A].is_final = false;
    review_headline(&result, hindsights, BSHIP_SIDE_A, text, sizeof text);
    cr_assert_str_eq(text, "You won in 52 shots.", "%s", text);
    hindsight_clear(&hindsights[BSHIP_SIDE_A]);
}

Test(end_text, the_costliest_shots_are_named_once_they_stay)
{
    const struct found known = { 38, 44.1, 1.2, 0, 0.4 };
    struct hindsight hindsight = hindsight_of(&known);
    struct called you = called_of("you");
    struct review_line lines[REVIEW_LINES_MAX];
    for (int i = 0; i < known.shots; i++)
        hindsight.turns[i].cost = 0.1 * i - 1;
    size_t count = review_lines(&hindsight, &you, lines);
    cr_assert(has_heading(lines, count, "COSTLIEST SHOTS"), "the review is done");
    cr_assert_str_eq(lines[count - 3].figure, "2.7", "%s", lines[count - 3].figure);
    cr_assert_str_eq(lines[count - 3].text, "turn 38: H4, 10 %; the expert: I4, 20 %", "%s",
                     lines[count - 3].text);
    hindsight.is_final = false;
    count = review_lines(&hindsight, &you, lines);
    cr_assert_not(has_heading(lines, count, "COSTLIEST SHOTS"), "it goes on");
    hindsight.info.luck_error = 3;
    cr_assert_eq(review_lines(&hindsight, &you, lines), 0, "nothing is known yet");
    hindsight.was_settled = true;
    cr_assert_gt(review_lines(&hindsight, &you, lines), 0, "what was shown stays");
    hindsight_clear(&hindsight);
}

/* ---- in a record ---- */

#define GAME                                                                                       \
    "battleship 1\nboard 3x2\nfleet 2\ncontact allowed\nplayer a Ann\nplayer b medium\n"           \
    "x-battleship-player a human\nx-battleship-player b ai\n%s"                                    \
    "began a\nb ship 2 A1 right\na A1 hit\nb A1 miss\na B1 sunk 2\nresult a\n"
#define REVIEW                                                                                     \
    "x-review a expert 100 2.5 0.1 0 0 0.5 0.1 1 0.1\nx-review-turn a 0 1 0 0.1 0.01 0.2 0.1\n"    \
    "x-review-turn a 1 1 1 0 0 0.2 0.1\nx-review-shot a A1 1 0.5 B1 0.75\n"

static struct replay replay_of(const char *review)
{
    char text[2048];
    char why[FILES_WHY_SIZE];
    struct replay replay;
    scratch_open();
    snprintf(text, sizeof text, GAME, review);
    scratch_write(scratch_path("text"), text);
    cr_assert(replay_open(&replay, scratch_path("text"), why), "%s", why);
    scratch_close();
    return replay;
}

static void assert_says(struct viewing *viewing, int32_t command, const char *expected)
{
    cr_assert(viewing_move(viewing, command), "no move");
    char *text = viewing_say(viewing);
    cr_assert_str_eq(text, expected, "%s", text);
    free(text);
}

Test(end_text, a_replay_says_what_the_review_found)
{
    struct replay replay = replay_of(REVIEW "x-review-shot a B1 1 0.9 B1 0.9\n");
    struct viewing viewing;
    char text[TEXT_SIZE];
    viewing_open(&viewing, &replay, true);
    cr_assert_eq(viewing.left, BSHIP_SIDE_B, "the own board stands on the right");
    viewing_position(&viewing, text, sizeof text);
    cr_assert_str_eq(text, "Step 0 of 3.", "%s", text);
    assert_says(&viewing, COMMAND_FIRST, "");
    assert_says(&viewing, COMMAND_FORWARD,
                "Round 1, you: A1 hit. A1, 50 %; the expert: B1, 75 %: 0.1 shots given away.");
    assert_says(&viewing, COMMAND_FORWARD, "Round 1, medium: A1 miss.");
    assert_says(
        &viewing, COMMAND_LAST,
        "Round 2, you: B1 sunk: length 2. B1, 90 %; the expert, too. You won in 2 shots; 2.5 is "
        "usual for an expert. You saved about 1.0 shots by luck and gave away about 0.5.");
    viewing_close(&viewing);
    viewing_open(&viewing, &replay, false);
    cr_assert_str_eq(viewing.result.called[BSHIP_SIDE_A].name, "Ann", "a stranger's game");
    viewing_close(&viewing);
    replay_close(&replay);
}

Test(end_text, a_review_that_does_not_fit_is_none)
{
    static const char *const reviews[] = {
        "",
        REVIEW,
        REVIEW "x-review-shot a A2 1 0.9 B1 0.9\n",
        REVIEW "x-review-shot a B1 1 nan B1 1\n",
        REVIEW "x-review-shot a B1\n",
        REVIEW "x-review-shot a B1 1 0.9 B1 0.9\nx-review-shot a B1 1 1 B1 1\n",
        "x-review a posterior 100 2.5 0.1 0 0 0.5 0.1 1 0.1\n",
        "x-review a nobody 100 2.5 0.1 0 0 0.5 0.1 1 0.1\n",
        "x-review a expert 100 1e9 0.1 0 0 0.5 0.1 1 0.1\n",
        "x-review a\n",
        "x-review-turn a 0 7 0 0 0 0 0\n"
    };
    for (size_t i = 0; i < sizeof reviews / sizeof *reviews; i++) {
        struct replay replay = replay_of(reviews[i]);
        struct viewing viewing;
        viewing_open(&viewing, &replay, true);
        cr_assert_not(hindsight_is_there(&viewing.hindsights[BSHIP_SIDE_A]), "%s", reviews[i]);
        assert_says(&viewing, COMMAND_LAST, "Round 2, you: B1 sunk: length 2. You won in 2 shots.");
        viewing_close(&viewing);
        replay_close(&replay);
    }
}

Test(end_text, what_is_written_into_a_record_is_read_again)
{
    struct replay replay = replay_of(REVIEW "x-review-shot a B1 1 0.9 B1 0.9\n");
    struct hindsight first, second;
    bship_record *record = NULL;
    struct replay other = replay_of("");
    cr_assert(hindsight_read(&first, replay.record, BSHIP_SIDE_A, replay.logs[BSHIP_SIDE_A]),
              "none");
    record = other.record;
    cr_assert_eq(hindsight_write(&first, record, BSHIP_SIDE_A), BSHIP_OK, "out of memory");
    cr_assert(hindsight_read(&second, record, BSHIP_SIDE_A, replay.logs[BSHIP_SIDE_A]), "not read");
    cr_assert_eq(memcmp(&first.info, &second.info, sizeof first.info), 0, "the figures");
    cr_assert_eq(memcmp(first.turns, second.turns, 2 * sizeof *first.turns), 0, "the turns");
    cr_assert_eq(memcmp(first.shots, second.shots, 2 * sizeof *first.shots), 0, "the shots");
    hindsight_clear(&first);
    hindsight_clear(&second);
    replay_close(&replay);
    replay_close(&other);
}

Test(end_text, long_games_are_settled_with_larger_errors)
{
    static const struct {
        double usual, error;
        bool is_settled, is_settled_in_the_end;
    } games[] = {
        { 44, 2.4, true, true },   { 44, 2.6, false, true },    { 44, 5.1, false, false },
        { 14, 2.4, true, true },   { 14, 2.6, false, true },    { 132, 7.4, true, true },
        { 132, 7.6, false, true }, { 132, 15.1, false, false }, { 44, (double)NAN, false, false },
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const struct found found = { 40, games[i].usual, 0, 0, games[i].error };
        struct hindsight hindsight = hindsight_of(&found);
        hindsight.is_final = false;
        cr_assert_eq(hindsight_is_settled(&hindsight), games[i].is_settled, "%d", (int)i);
        hindsight.is_final = true;
        cr_assert_eq(hindsight_is_settled(&hindsight), games[i].is_settled_in_the_end, "%d",
                     (int)i);
        hindsight_clear(&hindsight);
    }
}

Test(end_text, what_was_settled_is_read_as_settled)
{
    /* The first error is rounded up to the limit, the second one grew after it was settled. */
    static const double errors[] = { REVIEW_SETTLED_ERROR - 1e-6, REVIEW_SETTLED_ERROR + 1 };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        struct replay replay = replay_of(REVIEW "x-review-shot a B1 1 0.9 B1 0.9\n");
        struct replay other = replay_of("");
        const bship_chart *log = replay.logs[BSHIP_SIDE_A];
        struct hindsight kept;
        cr_assert(hindsight_read(&kept, replay.record, BSHIP_SIDE_A, log), "none");
        kept.info.luck_error = errors[i];
        cr_assert_eq(hindsight_write(&kept, other.record, BSHIP_SIDE_A), BSHIP_OK, "out of memory");
        hindsight_clear(&kept);
        cr_assert(hindsight_read(&kept, other.record, BSHIP_SIDE_A, log), "not read");
        cr_assert(hindsight_is_settled(&kept), "%.6f", errors[i]);
        hindsight_clear(&kept);
        replay_close(&replay);
        replay_close(&other);
    }
}

Test(end_text, the_number_of_a_step_is_typed)
{
    static const struct {
        const char *typed;
        int at;
        const char *text;
    } numbers[] = {
        { "2", 2, "" },
        { "4", 2, "There is no step 4: the last one is 3." },
        { "99999999999999999999999", 2, "There is no step 999999999999: the last one is 3." },
        { "-1", 2, "That is neither a command nor the number of a step." },
        { "1x", 2, "That is neither a command nor the number of a step." },
        { "0", 0, "" },
    };
    struct replay replay = replay_of("");
    struct viewing viewing;
    viewing_open(&viewing, &replay, true);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct reply reply;
        viewing_go(&viewing, numbers[i].typed, &reply);
        cr_assert_eq(replay.at, numbers[i].at, "%s", numbers[i].typed);
        cr_assert_str_eq(reply.text, numbers[i].text, "%s", reply.text);
    }
    viewing_close(&viewing);
    replay_close(&replay);
}

static void assert_line(int32_t place, const char *line, int32_t command)
{
    char copy[32];
    char *rest;
    snprintf(copy, sizeof copy, "%s", line);
    cr_assert_eq(command_of_line(place, copy, &rest), command, "%s", line);
}

/* Each key and each word of the end and of a replay gives its own command. */
Test(end_text, no_command_hides_another)
{
    static const int32_t places[] = { PLACE_END, PLACE_REPLAY };
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        const struct command_row *row;
        for (int i = 0; (row = command_row(places[p] | PLACE_NARROW, i)); i++) {
            for (int key = 0; key < 2; key++)
                if (row->keys[key] != 0)
                    cr_assert_eq(command_of_key(places[p], row->keys[key]), row->command, "%s",
                                 row->key);
            if (row->word)
                assert_line(places[p], row->word, row->command);
        }
        assert_line(places[p], " Q ", COMMAND_LEAVE);
        assert_line(places[p], "qq", COMMAND_NONE);
    }
    assert_line(PLACE_REPLAY, "n", COMMAND_FORWARD);
    /* The keys of what line mode does not have. */
    assert_line(PLACE_REPLAY, "f", COMMAND_NONE);
    assert_line(PLACE_REPLAY, "+", COMMAND_NONE);
    assert_line(PLACE_SHOT, "?", COMMAND_MENU);
}

/* ---- ships of one name ---- */

#define TWINS                                                                                      \
    "battleship 1\nboard 6x6\nfleet Cruiser:2 Cruiser:2 Boat:1\ndisclosure %s\ncontact allowed\n"  \
    "began a\nb ship Cruiser A1 right\nb ship Cruiser A3 right\nb ship Boat A5 right\n%s"

static void assert_log(const char *disclosure, const char *shots, const char *const *turns,
                       const char *const *own)
{
    char text[1024];
    char why[FILES_WHY_SIZE];
    struct replay replay;
    scratch_open();
    snprintf(text, sizeof text, TWINS, disclosure, shots);
    scratch_write(scratch_path("text"), text);
    cr_assert(replay_open(&replay, scratch_path("text"), why), "%s", why);
    scratch_close();
    cr_assert_str_empty(replay.fault, "%s", replay.fault);
    for (int i = 0; turns[i]; i++)
        for (int of_board = 0; of_board < 2; of_board++) {
            char *said = NULL;
            size_t size;
            const char *expected = of_board ? own[i] : turns[i];
            FILE *out = open_memstream(&said, &size);
            describe_turn(out, replay.logs[BSHIP_SIDE_A], i,
                          of_board ? replay.boards[BSHIP_SIDE_B] : NULL);
            fclose(out);
            cr_assert_str_eq(said, expected, "%s instead of %s", said, expected);
            free(said);
        }
    replay_close(&replay);
}

Test(end_text, ships_of_one_name_are_numbered)
{
    static const char *const sunk[] = { "A3 hit", "B3 sunk: Cruiser 1", "A1 hit",
                                        "B1 sunk: Cruiser 2", NULL };
    static const char *const hit[] = { "A3 hit: Cruiser", "B3 sunk: Cruiser 1", "A1 hit: Cruiser 2",
                                       "B1 sunk: Cruiser 2", NULL };
    static const char *const own[] = { "A3 hit (Cruiser)", "B3 sunk (Cruiser 1)",
                                       "A1 hit (Cruiser 2)", "B1 sunk (Cruiser 2)", NULL };
    assert_log("ship",
               "a A3 hit\nb A1 miss\na B3 sunk Cruiser\nb A2 miss\na A1 hit\nb A3 miss\n"
               "a B1 sunk Cruiser\n",
               sunk, own);
    assert_log("every-hit",
               "a A3 hit Cruiser\nb A1 miss\na B3 sunk Cruiser\nb A2 miss\na A1 hit Cruiser\n"
               "b A3 miss\na B1 sunk Cruiser\n",
               hit, own);
    assert_log("length",
               "a A3 hit\nb A1 miss\na B3 sunk 2\nb A2 miss\na A1 hit\nb A3 miss\na B1 sunk 2\n",
               sunk, own);
}
