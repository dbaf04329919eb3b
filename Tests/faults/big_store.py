"""Makes a store of many lists with long histories out of one list's real records."""

import sqlite3
from contextlib import closing

from client import Client

ROWS = 20


def fill(server, lists, sets):
    """Leaves the server, at rest, with `lists` lists of `sets` change sets each, all with the same content."""
    server.start()
    server.make({"s": [f"r{n}" for n in range(ROWS)]}, list_id="list-0")
    client = Client(server.ws())
    with client.stack:
        client.open("list-0")
        for number in range(sets):
            client.edit("list-0", {"op": "moveRow", "row": f"r{number % ROWS}",
                                   "to": {"section": "s", "at": "end"}})
    assert server.stop() == 0
    with closing(sqlite3.connect(server.store, isolation_level=None)) as store:
        store.execute("PRAGMA synchronous = OFF")
        store.execute("BEGIN")
        store.execute("""
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
            INSERT INTO lists (id, epoch, title, rows, revision, token, updated)
            SELECT 'list-' || n, epoch, title, rows, revision, token, updated FROM lists, numbers""", [lists])
        for table, columns in (("records", "revision, token, at, body, checksum"),
                               ("snapshots", "revision, token, body, checksum"),
                               ("origins", "revision, token, body, checksum")):
            store.execute(f"""
                INSERT INTO {table} (list, {columns})
                SELECT l.key, {", ".join("t." + c for c in columns.split(", "))} FROM lists l, {table} t
                WHERE t.list = (SELECT key FROM lists WHERE id = 'list-0') AND l.id <> 'list-0'""")
        store.execute("COMMIT")
        records = store.execute("SELECT count(*) FROM records").fetchone()[0]
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return records
