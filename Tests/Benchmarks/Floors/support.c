#define _GNU_SOURCE
#include "floors.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

void fail(const char *what)
{
    perror(what);
    exit(1);
}

void pin(int processor)
{
    cpu_set_t set;
    if (processor < 0)
        return;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fail("sched_setaffinity");
}

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double thread_time(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

struct drain {
    pthread_t thread;
    int poller;
    int processor;
    atomic_bool ends;
    _Atomic uint64_t bytes;
};

static void *drain_run(void *argument)
{
    struct drain *drain = argument;
    struct epoll_event events[256];
    pin(drain->processor);
    while (!atomic_load(&drain->ends)) {
        int count = epoll_wait(drain->poller, events, 256, 20);
        for (int index = 0; index < count; index++) {
            ssize_t got = recv(events[index].data.fd, NULL, 1 << 20, MSG_TRUNC | MSG_DONTWAIT);
            if (got > 0)
                atomic_fetch_add(&drain->bytes, (uint64_t)got);
        }
    }
    return NULL;
}

struct drain *drain_start(const int *sockets, int count, int processor)
{
    struct drain *drain = calloc(1, sizeof *drain);
    if (drain == NULL)
        fail("calloc");
    drain->processor = processor;
    drain->poller = epoll_create1(EPOLL_CLOEXEC);
    if (drain->poller < 0)
        fail("epoll_create1");
    for (int index = 0; index < count; index++) {
        struct epoll_event event = { .events = EPOLLIN, .data.fd = sockets[index] };
        if (epoll_ctl(drain->poller, EPOLL_CTL_ADD, sockets[index], &event) != 0)
            fail("epoll_ctl");
    }
    if (pthread_create(&drain->thread, NULL, drain_run, drain) != 0)
        fail("pthread_create");
    return drain;
}

uint64_t drain_bytes(const struct drain *drain)
{
    return atomic_load(&drain->bytes);
}

void drain_stop(struct drain *drain)
{
    atomic_store(&drain->ends, true);
    pthread_join(drain->thread, NULL);
    close(drain->poller);
    free(drain);
}
