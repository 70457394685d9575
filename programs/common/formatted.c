/* What the library formats, in memory of its own; see formatted.h. */
#include "common/formatted.h"

#include <stdlib.h>

char *formatted_rules(const bship_rules *rules)
{
    size_t size = bship_rules_format(rules, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        bship_rules_format(rules, text, size);
    return text;
}

char *formatted_record(const bship_record *record)
{
    size_t size = bship_record_format(record, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        bship_record_format(record, text, size);
    return text;
}

char *formatted_habits(const bship_habits *habits)
{
    size_t size = bship_habits_format(habits, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        bship_habits_format(habits, text, size);
    return text;
}
