/* Cells as people type them in line mode; see cells.h. */
#include "battleship/lines/cells.h"

#include "battleship/lines/text.h"

void cells_refuse(const struct plain *plain, const char *word, const char *why)
{
    FILE *out = plain_out(plain);
    text_print_quoted(out, word);
    fprintf(out, ": %s.\n", why);
}

bool cells_read(const struct plain *plain, char **cursor, bship_cell *cell,
                char word[CELL_WORD_SIZE])
{
    struct reply reply = { .kind = REPLY_NONE };
    bool is_cell = words_read_cell(plain->session.setup.rules, cursor, cell, word, &reply);
    if (reply.kind != REPLY_NONE)
        plain_say(plain, "%s", reply.text);
    return is_cell;
}

void cells_print(FILE *out, const bship_cell *cells, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        char text[BSHIP_CELL_TEXT_SIZE];
        bship_cell_format(cells[i], text, sizeof(text));
        fprintf(out, " %s", text);
    }
}
