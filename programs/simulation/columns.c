/* The columns of all results; see columns.h. */
#include "simulation/columns.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "simulation/agreement.h"

#define ENTRY(member) .offset = offsetof(struct entry, member)
#define PAIR(member) .offset = offsetof(struct pair, member)
#define POINT(member) .offset = offsetof(struct curve_point, member)
#define DUEL(member) .offset = offsetof(struct duel, member)
#define RATING(member) .offset = offsetof(struct rating, member)
#define ASKED(member) .offset = offsetof(struct asked, member)
#define ALIKE(member) .offset = offsetof(struct likeness, member)
#define GAME(member) .offset = offsetof(struct game_row, member)
#define TABLE(columns, row)                                                                        \
    {                                                                                              \
        columns, sizeof(columns) / sizeof((columns)[0]), sizeof(row)                               \
    }

/* clang-format off */

static const struct column entry_columns[] = {
    { "", "strategy", "name", COLUMN_TEXT, ENTRY(name) },
    { NULL, NULL, "learner", COLUMN_TEXT, ENTRY(learner) },
    { NULL, "games", "games", COLUMN_COUNT, ENTRY(figures.played) },
    { "failed", "failed", "failed", COLUMN_COUNT, ENTRY(figures.failed), .width = 8,
      .is_rare = true },
    { "mean", "mean", "mean", COLUMN_MEAN, ENTRY(summary.mean), .width = 8, .decimals = 3 },
    { "error", "standard_error", "standard_error", COLUMN_REAL, ENTRY(summary.standard_error),
      .width = 8, .decimals = 3, .is_joined = true, .text_plan = PLAN_SAMPLED },
    { NULL, NULL, "interval", COLUMN_INTERVAL, ENTRY(summary.low) },
    { "sd", "sd", "sd", COLUMN_REAL, ENTRY(summary.sd), .width = 8, .decimals = 2 },
    { "min", "min", "min", COLUMN_COUNT, ENTRY(summary.minimum), .width = 6 },
    { "5%", "p5", "p5", COLUMN_COUNT, ENTRY(summary.p5), .width = 6 },
    { "median", "median", "median", COLUMN_COUNT, ENTRY(summary.median), .width = 7 },
    { "95%", "p95", "p95", COLUMN_COUNT, ENTRY(summary.p95), .width = 6 },
    { "max", "max", "max", COLUMN_COUNT, ENTRY(summary.maximum), .width = 6 },
    { "mean", "mean_turns", "mean_turns", COLUMN_REAL, ENTRY(turns), .part = 1, .width = 8,
      .decimals = 3 },
    { "cleared %", "cleared", "cleared.rate", COLUMN_SHARE, ENTRY(cleared), .part = 2, .width = 10,
      .decimals = 1, .csv_plan = PLAN_LIMITED },
    { "95% interval", "cleared_low,cleared_high", "cleared.interval", COLUMN_INTERVAL,
      ENTRY(cleared_low), .part = 2, .width = 5, .decimals = 1, .is_percent = true,
      .is_joined = true, .text_plan = PLAN_SAMPLED, .csv_plan = PLAN_LIMITED },
    { "points", "points", "points.mean", COLUMN_MEAN, ENTRY(points), .part = 2, .width = 9,
      .decimals = 3, .csv_plan = PLAN_LIMITED },
    { "error", "points_error", "points.standard_error", COLUMN_REAL, ENTRY(points_error), .part = 2,
      .width = 8, .decimals = 3, .is_joined = true, .text_plan = PLAN_SAMPLED,
      .csv_plan = PLAN_LIMITED },
    { NULL, NULL, "histogram", COLUMN_HISTOGRAM, ENTRY(shots) },
    { "games/s", "games_per_second", "games_per_second", COLUMN_REAL, ENTRY(speed), .width = 11,
      .text_plan = PLAN_TIMED },
};

static const struct column pair_columns[] = {
    { "", NULL, NULL, COLUMN_LABEL, PAIR(label) },
    { NULL, NULL, "a", COLUMN_TEXT, PAIR(a) },
    { NULL, NULL, "b", COLUMN_TEXT, PAIR(b) },
    { "", NULL, "difference", COLUMN_MEAN, PAIR(comparison.difference), .width = 9, .decimals = 3 },
    { "", NULL, "interval", COLUMN_INTERVAL, PAIR(comparison.low), .width = 8, .decimals = 3,
      .is_joined = true, .text_plan = PLAN_SAMPLED },
    { NULL, NULL, "p_value", COLUMN_P_VALUE, PAIR(comparison.p_value) },
    { "", NULL, "p_value_holm", COLUMN_P_VALUE, PAIR(adjusted), .width = 10,
      .is_joined = true, .text_plan = PLAN_SAMPLED },
};

