"""protocol.md, "Where: `to`": an index rebased from a stale base, each sentence its own test."""

import pytest

from actions import (after, at, before, delete, delete_sections, end, insert, insert_section, move,
                     move_all, move_section, start, update)


@pytest.fixture
def stale(opened, connect):
    """Others' edits, then one at base 0: `stale(sections, [others' edits], *actions)`."""

    def run(sections, edits, *actions, **fields):
        client, list_id = opened(sections)
        other = connect()
        other.open(list_id)
        for edit in edits:
            answer = other.edit(list_id, *(edit if isinstance(edit, list) else [edit]))
            assert answer.kind == "set", answer
        answer = client.edit(list_id, *actions, **{"base": 0, **fields})
        shape = "|".join(client.lists[list_id].shape().values())
        return answer, shape

    return run


def applied(result):
    answer, shape = result
    assert answer.kind == "set" or answer.body.get("outcome") == "noop", answer
    return shape


S = {"s1": "a b c d"}
X = insert("x", start("s1"))


def test_still_side_by_side_means_between_them(stale):
    assert applied(stale(S, [X], insert("y", at("s1", 2)))) == "x a b y c d"
    assert applied(stale(S, [delete("a")], insert("y", at("s1", 2)))) == "b y c d"
    assert applied(stale(S, [move("a", end("s1"))], insert("y", at("s1", 2)))) == "b y c d a"


def test_side_by_side_again_is_side_by_side_even_if_they_moved(stale):
    away = [move("c", start("s1")), move("c", after("b"))]
    assert applied(stale(S, away, insert("y", at("s1", 2)))) == "a b y c d"
    assert applied(stale(S, [move_all("b c", end("s1"))], insert("y", at("s1", 2)))) == "a d b y c"


def test_side_by_side_in_another_section_is_not_side_by_side(stale):
    sections = {"s1": "a b c d", "s2": "e"}
    assert applied(stale(sections, [move_all("b c", end("s2"))], insert("y", at("s1", 2)))) == "a y d|e b c"


def test_else_it_is_directly_before_the_next_row(stale):
    assert applied(stale(S, [insert("x", before("c"))], insert("y", at("s1", 2)))) == "a b x y c d"
    assert applied(stale(S, [delete("b")], insert("y", at("s1", 2)))) == "a y c d"
    assert applied(stale(S, [move("b", end("s1"))], insert("y", at("s1", 2)))) == "a y c d b"


def test_a_next_row_that_is_gone_is_left_out(stale):
    assert applied(stale(S, [delete("c")], insert("y", at("s1", 2)))) == "a b y d"
    assert applied(stale(S, [delete("c"), insert("x", before("d"))], insert("y", at("s1", 2)))) == "a b x y d"


def test_a_next_row_that_moved_is_left_out_even_if_it_came_back(stale):
    edits = [insert("x", before("c")), move("c", end("s1")), move("c", before("d"))]
    assert applied(stale(S, edits, insert("y", at("s1", 2)))) == "a b x c y d"


def test_a_next_row_that_moved_away_is_left_out(stale):
    assert applied(stale(S, [move("c", start("s1"))], insert("y", at("s1", 2)))) == "c a b y d"


def test_a_next_row_that_was_deleted_and_came_back_by_undo_has_gone(opened, connect):
    client, list_id = opened(S)
    other = connect()
    other.open(list_id)
    other.edit(list_id, insert("x", before("c")))
    other.edit(list_id, delete("c"))
    other.undo(list_id)
    client.edit(list_id, insert("y", at("s1", 2)), base=0)
    assert client.lists[list_id].shape() == {"s1": "a b x c y d"}


def test_a_next_row_that_only_shifted_is_taken(stale):
    edits = [insert("x", before("c")), move("a", end("s1")), move("d", start("s1"))]
    assert applied(stale(S, edits, insert("y", at("s1", 2)))) == "d b x y c a"


def test_without_a_next_row_it_is_the_end(stale):
    assert applied(stale(S, [insert("x", end("s1"))], insert("y", at("s1", 4)))) == "a b c d x y"
    assert applied(stale(S, [delete("c", "d"), insert("x", end("s1"))], insert("y", at("s1", 3)))) == "a b x y"
    assert applied(stale(S, [move("d", start("s1"))], insert("y", at("s1", 3)))) == "d a b c y"


