#include "simulated_disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct disk *disks;
static sqlite3_vfs *machine;
static sqlite3_vfs simulated;

static struct handle *handle_of(sqlite3_file *file) { return (struct handle *)file; }
static sqlite3_file *real(sqlite3_file *file) { return handle_of(file)->real; }

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

/* MARK: contents */

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

/* MARK: calls */

/* Counts a call that changes something; whether it may. */
static int may_change(struct handle *handle) {
    if (!is_usable(handle)) return 0;
    struct disk *disk = handle->disk;
    if (disk->calls++ < disk->dies_at) return 1;
    disk->is_dead = 1;
    return 0;
}

static int is_broken(struct disk *disk) { return disk->failure == simulated_disk_broken && draw(disk) % 3 == 0; }

static int cannot_sync(struct disk *disk) {
    return disk->failure == simulated_disk_unsynced ? draw(disk) % 3 != 0 : is_broken(disk);
}

static int read_stored(struct handle *handle, void *bytes, int count, int64_t offset) {
    if (!is_usable(handle)) return SQLITE_IOERR_READ;
    struct content *content = &handle->file->written;
    int64_t there = content->size > offset ? content->size - offset : 0;
    if (there > count) there = count;
    if (there) memcpy(bytes, content->bytes + offset, there);
    if (there == count) return SQLITE_OK;
    memset((char *)bytes + there, 0, count - there);
    return SQLITE_IOERR_SHORT_READ;
}

static int write_stored(struct handle *handle, const void *bytes, int count, int64_t offset) {
    struct disk *disk = handle->disk;
    if (!may_change(handle) || is_broken(disk)) return SQLITE_IOERR_WRITE;
    if (disk->failure == simulated_disk_full && offset + count > handle->file->written.size) return SQLITE_FULL;
    add(handle->file, offset, bytes, count);
    return SQLITE_OK;
}

static int truncate_stored(struct handle *handle, int64_t size) {
    if (!may_change(handle) || is_broken(handle->disk)) return SQLITE_IOERR_TRUNCATE;
    add(handle->file, size, NULL, 0);
    return SQLITE_OK;
}

/* Files that are deleted do not come back, and those that were made stay. */
static void sync_folder(struct disk *disk) {
    for (struct stored *file = disk->files; file; file = file->next) {
        file->is_new = 0;
        if (file->is_deleted) file->name[0] = 0;
    }
}

static int sync_stored(struct handle *handle) {
    if (!may_change(handle)) return SQLITE_IOERR_FSYNC;
    if (cannot_sync(handle->disk)) {
        handle->file->is_doubtful = 1;
        sync_some(handle->disk, handle->file);
        return SQLITE_IOERR_FSYNC;
    }
    sync_all(handle->file);
    /* As the machine's file system does it for a new journal or log. */
    if (handle->file->is_new) sync_folder(handle->disk);
    return SQLITE_OK;
}

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

/* MARK: files */

static void discard(struct stored *file) {
    forget_changes(file);
    free(file->changes);
    forget(&file->written);
    forget(&file->synced);
    free(file->name);
    free(file);
}

static void discard_unused(struct disk *disk) {
    if (!disk->has_ended || disk->handles > 0) return;
    while (disk->files) {
        struct stored *file = disk->files;
        disk->files = file->next;
        discard(file);
    }
    free(disk->folder);
    free(disk);
}

static int close_file(sqlite3_file *file) {
    struct handle *handle = handle_of(file);
    if (!handle->disk) return real(file)->pMethods->xClose(real(file));
    pthread_mutex_lock(&lock);
    unmap_stored(handle);
    unlock_stored(handle, SQLITE_LOCK_NONE);
    handle->disk->handles--;
    discard_unused(handle->disk);
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

/* Each call of a file: on the disk where it has it, otherwise the machine's. */
#define EITHER(file, stored, otherwise)          \
    do {                                         \
        if (!handle_of(file)->disk) return otherwise; \
        pthread_mutex_lock(&lock);               \
        int code = stored;                       \
        pthread_mutex_unlock(&lock);             \
        return code;                             \
    } while (0)

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    EITHER(file, read_stored(handle_of(file), bytes, count, offset),
           real(file)->pMethods->xRead(real(file), bytes, count, offset));
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    EITHER(file, write_stored(handle_of(file), bytes, count, offset),
           real(file)->pMethods->xWrite(real(file), bytes, count, offset));
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    EITHER(file, truncate_stored(handle_of(file), size), real(file)->pMethods->xTruncate(real(file), size));
}

static int sync_file(sqlite3_file *file, int flags) {
    EITHER(file, sync_stored(handle_of(file)), real(file)->pMethods->xSync(real(file), flags));
}