static const struct column point_columns[] = {
    { "", NULL, NULL, COLUMN_LABEL, POINT(label) },
    { NULL, "strategy", NULL, COLUMN_TEXT, POINT(strategy) },
    { NULL, "first", "first", COLUMN_COUNT, POINT(first) },
    { NULL, "last", "last", COLUMN_COUNT, POINT(last) },
    { NULL, "series", "series", COLUMN_COUNT, POINT(series) },
    { "plain", "mean", "plain.mean", COLUMN_REAL, POINT(plain), .width = 9, .decimals = 3 },
    { "error", "standard_error", "plain.standard_error", COLUMN_REAL, POINT(plain_error),
      .width = 8, .decimals = 3 },
    { "learner", "learner_mean", "learner.mean", COLUMN_REAL, POINT(learner), .width = 9,
      .decimals = 3 },
    { "error", "learner_standard_error", "learner.standard_error", COLUMN_REAL,
      POINT(learner_error), .width = 8, .decimals = 3 },
    { "difference", "difference", "difference", COLUMN_REAL, POINT(difference), .width = 12,
      .decimals = 3 },
    { "", "low,high", "interval", COLUMN_INTERVAL, POINT(low), .width = 7, .decimals = 3,
      .is_joined = true },
};

static const struct column duel_columns[] = {
    { "", NULL, NULL, COLUMN_LABEL, DUEL(label) },
    { NULL, "a", "a", COLUMN_TEXT, DUEL(a) },
    { NULL, "b", "b", COLUMN_TEXT, DUEL(b) },
    { NULL, "games", "games", COLUMN_COUNT, DUEL(games) },
    { "won", "won", "won", COLUMN_COUNT, DUEL(share.won), .width = 8 },
    { "drawn", "drawn", "drawn", COLUMN_COUNT, DUEL(drawn), .width = 7 },
    { "lost", "lost", "lost", COLUMN_COUNT, DUEL(share.lost), .width = 8 },
    { NULL, "failed_a", "failed_a", COLUMN_COUNT, DUEL(failed_a) },
    { NULL, "failed_b", "failed_b", COLUMN_COUNT, DUEL(failed_b) },
    { NULL, NULL, "share.won", COLUMN_COUNT, DUEL(share.won) },
    { NULL, NULL, "share.decided", COLUMN_COUNT, DUEL(share.decided) },
    { "won %", "share", "share.rate", COLUMN_SHARE, DUEL(share.rate), .width = 8, .decimals = 1 },
    { "95% interval", "low,high", "share.interval", COLUMN_INTERVAL, DUEL(share.low), .width = 5,
      .decimals = 1, .is_percent = true, .is_joined = true },
    { "won", NULL, "first_mover.won", COLUMN_COUNT, DUEL(first.won), .part = 1, .width = 8 },
    { "drawn", NULL, NULL, COLUMN_COUNT, DUEL(drawn), .part = 1, .width = 7 },
    { "lost", NULL, NULL, COLUMN_COUNT, DUEL(first.lost), .part = 1, .width = 8 },
    { NULL, NULL, "first_mover.decided", COLUMN_COUNT, DUEL(first.decided) },
    { "won %", "first_mover_share", "first_mover.rate", COLUMN_SHARE, DUEL(first.rate), .part = 1,
      .width = 8, .decimals = 1 },
    { "95% interval", "first_mover_low,first_mover_high", "first_mover.interval", COLUMN_INTERVAL,
      DUEL(first.low), .part = 1, .width = 5, .decimals = 1, .is_percent = true,
      .is_joined = true },
    { NULL, "elo_a", NULL, COLUMN_REAL, DUEL(elo_a) },
    { NULL, "error_a", NULL, COLUMN_REAL, DUEL(error_a) },
    { NULL, "elo_b", NULL, COLUMN_REAL, DUEL(elo_b) },
    { NULL, "error_b", NULL, COLUMN_REAL, DUEL(error_b) },
};

static const struct column rating_columns[] = {
    { "", NULL, "name", COLUMN_TEXT, RATING(name) },
    { "points", NULL, "points", COLUMN_REAL, RATING(points), .width = 8, .decimals = 1,
      .text_plan = PLAN_SWISS },
    { "Elo", NULL, "elo", COLUMN_REAL, RATING(elo), .width = 8, .decimals = 1 },
    { NULL, NULL, "elo_reason", COLUMN_TEXT, RATING(reason) },
    { "error", NULL, "error", COLUMN_REAL, RATING(error), .width = 8, .decimals = 1 },
    { "games", NULL, "games", COLUMN_COUNT, RATING(games), .width = 10, .text_plan = PLAN_ROBIN },
    { "won", NULL, "won", COLUMN_COUNT, RATING(won), .width = 10 },
    { "drawn", NULL, "drawn", COLUMN_COUNT, RATING(drawn), .width = 8 },
    { "lost", NULL, "lost", COLUMN_COUNT, RATING(lost), .width = 10 },
    { "failed", NULL, "failed", COLUMN_COUNT, RATING(failed), .width = 8 },
};

static const struct column asked_columns[] = {
    { "", NULL, "name", COLUMN_TEXT, ASKED(name) },
    { NULL, NULL, "strategy", COLUMN_TEXT, ASKED(strategy) },
    { "answers", NULL, "answers", COLUMN_COUNT, ASKED(answers), .width = 9 },
    { "itself %", NULL, "itself", COLUMN_SHARE, ASKED(itself), .width = 10, .decimals = 1 },
    { NULL, NULL, "reason", COLUMN_TEXT, ASKED(reason) },
};

