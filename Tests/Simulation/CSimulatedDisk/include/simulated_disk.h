#ifndef LOCKSTEP_SIMULATED_DISK_H
#define LOCKSTEP_SIMULATED_DISK_H

#include <stdint.h>

/* A disk in memory below the connections of SQLite, for the files of one folder; those of other folders go through to
   the machine's.

   What is written is read at once, and on the disk once it is synced. The disk dies at a call that it is told, has no
   room, or fails: what then is there of what was not synced, in sectors of 512 bytes, follows from its seed.

   From any thread. */

enum simulated_disk_failure {
    simulated_disk_works,
    /* Files do not grow: SQLITE_FULL. */
    simulated_disk_full,
    /* Of three writes and syncs about one fails: SQLITE_IOERR. A sync that fails has written any of the sectors, and no
       later one writes the others (Linux, fsync). */
    simulated_disk_broken,
    /* Of three syncs about two fail, and no writes: what is written is read, and not on the disk. */
    simulated_disk_unsynced
};

enum simulated_disk_loss {
    /* Only processes end: the disk holds what was written. */
    simulated_disk_nothing_lost,
    simulated_disk_any_sectors_lost,
    simulated_disk_all_lost
};

/* NULL: there is none. */
void *simulated_disk_begin(const char *folder, uint64_t seed);

void simulated_disk_end(void *disk);

/* How many calls have changed something, or tried. */
int64_t simulated_disk_calls(void *disk);

/* From the call of this number on nothing is done, and every call fails, until the disk is started again. */
void simulated_disk_die_at(void *disk, int64_t call);

int simulated_disk_is_dead(void *disk);

void simulated_disk_fail(void *disk, enum simulated_disk_failure failure);

/* All processes that use it have ended, with the machine or without it: files that are open cannot be used any more,
   and it holds what is left of them. */
void simulated_disk_restart(void *disk, enum simulated_disk_loss loss);

#endif
