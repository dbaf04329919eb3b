"""Stores that a server must not touch: it refuses to start, says why, and leaves every byte as it was."""

import hashlib
import os
import sqlite3
import subprocess
import tempfile
from contextlib import closing

from server import ROOT


def digest_of(path):
    """The file's bytes, shortened; None if it is not there or empty."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() and path.stat().st_size else None


def files(server):
    """The store's files that hold data."""
    return {s: digest_of(server.store.with_name(server.store.name + s)) for s in ("", "-wal")}


def refuses(server, words):
    """The start fails, the message holds the words, nothing is changed."""
    before = files(server)
    code, output = server.run_to_end()
    assert code == 1 and words in output.lower(), (code, output)
    assert len([line for line in output.splitlines() if line.strip()]) <= 6, output
    assert files(server) == before


def test_a_file_that_is_no_database_is_refused(spawn):
    server = spawn()
    server.store.write_bytes(b"This is a letter to my aunt, not a database.\n" * 200)
    refuses(server, "not a database")


def test_a_store_of_a_newer_version_is_refused(spawn):
    server = spawn().start()
    server.make({"s1": "a b"}, list_id="kept")
    assert server.stop() == 0
    with closing(sqlite3.connect(server.store)) as store:
        store.execute("INSERT INTO grdb_migrations VALUES ('v999')")
        store.commit()
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    refuses(server, "newer")


def test_a_database_of_something_else_is_refused(spawn):
    server = spawn()
    with closing(sqlite3.connect(server.store)) as store:
        store.execute("CREATE TABLE lists (name TEXT)")
        store.execute("INSERT INTO lists VALUES ('my own')")
        store.commit()
    refuses(server, "not a store of lockstep")


def test_a_lock_file_of_another_user_is_refused_with_what_to_do(spawn):
    # In a folder that any user's server can write to.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        server = spawn(folder)
        lock = server.store.with_name(server.store.name + ".lock")
        lock.touch()
        lock.chmod(0o666)
        done = subprocess.run(
            server.command(), capture_output=True, timeout=30, user=65534, group=65534, extra_groups=[],
            cwd=ROOT, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        said = done.stderr.decode()
        assert done.returncode == 1 and "belongs to another user (0)" in said, said
        assert "remove the file" in said
        assert not server.store.exists()
