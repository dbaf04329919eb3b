"""UndoAndRedo.md: edits that change rules beside rows go back and forth whole."""

import pytest

from actions import (delete, delete_sections, end, insert, insert_section, move, start, update, update_list,
                     update_section)
from server import section


def rows(**rule):
    """s1 with a, which has a rule, and b; and s2 with c and d."""
    made = [section("s1", "a b"), section("s2", "c d")]
    made[0]["rows"][0].update(rule)
    return made


CASES = [
    ({"s1": "a e_", "s2": "b"}, {}, [update("e", pinned=None), move("e", end("s2"))]),
    ({"s1": "a e_", "s2": "b"}, {}, [update("e", pinned=None), move("e", start("s1"))]),
    ({"s1": "p^ a", "s2": "b"}, {}, [update("p", pinned=None), move("p", end("s2")), update("p", pinned="bottom")]),
    ({"s1": "p^ q^ a", "s2": "b"}, {}, [move("q", start("s1")), update("q", pinned="bottom")]),
    ({"s1": "a e", "s2": "b"}, {}, [move("e", end("s2")), update("e", pinned="top")]),
    ({"s1": "a e", "s2": "b"}, {}, [move("e", end("s2")), update("e", movable=False)]),
    (rows(movable=False), {}, [update("a", movable=None), move("a", end("s2"))]),
    (rows(editable=False), {}, [update("a", editable=None), update("a", {"n": 1})]),
    (rows(), {}, [update("a", {"n": 1}, editable=False)]),
    (rows(), {}, [insert("x", end("s1")), update_list(rules={"deletable": False})]),
    (rows(), {}, [insert("x", end("s1")), update_section("s1", rules={"editable": False})]),
    (rows(), {}, [delete("a"), update_section("s1", rules={"insertable": False})]),
    (rows(), {}, [delete("a"), insert("z", end("s1")), update_section("s1", rules={"maxRows": 2})]),
    (rows(), {}, [move("a", end("s2")), move("c", end("s1")), update_section("s1", rules={"maxRows": 2})]),
    (rows(), {}, [move("a", end("s2")), update_list(rules={"reorderable": False})]),
    (rows(), {}, [move("a", end("s2")), update_list(rules={"moveScope": "section"})]),
    (rows(), {"moveScope": "section"}, [update_list(rules={}), move("a", end("s2"))]),
    (rows(), {"reorderable": False}, [update_list(rules={}), move("a", end("s1"))]),
    (rows(), {"deletable": False}, [update_list(rules={}), delete("a")]),
    (rows(), {"insertable": False}, [update_list(rules={}), insert("x", end("s1"))]),
    ([section("s1", "a b", maxRows=2), section("s2", "c d e", maxRows=3)], {},
     [delete("e"), move("a", end("s2")), move("c", end("s1"))]),
    ([section("s1", "p^ a q_", insertable=False, maxRows=3), section("s2", "c")], {}, [delete_sections("s1")]),
    (rows(), {}, [insert_section("n", title="N", rules={"maxRows": 2}), move("a", end("n")), move("c", end("n"))]),
]


@pytest.mark.parametrize("sections, rules, actions", CASES, ids=range(len(CASES)))
def test_rules_and_rows_of_one_edit_go_back_and_forth_whole(opened, sections, rules, actions):
    client, list_id = opened(sections, rules=rules)
    states = [client.lists[list_id].state()]
    assert client.edit(list_id, *actions).kind == "set"
    states.append(client.lists[list_id].state())
    for step in (client.undo, client.redo, client.undo):
        assert step(list_id).kind == "set"
        assert client.lists[list_id].state() == states[step == client.redo], step.__name__
