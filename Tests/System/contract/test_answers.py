"""protocol.md, "Editing": every edit gets exactly one answer; exactly-once by client and id."""

import random

import pytest

from actions import at, delete, end, insert, insert_section, move, start, update
from client import NEWEST


def test_an_edit_of_an_open_list_is_answered_by_its_set(opened):
    client, list_id = opened({"s1": "a b"})
    answer = client.edit(list_id, move("a", at("s1", 1)))
    assert answer.kind == "set"
    assert (answer.body["client"], answer.body["intent"]) == (client.public, 1)
    client.settle()
    assert len(client.answers[list_id, 1]) == 1
    assert not [m for m in client.inbox if m["type"] == "ack"]


def test_an_edit_of_a_list_that_is_not_open_is_answered_by_ack_applied(server, connect):
    list_id, client = server.make({"s1": ""}), connect()
    answer = client.edit(list_id, insert("a", end("s1")))
    assert answer.body == {"type": "ack", "list": list_id, "id": 1, "revision": 1,
                           "outcome": "applied", **only(answer.body, "ids")}
    assert not answer.body.get("ids")
    assert server.snapshot(list_id)["revision"] == 1


def only(body, key):
    return {key: body[key]} if key in body else {}


def test_applied_carries_what_the_server_named_in_order_of_actions(server, connect):
    list_id, client = server.make({"s1": ""}), connect()
    answer = client.edit(list_id, insert(to=start("s1")), insert("mine"), insert_section(),
                         insert(to=start("s1")))
    shape = {s["id"]: [r["id"] for r in s["rows"]] for s in server.snapshot(list_id)["sections"]}
    first, section, second = answer.body["ids"]
    assert shape == {"s1": [second, first, "mine"], section: []}


def test_what_changes_nothing_is_a_noop_at_the_lists_revision(opened):
    client, list_id = opened({"s1": "a b"})
    client.edit(list_id, insert("c"))
    answer = client.edit(list_id, move("a", start("s1")))
    assert answer == ("ack", {"type": "ack", "list": list_id, "id": 2, "revision": 1, "outcome": "noop"})


def test_a_reject_names_action_code_and_message(opened):
    client, list_id = opened({"s1": "a"})
    answer = client.edit(list_id, insert("b"), move("gone", start("s1")))
    assert answer.kind == "reject"
    assert (answer.body["action"], answer.body["code"], answer.body["id"]) == (1, "unknownRow", 1)
    assert answer.body["message"]


def test_a_reject_of_the_whole_edit_has_no_action(opened):
    client, list_id = opened({"s1": "a"})
    answer = client.undo(list_id)
    assert answer.body["code"] == "nothingToUndo" and "action" not in answer.body


def test_an_edit_of_an_unknown_list_is_answered_unknownList(connect):
    client = connect()
    answer = client.edit("no-such-list", insert("a"))
    assert answer.kind in ("reject", "error") and answer.body["code"] == "unknownList"
    client.settle()


def test_a_resent_applied_edit_is_a_duplicate_with_its_revision(server, connect):
    list_id, client = server.make({"s1": ""}), connect()
    client.edit(list_id, insert("a", end("s1")))
    client.edit(list_id, insert("b", end("s1")))
    again = connect(key=client.key)
    answer = again.edit(list_id, insert("a", end("s1")), id=1)
    assert answer == ("ack", {"type": "ack", "list": list_id, "id": 1, "revision": 1,
                              "outcome": "duplicate", "applied": True})
    snapshot = server.snapshot(list_id)
    assert [r["id"] for r in snapshot["sections"][0]["rows"]] == ["a", "b"]
    assert snapshot["revision"] == 2


def test_a_resent_edit_after_a_snapshot_is_a_duplicate(connect, opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert("a"))
    again = connect(key=client.key)
    again.open(list_id)
    answer = again.edit(list_id, insert("a"), id=1)
    assert (answer.body["outcome"], answer.body["applied"], answer.body["revision"]) == ("duplicate", True, 1)


def test_a_resent_edit_with_other_content_changes_nothing(server, connect, opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, insert("b"))
    again = connect(key=client.key)
    assert again.edit(list_id, delete("a", "b"), id=1).body["outcome"] == "duplicate"
    assert server.snapshot(list_id)["revision"] == 1


def test_an_edit_sent_twice_in_one_session_is_a_duplicate(opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert(to=end("s1")))
    client.post(list_id, insert(to=end("s1")), id=1)
    client.edit(list_id, insert(to=end("s1")), id=2)
    while len(client.answers[list_id, 1]) < 2:
        client.read()
    duplicate = client.answers[list_id, 1][1].body
    assert (duplicate["outcome"], duplicate["applied"], duplicate["revision"]) == ("duplicate", True, 1)
    assert client.lists[list_id].counts() == [2]


@pytest.mark.parametrize("actions", [[delete("gone")], [move("gone", start("s1"))]], ids=str)
def test_a_resent_edit_that_did_not_apply_is_a_duplicate_not_applied(connect, opened, actions):
    client, list_id = opened({"s1": "a"})
    first = client.edit(list_id, *actions)
    assert first.kind != "set"
    client.post(list_id, insert("x"), id=1)
    client.edit(list_id, insert("y"), id=2)
    while len(client.answers[list_id, 1]) < 2:
        client.read()
    answer = client.answers[list_id, 1][1]
    assert (answer.body["outcome"], answer.body["applied"]) == ("duplicate", False)


