#define _GNU_SOURCE
#include "floors.h"

#include <ev.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A server that sends what one client says to all others: libwebsockets on libev, with a write for
   each frame, as its documentation shows it. */

enum { WAITING = 1024 };

struct server {
    pthread_t thread;
    int processor;
    struct lws_context *context;
    struct ev_loop *loop;
    atomic_int port;
    atomic_bool ends;
    /* Messages that came, in a ring; each connection has a place in it. */
    unsigned char messages[WAITING][LWS_PRE + FRAME_BYTES];
    uint64_t head;
    size_t filled;
    double spent;
};

struct session {
    uint64_t tail;
    bool joined;
};

static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *input,
    size_t length)
{
    struct session *session = user;
    const struct lws_protocols *protocol = lws_get_protocol(wsi);
    struct server *server =
        protocol == NULL ? NULL : lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        session->tail = server->head;
        session->joined = true;
        break;
    case LWS_CALLBACK_RECEIVE:
        /* A message may come in pieces. */
        if (server->filled + length > FRAME_BYTES)
            return -1;
        memcpy(server->messages[server->head % WAITING] + LWS_PRE + server->filled, input, length);
        server->filled += length;
        if (server->filled < FRAME_BYTES)
            break;
        server->filled = 0;
        server->head++;
        /* Who speaks hears nothing. */
        session->tail = server->head;
        lws_callback_on_writable_all_protocol(server->context, protocol);
        break;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (!session->joined || session->tail == server->head)
            break;
        if (lws_write(wsi, server->messages[session->tail % WAITING] + LWS_PRE, FRAME_BYTES,
                LWS_WRITE_TEXT) < FRAME_BYTES)
            return -1;
        session->tail++;
        if (session->tail != server->head)
            lws_callback_on_writable(wsi);
        break;
    default:
        break;
    }
    return 0;
}

static void look_for_end(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    const struct server *server = timer->data;
    (void)events;
    if (atomic_load(&server->ends))
        ev_break(loop, EVBREAK_ALL);
}

static void *run_server(void *argument)
{
    static const struct lws_protocols protocols[] = {
        { "floor", serve, sizeof(struct session), 4096, 0, NULL, 0 }, { NULL, NULL, 0, 0, 0, NULL, 0 }
    };
    struct server *server = argument;
    struct lws_context_creation_info info;
    ev_timer timer;
    void *loops[1];
    pin(server->processor);
    server->loop = ev_loop_new(EVFLAG_AUTO);
    loops[0] = server->loop;
    memset(&info, 0, sizeof info);
    info.port = 0;
    info.iface = "127.0.0.1";
    info.protocols = protocols;
    info.user = server;
    info.foreign_loops = loops;
    info.options = LWS_SERVER_OPTION_LIBEV;
    lws_set_log_level(LLL_ERR, NULL);
    server->context = lws_create_context(&info);
    if (server->context == NULL)
        fail("lws_create_context");
    ev_timer_init(&timer, look_for_end, 0.05, 0.05);
    timer.data = server;
    ev_timer_start(server->loop, &timer);
    atomic_store(&server->port,
        lws_get_vhost_listen_port(lws_get_vhost_by_name(server->context, "default")));
    double start = thread_time();
    ev_run(server->loop, 0);
    server->spent = thread_time() - start;
    ev_timer_stop(server->loop, &timer);
    lws_context_destroy(server->context);
    ev_loop_destroy(server->loop);
    return NULL;
}

static int join(int port)
{
    static const char request[] =
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: floor\r\n\r\n";
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    char answer[1024];
    size_t length = 0;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(client, (struct sockaddr *)&address, sizeof address) != 0)
        fail("connect");
    if (send(client, request, sizeof request - 1, MSG_NOSIGNAL) < 0)
        fail("send");
    while (length < 4 || memcmp(answer + length - 4, "\r\n\r\n", 4) != 0) {
        if (length == sizeof answer || recv(client, answer + length, 1, 0) != 1)
            fail("handshake");
        length++;
    }
    return client;
}

double broadcast_cost(int sockets, double seconds, struct processors processors)
{
    struct server *server = calloc(1, sizeof *server);
    int *clients = calloc((size_t)sockets, sizeof *clients);
    unsigned char frame[8 + FRAME_BYTES] = { 0x81, 0x80 | 126, FRAME_BYTES >> 8,
        FRAME_BYTES & 0xFF };
    if (server == NULL || clients == NULL)
        fail("calloc");
    memset(frame + 8, 'x', FRAME_BYTES);
    server->processor = processors.worker;
    if (pthread_create(&server->thread, NULL, run_server, server) != 0)
        fail("pthread_create");
    while (atomic_load(&server->port) == 0)
        usleep(1000);
    for (int index = 0; index < sockets; index++)
        clients[index] = join(atomic_load(&server->port));
    int speaker = join(atomic_load(&server->port));
    pin(processors.other);
    struct drain *drain = drain_start(clients, sockets, processors.other);
    double end = now() + seconds;
    uint64_t sent = 0;
    const uint64_t delivery = 4 + FRAME_BYTES;
    /* As many on their way as keep the server busy, and fit into its ring. */
    while (now() < end) {
        while (sent < drain_bytes(drain) / delivery / (uint64_t)sockets + 64) {
            if (send(speaker, frame, sizeof frame, MSG_NOSIGNAL) != (ssize_t)sizeof frame)
                fail("send");
            sent++;
        }
        usleep(100);
    }
    while (drain_bytes(drain) < sent * delivery * (uint64_t)sockets && now() < end + 10)
        usleep(1000);
    uint64_t deliveries = drain_bytes(drain) / delivery;
    atomic_store(&server->ends, true);
    pthread_join(server->thread, NULL);
    drain_stop(drain);
    for (int index = 0; index < sockets; index++)
        close(clients[index]);
    close(speaker);
    double cost = server->spent / (double)deliveries * 1e6;
    free(clients);
    free(server);
    return cost;
}
