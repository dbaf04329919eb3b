"""protocol.md, "Opening a list": lists, create, delete."""

import secrets

import pytest

from actions import delete, insert, update, update_list
from server import sections_of


def name():
    return "l-" + secrets.token_hex(6)


def listed(client, list_id):
    client.send({"type": "lists"})
    entries = client.take(type="lists")["lists"]
    return next((e for e in entries if e["list"] == list_id), None)


def test_lists_names_every_list_with_its_numbers(connect, opened):
    client, list_id = opened({"s1": "a b", "s2": "c"}, title="Three rows")
    client.edit(list_id, insert("d"))
    assert listed(client, list_id) == {
        "list": list_id, "title": "Three rows", "revision": 1, "rows": 4, "clients": 1}
    other = connect()
    other.open(list_id)
    assert listed(other, list_id)["clients"] == 2
    other.send({"type": "close", "list": list_id})
    assert listed(other, list_id)["clients"] == 1


def test_lists_tells_how_many_rows_are_done(connect):
    client, list_id = connect(), name()
    rows = [{"id": row, "fields": {"done": row in "ab"}} for row in "abc"]
    client.send({"type": "create", "list": list_id, "title": "Ticks",
                 "sections": [{"id": "s1", "title": "", "rows": rows}]})
    client.take(type="created", list=list_id)
    assert listed(client, list_id)["done"] == 2
    client.open(list_id)
    client.edit(list_id, update("c", {"done": True}), insert("d", fields={"done": "true"}))
    assert listed(client, list_id)["done"] == 3
    client.edit(list_id, delete("a", "b"), update("c", {"done": None}))
    # None, as of lists whose rows have no such field.
    assert "done" not in listed(client, list_id)
    client.undo(list_id)
    assert listed(client, list_id)["done"] == 3
    client.edit(list_id, update_list(rules={"kind": "plain"}))
    assert "done" not in listed(client, list_id), "no row is shown as completed"


def test_a_list_is_created_at_revision_0(connect):
    client, list_id = connect(), name()
    client.send({"type": "create", "list": list_id, "title": "Trip", "rules": {"maxRows": 9},
                 "sections": sections_of({"s1": "a b", "s2": ""})})
    created = client.take(type="created", list=list_id)
    assert created["revision"] == 0
    opened = client.open(list_id)
    assert opened["epoch"] == created["epoch"]
    assert client.lists[list_id].shape() == {"s1": "a b", "s2": ""}
    assert client.lists[list_id].rules["maxRows"] == 9


def test_create_sorts_rows_into_bands(connect):
    client, list_id = connect(), name()
    client.send({"type": "create", "list": list_id, "title": "Bands",
                 "sections": sections_of({"s1": "a x_ p^ b y_ q^ c"})})
    client.take(type="created", list=list_id)
    client.open(list_id)
    assert client.lists[list_id].shape() == {"s1": "p q a b c x y"}


def test_a_name_that_is_taken_is_listExists(opened):
    client, list_id = opened({"s1": "a"})
    client.send({"type": "create", "list": list_id, "title": "Again", "sections": []})
    error = client.take(type="error")
    assert (error["code"], error["list"], error["fatal"]) == ("listExists", list_id, False)
    assert client.lists[list_id].shape() == {"s1": "a"}


@pytest.mark.parametrize("list_id", ["", ".", "..", "a b", "a/b", "é", "x" * 65, 5, None], ids=repr)
def test_a_list_id_out_of_its_alphabet_is_badMessage(connect, list_id):
    client = connect()
    client.send({"type": "create", "list": list_id, "title": "T", "sections": []})
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("badMessage", False)


def test_every_id_of_the_alphabet_is_taken(server, connect):
    for list_id in ("~" + secrets.token_hex(4), "x" * 56 + secrets.token_hex(4), "..." + name(),
                    "Az09._~-" + name()):
        server.make({"s1": ""}, list_id=list_id)
        client = connect()
        client.open(list_id)
        assert client.edit(list_id, insert("A~._-9" + "z" * 58)).kind == "set"
        assert server.snapshot(list_id)["list"] == list_id


@pytest.mark.parametrize("sections", [
    [{"id": "s1", "title": "S", "rows": [{"id": "a", "fields": {}}, {"id": "a", "fields": {}}]}],
    [{"id": "s1", "title": "S", "rows": []}, {"id": "s1", "title": "S", "rows": []}],
    [{"id": "s/1", "title": "S", "rows": []}],
    [{"id": "s1", "title": "S", "rows": [{"id": "a", "fields": 5}]}],
    [{"id": "s1", "title": "S", "rows": [{"id": "a", "fields": {}, "pinned": "left"}]}],
    "none",
], ids=["row twice", "section twice", "bad id", "bad fields", "bad pin", "no sections"])
def test_a_list_that_makes_no_sense_is_not_made(server, connect, sections):
    client, list_id = connect(), name()
    client.send({"type": "create", "list": list_id, "title": "T", "sections": sections})
    error = client.take(lambda m: m["type"] in ("error", "reject", "created"))
    assert error["type"] != "created"
    assert server.get(f"/api/lists/{list_id}").status == 404


def test_rows_and_sections_have_separate_namespaces(opened):
    client, list_id = opened([{"id": "x", "title": "X", "rows": [{"id": "x", "fields": {}}]}])
    assert client.lists[list_id].shape() == {"x": "x"}
    answer = client.edit(list_id, {"op": "insertSection", "section": "y", "title": "Y"},
                         insert("y", {"section": "y", "index": 0}))
    assert answer.kind == "set"


def test_the_owner_who_deletes_is_told_closed(server, connect):
    list_id, client = server.make({"s1": ""}), connect()
    client.send({"type": "delete", "list": list_id})
    closed = client.take(type="closed")
    assert (closed["list"], closed["code"]) == (list_id, "deleted")
    assert listed(client, list_id) is None
    client.send({"type": "delete", "list": list_id})
    assert client.take(type="error")["code"] == "unknownList"


def test_a_session_that_opens_too_many_lists_is_told(server, connect):
    client = connect()
    limit = client.welcome["limits"]["lists"]
    names = [server.make({}) for _ in range(limit + 1)]
    client.send(*[{"type": "open", "list": n} for n in names])
    error = client.take(type="error")
    assert (error["code"], error["list"], error["fatal"]) == ("tooManyLists", names[-1], False)
    client.send({"type": "close", "list": names[0]})
    client.open(names[-1])