def test_of_two_inserts_at_one_place_the_first_sequenced_stands_first(stale):
    for index, expected in ((0, "x y a b c d"), (2, "a b x y c d"), (4, "a b c d x y")):
        assert applied(stale(S, [insert("x", at("s1", index))], insert("y", at("s1", index)))) == expected


def test_of_two_inserts_in_an_empty_section_the_first_sequenced_stands_first(stale):
    assert applied(stale({"s1": ""}, [insert("x", at("s1", 0))], insert("y", at("s1", 0)))) == "x y"


def test_an_index_outside_is_bounded_first_at_the_base(stale):
    answer, shape = stale({"s1": "a b c"}, [insert("x", start("s1")), insert("z", start("s1"))],
                          insert("y", at("s1", 4)))
    assert shape == "z x a b c y"
    assert answer.body["clamped"] == [
        {"action": 0, "row": "y", "asked": at("s1", 4), "to": [0, 5], "why": "bounds"}]


def test_an_index_inside_at_the_base_is_not_reported_when_the_list_shrank(stale):
    answer, shape = stale(S, [delete("a", "b", "c")], insert("y", at("s1", 4)))
    assert shape == "d y" and "clamped" not in answer.body


def test_a_move_carries_its_gap_without_the_row_itself(stale):
    assert applied(stale(S, [X], move("a", at("s1", 2)))) == "x b c a d"
    assert applied(stale(S, [X], move("d", at("s1", 1)))) == "x a d b c"
    assert applied(stale(S, [move("b", end("s1"))], move("b", at("s1", 0)))) == "b a c d"


def test_a_move_to_where_the_row_stood_at_the_base_keeps_the_gap(stale):
    assert applied(stale(S, [insert("x", before("b"))], move("b", at("s1", 1)))) == "a x b c d"
    assert applied(stale(S, [move("b", end("s1"))], move("b", at("s1", 1)))) == "a b c d"


def test_the_base_counts_this_edits_earlier_actions(stale):
    assert applied(stale(S, [X], insert("y", at("s1", 1)), insert("z", at("s1", 2)))) == "x a y z b c d"
    assert applied(stale(S, [X], delete("a"), insert("y", at("s1", 1)))) == "x b y c d"
    assert applied(stale(S, [X], move("d", at("s1", 0)), insert("y", at("s1", 2)))) == "x d a y b c"


def test_an_earlier_action_counts_at_the_base_even_if_it_changes_nothing_now(stale):
    edits = [move("x", end("s1")), move("n", end("s1")), move("m", end("s1"))]
    result = stale({"s1": "n d m", "s3": "x y"}, edits, move("d", before("x")), insert("q", at("s1", 0)))
    assert applied(result) == "d x n m q|y"


def test_moves_by_this_edits_own_actions_do_not_count(stale):
    edits = [insert("x", after("a"))]
    assert applied(stale(S, edits, move("d", at("s1", 1)), insert("y", at("s1", 1)))) == "a x y d b c"


def test_moves_by_ones_own_earlier_sets_do_count(opened, connect):
    client, list_id = opened(S)
    client.edit(list_id, insert("x", before("c")))
    client.edit(list_id, move("c", end("s1")))
    client.edit(list_id, move("c", before("d")))
    client.edit(list_id, insert("y", at("s1", 2)), base=0)
    assert client.lists[list_id].shape() == {"s1": "a b x c y d"}


def test_an_earlier_action_that_could_not_apply_at_the_base_is_left_out_there(stale):
    sections = {"s1": "a b"}
    assert applied(stale(sections, [X], move("x", end("s1")), insert("y", at("s1", 1)))) == "a y b x"
    assert applied(stale(sections, [X], delete("x"), insert("y", at("s1", 1)))) == "a y b"


def test_a_section_that_moved_is_still_the_section(stale):
    sections = {"s1": "a", "s2": "b c"}
    assert applied(stale(sections, [move_section("s2", {"index": 0})], insert("y", at("s2", 1)))) == "b y c|a"


def test_an_index_in_a_section_that_is_gone_is_unknownSection(stale):
    answer, _ = stale({"s1": "a", "s2": "b"}, [delete_sections("s2")], insert("y", at("s2", 0)))
    assert answer.body["code"] == "unknownSection"


