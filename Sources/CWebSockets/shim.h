#ifndef LOCKSTEP_CWEBSOCKETS_SHIM_H
#define LOCKSTEP_CWEBSOCKETS_SHIM_H

#include <errno.h>
#include <libwebsockets.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* What a listener asks of its libwebsockets context. */
struct lockstep_listener {
    const char *interface_name; /* NULL: every interface */
    int port;                   /* 0: any free port */
    int without_ipv6;
    unsigned int handshake_seconds;
    int keep_alive_seconds;
    const char *certificate;    /* PEM files; NULL: without TLS */
    const char *private_key;
    void *foreign_loop;         /* the struct ev_loop that drives the context */
    void *user;                 /* what lws_context_user() returns */
};

#define LOCKSTEP_SUBPROTOCOL "lockstep.v1"

/* HTTP and WebSockets without a subprotocol (under a name that no client can offer), the one
 * subprotocol, and the terminator, zeroed; must outlive the context. The caller frees it. */
static inline struct lws_protocols *lockstep_protocols(lws_callback_function *callback)
{
    struct lws_protocols *list = (struct lws_protocols *)calloc(3, sizeof(struct lws_protocols));
    int n;

    if (!list)
        return NULL;
    for (n = 0; n < 2; n++) {
        list[n].name = n ? LOCKSTEP_SUBPROTOCOL : "no name";
        list[n].callback = callback;
        /* Not used, but without it lws does not tell when it begins to close. */
        list[n].per_session_data_size = 1;
        /* A piece at a time of what is received: kept for each connection, however idle. */
        list[n].rx_buffer_size = 1024;
        list[n].tx_packet_size = 1 << 20;
    }
    return list;
}

/* A context on a foreign libev loop, with one port and no extensions. */
static inline struct lws_context *lockstep_create_context(const struct lockstep_listener *listener,
    const struct lws_protocols *protocols)
{
    /* No pings of lws's own: each would be a walk over the sorted list of all timers. */
    static const lws_retry_bo_t no_pings;
    struct lws_context_creation_info info;
    void *loops[1];

    memset(&info, 0, sizeof info);
    loops[0] = listener->foreign_loop;
    info.iface = listener->interface_name;
    info.port = listener->port;
    info.protocols = protocols;
    info.options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    if (listener->without_ipv6)
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (listener->certificate) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = listener->certificate;
        info.ssl_private_key_filepath = listener->private_key;
        info.ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;
        /* Not HTTP/2, on whose streams nothing here would fit. */
        info.alpn = "http/1.1";
    }
    info.foreign_loops = loops;
    info.pt_serv_buf_size = 64 * 1024;
    info.max_http_header_data = 16 * 1024;
    info.timeout_secs = listener->handshake_seconds;
    info.timeout_secs_ah_idle = listener->handshake_seconds;
    info.keepalive_timeout = listener->keep_alive_seconds;
    info.retry_and_idle_policy = &no_pings;
    info.vhost_name = "lockstep";
    info.gid = -1;
    info.uid = -1;
    info.user = listener->user;
    return lws_create_context(&info);
}

/* A context on a foreign libev loop for outgoing connections. Its time limits are the caller's
 * affair: lws's own are put out of reach.
 * with_tls: the certificates that the system trusts are read, or those of authorities_file. */
static inline struct lws_context *lockstep_create_dialer(void *foreign_loop,
    const struct lws_protocols *protocols, int with_tls, const char *authorities_file, void *user)
{
    static const lws_retry_bo_t no_pings;
    static const unsigned int a_day = 24 * 60 * 60;
    struct lws_context_creation_info info;
    void *loops[1];

    memset(&info, 0, sizeof info);
    loops[0] = foreign_loop;
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.options = LWS_SERVER_OPTION_LIBEV;
    if (with_tls)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    if (with_tls && *authorities_file)
        info.client_ssl_ca_filepath = authorities_file;
    info.foreign_loops = loops;
    info.pt_serv_buf_size = 64 * 1024;
    info.max_http_header_data = 16 * 1024;
    info.timeout_secs = a_day;
    info.timeout_secs_ah_idle = a_day;
    info.connect_timeout_secs = a_day;
    info.retry_and_idle_policy = &no_pings;
    info.vhost_name = "lockstep";
    info.gid = -1;
    info.uid = -1;
    info.user = user;
    return lws_create_context(&info);
}

/* Begins an outgoing connection to a numeric address; NULL where it failed at once, which may be
 * after callbacks. method: empty for a WebSocket. subprotocol: empty to offer none.
 * data: what lws_get_opaque_user_data() gives from the first callback on. */
static inline struct lws *lockstep_dial(struct lws_context *context, const char *address, int port,
    int with_tls, const char *host, const char *target, const char *method,
    const char *subprotocol, void *data)
{
    struct lws_client_connect_info info;

    memset(&info, 0, sizeof info);
    info.context = context;
    info.address = address;
    info.port = port;
    info.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (with_tls ? LCCSCF_USE_SSL : 0);
    info.path = target;
    info.host = host;
    info.method = *method ? method : NULL;
    info.protocol = *subprotocol ? subprotocol : NULL;
    info.local_protocol_name = LOCKSTEP_SUBPROTOCOL;
    info.alpn = "http/1.1";
    info.opaque_user_data = data;
    return lws_client_connect_via_info(&info);
}

