/* Takes the place of secrets.c in a build without libsodium: games over a network are off. */
#include "network/secrets.h"

#include <string.h>

const char *secrets_start(void)
{
    return "games over a network are off: built without libsodium";
}

void secrets_draw(void *bytes, size_t count)
{
    memset(bytes, 0, count);
}

void secrets_draw_hex(char hex[SECRET_HEX_SIZE])
{
    hex[0] = '\0';
}

void secrets_write_hex(const unsigned char bytes[SECRET_BYTES], char hex[SECRET_HEX_SIZE])
{
    (void)bytes;
    hex[0] = '\0';
}

bool secrets_read_hex(const char *hex, unsigned char bytes[SECRET_BYTES])
{
    (void)hex;
    (void)bytes;
    return false;
}

void secrets_hash(const char *text, char hex[SECRET_HEX_SIZE])
{
    (void)text;
    hex[0] = '\0';
}

bool secrets_is_hash_of(const char *hex, const char *text)
{
    (void)hex;
    (void)text;
    return false;
}

void secrets_make_keys(struct secret_keys *keys)
{
    memset(keys, 0, sizeof *keys);
}

bool secrets_share(const struct secret_keys *keys, const char *received,
                   unsigned char secret[SECRET_BYTES])
{
    (void)keys;
    (void)received;
    (void)secret;
    return false;
}

void secrets_prove(const unsigned char secret[SECRET_BYTES], const char *text,
                   char hex[SECRET_HEX_SIZE])
{
    (void)secret;
    (void)text;
    hex[0] = '\0';
}

bool secrets_is_proof(const unsigned char secret[SECRET_BYTES], const char *text, const char *hex)
{
    (void)secret;
    (void)text;
    (void)hex;
    return false;
}
