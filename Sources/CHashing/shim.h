#ifndef LOCKSTEP_CHASHING_SHIM_H
#define LOCKSTEP_CHASHING_SHIM_H

#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the 32 bytes of SHA-256 over `count` bytes. */
static inline void lockstep_sha256(const uint8_t *bytes, size_t count, uint8_t *out)
{
    SHA256(bytes, count, out);
}

#endif
