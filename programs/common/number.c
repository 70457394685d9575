/* Numbers as text; see number.h. */
#include "common/number.h"

#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

/* strtoull() alone would also accept blanks and signs, and wrap -1 around. */
bool number_parse(const char *text, uint64_t least, uint64_t most, uint64_t *out)
{
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    bool is_number = text[0] >= '0' && text[0] <= '9' && !*end && errno == 0;
    if (!is_number || number < least || number > most)
        return false;
    *out = number;
    return true;
}

/*
 * Every decimal of up to DBL_DIG digits is the shortest one of its number, and %g drops the zeros
 * at its end. DBL_DECIMAL_DIG digits tell all numbers apart.
 */
const char *number_format(char text[NUMBER_SIZE], double number)
{
    for (int digits = DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(text, NUMBER_SIZE, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    return text;
}
