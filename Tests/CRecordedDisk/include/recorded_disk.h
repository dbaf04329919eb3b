#ifndef LOCKSTEP_RECORDED_DISK_H
#define LOCKSTEP_RECORDED_DISK_H

#include <stdint.h>

/* The file system of SQLite's connections, which notes what is written below a folder, in the order of the calls,
   and fails where it is told to. Everything else goes through to the file system of the machine.

   From any thread, but for the end of a record: no file below its folder may be open then. */

enum recorded_kind {
    recorded_write,
    /* To `offset` bytes. */
    recorded_truncate,
    recorded_sync,
    recorded_delete
};

struct recorded_call {
    enum recorded_kind kind;
    /* The file, without the folder. */
    const char *name;
    int64_t offset;
    int64_t length;
    const void *bytes;
};

/* Notes the calls of files below the folder that are opened from now on; NULL: it cannot. */
void *recorded_disk_begin(const char *folder);

void recorded_disk_end(void *record);

/* How many calls there were. */
int64_t recorded_disk_count(void *record);

/* A call, from 0 on: valid until the record ends. */
struct recorded_call recorded_disk_call(void *record, int64_t number);

/* Writes and syncs fail with this code of SQLite, and do nothing, while so many calls or more were noted, and less
   than `end`. A call that fails counts. */
void recorded_disk_fail(void *record, int64_t begin, int64_t end, int code);

#endif
