/*
 * What keeps two players honest who do not trust each other: random numbers, hashes, a secret that
 * only the two share. The only module that knows libsodium; built without it, it does nothing but
 * say so.
 *
 * Numbers of 256 bits are written as 64 hexadecimal digits, in small letters.
 */
#ifndef PROGRAMS_NETWORK_SECRETS_H
#define PROGRAMS_NETWORK_SECRETS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SECRET_BYTES = 32,
    SECRET_HEX_SIZE = 2 * SECRET_BYTES + 1 /* with the NUL */
};

/* To be called before anything else. NULL, or why there are no secrets: a sentence. */
const char *secrets_start(void);

/* Fills in random bytes of the operating system. */
void secrets_draw(void *bytes, size_t count);
void secrets_draw_hex(char hex[SECRET_HEX_SIZE]);

/* Numbers as hexadecimal digits; false: the text is none. */
void secrets_write_hex(const unsigned char bytes[SECRET_BYTES], char hex[SECRET_HEX_SIZE]);
bool secrets_read_hex(const char *hex, unsigned char bytes[SECRET_BYTES]);

/* The hash of a text, BLAKE2b: it tells nothing of a text that contains a random number. */
void secrets_hash(const char *text, char hex[SECRET_HEX_SIZE]);
bool secrets_is_hash_of(const char *hex, const char *text);

/* A pair of keys of X25519: one to be sent, one to be kept. */
struct secret_keys {
    unsigned char kept[SECRET_BYTES];
    char sent[SECRET_HEX_SIZE];
};

void secrets_make_keys(struct secret_keys *keys);

/*
 * Makes the secret that two sides share from the own keys and the key that the other side has sent.
 * Whoever has only listened does not know it. False: what was sent is no key.
 */
bool secrets_share(const struct secret_keys *keys, const char *received,
                   unsigned char secret[SECRET_BYTES]);

/* Proves that the sender of a text knows a secret, without giving it away. */
void secrets_prove(const unsigned char secret[SECRET_BYTES], const char *text,
                   char hex[SECRET_HEX_SIZE]);
bool secrets_is_proof(const unsigned char secret[SECRET_BYTES], const char *text, const char *hex);

#endif
