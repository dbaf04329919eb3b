#ifndef FLOORS_H
#define FLOORS_H

#include <stddef.h>
#include <stdint.h>

/* What the machine can do at best, beside which the server's figures stand: each measured by the
   processor time of the thread that does the work, with whoever receives on another processor. */

/* Bytes of a `changes` message with one row of 200 bytes, and of one with a hundred; and of a
   snapshot of 100,000 such rows. */
enum { FRAME_BYTES = 414, LARGE_FRAME_BYTES = 35000, SNAPSHOT_BYTES = 22700000 };

struct processors {
    int worker;
    int other;
};

/* Microseconds that one send() to one of `sockets` TCP sockets takes. */
double send_cost(int sockets, size_t bytes, double seconds, struct processors processors);

/* Microseconds that libwebsockets takes to deliver a message to one of `sockets` connections,
   one write for each. */
double broadcast_cost(int sockets, double seconds, struct processors processors);

/* Commits a second of one row of FRAME_BYTES each to a SQLite file: WAL, synchronous=FULL. */
double commit_rate(const char *folder, double seconds, struct processors processors);

/* The rest is shared by the three. */

/* Ends the program with what failed and errno. */
void fail(const char *what) __attribute__((noreturn));

/* Keeps the calling thread on a processor; below 0: anywhere. */
void pin(int processor);

/* Seconds that have passed, and seconds of processor time that this thread has used. */
double now(void);
double thread_time(void);

/* A thread that reads and throws away all that comes on some sockets. */
struct drain;
struct drain *drain_start(const int *sockets, int count, int processor);
uint64_t drain_bytes(const struct drain *drain);
void drain_stop(struct drain *drain);

#endif
