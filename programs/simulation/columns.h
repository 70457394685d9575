/*
 * The columns of all results. Each kind of row has one table, from which the text, comma-separated
 * values and JSON are written: a new column is a row of a table in columns.c.
 */
#ifndef PROGRAMS_SIMULATION_COLUMNS_H
#define PROGRAMS_SIMULATION_COLUMNS_H

#include "common/number.h"
#include "simulation/page.h"
#include "simulation/simulation.h"

/* What the member of a row is that a column shows. */
enum column_kind {
    COLUMN_TEXT,      /* const char *; NULL: it has none, and JSON has no such member */
    COLUMN_LABEL,     /* char[] */
    COLUMN_COUNT,     /* int64_t; MISSING: it has none */
    COLUMN_REAL,      /* double; NaN: it has none */
    COLUMN_MEAN,      /* the same, with more decimals in the text where it is exact */
    COLUMN_SHARE,     /* the same, in the text as per cent */
    COLUMN_P_VALUE,   /* the same, of a test */
    COLUMN_INTERVAL,  /* two of these next to each other: its low and its high end */
    COLUMN_HISTOGRAM, /* const struct histogram * */
};

/* The plans that have a column; in those of others it is left out. */
enum column_plan {
    PLAN_ANY,
    PLAN_SAMPLED, /* not all layouts are played, so that means have errors */
    PLAN_TIMED,
    PLAN_SERIES,
    PLAN_DUEL,
    PLAN_ROBIN,  /* every pair duels */
    PLAN_SWISS,  /* pairs duel by rounds */
    PLAN_LIMITED /* each side has a limit of shots */
};

struct column {
    /*
     * Its names; NULL: it is not there. In the text the first column is the label of its row, and
     * an empty name is that of a column without a head. A name in JSON such as `share.won` is that
     * of a member of a member. An interval has two names in comma-separated values.
     */
    const char *title, *csv, *json;
    enum column_kind kind;
    size_t offset;   /* of the member */
    int part;        /* which of several tables of the text */
    int width;       /* in the text, at least; of an interval, that of each of its ends */
    int decimals;    /* in the text, if there is room for so many */
    bool is_percent; /* of an interval: it is of a share */
    bool is_joined;  /* whether it stays on the line of the column before it */
    bool is_rare;    /* a count that the text leaves out if it is 0 in all rows */
    enum column_plan text_plan, csv_plan;
};

struct table {
    const struct column *columns;
    size_t count;
    size_t row_size; /* in bytes */
};

/* Rows of a table, next to each other. */
struct rows {
    const struct table *table;
    const void *first;
    size_t count;
};

const void *row_at(const struct rows *rows, size_t number);

/* The tables, by what their rows are. */
extern const struct table entry_table;  /* struct entry */
extern const struct table pair_table;   /* struct pair */
extern const struct table point_table;  /* struct curve_point */
extern const struct table duel_table;   /* struct duel */
extern const struct table rating_table; /* struct rating */
extern const struct table asked_table;  /* struct asked */
extern const struct table alike_table;  /* struct likeness */
extern const struct table game_table;   /* struct game_row */

/* A row of a match, for the file of all games. */
struct game_row {
    bship_match_row row;
    int64_t round, first;
    const char *strategy, *opponent, *side, *result, *status;
};

/* Whether a plan has a column. */
bool plan_has_column(const struct plan *plan, enum column_plan column);

/* The members of a row that a column shows. */
const char *column_text(const struct column *column, const void *row);
int64_t column_count(const struct column *column, const void *row);
double column_real(const struct column *column, const void *row, int end);

/* Writes a number for other programs; empty if there is none. */
void column_format(char text[NUMBER_SIZE], const struct column *column, const void *row, int end);

/* ---- text (table.c) ---- */

/* Whether tables for people have a column. */
bool column_is_shown(const struct plan *plan, const struct rows *rows, const struct column *column);

/* Writes what a column has of a row, for people. */
void column_show(char text[PAGE_CELL_SIZE], const struct plan *plan, const struct column *column,
                 const void *row);

/* ---- comma-separated values (csv.c) ---- */

/* Prints comments that say what the results are of, and the names of the columns. */
void csv_print_head(FILE *out, const struct table *table, const struct study *study);

/* Prints a row. Placements, if any were asked for, are the first column. */
void csv_print_row(FILE *out, const struct table *table, const struct simulation *simulation,
                   const void *row);

#endif
