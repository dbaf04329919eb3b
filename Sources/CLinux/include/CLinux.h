#ifndef LOCKSTEP_CLINUX_H
#define LOCKSTEP_CLINUX_H

#include <stdint.h>

/* Linux' own calls, which Swift's overlay of the C library does not have, or has as macros.
   What fails gives -1 and leaves the reason in errno. */

/* A socket that has something to do: its number, and EPOLLIN and so on. */
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

/* Where to connect to: a sockaddr. */
struct lockstep_address {
    _Alignas(8) unsigned char bytes[128];
    unsigned length;
};

int lockstep_epoll_create(void);

int lockstep_epoll_control(int poller, int operation, int descriptor, uint32_t events,
    uint64_t number);

/* Waits for at most `nanoseconds`; 0 looks and comes back. At most 1,024 events come at once. */
int lockstep_epoll_wait(int poller, struct lockstep_event *events, int count,
    int64_t nanoseconds);

/* Keeps a thread, 0: the calling one, on one processor. */
int lockstep_pin(int thread, int processor);

/* Lets a thread run on every processor again. */
int lockstep_unpin(int thread);

/* Timers of this thread fire to the nanosecond instead of within 50 µs. */
int lockstep_exact_timers(void);

/* Processor time that a process has used, in nanoseconds. */
int64_t lockstep_processor_time(int process);

int64_t lockstep_own_processor_time(void);

/* Nanoseconds on a clock that only goes forward. */
int64_t lockstep_monotonic_time(void);

/* Finds the address of a host; gives the code of getaddrinfo. */
int lockstep_resolve(const char *host, const char *port, struct lockstep_address *address);

/* A TCP socket that is being connected, without delays for small writes; where it `waits`, one
   that is connected and blocks. */
int lockstep_connect(const struct lockstep_address *address, int waits);

/* Closes with a reset, so that no address stays taken for a minute. */
void lockstep_cut(int descriptor);

/* A loopback port that nothing listens on just now. */
int lockstep_free_port(void);

/* Allows as many open files as the hard limit does, and gives that number. */
int64_t lockstep_raise_file_limit(void);

/* Starts a program in `folder` with its output added to the file `log`; gives its id. */
int lockstep_start(const char *program, char *const arguments[], char *const environment[],
    const char *folder, const char *log);

/* Whether a child has ended: 1, or 0. Waits for it where asked to. */
int lockstep_has_ended(int process, int waits);

#endif
