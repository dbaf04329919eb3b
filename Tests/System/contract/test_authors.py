"""protocol.md, "Who wrote what": `by` and `added` of rows, where `open` asks for them."""

import json
import time

import pytest

from actions import after, delete, delete_sections, end, insert, move, start, update
from client import public_name
from server import sections_of
from tokens import SECRET, bearer, token
from windowed import WindowedClient, names


@pytest.fixture
def client(server):
    """A session that asks for authors."""
    one = WindowedClient(server.ws())
    yield one
    one.leave()


def notified(client, list_id, **fields):
    """Opens the list with authors; the rows by their ids."""
    client.parts.pop(list_id, None)
    client.send({"type": "open", "list": list_id, "authors": True, **fields})
    client.take(type="opened", list=list_id)
    rows = {}
    while True:
        state = client.take(lambda m: m["type"] in ("snapshot", "outline"), list=list_id)
        for part in state["sections"] if state["type"] == "snapshot" else state["runs"]:
            rows |= {row["id"]: row for row in part["rows"]}
        if state.get("part", 0) == state.get("parts", 1) - 1:
            return rows


def stamps(row):
    return {key: row[key]["revision"] for key in ("by", "added") if key in row}


def test_the_last_edit_of_the_fields_and_the_insertion_are_told(server, client, connect):
    list_id, ana, ben = server.make({"s1": "a b"}), connect(), connect()
    ana.open(list_id)
    ben.open(list_id)
    before = int(time.time() * 1000)
    ana.edit(list_id, insert("x", end("s1")))
    ben.edit(list_id, update("x", {"done": True}), update("a", {"done": True}))
    ana.settle()
    rows = notified(client, list_id)
    assert rows["x"]["added"] == {"client": public_name(ana.key), "revision": 1, "at": rows["x"]["added"]["at"]}
    assert rows["x"]["by"] == rows["a"]["by"]
    assert {**rows["a"]["by"], "at": 0} == {"client": public_name(ben.key), "revision": 2, "at": 0}
    assert before <= rows["x"]["added"]["at"] <= rows["x"]["by"]["at"] <= time.time() * 1000 + 1
    assert stamps(rows["a"]) == {"by": 2} and stamps(rows["b"]) == {}


def test_rules_and_moves_do_not_change_by(server, client, opened):
    ana, list_id = opened({"s1": "a b c"})
    ana.edit(list_id, update("a", {"done": True}))
    ana.edit(list_id, update("a", pinned="bottom"), update("b", editable=False))
    ana.edit(list_id, move("c", start("s1")))
    assert {id: stamps(row) for id, row in notified(client, list_id).items()} == {"a": {"by": 1}, "b": {}, "c": {}}


def test_undo_and_redo_count_as_edits_and_bring_rows_back_as_their_own(server, client, opened):
    ana, list_id = opened({"s1": "a b"})
    ana.edit(list_id, update("a", {"title": "A"}))
    ana.undo(list_id)
    assert stamps(notified(client, list_id)["a"]) == {"by": 2}
    ana.redo(list_id)
    assert stamps(notified(client, list_id)["a"]) == {"by": 3}
    ana.edit(list_id, delete("b"), update("a", {"title": "B"}))
    ana.undo(list_id)
    rows = notified(client, list_id)
    assert stamps(rows["b"]) == {"by": 5, "added": 5} and stamps(rows["a"]) == {"by": 5}


def test_a_refused_edit_leaves_no_trace(server, client, opened):
    ana, list_id = opened({"s1": "a"})
    assert ana.edit(list_id, update("a", {"title": "A"}), move("gone", start("s1"))).kind == "reject"
    assert ana.edit(list_id, update("a", {"title": "a"})).body["outcome"] == "noop"
    assert stamps(notified(client, list_id)["a"]) == {}


def test_change_sets_tell_it_by_themselves(server, client, opened):
    ana, list_id = opened({"s1": "a b", "s2": "c"})
    rows = notified(client, list_id)
    for actions in ([insert("x", after("a")), update("b", {"done": True})], [move("x", end("s2")), delete("b")],
                    [update("x", {"title": "X"}), update("a", movable=False)], [delete_sections("s2")]):
        assert ana.edit(list_id, *actions).kind == "set"
    assert ana.undo(list_id).kind == "set"
    client.reach(list_id, 5)
    for change in client.sets[list_id]:
        stamp = {key: change[key] for key in ("client", "revision", "at")}
        for row in change.get("insertedRows", []):
            rows[row["row"]] = {"by": stamp, "added": stamp}
        for row in change.get("updatedRows", []):
            if row.get("fields"):
                rows[row["row"]]["by"] = stamp
    for id, row in notified(client, list_id).items():
        assert [row.get(key) for key in ("by", "added")] == [rows[id].get(key) for key in ("by", "added")], id


def test_windows_and_rows_tell_it_and_nothing_else_does(server, client, opened):
    ana, list_id = opened({"s1": names(1500)})
    ana.edit(list_id, update("r700", {"title": "found"}))
    place = {"around": [{"row": "r700"}], "after": 2}
    assert {id: stamps(row) for id, row in notified(client, list_id, window=place).items()} == {
        "r700": {"by": 1}, "r701": {}}
    for query in ({"ids": ["r700"]}, {"ranges": [{"at": [0, 700], "rows": 1}]}, place):
        assert stamps(client.ask(list_id, "rows", **query)["runs"][0]["rows"][0]) == {"by": 1}
    assert client.ask(list_id, "rows", ids=["r700"], only="ids")["runs"][0]["rows"] == [{"id": "r700"}]
    assert stamps(client.ask(list_id, "find", text="found")["rows"][0]["row"]) == {}
    assert stamps(server.snapshot(list_id)["sections"][0]["rows"][700]) == {}
    assert stamps(client.window(list_id, {"row": "r700"})["runs"][0]["rows"][0]) == {}
    assert stamps(client.ask(list_id, "rows", ids=["r700"])["runs"][0]["rows"][0]) == {}
    client.open(list_id)
    assert stamps(client.lists[list_id].sections[0]["rows"][700]) == {}


