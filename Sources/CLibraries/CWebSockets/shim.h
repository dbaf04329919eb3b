#ifndef CWEBSOCKETS_SHIM_H
#define CWEBSOCKETS_SHIM_H

#include <errno.h>
#include <libwebsockets.h>
#include <linux/sockios.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* The parameters of a listener's context. */
struct lws_shim_listener {
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

/* The protocol of HTTP, and of WebSockets without a subprotocol: no client can offer this name. */
#define LWS_SHIM_NO_SUBPROTOCOL "no name"

/* A table of that protocol, `count` subprotocols and the terminator; it must outlive the context and
 * so must the names. The caller frees it. */
static inline struct lws_protocols *lws_shim_protocols(lws_callback_function *callback,
    const char *const *names, size_t count)
{
    struct lws_protocols *list =
        (struct lws_protocols *)calloc(count + 2, sizeof(struct lws_protocols));
    size_t n;

    if (!list)
        return NULL;
    for (n = 0; n <= count; n++) {
        list[n].name = n ? names[n - 1] : LWS_SHIM_NO_SUBPROTOCOL;
        list[n].callback = callback;
        /* Unused, but without it lws does not announce that it begins to close. */
        list[n].per_session_data_size = 1;
        /* The largest piece of received data; lws allocates it for each connection. */
        list[n].rx_buffer_size = 1024;
        list[n].tx_packet_size = 1 << 20;
    }
    return list;
}

/* A context on a foreign libev loop, with one port and no extensions. */
static inline struct lws_context *lws_shim_create_context(const struct lws_shim_listener *listener,
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
    /* For heads of RequestHead.maxBytes: fields that lws does not know take up to 2.5 times their bytes. */
    info.max_http_header_data = 64 * 1024 - 1;
    info.timeout_secs = listener->handshake_seconds;
    info.timeout_secs_ah_idle = listener->handshake_seconds;
    info.keepalive_timeout = listener->keep_alive_seconds;
    info.retry_and_idle_policy = &no_pings;
    info.vhost_name = "default";
    info.gid = -1;
    info.uid = -1;
    info.user = listener->user;
    return lws_create_context(&info);
}

/* A context on a foreign libev loop for outgoing connections. The caller enforces time limits: those
 * of lws are set to a day.
 * with_tls: reads the trust roots of the system, or the PEM file trust_roots if it is not empty. */
static inline struct lws_context *lws_shim_create_dialer(void *foreign_loop,
    const struct lws_protocols *protocols, int with_tls, const char *trust_roots, void *user)
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
    if (with_tls && *trust_roots)
        info.client_ssl_ca_filepath = trust_roots;
    info.foreign_loops = loops;
    info.pt_serv_buf_size = 64 * 1024;
    info.max_http_header_data = 16 * 1024;
    info.timeout_secs = a_day;
    info.timeout_secs_ah_idle = a_day;
    info.connect_timeout_secs = a_day;
    info.retry_and_idle_policy = &no_pings;
    info.vhost_name = "default";
    info.gid = -1;
    info.uid = -1;
    info.user = user;
    return lws_create_context(&info);
}

/* Starts an outgoing connection to a numeric address; NULL if it failed at once, possibly after
 * callbacks. method: empty for a WebSocket. subprotocol: empty to offer none.
 * with_tls: 0 without, 1 with TLS, 2 with TLS that trusts every certificate.
 * data: returned by lws_get_opaque_user_data() from the first callback on. */
static inline struct lws *lws_shim_dial(struct lws_context *context, const char *address, int port,
    int with_tls, const char *host, const char *target, const char *method,
    const char *subprotocol, void *data)
{
    struct lws_client_connect_info info;

    memset(&info, 0, sizeof info);
    info.context = context;
    info.address = address;
    info.port = port;
    info.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (with_tls ? LCCSCF_USE_SSL : 0);
    if (with_tls > 1)
        info.ssl_connection |= LCCSCF_ALLOW_SELFSIGNED | LCCSCF_ALLOW_INSECURE
            | LCCSCF_ALLOW_EXPIRED | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK;
    info.path = target;
    info.host = host;
    info.method = *method ? method : NULL;
    info.protocol = *subprotocol ? subprotocol : NULL;
    info.local_protocol_name = LWS_SHIM_NO_SUBPROTOCOL;
    info.alpn = "http/1.1";
    info.opaque_user_data = data;
    return lws_client_connect_via_info(&info);
}

/* Appends header lines to the request that lws is about to send; from the callback that provides next
 * and room. Negative: they do not fit. */
static inline int lws_shim_append_headers(void *next, size_t room, const unsigned char *lines,
    size_t count)
{
    unsigned char **end = (unsigned char **)next;

    if (count > room)
        return -1;
    memcpy(*end, lines, count);
    *end += count;
    return 0;
}

/* Reads more of a response's body, which callbacks receive. Negative: the body is complete or was cut
 * off; then moved tells whether bytes were read before, which is false at the end of the stream. */
static inline int lws_shim_read_body(struct lws *wsi, unsigned char *buffer, int room, int *moved)
{
    char *at = (char *)buffer;
    int result = lws_http_client_read(wsi, &at, &room);

    *moved = at != (char *)buffer;
    return result;
}

static inline int lws_shim_listening_port(struct lws_context *context)
{
    struct lws_vhost *vhost = lws_get_vhost_by_name(context, "default");

    return vhost ? lws_get_vhost_listen_port(vhost) : -1;
}

/* Writes bytes unchanged: to the kernel, and what it does not accept to the buffer of lws.
 * lws does not modify the bytes in this kind of write. Negative: the socket is dead. */
