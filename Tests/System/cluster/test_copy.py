"""`lockstep copy` between a file and a cluster, and the commands that read a cluster."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
if str(HERE.parent / "commands") not in sys.path:
    sys.path.insert(0, str(HERE.parent / "commands"))

from client import Client  # noqa: E402  (needs the path above)
from lockstep_command import Lockstep  # noqa: E402
from nodes import ROOT  # noqa: E402
from process import FaultyServer, wait_until  # noqa: E402
from server import sections_of  # noqa: E402


@pytest.fixture
def on_file(tmp_path):
    """Makes servers of files, not started yet, that are stopped after the test."""
    made = []

    def make(folder="file", **settings):
        made.append(FaultyServer(tmp_path / folder, **settings))
        return made[-1]

    yield make
    for server in made:
        server.stop()


@pytest.fixture
def lockstep(tmp_path, nodes, monkeypatch):
    """Runs `lockstep COMMAND …` with the settings that the nodes need."""
    monkeypatch.setenv("LOCKSTEP_NATS_MONITOR", nodes.monitors)
    return Lockstep(tmp_path)


def rename(row, title):
    """An update of a row's title."""
    return {"op": "updateRow", "row": row, "fields": {"title": title}}


def fill(server, lists=3, edits=40):
    """Makes lists, of which the first has a cut history and every fifth a short one; stops the server."""
    server.start()
    client = Client(server.ws(), key="copy-client")
    with client.stack:
        for number in range(lists):
            client.send({"type": "create", "list": f"l-{number}", "title": "A list",
                         "sections": sections_of({"s": "a b c d e"})})
        for number in range(lists):
            client.take(type="created", list=f"l-{number}")
        for number in range(0, lists, 1 if lists < 5 else 5):
            client.open(f"l-{number}")
            for edit in range(1 + number % 3 if number else edits):
                client.edit(f"l-{number}", rename("abcde"[edit % 5], f"v{edit}"))
            client.send({"type": "close", "list": f"l-{number}"})
    server.stop()


@pytest.fixture(scope="module")
def thousand(tmp_path_factory):
    """A store of 1,000 lists at rest, which tests copy before they use it."""
    server = FaultyServer(tmp_path_factory.mktemp("thousand"), history_snapshot_every=10, history_sets=15)
    fill(server, lists=1000)
    return server.store


def rows(store):
    """What a store holds of lists, records and snapshots, with all checks."""
    with closing(sqlite3.connect(store)) as connection:
        query = """SELECT l.id, l.epoch, l.title, l.rows, l.revision, l.token, t.* FROM lists l JOIN (
            SELECT 'record', list, revision, token, at, body, checksum, previous FROM records
            UNION ALL SELECT 'newest', list, revision, token, 0, body, checksum, record FROM snapshots
            UNION ALL SELECT 'origin', list, revision, token, 0, body, checksum, record FROM origins
            UNION ALL SELECT 'spare', list, revision, token, 0, body, checksum, record FROM spares
            ) t ON t.list = l.key WHERE l.id < '/' OR l.id >= '0' ORDER BY l.id, 7, t.token"""
        return [row[:7] + row[8:] for row in connection.execute(query)]


def whole_lists(store):
    """How many lists of a store can be seen."""
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        with suppress(sqlite3.OperationalError):
            return connection.execute("SELECT count(*) FROM lists WHERE id > 'a'").fetchone()[0]
    return 0


def test_a_store_there_and_back_is_the_same_store(thousand, lockstep, nodes, tmp_path):
    store = shutil.copy(thousand, tmp_path / "lists.sqlite")
    before = rows(store)
    assert any(row[6] == "spare" for row in before) and before[-1][0] == "l-999"
    verified = lockstep.output("verify", "--verbose", store)
    said = lockstep.output("copy", store, nodes.urls)
    assert said.startswith("copied 1000 lists") and "marked as moved" in said
    assert lockstep.output("verify", nodes.urls, "--verbose") == verified
    back = tmp_path / "back.sqlite"
    lockstep.output("copy", nodes.urls, back)
    assert lockstep.output("verify", back, "--verbose") == verified
    now = rows(back)
    # Only a list without records has a check that is told otherwise.
    assert [row[:11] for row in now] == [row[:11] for row in before]
    with_records = {row[0] for row in before if row[6] == "record"}
    assert [r for r in now if r[0] in with_records] == [r for r in before if r[0] in with_records]


