/* Commands of the game; see commands.h. */
#include "battleship/lines/commands.h"

#include <string.h>
#include <strings.h>

enum {
    COMMAND_SIZE = 32 /* of a word, including its NUL; longer ones are no commands */
};

static int is_alias(const struct command *command, const char *word, const char *rest)
{
    return command->alias != NULL && strcasecmp(word, command->alias) == 0 &&
           rest[strspn(rest, " ")] == '\0';
}

int command_find(const struct command *commands, const char *word, const char *rest)
{
    for (int i = 0; commands[i].name != NULL; i++) {
        if (strcasecmp(word, commands[i].name) == 0 || is_alias(&commands[i], word, rest))
            return i;
    }
    return -1;
}

int command_read(const struct command *commands, char *line, char **rest)
{
    char word[COMMAND_SIZE];
    char *start = line + strspn(line, " ,");
    size_t length = strcspn(start, " ,");
    snprintf(word, sizeof(word), "%.*s", (int)(length < sizeof(word) ? length : sizeof(word)),
             start);
    int command = command_find(commands, word, start + length);
    *rest = command >= 0 ? start + length : start;
    return command;
}

void command_print_all(const struct command *commands, FILE *out)
{
    for (; commands->name != NULL; commands++) {
        if (commands->text != NULL)
            fprintf(out, "  %-14s %s\n", commands->usage, commands->text);
    }
}
