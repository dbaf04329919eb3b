#ifndef LOCKSTEP_CCRYPTO_H
#define LOCKSTEP_CCRYPTO_H

#include <stddef.h>
#include <stdint.h>

/* What is used of OpenSSL's libcrypto. Nothing is left in the thread's queue of errors, which TLS reads. */

/* Writes the 32 bytes of SHA-256 over `count` bytes. */
void lockstep_sha256(const uint8_t *bytes, size_t count, uint8_t *out);

/* Writes the 32 bytes of HMAC-SHA256 over `count` bytes; 0 where libcrypto refuses. */
int lockstep_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *out);

/* Whether the bytes are equal, in a time that depends on their count only: 1 or 0. */
int lockstep_are_equal(const uint8_t *bytes, const uint8_t *others, size_t count);

/* A key for signatures. Any number of threads may use one at the same time. */
typedef struct evp_pkey_st lockstep_key;

typedef enum {
    LOCKSTEP_NO_KEY,
    /* ECDSA on P-256 with SHA-256; a signature is r and s, 32 bytes each. */
    LOCKSTEP_ES256,
    /* RSA, PKCS #1 version 1.5, with SHA-256. */
    LOCKSTEP_RS256,
    LOCKSTEP_ED25519,
} lockstep_key_kind;

/* The key of a PEM block: PKCS #8, SEC 1 or PKCS #1, private or public, not encrypted; NULL where it is none. */
lockstep_key *lockstep_key_from_pem(const uint8_t *pem, size_t count);

/* A key from the numbers of a JSON Web Key, the highest byte first; without `d` a public one. NULL where they make none. */
lockstep_key *lockstep_key_from_rsa(
    const uint8_t *n, size_t n_count, const uint8_t *e, size_t e_count, const uint8_t *d, size_t d_count);

/* A public key from the 32 bytes of each coordinate; NULL where they are no point of the curve. */
lockstep_key *lockstep_key_from_p256_point(const uint8_t *x, const uint8_t *y);

/* A private key from its 32 bytes; NULL where they are none. */
lockstep_key *lockstep_key_from_p256_scalar(const uint8_t *d);

/* A key from its 32 bytes; NULL where they are none. */
lockstep_key *lockstep_key_from_ed25519(const uint8_t *bytes, int is_private);

/* A new private key: of 2048 bits for RSA; NULL where libcrypto has no randomness. */
lockstep_key *lockstep_key_generate(lockstep_key_kind kind);

void lockstep_key_free(lockstep_key *key);

/* LOCKSTEP_NO_KEY for any other kind. */
lockstep_key_kind lockstep_key_get_kind(const lockstep_key *key);

/* The bits of an RSA key's modulus. */
int lockstep_key_bits(const lockstep_key *key);

int lockstep_key_is_private(const lockstep_key *key);

/* Whether `signature` is one of `bytes`: 1 or 0. */
int lockstep_key_verify(
    lockstep_key *key, const uint8_t *signature, size_t signature_count, const uint8_t *bytes, size_t count);

/* Writes a signature into the `capacity` bytes at `out`; its length, 0 where there is none. */
size_t lockstep_key_sign(
    lockstep_key *key, const uint8_t *bytes, size_t count, uint8_t *out, size_t capacity);

/* Writes the key's half as PEM (PKCS #8, or SubjectPublicKeyInfo); its length, 0 where it does not fit. */
size_t lockstep_key_write_pem(lockstep_key *key, int is_private, uint8_t *out, size_t capacity);

#endif
