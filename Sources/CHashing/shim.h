#ifndef LOCKSTEP_CHASHING_SHIM_H
#define LOCKSTEP_CHASHING_SHIM_H

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the 32 bytes of SHA-256 over `count` bytes. */
static inline void lockstep_sha256(const uint8_t *bytes, size_t count, uint8_t *out)
{
    SHA256(bytes, count, out);
}

/* Writes the 32 bytes of HMAC-SHA256 over `count` bytes; false where libcrypto refuses. */
static inline int lockstep_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *out)
{
    unsigned int length = 0;
    return HMAC(EVP_sha256(), key, (int)key_count, bytes, count, out, &length) != NULL;
}

#endif
