/* The command line that is printed with the results; see command.h. */
#include "simulation/command.h"

#include <string.h>

#include "common/utf8.h"

/* Whether a word means itself to a shell. */
static bool is_plain(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789_-+=:,./@%";
    return *word != '\0' && word[strspn(word, plain)] == '\0';
}

/*
 * Appends the first character of a word within quotes and moves behind it. Results are lines of
 * UTF-8, which nothing in a command line may break.
 */
static bool append_quoted(struct text *command, const char **word)
{
    uint32_t character;
    const char *bytes = *word;
    size_t count = utf8_decode(bytes, &character);
    *word += count > 0 ? count : 1;
    if (count == 0 || utf8_is_command(character))
        return text_append_string(command, "?");
    if (*bytes == '\'')
        return text_append_string(command, "'\\''");
    return text_append(command, bytes, count);
}

bool command_append(struct text *command, const char *word)
{
    if (command->length > 0 && !text_append_string(command, " "))
        return false;
    if (is_plain(word))
        return text_append_string(command, word);
    bool is_done = text_append_string(command, "'");
    while (is_done && *word != '\0')
        is_done = append_quoted(command, &word);
    return is_done && text_append_string(command, "'");
}

size_t command_word(const char *command)
{
    size_t length = 0;
    bool is_quoted = false;
    while (command[length] != '\0' && (is_quoted || command[length] != ' ')) {
        if (command[length] == '\\')
            length++;
        else if (command[length] == '\'')
            is_quoted = !is_quoted;
        length += command[length] != '\0';
    }
    return length;
}
