"""protocol.md, "Undo and redo": marks, and what is left out for now."""

import itertools

import pytest

from actions import (after, delete, delete_sections, end, insert, insert_section, move, move_all, move_section,
                     start, update, update_list, update_section)


@pytest.fixture
def many(opened, connect):
    """Three clients with one list open: `[ana, ben, cid], list_id`."""

    def make(sections, **options):
        ana, list_id = opened(sections, **options)
        clients = [ana, connect(), connect()]
        for client in clients[1:]:
            client.open(list_id)
        return clients, list_id

    return make


def shape(client, list_id):
    # What is answered from here on comes after what others were answered before.
    client.settle()
    return client.lists[list_id].shape()


NEIGHBOURS = [
    ({"s1": "a b c d e"}, [[delete("b")], [delete("c")], [delete("d")]]),
    ({"s1": "a b c d e", "s2": "f"}, [[move("b", end("s2"))], [move("c", start("s2"))], [delete("d")]]),
    ({"s1": "a b c d e f"}, [[move("b", after("d"))], [move_all("c d", start("s1"))], [delete("e")]]),
    ({"s1": "a b c", "s2": "d e f"}, [[delete("b", "e")], [move_all("c d", end("s1"))], [delete("f")]]),
    ({"s1": "p^ a b c z_"}, [[update("b", pinned="top")], [delete("a")], [update("c", pinned="bottom")]]),
    ({"s1": "a", "s2": "b", "s3": "c", "s4": "d"},
     [[delete_sections("s2")], [move_section("s3", {"at": "start"})], [move_section("s1", {"at": "end"})]]),
]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
@pytest.mark.parametrize("sections, edits", NEIGHBOURS, ids=range(len(NEIGHBOURS)))
def test_what_three_take_away_comes_back_in_its_order_whoever_undoes_first(many, sections, edits, order):
    clients, list_id = many(sections)
    state = clients[0].lists[list_id].state()
    for client, actions in zip(clients, edits, strict=True):
        assert client.edit(list_id, *actions).kind == "set"
    for number in order:
        assert clients[number].undo(list_id).kind == "set"
    for client in clients:
        client.settle()
        assert client.lists[list_id].state() == state


@pytest.mark.parametrize("first", [0, 1])
def test_what_a_third_lays_in_between_stands_behind(many, first):
    clients, list_id = many({"s1": "a b c d e"})
    clients[0].edit(list_id, delete("b"))
    clients[1].edit(list_id, delete("c"))
    clients[2].edit(list_id, insert("x", after("a")))
    for number in (first, 1 - first):
        clients[number].undo(list_id)
    assert shape(clients[2], list_id) == {"s1": "a b c x d e"}


def test_a_row_of_a_section_that_is_gone_waits_until_that_is_back(many):
    (ana, ben, _), list_id = many({"s1": "a b c", "s2": "d"})
    ana.edit(list_id, delete("b"))
    ben.edit(list_id, delete_sections("s1"))
    refused = ana.undo(list_id)
    assert (refused.kind, refused.body["code"]) == ("reject", "unknownSection")
    ben.undo(list_id)
    assert ana.undo(list_id).kind == "set"
    assert shape(ben, list_id) == {"s1": "a b c", "s2": "d"}


def test_a_row_of_a_section_that_no_step_brings_back_is_over(many, connect):
    (ana, ben, cid), list_id = many({"s1": "a b c", "s2": "d"})
    ana.edit(list_id, delete("b"))
    ben.edit(list_id, delete_sections("s1"))
    assert ben.undo(list_id, skip=True).body["outcome"] == "noop"
    assert ana.undo(list_id).body["outcome"] == "noop"
    assert ana.undo(list_id).body["code"] == "nothingToUndo"


def test_a_part_that_waits_stays_alone_on_its_step(many):
    (ana, ben, _), list_id = many({"s1": "a b", "s2": "c d", "s3": "e"})
    ana.edit(list_id, delete("a", "c"))
    ben.edit(list_id, delete_sections("s2"))
    assert [e["row"] for e in ana.undo(list_id).body["insertedRows"]] == ["a"]
    assert ana.undo(list_id).body["code"] == "unknownSection"
    ben.undo(list_id)
    assert [e["row"] for e in ana.undo(list_id).body["insertedRows"]] == ["c"]
    assert shape(ben, list_id) == {"s1": "a b", "s2": "c d", "s3": "e"}
    assert [ana.redo(list_id).kind, ana.redo(list_id).kind] == ["set", "set"]
    assert shape(ben, list_id) == {"s1": "b", "s2": "d", "s3": "e"}


