"""Stores that a server must not touch: it refuses to start, says why, and leaves every byte as it was."""

import hashlib
import os
import sqlite3
import subprocess
import tempfile

import pytest

from process import FaultyServer
from server import ROOT


def digest_of(path):
    """The file's bytes, shortened; None if it is not there or empty."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() and path.stat().st_size else None


def files(server):
    """The store's files that hold data."""
    return {s: digest_of(server.store.with_name(server.store.name + s)) for s in ("", "-wal")}


def refuses(server, *words):
    """The start fails, the message holds one of the words, nothing is changed."""
    before = files(server)
    code, output = server.run_to_end(15)
    assert code not in (0, None), output
    assert code > 0, f"it crashed instead of refusing: {code} {output}"
    assert any(word in output.lower() for word in words), output
    assert len([line for line in output.splitlines() if line.strip()]) <= 6, output
    assert files(server) == before


def used_store(server):
    """A store with a list in it, at rest."""
    server.start()
    server.make({"s1": "a b"}, list_id="kept")
    assert server.stop() == 0


def test_a_store_that_another_server_has_is_refused(spawn):
    first = spawn().start()
    name = first.make({"s1": "a b"})
    second = FaultyServer(first.folder, take_over_seconds=0)
    second.log_file = first.folder / "second.log"
    refuses(second, "locked", "in use", "another")
    assert first.snapshot(name)["revision"] == 0
    assert first.readiness() == 200


@pytest.mark.parametrize("content", [
    b"This is a letter to my aunt, not a database.\n" * 200, b"SQLite format 3\0" + b"\x7f" * 9000],
    ids=["text", "damaged header"])
def test_a_file_that_is_no_database_is_refused(spawn, content):
    server = spawn()
    server.store.write_bytes(content)
    refuses(server, "not a database", "database", "damaged", "corrupt", "not a store")


def test_a_store_of_a_newer_version_is_refused(spawn):
    server = spawn()
    used_store(server)
    connection = sqlite3.connect(server.store)
    connection.execute("INSERT INTO grdb_migrations VALUES ('v999')")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    refuses(server, "newer", "version")


def test_a_database_of_something_else_is_refused(spawn):
    server = spawn()
    connection = sqlite3.connect(server.store)
    connection.execute("CREATE TABLE lists (name TEXT)")
    connection.execute("INSERT INTO lists VALUES ('my own')")
    connection.commit()
    connection.close()
    refuses(server, "not a", "another", "other", "unknown", "no store", "foreign")


@pytest.mark.parametrize("mode", [0o600, 0o666], ids=oct)
def test_a_lock_file_of_another_user_is_refused_with_what_to_do(spawn, mode):
    # In a folder that any user's server can write to.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        server = spawn(folder)
        lock = server.store.with_name(server.store.name + ".lock")
        lock.touch()
        lock.chmod(mode)
        done = subprocess.run(
            server.command(), capture_output=True, timeout=30, user=65534, group=65534, extra_groups=[],
            cwd=ROOT, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        said = done.stderr.decode()
        assert done.returncode == 1 and "belongs to another user (0)" in said, said
        assert "remove the file" in said
        assert not server.store.exists()


def test_a_lock_file_that_others_could_hold_is_taken_from_them(spawn):
    server = spawn()
    used_store(server)
    lock = server.store.with_name(server.store.name + ".lock")
    lock.chmod(0o644)
    server.start()
    assert lock.stat().st_mode & 0o777 == 0o600
