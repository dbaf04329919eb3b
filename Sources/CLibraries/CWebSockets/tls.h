#ifndef CWEBSOCKETS_TLS_H
#define CWEBSOCKETS_TLS_H

#include <libwebsockets.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

/* Provides no password for the key; OpenSSL would ask for one on the terminal. */
static inline int lws_shim_no_password(char *text, int room, int writing, void *user)
{
    (void)text;
    (void)room;
    (void)writing;
    (void)user;
    return 0;
}

/* The certificate of a port: a context that holds the certificate, its chain and its key. */
struct lws_shim_certificate {
    SSL_CTX *holder;
};

/* Reads the files. Returns NULL, or OpenSSL's reason of a failure, which changes nothing. */
static inline const char *lws_shim_certificate_load(struct lws_shim_certificate *certificate,
    const char *path, const char *key)
{
    SSL_CTX *holder = SSL_CTX_new(TLS_server_method());
    const char *reason;

    if (!holder)
        return "OpenSSL has no memory";
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(holder, lws_shim_no_password);
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

static inline void lws_shim_certificate_free(struct lws_shim_certificate *certificate)
{
    SSL_CTX_free(certificate->holder);
    certificate->holder = NULL;
}

static inline int lws_shim_certificate_show(SSL *tls, void *user)
{
    SSL_CTX *holder = ((struct lws_shim_certificate *)user)->holder;
    STACK_OF(X509) *chain = NULL;

    SSL_certs_clear(tls);
    SSL_CTX_get0_chain_certs(holder, &chain);
    return SSL_use_cert_and_key(tls, SSL_CTX_get0_certificate(holder),
        SSL_CTX_get0_privatekey(holder), chain, 1);
}

/* Makes a port's SSL_CTX use the current certificate at each handshake. Otherwise it would keep an
 * old certificate besides a new one whose key is of another type. */
static inline void lws_shim_certificate_use(struct lws_shim_certificate *certificate, void *port)
{
    SSL_CTX_set_cert_cb((SSL_CTX *)port, lws_shim_certificate_show, certificate);
}

/* Copies the next bytes of input, decrypted with TLS, without consuming them. Returns their number;
 * 0: none yet; negative: there will be none. */
static inline int lws_shim_peek_message(struct lws *wsi, unsigned char *bytes, size_t count)
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

/* Has lws read what OpenSSL took from the socket when it was peeked at: no event of the socket tells of that. */
static inline void lws_shim_read_taken(struct lws *wsi)
{
    struct lws_pollfd event;

    if (!lws_is_ssl(wsi) || SSL_pending(lws_get_ssl(wsi)) == 0)
        return;
    event.fd = lws_get_socket_fd(wsi);
    event.events = LWS_POLLIN;
    event.revents = LWS_POLLIN;
    lws_service_fd(lws_get_context(wsi), &event);
}

#endif