@pytest.mark.parametrize("edit, forbidding, code", [
    ([move("a", after("c"))], {"reorderable": False}, "moveDisabled"),
    ([delete("a")], {"insertable": False}, "insertDisabled"),
    ([insert("x", end("s1"))], {"deletable": False}, "deleteDisabled"),
    ([update("a", {"n": 1})], {"editable": False}, "editDisabled"),
    ([delete("a"), delete("b")], {"maxRows": 2}, "sectionFull"),
])
def test_what_rules_or_limits_forbid_is_refused_and_the_step_stays(many, edit, forbidding, code):
    (ana, ben, _), list_id = many({"s1": "a b c"})
    state = ana.lists[list_id].state()
    ana.edit(list_id, *edit)
    ben.edit(list_id, update_section("s1", rules=forbidding))
    for _ in range(2):
        refused = ana.undo(list_id)
        assert (refused.kind, refused.body["code"]) == ("reject", code)
    ben.undo(list_id)
    assert ana.undo(list_id).kind == "set"
    assert ana.lists[list_id].state() == state


def test_a_step_that_stays_can_be_skipped(many):
    (ana, ben, _), list_id = many({"s1": "a b c"})
    ana.edit(list_id, update("a", {"n": 1}))
    ana.edit(list_id, move("a", after("c")))
    ben.edit(list_id, update_list(rules={"reorderable": False}))
    assert ana.undo(list_id).body["code"] == "moveDisabled"
    skipped = ana.undo(list_id, skip=True)
    assert (skipped.kind, skipped.body["outcome"]) == ("ack", "noop")
    assert ana.undo(list_id).body["updatedRows"][0]["fields"] == {"n": None}
    assert ana.redo(list_id, skip=True).body["outcome"] == "noop"
    assert [ana.redo(list_id).body["code"], ana.undo(list_id).body["code"]] == ["nothingToRedo", "nothingToUndo"]
    assert ana.undo(list_id, skip=True).body["code"] == "nothingToUndo"
    assert ana.undo(list_id, skip=1).body["code"] == "badMessage"


def test_rules_that_came_with_what_was_inserted_forbid_nothing(many):
    (ana, _, _), list_id = many({"s1": "a"})
    ana.edit(list_id, insert("x", end("s1"), deletable=False))
    ana.edit(list_id, insert_section("n", title="N", rules={"deletable": False}), insert("y", end("n")))
    assert [ana.undo(list_id).kind, ana.undo(list_id).kind] == ["set", "set"]
    assert shape(ana, list_id) == {"s1": "a"}


def test_a_restored_state_is_undone_whatever_the_rules_are(many):
    (ana, ben, _), list_id = many({"s1": "a b c"})
    ben.edit(list_id, delete("a"), move("c", start("s1")))
    ben.edit(list_id, update_list(rules={"insertable": False, "deletable": False, "reorderable": False, "maxRows": 2}))
    ana.edit(list_id, kind="restore", revision=0)
    ben.edit(list_id, update_list(rules={"deletable": False, "reorderable": False}))
    assert shape(ana, list_id) == {"s1": "a b c"}
    assert ana.undo(list_id).kind == "set"
    assert shape(ana, list_id) == {"s1": "c b"}


def test_a_section_that_another_moved_stays_until_that_is_undone(many):
    (ana, ben, _), list_id = many({"s1": "a", "s2": "b", "s3": "c"})
    ana.edit(list_id, move_section("s1", {"at": "end"}))
    ana.edit(list_id, update("a", {"n": 1}))
    ben.edit(list_id, move_section("s1", {"index": 1}))
    ana.undo(list_id)
    assert ana.undo(list_id).body["outcome"] == "noop"
    assert list(shape(ana, list_id)) == ["s2", "s1", "s3"]


def test_marks_outlive_a_restart(spawn, connect):
    server = spawn()
    list_id = server.make({"s1": "a b c d"})
    ana, ben = connect(server), connect(server)
    ana.edit(list_id, delete("b"))
    ben.edit(list_id, delete("c"))
    server.kill()
    server.start()
    ana, ben = connect(server, key=ana.key), connect(server, key=ben.key)
    assert [ana.undo(list_id, id=9).kind, ben.undo(list_id, id=9).kind] == ["ack", "ack"]
    assert [r["id"] for r in server.snapshot(list_id)["sections"][0]["rows"]] == ["a", "b", "c", "d"]
