"""protocol.md, "Actions": every op, what is skipped, what is a noop, which ids are taken."""

from actions import (after, at, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, update, update_list, update_section)


def shape_after(opened, sections, *actions, **options):
    client, list_id = opened(sections, **options)
    answer = client.edit(list_id, *actions)
    assert answer.kind == "set", answer
    return client.lists[list_id].shape()


def test_insertRow_puts_fields_and_rules_at_its_place(opened):
    client, list_id = opened({"s1": "a b"})
    client.edit(list_id, insert("x", at("s1", 1), fields={"title": "X", "done": True},
                                editable=False, deletable=False, movable=False))
    row = client.lists[list_id].row("x")
    assert row == {"id": "x", "fields": {"title": "X", "done": True},
                   "editable": False, "deletable": False, "movable": False}
    assert client.lists[list_id].shape() == {"s1": "a x b"}


def test_insertRow_without_an_id_gets_one_from_the_server(opened):
    client, list_id = opened({"s1": ""})
    answer = client.edit(list_id, insert(to=end("s1")), insert(to=end("s1")))
    rows = [e["row"] for e in answer.body["insertedRows"]]
    assert len(set(rows)) == 2 and client.lists[list_id].shape() == {"s1": " ".join(rows)}


def test_insertRow_of_an_id_in_use_is_duplicateID(opened):
    client, list_id = opened({"s1": "a", "s2": "b"})
    answer = client.edit(list_id, insert("b", end("s1")))
    assert (answer.kind, answer.body["code"], answer.body["action"]) == ("reject", "duplicateID", 0)


def test_an_id_deleted_earlier_in_the_edit_is_duplicateID(opened):
    client, list_id = opened({"s1": "a", "s2": "b"})
    answer = client.edit(list_id, delete("a"), insert("a", end("s1")))
    assert (answer.body["code"], answer.body["action"]) == ("duplicateID", 1)
    answer = client.edit(list_id, delete_sections("s2"), insert_section("s2"))
    assert (answer.body["code"], answer.body["action"]) == ("duplicateID", 1)
    answer = client.edit(list_id, delete_sections("s2"), insert("b", end("s1")))
    assert (answer.body["code"], answer.body["action"]) == ("duplicateID", 1)
    answer = client.edit(list_id, insert("n"), delete("n"), insert("n"))
    assert (answer.body["code"], answer.body["action"]) == ("duplicateID", 2)


def test_updateRow_sets_named_fields_whole_and_null_removes(opened):
    client, list_id = opened([{"id": "s1", "title": "S", "rows": [
        {"id": "a", "fields": {"title": "A", "tags": {"x": 1, "y": 2}, "note": "n"}}]}])
    answer = client.edit(list_id, update("a", {"tags": {"z": 3}, "note": None, "new": 0}))
    assert answer.body["updatedRows"] == [
        {"row": "a", "at": [0, 0], "fields": {"tags": {"z": 3}, "note": None, "new": 0}}]
    assert client.lists[list_id].row("a")["fields"] == {"title": "A", "tags": {"z": 3}, "new": 0}


def test_numbers_are_kept_as_written(server, opened):
    client, list_id = opened({"s1": ""})
    client.socket.send('{"type":"edit","list":"%s","id":1,"actions":[{"op":"insertRow","row":"a",'
                       '"fields":{"x":1.10,"y":1E2,"z":-0.0,"w":0.1000000000000000055}}]}' % list_id)
    client.reach(list_id, 1)
    body = server.get(f"/api/lists/{list_id}").body.decode()
    for text in (body, client.frames[-1]):
        for number in (":1.10", ":1E2", ":-0.0", ":0.1000000000000000055"):
            assert number in text.replace(" ", "")


def test_updateRow_of_what_is_already_so_is_a_noop(opened):
    client, list_id = opened({"s1": "a"})
    for fields in ({"title": "a"}, {"nothing": None}, {}):
        assert client.edit(list_id, update("a", fields)).body["outcome"] == "noop"


def test_updateRow_with_ifRevision_conflicts_with_anothers_change(connect, opened):
    client, list_id = opened({"s1": "a b"})
    other = connect()
    other.open(list_id)
    other.edit(list_id, update("a", {"title": "theirs"}))
    answer = client.edit(list_id, update("b", {"x": 1}), update("a", {"title": "mine"}, ifRevision=0))
    assert (answer.kind, answer.body["code"], answer.body["action"]) == ("reject", "conflict", 1)
    assert client.edit(list_id, update("a", {"title": "mine"}, ifRevision=1)).kind == "set"


def test_updateRow_with_ifRevision_does_not_conflict_with_ones_own_change(opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, update("a", {"title": "1"}))
    assert client.edit(list_id, update("a", {"title": "2"}, ifRevision=0)).kind == "set"


def test_updateRow_with_ifRevision_does_not_mind_a_move(connect, opened):
    client, list_id = opened({"s1": "a b"})
    other = connect()
    other.open(list_id)
    other.edit(list_id, move("a", end("s1")))
    other.edit(list_id, update("b", {"x": 1}))
    assert client.edit(list_id, update("a", {"title": "2"}, ifRevision=0)).kind == "set"


def test_updateRow_sets_rules_and_null_takes_them_off(server, opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, update("a", deletable=False, movable=False))
    assert client.lists[list_id].row("a")["deletable"] is False
    assert client.edit(list_id, delete("a")).body["code"] == "deleteDisabled"
    client.edit(list_id, update("a", deletable=None, movable=None))
    assert client.lists[list_id].row("a") == {"id": "a", "fields": {"title": "a"}}
    assert client.edit(list_id, delete("a")).kind == "set"


