/* Numbers as text; see number.h. */
#include "common/number.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

/* DBL_DECIMAL_DIG digits tell all numbers apart, so the last attempt always reads back. */
const char *number_format(char text[NUMBER_SIZE], double number)
{
    for (int digits = 1; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(text, NUMBER_SIZE, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    return text;
}
