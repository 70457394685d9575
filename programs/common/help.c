/* Lines of --help; see help.h. */
#include "common/help.h"

#include <stddef.h>

#include "common/line_break.h"

enum {
    COLUMNS = 80
};

void help_print_item(FILE *out, int indent, const char *name, int column, const char *text)
{
    int used = fprintf(out, "%*s%s", indent, "", name);
    if (used >= column) {
        fputc('\n', out);
        used = 0;
    }
    while (text) {
        const char *line = text;
        int length = (int)line_break(&text, COLUMNS - column, NULL);
        fprintf(out, "%*s%.*s\n", column - used, "", length, line);
        used = 0;
    }
}
