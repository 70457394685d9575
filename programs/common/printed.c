/* Text that is printed to a stream; see printed.h. */
#include "common/printed.h"

#include <stdlib.h>

bool printed_open(struct printed *printed)
{
    *printed = (struct printed){ .out = NULL };
    printed->out = open_memstream(&printed->text, &printed->length);
    return printed->out != NULL;
}

char *printed_close(struct printed *printed, bool is_complete)
{
    bool is_lost = ferror(printed->out) != 0;
    if (fclose(printed->out) == 0 && !is_lost && is_complete)
        return printed->text;
    free(printed->text);
    return NULL;
}
