/* The words of a line that was typed; see words.h. */
#include "battleship/talk/words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "battleship/talk/key.h"
#include "common/board_cells.h"
#include "common/format.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static const char digits[] = "0123456789";

char *input_word(char **cursor)
{
    static const char separators[] = " ,";
    char *word = *cursor + strspn(*cursor, separators);
    if (!*word)
        return NULL;
    char *end = word + strcspn(word, separators);
    *cursor = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

bool words_is(const char *word, const char *whole)
{
    return strcasecmp(word, whole) == 0 || (!word[1] && strncasecmp(word, whole, 1) == 0);
}

static bool is_all_of(const char *word, const char *set)
{
    return word[0] && !word[strspn(word, set)];
}

/* Takes a word, and the number after it if the word is letters only. */
static void take_word(char **cursor, char word[CELL_WORD_SIZE])
{
    const char *first = input_word(cursor);
    snprintf(word, CELL_WORD_SIZE, "%s", first ? first : "");
    size_t length = strlen(word);
    size_t gap = strspn(*cursor, " ");
    bool has_number = strchr(digits, (*cursor)[gap]) && (*cursor)[gap];
    if (!is_all_of(word, letters) || !has_number)
        return;
    const char *second = input_word(cursor);
    snprintf(word + length, CELL_WORD_SIZE - length, "%s", second);
}

/* Copies a word for a sentence: in quotes unless it looks like a cell, and printable anywhere. */
static void quote(const char *word, char quoted[CELL_WORD_SIZE + 2])
{
    size_t column = strspn(word, letters);
    bool is_plain = column <= 3 && !word[column + strspn(word + column, digits)];
    snprintf(quoted, CELL_WORD_SIZE + 2, is_plain ? "%s" : "\"%s\"", word);
    for (char *at = quoted; *at; at++) {
        if (is_plain && *at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
        else if (*at < ' ' || *at > '~')
            *at = '?';
    }
}

/* Whether letters are the name of a column of the board. */
static bool is_column(const bship_rules *rules, const char *word)
{
    char first[CELL_WORD_SIZE + 1];
    bship_cell cell;
    snprintf(first, sizeof first, "%s1", word);
    return is_all_of(word, letters) && !bship_cell_parse(first, &cell, NULL) &&
           cell.x < bship_rules_width(rules);
}

/* Writes a cell of the board like the word: of the same column, or row, if that is on the board. */
static void write_example(const bship_rules *rules, const char *word,
                          char example[CELL_WORD_SIZE + 2])
{
    int32_t width = bship_rules_width(rules);
    int32_t height = bship_rules_height(rules);
    bship_cell cell = { width < 5 ? width - 1 : 4, height < 5 ? height - 1 : 4 };
    bship_cell typed = cell;
    char text[CELL_WORD_SIZE + 2];
    snprintf(text, sizeof text, "%s%s", is_all_of(word, digits) ? "A" : word,
             is_all_of(word, letters) ? "1" : "");
    if (!bship_cell_parse(text, &typed, NULL) && is_all_of(word, letters) && typed.x < width)
        cell.x = typed.x;
    else if (is_all_of(word, digits) && typed.y < height)
        cell.y = typed.y;
    bship_cell_format(cell, example, BSHIP_CELL_TEXT_SIZE);
}

static void refuse(const bship_rules *rules, const char *word, bship_status status,
                   struct reply *reply)
{
    char quoted[CELL_WORD_SIZE + 2];
    char last[BSHIP_CELL_TEXT_SIZE];
    char example[CELL_WORD_SIZE + 2];
    quote(word, quoted);
    write_example(rules, word, example);
    bship_cell_format((bship_cell){ bship_rules_width(rules) - 1, 0 }, last, sizeof last);
    last[strcspn(last, digits)] = '\0';
    if (status == BSHIP_ERROR_OFF_BOARD || status == BSHIP_ERROR_RANGE)
        reply_set(reply, REPLY_REFUSED,
                  "%s is not on the board, which has the columns A to %s and the rows 1 to %d.",
                  quoted, last, (int)bship_rules_height(rules));
    else if (is_all_of(word, letters) && !word[1] && !is_column(rules, word))
        reply_set(reply, REPLY_REFUSED, "There is no column %s: they are A to %s.", quoted, last);
    else if (is_column(rules, word))
        reply_set(reply, REPLY_REFUSED, "%s is not a cell: the row is missing, as in %s.", quoted,
                  example);
    else if (is_all_of(word, digits))
        reply_set(reply, REPLY_REFUSED, "%s is not a cell: the column is missing, as in %s.",
                  quoted, example);
    else if (is_all_of(word, letters))
        reply_set(reply, REPLY_REFUSED,
                  "%s is neither a cell, such as %s, nor a command; type "
                  "help for a list.",
                  quoted, example);
    else
        reply_set(reply, REPLY_REFUSED, "%s is not a cell; type one such as %s, or help.", quoted,
                  example);
}

bool words_read_cell(const bship_rules *rules, char **cursor, bship_cell *cell,
                     char word[CELL_WORD_SIZE], struct reply *reply)
{
    take_word(cursor, word);
    if (!word[0])
        return false;
    bship_status status = bship_cell_parse(word, cell, NULL);
    if (!status && (cell->x >= bship_rules_width(rules) || cell->y >= bship_rules_height(rules)))
        status = BSHIP_ERROR_OFF_BOARD;
    if (status)
        refuse(rules, word, status, reply);
    return !status;
}

bool words_refuse_letter(const bship_rules *rules, int32_t key, struct reply *reply)
{
    const char word[] = { (char)key, '\0' };
    if (key > '~' || !is_all_of(word, letters) || is_column(rules, word))
        return false;
    refuse(rules, word, BSHIP_ERROR_SYNTAX, reply);
    return true;
}

void words_refuse_key(int32_t key, struct reply *reply)
{
    if (key > ' ' && key <= '~')
        reply_set(reply, REPLY_REFUSED, "%c does nothing here: ? shows the keys.", (char)key);
    else if (key != TERMINAL_KEY_ESCAPE)
        reply_set(reply, REPLY_REFUSED, "This key does nothing here: ? shows the keys.");
}

void words_of_cells(const bship_cell *cells, size_t count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used + BSHIP_CELL_TEXT_SIZE + 1 < size; i++) {
        if (i > 0)
            text[used++] = ' ';
        bship_cell_format(cells[i], text + used, size - used);
        used += strlen(text + used);
    }
}

void words_of_chances(const bship_rules *rules, const bship_cell *cells, size_t count,
                      const double *chances, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char chance[CHANCE_SIZE];
        char name[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(cells[i], name, sizeof name);
        words_of_chance(chances[board_index(rules, cells[i])], chance);
        format_append(text, size, "%s%s %s", i > 0 ? ", " : "", name, chance);
    }
}

const char *words_of_chance(double chance, char text[CHANCE_SIZE])
{
    snprintf(text, CHANCE_SIZE, "%.*f %%", chance > 0 && chance < 0.0995 ? 1 : 0, 100 * chance);
    return text;
}
