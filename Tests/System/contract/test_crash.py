"""Exactly-once across kill -9: what was answered is there, what is resent applies once."""

import random

from websockets.exceptions import ConnectionClosed

from actions import delete, end, insert, move, start, update
from client import Client
from model import ListModel
from waiting import BOUND


def test_everything_answered_is_there_after_kill_9(spawn):
    server = spawn()
    list_id = server.make({"s1": ""}, title="Kept", rules={"maxRows": 99})
    client = Client(server.ws(), name="Ana")
    client.open(list_id)
    for i in range(10):
        assert client.edit(list_id, insert(f"r{i}", start("s1"))).kind == "set"
    noop = client.edit(list_id, delete("nothing"))
    assert noop.body["outcome"] == "noop"
    before = server.snapshot(list_id)
    server.kill()
    server.start()
    assert server.snapshot(list_id) == before
    again = Client(server.ws(), key=client.key)
    assert again.edit(list_id, insert("x"), id=10).body == {
        "type": "ack", "list": list_id, "id": 10, "revision": 10, "outcome": "duplicate", "applied": True}
    answer = again.edit(list_id, insert("x"), id=11)
    assert (answer.body["outcome"], answer.body["applied"]) == ("duplicate", False)
    opened = again.resume(list_id, client)
    assert (opened["lastId"], opened["epoch"], opened["revision"]) == (11, before["epoch"], 10)
    assert again.edit(list_id, move("r0", start("s1"))).body["revision"] == 11
    pages = server.get(f"/api/lists/{list_id}/changes?since=0&limit=5").json()
    assert pages["clients"].get(client.public) == "Ana"


def test_rounds_of_kill_9_lose_and_double_nothing(spawn):
    server, seed = spawn(), random.randrange(2**32)
    print("seed", seed)
    dice = random.Random(seed)
    list_id = server.make({"s1": ""})
    client = Client(server.ws())
    client.open(list_id)
    epoch, sent, answered = client.lists[list_id].epoch, {}, {}
    for _ in range(4):
        goal = len(sent) + 60
        for id in range(len(sent) + 1, goal + 1):
            sent[id] = client.message(list_id, [insert(f"r{id}", end("s1"))], id=id, epoch=epoch)
            client.sent[list_id, id] = sent[id]
        for id in range(goal - 59, goal + 1):
            client.send(sent[id])
        client.answer(list_id, goal - dice.randrange(20, 58))
        server.kill()
        try:
            while True:
                client.read()
        except ConnectionClosed:
            pass
        answered.update({id: a[0] for (_, id), a in client.answers.items() if a})
        server.start()
        client = resend(server, list_id, client, sent, answered)
        answered.update({id: a[0] for (_, id), a in client.answers.items() if a})
        assert answered.keys() == sent.keys()
    rows = [r["id"] for r in server.snapshot(list_id)["sections"][0]["rows"]]
    assert rows == [f"r{id}" for id in sorted(sent)]
    assert [s["revision"] for s in client.sets[list_id]][-1:] in ([], [len(sent)])
    assert client.lists[list_id].state() == ListModel(server.snapshot(list_id)).state()


def resend(server, list_id, client, sent, answered):
    """A new session that resumes, and resends in order what was not answered."""
    again = Client(server.ws(), key=client.key)
    missing = [id for id in sorted(sent) if id not in answered]
    again.sent.update({(list_id, id): sent[id] for id in missing})
    again.resume(list_id, client)
    for id in missing:
        if not again.answers[list_id, id]:
            again.send(sent[id])
    for id in missing:
        assert again.answer(list_id, id).kind in ("set", "ack")
    return again


def test_catchup_reaches_back_across_a_restart(spawn):
    server = spawn()
    list_id = server.make({"s1": "a b"})
    client = Client(server.ws())
    client.open(list_id)
    client.edit(list_id, move("a", end("s1")))
    client.edit(list_id, update("a", {"x": 1}))
    sets = client.sets[list_id]
    server.kill()
    server.start()
    again = Client(server.ws())
    again.send({"type": "open", "list": list_id, "since": 0, "epoch": client.lists[list_id].epoch})
    assert again.take(type="catchup")["sets"] == sets


def test_undo_and_redo_reach_back_across_a_restart(spawn):
    server = spawn()
    list_id = server.make({"s1": "a b"})
    client = Client(server.ws())
    client.open(list_id)
    client.edit(list_id, delete("a"))
    client.edit(list_id, insert("c"))
    client.undo(list_id)
    server.kill()
    server.start()
    again = Client(server.ws(), key=client.key)
    again.resume(list_id, client)
    assert again.undo(list_id).body["undoes"] == 1
    assert again.lists[list_id].shape() == {"s1": "a b"}
    assert again.redo(list_id).body["redoes"] == 1
    assert again.redo(list_id).body["redoes"] == 2
    assert again.lists[list_id].shape() == {"s1": "b c"}


def test_a_deleted_list_stays_deleted(spawn):
    server = spawn()
    list_id = server.make({"s1": "a b"})
    assert server.request("DELETE", f"/api/lists/{list_id}").status == 204
    server.kill()
    server.start()
    assert server.get(f"/api/lists/{list_id}").status == 404


def test_an_index_is_rebased_across_a_restart(spawn):
    server = spawn()
    list_id = server.make({"s1": "a b c d"})
    client = Client(server.ws())
    client.open(list_id)
    client.edit(list_id, insert("x", {"before": "c"}))
    client.edit(list_id, move("c", start("s1")))
    client.edit(list_id, delete("b"))
    server.kill()
    server.start()
    again = Client(server.ws())
    again.open(list_id)
    again.edit(list_id, insert("y", {"section": "s1", "index": 2}), base=0)
    again.edit(list_id, insert("z", {"after": "b"}), base=2)
    assert again.lists[list_id].shape() == {"s1": "c a z x y d"}


def test_a_running_server_that_is_told_to_stop_says_so(spawn):
    server = spawn()
    client = Client(server.ws())
    server.process.terminate()
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("shuttingDown", True)
    assert client.closed() == 1001
    assert server.process.wait(BOUND) == 0
