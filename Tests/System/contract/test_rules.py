"""Protocol.md, "Rules": what each forbids on list, section and row, and its reject code."""

import pytest

from actions import (at, delete, delete_sections, end, insert, insert_section, move, move_all, move_section,
                     start, update, update_list, update_section)
from server import section


def rejected(client, list_id, code, *actions, action=0):
    answer = client.edit(list_id, *actions)
    assert (answer.kind, answer.body.get("code"), answer.body.get("action")) == ("reject", code, action), answer
    return answer.body


def ruled(opened, where, **rule):
    """A list of `s1: a b` and `s2: c` with a rule on the list, on s1, or on row a."""
    sections = [section("s1", "a b"), section("s2", "c")]
    if where == "section":
        sections[0]["rules"] = rule
    if where == "row":
        sections[0]["rows"][0].update(rule)
    return opened(sections, rules=rule if where == "list" else None)


@pytest.mark.parametrize("where", ["list", "section", "row"])
def test_what_is_not_editable_is_neither_updated_nor_deleted(opened, where):
    client, list_id = ruled(opened, where, editable=False)
    rejected(client, list_id, "editDisabled", update("a", {"n": 1}))
    rejected(client, list_id, "deleteDisabled", delete("a"))
    rejected(client, list_id, "deleteDisabled", delete("c", "a") if where != "list" else delete("c"))
    rejected(client, list_id, "deleteDisabled", delete_sections("s1"))
    assert client.edit(list_id, move("a", end("s1"))).kind == "set"


@pytest.mark.parametrize("where", ["list", "section", "row"])
def test_what_is_not_deletable_is_not_deleted_alone_or_with_its_section(opened, where):
    client, list_id = ruled(opened, where, deletable=False)
    rejected(client, list_id, "deleteDisabled", delete("a"))
    rejected(client, list_id, "deleteDisabled", delete_sections("s1"))
    rejected(client, list_id, "deleteDisabled", insert(), delete_sections("s1"), action=1)
    assert client.edit(list_id, update("a", {"n": 1})).kind == "set"


@pytest.mark.parametrize("where", ["list", "section", "row"])
def test_what_is_not_reorderable_does_not_move(opened, where):
    rule = {"movable": False} if where == "row" else {"reorderable": False}
    client, list_id = ruled(opened, where, **rule)
    for action in (move("a", end("s1")), move("a", end("s2")), move_all("a", end("s2")), move("a", at("s1", 0))):
        rejected(client, list_id, "moveDisabled", action)
    assert client.edit(list_id, move_section("s1")).kind == "set"
    assert client.edit(list_id, update("a", {"n": 1})).kind == "set"
    assert client.edit(list_id, delete("a")).kind == "set"


@pytest.mark.parametrize("where", ["list", "section"])
def test_what_is_not_insertable_takes_no_new_rows_but_moves(opened, where):
    client, list_id = ruled(opened, where, insertable=False)
    rejected(client, list_id, "insertDisabled", insert("x", end("s1")))
    assert client.edit(list_id, move("c", end("s1"))).kind == "set"
    assert client.edit(list_id, insert_section("n")).kind == "set"


def test_a_row_rule_does_not_widen_the_sections(opened):
    client, list_id = opened([{**section("s1", "", editable=False), "rows": [
        {"id": "a", "fields": {}, "editable": True, "deletable": True}]}])
    rejected(client, list_id, "editDisabled", update("a", {"n": 1}))
    rejected(client, list_id, "deleteDisabled", delete("a"))


def test_a_section_rule_does_not_widen_the_lists(opened):
    client, list_id = opened([section("s1", "a", reorderable=True, insertable=True)],
                             rules={"reorderable": False, "insertable": False})
    rejected(client, list_id, "moveDisabled", move("a", start("s1")))
    rejected(client, list_id, "insertDisabled", insert("x"))


def test_rules_of_a_row_may_change_where_its_fields_may_not(opened):
    client, list_id = ruled(opened, "row", editable=False)
    rejected(client, list_id, "editDisabled", update("a", {"n": 1}, deletable=False))
    assert client.edit(list_id, update("a", editable=None)).kind == "set"
    assert client.edit(list_id, update("a", {"n": 1})).kind == "set"


def test_rules_bind_the_owner_and_count_from_the_action_that_sets_them(opened):
    client, list_id = opened({"s1": "a"})
    rejected(client, list_id, "editDisabled", update_list(rules={"editable": False}), update("a", {"n": 1}), action=1)
    answer = client.edit(list_id, update("a", {"n": 1}), update_list(rules={"editable": False}))
    assert answer.kind == "set"


def test_sections_may_be_renamed_and_moved_whatever_the_rules(opened):
    client, list_id = opened({"s1": "a", "s2": ""}, rules={"editable": False, "reorderable": False,
                                                          "insertable": False, "deletable": False})
    for action in (update_section("s1", title="T"), move_section("s1"), insert_section("n"), delete_sections("s2")):
        assert client.edit(list_id, action).kind == "set"


def test_maxRows_of_a_section_counts_inserts_and_moves_in(opened):
    client, list_id = opened([section("s1", "a b", maxRows=2), section("s2", "c d")])
    rejected(client, list_id, "sectionFull", insert("x", end("s1")))
    rejected(client, list_id, "sectionFull", move("c", end("s1")))
    rejected(client, list_id, "sectionFull", move_all("b c", end("s1")))
    assert client.edit(list_id, move("a", end("s1"))).kind == "set"
    assert client.edit(list_id, move("a", end("s2")), move("c", end("s1"))).kind == "set"


def test_maxRows_is_counted_action_by_action(opened):
    client, list_id = opened([section("s1", "a b", maxRows=2)])
    rejected(client, list_id, "sectionFull", insert("x", end("s1")), delete("a"))
    assert client.edit(list_id, delete("a"), insert("x", end("s1"))).kind == "set"


def test_maxRows_of_the_list_counts_the_total(opened):
    client, list_id = opened({"s1": "a", "s2": "b"}, rules={"maxRows": 2})
    rejected(client, list_id, "listFull", insert("x", end("s1")))
    assert client.edit(list_id, move("a", end("s2"))).kind == "set"
    assert client.edit(list_id, delete("a"), insert("x", end("s1"))).kind == "set"


def test_maxRows_below_what_is_there_deletes_nothing(opened):
    client, list_id = opened({"s1": "a b c"})
    assert client.edit(list_id, update_section("s1", rules={"maxRows": 1})).kind == "set"
    assert client.lists[list_id].shape() == {"s1": "a b c"}
    rejected(client, list_id, "sectionFull", insert("x"))
    assert client.edit(list_id, move("a", end("s1"))).kind == "set"


def test_a_row_with_rules_may_be_inserted_by_the_owner(opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert("x", movable=False, pinned="top"))
    rejected(client, list_id, "moveDisabled", move("x", end("s1")))


def test_a_reject_in_a_group_refuses_all_of_it(opened):
    client, list_id = ruled(opened, "row", movable=False, deletable=False)
    rejected(client, list_id, "moveDisabled", move_all("b a", end("s2")))
    rejected(client, list_id, "deleteDisabled", delete("b", "c", "a"))
    assert client.lists[list_id].shape() == {"s1": "a b", "s2": "c"}


def test_handles_and_delete_titles_are_kept(opened):
    rules = {"handles": "always", "deleteTitle": "Trash ({detail})"}
    client, list_id = opened([section("s1", "a", **rules)], rules=rules)
    assert client.lists[list_id].rules == rules
    assert client.lists[list_id].section("s1")["rules"] == rules
