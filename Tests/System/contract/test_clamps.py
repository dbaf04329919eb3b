"""Protocol.md, "Where: `to`", and PositionsAndClamping.md: clamped, not refused, and reported."""

import pytest

from actions import after, at, before, end, insert, move, move_all, move_section, start, insert_section
from server import section

SCOPED = {"moveScope": "section"}


def clamped(client, list_id, *actions):
    """The one `clamped` entry of an edit and the list's shape."""
    answer = client.edit(list_id, *actions)
    assert answer.kind in ("set", "ack"), answer
    entries = answer.body.get("clamped", [])
    assert len(entries) == 1, answer
    return entries[0], "|".join(client.lists[list_id].shape().values())


CASES = [
    # beyond the ends
    ({"s1": "a b c d e"}, {}, move("a", at("s1", 9)), "bounds", [0, 4], "b c d e a"),
    ({"s1": "a b c"}, {}, move("c", at("s1", 9)), "bounds", [0, 2], "a b c"),
    ({"s1": "a b c"}, {}, move("c", at("s1", 3)), "bounds", [0, 2], "a b c"),
    ({"s1": "a b c"}, {}, move("c", at("s1", -1)), "bounds", [0, 0], "c a b"),
    ({"s1": "a", "s2": "b"}, {}, move("a", at("s2", 2)), "bounds", [1, 1], "|b a"),
    ({"s1": "a b"}, {}, insert("x", at("s1", 3)), "bounds", [0, 2], "a b x"),
    ({"s1": "a b"}, {}, insert("x", at("s1", -7)), "bounds", [0, 0], "x a b"),
    ({"s1": ""}, {}, insert("x", at("s1", 2**53 - 1)), "bounds", [0, 0], "x"),
    # out of a section-scoped section, in both directions
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("b", at("s2", 1)), "scope", [0, 2], "a c b|d e f"),
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("e", at("s1", 1)), "scope", [1, 0], "a b c|e d f"),
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("b", before("e")), "scope", [0, 2], "a c b|d e f"),
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("e", after("a")), "scope", [1, 0], "a b c|e d f"),
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("b", start("s2")), "scope", [0, 2], "a c b|d e f"),
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("e", end("s1")), "scope", [1, 0], "a b c|e d f"),
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("b"), "scope", [0, 2], "a c b|d e f"),
    ({"s1": "a b c", "s2": "d e f"}, SCOPED, move("c", at("s2", 99)), "scope", [0, 2], "a b c|d e f"),
    ({"s1": "a b c_", "s2": "d"}, SCOPED, move("a", at("s2", 0)), "scope", [0, 1], "b a c|d"),
    ({"s1": "d", "s2": "p^ a b"}, SCOPED, move("b", at("s1", 0)), "scope", [1, 1], "d|p b a"),
    # a pinned row does not leave its section
    ({"s1": "p^ a b", "s2": "c"}, {}, move("p", at("s2", 0)), "scope", [0, 0], "p a b|c"),
    ({"s1": "c", "s2": "a b p_"}, {}, move("p", at("s1", 0)), "scope", [1, 2], "c|a b p"),
    # bands
    ({"s1": "a b p_"}, {}, move("a", at("s1", 2)), "pinned", [0, 1], "b a p"),
    ({"s1": "a b p_"}, {}, move("a", after("p")), "pinned", [0, 1], "b a p"),
    ({"s1": "p^ a b"}, {}, move("b", at("s1", 0)), "pinned", [0, 1], "p b a"),
    ({"s1": "p^ a b"}, {}, move("b", before("p")), "pinned", [0, 1], "p b a"),
    ({"s1": "p^ q^ a b"}, {}, move("p", at("s1", 3)), "pinned", [0, 1], "q p a b"),
    ({"s1": "a b p_ q_"}, {}, move("q", at("s1", 0)), "pinned", [0, 2], "a b q p"),
    ({"s1": "a b p_"}, {}, move("a", at("s1", 9)), "bounds", [0, 1], "b a p"),
    ({"s1": "a b p_"}, {}, insert("x", at("s1", 3)), "pinned", [0, 2], "a b x p"),
    ({"s1": "a b p_"}, {}, insert("x", at("s1", 4)), "bounds", [0, 2], "a b x p"),
    ({"s1": "p^ a"}, {}, insert("x", at("s1", 0)), "pinned", [0, 1], "p x a"),
    ({"s1": "a b"}, {}, insert("x", at("s1", 2), pinned="top"), "pinned", [0, 0], "x a b"),
    ({"s1": "a b p_"}, {}, insert("x", at("s1", 0), pinned="bottom"), "pinned", [0, 2], "a b x p"),
    ({"s1": "a", "s2": "p^"}, {}, move("a", at("s2", 0)), "pinned", [1, 1], "|p a"),
]


