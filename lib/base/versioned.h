/* Versioned structs: options are read over defaults, results written up to the caller's size. */
#ifndef BSI_BASE_VERSIONED_H
#define BSI_BASE_VERSIONED_H

#include <stddef.h>

#include <battleship/status.h>

/*
 * Reads the caller's options (NULL: none) over the defaults in `out`, a struct of
 * `known` bytes. Bytes beyond those must be zero: OK or SIZE.
 */
bship_status bsi_versioned_read(void *out, size_t known, const void *given);

/* Checks that a caller's result struct has room for `known` bytes: OK, ARGUMENT or SIZE. */
bship_status bsi_versioned_check(const void *out, size_t known);

/* Writes `value`, of `known` bytes, to a checked struct; keeps the caller's size. */
void bsi_versioned_write(void *out, const void *value, size_t known);

/* The body of every ..._init(): copies as many bytes of `value` as the caller's struct has. */
void bsi_versioned_init(void *out, size_t size, const void *value, size_t known);

#endif
