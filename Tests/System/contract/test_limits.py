"""protocol.md, limits and `tooLarge`."""

from actions import (
    delete, end, insert, insert_section, move_all, start, update, update_list, update_section)


def refused(client, list_id, *actions, action=0):
    answer = client.edit(list_id, *actions)
    assert (answer.kind, answer.body.get("code")) == ("reject", "tooLarge"), answer
    assert answer.body.get("action", action) == action
    client.settle()
    assert client.lists[list_id].revision == 0


def test_fields_over_the_limit_are_tooLarge(opened):
    client, list_id = opened({"s1": "a"})
    limit = client.welcome["limits"]["fieldsBytes"]
    refused(client, list_id, insert("x", fields={"t": "x" * limit}))
    refused(client, list_id, insert("y"), update("a", {"t": "é" * (limit // 2)}), action=1)
    assert client.edit(list_id, update("a", {"t": "x" * (limit - 100)})).kind == "set"


def test_fields_that_grow_over_the_limit_by_an_update_are_tooLarge(opened):
    client, list_id = opened({"s1": "a"})
    limit = client.welcome["limits"]["fieldsBytes"]
    assert client.edit(list_id, update("a", {"one": "x" * (limit * 2 // 3)})).kind == "set"
    answer = client.edit(list_id, update("a", {"two": "x" * (limit * 2 // 3)}))
    assert (answer.kind, answer.body["code"]) == ("reject", "tooLarge")


def test_titles_over_the_limit_are_tooLarge(opened):
    client, list_id = opened({"s1": "a"})
    limit = client.welcome["limits"]["titleBytes"]
    for title in ("x" * (limit + 1), "é" * (limit // 2 + 1)):
        refused(client, list_id, update_list(title=title))
        refused(client, list_id, update_section("s1", title=title))
        refused(client, list_id, insert_section("n", title=title))
    assert client.edit(list_id, update_list(title="x" * limit)).kind == "set"
    assert client.edit(list_id, update_section("s1", title="é" * (limit // 2))).kind == "set"


def test_actions_over_the_limit_are_tooLarge(opened):
    client, list_id = opened({"s1": ""})
    limit = client.welcome["limits"]["actions"]
    answer = client.edit(list_id, *[insert(f"r{i}") for i in range(limit + 1)])
    assert (answer.kind, answer.body["code"]) == ("reject", "tooLarge")
    assert client.edit(list_id, *[insert(f"r{i}") for i in range(limit)]).kind == "set"


def test_sections_over_the_limit_are_tooLarge(opened):
    client, list_id = opened({"s1": ""})
    limit = client.welcome["limits"]["sections"]
    assert client.edit(list_id, *[insert_section(f"n{i}") for i in range(limit - 1)]).kind == "set"
    answer = client.edit(list_id, insert_section("last"))
    assert (answer.kind, answer.body["code"]) == ("reject", "tooLarge")
    assert len(client.lists[list_id].sections) == limit


def fill(client, list_id, names, each):
    """Inserts rows with so many bytes of fields."""
    for name in names:
        client.post(list_id, insert(name, end("s1"), fields={"title": "x" * each}))


def test_a_resulting_set_over_the_limit_is_tooLarge(opened):
    names = [f"r{i}" for i in range(14_000)]
    client, list_id = opened({"s1": " ".join(names), "s2": ""})
    revision = client.lists[list_id].revision
    answer = client.edit(list_id, move_all(" ".join(names), start("s2")))
    assert (answer.kind, answer.body["code"]) == ("reject", "tooLarge")
    client.settle()
    assert (client.lists[list_id].revision, client.lists[list_id].counts()) == (revision, [14_000, 0])


def test_what_undo_makes_may_be_longer_than_what_edits_make(opened):
    client, list_id = opened({"s1": ""})
    limit, each = client.welcome["limits"]["setBytes"], 15000
    names = [f"r{i}" for i in range(limit // each + 2)]
    fill(client, list_id, names, each)
    deletion = client.edit(list_id, delete(*names))
    assert deletion.kind == "set" and "final" not in deletion.body
    assert client.undo(list_id).kind == "set"
    client.settle()
    assert client.lists[list_id].counts() == [len(names)]


def test_an_edit_whose_step_is_too_long_is_final_and_earlier_steps_stay(opened):
    client, list_id = opened({"s1": "a"})
    limit, each = client.welcome["limits"]["undoBytes"], 16000
    names = [f"r{i}" for i in range(limit // each + 2)]
    fill(client, list_id, names, each)
    assert client.edit(list_id, update("a", {"title": "before"})).kind == "set"
    deletion = client.edit(list_id, delete(*names))
    assert deletion.kind == "set" and deletion.body["final"] is True
    undone = client.undo(list_id)
    assert undone.kind == "set" and undone.body["undoes"] == deletion.body["revision"] - 1
    client.settle()
    assert client.lists[list_id].counts() == [1]