static int size_stored(struct handle *handle, sqlite3_int64 *size) {
    *size = handle->file->written.size;
    return is_usable(handle) ? SQLITE_OK : SQLITE_IOERR_FSTAT;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    EITHER(file, size_stored(handle_of(file), size), real(file)->pMethods->xFileSize(real(file), size));
}

static int lock_file(sqlite3_file *file, int level) {
    EITHER(file, lock_stored(handle_of(file), level), real(file)->pMethods->xLock(real(file), level));
}

static int unlock_file(sqlite3_file *file, int level) {
    EITHER(file, (unlock_stored(handle_of(file), level), SQLITE_OK), real(file)->pMethods->xUnlock(real(file), level));
}

static int is_reserved(struct handle *handle, int *result) {
    *result = handle->file->writer != NULL;
    return is_usable(handle) ? SQLITE_OK : SQLITE_IOERR_CHECKRESERVEDLOCK;
}

static int check_lock(sqlite3_file *file, int *result) {
    EITHER(file, is_reserved(handle_of(file), result), real(file)->pMethods->xCheckReservedLock(real(file), result));
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    EITHER(file, SQLITE_NOTFOUND, real(file)->pMethods->xFileControl(real(file), operation, argument));
}

static int sector_size(sqlite3_file *file) { EITHER(file, 4096, real(file)->pMethods->xSectorSize(real(file))); }

/* As the machine's: what lies beside the bytes that are written stays as it is. */
static int characteristics(sqlite3_file *file) {
    EITHER(file, SQLITE_IOCAP_POWERSAFE_OVERWRITE, real(file)->pMethods->xDeviceCharacteristics(real(file)));
}

static int map_shared(sqlite3_file *file, int number, int size, int extends, void volatile **memory) {
    EITHER(file, map_stored(handle_of(file), number, size, extends, memory),
           real(file)->pMethods->xShmMap(real(file), number, size, extends, memory));
}

static int lock_shared(sqlite3_file *file, int first, int count, int flags) {
    EITHER(file, lock_slots(handle_of(file), first, count, flags),
           real(file)->pMethods->xShmLock(real(file), first, count, flags));
}

static void shared_barrier(sqlite3_file *file) {
    if (!handle_of(file)->disk) return real(file)->pMethods->xShmBarrier(real(file));
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static int unmap_shared(sqlite3_file *file, int deletes) {
    EITHER(file, (unmap_stored(handle_of(file)), SQLITE_OK), real(file)->pMethods->xShmUnmap(real(file), deletes));
}

/* Of version 2: without mapped pages, whose changes would not be seen. */
static const sqlite3_io_methods methods = {
    2,           close_file,     read_file,   write_file,   truncate_file, sync_file,       file_size,
    lock_file,   unlock_file,    check_lock,  control_file, sector_size,   characteristics, map_shared,
    lock_shared, shared_barrier, unmap_shared, NULL,        NULL};

/* MARK: the file system */

/* The disk that has a path, and the name in its folder; with the lock. */
static struct disk *disk_of(const char *path, const char **name) {
    for (struct disk *disk = disks; path && disk; disk = disk->next) {
        size_t length = strlen(disk->folder);
        if (strncmp(path, disk->folder, length) == 0 && path[length] == '/') {
            *name = path + length + 1;
            return disk;
        }
    }
    return NULL;
}

static struct stored *find(struct disk *disk, const char *name) {
    struct stored *file = disk->files;
    while (file && (file->is_deleted || strcmp(file->name, name) != 0)) file = file->next;
    return file;
}

static int open_stored(struct disk *disk, const char *name, struct handle *handle, int flags, int *out) {
    if (disk->is_dead) return SQLITE_CANTOPEN;
    struct stored *file = find(disk, name);
    /* A store is made as an empty file before SQLite opens it. */
    if (!file && !(flags & (SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_DB))) return SQLITE_CANTOPEN;
    if (!file) {
        file = must(calloc(1, sizeof *file));
        file->name = must(strdup(name));
        file->is_new = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) != 0;
        file->next = disk->files;
        disk->files = file;
    }
    disk->handles++;
    handle->disk = disk;
    handle->file = file;
    handle->start = disk->starts;
    handle->base.pMethods = &methods;
    if (out) *out = flags;
    return SQLITE_OK;
}

static int open_file(sqlite3_vfs *system, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)system;
    struct handle *handle = handle_of(file);
    const char *name = NULL;
    *handle = (struct handle){.real = (sqlite3_file *)(handle + 1)};
    pthread_mutex_lock(&lock);
    struct disk *disk = disk_of(path, &name);
    int code = disk ? open_stored(disk, name, handle, flags, out) : SQLITE_OK;
    pthread_mutex_unlock(&lock);
    if (disk) return code;
    handle->real->pMethods = NULL;
    code = machine->xOpen(machine, path, handle->real, flags, out);
    /* Only of a file with methods SQLite asks that it be closed. */
    handle->base.pMethods = handle->real->pMethods ? &methods : NULL;
    return code;
}