@pytest.mark.parametrize("sections, rules, action, why, to, expected", CASES,
                         ids=[f"{c[3]}-{i}" for i, c in enumerate(CASES)])
def test_a_place_that_is_not_allowed_is_clamped_and_told(opened, sections, rules, action, why, to, expected):
    client, list_id = opened(sections, rules=rules)
    entry, shape = clamped(client, list_id, action)
    assert shape == expected
    assert (entry["action"], entry["row"], entry["to"], entry["why"]) == (0, action["row"], to, why)
    if "to" in action:
        assert entry["asked"] == action["to"]


@pytest.mark.parametrize("case", CASES, ids=[f"{c[3]}-{i}" for i, c in enumerate(CASES)])
def test_a_clamped_place_proposed_again_is_kept_and_not_reported(opened, case):
    sections, rules, action, _, (s, r), expected = case
    client, list_id = opened(sections, rules=rules)
    answer = client.edit(list_id, {**action, "to": at(list(sections)[s], r)})
    assert "clamped" not in answer.body
    assert "|".join(client.lists[list_id].shape().values()) == expected


@pytest.mark.parametrize("sections, action, expected", [
    ({"s1": "p^ a b"}, insert("x", start("s1")), "p x a b"),
    ({"s1": "a b p_"}, insert("x", end("s1")), "a b x p"),
    ({"s1": "a b p_"}, insert("x", {"section": "s1"}), "a b x p"),
    ({"s1": "a b p_"}, insert("x"), "a b x p"),
    ({"s1": "p^ a b"}, move("b", start("s1")), "p b a"),
    ({"s1": "a b p_"}, move("a", end("s1")), "b a p"),
    ({"s1": "a b p_"}, move("a"), "b a p"),
    ({"s1": "a p_ q_"}, move("q", start("s1")), "a q p"),
    ({"s1": "a b"}, insert("x", end("s1"), pinned="top"), "x a b"),
    ({"s1": "a", "s2": "b p_"}, move("a", end("s2")), "|b a p"),
], ids=str)
def test_at_and_no_place_mean_the_allowed_end_and_are_not_reported(opened, sections, action, expected):
    client, list_id = opened(sections)
    answer = client.edit(list_id, action)
    assert answer.kind == "set" and "clamped" not in answer.body
    assert "|".join(client.lists[list_id].shape().values()) == expected


def test_a_section_that_is_not_reorderable_takes_no_row_in(opened):
    client, list_id = opened([section("s1", "a b"), section("s2", "c", reorderable=False),
                              section("s3", "d e")])
    entry, shape = clamped(client, list_id, move("a", at("s2", 0)))
    assert (entry["why"], entry["to"], shape) == ("scope", [0, 1], "b a|c|d e")
    entry, shape = clamped(client, list_id, move("e", at("s2", 0)))
    assert (entry["why"], entry["to"], shape) == ("scope", [2, 0], "b a|c|e d")


