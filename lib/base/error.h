/* Filling a bship_error. */
#ifndef BSHIP_BASE_ERROR_H
#define BSHIP_BASE_ERROR_H

#include <stdint.h>

#include <battleship/status.h>

#ifdef __GNUC__
#define BSHIP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define BSHIP_PRINTF(text, first)
#endif

/* Fills `error`, if there is one, and returns `status`: `return bship_internal_fail(...)`. */
bship_status bship_internal_fail(bship_error *error, bship_status status, int64_t index,
                                 const char *format, ...) BSHIP_PRINTF(4, 5);

/* The same where the input is text. */
bship_status bship_internal_fail_at(bship_error *error, bship_status status, size_t line,
                                    size_t column, const char *format, ...) BSHIP_PRINTF(5, 6);

/* The same where the status says it all. */
bship_status bship_internal_fail_plain(bship_error *error, bship_status status);

#endif
