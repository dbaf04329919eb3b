"""protocol.md, "Actions": what is unknown or malformed is refused with its code, and nothing applies."""

import pytest

from actions import (after, at, delete, end, insert, insert_section, move, move_all, move_section, start, update,
                     update_list, update_section)


@pytest.mark.parametrize("action, code", [
    (update("x", {"a": 1}), "unknownRow"), (move("x", start("s1")), "unknownRow"),
    (move("a", after("x")), "unknownRow"), (insert("n", {"before": "x"}), "unknownRow"),
    (insert("n", end("x")), "unknownSection"), (insert("n", at("x", 0)), "unknownSection"),
    (move("a", end("x")), "unknownSection"), (move_all("a", start("x")), "unknownSection"),
    (update_section("x", title="T"), "unknownSection"),
    (move_section("x", {"index": 0}), "unknownSection"),
    (move_section("s1", {"before": "x"}), "unknownSection"),
    (insert_section("n", {"after": "x"}), "unknownSection"),
], ids=str)
def test_what_is_not_there_is_named_unknown(opened, action, code):
    client, list_id = opened({"s1": "a"})
    answer = client.edit(list_id, insert("before"), action)
    assert (answer.kind, answer.body["code"], answer.body["action"]) == ("reject", code, 1)
    client.settle()
    assert client.lists[list_id].revision == 0


@pytest.mark.parametrize("action, field", [
    ({"op": "fly"}, "op"), ({"row": "a"}, "op"), ({"op": 5}, "op"),
    ({"op": "moveRow", "to": start("s1")}, "row"), ({"op": "moveRow", "row": 5}, "row"),
    ({"op": "deleteRows"}, "rows"), ({"op": "deleteRows", "rows": "a"}, "rows"),
    ({"op": "deleteRows", "rows": [1]}, "rows"), ({"op": "deleteSections", "sections": {}}, "sections"),
    (insert("b", fields=[]), "fields"), (insert("b", fields={"x": None}), "fields"),
    (update("a", "x"), "fields"), (update("a", {}, ifRevision="1"), "ifRevision"),
    (insert("b/c"), "row"), (insert("x" * 65), "row"), (insert("."), "row"), (insert_section(".."), "section"),
    (insert("b", editable=1), "editable"), (insert("b", pinned="left"), "pinned"),
    (move("a", "up"), "to"), (move("a", {"section": "s1", "index": "1"}), "index"),
    (move("a", {"section": "s1", "at": "middle"}), "at"), (move("a", {"before": 1}), "before"),
    (insert_section("n", title=5), "title"), (update_list(title=5), "title"),
    (update_list(rules=[]), "rules"), (update_list(rules={"maxRows": "x"}), "maxRows"),
    (update_list(rules={"editable": "no"}), "editable"),
    (update_list(rules={"moveScope": "row"}), "moveScope"),
    (update_section("s1", rules={"handles": 1}), "handles"),
], ids=str)
def test_a_malformed_action_is_badAction_and_refuses_that_edit_alone(opened, action, field):
    client, list_id = opened({"s1": "a"})
    messages = [client.message(list_id, actions)
                for actions in ([insert("x")], [insert("y"), action], [insert("z")])]
    for message in messages:
        client.sent[list_id, message["id"]] = message
    client.send(*messages)
    answer = client.answer(list_id, 2)
    assert (answer.kind, answer.body["code"]) == ("reject", "badAction")
    assert answer.body["action"] == 1 and field in answer.body["message"]
    client.answer(list_id, 3)
    assert client.lists[list_id].shape() == {"s1": "a x z"}


@pytest.mark.parametrize("to", [
    {"before": "a", "after": "b"}, {"section": "s1", "index": 0, "at": "end"},
    {"section": "s1", "index": 0, "before": "b"}, {"after": "b", "at": "start"}], ids=str)
def test_two_forms_in_one_place_are_badAction(opened, to):
    client, list_id = opened({"s1": "a b"})
    for action in (move("a", to), insert("x", to), move_all("a", to)):
        assert client.edit(list_id, action).body["code"] == "badAction"


def test_an_edit_is_all_or_nothing(server, opened):
    client, list_id = opened({"s1": "a b"})
    answer = client.edit(list_id, insert("x"), delete("a"), update_list(title="T"), move("gone"))
    assert (answer.kind, answer.body["code"], answer.body["action"]) == ("reject", "unknownRow", 3)
    client.settle()
    snapshot = server.snapshot(list_id)
    assert (snapshot["revision"], snapshot["title"]) == (0, "A list")
    assert client.lists[list_id].shape() == {"s1": "a b"}
