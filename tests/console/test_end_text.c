/* What is said at the end: one sentence, and figures that agree, of whatever was found. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/describe.h"
#include "battleship/game/replay.h"
#include "battleship/talk/command.h"
#include "battleship/talk/review_words.h"
#include "battleship/talk/viewing.h"
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
    struct hindsight hindsight = { .is_final = true };
    struct review_summary *summary = &hindsight.summary;
    if (known->shots == 0)
        return hindsight;
    summary->stage = REVIEW_DONE;
    summary->shots = summary->shots_done = summary->turns = hindsight.turn_count = known->shots;
    summary->rollouts = 100;
    summary->expert = "posterior";
    summary->start = (struct review_estimate){ known->usual, 0.2 };
    summary->rest = (struct review_estimate){ known->rest, known->rest > 0 ? 0.3 : 0 };
    summary->cost = (struct review_estimate){ known->cost, 0.3 };
    summary->luck.value = known->usual + known->cost - known->shots - known->rest;
    summary->luck.error = known->error;
    hindsight.shots = calloc((size_t)known->shots, sizeof *hindsight.shots);
    hindsight.turns = calloc((size_t)known->shots, sizeof *hindsight.turns);
    for (int i = 0; i < known->shots; i++) {
        hindsight.shots[i] = (struct review_shot){
            .turn = i, .cell = { i % 10, i / 10 }, .chance = 0.1, .best_chance = 0.2
        };
        hindsight.turns[i] = (struct review_turn){
            .first_shot = i, .shots = 1, .cost = { 0.1 * i - 1, 0.3 }, .luck = { 0, 0.3 }
        };
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
      "You won in 38 shots; 44 is usual for an expert. Lucky: about 4 shots better than average, "
      "with about 2 saved by the choice of cells." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 52, 44.1, 1.2, 0, 0.4 },
      { 0 },
      "You won in 52 shots; 44 is usual for an expert. Unlucky: about 7 shots worse than "
      "average, with about 1 given away." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 44, 44.1, 0.2, 0, 0.4 },
      { 0 },
      "You won in 44 shots; 44 is usual for an expert. Luck: about average." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 43, 44.1, 0.2, 0, 0.4 },
      { 0 },
      "You won in 43 shots; 44 is usual for an expert. Lucky: about 1 shot better than average." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 38, 44.1, 1.2, 0, 1.6 },
      { 0 },
      "You won in 38 shots." },
    { "you",
      "Expert",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 52, 44.1, 0.1, 0, 0.4 },
      { 0 },
      "You won in 52 shots; 44 is usual for an expert. Unlucky: about 8 shots worse than average. "
      "Expert hides its fleet: the shots that this takes count as bad luck." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_A,
      BSHIP_END_REASON_SUNK,
      { 44, 44.1, 0.5, 0, 0.4 },
      { 0 },
      "You won in 44 shots; 44 is usual for an expert. Lucky: about 1 shot better than average." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_B,
      BSHIP_END_REASON_SUNK,
      { 40, 44.1, 2.3, 9.4, 0.4 },
      { 0 },
      "Medium won in 41 shots. You needed about 9 more; 44 is usual for an expert. Unlucky: about "
      "3 "
      "shots worse than average, with about 2 given away." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_DRAW,
      BSHIP_END_REASON_SUNK,
      { 41, 44.1, 2.3, 0, 0.4 },
      { 0 },
      "A draw: both fleets were sunk. You fired 41; 44 is usual for an expert. Lucky: about 5 "
      "shots "
      "better than average, with about 2 given away." },
    { "you",
      "Medium",
      BSHIP_OUTCOME_B,
      BSHIP_END_REASON_RESIGNED,
      { 20, 44.1, 0, 24.1, 0.4 },
      { 0 },
      "Medium won: you resigned. Luck: about average." },
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
      "You won: Ben reported falsely, or did not reveal the fleet. Lucky: about 3 shots better "
      "than average." },
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
      "Ben won in 40 shots; 44 is usual for an expert. Anna was unlucky: about 3 shots worse than "
      "average, with about 2 given away. Ben was lucky: about 4 shots better than average." },
};

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

/* The figure of the line with some words; NAN if there is none. */
static double figure_of(const struct review_line *lines, size_t count, const char *words)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(lines[i].text, words))
            return atof(lines[i].figure);
    return (double)NAN;
}

static double sum_of(const struct review_line *lines, size_t count, double *cost)
{
    double lost = figure_of(lines, count, "lost by bad luck");
    double saved = figure_of(lines, count, "saved by good luck");
    *cost = figure_of(lines, count, "given away");
    double gained = figure_of(lines, count, "saved by better cells");
    return figure_of(lines, count, "usual for an expert") + (isnan(*cost) ? gained : *cost) +
           (isnan(lost) ? saved : lost);
}

