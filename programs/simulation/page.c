/* Tables on a page of some width; see page.h. */
#include "simulation/page.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <unistd.h>

#include "common/line_break.h"
#include "common/terminal.h"

enum {
    PAGE_WIDTH = 80,
    TEXT_SIZE = 512
};

int page_width(FILE *out)
{
    int width = isatty(fileno(out)) ? terminal_width_of(fileno(out)) : PAGE_WIDTH;
    return width < PAGE_WIDTH ? width : PAGE_WIDTH;
}

int page_number_width(int64_t most, int least)
{
    int width = snprintf(NULL, 0, " %" PRId64, most);
    return width > least ? width : least;
}

void page_open(struct page *page, FILE *out, int label_width, int cell_width)
{
    int width = page_width(out);
    *page = (struct page){ .out = out,
                           .width = width,
                           .label_width = label_width,
                           .is_stacked = label_width + cell_width > width,
                           .end = INT_MAX };
}

void page_head(struct page *page, const char *heading)
{
    page->first = page->end < INT_MAX ? page->end : 0;
    page->end = INT_MAX;
    fputc('\n', page->out);
    page_label(page, heading);
    page->is_head = true;
}

void page_label(struct page *page, const char *label)
{
    int written = fprintf(page->out, "%s", label);
    page->blanks = written < page->label_width ? page->label_width - written : 0;
    page->used = page->is_stacked ? 0 : page->label_width;
    page->column = 0;
    page->is_head = false;
}

/* Prints what separates the label of the line from its first cell. */
static void end_label(struct page *page)
{
    if (page->is_stacked)
        fputc('\n', page->out);
    else
        fprintf(page->out, "%*s", page->blanks, "");
}

void page_cell(struct page *page, int width, const char *format, ...)
{
    int column = page->column++;
    va_list values;
    if (page->is_head && column > page->first && page->used + width > page->width &&
        page->end == INT_MAX)
        page->end = column;
    if (column < page->first || column >= page->end)
        return;
    if (column == page->first)
        end_label(page);
    va_start(values, format);
    vfprintf(page->out, format, values);
    va_end(values);
    page->used += width;
}

void page_end_line(struct page *page)
{
    fputc('\n', page->out);
}

bool page_is_first_block(const struct page *page)
{
    return page->first == 0;
}

bool page_has_more(const struct page *page)
{
    return page->end < INT_MAX;
}

void page_text(FILE *out, const char *format, ...)
{
    char text[TEXT_SIZE];
    int width = page_width(out);
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof(text), format, values);
    va_end(values);
    for (const char *rest = text; rest != NULL && *rest != '\0';) {
        const char *line = rest;
        int bytes = (int)line_break(&rest, width, NULL);
        fprintf(out, "%.*s\n", bytes, line);
    }
}
