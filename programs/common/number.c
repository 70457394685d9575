/* Numbers as text; see number.h. */
#include "common/number.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

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
