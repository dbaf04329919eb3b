#ifndef LOCKSTEP_CLINUX_SHIM_H
#define LOCKSTEP_CLINUX_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Linux' own calls, which Swift's overlay of the C library does not have, or has as macros.
   What fails gives -1 and leaves the reason in errno. */

/* Waits for at most `nanoseconds`; 0 looks and comes back. */
static inline int lockstep_epoll_wait(int poller, struct epoll_event *events, int count,
    int64_t nanoseconds)
{
    struct timespec limit = { nanoseconds / 1000000000, nanoseconds % 1000000000 };
    return epoll_pwait2(poller, events, count, &limit, NULL);
}

static inline int lockstep_epoll_control(int poller, int operation, int descriptor,
    uint32_t events, uint64_t number)
{
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = number;
    return epoll_ctl(poller, operation, descriptor, &event);
}

static inline uint64_t lockstep_event_number(const struct epoll_event *event)
{
    return event->data.u64;
}

static inline uint32_t lockstep_event_flags(const struct epoll_event *event)
{
    return event->events;
}

/* Keeps a thread, 0: the calling one, on one processor. */
static inline int lockstep_pin(pid_t thread, int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (processor < 0 || processor >= CPU_SETSIZE) {
        errno = EINVAL;
        return -1;
    }
    CPU_SET(processor, &set);
    return sched_setaffinity(thread, sizeof set, &set);
}

/* Lets a thread run on every processor again. */
static inline int lockstep_unpin(pid_t thread)
{
    cpu_set_t set;
    memset(&set, 0xFF, sizeof set);
    return sched_setaffinity(thread, sizeof set, &set);
}

/* Timers of this thread fire to the nanosecond instead of within 50 µs. */
static inline int lockstep_exact_timers(void)
{
    return prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
}

/* Processor time that a process has used, in nanoseconds. */
static inline int64_t lockstep_processor_time(pid_t process)
{
    clockid_t clock;
    struct timespec time;
    int error = clock_getcpuclockid(process, &clock);
    if (error != 0) {
        errno = error;
        return -1;
    }
    if (clock_gettime(clock, &time) != 0)
        return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int64_t lockstep_clock(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int64_t lockstep_monotonic_time(void)
{
    return lockstep_clock(CLOCK_MONOTONIC);
}

static inline int64_t lockstep_own_processor_time(void)
{
    return lockstep_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/* Finds the address of a host; gives the code of getaddrinfo. */
static inline int lockstep_resolve(const char *host, const char *port,
    struct sockaddr_storage *address, socklen_t *length)
{
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    int error = getaddrinfo(host, port, &hints, &found);
    if (error != 0)
        return error;
    memcpy(address, found->ai_addr, found->ai_addrlen);
    *length = found->ai_addrlen;
    freeaddrinfo(found);
    return 0;
}

/* A TCP socket that is being connected, without delays for small writes. */
static inline int lockstep_connect(const struct sockaddr_storage *address, socklen_t length,
    int waits)
{
    int one = 1;
    int type = SOCK_STREAM | SOCK_CLOEXEC | (waits ? 0 : SOCK_NONBLOCK);
    int descriptor = socket(address->ss_family, type, 0);
    if (descriptor < 0)
        return -1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(descriptor, (const struct sockaddr *)address, length) != 0
        && errno != EINPROGRESS) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

/* Closes with a reset, so that no address stays taken for a minute. */
static inline void lockstep_cut(int descriptor)
{
    struct linger linger = { 1, 0 };
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    close(descriptor);
}

/* A loopback port that nothing listens on just now. */
static inline int lockstep_free_port(void)
{
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    int port = -1;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0
        && getsockname(descriptor, (struct sockaddr *)&address, &length) == 0)
        port = ntohs(address.sin_port);
    close(descriptor);
    return port;
}

/* Allows as many open files as the hard limit does, and gives that number. */
static inline int64_t lockstep_raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return -1;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return (int64_t)limit.rlim_cur;
}

/* Starts a program in `folder` with its output added to the file `log`; gives its id. */
static inline pid_t lockstep_start(const char *program, char *const arguments[],
    char *const environment[], const char *folder, const char *log)
{
    pid_t process = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    int error = posix_spawn(&process, program, &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return process;
}

/* Whether a child has ended: 1, or 0. Waits for it where asked to. */
static inline int lockstep_has_ended(pid_t process, int waits)
{
    int status;
    pid_t ended;
    do
        ended = waitpid(process, &status, waits ? 0 : WNOHANG);
    while (ended < 0 && errno == EINTR);
    return ended != 0;
}

#endif
