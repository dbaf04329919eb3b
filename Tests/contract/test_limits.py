"""protocol.md, limits and `tooLarge`."""

from actions import delete, end, insert, insert_section, update, update_list, update_section


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


def test_a_resulting_set_over_the_limit_is_tooLarge(opened):
    client, list_id = opened({"s1": ""})
    limit, each = client.welcome["limits"]["setBytes"], 15000
    names = [f"r{i}" for i in range(limit // each + 2)]
    for name in names:
        client.post(list_id, insert(name, end("s1"), fields={"title": "x" * each}))
    assert client.edit(list_id, delete(*names)).kind == "set"
    revision = client.lists[list_id].revision
    answer = client.undo(list_id)
    assert (answer.kind, answer.body["code"]) == ("reject", "tooLarge")
    client.settle()
    assert (client.lists[list_id].revision, client.lists[list_id].counts()) == (revision, [0])
