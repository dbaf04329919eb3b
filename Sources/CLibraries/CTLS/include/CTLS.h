#ifndef LOCKSTEP_CTLS_H
#define LOCKSTEP_CTLS_H

#include <stddef.h>

/* TLS on a client's socket, by OpenSSL: blocking or not, as the socket is. Not thread-safe. Besides, a
   certificate for a server that a program starts. */

/* What all connections share: the trusted certificates. */
typedef struct lockstep_tls_trust lockstep_tls_trust;

/* The TLS of one connection; the socket stays the caller's. */
typedef struct lockstep_tls lockstep_tls;

/* What a function that may have to wait returns instead of a count. */
enum lockstep_tls_outcome {
    lockstep_tls_ended = 0,
    lockstep_tls_wants_input = -1,
    lockstep_tls_wants_output = -2,
    lockstep_tls_failed = -3
};

/* Trusts the certificates of the PEM file `authorities`, or the system's where it is NULL; if `verifies` is 0,
   everyone. Returns NULL where the file cannot be used. */
lockstep_tls_trust *lockstep_tls_trust_new(const char *authorities, int verifies);

void lockstep_tls_trust_free(lockstep_tls_trust *trust);

/* Prepares TLS to `host`, a name or a numeric address, on a connected or connecting socket. `earlier` is a
   connection whose session may be resumed, or NULL. Returns NULL where there is no memory. */
lockstep_tls *lockstep_tls_new(
    lockstep_tls_trust *trust, int descriptor, const char *host, lockstep_tls *earlier);

void lockstep_tls_free(lockstep_tls *tls);

/* Performs the handshake as far as it goes; 1: it is done. */
int lockstep_tls_handshake(lockstep_tls *tls);

/* Reads or writes at most `count` bytes; the number of them, or an outcome. */
long lockstep_tls_read(lockstep_tls *tls, void *bytes, size_t count);
long lockstep_tls_write(lockstep_tls *tls, const void *bytes, size_t count);

/* Whether the session was resumed: 1 or 0. */
int lockstep_tls_is_resumed(lockstep_tls *tls);

/* Makes a key (P-256) and a certificate that it signs itself, and writes both as PEM files that their owner
   may read. `name` is what the certificate is for, such as "IP:127.0.0.1"; it is valid for so many days.
   Returns 0 where that fails. */
int lockstep_tls_make_certificate(
    const char *name, int days, const char *certificate_path, const char *key_path);

/* Why the last call failed; valid until the next one. */
const char *lockstep_tls_problem(lockstep_tls *tls);

#endif
