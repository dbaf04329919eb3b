#ifndef LOCKSTEP_FILE_LOCKS_H
#define LOCKSTEP_FILE_LOCKS_H

#include "stored_file.h"

/* The locks of a file, and the memory that its connections share. */

/* MARK: locks */

static int lock_stored(struct handle *handle, int level) {
    struct stored *file = handle->file;
    if (!is_usable(handle)) return SQLITE_IOERR_LOCK;
    if (level <= handle->level) return SQLITE_OK;
    struct handle *writer = file->writer == handle ? NULL : file->writer;
    if (level == SQLITE_LOCK_SHARED) {
        if (writer && writer->level >= SQLITE_LOCK_PENDING) return SQLITE_BUSY;
        file->readers++;
    } else {
        if (writer) return SQLITE_BUSY;
        file->writer = handle;
        if (level == SQLITE_LOCK_EXCLUSIVE && file->readers > 1) {
            handle->level = SQLITE_LOCK_PENDING;
            return SQLITE_BUSY;
        }
    }
    handle->level = level;
    return SQLITE_OK;
}

static void unlock_stored(struct handle *handle, int level) {
    struct stored *file = handle->file;
    if (level >= handle->level) return;
    if (handle->start == handle->disk->starts) {
        if (file->writer == handle) file->writer = NULL;
        if (level == SQLITE_LOCK_NONE) file->readers--;
    }
    handle->level = level;
}

/* MARK: shared memory */

static int map_stored(struct handle *handle, int number, int size, int extends, void volatile **memory) {
    *memory = NULL;
    if (!is_usable(handle)) return SQLITE_IOERR_SHMMAP;
    if (!handle->shared) {
        if (!handle->file->shared) handle->file->shared = must(calloc(1, sizeof(struct shared)));
        handle->shared = handle->file->shared;
        handle->shared->holders++;
    }
    struct shared *shared = handle->shared;
    if (number >= shared->count) {
        if (!extends) return SQLITE_OK;
        shared->regions = must(realloc(shared->regions, (number + 1) * sizeof *shared->regions));
        while (shared->count <= number) shared->regions[shared->count++] = must(calloc(1, size));
    }
    *memory = shared->regions[number];
    return SQLITE_OK;
}

static void unlock_slots(struct handle *handle, unsigned mask) {
    for (int slot = 0; slot < slots; slot++) {
        if (handle->owns & mask & 1u << slot) handle->shared->held[slot] = 0;
        if (handle->shares & mask & 1u << slot) handle->shared->held[slot]--;
    }
    handle->owns &= ~mask;
    handle->shares &= ~mask;
}

static int lock_slots(struct handle *handle, int first, int count, int flags) {
    struct shared *shared = handle->shared;
    unsigned mask = (1u << (first + count)) - (1u << first);
    if (!shared) return SQLITE_IOERR_SHMLOCK;
    if (flags & SQLITE_SHM_UNLOCK) {
        unlock_slots(handle, mask);
        return SQLITE_OK;
    }
    if (!is_usable(handle)) return SQLITE_IOERR_SHMLOCK;
    for (int slot = first; slot < first + count; slot++) {
        int others = shared->held[slot] - (handle->shares & 1u << slot ? 1 : 0);
        if (handle->owns & 1u << slot) continue;
        if (flags & SQLITE_SHM_EXCLUSIVE ? others != 0 : shared->held[slot] < 0) return SQLITE_BUSY;
    }
    for (int slot = first; slot < first + count; slot++) {
        if ((handle->owns | handle->shares) & 1u << slot) continue;
        if (flags & SQLITE_SHM_EXCLUSIVE) shared->held[slot] = -1;
        else shared->held[slot]++;
    }
    if (flags & SQLITE_SHM_EXCLUSIVE) handle->owns |= mask;
    else handle->shares |= mask & ~handle->owns;
    return SQLITE_OK;
}

static void release(struct shared *shared) {
    if (--shared->holders > 0) return;
    for (int number = 0; number < shared->count; number++) free(shared->regions[number]);
    free(shared->regions);
    free(shared);
}

static void unmap_stored(struct handle *handle) {
    struct shared *shared = handle->shared;
    if (!shared) return;
    unlock_slots(handle, ~0u);
    handle->shared = NULL;
    if (shared->holders == 1 && handle->file->shared == shared) handle->file->shared = NULL;
    release(shared);
}

#endif
