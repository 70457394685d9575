/* Cells that are listed in a text; see cell_list.h. */
#include "common/cell_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_SIZE = 32 /* of a word that a message quotes in full, with its NUL */
};

static bship_status append(bship_cell **cells, size_t *count, const char *word, bship_error *error)
{
    bship_cell *grown = realloc(*cells, (*count + 1) * sizeof *grown);
    bship_status status = BSHIP_ERROR_MEMORY;
    if (!grown) {
        snprintf(error->text, sizeof error->text, "%s", bship_status_message(status));
        return status;
    }
    *cells = grown;
    status = bship_cell_parse(word, &grown[*count], NULL);
    if (status)
        snprintf(error->text, sizeof error->text, "expected cells such as A1,B7, not \"%s\"", word);
    else
        ++*count;
    return status;
}

bship_status cells_append(bship_cell **cells, size_t *count, const char *text, bship_error *error)
{
    static const char separators[] = ", ";
    bship_status status = BSHIP_OK;
    for (text += strspn(text, separators); *text && !status; text += strspn(text, separators)) {
        char word[WORD_SIZE];
        size_t length = strcspn(text, separators);
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word),
                 text);
        status = append(cells, count, word, error);
        text += length;
    }
    return status;
}
