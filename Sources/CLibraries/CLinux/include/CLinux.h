#ifndef LOCKSTEP_CLINUX_H
#define LOCKSTEP_CLINUX_H

#include <stdint.h>

/* Calls of Linux that Swift does not import from the C library, some of them macros.
   A function that fails returns -1 and sets errno. */

/* An event of a socket: the number of the socket, and flags such as EPOLLIN. */
struct lockstep_event {
    uint64_t number;
    uint32_t flags;
};

enum lockstep_interest {
    lockstep_input = 0x001,
    lockstep_output = 0x004
};

enum lockstep_operation {
    lockstep_add = 1,
    lockstep_change = 3
};

/* The address to connect to: a sockaddr. */
struct lockstep_address {
    _Alignas(8) unsigned char bytes[128];
    unsigned length;
};

int lockstep_epoll_create(void);

int lockstep_epoll_control(int poller, int operation, int descriptor, uint32_t events,
    uint64_t number);

/* Waits for at most `nanoseconds`; 0 does not wait. Returns at most 1,024 events. */
int lockstep_epoll_wait(int poller, struct lockstep_event *events, int count,
    int64_t nanoseconds);

/* Pins a thread, 0: the calling one, to one processor. */
int lockstep_pin(int thread, int processor);

/* Allows a thread to run on every processor again. */
int lockstep_unpin(int thread);

/* Sets the timer slack of this thread to 1 ns; the default is 50 µs. */
int lockstep_exact_timers(void);

/* CPU time of a process, in nanoseconds. */
int64_t lockstep_processor_time(int process);

int64_t lockstep_own_processor_time(void);

/* The monotonic clock, in nanoseconds. */
int64_t lockstep_monotonic_time(void);

/* Resolves a host; returns the code of getaddrinfo. */
int lockstep_resolve(const char *host, const char *port, struct lockstep_address *address);

/* Whether an address is one of 127.0.0.0/8: 1 or 0. */
int lockstep_is_loopback(const struct lockstep_address *address);

/* Opens a TCP socket with TCP_NODELAY that is being connected and does not block. It connects from the IPv4
   address `source`, the first byte of which is the highest; 0: from the one that the kernel chooses. */
int lockstep_connect(const struct lockstep_address *address, uint32_t source);

/* Closes a socket with a reset, which avoids TIME_WAIT. */
void lockstep_cut(int descriptor);

/* A loopback port that is free at the moment. */
int lockstep_free_port(void);

/* Raises the limit of open files to the hard limit, and returns it. */
int64_t lockstep_raise_file_limit(void);

/* Gives the memory that was freed, and that the allocator has kept, back to the system. */
void lockstep_return_memory(void);

/* Starts a program in `folder` with its output appended to the file `log`; returns its process id. */
int lockstep_start(const char *program, char *const arguments[], char *const environment[],
    const char *folder, const char *log);

/* Whether a child process has ended: 1 or 0. If `waits` is not 0, waits until it has. */
int lockstep_has_ended(int process, int waits);

/* Whether a file or folder is itself a mount: 1 or 0, which a kernel before 5.8 always says. */
int lockstep_is_mount(const char *path);

/* Exchanges the names of two files in one step. */
int lockstep_exchange(const char *one, const char *other);

#endif
