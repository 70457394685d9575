/* Tables on a page of 80 columns, as of a file. */
#include <stdio.h>
#include <string.h>

#include "simulation/page.h"
#include "support.h"

static void label(char text[PAGE_CELL_SIZE], const void *user, size_t row)
{
    (void)row;
    snprintf(text, PAGE_CELL_SIZE, "%s", (const char *)user);
}

static void cell(char text[PAGE_CELL_SIZE], const void *user, size_t row, size_t column)
{
    (void)user;
    (void)row;
    snprintf(text, PAGE_CELL_SIZE, "%zu", column);
}

/* Prints a table of one row and returns the text. */
static const char *table_of(int label_width, const char *name, const struct page_column *columns,
                            size_t count)
{
    static char text[4096];
    FILE *file = tmpfile();
    cr_assert_not_null(file, "no temporary file");
    page_print_table(file, &(struct page_table){ .heading = "head",
                                                 .label_width = label_width,
                                                 .columns = columns,
                                                 .column_count = count,
                                                 .row_count = 1,
                                                 .label = label,
                                                 .cell = cell,
                                                 .user = name });
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void assert_table(const char *table, const char *expected)
{
    cr_assert_str_eq(table, expected, "\n%s\nnot\n%s", table, expected);
}

static const struct page_column columns[] = { { "h0", 8, false, false },
                                              { "h1", 8, false, false },
                                              { "h2", 8, false, false } };

Test(page, cells_follow_labels_of_one_width)
{
    assert_table(table_of(6, "a", columns, 2), "\n"
                                               "head        h0      h1\n"
                                               "a            0       1\n");
}

Test(page, label_that_is_too_long_has_no_blanks_behind_it)
{
    assert_table(table_of(6, "label", columns, 1), "\n"
                                                   "head        h0\n"
                                                   "label        0\n");
    assert_table(table_of(6, "a long label", columns, 1), "\n"
                                                          "head        h0\n"
                                                          "a long label       0\n");
}

Test(page, columns_without_room_follow_in_another_block)
{
    assert_table(table_of(60, "label", columns, 3),
                 "\n"
                 "head                                                              h0      h1\n"
                 "label                                                              0       1\n"
                 "\n"
                 "head                                                              h2\n"
                 "label                                                              2\n");
}

Test(page, joined_columns_stay_in_one_block)
{
    static const struct page_column joined[] = { { "h0", 8, false, false },
                                                 { "h1", 8, false, false },
                                                 { "h2", 8, true, false } };
    assert_table(table_of(60, "label", joined, 3),
                 "\n"
                 "head                                                              h0\n"
                 "label                                                              0\n"
                 "\n"
                 "head                                                              h1      h2\n"
                 "label                                                              1       2\n");
}

Test(page, labels_without_room_for_a_cell_beside_them_have_lines_of_their_own)
{
    assert_table(table_of(73, "label", columns, 2), "\n"
                                                    "head\n"
                                                    "      h0      h1\n"
                                                    "label\n"
                                                    "       0       1\n");
}

Test(page, column_that_is_wider_than_the_page_is_a_block)
{
    static const struct page_column wide[] = { { "wide", 90, false, false },
                                               { "narrow", 8, false, false } };
    const char *text = table_of(6, "label", wide, 2);
    cr_assert_not_null(strstr(text, " wide\nlabel\n"), "%s", text);
    cr_assert_not_null(strstr(text, " 0\n\nhead\n  narrow\nlabel\n       1\n"), "%s", text);
}

Test(page, titles_on_the_left_follow_two_blanks)
{
    static const struct page_column left[] = { { "h0", 8, false, true },
                                               { "h1", 8, false, false } };
    assert_table(table_of(6, "a", left, 2), "\n"
                                            "head    h0          h1\n"
                                            "a            0       1\n");
}
