/* Random numbers, hashes and a shared secret, by libsodium; see secrets.h. */
#include "network/secrets.h"

#include <sodium.h>
#include <string.h>

_Static_assert(SECRET_BYTES == crypto_generichash_BYTES &&
                   SECRET_BYTES == crypto_scalarmult_BYTES &&
                   SECRET_BYTES == crypto_scalarmult_SCALARBYTES,
               "hashes, keys and secrets have one size");

const char *secrets_start(void)
{
    return sodium_init() < 0 ? "libsodium cannot be started" : NULL;
}

void secrets_draw(void *bytes, size_t count)
{
    randombytes_buf(bytes, count);
}

void secrets_write_hex(const unsigned char bytes[SECRET_BYTES], char hex[SECRET_HEX_SIZE])
{
    sodium_bin2hex(hex, SECRET_HEX_SIZE, bytes, SECRET_BYTES);
}

bool secrets_read_hex(const char *hex, unsigned char bytes[SECRET_BYTES])
{
    size_t count = 0;
    return strlen(hex) == SECRET_HEX_SIZE - 1 &&
           sodium_hex2bin(bytes, SECRET_BYTES, hex, strlen(hex), NULL, &count, NULL) == 0 &&
           count == SECRET_BYTES;
}

void secrets_draw_hex(char hex[SECRET_HEX_SIZE])
{
    unsigned char bytes[SECRET_BYTES];
    secrets_draw(bytes, sizeof bytes);
    secrets_write_hex(bytes, hex);
}

static void hash_with(const unsigned char *key, const char *text, char hex[SECRET_HEX_SIZE])
{
    unsigned char bytes[SECRET_BYTES];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text, strlen(text), key,
                       key ? SECRET_BYTES : 0);
    secrets_write_hex(bytes, hex);
}

void secrets_hash(const char *text, char hex[SECRET_HEX_SIZE])
{
    hash_with(NULL, text, hex);
}

bool secrets_is_hash_of(const char *hex, const char *text)
{
    char actual[SECRET_HEX_SIZE];
    secrets_hash(text, actual);
    return strcmp(hex, actual) == 0;
}

void secrets_make_keys(struct secret_keys *keys)
{
    unsigned char sent[SECRET_BYTES];
    secrets_draw(keys->kept, sizeof keys->kept);
    crypto_scalarmult_base(sent, keys->kept);
    secrets_write_hex(sent, keys->sent);
}

bool secrets_share(const struct secret_keys *keys, const char *received,
                   unsigned char secret[SECRET_BYTES])
{
    unsigned char key[SECRET_BYTES], product[SECRET_BYTES];
    if (!secrets_read_hex(received, key) || crypto_scalarmult(product, keys->kept, key) != 0)
        return false;
    return crypto_generichash(secret, SECRET_BYTES, product, sizeof product, NULL, 0) == 0;
}

void secrets_prove(const unsigned char secret[SECRET_BYTES], const char *text,
                   char hex[SECRET_HEX_SIZE])
{
    hash_with(secret, text, hex);
}

bool secrets_is_proof(const unsigned char secret[SECRET_BYTES], const char *text, const char *hex)
{
    char expected[SECRET_HEX_SIZE];
    secrets_prove(secret, text, expected);
    return strlen(hex) == sizeof expected - 1 &&
           sodium_memcmp(hex, expected, sizeof expected - 1) == 0;
}
