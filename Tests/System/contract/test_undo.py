"""protocol.md, "Undo and redo"."""

import pytest

from actions import (at, before, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, start, update, update_list, update_section)


@pytest.fixture
def two(opened, connect):
    """Two clients with one list open: `mine, other, list_id`."""

    def make(sections, **options):
        mine, list_id = opened(sections, **options)
        other = connect()
        other.open(list_id)
        return mine, other, list_id

    return make


@pytest.mark.parametrize("actions", [
    [insert("x", at("s1", 1))], [delete("a", "c", "d")], [move("a", at("s2", 1))], [move("b", end("s1"))],
    [move_all("a c d", end("s2"))], [update("a", {"title": "new", "n": 1})], [update("a", {"title": None})],
    [delete_sections("s1")], [insert_section("n", {"index": 1}), insert("x", end("n"))],
    [move_section("s1", {"index": 1})], [update_section("s1", title="T", rules={"maxRows": 9})],
    [update_list(title="T", rules={"maxRows": 9})], [update("a", pinned="bottom", movable=False)],
    [insert("x", start("s2")), delete("a"), move("c", start("s2")), update("d", {"n": 1})],
    [move("a", end("s2")), delete_sections("s1")], [move("d", start("s1")), delete_sections("s2")],
], ids=str)
def test_undo_gives_the_state_before_and_redo_the_state_after(server, opened, actions):
    client, list_id = opened({"s1": "a b c", "s2": "d e"})
    before_edit = client.lists[list_id].state()
    client.edit(list_id, *actions)
    after_edit = client.lists[list_id].state()
    undone = client.undo(list_id)
    assert (undone.kind, undone.body["undoes"], undone.body["intent"]) == ("set", 1, 2)
    assert client.lists[list_id].state() == before_edit
    redone = client.redo(list_id)
    assert (redone.kind, redone.body["redoes"]) == ("set", 1)
    assert client.lists[list_id].state() == after_edit
    assert client.undo(list_id).kind == "set"
    assert client.lists[list_id].state() == before_edit


def test_undo_walks_back_and_redo_forward(opened):
    client, list_id = opened({"s1": ""})
    for row in "abc":
        client.edit(list_id, insert(row))
    assert [client.undo(list_id).body["undoes"] for _ in "abc"] == [3, 2, 1]
    assert client.lists[list_id].shape() == {"s1": ""}
    assert client.undo(list_id).body["code"] == "nothingToUndo"
    assert [client.redo(list_id).body["redoes"] for _ in "abc"] == [1, 2, 3]
    assert client.lists[list_id].shape() == {"s1": "a b c"}
    assert client.redo(list_id).body["code"] == "nothingToRedo"


def test_nothing_to_undo_or_redo_is_a_reject(opened):
    client, list_id = opened({"s1": "a"})
    assert (client.undo(list_id).kind, client.redo(list_id).kind) == ("reject", "reject")
    client.edit(list_id, delete("nothing"))
    assert client.undo(list_id).body["code"] == "nothingToUndo"


def test_a_new_applied_edit_empties_redo(opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert("a"))
    client.undo(list_id)
    client.edit(list_id, delete("nothing"))
    client.edit(list_id, move("nothing"))
    assert client.redo(list_id).kind == "set"
    client.undo(list_id)
    client.edit(list_id, insert("b"))
    assert client.redo(list_id).body["code"] == "nothingToRedo"


def test_after_undo_and_a_new_edit_undo_goes_on_below(opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert("a"))
    client.edit(list_id, insert("b"))
    client.undo(list_id)
    client.edit(list_id, insert("c"))
    assert client.undo(list_id).body["undoes"] == 4
    assert client.undo(list_id).body["undoes"] == 1


def test_undo_takes_back_ones_own_edits_only(two):
    mine, other, list_id = two({"s1": ""})
    mine.edit(list_id, insert("a"))
    other.edit(list_id, insert("b"))
    assert mine.undo(list_id).body["undoes"] == 1
    assert mine.lists[list_id].shape() == {"s1": "b"}
    assert mine.undo(list_id).body["code"] == "nothingToUndo"


def test_undo_is_answered_by_ack_when_the_list_is_not_open(server, connect):
    list_id, client = server.make({"s1": "a"}), connect()
    client.edit(list_id, delete("a"))
    answer = client.undo(list_id)
    assert (answer.kind, answer.body["outcome"], answer.body["revision"]) == ("ack", "applied", 2)


def test_a_resent_undo_is_a_duplicate(server, connect):
    list_id, client = server.make({"s1": "a b"}), connect()
    client.edit(list_id, delete("a"))
    client.edit(list_id, delete("b"))
    client.undo(list_id)
    answer = connect(key=client.key).undo(list_id, id=3)
    assert (answer.body["outcome"], answer.body["applied"], answer.body["revision"]) == ("duplicate", True, 3)
    assert [r["id"] for r in server.snapshot(list_id)["sections"][0]["rows"]] == ["b"]


