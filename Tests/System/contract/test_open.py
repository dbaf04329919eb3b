"""protocol.md, "Opening a list": snapshot, catchup, epoch, parts, close, deletion."""

import secrets

import pytest

from actions import delete, end, insert, move, start, update
from model import ListModel


def test_an_open_list_comes_as_opened_and_snapshot(server, connect):
    list_id = server.make({"s1": "a b", "s2": ""}, rules={"moveScope": "section"}, title="Groceries")
    client = connect()
    opened = client.open(list_id)
    snapshot = server.snapshot(list_id)
    assert (opened["revision"], opened["lastId"], opened["role"]) == (0, 0, "owner")
    assert opened["epoch"] == snapshot["epoch"] == client.lists[list_id].epoch
    assert client.lists[list_id].title == "Groceries"
    assert client.lists[list_id].rules["moveScope"] == "section"
    assert client.lists[list_id].state() == ListModel(snapshot).state()
    assert client.lists[list_id].shape() == {"s1": "a b", "s2": ""}


def test_a_snapshot_has_the_fields_and_rules_of_rows(server, connect):
    rows = [{"id": "r1", "fields": {"title": "Äpfel 🍏", "n": [1, {"x": None}]}, "pinned": "top",
             "editable": False, "deletable": False, "movable": False}]
    list_id = server.make([{"id": "s1", "title": "P", "rules": {"insertable": False}, "rows": rows}])
    client = connect()
    client.open(list_id)
    section = client.lists[list_id].section("s1")
    assert section["rows"] == rows
    assert section["rules"]["insertable"] is False


def test_lastId_is_the_highest_answered(connect, opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, insert("b"), id=4)
    client.edit(list_id, delete("nothing"), id=9)
    assert client.open(list_id)["lastId"] == 9
    client.edit(list_id, move("nothing"), id=12)
    assert client.open(list_id)["lastId"] == 12
    other = connect()
    assert other.open(list_id)["lastId"] == 0


def changed(opened, edits=5):
    client, list_id = opened({"s1": "a"})
    for i in range(edits):
        client.edit(list_id, insert(f"n{i}", start("s1")))
    return client, list_id, client.lists[list_id]


def test_since_gives_exactly_the_sets_missed(connect, opened):
    client, list_id, model = changed(opened)
    other = connect()
    other.send({"type": "open", "list": list_id, "since": 2, "epoch": model.epoch})
    catchup = other.take(type="catchup")
    assert (catchup["from"], catchup["revision"], catchup["epoch"]) == (2, 5, model.epoch)
    assert [s["revision"] for s in catchup["sets"]] == [3, 4, 5]
    assert catchup["sets"] == client.sets[list_id][2:]
    assert catchup["counts"] == [6]


def test_resuming_from_any_revision_gives_what_a_snapshot_gives(connect, opened):
    client, list_id, model = changed(opened)
    client.edit(list_id, move("a", start("s1")))
    client.edit(list_id, update("a", {"x": 1}))
    client.edit(list_id, delete("n2", "n3"))
    for since in range(client.lists[list_id].revision + 1):
        other = connect()
        other.lists[list_id] = ListModel({"epoch": model.epoch, "revision": 0, "title": "A list",
                                          "sections": [{"id": "s1", "title": "S1", "rows": [
                                              {"id": "a", "fields": {"title": "a"}}]}]})
        for change in client.sets[list_id][:since]:
            other.lists[list_id].apply(change)
        other.open(list_id, since, model.epoch)
        assert other.lists[list_id].state() == client.lists[list_id].state()


def test_since_the_newest_revision_gives_an_empty_catchup(connect, opened):
    client, list_id, model = changed(opened)
    other = connect()
    other.send({"type": "open", "list": list_id, "since": 5, "epoch": model.epoch})
    catchup = other.take(type="catchup")
    assert (catchup["sets"], catchup["from"], catchup["revision"]) == ([], 5, 5)


@pytest.mark.parametrize("since, epoch", [(2, "other"), (2, None), (6, "same"), (1000, "same")])
def test_another_epoch_or_a_since_above_gives_a_snapshot(connect, opened, since, epoch):
    _, list_id, model = changed(opened)
    message = {"type": "open", "list": list_id, "since": since}
    if epoch:
        message["epoch"] = model.epoch if epoch == "same" else epoch
    other = connect()
    other.send(message)
    other.take(type="opened")
    assert other.take(lambda m: m["type"] != "presence")["type"] == "snapshot"


