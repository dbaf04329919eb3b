#define _GNU_SOURCE
#include "floors.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Connects pairs of TCP sockets over the loopback interface. */
static void connect_pairs(int count, int *senders, int *receivers)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t length = sizeof address;
    int one = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0
        || listen(listener, 1024) != 0
        || getsockname(listener, (struct sockaddr *)&address, &length) != 0)
        fail("listen");
    for (int index = 0; index < count; index++) {
        receivers[index] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(receivers[index], (struct sockaddr *)&address, sizeof address) != 0)
            fail("connect");
        senders[index] = accept(listener, NULL, NULL);
        if (senders[index] < 0)
            fail("accept");
        setsockopt(senders[index], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
    close(listener);
}

double send_cost(int sockets, size_t bytes, double seconds, struct processors processors)
{
    int *senders = calloc((size_t)sockets, sizeof *senders);
    int *receivers = calloc((size_t)sockets, sizeof *receivers);
    char *frame = malloc(bytes);
    if (senders == NULL || receivers == NULL || frame == NULL)
        fail("malloc");
    memset(frame, 'x', bytes);
    connect_pairs(sockets, senders, receivers);
    struct drain *drain = drain_start(receivers, sockets, processors.other);
    pin(processors.worker);
    double end = now() + seconds;
    double start = thread_time();
    uint64_t count = 0;
    while (now() < end) {
        for (int index = 0; index < sockets; index++)
            for (size_t sent = 0; sent < bytes;) {
                /* A socket that is full waits, which takes no processor time. */
                ssize_t more = send(senders[index], frame + sent, bytes - sent, MSG_NOSIGNAL);
                if (more < 0)
                    fail("send");
                sent += (size_t)more;
            }
        count += (uint64_t)sockets;
    }
    double spent = thread_time() - start;
    drain_stop(drain);
    for (int index = 0; index < sockets; index++) {
        close(senders[index]);
        close(receivers[index]);
    }
    free(senders);
    free(receivers);
    free(frame);
    return spent / (double)count * 1e6;
}
