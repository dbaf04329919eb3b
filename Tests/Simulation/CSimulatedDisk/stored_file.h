#ifndef LOCKSTEP_STORED_FILE_H
#define LOCKSTEP_STORED_FILE_H

#include "simulated_disk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* What a disk holds of its files: what was written, what is synced, and what came in between. */

enum { sector = 512, slots = SQLITE_SHM_NLOCK };

/* A write that is not synced, or where `bytes` is NULL a cut to `offset` bytes. */
struct change {
    int64_t offset, length;
    unsigned char *bytes;
};

struct content {
    unsigned char *bytes;
    int64_t size, room;
};

/* Memory that the connections to a file share (wal-index). */
struct shared {
    int holders;
    void **regions;
    int count;
    /* How many hold a slot; -1: one alone. */
    int held[slots];
};

struct stored {
    char *name;
    struct content written, synced;
    struct change *changes;
    int64_t change_count, change_room;
    /* A sync has failed since all was on the disk. */
    int is_doubtful;
    int is_deleted;
    /* Made, which a loss of power may undo, as it may a deletion, until the folder is synced. */
    int is_new;
    int readers;
    struct handle *writer;
    struct shared *shared;
    struct stored *next;
};

struct disk {
    char *folder;
    uint64_t random;
    int64_t calls, dies_at;
    /* Files that were opened before the last start are dead. */
    int64_t starts;
    int is_dead;
    enum simulated_disk_failure failure;
    struct stored *files;
    /* Of a disk that has ended the last file to be closed frees it. */
    int64_t handles;
    int has_ended;
    struct disk *next;
};

struct handle {
    sqlite3_file base;
    /* NULL: `real` has the file. */
    struct disk *disk;
    struct stored *file;
    int64_t start;
    int level;
    struct shared *shared;
    unsigned shares, owns;
    sqlite3_file *real;
};

static void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

/* SplitMix64. */
static uint64_t draw(struct disk *disk) {
    uint64_t value = disk->random += 0x9E3779B97F4A7C15;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

static int is_usable(struct handle *handle) {
    return handle->start == handle->disk->starts && !handle->disk->is_dead;
}

static void resize(struct content *content, int64_t size) {
    if (size > content->room) {
        int64_t room = size > 2 * content->room ? size : 2 * content->room;
        content->bytes = must(realloc(content->bytes, room));
        content->room = room;
    }
    if (size > content->size) memset(content->bytes + content->size, 0, size - content->size);
    content->size = size;
}

static void apply(struct content *content, const struct change *change) {
    if (!change->bytes) {
        if (change->offset < content->size) content->size = change->offset;
        return;
    }
    int64_t end = change->offset + change->length;
    if (end > content->size) resize(content, end);
    memcpy(content->bytes + change->offset, change->bytes, change->length);
}

static void add(struct stored *file, int64_t offset, const void *bytes, int64_t length) {
    if (file->change_count == file->change_room) {
        file->change_room = file->change_room ? 2 * file->change_room : 16;
        file->changes = must(realloc(file->changes, file->change_room * sizeof *file->changes));
    }
    struct change *change = &file->changes[file->change_count++];
    *change = (struct change){.offset = offset, .length = length};
    if (bytes) change->bytes = memcpy(must(malloc(length)), bytes, length);
    apply(&file->written, change);
}

static void forget_changes(struct stored *file) {
    for (int64_t number = 0; number < file->change_count; number++) free(file->changes[number].bytes);
    file->change_count = 0;
}

/* Has the disk hold what was written. */
static void sync_all(struct stored *file) {
    for (int64_t number = 0; number < file->change_count; number++) apply(&file->synced, &file->changes[number]);
    forget_changes(file);
}

/* Has the disk hold any sectors of what was written, or a beginning of it. */
static void sync_some(struct disk *disk, struct stored *file) {
    int is_beginning = draw(disk) % 2, is_over = 0;
    for (int64_t number = 0; number < file->change_count; number++) {
        struct change *change = &file->changes[number];
        int64_t offset = change->offset, last = change->offset + change->length;
        do {
            int64_t end = (offset / sector + 1) * sector;
            if (end > last) end = last;
            struct change piece = {offset, end - offset, change->bytes ? change->bytes + (offset - change->offset) : NULL};
            /* A beginning ends after thirty pieces or so. */
            is_over = is_beginning ? is_over || draw(disk) % 32 == 0 : (int)(draw(disk) % 2);
            if (!is_over) apply(&file->synced, &piece);
            offset = end;
        } while (offset < last);
    }
    forget_changes(file);
}

static void forget(struct content *content) {
    free(content->bytes);
    *content = (struct content){0};
}

static void copy(struct content *to, const struct content *from) {
    to->size = 0;
    resize(to, from->size);
    if (from->size) memcpy(to->bytes, from->bytes, from->size);
}

#endif
