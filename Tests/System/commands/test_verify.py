"""`lockstep verify` finds what was altered in a store, names it, and changes nothing."""

import hashlib
import sqlite3
from contextlib import closing

import pytest

from client import Client
from process import wait_until


def await_compaction(server, name):
    """Waits until a list is compacted for the first time: a server does it beside the edits."""
    query = "SELECT max(revision) FROM snapshots WHERE list = (SELECT key FROM lists WHERE id = ?)"
    with closing(sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)) as store:
        wait_until(lambda: store.execute(query, [name]).fetchone()[0] > 0, "a snapshot after edits")


def fill(server):
    """Makes and edits two lists."""
    server.make({"s": "a b c d e"}, list_id="long")
    server.make({"s": "a b"}, list_id="short")
    client = Client(server.ws())
    with client.stack:
        for name, count in (("long", 70), ("short", 3)):
            client.open(name)
            for number in range(count):
                # The last edit of a list completes a row.
                fields = {"title": f"v{number}", "done": number == count - 1}
                client.edit(name, {"op": "updateRow", "row": "ab"[number % 2], "fields": fields})
                if number == 31:
                    await_compaction(server, name)


@pytest.fixture
def store(at_rest, tmp_path):
    """A store with two lists at rest: `long` with a cut history, and `short`."""
    return at_rest(fill, tmp_path / "store", history_snapshot_every=10, history_sets=15) / "lists.sqlite"


def alter(store, statement, *arguments):
    """Changes the store behind the server's back."""
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute(statement, arguments).rowcount > 0
        connection.commit()


KEY = "(SELECT key FROM lists WHERE id = 'long')"


def test_a_sound_store_is_said_to_be_so(lockstep, store):
    text = lockstep.output("verify", store, "--verbose")
    assert "long: sound, digest " in text and "all is as it was written" in text
    start = int(text.split("replayed from revision ")[1].split()[0])
    assert 10 <= start <= 40, "the history was cut, and verified from there"


@pytest.mark.parametrize("statement, words", [
    (f"UPDATE records SET body = replace(body, 'v50', 'v5X') WHERE list = {KEY} AND revision = 51",
     ["revision 51: the record is not as it was written"]),
    (f"DELETE FROM records WHERE list = {KEY} AND revision = 51", ["revision 51: 1 record is missing"]),
    (f"DELETE FROM records WHERE list = {KEY} AND revision = 70", ["revision 70: the log ends at revision 69"]),
    (f"UPDATE snapshots SET body = replace(body, '\"id\":\"c\"', '\"id\":\"x\"') WHERE list = {KEY}",
     ["the snapshot is not as it was written", "not what the records make: row x"]),
    (f"UPDATE snapshots SET body = substr(body, 1, 50) WHERE list = {KEY}", ["the snapshot cannot be read"]),
    (f"UPDATE origins SET body = substr(body, 1, 50) WHERE list = {KEY}", ["the snapshot cannot be read"]),
    (f"DELETE FROM snapshots WHERE list = {KEY}", ["the list has no snapshot"]),
    ("UPDATE lists SET rows = 7 WHERE id = 'long'", ["there are 5 rows, the store says 7"]),
    ("UPDATE lists SET done = 4 WHERE id = 'long'", ["1 rows are done, the store says 4"]),
    ("UPDATE lists SET title = 'Other' WHERE id = 'long'", ["the store says \"Other\""])],
    ids=["record altered", "record missing", "last record missing", "snapshot altered", "snapshot cut",
         "origin cut", "snapshot missing", "row count altered", "done altered", "title altered"])
def test_what_was_altered_is_named(lockstep, store, statement, words):
    alter(store, statement)
    before = hashlib.sha256(store.read_bytes()).hexdigest()
    text = lockstep.output("verify", store, code=1)
    assert "long: broken" in text and "short" not in text and "1 list broken" in text
    for word in words:
        assert word in text, text
    assert hashlib.sha256(store.read_bytes()).hexdigest() == before


def test_a_damaged_file_is_said_to_be_so(lockstep, store):
    content = bytearray(store.read_bytes())
    content[3 * 4096:6 * 4096] = b"\xa5" * (3 * 4096)
    store.write_bytes(content)
    done = lockstep("verify", store, code=1)
    assert b"the file: " in done.stdout or b"cannot be read" in done.stderr
