#include "CTLS.h"

#include <arpa/inet.h>
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lockstep_tls_trust {
    SSL_CTX *context;
};

struct lockstep_tls {
    SSL *ssl;
    char problem[256];
};

lockstep_tls_trust *lockstep_tls_trust_new(const char *authorities, int verifies)
{
    lockstep_tls_trust *trust = calloc(1, sizeof *trust);
    if (trust == NULL)
        return NULL;
    trust->context = SSL_CTX_new(TLS_client_method());
    if (trust->context == NULL) {
        free(trust);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(trust->context, TLS1_2_VERSION);
    SSL_CTX_set_mode(
        trust->context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
            | SSL_MODE_RELEASE_BUFFERS);
    /* Takes several records from the socket in one call, instead of each in two. */
    SSL_CTX_set_read_ahead(trust->context, 1);
    SSL_CTX_set_default_read_buffer_len(trust->context, 65536);
    SSL_CTX_set_session_cache_mode(trust->context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_set_verify(trust->context, verifies ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, NULL);
    int loaded = authorities == NULL ? SSL_CTX_set_default_verify_paths(trust->context)
                                     : SSL_CTX_load_verify_locations(trust->context, authorities, NULL);
    if (verifies && loaded != 1) {
        lockstep_tls_trust_free(trust);
        return NULL;
    }
    return trust;
}

void lockstep_tls_trust_free(lockstep_tls_trust *trust)
{
    SSL_CTX_free(trust->context);
    free(trust);
}

/* Has the certificate checked for `host`, and names it to the server where it is a name. */
static int lockstep_tls_set_host(SSL *ssl, const char *host)
{
    unsigned char address[16];
    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host);
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(ssl, host) && SSL_set_tlsext_host_name(ssl, host);
}

lockstep_tls *lockstep_tls_new(
    lockstep_tls_trust *trust, int descriptor, const char *host, lockstep_tls *earlier)
{
    lockstep_tls *tls = calloc(1, sizeof *tls);
    if (tls == NULL)
        return NULL;
    tls->ssl = SSL_new(trust->context);
    if (tls->ssl == NULL || !SSL_set_fd(tls->ssl, descriptor) || !lockstep_tls_set_host(tls->ssl, host)) {
        lockstep_tls_free(tls);
        return NULL;
    }
    SSL_set_connect_state(tls->ssl);
    SSL_SESSION *session = earlier == NULL ? NULL : SSL_get1_session(earlier->ssl);
    if (session != NULL) {
        if (SSL_SESSION_is_resumable(session))
            SSL_set_session(tls->ssl, session);
        SSL_SESSION_free(session);
    }
    return tls;
}

void lockstep_tls_free(lockstep_tls *tls)
{
    /* Sent by nobody: without it the session could not be resumed. */
    if (tls->ssl != NULL && SSL_is_init_finished(tls->ssl))
        SSL_set_shutdown(tls->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(tls->ssl);
    free(tls);
}

/* The outcome of a call that returned `result`, at most 0. */
static int lockstep_tls_outcome_of(lockstep_tls *tls, int result, int error)
{
    unsigned long code;
    switch (SSL_get_error(tls->ssl, result)) {
    case SSL_ERROR_WANT_READ:
        return lockstep_tls_wants_input;
    case SSL_ERROR_WANT_WRITE:
        return lockstep_tls_wants_output;
    case SSL_ERROR_ZERO_RETURN:
        return lockstep_tls_ended;
    case SSL_ERROR_SYSCALL:
        snprintf(tls->problem, sizeof tls->problem, "%s", error ? strerror(error) : "the connection was cut");
        return lockstep_tls_failed;
    default:
        code = ERR_get_error();
        long verified = SSL_get_verify_result(tls->ssl);
        if (ERR_GET_REASON(code) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
            return lockstep_tls_ended;
        if (verified != X509_V_OK && SSL_get_verify_mode(tls->ssl) != SSL_VERIFY_NONE)
            snprintf(tls->problem, sizeof tls->problem, "the certificate is not trusted: %s",
                X509_verify_cert_error_string(verified));
        else
            snprintf(tls->problem, sizeof tls->problem, "%s",
                ERR_reason_error_string(code) ? ERR_reason_error_string(code) : "TLS failed");
        return lockstep_tls_failed;
    }
}

int lockstep_tls_handshake(lockstep_tls *tls)
{
    ERR_clear_error();
    errno = 0;
    int result = SSL_do_handshake(tls->ssl);
    return result == 1 ? 1 : lockstep_tls_outcome_of(tls, result, errno);
}

long lockstep_tls_read(lockstep_tls *tls, void *bytes, size_t count)
{
    ERR_clear_error();
    errno = 0;
    int result = SSL_read(tls->ssl, bytes, (int)count);
    return result > 0 ? result : lockstep_tls_outcome_of(tls, result, errno);
}

long lockstep_tls_write(lockstep_tls *tls, const void *bytes, size_t count)
{
    ERR_clear_error();
    errno = 0;
    int result = SSL_write(tls->ssl, bytes, (int)count);
    return result > 0 ? result : lockstep_tls_outcome_of(tls, result, errno);
}

int lockstep_tls_is_resumed(lockstep_tls *tls)
{
    return SSL_session_reused(tls->ssl);
}

const char *lockstep_tls_problem(lockstep_tls *tls)
{
    return tls->problem;
}
