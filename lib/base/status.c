/* The names and messages of statuses, and how errors are filled. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/versioned.h"

const char *bship_status_name(int32_t status)
{
    switch (status) {
#define STATUS_NAME(name, value, message)                                                          \
    case value:                                                                                    \
        return #name;
        BSHIP_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    default:
        return bship_status_name(BSHIP_ERROR_UNKNOWN);
    }
}

const char *bship_status_message(int32_t status)
{
    switch (status) {
#define STATUS_MESSAGE(name, value, message)                                                       \
    case value:                                                                                    \
        return message;
        BSHIP_STATUS_LIST(STATUS_MESSAGE)
#undef STATUS_MESSAGE
    default:
        return bship_status_message(BSHIP_ERROR_UNKNOWN);
    }
}

void bship_error_init(bship_error *error, size_t size)
{
    static const bship_error empty = BSHIP_ERROR_INIT;
    bsi_versioned_init(error, size, &empty, sizeof empty);
}

static void fill(bship_error *error, bship_error *value, const char *format, va_list arguments)
    BSI_PRINTF(3, 0);

static void fill(bship_error *error, bship_error *value, const char *format, va_list arguments)
{
    if (bsi_versioned_check(error, sizeof *value) != BSHIP_OK)
        return;
    vsnprintf(value->text, sizeof value->text, format, arguments);
    bsi_versioned_write(error, value, sizeof *value);
}

bship_status bsi_fail(bship_error *error, bship_status status, int64_t index, const char *format,
                      ...)
{
    bship_error value = { sizeof value, (int32_t)status, 0, 0, 0, index, "" };
    va_list arguments;
    va_start(arguments, format);
    fill(error, &value, format, arguments);
    va_end(arguments);
    return status;
}

bship_status bsi_fail_at(bship_error *error, bship_status status, size_t line, size_t column,
                         const char *format, ...)
{
    bship_error value = {
        sizeof value, (int32_t)status, (uint32_t)line, (uint32_t)column, 0, -1, ""
    };
    va_list arguments;
    va_start(arguments, format);
    fill(error, &value, format, arguments);
    va_end(arguments);
    return status;
}

bship_status bsi_fail_plain(bship_error *error, bship_status status)
{
    return bsi_fail(error, status, -1, "%s", bship_status_message(status));
}
