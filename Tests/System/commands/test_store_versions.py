"""Stores of every earlier version open, are whole, and go on being edited."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from client import Client

STORES = sorted((Path(__file__).resolve().parents[2] / "Support/Fixtures/stores").glob("*.sql"))


@pytest.fixture(params=STORES, ids=lambda path: path.stem)
def earlier(request, spawn):
    """A server, not started, over such a store, and what its lists were then."""
    server = spawn(history_snapshot_every=20, history_sets=30)
    with closing(sqlite3.connect(server.store)) as store:
        store.executescript(request.param.read_text())
    return server, json.loads(request.param.with_suffix(".json").read_text())


def test_there_are_stores_to_open():
    assert any(path.stem == "0.1.0-schema-1" for path in STORES)


def test_an_earlier_store_is_read_without_being_migrated(earlier, lockstep):
    server, lists = earlier
    before = server.store.read_bytes()
    assert f"{len(lists)} lists" in lockstep.output("verify", server.store)
    for name, snapshot in lists.items():
        document = json.loads(lockstep.output("export", name, "--store", server.store))
        assert document["sections"] == snapshot["sections"] and document["revision"] == snapshot["revision"]
    assert server.store.read_bytes() == before
    lockstep("backup", "copy.sqlite", "--store", server.store)
    assert f"{len(lists)} lists" in lockstep.output("verify", "copy.sqlite")


def test_an_earlier_store_is_whole_and_goes_on(earlier, lockstep):
    server, lists = earlier
    server.start()
    assert {name: server.snapshot(name) for name in lists} == lists
    ana = Client(server.ws(), key="fixture-ana")
    with ana.stack:
        opened = ana.open("long")
        assert opened["lastId"] == 95
        ana.send({"type": "edit", "list": "long", "id": 95, "epoch": opened["epoch"], "actions": []})
        body = ana.answer("long", 95).body
        assert (body["outcome"], body["applied"], body["revision"]) == (
                "duplicate", True, lists["long"]["revision"])
        ana.open("edited")
        assert ana.undo("edited").kind == "set"
        assert server.snapshot("edited")["title"] == "Äpfel & \"Birnen\""
        ana.open("long")
        for number in range(45):
            ana.edit("long", {"op": "moveRow", "row": "r1", "to": {"section": "s1", "index": number % 11}})
    notified = server.get("/api/lists/edited/versions").json()["versions"]
    assert notified == [] or [(one["name"], one["revision"]) for one in notified] == [("früher", 2)]
    assert server.request("POST", "/api/lists/edited/versions", {"name": "heute"}).status == 201
    after = {name: server.snapshot(name) for name in lists}
    server.stop()
    assert "all is as it was written" in lockstep.output("verify", server.store)
    server.start()
    assert {name: server.snapshot(name) for name in lists} == after
