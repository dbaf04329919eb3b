#define _GNU_SOURCE

#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int lockstep_epoll_wait(int poller, struct lockstep_event *events, int count, int64_t nanoseconds)
{
    struct epoll_event found[1024];
    struct timespec limit = { nanoseconds / 1000000000, nanoseconds % 1000000000 };
    count = epoll_pwait2(poller, found, count < 1024 ? count : 1024, &limit, NULL);
    for (int index = 0; index < count; index++) {
        events[index].number = found[index].data.u64;
        events[index].flags = found[index].events;
    }
    return count;
}

int lockstep_epoll_create(void)
{
    return epoll_create1(EPOLL_CLOEXEC);
}

int lockstep_epoll_control(int poller, int operation, int descriptor,
    uint32_t events, uint64_t number)
{
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = number;
    return epoll_ctl(poller, operation, descriptor, &event);
}

int lockstep_pin(pid_t thread, int processor)
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

int lockstep_unpin(pid_t thread)
{
    cpu_set_t set;
    memset(&set, 0xFF, sizeof set);
    return sched_setaffinity(thread, sizeof set, &set);
}

int lockstep_exact_timers(void)
{
    return prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
}

int64_t lockstep_processor_time(pid_t process)
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

static int64_t lockstep_clock(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t lockstep_monotonic_time(void)
{
    return lockstep_clock(CLOCK_MONOTONIC);
}

int64_t lockstep_own_processor_time(void)
{
    return lockstep_clock(CLOCK_PROCESS_CPUTIME_ID);
}

int lockstep_resolve(const char *host, const char *port,
    struct lockstep_address *address)
{
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    int error = getaddrinfo(host, port, &hints, &found);
    if (error != 0)
        return error;
    memcpy(address->bytes, found->ai_addr, found->ai_addrlen);
    address->length = found->ai_addrlen;
    freeaddrinfo(found);
    return 0;
}

int lockstep_is_loopback(const struct lockstep_address *address)
{
    const struct sockaddr_in *place = (const struct sockaddr_in *)address->bytes;
    return place->sin_family == AF_INET && ntohl(place->sin_addr.s_addr) >> 24 == 127;
}

/* Binds a socket to an address without a port: connect(2) then chooses one that is free for its peer. */
static int lockstep_bind_source(int descriptor, uint32_t source)
{
    struct sockaddr_in address;
    int one = 1;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(source);
    if (setsockopt(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one) != 0)
        return -1;
    return bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

int lockstep_connect(const struct lockstep_address *address, uint32_t source)
{
    const struct sockaddr *place = (const struct sockaddr *)address->bytes;
    int one = 1;
    int type = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
    int descriptor = socket(place->sa_family, type, 0);
    if (descriptor < 0)
        return -1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if ((source != 0 && lockstep_bind_source(descriptor, source) != 0)
        || (connect(descriptor, place, address->length) != 0 && errno != EINPROGRESS)) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

void lockstep_cut(int descriptor)
{
    struct linger linger = { 1, 0 };
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    close(descriptor);
}

int lockstep_free_port(void)
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

int64_t lockstep_raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return -1;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return (int64_t)limit.rlim_cur;
}

pid_t lockstep_start(const char *program, char *const arguments[],
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

int lockstep_has_ended(pid_t process, int waits)
{
    int status;
    pid_t ended;
    do
        ended = waitpid(process, &status, waits ? 0 : WNOHANG);
    while (ended < 0 && errno == EINTR);
    return ended != 0;
}

int lockstep_is_mount(const char *path)
{
    struct statx facts;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 0, &facts) != 0)
        return -1;
    return (facts.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

int lockstep_exchange(const char *one, const char *other)
{
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

void lockstep_return_memory(void)
{
    malloc_trim(0);
}