def test_before_and_after_hold_on_to_a_row_that_moved(stale):
    sections = {"s1": "a b", "s2": "c d"}
    assert applied(stale(sections, [move("b", end("s2"))], insert("y", before("b")))) == "a|c d y b"
    assert applied(stale(sections, [move("b", start("s2"))], move("a", after("b")))) == "|b a c d"


def test_a_row_that_was_deleted_stands_for_the_gap_where_it_stood(stale):
    for place in (before("b"), after("b")):
        assert applied(stale(S, [delete("b")], insert("y", place))) == "a y c d"
        assert applied(stale(S, [delete("b"), insert("x", after("a"))], insert("y", place))) == "a x y c d"
        assert applied(stale(S, [delete("b"), delete("c")], insert("y", place))) == "a y d"
        assert applied(stale(S, [delete("b", "c", "d")], insert("y", place))) == "a y"


def test_a_row_deleted_since_and_moved_to_is_a_gap_too(stale):
    assert applied(stale(S, [delete("c")], move("a", after("c")))) == "b a d"


def test_a_row_gone_with_its_section_is_unknownRow(stale):
    answer, _ = stale({"s1": "a", "s2": "b"}, [delete_sections("s2")], insert("x"), insert("y", after("b")))
    assert (answer.body["code"], answer.body["action"]) == ("unknownRow", 1)


def test_without_a_base_a_deleted_row_is_unknownRow(connect, opened):
    client, list_id = opened(S)
    client.edit(list_id, delete("b"))
    assert connect().edit(list_id, insert("y", after("b"))).body["code"] == "unknownRow"


def test_without_a_base_the_newest_is_meant(connect, opened):
    client, list_id = opened(S)
    client.edit(list_id, X)
    connect().edit(list_id, insert("y", at("s1", 1)))
    assert client.reach(list_id, 2).shape() == {"s1": "x y a b c d"}


def test_sections_are_rebased_likewise(stale):
    sections = {"s1": "", "s2": "", "s3": ""}

    def names(edits, *actions):
        answer, _ = stale(sections, edits, *actions)
        return answer.body

    new = insert_section("n", {"index": 0})
    assert names([new], insert_section("m", {"index": 1}))["insertedSections"][0]["at"] == 2
    assert names([new], insert_section("m", {"index": 0}))["insertedSections"][0]["at"] == 1
    assert names([delete_sections("s2")], insert_section("m", before("s2")))["insertedSections"][0]["at"] == 1
    assert names([new], move_section("s1", {"index": 1}))["movedSections"] == [
        {"section": "s1", "from": 1, "to": 2}]
    assert names([insert_section("n")], insert_section("m", {"index": 3}))["insertedSections"][0]["at"] == 4


@pytest.mark.parametrize("action", [
    insert("y", at("s1", 0)), move("a", at("s1", 1))], ids=str)
def test_a_base_newer_than_the_list_is_staleBase_where_it_is_needed(opened, action):
    client, list_id = opened(S)
    answer = client.edit(list_id, insert("x"), action, base=5)
    assert (answer.kind, answer.body["code"], answer.body["action"]) == ("reject", "staleBase", 1)


@pytest.mark.parametrize("action", [
    insert("y", end("s1")), insert("y"), move("a", end("s1")), update("a", {"x": 1}), delete("a"),
    insert("y", after("b")), move_section("s1"), insert_section("n", {"at": "start"})], ids=str)
def test_a_base_newer_than_the_list_is_not_minded_elsewhere(opened, action):
    client, list_id = opened({**S, "s2": ""})
    assert client.edit(list_id, action, base=5).kind == "set"


def test_another_epoch_is_staleBase_always(opened):
    client, list_id = opened(S)
    answer = client.edit(list_id, update("a", {"x": 1}), epoch="another")
    assert (answer.kind, answer.body["code"]) == ("reject", "staleBase")
    assert client.undo(list_id, epoch="another").body["code"] == "staleBase"
    assert client.redo(list_id, epoch="another").body["code"] == "staleBase"
    epoch = client.lists[list_id].epoch
    assert client.edit(list_id, update("a", {"x": 1}), epoch=epoch).kind == "set"
    assert client.undo(list_id, epoch=epoch).kind == "set"
