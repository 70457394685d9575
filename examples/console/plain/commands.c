/* Commands of the game; see commands.h. */
#include "console/plain/commands.h"

#include <string.h>
#include <strings.h>

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

void command_print_all(const struct command *commands, FILE *out)
{
    for (; commands->name != NULL; commands++) {
        if (commands->text != NULL)
            fprintf(out, "  %-14s %s\n", commands->usage, commands->text);
    }
}
