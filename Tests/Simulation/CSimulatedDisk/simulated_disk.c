#include "simulated_disk.h"

#include "file_locks.h"
#include "stored_file.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct disk *disks;
static sqlite3_vfs *machine;
static sqlite3_vfs simulated;

static struct handle *handle_of(sqlite3_file *file) { return (struct handle *)file; }
static sqlite3_file *real(sqlite3_file *file) { return handle_of(file)->real; }

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
