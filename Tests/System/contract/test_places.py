"""protocol.md, "Where: `to`": every form, without clamping and without a stale base."""

import pytest

from actions import (after, at, before, delete, end, insert, insert_section, move, move_all,
                     move_section, start)


@pytest.mark.parametrize("action, expected", [
    (move("a", at("s1", 2)), "b c a d"), (move("a", at("s1", 3)), "b c d a"),
    (move("d", at("s1", 1)), "a d b c"), (move("d", at("s1", 0)), "d a b c"),
    (move("b", at("s1", 2)), "a c b d"), (move("b", before("d")), "a c b d"),
    (move("b", after("d")), "a c d b"), (move("c", before("a")), "c a b d"),
    (move("c", after("a")), "a c b d"), (move("c", start("s1")), "c a b d"),
    (move("b", end("s1")), "a c d b"), (move("b", {"section": "s1"}), "a c d b"), (move("b"), "a c d b"),
    (insert("x", at("s1", 0)), "x a b c d"), (insert("x", at("s1", 2)), "a b x c d"),
    (insert("x", at("s1", 4)), "a b c d x"), (insert("x", before("a")), "x a b c d"),
    (insert("x", after("b")), "a b x c d"), (insert("x", start("s1")), "x a b c d"),
    (insert("x", end("s1")), "a b c d x"), (insert("x", {"section": "s1"}), "a b c d x"),
    (insert("x"), "a b c d x"),
    (move_all("a b", at("s1", 1)), "c a b d"), (move_all("d b", start("s1")), "b d a c"),
    (move_all("a c", after("d")), "b d a c"), (move_all("a b"), "c d a b"),
    # A named row that itself moves stands for its next, or before it, that does not.
    (move_all("b d", before("b")), "a b d c"), (move_all("b d", after("d")), "a c b d"),
    (move_all("b d", after("b")), "a b d c"), (move_all("a c", before("c")), "b a c d"),
    (move_all("b d", before("d")), "a c b d"), (move_all("a c", after("a")), "a c b d"),
    (move_all("a b d", after("b")), "a b d c"), (move_all("b c d", before("c")), None),
], ids=str)
def test_a_place_in_one_section(opened, action, expected):
    client, list_id = opened({"s1": "a b c d"})
    answer = client.edit(list_id, action)
    assert "clamped" not in answer.body
    if expected in (None, "a b c d"):
        assert answer.body["outcome"] == "noop"
    assert client.lists[list_id].shape() == {"s1": expected or "a b c d"}


@pytest.mark.parametrize("action, expected", [
    (move("b", at("s2", 0)), "a c|b d e|"), (move("b", at("s2", 2)), "a c|d e b|"),
    (move("e", before("a")), "e a b c|d|"), (move("e", after("c")), "a b c e|d|"),
    (move("a", at("s3", 0)), "b c|d e|a"), (move("a", start("s3")), "b c|d e|a"),
    (move("a"), "b c|d e|a"), (insert("x"), "a b c|d e|x"),
    (move_all("c d", at("s3", 0)), "a b|e|c d"), (move_all("a d", after("e")), "b c|e a d|"),
    (move_all("e a"), "b c|d|a e"), (insert("x", end("s2")), "a b c|d e x|"),
], ids=str)
def test_a_place_in_another_section(opened, action, expected):
    client, list_id = opened({"s1": "a b c", "s2": "d e", "s3": ""})
    client.edit(list_id, action)
    assert "|".join(client.lists[list_id].shape().values()) == expected


@pytest.mark.parametrize("action, expected", [
    (move_section("s1", {"index": 1}), "s2 s1 s3"), (move_section("s3", {"index": 0}), "s3 s1 s2"),
    (move_section("s3", before("s2")), "s1 s3 s2"), (move_section("s1", after("s2")), "s2 s1 s3"),
    (move_section("s2", {"at": "start"}), "s2 s1 s3"), (move_section("s2", {"at": "end"}), "s1 s3 s2"),
    (move_section("s1"), "s2 s3 s1"), (move_section("s2", before("s2")), "s1 s2 s3"),
    (insert_section("n", {"index": 0}), "n s1 s2 s3"), (insert_section("n", {"index": 3}), "s1 s2 s3 n"),
    (insert_section("n", before("s3")), "s1 s2 n s3"), (insert_section("n", after("s1")), "s1 n s2 s3"),
    (insert_section("n", {"at": "start"}), "n s1 s2 s3"), (insert_section("n", {"at": "end"}), "s1 s2 s3 n"),
    (insert_section("n"), "s1 s2 s3 n"),
], ids=str)
def test_a_place_of_a_section(opened, action, expected):
    client, list_id = opened({"s1": "a", "s2": "b", "s3": ""})
    client.edit(list_id, action)
    assert " ".join(client.lists[list_id].shape()) == expected


@pytest.mark.parametrize("to", [{"before": "s2", "after": "s3"}, {"index": 0, "at": "end"}], ids=str)
def test_two_forms_in_one_place_of_a_section_are_badAction(opened, to):
    client, list_id = opened({"s1": "", "s2": "", "s3": ""})
    assert client.edit(list_id, move_section("s1", to)).body["code"] == "badAction"
    assert client.edit(list_id, insert_section("n", to)).body["code"] == "badAction"


@pytest.mark.parametrize("actions, expected", [
    ([insert("x", at("s1", 0)), insert("y", at("s1", 1))], "x y a b c d"),
    ([move("a", at("s1", 3)), insert("x", at("s1", 0))], "x b c d a"),
    ([delete("a"), insert("x", at("s1", 1))], "b x c d"),
    ([delete("b"), insert("x", before("b"))], "a x c d"),
    ([delete("b"), insert("x", after("b"))], "a x c d"),
    ([delete("a", "b", "c", "d"), insert("x", after("c"))], "x"),
    ([delete("b", "c"), move("a", after("c"))], "a d"),
    ([delete("d"), insert("x", before("d")), insert("y", before("d"))], "a b c x y"),
    ([insert("x", at("s1", 4)), move("x", at("s1", 1))], "a x b c d"),
], ids=str)
def test_a_place_counts_this_edits_earlier_actions(opened, actions, expected):
    client, list_id = opened({"s1": "a b c d"})
    assert client.edit(list_id, *actions).kind == "set"
    assert client.lists[list_id].shape() == {"s1": expected}


def test_a_new_section_of_this_edit_is_a_place(opened):
    client, list_id = opened({"s1": "a b"})
    client.edit(list_id, insert_section("n", {"at": "start"}), move("b", at("n", 0)), insert("x", before("b")))
    assert client.lists[list_id].shape() == {"n": "x b", "s1": "a"}
