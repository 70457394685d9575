/*
 * Text on a page of some width: paragraphs, and tables. Columns of a table for which there is no
 * room follow in another block, below the first one and with the same labels. Where not even one
 * column has room beside the labels, each label has a line of its own.
 */
#ifndef PROGRAMS_SIMULATION_PAGE_H
#define PROGRAMS_SIMULATION_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/number.h"

enum {
    PAGE_CELL_SIZE = 4 * NUMBER_SIZE /* of a label and a cell, with its NUL */
};

struct page_column {
    const char *title;
    int width;      /* with the blanks before its texts, which are on its right */
    bool is_joined; /* whether it stays in the block of the column before it */
    bool is_left;   /* whether the title is on its left, after two blanks */
};

struct page_table {
    const char *heading; /* that of the labels; NULL: the table has no line of titles */
    int label_width;     /* with the blanks behind them */
    const struct page_column *columns;
    size_t column_count, row_count;
    /* Write the label of a row and the text of a cell. */
    void (*label)(char text[PAGE_CELL_SIZE], const void *user, size_t row);
    void (*cell)(char text[PAGE_CELL_SIZE], const void *user, size_t row, size_t column);
    const void *user;
};

/* The columns of a page: 80, or those of the terminal that `out` is, if it is narrower. */
int page_width(FILE *out);

/* Prints a table, each block after an empty line if there is a heading. */
void page_print_table(FILE *out, const struct page_table *table);

/* Prints a text in lines that fit. It may have line breaks of its own, and ends with one. */
void page_text(FILE *out, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