static inline int lws_shim_write(struct lws *wsi, const unsigned char *bytes, size_t count)
{
    return lws_write(wsi, (unsigned char *)bytes, count, LWS_WRITE_HTTP);
}

/* Writes bytes to the kernel directly; returns how many it accepted, or a negative number if the
 * socket is dead. Only while lws has nothing left to send, and only without TLS. */
static inline long lws_shim_send(struct lws *wsi, const unsigned char *bytes, size_t count)
{
    ssize_t sent = send(lws_get_socket_fd(wsi), bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);

    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return 0;
    return (long)sent;
}

/* Has the kernel tell of input once so many bytes wait, or the stream has ended. */
static inline void lws_shim_await_bytes(int descriptor, int count)
{
    setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &count, sizeof count);
}

/* Whether the connection is not encrypted. */
static inline int lws_shim_is_plain(struct lws *wsi)
{
    return !lws_is_ssl(wsi);
}

/* Whether lws took the current request from input that it had read together with an earlier request
 * of the connection; from LWS_CALLBACK_HTTP only. May be wrong in one way: it is also true while
 * another connection of the context has such input.
 *
 * lws 4.1 must not be given the body of such a request: it reads the body from the beginning of the
 * request's own head, and then loops forever or uses freed memory. */
static inline int lws_shim_may_be_pipelined(struct lws *wsi)
{
    return lws_service_adjust_timeout(lws_get_context(wsi), 1, 0) == 0;
}

/* The beginning of the kernel's `struct tcp_info`, up to tcpi_bytes_received. The C library's header
 * ends before that, and cannot be included together with the kernel's. */
struct lws_shim_tcp_info {
    unsigned char others[128];
    uint64_t bytes_received;
};

/* Bytes that lws has read from the socket since the connection began, or a negative number.
 *
 * The kernel is asked in turn for what has arrived and for what of it is unread. Nobody reads in between, so
 * if the second is the same before and after, nothing has arrived meanwhile and the result is exact. With a
 * peer that sends all the time, the result may be too large by what came in between where `is_start`, else
 * too small: the difference between a start and a later result is never too large. */
static inline long long lws_shim_bytes_read(struct lws *wsi, int is_start)
{
    int fd = lws_get_socket_fd(wsi), before, after, n;
    struct lws_shim_tcp_info info;
    socklen_t size = sizeof info;

    if (ioctl(fd, FIONREAD, &after))
        return -1;
    for (n = 0; n < 8; n++) {
        before = after;
        if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) || size < sizeof info
                || ioctl(fd, FIONREAD, &after))
            return -1;
        if (before == after)
            break;
    }
    return (long long)info.bytes_received - (is_start ? before : after);
}

/* Sends a ping; from the writable callback only. Negative: the socket is dead.
 * The ping is not empty because lws does not report empty pongs. */
static inline int lws_shim_ping(struct lws *wsi)
{
    unsigned char bytes[LWS_PRE + 4];

    memcpy(bytes + LWS_PRE, "ping", 4);
    return lws_write(wsi, bytes + LWS_PRE, 4, LWS_WRITE_PING);
}

/* Sets the code and reason that lws closes with once the callback returns -1. */
static inline void lws_shim_close_reason(struct lws *wsi, int code, const unsigned char *reason,
    size_t count)
{
    lws_close_reason(wsi, (enum lws_close_status)code, (unsigned char *)reason, count);
}

/* Makes lws ignore the Upgrade field, which it evaluates after the confirming callback has returned:
 * the request is then handled like any other. */
static inline void lws_shim_ignore_upgrade(void *token)
{
    *(char *)token = '-';
}

/* Makes lws check its time limits: on a foreign libev loop it misses a limit that was set after a
 * later one. */
static inline void lws_shim_check_timeouts(struct lws_context *context)
{
    lws_cancel_service(context);
}

/* Closes a socket in the next pass of the loop; unsent bytes are discarded. */
static inline void lws_shim_end(struct lws *wsi)
{
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    lws_shim_check_timeouts(lws_get_context(wsi));
}

/* Removes lws's own time limit. */
static inline void lws_shim_clear_timeout(struct lws *wsi)
{
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
}

/* Bytes that the kernel has accepted and the peer has not acknowledged; negative if unknown. */
static inline int lws_shim_unacknowledged(struct lws *wsi)
{
    int count = -1;

    if (ioctl(lws_get_socket_fd(wsi), SIOCOUTQ, &count) < 0)
        return -1;
    return count;
}

/* Copies the next input without consuming it; returns the number of bytes, or a negative number. */
static inline int lws_shim_peek(struct lws *wsi, unsigned char *bytes, size_t count)
{
    return (int)recv(lws_get_socket_fd(wsi), bytes, count, MSG_PEEK | MSG_DONTWAIT);
}

/* The peer's numeric address; returns 0 if there is one. */
static inline int lws_shim_peer_address(int descriptor, char *text, size_t room)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;

    if (getpeername(descriptor, (struct sockaddr *)&address, &length) < 0)
        return -1;
    return getnameinfo((struct sockaddr *)&address, length, text, (socklen_t)room, NULL, 0,
        NI_NUMERICHOST);
}

/* Ends the outgoing direction of the stream. */
static inline void lws_shim_shutdown_output(struct lws *wsi)
{
    shutdown(lws_get_socket_fd(wsi), SHUT_WR);
}

static inline void lws_shim_silence_log(void)
{
    lws_set_log_level(0, NULL);
}

/* Reads what has arrived at a socket, at most `count` bytes, and discards it; 0 where nothing more will. */
static inline int lws_shim_discard(int descriptor, unsigned char *room, size_t count)
{
    ssize_t got = recv(descriptor, room, count, MSG_DONTWAIT);

    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

#endif
