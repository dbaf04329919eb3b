#ifndef LOCKSTEP_CHASHING_H
#define LOCKSTEP_CHASHING_H

#include <stddef.h>
#include <stdint.h>

/* Writes the 32 bytes of SHA-256 over `count` bytes. */
void lockstep_sha256(const uint8_t *bytes, size_t count, uint8_t *out);

/* Writes the 32 bytes of HMAC-SHA256 over `count` bytes; 0 where libcrypto refuses. */
int lockstep_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *out);

#endif
