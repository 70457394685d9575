/* The versions of the library at run time. */
#include <battleship/experimental/epoch.h>
#include <battleship/version.h>

const char *bship_version_string(void)
{
    return BSHIP_VERSION_STRING;
}

int32_t bship_experimental_epoch(void)
{
    return BSHIP_EXPERIMENTAL_EPOCH;
}