Test(end_text, figures_agree)
{
    for (int i = 0; i < 400; i++) {
        struct found known = { 30 + i % 40, 44.03 + 0.07 * (i % 11), 0.13 * (i % 37) - 1.9,
                               i % 3 == 0 ? 0.17 * (i % 50) : 0, 0.4 };
        struct hindsight hindsight = hindsight_of(&known);
        struct called you = called_of("you");
        struct review_line lines[REVIEW_LINES_MAX];
        double cost;
        size_t count = review_lines(&hindsight, &you, lines);
        cr_assert_leq(count, (size_t)REVIEW_LINES_MAX, "%d lines", (int)count);
        double sum = sum_of(lines, count, &cost);
        cr_assert_float_eq(sum, figure_of(lines, count, "fired by you"), 0.001, "game %d: %f", i,
                           sum);
        double anything = figure_of(lines, count, "if anything");
        cr_assert_eq(isnan(cost), known.cost < -2 * 0.3, "game %d: %f", i, known.cost);
        cr_assert_eq(isnan(anything), fabs(known.cost) > 2 * 0.3, "game %d: %f", i, known.cost);
        cr_assert_float_eq(isnan(cost) ? known.cost : cost, known.cost, 0.0501, "game %d", i);
        cr_assert(fabs(sum - known.shots - known.rest) < 0.051, "game %d: %f", i, sum);
        struct review_verdict verdict = review_judge(&hindsight);
        double luck = figure_of(lines, count, "luck");
        cr_assert(verdict.cost == 0 || isnan(anything), "game %d: within its error", i);
        cr_assert(verdict.cost == 0 ||
                      verdict.usual + verdict.cost - verdict.luck == known.shots + verdict.more,
                  "game %d: the sentence does not add up", i);
        cr_assert(verdict.luck == 0 || fabs(-luck - (double)verdict.luck) < 0.51,
                  "game %d: %f against %ld", i, luck, verdict.luck);
        hindsight_clear(&hindsight);
    }
}

Test(end_text, less_than_half_a_shot_is_not_called_one)
{
    struct found known = { 4, 15.2, 0.3, 0, 0.4 };
    struct hindsight hindsight = hindsight_of(&known);
    hindsight.summary.cost.error = 0.1;
    struct review_verdict verdict = review_judge(&hindsight);
    cr_assert_eq(verdict.cost, 0, "%ld given away", verdict.cost);
    cr_assert_eq(verdict.luck, 12, "%ld by luck", verdict.luck);
    hindsight_clear(&hindsight);
}

static bool has_heading(const struct review_line *lines, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (lines[i].is_heading && strcmp(lines[i].text, text) == 0)
            return true;
    return false;
}

/* The sum of a column of the table of turns. */
static double column_sum(const struct hindsight *hindsight, size_t column)
{
    char row[TEXT_SIZE];
    bool is_best;
    double sum = 0;
    for (int64_t i = 0; review_table_row(hindsight, i, row, sizeof row, &is_best); i++)
        sum += atof(row + column);
    return sum;
}

Test(end_text, the_columns_add_up_to_the_figures_at_the_end)
{
    const struct found known = { 40, 44.1, -0.4, 0, 0.4 };
    struct hindsight hindsight = hindsight_of(&known);
    struct called you = called_of("you");
    struct review_line lines[REVIEW_LINES_MAX];
    const char *heading = review_table_heading();
    double cost;
    for (int i = 0; i < known.shots; i++) {
        hindsight.turns[i].cost.value = i % 2 == 0 ? 0.3 : -0.32;
        hindsight.turns[i].luck.value = hindsight.summary.luck.value / known.shots;
    }
    size_t count = review_lines(&hindsight, &you, lines);
    sum_of(lines, count, &cost);
    cr_assert_float_eq(cost, -0.4, 0.001, "%f", cost);
    size_t place = (size_t)(strstr(heading, "cost") - heading);
    cr_assert_float_eq(column_sum(&hindsight, place - 1), -0.0, 0.001, "to the rounding of a row");
    place = (size_t)(strstr(heading, "luck") - heading);
    cr_assert_lt(fabs(column_sum(&hindsight, place) - hindsight.summary.luck.value),
                 0.05 * known.shots, "luck");
    cr_assert_not(has_heading(lines, count, "COSTLIEST SHOTS"), "all are within their errors");
    hindsight_clear(&hindsight);
}