def test_every_set_arrives_without_gaps_and_in_order(connect, opened):
    writer, list_id = opened({"s1": ""})
    reader = connect()
    reader.open(list_id)
    for i in range(60):
        writer.post(list_id, insert(f"r{i}", end("s1")))
    reader.reach(list_id, 60)
    assert [s["revision"] for s in reader.sets[list_id]] == list(range(1, 61))
    assert reader.lists[list_id].counts() == [60]


def test_opening_an_open_list_again_resynchronises(opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, insert("b"))
    client.lists[list_id].sections = []
    client.open(list_id)
    assert client.lists[list_id].shape() == {"s1": "a b"}
    client.edit(list_id, insert("c"))
    assert client.lists[list_id].shape() == {"s1": "a b c"}


def test_after_close_nothing_of_the_list_comes(connect, opened):
    client, list_id = opened({"s1": ""})
    other = connect()
    other.open(list_id)
    other.send({"type": "close", "list": list_id})
    other.settle()
    frames = len(other.frames)
    client.edit(list_id, insert("a"))
    other.settle()
    assert '"changes"' not in "".join(other.frames[frames:])


def test_several_lists_may_be_open(server, connect):
    client = connect()
    lists = [server.make({"s1": ""}) for _ in range(3)]
    for list_id in lists:
        client.open(list_id)
    for list_id in lists:
        assert client.edit(list_id, insert("a"), id=1).kind == "set"


def test_an_unknown_list_is_an_error_with_its_name(connect):
    client = connect()
    client.send({"type": "open", "list": "no-such-list"})
    error = client.take(type="error")
    assert (error["code"], error["list"], error["fatal"]) == ("unknownList", "no-such-list", False)
    client.settle()


def test_a_list_that_is_deleted_is_closed_for_everyone(connect, opened):
    client, list_id = opened({"s1": ""})
    other = connect()
    other.open(list_id)
    other.send({"type": "delete", "list": list_id})
    for one in (client, other):
        assert one.take(type="closed")["code"] == "deleted"
    answer = client.edit(list_id, insert("a"))
    assert answer.kind in ("reject", "error") and answer.body["code"] == "unknownList"


def test_edits_behind_a_deletion_are_each_answered_once(connect, opened):
    client, list_id = opened({"s1": ""})
    messages = [client.message(list_id, [insert()]) for _ in range(20)]
    for m in messages:
        client.sent[list_id, m["id"]] = m
    client.send(*messages[:10], {"type": "delete", "list": list_id}, *messages[10:])
    for m in messages:
        client.answer(list_id, m["id"])
    client.settle()
    assert all(len(client.answers[list_id, m["id"]]) == 1 for m in messages)
    for m in messages[10:]:
        assert client.answers[list_id, m["id"]][0].body["code"] == "unknownList"


def test_a_list_made_again_has_another_epoch_and_no_memory(connect, opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert("a"), id=7)
    epoch = client.lists[list_id].epoch
    client.send({"type": "delete", "list": list_id},
                {"type": "create", "list": list_id, "title": "Again", "sections": []})
    created = client.take(type="created")
    assert created["epoch"] != epoch and created["revision"] == 0
    opened_again = client.open(list_id, 1, epoch)
    assert opened_again["lastId"] == 0 and opened_again["epoch"] == created["epoch"]
    assert client.lists[list_id].sections == []


@pytest.fixture
def large(server, connect):
    """A list whose snapshot is over 5 MB."""
    client, list_id = connect(), server.make({"s1": "", "s2": "", "s3": ""})
    client.open(list_id)
    for i in range(24):
        client.post(list_id, *[
            insert(f"r{i}-{j}", end(f"s{i % 3 + 1}"), fields={"title": secrets.token_hex(7500)})
            for j in range(15)])
    client.answer(list_id, 24)
    return client, list_id


def test_a_large_snapshot_comes_in_parts_with_nothing_between(server, connect, large):
    client, list_id = large
    reader = connect()
    reader.send({"type": "open", "list": list_id})
    for i in range(10):
        client.post(list_id, insert(f"x{i}", start("s2")))
    reader.take(lambda m: m["type"] == "snapshot" and m["part"] == m["parts"] - 1)
    parts = [m for m in reader.inbox if m["type"] == "snapshot"]
    assert parts and [p["part"] for p in parts] == list(range(len(parts)))
    reader.reach(list_id, 34)
    client.reach(list_id, 34)
    assert reader.lists[list_id].state() == client.lists[list_id].state()


def test_a_list_opened_twice_sends_each_set_once(opened):
    client, list_id = opened({"s1": ""})
    client.open(list_id)
    client.edit(list_id, insert("a"))
    client.edit(list_id, insert("b"))
    client.settle()
    revisions = [s["revision"] for m in client.inbox if m["type"] == "changes" for s in m["sets"]]
    assert revisions == [1, 2]
