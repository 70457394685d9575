/* Tables on a page of 80 columns, as of a file. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "simulation/page.h"
#include "support.h"

/* Reads what was printed, and closes the file. */
static const char *text_of(FILE *file)
{
    static char text[4096];
    rewind(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Prints a table of one line: its label, and as many cells of 8 columns. */
static const char *table_of(int label_width, const char *label, int cells)
{
    FILE *file = tmpfile();
    struct page page;
    cr_assert_not_null(file, "no temporary file");
    page_open(&page, file, label_width, 8);
    do {
        page_head(&page, "head");
        for (int i = 0; i < cells; i++)
            page_cell(&page, 8, "%7s%d", "h", i);
        page_end_line(&page);
        page_label(&page, label);
        for (int i = 0; i < cells; i++)
            page_cell(&page, 8, "%8d", i);
        page_end_line(&page);
    } while (page_has_more(&page));
    return text_of(file);
}

static void assert_table(const char *table, const char *expected)
{
    cr_assert_str_eq(table, expected, "\n%s\nnot\n%s", table, expected);
}

Test(page, cells_follow_labels_of_one_width)
{
    assert_table(table_of(6, "a", 2), "\n"
                                      "head        h0      h1\n"
                                      "a            0       1\n");
}

Test(page, label_that_is_too_long_has_no_blanks_behind_it)
{
    assert_table(table_of(6, "label", 1), "\n"
                                          "head        h0\n"
                                          "label        0\n");
    assert_table(table_of(6, "a long label", 1), "\n"
                                                 "head        h0\n"
                                                 "a long label       0\n");
}

Test(page, columns_without_room_follow_in_another_block)
{
    assert_table(table_of(60, "label", 3),
                 "\n"
                 "head                                                              h0      h1\n"
                 "label                                                              0       1\n"
                 "\n"
                 "head                                                              h2\n"
                 "label                                                              2\n");
}

Test(page, labels_without_room_for_a_cell_beside_them_have_lines_of_their_own)
{
    assert_table(table_of(73, "label", 2), "\n"
                                           "head\n"
                                           "      h0      h1\n"
                                           "label\n"
                                           "       0       1\n");
}

Test(page, column_that_is_wider_than_the_page_is_a_block)
{
    FILE *file = tmpfile();
    struct page page;
    int blocks = 0;
    cr_assert_not_null(file, "no temporary file");
    page_open(&page, file, 6, 90);
    do {
        cr_assert_lt(blocks++, 2, "too many blocks");
        page_head(&page, "head");
        page_cell(&page, 90, "%90s", "wide");
        page_cell(&page, 8, "%8s", "narrow");
        page_end_line(&page);
    } while (page_has_more(&page));
    cr_assert_eq(blocks, 2, "%d blocks", blocks);
    const char *text = text_of(file);
    cr_assert_not_null(strstr(text, "wide\n\nhead\n  narrow\n"), "%s", text);
}

Test(page, numbers_have_a_blank_before_them)
{
    cr_assert_eq(page_number_width(0, 1), 2);
    cr_assert_eq(page_number_width(9999999, 8), 8);
    cr_assert_eq(page_number_width(10000000, 8), 9);
    cr_assert_eq(page_number_width(INT64_MAX, 8), 20);
}
