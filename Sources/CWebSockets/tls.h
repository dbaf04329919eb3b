#ifndef LOCKSTEP_CWEBSOCKETS_TLS_H
#define LOCKSTEP_CWEBSOCKETS_TLS_H

#include <libwebsockets.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

/* What is given instead of asking a terminal for the key's password. */
static inline int lockstep_no_password(char *text, int room, int writing, void *user)
{
    (void)text;
    (void)room;
    (void)writing;
    (void)user;
    return 0;
}

/* What a port shows to new peers: a context that holds a certificate, its chain and its key. */
struct lockstep_certificate {
    SSL_CTX *holder;
};

/* Reads the files. NULL: done; else why not, in OpenSSL's words, and nothing has changed. */
static inline const char *lockstep_certificate_load(struct lockstep_certificate *certificate,
    const char *path, const char *key)
{
    SSL_CTX *holder = SSL_CTX_new(TLS_server_method());
    const char *reason;

    if (!holder)
        return "OpenSSL has no memory";
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(holder, lockstep_no_password);
    if (SSL_CTX_use_certificate_chain_file(holder, path) == 1
        && SSL_CTX_use_PrivateKey_file(holder, key, SSL_FILETYPE_PEM) == 1
        && SSL_CTX_check_private_key(holder) == 1) {
        SSL_CTX_free(certificate->holder);
        certificate->holder = holder;
        return NULL;
    }
    reason = ERR_reason_error_string(ERR_peek_error());
    ERR_clear_error();
    SSL_CTX_free(holder);
    return reason ? reason : "OpenSSL does not say why";
}

static inline void lockstep_certificate_free(struct lockstep_certificate *certificate)
{
    SSL_CTX_free(certificate->holder);
    certificate->holder = NULL;
}

static inline int lockstep_certificate_show(SSL *tls, void *user)
{
    SSL_CTX *holder = ((struct lockstep_certificate *)user)->holder;
    STACK_OF(X509) *chain = NULL;

    SSL_certs_clear(tls);
    SSL_CTX_get0_chain_certs(holder, &chain);
    return SSL_use_cert_and_key(tls, SSL_CTX_get0_certificate(holder),
        SSL_CTX_get0_privatekey(holder), chain, 1);
}

/* Has a port's SSL_CTX show the certificate as it is at each handshake. It would else keep an
 * old one beside a new one whose key is of another kind. */
static inline void lockstep_certificate_use(struct lockstep_certificate *certificate, void *port)
{
    SSL_CTX_set_cert_cb((SSL_CTX *)port, lockstep_certificate_show, certificate);
}

/* Copies the next bytes of the conversation, decrypted where it is encrypted, and leaves them to
 * be read. How many; 0: none yet; negative: there will be none. */
static inline int lockstep_peek_message(struct lws *wsi, unsigned char *bytes, size_t count)
{
    SSL *tls = lws_is_ssl(wsi) ? lws_get_ssl(wsi) : NULL;
    int got, error;

    if (tls && !SSL_is_init_finished(tls))
        return 0;
    if (!tls) {
        got = (int)recv(lws_get_socket_fd(wsi), bytes, count, MSG_PEEK | MSG_DONTWAIT);
        return got > 0 ? got : -1;
    }
    ERR_clear_error();
    got = SSL_peek(tls, bytes, (int)count);
    if (got > 0)
        return got;
    error = SSL_get_error(tls, got);
    ERR_clear_error();
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

/* Reads some of the conversation, and forgets it. */
static inline void lockstep_skip(struct lws *wsi, unsigned char *room, size_t count)
{
    if (!lws_is_ssl(wsi)) {
        (void)!recv(lws_get_socket_fd(wsi), room, count, MSG_DONTWAIT);
        return;
    }
    ERR_clear_error();
    while (SSL_read(lws_get_ssl(wsi), room, (int)count) > 0)
        ;
    ERR_clear_error();
}

#endif
