/* A record in a file; see record_file.h. */
#include "battleship/game/record_file.h"

#include <stdlib.h>

bship_status record_file_read(const char *path, bship_record **out, char **text,
                              char why[FILES_WHY_SIZE])
{
    char *content = NULL;
    size_t length = 0;
    bship_error error = BSHIP_ERROR_INIT;
    *out = NULL;
    if (!files_read(path, RECORD_FILE_LIMIT, &content, &length, why))
        return BSHIP_ERROR_IO;
    bship_status status = bship_record_parse(out, content, length, NULL, &error);
    if (status != BSHIP_OK)
        files_say_fault(path, error.line, error.column, error.text, why);
    if (status == BSHIP_OK && text != NULL)
        *text = content;
    else
        free(content);
    return status;
}