def test_deleteRows_skips_what_is_not_there(opened):
    assert shape_after(opened, {"s1": "a b c"}, delete("x", "b", "y")) == {"s1": "a c"}


def test_deleteRows_of_nothing_there_is_a_noop(opened):
    client, list_id = opened({"s1": "a"})
    assert client.edit(list_id, delete("x")).body["outcome"] == "noop"
    assert client.edit(list_id, delete()).body["outcome"] == "noop"


def test_deleteRows_over_all_sections_is_one_set(opened):
    client, list_id = opened({"odd": "1 3 5", "even": "2 4 6"})
    answer = client.edit(list_id, delete("3", "4", "5", "6"))
    assert answer.body["deletedRows"] == [
        {"row": "3", "at": [0, 1]}, {"row": "5", "at": [0, 2]},
        {"row": "4", "at": [1, 1]}, {"row": "6", "at": [1, 2]}]
    assert client.lists[list_id].shape() == {"odd": "1", "even": "2"}


def test_moveRow_goes_to_another_section(opened):
    assert shape_after(opened, {"s1": "a b", "s2": "c d"}, move("a", at("s2", 1))) == {
        "s1": "b", "s2": "c a d"}


def test_moveRow_to_where_it_stands_is_a_noop(opened):
    client, list_id = opened({"s1": "a b c"})
    for to in (at("s1", 1), after("a"), {"before": "c"}, {"before": "b"}, after("b")):
        assert client.edit(list_id, move("b", to)).body["outcome"] == "noop", to


def test_moveRows_lays_rows_together_in_list_order(opened):
    assert shape_after(opened, {"s1": "a b c", "s2": "d e f"}, move_all("f d b", at("s1", 1))) == {
        "s1": "a b d f c", "s2": "e"}


def test_moveRows_counts_its_index_with_all_rows_taken_out(opened):
    assert shape_after(opened, {"s1": "a b c d e"}, move_all("a c", at("s1", 2))) == {
        "s1": "b d a c e"}


def test_moveRows_skips_what_is_not_there(opened):
    assert shape_after(opened, {"s1": "a b c"}, move_all("x a", end("s1"))) == {"s1": "b c a"}
    client, list_id = opened({"s1": "a"})
    assert client.edit(list_id, move_all("x", end("s1"))).body["outcome"] == "noop"


def test_insertSection_has_id_title_rules_and_place(opened):
    client, list_id = opened({"s1": "a", "s2": "b"})
    answer = client.edit(list_id, insert_section("n", {"index": 1}, "N", rules={"maxRows": 3}),
                         insert("x", end("n")))
    assert answer.body["insertedSections"] == [
        {"section": "n", "at": 1, "title": "N", "rules": {"maxRows": 3}}]
    assert list(client.lists[list_id].shape()) == ["s1", "n", "s2"]
    assert client.lists[list_id].section("n")["rules"] == {"maxRows": 3}


def test_insertSection_without_an_id_gets_one(opened):
    client, list_id = opened({})
    answer = client.edit(list_id, insert_section(title="One"))
    assert client.lists[list_id].sections[0]["id"] == answer.body["insertedSections"][0]["section"]


def test_insertSection_of_an_id_in_use_is_duplicateID(opened):
    client, list_id = opened({"s1": ""})
    assert client.edit(list_id, insert_section("s1")).body["code"] == "duplicateID"


def test_updateSection_sets_title_and_rules_whole(opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, update_section("s1", rules={"editable": False, "maxRows": 4}))
    answer = client.edit(list_id, update_section("s1", title="T", rules={"insertable": False}))
    assert answer.body["updatedSections"] == [
        {"section": "s1", "at": 0, "title": "T", "rules": {"insertable": False}}]
    assert client.edit(list_id, update("a", {"x": 1})).kind == "set"
    answer = client.edit(list_id, update_section("s1", title="T", rules={"insertable": False}))
    assert answer.body["outcome"] == "noop"


def test_updateSection_tells_only_what_changed(opened):
    client, list_id = opened({"s1": "a"})
    answer = client.edit(list_id, update_section("s1", title="New"))
    assert answer.body["updatedSections"] == [{"section": "s1", "at": 0, "title": "New"}]


def test_deleteSections_takes_their_rows_and_skips_what_is_not_there(opened):
    client, list_id = opened({"s1": "a", "s2": "b c", "s3": "d"})
    answer = client.edit(list_id, delete_sections("s2", "x"))
    assert answer.body["deletedSections"] == [{"section": "s2", "at": 1}]
    assert "deletedRows" not in answer.body
    assert client.lists[list_id].shape() == {"s1": "a", "s3": "d"}
    assert client.edit(list_id, delete_sections("x")).body["outcome"] == "noop"


def test_moveSection_moves_it_with_its_rows(opened):
    client, list_id = opened({"s1": "a", "s2": "b", "s3": "c"})
    answer = client.edit(list_id, move_section("s1", {"index": 2}))
    assert answer.body["movedSections"] == [{"section": "s1", "from": 0, "to": 2}]
    assert "movedRows" not in answer.body
    assert list(client.lists[list_id].shape()) == ["s2", "s3", "s1"]
    assert client.edit(list_id, move_section("s1", {"index": 2})).body["outcome"] == "noop"


def test_updateList_sets_title_and_rules_whole(server, opened):
    client, list_id = opened({"s1": "a"}, rules={"maxRows": 5})
    answer = client.edit(list_id, update_list(title="T", rules={"editable": False}))
    assert answer.body["updatedList"] == {"title": "T", "rules": {"editable": False}}
    assert client.lists[list_id].rules == {"editable": False}
    assert server.snapshot(list_id)["title"] == "T"
    answer = client.edit(list_id, update_list(title="T"))
    assert answer.body["outcome"] == "noop"