def test_an_id_that_was_skipped_is_a_duplicate_not_applied(opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert("a"), id=10)
    answer = client.edit(list_id, insert("b"), id=5)
    assert (answer.body["outcome"], answer.body["applied"]) == ("duplicate", False)
    assert client.lists[list_id].shape() == {"s1": "a"}


def test_older_than_what_is_remembered_is_a_duplicate_unknown(server, connect):
    list_id, client = server.make({"s1": ""}), connect()
    remembered = client.welcome["limits"]["inFlight"]
    for i in range(remembered + 1):
        client.post(list_id, insert(f"r{i}", end("s1")))
    client.answer(list_id, remembered + 1)
    answer = connect(key=client.key).edit(list_id, insert(), id=1)
    assert answer.body["outcome"] == "duplicate" and "applied" not in answer.body
    answer = connect(key=client.key).edit(list_id, insert(), id=2)
    assert (answer.body["applied"], answer.body["revision"]) == (True, 2)


def test_ids_are_counted_for_each_client_and_list(server, connect):
    lists = [server.make({"s1": ""}) for _ in range(2)]
    for client in (connect(), connect()):
        for list_id in lists:
            assert client.edit(list_id, insert(), id=1).body["outcome"] == "applied"


def test_open_and_resend_in_one_frame_are_answered_by_the_catchup(server, connect, opened):
    client, list_id = opened({"s1": ""})
    epoch = client.lists[list_id].epoch
    message = client.message(list_id, [insert("a")])
    client.sent[list_id, 1] = message
    client.send(message)
    client.answer(list_id, 1)
    again = connect(key=client.key)
    again.sent[list_id, 1] = message
    again.send({"type": "open", "list": list_id, "since": 0, "epoch": epoch},
               {**message, "epoch": epoch})
    assert [s["intent"] for s in again.take(type="catchup")["sets"]] == [1]
    again.used[list_id] = 1
    assert again.edit(list_id, insert("b")).kind == "set"
    assert not [m for m in again.inbox if m["type"] == "ack"]
    assert server.snapshot(list_id)["revision"] == 2


def test_more_edits_than_inFlight_are_all_answered_in_order(connect, opened):
    client, list_id = opened({"s1": ""})
    count = 3 * client.welcome["limits"]["inFlight"]
    messages = [client.message(list_id, [insert(f"r{i}", end("s1"))]) for i in range(count)]
    for message in messages:
        client.sent[list_id, message["id"]] = message
    client.send(*messages[:count // 2])
    client.send(*messages[count // 2:])
    client.answer(list_id, count)
    client.settle()
    assert all([a.kind for a in client.answers[list_id, i]] == ["set"] for i in range(1, count + 1))
    assert [s["intent"] for s in client.sets[list_id]] == list(range(1, count + 1))


def test_answers_of_every_kind_mixed_come_one_for_each_edit(opened):
    client, list_id = opened({"s1": "a b"})
    kinds = [(insert(to=end("s1")), "set"), (move("a", start("s1")), "ack"), (move("x"), "reject"),
             ({"op": "fly"}, "reject")]
    ids = [(client.post(list_id, action), kind) for _ in range(40) for action, kind in kinds]
    client.answer(list_id, ids[-1][0])
    client.settle()
    for id, kind in ids:
        assert [a.kind for a in client.answers[list_id, id]] == [kind]


def test_a_clients_edits_keep_their_order_among_others(connect, opened):
    client, list_id = opened({"s1": "", "s2": ""})
    other = connect()
    other.open(list_id)
    for i in range(30):
        client.post(list_id, insert(f"a{i:02}", end("s1")))
        other.post(list_id, insert(f"b{i:02}", end("s2")))
    client.reach(list_id, 60)
    rows = client.lists[list_id].shape()
    assert rows["s1"].split() == sorted(rows["s1"].split())
    assert rows["s2"].split() == sorted(rows["s2"].split())


def test_an_edit_without_actions_changes_nothing(server, opened):
    client, list_id = opened({"s1": "a"})
    answer = client.edit(list_id)
    assert (answer.kind, answer.body.get("outcome", answer.body.get("code"))) in (
        ("ack", "noop"), ("reject", "badAction"))
    assert server.snapshot(list_id)["revision"] == 0


def test_an_edit_with_a_missing_base_works_on_the_newest(opened):
    client, list_id = opened({"s1": "a"})
    assert client.edit(list_id, update("a", {"x": 1}), base=NEWEST).kind == "set"


def test_edits_between_opening_and_closing_have_one_answer_each(server, connect):
    seed = random.randrange(2**32)
    print("seed", seed)
    dice, list_id, client = random.Random(seed), server.make({"s1": "a b"}), connect()
    epoch, ids = server.snapshot(list_id)["epoch"], []
    for _ in range(40):
        frame = []
        for _ in range(dice.randrange(2, 9)):
            kind = dice.choice(["open", "since", "close", "edit", "edit", "edit", "undo"])
            if kind in ("edit", "undo"):
                message = client.message(list_id, [insert(to=end("s1"))], kind=kind)
                client.sent[list_id, message["id"]] = message
                ids.append(message["id"])
            elif kind == "since":
                message = {"type": "open", "list": list_id, "since": 0, "epoch": epoch}
            else:
                message = {"type": kind, "list": list_id}
            frame.append(message)
        client.send(*frame)
        for id in ids:
            client.answer(list_id, id)
        client.lists.pop(list_id, None)
    client.open(list_id)
    assert client.edit(list_id, insert("last")).kind == "set"
    assert [len(client.answers[list_id, id]) for id in ids] == [1] * len(ids)