def test_a_noop_that_was_clamped_says_so(opened):
    client, list_id = opened({"s1": "a b"})
    answer = client.edit(list_id, move("b", at("s1", 9)))
    assert (answer.kind, answer.body["outcome"]) == ("ack", "noop")
    assert answer.body["clamped"] == [
        {"action": 0, "row": "b", "asked": at("s1", 9), "to": [0, 1], "why": "bounds"}]


def test_the_path_is_that_when_the_action_was_done(opened):
    client, list_id = opened({"s1": "a b c"})
    entry, shape = clamped(client, list_id, move("a", at("s1", 7)), insert("x", start("s1")))
    assert (entry["action"], entry["to"], shape) == (0, [0, 2], "x b c a")
    entry, _ = clamped(client, list_id, insert("y", start("s1")), move("x", at("s1", -2)))
    assert (entry["action"], entry["to"]) == (1, [0, 0])


def test_everyone_sees_what_was_clamped(connect, opened):
    client, list_id = opened({"s1": "a b"})
    other = connect()
    other.open(list_id)
    answer = client.edit(list_id, move("a", at("s1", 5)))
    other.reach(list_id, 1)
    assert other.sets[list_id][0]["clamped"] == answer.body["clamped"]


def test_an_applied_ack_says_what_was_clamped(server, connect):
    list_id, client = server.make({"s1": "a b"}), connect()
    answer = client.edit(list_id, move("a", at("s1", 5)))
    assert answer.body["outcome"] == "applied"
    assert answer.body["clamped"][0]["why"] == "bounds"


def test_a_group_is_clamped_as_one(opened):
    client, list_id = opened({"s1": "a b c d p_", "s2": "e"}, rules=SCOPED)
    entry, shape = clamped(client, list_id, move_all("a b", at("s1", 3)))
    assert (entry["rows"], entry["to"], entry["why"]) == (["a", "b"], [0, 2], "pinned")
    assert shape == "c d a b p|e"
    entry, shape = clamped(client, list_id, move_all("c d", at("s2", 0)))
    assert (entry["rows"], entry["why"], shape) == (["c", "d"], "scope", "a b c d p|e")
    entry, shape = clamped(client, list_id, move_all("c d", at("s1", 77)))
    assert (entry["why"], shape) == ("bounds", "a b c d p|e")


@pytest.mark.parametrize("sections, rules, rows, first", [
    ({"s1": "a b", "s2": "c"}, SCOPED, "b c", "b"), ({"s1": "p^ a b"}, {}, "p a", "p"),
    ({"s1": "a p_"}, {}, "a p", "a"), ({"s1": "p^ a", "s2": "q^ b"}, {}, "p q", "p")], ids=str)
def test_rows_that_may_not_land_together_are_moveDisabled(opened, sections, rules, rows, first):
    client, list_id = opened(sections, rules=rules)
    answer = client.edit(list_id, move_all(rows, at("s1", 0)))
    assert (answer.kind, answer.body["code"]) == ("reject", "moveDisabled")


def test_a_section_beyond_the_end_is_clamped_with_its_name(opened):
    client, list_id = opened({"s1": "", "s2": ""})
    answer = client.edit(list_id, move_section("s1", {"index": 9}))
    assert answer.body["clamped"] == [
        {"action": 0, "section": "s1", "asked": {"index": 9}, "to": 1, "why": "bounds"}]
    answer = client.edit(list_id, insert_section("n", {"index": -1}))
    assert answer.body["clamped"][0]["section"] == "n" and answer.body["clamped"][0]["to"] == 0
    assert list(client.lists[list_id].shape()) == ["n", "s2", "s1"]


def test_clamped_entries_of_rows_the_server_named_hold_the_name(opened):
    client, list_id = opened({"s1": ""})
    answer = client.edit(list_id, insert(to=at("s1", 4)))
    assert answer.body["clamped"][0]["row"] == answer.body["insertedRows"][0]["row"]