static int delete_stored(struct disk *disk, const char *name, int syncs) {
    struct stored *file = find(disk, name);
    if (disk->is_dead) return SQLITE_IOERR_DELETE;
    if (!file) return SQLITE_IOERR_DELETE_NOENT;
    if (disk->calls++ >= disk->dies_at) {
        disk->is_dead = 1;
        return SQLITE_IOERR_DELETE;
    }
    /* Its name is free; who has it open goes on with it. */
    file->is_deleted = 1;
    if (syncs) sync_folder(disk);
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *system, const char *path, int syncs) {
    (void)system;
    const char *name = NULL;
    pthread_mutex_lock(&lock);
    struct disk *disk = disk_of(path, &name);
    int code = disk ? delete_stored(disk, name, syncs) : SQLITE_OK;
    pthread_mutex_unlock(&lock);
    return disk ? code : machine->xDelete(machine, path, syncs);
}

static int look_for_file(sqlite3_vfs *system, const char *path, int flags, int *result) {
    (void)system;
    const char *name = NULL;
    pthread_mutex_lock(&lock);
    struct disk *disk = disk_of(path, &name);
    if (disk) *result = find(disk, name) != NULL;
    pthread_mutex_unlock(&lock);
    return disk ? SQLITE_OK : machine->xAccess(machine, path, flags, result);
}

static void install(void) {
    machine = sqlite3_vfs_find(NULL);
    if (!machine) return;
    simulated = *machine;
    simulated.zName = "simulated";
    simulated.pNext = NULL;
    simulated.szOsFile = (int)sizeof(struct handle) + machine->szOsFile;
    simulated.xOpen = open_file;
    simulated.xDelete = delete_file;
    simulated.xAccess = look_for_file;
    /* The default one, as nobody who opens a store names one. */
    if (sqlite3_vfs_register(&simulated, 1) != SQLITE_OK) machine = NULL;
}

/* MARK: disks */

void *simulated_disk_begin(const char *folder, uint64_t seed) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    if (!machine) return NULL;
    struct disk *disk = must(calloc(1, sizeof *disk));
    disk->folder = must(strdup(folder));
    disk->random = seed;
    disk->dies_at = INT64_MAX;
    pthread_mutex_lock(&lock);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&lock);
    return disk;
}

void simulated_disk_end(void *ended) {
    struct disk *disk = ended;
    pthread_mutex_lock(&lock);
    struct disk **place = &disks;
    while (*place && *place != disk) place = &(*place)->next;
    if (*place) *place = disk->next;
    disk->has_ended = 1;
    discard_unused(disk);
    pthread_mutex_unlock(&lock);
}

int64_t simulated_disk_calls(void *disk) {
    pthread_mutex_lock(&lock);
    int64_t calls = ((struct disk *)disk)->calls;
    pthread_mutex_unlock(&lock);
    return calls;
}

void simulated_disk_die_at(void *disk, int64_t call) {
    pthread_mutex_lock(&lock);
    ((struct disk *)disk)->dies_at = call;
    pthread_mutex_unlock(&lock);
}

int simulated_disk_is_dead(void *disk) {
    pthread_mutex_lock(&lock);
    int is_dead = ((struct disk *)disk)->is_dead;
    pthread_mutex_unlock(&lock);
    return is_dead;
}

void simulated_disk_fail(void *disk, enum simulated_disk_failure failure) {
    pthread_mutex_lock(&lock);
    ((struct disk *)disk)->failure = failure;
    pthread_mutex_unlock(&lock);
}

/* What a file holds after a loss of power. */
static void lose(struct disk *disk, struct stored *file, enum simulated_disk_loss loss) {
    if (file->is_deleted && file->name[0] && !find(disk, file->name) && draw(disk) % 2) file->is_deleted = 0;
    if (file->is_new && draw(disk) % 2) {
        file->is_deleted = 1;
        file->name[0] = 0;
    }
    if (loss == simulated_disk_any_sectors_lost) sync_some(disk, file);
    forget_changes(file);
    copy(&file->written, &file->synced);
}

void simulated_disk_restart(void *restarted, enum simulated_disk_loss loss) {
    struct disk *disk = restarted;
    pthread_mutex_lock(&lock);
    disk->starts++;
    disk->is_dead = 0;
    disk->dies_at = INT64_MAX;
    for (struct stored *file = disk->files; file; file = file->next) {
        file->readers = 0;
        file->writer = NULL;
        file->shared = NULL;
        if (loss != simulated_disk_nothing_lost) lose(disk, file, loss);
        /* Who starts now cannot know of it: that would lose what nobody can keep. */
        else if (file->is_doubtful) add(file, 0, file->written.bytes, file->written.size);
        file->is_doubtful = 0;
    }
    pthread_mutex_unlock(&lock);
}