static const struct column alike_columns[] = {
    { "", NULL, NULL, COLUMN_LABEL, ALIKE(label) },
    { NULL, "a", "a", COLUMN_TEXT, ALIKE(a) },
    { NULL, "b", "b", COLUMN_TEXT, ALIKE(b) },
    { NULL, "positions", "positions", COLUMN_COUNT, ALIKE(positions) },
    { NULL, "equal", "equal", COLUMN_COUNT, ALIKE(equal) },
    { "equal %", "share", "share", COLUMN_SHARE, ALIKE(share), .width = 9, .decimals = 1 },
    { "95% interval", "low,high", "interval", COLUMN_INTERVAL, ALIKE(low), .width = 5,
      .decimals = 1, .is_percent = true, .is_joined = true },
    { "usual %", "usual", "usual", COLUMN_SHARE, ALIKE(usual), .width = 9, .decimals = 1 },
    { "itself %", "itself", "itself", COLUMN_SHARE, ALIKE(itself), .width = 10, .decimals = 1 },
};

static const struct column game_columns[] = {
    { NULL, "game", NULL, COLUMN_COUNT, GAME(row.game) },
    { NULL, "round", NULL, COLUMN_COUNT, GAME(round), .csv_plan = PLAN_SERIES },
    { NULL, "strategy", NULL, COLUMN_TEXT, GAME(strategy) },
    { NULL, "opponent", NULL, COLUMN_TEXT, GAME(opponent), .csv_plan = PLAN_DUEL },
    { NULL, "side", NULL, COLUMN_TEXT, GAME(side), .csv_plan = PLAN_DUEL },
    { NULL, "first", NULL, COLUMN_COUNT, GAME(first), .csv_plan = PLAN_DUEL },
    { NULL, "result", NULL, COLUMN_TEXT, GAME(result), .csv_plan = PLAN_DUEL },
    { NULL, "shots", NULL, COLUMN_COUNT, GAME(row.shots) },
    { NULL, "turns", NULL, COLUMN_COUNT, GAME(row.turns) },
    { NULL, "wasted", NULL, COLUMN_COUNT, GAME(row.wasted) },
    { NULL, "points", NULL, COLUMN_COUNT, GAME(row.points), .csv_plan = PLAN_LIMITED },
    { NULL, "status", NULL, COLUMN_TEXT, GAME(status) },
    { NULL, "nanoseconds", NULL, COLUMN_COUNT, GAME(row.nanoseconds), .csv_plan = PLAN_TIMED },
};

/* clang-format on */

const struct table entry_table = TABLE(entry_columns, struct entry);
const struct table pair_table = TABLE(pair_columns, struct pair);
const struct table point_table = TABLE(point_columns, struct curve_point);
const struct table duel_table = TABLE(duel_columns, struct duel);
const struct table rating_table = TABLE(rating_columns, struct rating);
const struct table asked_table = TABLE(asked_columns, struct asked);
const struct table alike_table = TABLE(alike_columns, struct likeness);
const struct table game_table = TABLE(game_columns, struct game_row);

bool plan_has_column(const struct plan *plan, enum column_plan column)
{
    switch (column) {
    case PLAN_SAMPLED:
        return plan->layouts.source != LAYOUTS_ALL;
    case PLAN_TIMED:
        return plan->has_timing;
    case PLAN_SERIES:
        return plan->series > 0;
    case PLAN_DUEL:
        return plan->kind == BSHIP_MATCH_KIND_DUEL;
    case PLAN_ROBIN:
        return plan->rounds == 0;
    case PLAN_SWISS:
        return plan->rounds > 0;
    case PLAN_LIMITED:
        return bship_rules_number(plan->rules, BSHIP_RULE_SHOTS) > 0;
    default:
        return true;
    }
}

/* ---- the members of a row ---- */

const void *row_at(const struct rows *rows, size_t number)
{
    return (const char *)rows->first + number * rows->table->row_size;
}

const char *column_text(const struct column *column, const void *row)
{
    const char *member = (const char *)row + column->offset;
    return column->kind == COLUMN_LABEL ? member : *(const char *const *)(const void *)member;
}

int64_t column_count(const struct column *column, const void *row)
{
    int64_t count;
    memcpy(&count, (const char *)row + column->offset, sizeof count);
    return count;
}

double column_real(const struct column *column, const void *row, int end)
{
    double reals[2];
    memcpy(reals, (const char *)row + column->offset, (size_t)(end + 1) * sizeof *reals);
    return reals[end];
}

void column_format(char text[NUMBER_SIZE], const struct column *column, const void *row, int end)
{
    text[0] = '\0';
    if (column->kind == COLUMN_COUNT) {
        int64_t count = column_count(column, row);
        if (count != MISSING)
            snprintf(text, NUMBER_SIZE, "%" PRId64, count);
        return;
    }
    double real = column_real(column, row, end);
    if (!isnan(real))
        snprintf(text, NUMBER_SIZE, column->kind == COLUMN_P_VALUE ? "%.6g" : "%.6f", real);
}
