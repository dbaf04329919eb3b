"""Makes a store of many lists with long histories out of one list's real records."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from client import Client
from process import FaultyServer

ROWS = 20


def fill(server, lists, sets):
    """Leaves the server, not started, with `lists` lists of `sets` change sets each, all with the same content."""
    shared = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        # In memory where there is some: each of the change sets is synced before the next.
        model = FaultyServer(folder)
        try:
            grow(model.start(), sets)
            assert model.stop() == 0
            shutil.copy(model.store, server.store)
        finally:
            model.stop()
    return multiply(server.store, lists)


def grow(server, sets):
    """Makes a list with that many change sets, a record each."""
    server.make({"s": [f"r{n}" for n in range(ROWS)]}, list_id="list-0")
    client = Client(server.ws())
    with client.stack:
        client.open("list-0")
        for number in range(sets):
            client.edit("list-0", {"op": "moveRow", "row": f"r{number % ROWS}",
                                   "to": {"section": "s", "at": "end"}})


def multiply(path, lists):
    """Copies the one list of a store under other ids; returns how many records there are then."""
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("PRAGMA journal_mode = OFF")
        store.execute("PRAGMA synchronous = OFF")
        store.execute("BEGIN")
        store.execute("""
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
            INSERT INTO lists (id, epoch, title, rows, revision, token, updated)
            SELECT 'list-' || n, epoch, title, rows, revision, token, updated FROM lists, numbers""", [lists])
        for table, columns in (("records", "revision, token, at, body, checksum, previous"),
                               ("snapshots", "revision, token, body, checksum, record"),
                               ("origins", "revision, token, body, checksum, record")):
            store.execute(f"""
                INSERT INTO {table} (list, {columns})
                SELECT l.key, {", ".join("t." + c for c in columns.split(", "))} FROM lists l CROSS JOIN {table} t
                WHERE t.list = (SELECT key FROM lists WHERE id = 'list-0') AND l.id <> 'list-0'""")
        store.execute("COMMIT")
        return store.execute("SELECT count(*) FROM records").fetchone()[0]