Test(end_text, a_cost_within_its_error_is_none)
{
    static const struct {
        double cost, error, chance;
        const char *text;
    } turns[] = {
        { 0.3, 0.2, 0.21, "A1 had a chance of 21 %, and no cell a better one." },
        { 0.04, 0.01, 0.21, "A1 had a chance of 21 %, and no cell a better one." },
        { 0.3, 0.2, 0.11, "A1 had a chance of 11 %, A1 of 21 %." },
        { 0.9, 0.2, 0.11, "A1 had a chance of 11 %, A1 of 21 %: 0.9 shots given away." },
        { 0.9, 0.2, 0.21,
          "A1 had a chance of 21 %, and no cell a better one, but some tell more: 0.9 shots given "
          "away." },
    };
    const struct found known = { 1, 44.1, 0.1, 0, 0.4 };
    struct hindsight hindsight = hindsight_of(&known);
    hindsight.shots[0].best_chance = 0.21;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        char text[TEXT_SIZE];
        hindsight.shots[0].chance = turns[i].chance;
        hindsight.turns[0].cost = (struct review_estimate){ turns[i].cost, turns[i].error };
        cr_assert(review_say_turn(&hindsight, 0, text, sizeof text), "nothing is known");
        cr_assert_str_eq(text, turns[i].text, "%s", text);
    }
    hindsight_clear(&hindsight);
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
    size_t count = review_lines(&hindsight, &you, lines);
    cr_assert(has_heading(lines, count, "COSTLIEST SHOTS"), "the review is done");
    cr_assert_str_eq(lines[count - 3].figure, "+2.7", "%s", lines[count - 3].figure);
    cr_assert_str_eq(lines[count - 3].text, "turn 38: H4 had a chance of 10 %, A1 of 20 %", "%s",
                     lines[count - 3].text);
    hindsight.is_final = false;
    count = review_lines(&hindsight, &you, lines);
    cr_assert_not(has_heading(lines, count, "COSTLIEST SHOTS"), "it goes on");
    hindsight.summary.luck.error = 2;
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
    "x-review a posterior 100 2.5 0.1 0 0 0.5 0.1 1 0.1\nx-review-turn a 0 1 0.1 0.01 0.2 0.1\n"   \
    "x-review-turn a 1 1 0.4 0.1 0.2 0.1\nx-review-shot a A1 1 0.5 B1 0.75\n"

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
                "Round 1, you: A1 hit. A1 had a chance of 50 %, B1 of 75 %: 0.1 shots given away.");
    assert_says(&viewing, COMMAND_FORWARD, "Round 1, medium: A1 miss.");
    assert_says(
        &viewing, COMMAND_LAST,
        "Round 2, you: B1 sunk: length 2. B1 had a chance of 90 %, and no cell a better one, but "
        "some tell more: 0.4 shots given away. You won in 2 shots; 3 is usual for an expert. "
        "Lucky: about 1 "
        "shot better than average.");
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
        "x-review a nobody 100 2.5 0.1 0 0 0.5 0.1 1 0.1\n",
        "x-review a posterior 100 1e9 0.1 0 0 0.5 0.1 1 0.1\n",
        "x-review a\n",
        "x-review-turn a 0 7 0 0 0 0\n"
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
    cr_assert_eq(memcmp(&first.summary, &second.summary, sizeof first.summary), 0, "the figures");
    cr_assert_eq(memcmp(first.turns, second.turns, 2 * sizeof *first.turns), 0, "the turns");
    cr_assert_eq(memcmp(first.shots, second.shots, 2 * sizeof *first.shots), 0, "the shots");
    hindsight_clear(&first);
    hindsight_clear(&second);
    replay_close(&replay);
    replay_close(&other);
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
        kept.summary.luck.error = errors[i];
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

/* Each key and each word of the end and of a replay gives its own command. */
Test(end_text, no_command_hides_another)
{
    static const int32_t places[] = { PLACE_END, PLACE_REPLAY };
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        const struct command_row *row;
        for (int i = 0; (row = command_row(places[p] | PLACE_NARROW, i)); i++) {
            char line[32];
            char *rest;
            for (int key = 0; key < 2; key++)
                if (row->keys[key] != 0)
                    cr_assert_eq(command_of_key(places[p], row->keys[key]), row->command, "%s",
                                 row->key);
            snprintf(line, sizeof line, "%s", row->word ? row->word : "");
            if (row->word)
                cr_assert_eq(command_of_line(places[p], line, &rest), row->command, "%s", line);
        }
        cr_assert_eq(command_of_letter(places[p], " Q "), COMMAND_LEAVE, "a letter alone");
        cr_assert_eq(command_of_letter(places[p], "qq"), COMMAND_NONE, "two letters");
    }
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