def test_windows_with_authors_keep_to_the_bytes_of_an_answer(spawn, tmp_path):
    config = tmp_path / "lockstep.json"
    config.write_text(json.dumps({"limits": {"setBytes": 40_000}}))
    server = spawn("--config", str(config))
    list_id, writer = server.make({"s1": ""}), WindowedClient(server.ws())
    writer.open(list_id)
    for start_of in range(0, 400, 200):
        writer.edit(list_id, *(insert(f"r{start_of + i}", end("s1")) for i in range(200)))
    reader = WindowedClient(server.ws())
    window = {"around": [{"row": "r150"}], "before": 200, "after": 200}
    assert 100 < len(notified(reader, list_id, window=window)) < 300
    answer = reader.ask(list_id, "rows", ranges=[{"at": [0, 0], "rows": 400}])
    assert 100 < len(answer["runs"][0]["rows"]) < 300
    assert 35_000 < len(reader.frames[-1]) < 41_000
    for session in (writer, reader):
        session.leave()


def test_a_long_snapshot_with_authors_comes_in_parts_that_keep_to_their_size(server, client, opened):
    ana, list_id = opened({"s1": names(4000)})
    ana.edit(list_id, *(update(f"r{i}", {"done": True}) for i in range(0, 1000)))
    rows = notified(client, list_id)
    assert len(rows) == 4000 and sum("by" in row for row in rows.values()) == 1000
    assert all(len(frame) < 270_000 for frame in client.frames)


def test_who_comes_back_catches_up_by_whole_sets(server, client, opened):
    ana, list_id = opened({"s1": "a"})
    notified(client, list_id)
    epoch = client.lists[list_id].epoch
    client.send({"type": "close", "list": list_id})
    for title in "xyz":
        ana.edit(list_id, update("a", {"title": title}))
    client.send({"type": "open", "list": list_id, "authors": True, "since": 0, "epoch": epoch})
    sets = client.take(type="catchup", list=list_id)["sets"]
    assert [change["revision"] for change in sets] == [1, 2, 3] and not any("folds" in change for change in sets)


def test_it_is_known_after_restarts_and_compactions_and_in_a_backup(spawn, tmp_path):
    config = tmp_path / "lockstep.json"
    config.write_text(json.dumps({"history": {"sets": 10, "snapshotEvery": 10}}))
    server = spawn("--config", str(config))
    list_id, ana = server.make({"s1": "a b"}), WindowedClient(server.ws())
    ana.open(list_id)
    ana.edit(list_id, insert("x", end("s1")))
    ana.edit(list_id, update("a", {"title": "A"}))
    for number in range(60):
        ana.edit(list_id, update("b", {"title": str(number)}))
    rows = notified(ana, list_id)
    assert stamps(rows["x"]) == {"by": 1, "added": 1} and stamps(rows["a"]) == {"by": 2}
    ana.leave()
    backup = server.get("/api/backup").body
    for end_it in (server.kill, server.stop):
        end_it()
        server.start()
        reader = WindowedClient(server.ws())
        assert notified(reader, list_id) == rows
        reader.leave()
    assert server.get(f"/api/lists/{list_id}/changes?since=0").status == 410
    other = spawn()
    other.stop()
    (other.folder / "lists.sqlite").write_bytes(backup)
    other.start()
    reader = WindowedClient(other.ws())
    assert notified(reader, list_id) == rows
    reader.leave()


def test_a_copy_tells_nothing_of_the_edits_of_the_list_that_it_was_made_of(server, client, opened):
    ana, list_id = opened({"s1": "a"})
    ana.edit(list_id, update("a", {"title": "A"}), insert("x", end("s1")))
    copy = server.make(server.snapshot(list_id)["sections"])
    assert {id: stamps(row) for id, row in notified(client, copy).items()} == {"a": {}, "x": {}}


def test_the_user_is_told_where_authentication_is_on(spawn, tmp_path):
    keys = tmp_path / "tokens.key"
    keys.write_text(SECRET)
    server = spawn("--auth-mode", "jwt", "--auth-keys", str(keys))
    mine = token({"*": "owner"}, "ana")
    body = {"list": "l", "title": "L", "sections": sections_of({"s1": "a"})}
    assert server.request("POST", "/api/lists", body, bearer(mine)).status == 201
    ana = WindowedClient(server.ws(), greet=False)
    ana.hello(token=mine)
    ana.open("l")
    ana.edit("l", update("a", {"title": "A"}))
    expected = {"client": public_name(ana.key, "ana"), "user": "ana", "revision": 1}
    by = notified(ana, "l")["a"]["by"]
    assert {**by, "at": None} == {**expected, "at": None}
    ana.leave()
    server.stop()
    server.start()
    viewer = WindowedClient(server.ws(), greet=False)
    viewer.hello(token=token({"l": "viewer"}, "vic"))
    assert notified(viewer, "l")["a"]["by"] == by
    viewer.leave()


@pytest.mark.parametrize("wrong", ["yes", 1, None, []])
def test_authors_is_true_or_false(server, client, wrong):
    list_id = server.make({"s1": "a"})
    client.send({"type": "open", "list": list_id, "authors": wrong})
    assert client.take(type="error", list=list_id)["code"] == "badMessage"
    client.send({"type": "open", "list": list_id, "authors": False})
    assert client.take(type="snapshot", list=list_id)["sections"][0]["rows"] == [{"id": "a", "fields": {"title": "a"}}]
