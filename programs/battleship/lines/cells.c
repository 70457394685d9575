/* Cells as people type them; see cells.h. */
#include "battleship/lines/cells.h"

#include <string.h>

#include "common/terminal.h"
#include "battleship/lines/input.h"
#include "battleship/lines/text.h"

enum {
    WHY_SIZE = 128
};

static bool is_all_of(const char *word, const char *set)
{
    return word[0] != '\0' && word[strspn(word, set)] == '\0';
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static const char digits[] = "0123456789";

void cells_refuse(const struct plain *plain, const char *word, const char *why)
{
    FILE *out = plain_out(plain);
    text_print_quoted(out, word);
    fprintf(out, ": %s.\n", why);
}

/* Takes a word, and the number after it if the word is letters only. */
static void take_word(char **cursor, char word[CELL_WORD_SIZE])
{
    const char *first = input_word(cursor);
    snprintf(word, CELL_WORD_SIZE, "%s", first != NULL ? first : "");
    size_t length = strlen(word);
    size_t gap = strspn(*cursor, " ");
    bool has_number = strchr(digits, (*cursor)[gap]) != NULL && (*cursor)[gap] != '\0';
    if (!is_all_of(word, letters) || !has_number)
        return;
    const char *second = input_word(cursor);
    snprintf(word + length, CELL_WORD_SIZE - length, "%s", second);
}

static void explain(const bship_rules *rules, const char *word, bship_status status,
                    char why[WHY_SIZE])
{
    char last[BSHIP_CELL_TEXT_SIZE];
    column_letters(bship_rules_width(rules) - 1, last);
    if (status == BSHIP_ERROR_OFF_BOARD || status == BSHIP_ERROR_RANGE)
        snprintf(why, WHY_SIZE, "off the board, which has the columns A to %s and the rows 1 to %d",
                 last, (int)bship_rules_height(rules));
    else if (is_all_of(word, letters) && strlen(word) == 1)
        snprintf(why, WHY_SIZE, "not a cell: the row is missing, as in %s5", word);
    else if (is_all_of(word, digits))
        snprintf(why, WHY_SIZE, "not a cell: the column is missing, as in E%.4s", word);
    else if (is_all_of(word, letters))
        snprintf(why, WHY_SIZE, "neither a cell, such as E5, nor a command; type help for a list");
    else
        snprintf(why, WHY_SIZE, "not a cell; type one such as E5, or help");
}

bool cells_read(const struct plain *plain, char **cursor, bship_cell *cell,
                char word[CELL_WORD_SIZE])
{
    const bship_rules *rules = plain->session.setup.rules;
    take_word(cursor, word);
    if (word[0] == '\0')
        return false;
    bship_status status = bship_cell_parse(word, cell, NULL);
    if (status == BSHIP_OK &&
        (cell->x >= bship_rules_width(rules) || cell->y >= bship_rules_height(rules)))
        status = BSHIP_ERROR_OFF_BOARD;
    if (status == BSHIP_OK)
        return true;
    char why[WHY_SIZE];
    explain(rules, word, status, why);
    cells_refuse(plain, word, why);
    return false;
}

void cells_print(FILE *out, const bship_cell *cells, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        char text[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(cells[i], text, sizeof(text));
        fprintf(out, " %s", text);
    }
}
