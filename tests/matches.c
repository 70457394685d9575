/* Matches in tests; see matches.h. */
#include "matches.h"

#include <string.h>

int32_t take_row(const bship_match_row *row, void *user)
{
    struct rows *rows = user;
    cr_assert_lt(rows->count, ROWS, "more rows than asked for");
    cr_assert_eq(row->size, sizeof *row, "a row's size");
    rows->row[rows->count++] = *row;
    return rows->count == rows->stop_at;
}

bship_match *new_match(const bship_rules *rules, const bship_match_options *options)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_match *match = NULL;
    assert_ok(bship_match_new(&match, rules, options, &error), "%s under\n%s", error.text,
              rules_text(rules));
    return match;
}

void add_entry(bship_match *match, const char *strategy)
{
    bship_error error = BSHIP_ERROR_INIT;
    assert_ok(bship_match_add(match, strategy, NULL, &error), "%s: %s", strategy, error.text);
}

void run_match(bship_match *match, struct rows *rows)
{
    memset(rows, 0, sizeof *rows);
    assert_ok(bship_match_run(match, take_row, rows, NULL), "the match");
}

void play_match(const bship_rules *rules, const bship_match_options *options,
                const char *const *strategies, struct rows *rows)
{
    bship_match *match = new_match(rules, options);
    for (; *strategies; strategies++)
        add_entry(match, *strategies);
    run_match(match, rows);
    bship_match_free(match);
}

void assert_same_rows(const struct rows *rows, const struct rows *expected, const char *what)
{
    cr_assert_eq(rows->count, expected->count, "%s: %d rows, not %d", what, rows->count,
                 expected->count);
    for (int i = 0; i < rows->count; i++)
        cr_assert_eq(memcmp(&rows->row[i], &expected->row[i], sizeof rows->row[i]), 0, "%s: row %d",
                     what, i);
}
