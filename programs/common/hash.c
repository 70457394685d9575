/* A hash function; see hash.h. */
#include "common/hash.h"

uint64_t hash_number(uint64_t hash, uint32_t number)
{
    return (hash ^ number) * UINT64_C(0x100000001b3);
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *byte = bytes; count > 0; count--, byte++)
        hash = hash_number(hash, *byte);
    return hash;
}
