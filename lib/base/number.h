/*
 * Reading decimal numbers. A number is written in digits, without a sign, and without a zero in
 * front of other digits: `0`, `10` and `1024`, but neither `+1` nor `007`.
 */
#ifndef BSI_BASE_NUMBER_H
#define BSI_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/status.h>

/*
 * Reads the number that a text begins with, and moves `*text` behind its digits. BSHIP_ERROR_SYNTAX
 * if it begins with none; then nothing changes. BSHIP_ERROR_RANGE if the number is above `highest`,
 * which `*out` then is, as with strtoull().
 */
bship_status bsi_number_read(const char **text, uint64_t highest, uint64_t *out);

/*
 * Reads exactly `count` digits, at most 19, zeros in front included, as in a date or behind a
 * decimal point, and moves `*text` behind them. Returns false, and changes nothing, if there are
 * fewer.
 */
bool bsi_digits_read(const char **text, size_t count, uint64_t *out);

/* How many digits a text begins with. */
size_t bsi_digits_span(const char *text);

/* Whether a text consists of digits. */
bool bsi_is_digits(const char *text);

#endif