def test_answered_ids_and_undo_survive(on_file, spawn, lockstep, nodes, tmp_path):
    server = on_file(history_snapshot_every=10, history_sets=15)
    fill(server, lists=1)
    lockstep.output("copy", server.store, nodes.urls)
    moved = spawn(nodes).start()
    client = Client(moved.ws(), key="copy-client")
    with client.stack:
        opened = client.open("l-0")
        assert opened["lastId"] == 40
        client.send({"type": "edit", "list": "l-0", "id": 40, "epoch": opened["epoch"], "actions": []})
        body = client.answer("l-0", 40).body
        assert (body["outcome"], body["applied"], body["revision"]) == ("duplicate", True, 40)
        assert client.undo("l-0").kind == "set"
        client.edit("l-0", rename("a", "after"))
    state = moved.snapshot("l-0")
    said = lockstep.refusal("copy", nodes.urls, tmp_path / "back.sqlite")
    assert "a server uses the lists" in said and "--live" in said
    assert moved.get("/api/backup").status == 501
    assert b"lockstep backup FILE" in moved.get("/api/backup").body
    moved.stop()
    assert "1 list, " in lockstep.output("verify", nodes.urls)
    lockstep.output("copy", nodes.urls, tmp_path / "back.sqlite")
    back = on_file("back")
    (tmp_path / "back.sqlite").rename(back.store)
    assert back.start().snapshot("l-0") == state


def test_a_moved_store_is_served_no_more_and_copied_with_new_epochs(
        on_file, spawn, lockstep, nodes, tmp_path):
    server = on_file()
    fill(server, lists=2)
    epoch = {row[1] for row in rows(server.store)}
    lockstep.output("copy", server.store, nodes.urls)
    code, log = server.run_to_end()
    assert code == 1 and f"were moved to {nodes.urls}" in log and "lockstep copy" in log
    assert "were moved to" in lockstep.refusal("import", ROOT / "config/lists/groceries.json", "--store",
                                               server.store)
    assert "2 lists" in lockstep.output("verify", server.store)
    new = tmp_path / "new.sqlite"
    assert "every list has a new epoch" in lockstep.output("copy", server.store, new)
    assert not epoch & {row[1] for row in rows(new)}
    # Out of the cluster, which refuses servers then.
    lockstep.output("copy", nodes.urls, tmp_path / "back.sqlite")
    code, log = spawn(nodes).run_to_end()
    assert code == 1 and f"were moved to {tmp_path / 'back.sqlite'}" in log
    assert epoch == {row[1] for row in rows(tmp_path / "back.sqlite")}


def test_nothing_is_overwritten_and_a_store_in_use_is_not_moved(on_file, lockstep, nodes, tmp_path):
    server = on_file()
    fill(server, lists=2)
    other = on_file("other")
    other.start().make({"s": "x"}, list_id="l-1")
    other.stop()
    said = lockstep.refusal("copy", server.store, other.store)
    assert "nothing was copied" in said and "l-1: another list with this id is there" in said
    assert {row[0] for row in rows(other.store)} == {"l-1"}
    server.start()
    said = lockstep.refusal("copy", server.store, nodes.urls)
    assert "is in use by a server" in said and "--live" in said
    assert "new epoch" in lockstep.output("copy", server.store, nodes.urls, "--live")
    assert server.snapshot("l-1")["revision"] == 2
    said = lockstep.refusal("copy", server.store, nodes.urls, "--live")
    assert "l-0: another list with this id is there" in said
    assert "same store" in lockstep.refusal("copy", server.store, server.store, code=64)
    said = lockstep.refusal("copy", server.store, nodes.urls, "--live", "--monitor", "http://127.0.0.1:1")
    assert "the monitoring ports of all its nodes" in said
    assert "no store" in lockstep.refusal("copy", tmp_path / "none.sqlite", tmp_path / "x.sqlite")
    assert not (tmp_path / "x.sqlite").exists()


