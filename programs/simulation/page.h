/*
 * Tables on a page of some width. Columns for which there is no room follow in another block, below
 * the first one and with the same labels. Where not even one column has room beside the labels,
 * each label has a line of its own.
 *
 *     page_open(&page, out, 14, 8);
 *     do {
 *         page_head(&page, "players");
 *         page_cell(&page, 8, "%8s", "games");
 *         page_end_line(&page);
 *         for (...) {
 *             page_label(&page, name);
 *             page_cell(&page, 8, "%8d", games);
 *             page_end_line(&page);
 *         }
 *     } while (page_has_more(&page));
 */
#ifndef PROGRAMS_SIMULATION_PAGE_H
#define PROGRAMS_SIMULATION_PAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct page {
    FILE *out;
    int width;
    int label_width;
    bool is_stacked; /* whether labels have lines of their own */
    int blanks;      /* between the label of the current line and its first cell */
    int used;        /* characters of the current line */
    int column;      /* the number of its next cell */
    int first, end;  /* the columns of the current block */
    bool is_head;    /* whether this line is the first one of its block, which finds its end */
};

/* The columns of a page: 80, or those of the terminal that `out` is, if it is narrower. */
int page_width(FILE *out);

/* The width of numbers up to `most` and the blank before them, and at least `least`. */
int page_number_width(int64_t most, int least);

/*
 * Begins a table: the width of its labels, with the blanks behind them, and that of its widest
 * cell.
 */
void page_open(struct page *page, FILE *out, int label_width, int cell_width);

/* Begins a block, after an empty line, with the heading of the labels. */
void page_head(struct page *page, const char *heading);

/* Begins another line. */
void page_label(struct page *page, const char *label);

/*
 * Prints the next cell of a line, if its column is in the block. What is printed has the width of
 * the column, with blanks on the left; it may be shorter in the last one.
 */
void page_cell(struct page *page, int width, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

void page_end_line(struct page *page);

/* Whether the first block is printed, for lines without columns that belong to none. */
bool page_is_first_block(const struct page *page);

/* Whether columns are left for another block. */
bool page_has_more(const struct page *page);

/* Prints a text in lines that fit. It may have line breaks of its own, and ends with one. */
void page_text(FILE *out, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
