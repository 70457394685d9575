/* The names and messages of statuses, and how errors are filled. */
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "base/names.h"
#include "base/versioned.h"

/* By bship_status, except BSHIP_ERROR_UNKNOWN. */
#define ROW(name, message) [name] = { #name, message }
static const bsi_name_row statuses[] = {
    ROW(BSHIP_OK, "success"),
    ROW(BSHIP_ERROR_ARGUMENT, "an argument is missing or invalid"),
    ROW(BSHIP_ERROR_SIZE, "a struct's size is unknown, or its unknown bytes are not zero"),
    ROW(BSHIP_ERROR_RANGE, "a number is outside its legal range"),
    ROW(BSHIP_ERROR_COUNT, "wrong number of items, such as shots or ships"),
    ROW(BSHIP_ERROR_MEMORY, "out of memory"),
    ROW(BSHIP_ERROR_UNSUPPORTED, "not supported by this version of the library"),
    ROW(BSHIP_ERROR_WORK_LIMIT, "the work limit was reached"),
    ROW(BSHIP_ERROR_CANCELLED, "cancelled by the caller"),
    ROW(BSHIP_ERROR_FLEET, "the fleet is not valid"),
    ROW(BSHIP_ERROR_CONFLICT, "two rules cannot be combined"),
    ROW(BSHIP_ERROR_INFEASIBLE, "the fleet cannot fit on the board"),
    ROW(BSHIP_ERROR_RULES, "two objects have different rules"),
    ROW(BSHIP_ERROR_OFF_BOARD, "off the board"),
    ROW(BSHIP_ERROR_BLOCKED, "the cell is blocked"),
    ROW(BSHIP_ERROR_OVERLAP, "the ship would overlap another"),
    ROW(BSHIP_ERROR_CONTACT, "the ship would touch another"),
    ROW(BSHIP_ERROR_PLACED, "the ship is already placed"),
    ROW(BSHIP_ERROR_NOT_PLACED, "a ship is not placed yet"),
    ROW(BSHIP_ERROR_STARTED, "shots have already been fired"),
    ROW(BSHIP_ERROR_REPEATED, "the cell was already fired at"),
    ROW(BSHIP_ERROR_KNOWN_WATER, "the cell is known to be water"),
    ROW(BSHIP_ERROR_DUPLICATE, "a salvo contains a cell twice"),
    ROW(BSHIP_ERROR_REPORT, "the report does not have the form that the rules prescribe"),
    ROW(BSHIP_ERROR_CONTRADICTION, "no layout of the fleet agrees with the reports"),
    ROW(BSHIP_ERROR_NO_TARGET, "no cell is left to fire at"),
    ROW(BSHIP_ERROR_STATE, "not possible in this state of the game"),
    ROW(BSHIP_ERROR_STRATEGY, "the strategy made an illegal choice"),
    ROW(BSHIP_ERROR_WASTED, "abandoned: a side wasted as many shots as the board has cells"),
    ROW(BSHIP_ERROR_SYNTAX, "the text is malformed"),
    ROW(BSHIP_ERROR_VERSION, "the text is of an unknown version"),
    ROW(BSHIP_ERROR_NAME, "nothing has that name"),
    ROW(BSHIP_ERROR_IO, "the caller's read or write function failed"),
};
#undef ROW

const bsi_names bsi_status_names = BSI_NAMES(statuses);

const char *bship_status_message(int32_t status)
{
    const char *message = bsi_name_text(&bsi_status_names, status);
    return message ? message : "unknown status";
}

static void fill(bship_error *error, bship_error *value, const char *format, va_list arguments)
    BSI_PRINTF(3, 0);

static void fill(bship_error *error, bship_error *value, const char *format, va_list arguments)
{
    if (!error)
        return;
    size_t size = error->size;
    if (size == 0)
        error->size = BSI_SIZE_1(bship_error);
    if (!bsi_versioned_check(error, BSI_VERSIONED(bship_error), NULL)) {
        vsnprintf(value->text, sizeof value->text, format, arguments);
        bsi_versioned_write(error, value, sizeof *value);
    }
    error->size = size;
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

bship_status bsi_fail_item_at(bship_error *error, bship_status status, int64_t index, size_t line,
                              size_t column, const char *format, ...)
{
    bship_error value = {
        sizeof value, (int32_t)status, (uint32_t)line, (uint32_t)column, 0, index, ""
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
