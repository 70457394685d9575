/* A record in a file; see record_file.h. */
#include "battleship/game/record_file.h"

#include <stdlib.h>
#include <string.h>

#include "common/formatted.h"

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
    if (status)
        files_say_fault(path, error.line, error.column, error.text, why);
    if (!status && text)
        *text = content;
    else
        free(content);
    return status;
}

bool record_file_write(const bship_record *record, const char *path, char why[FILES_WHY_SIZE])
{
    char *text = formatted_record(record);
    if (!text)
        return files_fail_memory(why);
    bool is_written = files_write(path, text, strlen(text), FILE_PRIVATE, why);
    free(text);
    return is_written;
}
