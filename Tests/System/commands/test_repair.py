"""`lockstep verify --repair` writes what is left of a damaged store into another one."""

import hashlib

import pytest

from client import Client
from test_verify import KEY, alter, store

__all__ = ["store"]


def mended(lockstep, spawn, store, tmp_path, code=0):
    """What is said, and a server on the new store."""
    before = hashlib.sha256(store.read_bytes()).hexdigest()
    (tmp_path / "new").mkdir()
    text = lockstep.output("verify", store, "--repair", tmp_path / "new/lists.sqlite", code=code)
    assert hashlib.sha256(store.read_bytes()).hexdigest() == before, "the damaged store is as it was"
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["lists.sqlite"]
    assert "all is as it was written" in lockstep.output("verify", tmp_path / "new/lists.sqlite")
    return text, spawn(tmp_path / "new").start()


def titles(server, list_id):
    """The rows' titles."""
    return [row["fields"]["title"] for section in server.snapshot(list_id)["sections"] for row in section["rows"]]


@pytest.mark.parametrize("statement, revision, says", [
    (f"UPDATE records SET body = replace(body, 'v60', 'v6X') WHERE list = {KEY} AND revision = 61", 60,
     "saved as of revision 60; 61 to 70 and its history are lost"),
    (f"DELETE FROM records WHERE list = {KEY} AND revision = 70", 69,
     "saved as of revision 69; 70 to 70 and its history are lost"),
    ("UPDATE lists SET rows = 7 WHERE id = 'long'", 70, "saved as it was; its history is lost"),
], ids=["record altered", "last record missing", "row count altered"])
def test_what_can_be_read_is_saved(lockstep, spawn, store, tmp_path, statement, revision, says):
    server = spawn(store.parent).start()
    epochs = {name: server.snapshot(name)["epoch"] for name in ("long", "short")}
    short = server.snapshot("short")
    server.stop()
    alter(store, statement)
    text, server = mended(lockstep, spawn, store, tmp_path)
    assert f"long: {says}" in text and "2 lists: 1 whole, 1 saved in part, 0 lost" in text
    assert server.snapshot("short") == short, "a list that is sound keeps its epoch"
    saved = server.snapshot("long")
    assert saved["revision"] == revision
    assert (saved["epoch"] == epochs["long"]) == (revision == 70), "revisions that are lost are not given again"
    last = {0: "v", 1: "v"}
    for number in range(revision):
        last[number % 2] = f"v{number}"
    assert titles(server, "long")[:2] == [last[0], last[1]]
    client = Client(server.ws())
    with client.stack:
        client.open("long")
        client.edit("long", {"op": "updateRow", "row": "a", "fields": {"title": "on"}})
    assert server.snapshot("long")["revision"] == revision + 1


def test_a_damaged_version_is_told_and_the_others_stay(lockstep, spawn, store, tmp_path):
    server = spawn(store.parent).start()
    for name in ("First", "Second"):
        assert server.request("POST", "/api/lists/long/versions", {"name": name}).status == 201
    server.stop()
    alter(store, f"UPDATE versions SET body = substr(body, 1, 50) WHERE list = {KEY} AND name = 'First'")
    text, server = mended(lockstep, spawn, store, tmp_path)
    assert "the version First is lost" in text
    assert [v["name"] for v in server.get("/api/lists/long/versions").json()["versions"]] == ["Second"]


def test_a_backup_stays_one_so_that_clients_load_its_lists_anew(lockstep, spawn, store, tmp_path):
    server = spawn(store.parent).start()
    epoch = server.snapshot("short")["epoch"]
    server.stop()
    lockstep("backup", tmp_path / "copy.sqlite", "--store", store)
    alter(tmp_path / "copy.sqlite", f"DELETE FROM records WHERE list = {KEY} AND revision = 70")
    text, server = mended(lockstep, spawn, tmp_path / "copy.sqlite", tmp_path)
    assert "1 whole" in text and server.snapshot("short")["epoch"] != epoch


def test_a_store_that_was_moved_is_not_used_again(lockstep, store, tmp_path):
    lockstep("copy", store, tmp_path / "other.sqlite")
    done = lockstep("verify", store, "--repair", tmp_path / "new.sqlite")
    assert b"were moved to" in done.stderr
    assert "were moved to" in lockstep.refusal("serve", "--store", tmp_path / "new.sqlite", "--web", "", "--lists", "")


def test_the_new_store_is_its_owners(lockstep, spawn, store, tmp_path):
    mended(lockstep, spawn, store, tmp_path)
    assert (tmp_path / "new/lists.sqlite").stat().st_mode & 0o777 == 0o600


def test_a_list_of_which_nothing_is_left_is_named(lockstep, spawn, store, tmp_path):
    for table in ("snapshots", "origins", "spares"):
        try:
            alter(store, f"DELETE FROM {table} WHERE list = {KEY}")
        except AssertionError:
            pass
    text, server = mended(lockstep, spawn, store, tmp_path)
    assert "long: lost: nothing of it can be read" in text and "1 lost" in text
    assert titles(server, "short")


def test_nothing_is_overwritten_and_no_store_in_use_is_mended(lockstep, spawn, store, tmp_path):
    (tmp_path / "there.sqlite").write_text("mine")
    assert "exists" in lockstep.refusal("verify", store, "--repair", tmp_path / "there.sqlite")
    assert (tmp_path / "there.sqlite").read_text() == "mine"
    spawn(store.parent).start()
    assert "in use by a server" in lockstep.refusal("verify", store, "--repair", tmp_path / "new.sqlite")
    assert not (tmp_path / "new.sqlite").exists()
