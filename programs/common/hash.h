/* G. Fowler, L. Noll, K. Vo: the hash function FNV-1a of 64 bits. */
#ifndef PROGRAMS_COMMON_HASH_H
#define PROGRAMS_COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_INIT UINT64_C(0xcbf29ce484222325) /* the hash of nothing */

/* Continue a hash, with a number or with bytes one by one. */
uint64_t hash_number(uint64_t hash, uint32_t number);
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count);

#endif
