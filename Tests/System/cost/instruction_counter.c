// Preloaded into a server that runs under callgrind: tells what each of its threads has executed.
//
// COUNTER names two descriptors: a socket for questions, and the file into which valgrind prints, whose offset is
// valgrind's; a third number says whether it counts from the start. A question is 16 bytes; a zero ends the answer:
//
//     +        counts from now on, where that is not so from the start
//     ?        the count of each thread now, and the longest turn since this was asked before
//     =TEXT    watches for TEXT, which ends with a space, in what the server sends
//     !        the counts as it was sent

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

typedef unsigned long long count;

enum { INSTRUCTIONS_PER_NANOSECOND = 3, ROOM = 1 << 24, QUESTION = 16 };

static int questions, printed;

// Whether valgrind counts. Where it begins to, it forgets who has toggled collecting: nobody does before.
static volatile int counting;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static count longest_turn;
static char watched[QUESTION], noted[ROOM];

// What callgrind says of all threads; the caller has the lock.
static const char *status(void) {
    static char text[ROOM];
    if (lseek(printed, 0, SEEK_SET) != 0 || ftruncate(printed, 0) != 0) abort();
    VALGRIND_MONITOR_COMMAND("status internal");
    ssize_t length = pread(printed, text, ROOM - 1, 0);
    if (length <= 0 || length == ROOM - 1) abort();
    text[length] = 0;
    return text;
}

static count number_behind(const char *name, const char *text) {
    const char *found = strstr(text, name);
    if (!found) abort();
    return strtoull(found + strlen(name), NULL, 10);
}

// What the calling thread has executed. The server asks at the end of its turns, so what lies between two is a turn.
static count own_count(void) {
    static __thread count before;
    char name[40];
    pthread_mutex_lock(&lock);
    const char *text = status();
    snprintf(name, sizeof name, "\nevents-%llu: ", number_behind("\ncurrent-tid: ", text));
    count now = number_behind(name, text);
    if (before && now - before > longest_turn) longest_turn = now - before;
    before = now;
    pthread_mutex_unlock(&lock);
    return now;
}

// A thread's processor clock goes by what it has executed. What that costs is not counted.
int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock != CLOCK_THREAD_CPUTIME_ID) return syscall(SYS_clock_gettime, clock, time);
    *time = (struct timespec){0};
    if (!counting) return 0;
    CALLGRIND_TOGGLE_COLLECT;
    count nanoseconds = own_count() / INSTRUCTIONS_PER_NANOSECOND;
    time->tv_sec = nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
    CALLGRIND_TOGGLE_COLLECT;
    return 0;
}

// Notes the counts where what is watched for is sent for the first time.
ssize_t send(int socket, const void *bytes, size_t length, int flags) {
    if (watched[0]) {
        CALLGRIND_TOGGLE_COLLECT;
        pthread_mutex_lock(&lock);
        if (watched[0] && memmem(bytes, length, watched, strlen(watched))) {
            strcpy(noted, status());
            watched[0] = 0;
        }
        pthread_mutex_unlock(&lock);
        CALLGRIND_TOGGLE_COLLECT;
    }
    return sendto(socket, bytes, length, flags, NULL, 0);
}

static void watch(const char *text) {
    noted[0] = 0;
    *(char *)mempcpy(watched, text, strcspn(text, " ")) = 0;
}

static void *answer(void *unused) {
    if (counting) CALLGRIND_TOGGLE_COLLECT;
    char question[QUESTION + 1] = "";
    while (read(questions, question, QUESTION) == QUESTION) {
        pthread_mutex_lock(&lock);
        if (question[0] == '+' && !counting) {
            CALLGRIND_START_INSTRUMENTATION;
            CALLGRIND_TOGGLE_COLLECT;
            counting = 1;
        }
        if (question[0] == '=') watch(question + 1);
        if (question[0] == '?') dprintf(questions, "%slongest-turn: %llu\n", status(), longest_turn), longest_turn = 0;
        if (question[0] == '!') dprintf(questions, "%s", noted);
        dprintf(questions, "%c", 0);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

__attribute__((constructor)) static void start(void) {
    pthread_t thread;
    const char *descriptors = getenv("COUNTER");
    if (!descriptors || sscanf(descriptors, "%d,%d,%d", &questions, &printed, (int *)&counting) != 3) abort();
    if (pthread_create(&thread, NULL, answer, NULL) != 0) abort();
}
