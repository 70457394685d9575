/* Commands of the game; see commands.h. */
#include "console/plain/commands.h"

#include <strings.h>

int command_find(const struct command *commands, const char *word)
{
    for (int i = 0; commands[i].name != NULL; i++) {
        if (strcasecmp(word, commands[i].name) == 0)
            return i;
    }
    return -1;
}

void command_print_all(const struct command *commands, FILE *out)
{
    for (; commands->name != NULL; commands++)
        fprintf(out, "  %-8s %s\n", commands->name, commands->text);
}
