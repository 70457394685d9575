/* The version of the library at run time. */
#include <battleship/version.h>

const char *bship_version_string(void)
{
    return BSHIP_VERSION_STRING;
}
