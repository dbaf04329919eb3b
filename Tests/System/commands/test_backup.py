"""Backups of a store in use, and what connected clients see when one is restored under them."""

import hashlib
import shutil
import sqlite3
import threading
from contextlib import closing

from client import Client


def restore(server, backup, lockstep):
    """Puts the backup in the place of the store, as `lockstep backup --help` says."""
    server.kill()
    said = lockstep.output("restore", backup, "--store", server.store)
    server.start()
    return said


def move(row, index):
    """A move within the section s."""
    return {"op": "moveRow", "row": row, "to": {"section": "s", "index": index}}


def digest(path):
    """The file's bytes, shortened."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_backup_restored_under_clients_brings_all_to_the_servers_state(spawn, lockstep, tmp_path):
    server = spawn().start()
    server.make({"s": "a b c d"}, list_id="l")
    ahead, behind = Client(server.ws(), name="Ahead"), Client(server.ws(), name="Behind")
    ahead.open("l")
    ahead.edit("l", move("a", 3))
    behind.open("l")
    behind.leave()
    ahead.edit("l", move("b", 3))
    lockstep("backup", "backup.sqlite", "--store", server.store)
    kept = server.snapshot("l")
    ahead.edit("l", move("c", 3))
    last = ahead.edit("l", {"op": "insertRow", "row": "late", "fields": {"title": "late"}})
    assert last.body["revision"] == 4 and kept["revision"] == 2
    epoch = ahead.lists["l"].epoch
    assert epoch == kept["epoch"]
    ahead_of_it = restore(server, tmp_path / "backup.sqlite", lockstep).split("what was there is ")[1].strip()
    assert lockstep.output("verify", "--verbose", ahead_of_it).startswith("l: sound"), "the log of the killed server is in it"
    assert "to 4" in lockstep.output("verify", "--verbose", ahead_of_it)

    now = server.snapshot("l")
    assert now["epoch"] != epoch
    assert now["sections"] == kept["sections"] and now["revision"] == 2
    for earlier in (ahead, behind):
        earlier.socket.close()
        again = Client(server.ws(), key=earlier.key)
        again.resume("l", earlier)
        assert not again.sets["l"], "it was brought up to date by sets"
        assert again.lists["l"].epoch == now["epoch"]
        assert again.lists["l"].order() == [("s", ["c", "d", "a", "b"])]
        # An edit that waited under the old epoch, applied before or not, is refused and changes nothing.
        for id in (2, 9):
            message = {"type": "edit", "list": "l", "id": id + again.used["l"], "epoch": epoch,
                       "base": 4, "actions": [move("a", 0)]}
            again.send(message)
            kind, body = again.answer("l", message["id"])
            assert (kind, body.get("code")) == ("reject", "staleBase")
        assert server.snapshot("l") == now
        again.leave()
    fresh = Client(server.ws(), key="fresh")
    fresh.open("l")
    assert fresh.edit("l", move("a", 0)).body["revision"] == 3
    fresh.leave()
    # The mark is gone: the next start keeps the epochs.
    server.stop()
    assert server.start().snapshot("l")["epoch"] == now["epoch"]


def test_a_backup_under_load_is_one_moment_and_verifies(spawn, lockstep, tmp_path):
    server = spawn(history_snapshot_every=50, history_sets=100).start()
    for name in ("one", "two"):
        server.make({"s": " ".join(f"r{n}" for n in range(30))}, list_id=name)
    ended = threading.Event()

    def load(name):
        client = Client(server.ws())
        with client.stack:
            client.open(name)
            number = 0
            while not ended.is_set():
                client.edit(name, move(f"r{number % 30}", (number * 7) % 30))
                number += 1

    threads = [threading.Thread(target=load, args=[name]) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    try:
        for number in range(3):
            lockstep("backup", f"{number}.sqlite", "--store", server.store)
            assert "all is as it was written" in lockstep.output("verify", server.store)
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    for number in range(3):
        path = tmp_path / f"{number}.sqlite"
        before = digest(path)
        assert "2 lists" in lockstep.output("verify", path)
        assert digest(path) == before
        with closing(sqlite3.connect(path)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert {p.name for p in tmp_path.iterdir() if p.is_file()} == {"0.sqlite", "1.sqlite", "2.sqlite"}


def test_a_file_that_is_there_is_replaced_only_when_told(spawn, lockstep, tmp_path):
    server = spawn().start()
    server.make({"s": "a"}, list_id="l")
    target = tmp_path / "backup.sqlite"
    target.write_text("precious")
    assert "--force" in lockstep.refusal("backup", target, "--store", server.store)
    assert target.read_text() == "precious"
    lockstep("backup", target, "--force", "--store", server.store)
    assert "l: sound" in lockstep.output("verify", target, "--verbose")
    said = lockstep.refusal("backup", tmp_path / "no" / "folder.sqlite", "--store", server.store)
    assert "folder.sqlite" in said
    assert {p.name for p in tmp_path.iterdir() if p.is_file()} == {"backup.sqlite"}


def test_a_backup_copied_beside_a_left_log_is_refused_and_can_be_restored(spawn, lockstep, tmp_path):
    server = spawn().start()
    server.make({"s": "a"}, list_id="old")
    lockstep("backup", "backup.sqlite", "--store", server.store)
    server.make({"s": "a"}, list_id="new")
    server.kill()
    shutil.copy(tmp_path / "backup.sqlite", server.store)
    log = server.store.with_name(server.store.name + "-wal")
    before = digest(server.store), digest(log)
    for command in (["serve", "--port", "0", "--web", "", "--lists", ""], ["verify"], ["backup", "other.sqlite"], ["export", "old"]):
        assert "lockstep restore" in lockstep.refusal(*command, "--store", server.store)
        assert (digest(server.store), digest(log)) == before
    lockstep("restore", "backup.sqlite", "--store", server.store)
    assert [one["list"] for one in server.start().get("/api/lists").json()["lists"]] == ["old"]


def test_a_damaged_backup_and_a_store_in_use_are_not_touched(spawn, lockstep, tmp_path):
    server = spawn().start()
    server.make({"s": "a"}, list_id="l")
    lockstep("backup", "backup.sqlite", "--store", server.store)
    assert "in use by a server" in lockstep.refusal("restore", "backup.sqlite", "--store", server.store)
    server.stop()
    with closing(sqlite3.connect(tmp_path / "backup.sqlite")) as copy, copy:
        copy.execute("UPDATE snapshots SET body = X'00'")
    before = digest(server.store)
    assert "--repair" in lockstep.refusal("restore", "backup.sqlite", "--store", server.store)
    assert digest(server.store) == before
    assert "there is no store" in lockstep.refusal("restore", "none.sqlite", "--store", server.store)
    assert {p.name for p in server.store.parent.iterdir() if ".restoring-" in p.name or ".before-" in p.name} == set()