def test_undo_reaches_over_a_reconnect(connect, opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, delete("a"))
    again = connect(key=client.key)
    again.open(list_id)
    assert again.undo(list_id).body["undoes"] == 1


def test_undo_reaches_back_as_far_as_the_limit(opened):
    client, list_id = opened({"s1": ""})
    limit = client.welcome["limits"]["undo"]
    for _ in range(limit + 1):
        client.post(list_id, insert(to=end("s1")))
    ids = [client.post(list_id, kind="undo") for _ in range(limit + 1)]
    answers = [client.answer(list_id, id) for id in ids]
    assert [a.kind for a in answers] == ["set"] * limit + ["reject"]
    assert answers[-1].body["code"] == "nothingToUndo"
    assert client.lists[list_id].counts() == [1]


@pytest.mark.parametrize("gone, expected", [("a", "b x c y"), ("c", "x a b y"), ("none", "x a b c y")])
def test_a_move_goes_back_to_its_mark(two, gone, expected):
    mine, other, list_id = two({"s1": "a b c", "s2": "d"})
    mine.edit(list_id, move("b", end("s2")))
    other.edit(list_id, move_all(gone, end("s2")), insert("x", start("s1")), insert("y", end("s1")))
    mine.undo(list_id)
    assert mine.lists[list_id].shape()["s1"] == expected


def test_deleted_rows_come_back_under_their_ids_beside_others_inserts(two):
    mine, other, list_id = two({"s1": "a b c"})
    mine.edit(list_id, delete("b"))
    other.edit(list_id, insert("x", start("s1")))
    answer = mine.undo(list_id)
    assert [e["row"] for e in answer.body["insertedRows"]] == ["b"]
    assert mine.lists[list_id].shape() == {"s1": "x a b c"}


def test_deleted_sections_come_back_with_their_rows(two):
    mine, other, list_id = two({"s1": "a", "s2": "b c", "s3": ""})
    mine.edit(list_id, delete_sections("s2"))
    other.edit(list_id, insert("x"))
    mine.undo(list_id)
    assert mine.lists[list_id].shape() == {"s1": "a", "s2": "b c", "s3": "x"}
    assert mine.lists[list_id].row("b")["fields"] == {"title": "b"}


def test_a_deleted_row_comes_back_where_its_section_came_back(two):
    mine, other, list_id = two({"s1": "a", "s2": "b"})
    mine.edit(list_id, delete("b"))
    other.edit(list_id, delete_sections("s2"))
    other.undo(list_id)
    mine.undo(list_id)
    assert mine.lists[list_id].shape() == {"s1": "a", "s2": "b"}


def test_fields_that_someone_else_has_since_set_keep_their_value(two):
    mine, other, list_id = two({"s1": "a"})
    mine.edit(list_id, update("a", {"title": "mine", "n": 1}))
    other.edit(list_id, update("a", {"title": "theirs"}))
    mine.undo(list_id)
    assert mine.lists[list_id].row("a")["fields"] == {"title": "theirs"}


def test_nothing_left_is_a_noop_and_counts_as_undone(two):
    mine, other, list_id = two({"s1": "a"})
    mine.edit(list_id, update("a", {"title": "mine"}))
    other.edit(list_id, update("a", {"title": "theirs"}))
    assert mine.undo(list_id).body["outcome"] == "noop"
    assert mine.undo(list_id).body["code"] == "nothingToUndo"


def test_a_row_that_is_gone_is_left_out(two):
    mine, other, list_id = two({"s1": "a b"})
    mine.edit(list_id, update("a", {"n": 1}), update("b", {"n": 1}))
    other.edit(list_id, delete("a"))
    assert "deletedRows" not in mine.undo(list_id).body
    assert mine.lists[list_id].shape() == {"s1": "b"}
    assert mine.lists[list_id].row("b")["fields"] == {"title": "b"}


def test_a_section_that_holds_others_rows_stays(two):
    mine, other, list_id = two({"s1": "a"})
    mine.edit(list_id, insert_section("n"), insert("m", end("n")))
    other.edit(list_id, insert("o", end("n")))
    mine.undo(list_id)
    assert mine.lists[list_id].shape() == {"s1": "a", "n": "o"}


def test_what_todays_rules_forbid_is_left_out(two):
    mine, other, list_id = two({"s1": "a b c"})
    mine.edit(list_id, insert("x"), update("b", {"n": 1}))
    other.edit(list_id, update("x", deletable=False))
    mine.undo(list_id)
    assert mine.lists[list_id].shape() == {"s1": "a b c x"}
    assert mine.lists[list_id].row("b")["fields"] == {"title": "b"}


def test_undo_of_a_move_of_ones_own_after_a_second_move(opened):
    client, list_id = opened({"s1": "a b c d"})
    client.edit(list_id, move("a", before("d")))
    client.edit(list_id, move("d", start("s1")))
    client.undo(list_id)
    client.undo(list_id)
    assert client.lists[list_id].shape() == {"s1": "a b c d"}
