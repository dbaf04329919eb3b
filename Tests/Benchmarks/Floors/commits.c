#include "floors.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(sqlite3 *store, int result)
{
    if (result == SQLITE_OK || result == SQLITE_DONE)
        return;
    fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(store));
    exit(1);
}

double commit_rate(const char *folder, double seconds, struct processors processors)
{
    char path[4096], row[FRAME_BYTES];
    sqlite3 *store;
    sqlite3_stmt *insert;
    memset(row, 'x', sizeof row);
    snprintf(path, sizeof path, "%s/floor-%d.sqlite", folder, (int)getpid());
    pin(processors.worker);
    if (sqlite3_open(path, &store) != SQLITE_OK)
        check(store, SQLITE_ERROR);
    check(store, sqlite3_exec(store,
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE records (id INTEGER PRIMARY KEY, body BLOB)", NULL, NULL, NULL));
    check(store, sqlite3_prepare_v2(store, "INSERT INTO records (body) VALUES (?)", -1, &insert,
        NULL));
    double start = now();
    double end = start + seconds;
    int count = 0;
    while (now() < end) {
        check(store, sqlite3_bind_blob(insert, 1, row, sizeof row, SQLITE_STATIC));
        check(store, sqlite3_step(insert));
        check(store, sqlite3_reset(insert));
        count++;
    }
    double rate = count / (now() - start);
    sqlite3_finalize(insert);
    sqlite3_close(store);
    for (int index = 0; index < 3; index++) {
        char name[4200];
        snprintf(name, sizeof name, "%s%s", path, (const char *[]){ "", "-wal", "-shm" }[index]);
        unlink(name);
    }
    return rate;
}
