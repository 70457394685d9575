/* Structs that carry their size: read with defaults, written as far as the caller knows them. */
#ifndef BSHIP_BASE_SIZED_H
#define BSHIP_BASE_SIZED_H

#include <stddef.h>

#include <battleship/status.h>

/*
 * Reads the caller's options (NULL: none) over the defaults in `out`, a struct of
 * `known` bytes. Bytes beyond those known must be zero, else BSHIP_ERROR_SIZE.
 */
bship_status bship_internal_sized_read(void *out, size_t known, const void *given);

/* Whether a caller's result struct can take one of `known` bytes: OK, ARGUMENT or SIZE. */
bship_status bship_internal_sized_check(const void *out, size_t known);

/* Writes `value`, of `known` bytes, to a struct that was checked; keeps the caller's size. */
void bship_internal_sized_write(void *out, const void *value, size_t known);

/* The body of every ..._init(): copies as many bytes of `value` as the caller's struct has. */
void bship_internal_sized_init(void *out, size_t size, const void *value, size_t known);

#endif
