"""protocol.md, "Earlier states"."""

import random
import time
from urllib.parse import quote

import pytest

from actions import (at, delete, delete_sections, end, insert, insert_section, move, move_section, start, update,
                     update_list, update_section)
from model import ListModel
from server import sections_of
from tokens import bearer, token


def restore(client, list_id, revision, **fields):
    """Restores a revision; returns the answer."""
    return client.edit(list_id, kind="restore", revision=revision, **fields)


def state_at(server, list_id, revision):
    """The list as `GET …?revision=` tells it, as a model."""
    answer = server.get(f"/api/lists/{list_id}?revision={revision}")
    assert answer.status == 200, answer.body
    snapshot = answer.json()
    assert (snapshot["type"], snapshot["revision"]) == ("snapshot", revision)
    return ListModel(snapshot)


STEPS = [
    [insert("x", at("s1", 1))], [delete("a", "c")], [move("b", at("s2", 1))], [update("d", {"title": "new", "n": 1})],
    [insert_section("n", {"index": 0}), insert("y", end("n"))], [move_section("s2", {"index": 0})],
    [update_section("s1", title="T", rules={"maxRows": 9})], [update_list(title="T", rules={"moveScope": "section"})],
    [update("x", pinned="top")], [delete_sections("s2")], [update("x", {"title": None}, movable=False)],
    [delete_sections("s1", "n")],
]


def test_every_revision_is_told_and_restored(server, opened):
    client, list_id = opened({"s1": "a b c", "s2": "d e"})
    states = [client.lists[list_id].state()]
    for actions in STEPS:
        assert client.edit(list_id, *actions).kind == "set"
        states.append(client.lists[list_id].state())
    for revision, state in enumerate(states):
        assert state_at(server, list_id, revision).state() == state
    for revision in (0, 9, 3, 11, 5, 1, 12, 2, 8, 4, 10, 7, 6):
        answer = restore(client, list_id, revision)
        assert answer.kind == "set" and answer.body["restores"] == revision
        assert "clamped" not in answer.body
        assert client.lists[list_id].state() == states[revision]
    assert server.snapshot(list_id)["revision"] == client.lists[list_id].revision


def test_restoring_is_undone_and_redone(opened):
    client, list_id = opened({"s1": "a b c", "s2": "d e"})
    for actions in STEPS[:5]:
        client.edit(list_id, *actions)
    before = client.lists[list_id].state()
    restore(client, list_id, 1)
    restored = client.lists[list_id].state()
    undone = client.undo(list_id)
    assert (undone.kind, undone.body["undoes"]) == ("set", 6)
    assert client.lists[list_id].state() == before
    assert client.redo(list_id).body["redoes"] == 6
    assert client.lists[list_id].state() == restored


def test_what_already_is_so_is_a_noop(opened):
    client, list_id = opened({"s1": "a b"})
    client.edit(list_id, move("a", end("s1")))
    client.edit(list_id, move("a", start("s1")))
    assert restore(client, list_id, 0).body["outcome"] == "noop"
    assert restore(client, list_id, 2).body["outcome"] == "noop"
    assert client.lists[list_id].revision == 2


def test_a_deleted_row_comes_back_under_its_id_whatever_the_rules(opened):
    client, list_id = opened({"s1": "a b c"})
    client.edit(list_id, delete("b"))
    client.edit(list_id, update_list(rules={"insertable": False, "deletable": False, "editable": False,
                                            "reorderable": False, "maxRows": 1}))
    assert restore(client, list_id, 0).kind == "set"
    assert client.lists[list_id].shape() == {"s1": "a b c"}


def test_a_revision_that_is_not_there_yet(server, opened):
    client, list_id = opened({"s1": "a"})
    assert restore(client, list_id, 7).body["code"] == "staleBase"
    assert server.get(f"/api/lists/{list_id}?revision=7").status == 404
    assert restore(client, list_id, 0, epoch="another").body["code"] == "staleBase"


@pytest.mark.parametrize("revision", [-1, 1.5, "1", None])
def test_a_revision_that_is_no_revision(opened, revision):
    client, list_id = opened({"s1": "a"})
    assert restore(client, list_id, revision).body["code"] == "badMessage"


@pytest.mark.parametrize("revision", ["-1", "1.5", "x", "", "99999999999999999999"])
def test_a_query_that_is_no_revision(server, opened, revision):
    _, list_id = opened({"s1": "a"})
    answer = server.get(f"/api/lists/{list_id}?revision={revision}")
    assert (answer.status, answer.json()["code"]) == (400, "badMessage")