/* Puts header lines into the request that lws is about to send, from the callback for that, which
 * gives next and room. Negative: they do not fit. */
static inline int lockstep_append_headers(void *next, size_t room, const unsigned char *lines,
    size_t count)
{
    unsigned char **end = (unsigned char **)next;

    if (count > room)
        return -1;
    memcpy(*end, lines, count);
    *end += count;
    return 0;
}

/* Reads more of a response's body, with callbacks for it. Negative: it is whole, or cut; then
 * moved tells whether anything was read before, which it was unless the stream has ended. */
static inline int lockstep_read_body(struct lws *wsi, unsigned char *buffer, int room, int *moved)
{
    char *at = (char *)buffer;
    int result = lws_http_client_read(wsi, &at, &room);

    *moved = at != (char *)buffer;
    return result;
}

static inline int lockstep_listening_port(struct lws_context *context)
{
    struct lws_vhost *vhost = lws_get_vhost_by_name(context, "lockstep");

    return vhost ? lws_get_vhost_listen_port(vhost) : -1;
}

/* Hands bytes over as they are: to the kernel, and what it does not take to lws's own buffer.
 * lws does not write into the bytes for this kind of write. Negative: the socket is dead. */
static inline int lockstep_write(struct lws *wsi, const unsigned char *bytes, size_t count)
{
    return lws_write(wsi, (unsigned char *)bytes, count, LWS_WRITE_HTTP);
}

/* Hands bytes to the kernel, which takes as many as it has room for: how many, or negative: the
 * socket is dead. Only where lws has nothing left to send, and the connection is not encrypted. */
static inline long lockstep_send(struct lws *wsi, const unsigned char *bytes, size_t count)
{
    ssize_t sent = send(lws_get_socket_fd(wsi), bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);

    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return 0;
    return (long)sent;
}

/* Whether the connection is not encrypted. */
static inline int lockstep_is_plain(struct lws *wsi)
{
    return !lws_is_ssl(wsi);
}

/* Sends a ping; from the writable callback only. Negative: the socket is dead.
 * Not an empty one: lws does not tell of empty pongs. */
static inline int lockstep_ping(struct lws *wsi)
{
    unsigned char bytes[LWS_PRE + 4];

    memcpy(bytes + LWS_PRE, "ping", 4);
    return lws_write(wsi, bytes + LWS_PRE, 4, LWS_WRITE_PING);
}

/* Has lws close with this code and reason once the callback returns -1. */
static inline void lockstep_close_reason(struct lws *wsi, int code, const unsigned char *reason,
    size_t count)
{
    lws_close_reason(wsi, (enum lws_close_status)code, (unsigned char *)reason, count);
}

/* lws looks for what it knows once the confirming callback has returned: with this it finds
 * nothing in the Upgrade field, and the request is answered as any other. */
static inline void lockstep_ignore_upgrade(void *token)
{
    *(char *)token = '-';
}

/* Has lws look at its time limits: on a foreign libev loop it sleeps past those that were set
 * after a later one. */
static inline void lockstep_check_timeouts(struct lws_context *context)
{
    lws_cancel_service(context);
}

/* Cuts a socket in the loop's next pass, whatever is still to be sent. */
static inline void lockstep_end(struct lws *wsi)
{
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    lockstep_check_timeouts(lws_get_context(wsi));
}

/* Takes lws's own time limit off. */
static inline void lockstep_clear_timeout(struct lws *wsi)
{
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
}

/* Bytes that the kernel has taken and the peer has not acknowledged; negative where unknown. */
static inline int lockstep_unacknowledged(struct lws *wsi)
{
    int count = -1;

    if (ioctl(lws_get_socket_fd(wsi), SIOCOUTQ, &count) < 0)
        return -1;
    return count;
}

/* Copies the next input, and leaves it to be read; how many bytes, or negative. */
static inline int lockstep_peek(struct lws *wsi, unsigned char *bytes, size_t count)
{
    return (int)recv(lws_get_socket_fd(wsi), bytes, count, MSG_PEEK | MSG_DONTWAIT);
}

/* The other end's numeric address; 0 where there is one. */
static inline int lockstep_peer_address(int descriptor, char *text, size_t room)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;

    if (getpeername(descriptor, (struct sockaddr *)&address, &length) < 0)
        return -1;
    return getnameinfo((struct sockaddr *)&address, length, text, (socklen_t)room, NULL, 0,
        NI_NUMERICHOST);
}

/* The end of what this side sends. */
static inline void lockstep_shutdown_output(struct lws *wsi)
{
    shutdown(lws_get_socket_fd(wsi), SHUT_WR);
}

static inline void lockstep_silence_log(void)
{
    lws_set_log_level(0, NULL);
}

#endif
