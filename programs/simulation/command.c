/* The command line that is printed with the results; see command.h. */
#include "simulation/command.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "common/utf8.h"

/* Whether a word means itself to a shell. */
static bool is_plain(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789_-+=:,./@%";
    return *word && !word[strspn(word, plain)];
}

/*
 * Prints the first character of a word within quotes and moves behind it. Results are lines of
 * UTF-8, which nothing in a command line may break.
 */
static void print_quoted(FILE *out, const char **word)
{
    uint32_t character;
    const char *bytes = *word;
    size_t count = utf8_decode(bytes, &character);
    *word += count > 0 ? count : 1;
    if (count == 0 || utf8_is_command(character))
        fputc('?', out);
    else if (*bytes == '\'')
        fputs("'\\''", out);
    else
        fwrite(bytes, 1, count, out);
}

void command_print(FILE *out, const char *word)
{
    if (is_plain(word)) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    while (*word)
        print_quoted(out, &word);
    fputc('\'', out);
}

size_t command_word(const char *command)
{
    size_t length = 0;
    bool is_quoted = false;
    while (command[length] && (is_quoted || command[length] != ' ')) {
        if (command[length] == '\\')
            length++;
        else if (command[length] == '\'')
            is_quoted = !is_quoted;
        length += command[length] != '\0';
    }
    return length;
}
