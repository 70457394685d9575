/* Filling a bship_error. */
#ifndef BSI_BASE_ERROR_H
#define BSI_BASE_ERROR_H

#include <stdint.h>

#include <battleship/status.h>

#include "base/names.h"

/* MinGW's own attribute is for Microsoft's printf(), not for the one that it has in C11. */
#ifdef __MINGW32__
#define BSI_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define BSI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define BSI_PRINTF(text, first)
#endif

/* Fills `error` unless it is NULL. Returns `status`, so that callers can `return bsi_fail(...)`. */
bship_status bsi_fail(bship_error *error, bship_status status, int64_t index, const char *format,
                      ...) BSI_PRINTF(4, 5);

/* The same for an error in a text, at a line and column, which count from 1. */
bship_status bsi_fail_at(bship_error *error, bship_status status, size_t line, size_t column,
                         const char *format, ...) BSI_PRINTF(5, 6);

/* The same with both: an item, or a side, and where a text states it (line 0: no text does). */
bship_status bsi_fail_item_at(bship_error *error, bship_status status, int64_t index, size_t line,
                              size_t column, const char *format, ...) BSI_PRINTF(6, 7);

/* Fills `error` with the message of the status, and no index or place. */
bship_status bsi_fail_plain(bship_error *error, bship_status status);

/* Names and messages, by bship_status. */
extern const bsi_names bsi_status_names;

#endif
