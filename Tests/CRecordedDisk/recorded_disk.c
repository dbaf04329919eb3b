#include "recorded_disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char *folder;
    struct recorded_call *calls;
    int64_t count, room;
    int64_t fails_from, fails_to;
    int failure;
    struct record *next;
};

struct file {
    sqlite3_file base;
    struct record *record;
    char *name;
    sqlite3_file *real;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record *records;
static sqlite3_vfs *machine;
static sqlite3_vfs recorded;

static sqlite3_file *real(sqlite3_file *file) { return ((struct file *)file)->real; }

/* Notes a call; with the lock. Whether it may go on. */
static int note(struct record *record, enum recorded_kind kind, const char *name, int64_t offset, int64_t length,
                const void *bytes) {
    int64_t number = record->count;
    int fails = number >= record->fails_from && number < record->fails_to &&
                (kind == recorded_write || kind == recorded_sync);
    if (number == record->room) {
        record->room = record->room ? 2 * record->room : 256;
        record->calls = realloc(record->calls, record->room * sizeof *record->calls);
        if (!record->calls) abort();
    }
    struct recorded_call *call = &record->calls[record->count++];
    /* What fails has no effect: a write of nothing. */
    *call = (struct recorded_call){.kind = fails ? recorded_write : kind, .name = strdup(name), .offset = offset};
    if (length > 0 && !fails) {
        void *copy = malloc(length);
        if (!copy) abort();
        call->length = length;
        call->bytes = memcpy(copy, bytes, length);
    }
    return !fails;
}

/* MARK: files */

static int close_file(sqlite3_file *file) {
    struct file *own = (struct file *)file;
    int code = own->real->pMethods ? own->real->pMethods->xClose(own->real) : SQLITE_OK;
    free(own->name);
    return code;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct file *own = (struct file *)file;
    if (!own->record) return own->real->pMethods->xWrite(own->real, bytes, count, offset);
    pthread_mutex_lock(&lock);
    int code = note(own->record, recorded_write, own->name, offset, count, bytes)
                   ? own->real->pMethods->xWrite(own->real, bytes, count, offset)
                   : own->record->failure;
    pthread_mutex_unlock(&lock);
    return code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    struct file *own = (struct file *)file;
    if (!own->record) return own->real->pMethods->xTruncate(own->real, size);
    pthread_mutex_lock(&lock);
    note(own->record, recorded_truncate, own->name, size, 0, NULL);
    int code = own->real->pMethods->xTruncate(own->real, size);
    pthread_mutex_unlock(&lock);
    return code;
}

static int sync_file(sqlite3_file *file, int flags) {
    struct file *own = (struct file *)file;
    /* Nothing is to outlive this process but the record. */
    if (!own->record) return own->real->pMethods->xSync(own->real, flags);
    pthread_mutex_lock(&lock);
    int code = note(own->record, recorded_sync, own->name, 0, 0, NULL) ? SQLITE_OK : SQLITE_IOERR_FSYNC;
    pthread_mutex_unlock(&lock);
    return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int lock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }

static int unlock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }

static int check_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int map_shared(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void shared_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int unmap_shared(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

/* Of version 2: without mapped pages, whose changes would not be seen. */
static const sqlite3_io_methods methods = {
    2,           close_file, read_file,  write_file,   truncate_file, sync_file,       file_size,
    lock_file,   unlock_file, check_lock, control_file, sector_size,   characteristics, map_shared,
    lock_shared, shared_barrier, unmap_shared, NULL, NULL};

/* MARK: the file system */

/* The record that a path is of, and the name in its folder; with the lock. */
static struct record *record_of(const char *path, const char **name) {
    for (struct record *record = records; record; record = record->next) {
        size_t length = strlen(record->folder);
        if (strncmp(path, record->folder, length) == 0 && path[length] == '/') {
            *name = path + length + 1;
            return record;
        }
    }
    return NULL;
}

static int open_file(sqlite3_vfs *system, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)system;
    struct file *own = (struct file *)file;
    const char *name = NULL;
    pthread_mutex_lock(&lock);
    own->record = path ? record_of(path, &name) : NULL;
    own->name = own->record ? strdup(name) : NULL;
    pthread_mutex_unlock(&lock);
    own->real = (sqlite3_file *)(own + 1);
    own->real->pMethods = NULL;
    int code = machine->xOpen(machine, path, own->real, flags, out);
    /* Only of a file with methods SQLite asks that it be closed. */
    own->base.pMethods = own->real->pMethods ? &methods : NULL;
    if (!own->base.pMethods) free(own->name);
    return code;
}

static int delete_file(sqlite3_vfs *system, const char *path, int syncs) {
    (void)system;
    const char *name = NULL;
    pthread_mutex_lock(&lock);
    struct record *record = record_of(path, &name);
    int code = machine->xDelete(machine, path, syncs);
    if (record && code == SQLITE_OK) note(record, recorded_delete, name, 0, 0, NULL);
    pthread_mutex_unlock(&lock);
    return code;
}

static void install(void) {
    machine = sqlite3_vfs_find(NULL);
    if (!machine) return;
    recorded = *machine;
    recorded.zName = "recorded";
    recorded.pNext = NULL;
    recorded.szOsFile = (int)sizeof(struct file) + machine->szOsFile;
    recorded.xOpen = open_file;
    recorded.xDelete = delete_file;
    /* The default one, as nobody who opens a store names one. */
    if (sqlite3_vfs_register(&recorded, 1) != SQLITE_OK) machine = NULL;
}

void *recorded_disk_begin(const char *folder) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    struct record *record = machine ? calloc(1, sizeof *record) : NULL;
    if (!record) return NULL;
    record->folder = strdup(folder);
    pthread_mutex_lock(&lock);
    record->next = records;
    records = record;
    pthread_mutex_unlock(&lock);
    return record;
}

void recorded_disk_end(void *ended) {
    struct record *record = ended;
    pthread_mutex_lock(&lock);
    struct record **place = &records;
    while (*place && *place != record) place = &(*place)->next;
    if (*place) *place = record->next;
    pthread_mutex_unlock(&lock);
    for (int64_t number = 0; number < record->count; number++) {
        free((void *)record->calls[number].name);
        free((void *)record->calls[number].bytes);
    }
    free(record->calls);
    free(record->folder);
    free(record);
}

int64_t recorded_disk_count(void *record) {
    pthread_mutex_lock(&lock);
    int64_t count = ((struct record *)record)->count;
    pthread_mutex_unlock(&lock);
    return count;
}

struct recorded_call recorded_disk_call(void *record, int64_t number) {
    pthread_mutex_lock(&lock);
    struct recorded_call call = ((struct record *)record)->calls[number];
    pthread_mutex_unlock(&lock);
    return call;
}

void recorded_disk_fail(void *failing, int64_t begin, int64_t end, int code) {
    struct record *record = failing;
    pthread_mutex_lock(&lock);
    record->fails_from = begin;
    record->fails_to = end;
    record->failure = code;
    pthread_mutex_unlock(&lock);
}
