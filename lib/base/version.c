/* The version of the library at run time. */
#include <battleship/version.h>

int32_t bship_version_number(void)
{
    return BSHIP_VERSION_NUMBER;
}

const char *bship_version_string(void)
{
    return BSHIP_VERSION_STRING;
}