def test_only_an_owner_restores(guarded, connect):
    guarded.request("POST", "/api/lists", {"list": "mine", "sections": sections_of({"s1": "a"})},
                    bearer(token({"*": "owner"}, "root")))
    for role, code in (("viewer", "forbidden"), ("editor", "forbidden"), ("owner", None)):
        client = connect(guarded, greet=False)
        client.hello(token=token({"mine": role}, role))
        client.open("mine")
        assert restore(client, "mine", 0).body.get("code") == code


def test_edits_sent_behind_it_do_not_overtake_it(opened):
    client, list_id = opened({"s1": "a b"})
    client.edit(list_id, delete("a"))
    messages = [client.message(list_id, [], kind="restore", revision=0),
                client.message(list_id, [insert("c", end("s1"))], base=1),
                client.message(list_id, [], kind="undo"),
                client.message(list_id, [], kind="undo")]
    for message in messages:
        client.sent[list_id, message["id"]] = message
    client.send(*messages)
    answers = [client.answer(list_id, message["id"]) for message in messages]
    assert [(a.body.get("restores"), a.body.get("undoes")) for a in answers] == [
        (0, None), (None, None), (None, 3), (None, 2)]
    assert client.lists[list_id].shape() == {"s1": "b"}


def test_sent_again_it_is_done_once(server, opened, connect):
    client, list_id = opened({"s1": "a b"})
    client.edit(list_id, delete("a"))
    first = restore(client, list_id, 0)
    again = connect(key=client.key)
    again.open(list_id)
    again.send({"type": "restore", "list": list_id, "id": first.body["intent"], "revision": 0})
    ack = again.take(type="ack", id=first.body["intent"])
    assert (ack["outcome"], ack["revision"]) == ("duplicate", 2)


def test_an_earlier_state_has_a_tag_that_stays(server, opened):
    client, list_id = opened({"s1": "a b"})
    client.edit(list_id, delete("a"))
    first = server.get(f"/api/lists/{list_id}?revision=0")
    client.edit(list_id, delete("b"))
    tag = first.headers["etag"]
    assert server.get(f"/api/lists/{list_id}?revision=0", {"if-none-match": tag}).status == 304
    assert server.get(f"/api/lists/{list_id}?revision=1", {"if-none-match": tag}).status == 200
    assert server.get(f"/api/lists/{list_id}", {"if-none-match": tag}).status == 200


def test_states_that_are_no_longer_kept(spawn, connect, tmp_path):
    config = tmp_path / "lockstep.json"
    config.write_text('{"history": {"sets": 20, "snapshotEvery": 10}}')
    server = spawn("--config", str(config))
    list_id = server.make({"s1": "a"})
    client = connect(server)
    client.open(list_id)
    states = [client.lists[list_id].state()]
    for number in range(120):
        client.edit(list_id, update("a", {"title": f"{number} " + 200 * "x"}))
        states.append(client.lists[list_id].state())
    assert server.get(f"/api/lists/{list_id}?revision=3").status == 410
    assert restore(client, list_id, 3).body["code"] == "staleBase"
    server.kill()
    server.start()
    for revision in range(100, 121):
        assert state_at(server, list_id, revision).state() == states[revision]


def test_it_survives_a_kill(spawn, connect):
    server = spawn()
    list_id = server.make({"s1": "a b c"})
    client = connect(server)
    client.open(list_id)
    client.edit(list_id, delete("b"))
    before = client.lists[list_id].state()
    restore(client, list_id, 0)
    state = client.lists[list_id].state()
    server.kill()
    server.start()
    again = connect(server, key=client.key)
    again.open(list_id)
    assert again.lists[list_id].state() == state
    assert again.undo(list_id).body["undoes"] == 2
    assert again.lists[list_id].state() == before


def test_a_long_list_is_restored_while_others_edit(opened, connect):
    client, list_id = opened({"s1": " ".join(f"r{number}" for number in range(5000)), "s2": ""})
    before = client.lists[list_id].shape()["s1"]
    dice = random.Random(1)
    doomed = dice.sample(range(5000), 900)
    client.edit(list_id, delete(*(f"r{number}" for number in doomed)))
    moved = dice.sample(sorted(set(range(5000)) - set(doomed)), 30)
    for number in moved:
        client.edit(list_id, move(f"r{number}", at("s2", 0)))
    other = connect()
    other.open(list_id)
    id = client.post(list_id, kind="restore", revision=0)
    assert other.edit(list_id, insert("new", end("s2"))).kind == "set"
    answer = client.answer(list_id, id)
    assert (len(answer.body["movedRows"]), len(answer.body["insertedRows"])) == (30, 900)
    assert client.lists[list_id].shape()["s1"] == before
