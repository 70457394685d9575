/* Shared by the tests of matches: their rows, received and compared. */
#ifndef TESTS_MATCHES_H
#define TESTS_MATCHES_H

#include "support.h"

enum {
    ROWS = 4096
};

/* The rows received from a match. */
struct rows {
    bship_match_row row[ROWS];
    int count;
    int stop_at; /* cancels with the row of this number; 0: never */
};

/* Receives a row: a bship_match_callback. */
int32_t take_row(const bship_match_row *row, void *rows);

bship_match *new_match(const bship_rules *rules, const bship_match_options *options);
/* Adds an entry with the default options. */
void add_entry(bship_match *match, const char *strategy);
/* Runs a match that must succeed, and receives its rows in place of others. */
void run_match(bship_match *match, struct rows *rows);
/* Plays a match of as many strategies as there are before a NULL. */
void play_match(const bship_rules *rules, const bship_match_options *options,
                const char *const *strategies, struct rows *rows);

/* Asserts that rows are equal to the last byte. */
void assert_same_rows(const struct rows *rows, const struct rows *expected, const char *what);

#endif