@pytest.mark.soak
def test_a_killed_copy_goes_on_and_half_of_it_is_served_by_nobody(
        thousand, on_file, spawn, lockstep, nodes, tmp_path):
    store, back = shutil.copy(thousand, tmp_path / "lists.sqlite"), tmp_path / "back.sqlite"
    verified = lockstep.output("verify", store, "--verbose")
    there = spawn(nodes)
    here = on_file("here")
    here.store = back
    for source, target, server, reached in (
            (store, nodes.urls, there, lambda: nodes.nodes[0].ask("/jsz")["messages"] > 500),
            (nodes.urls, back, here, lambda: back.exists() and whole_lists(back) > 100)):
        with subprocess.Popen([lockstep.binary, "copy", source, target], cwd=tmp_path) as copying:
            wait_until(reached, "a part is copied", pause=0.005)
            copying.kill()
        assert copying.returncode == -signal.SIGKILL, "it had been done before"
        code, said = server.run_to_end()
        assert code == 1 and "goes on where it was stopped" in said, said
        assert b"goes on where it was stopped" in lockstep("verify", target).stderr
        said = lockstep.output("copy", source, target)
        skipped = int(said.split("; ")[1].split()[0])
        assert 0 < skipped < 1000, said
        assert lockstep.output("verify", target, "--verbose") == verified
    assert {row[:11] for row in rows(back)} == {row[:11] for row in rows(store)}


def test_a_cluster_in_use_is_backed_up_verified_and_exported(on_file, spawn, lockstep, nodes, tmp_path):
    server = spawn(nodes)
    server.start().make({"s": "a b"}, list_id="l")
    client = Client(server.ws())
    with client.stack:
        client.open("l")
        client.edit("l", rename("a", "v1"))
        lockstep("backup", "b.sqlite", "--store", nodes.urls)
        assert {p.name for p in tmp_path.glob("b.sqlite*")} == {"b.sqlite"}
        client.edit("l", rename("a", "v2"))
    assert "1 list, 1 record replayed" in lockstep.output("verify", "b.sqlite")
    assert "1 list, 2 records replayed" in lockstep.output("verify", nodes.urls)
    document = json.loads(lockstep.output("export", "l", "--store", nodes.urls))
    assert document["sections"][0]["rows"][0]["fields"]["title"] == "v2"
    server.stop()
    (tmp_path / "other.json").write_text(json.dumps({**document, "list": "other"}))
    said = lockstep.output("import", "other.json", "--store", nodes.urls).splitlines()
    assert said[1].split()[:2] == ["other", "2"]
    assert "2 lists" in lockstep.output("verify", nodes.urls)
    restored = on_file("restored")
    (tmp_path / "b.sqlite").rename(restored.store)
    epoch = server.start().snapshot("l")["epoch"]
    kept = restored.start().snapshot("l")
    assert kept["revision"] == 1 and kept["epoch"] != epoch


@pytest.mark.soak
def test_backups_of_a_cluster_under_load_verify(spawn, lockstep, nodes):
    server = spawn(nodes, history_snapshot_every=5, history_sets=10).start()
    server.make({"s": "a b c d e"}, list_id="l")
    ended = threading.Event()

    def load():
        client, number = Client(server.ws()), 0
        with client.stack:
            client.open("l")
            while not ended.is_set():
                client.edit("l", rename("abcde"[number % 5], f"v{number}"))
                number += 1

    editor = threading.Thread(target=load)
    editor.start()
    try:
        for number in range(3):
            last = server.snapshot("l")["revision"]
            wait_until(lambda: server.snapshot("l")["revision"] > last + 30, "it is compacted")
            lockstep("backup", f"{number}.sqlite", "--store", nodes.urls)
            assert "1 list, " in lockstep.output("verify", nodes.urls)
            assert "1 list, " in lockstep.output("verify", f"{number}.sqlite")
    finally:
        ended.set()
        editor.join()
