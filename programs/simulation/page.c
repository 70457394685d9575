/* Tables on a page of some width; see page.h. */
#include "simulation/page.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "common/line_break.h"
#include "common/tty.h"

enum {
    PAGE_WIDTH = 80,
    TEXT_SIZE = 512
};

int page_width(FILE *out)
{
    int width = isatty(fileno(out)) ? terminal_width_of(fileno(out)) : PAGE_WIDTH;
    return width < PAGE_WIDTH ? width : PAGE_WIDTH;
}

/* The end of the columns from `first` on that stay in one block, and their width together. */
static size_t join_columns(const struct page_table *table, size_t first, int *width)
{
    size_t end = first;
    *width = 0;
    do
        *width += table->columns[end++].width;
    while (end < table->column_count && table->columns[end].is_joined);
    return end;
}

/* Whether some column has no room beside the labels. */
static bool is_stacked(const struct page_table *table, int page)
{
    int width = 0, widest = 0;
    for (size_t first = 0; first < table->column_count;) {
        first = join_columns(table, first, &width);
        widest = width > widest ? width : widest;
    }
    return table->label_width + widest > page;
}

/* Prints cells on the right of their columns, and no blanks at the end of the line. */
static void print_line(FILE *out, const struct page_table *table, const char *label, size_t row,
                       size_t first, size_t end, bool is_stacked)
{
    int blanks = table->label_width - fprintf(out, "%s", label);
    if (is_stacked) {
        fputc('\n', out);
        blanks = 0;
    }
    blanks = blanks > 0 ? blanks : 0;
    for (size_t i = first; i < end; i++) {
        const struct page_column *column = &table->columns[i];
        char text[PAGE_CELL_SIZE];
        if (row < table->row_count)
            table->cell(text, table->user, row, i);
        else
            snprintf(text, sizeof text, "%s%s", column->is_left ? "  " : "", column->title);
        int width = (int)strlen(text), room = column->width - width;
        bool is_left = column->is_left && row == table->row_count;
        blanks += is_left || room < 0 ? 0 : room;
        if (width > 0) {
            fprintf(out, "%*s%s", blanks, "", text);
            blanks = is_left ? room : 0;
        }
    }
    fputc('\n', out);
}

/* Prints a block: a line of titles, as if it were the row after the last one, and all rows. */
static void print_block(FILE *out, const struct page_table *table, size_t first, size_t end,
                        bool is_stacked)
{
    if (table->heading) {
        fputc('\n', out);
        print_line(out, table, table->heading, table->row_count, first, end, is_stacked);
    }
    for (size_t row = 0; row < table->row_count; row++) {
        char label[PAGE_CELL_SIZE];
        table->label(label, table->user, row);
        print_line(out, table, label, row, first, end, is_stacked);
    }
}

void page_print_table(FILE *out, const struct page_table *table)
{
    const int page = page_width(out);
    const bool stacked = is_stacked(table, page);
    for (size_t first = 0, end = 0; first < table->column_count; first = end) {
        int used = stacked ? 0 : table->label_width, width = 0;
        size_t next = first;
        do {
            end = next;
            used += width;
            if (end < table->column_count)
                next = join_columns(table, end, &width);
        } while (end < table->column_count && (end == first || used + width <= page));
        print_block(out, table, first, end, stacked);
    }
}

void page_text(FILE *out, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    line_break_print(out, text, page_width(out), 0, 0);
}
