/* The rules of a game in words; see rules_text.h. */
#include "battleship/lines/rules_text.h"

#include <stdlib.h>

#include "battleship/talk/pages.h"

void plain_print_rules(const struct plain *plain, const bship_rules *rules)
{
    char *text = pages_rules(rules);
    if (text != NULL)
        fputs(text, plain_out(plain));
    free(text);
}
