"""protocol.md, "Change sets": keys, paths, net effects, counts. The model checks the rest."""

from actions import (at, before, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, start, update, update_list, update_section)

META = {"revision", "at", "client", "intent"}


def content(client, list_id, *actions):
    """What an edit's set holds besides revision, time, client and intent."""
    answer = client.edit(list_id, *actions)
    assert answer.kind == "set", answer
    assert META <= answer.body.keys()
    for entry in answer.body.get("updatedRows", []):
        if not entry.get("fields", True):
            del entry["fields"]
    return {k: v for k, v in answer.body.items() if k not in META}


def test_a_set_names_revision_time_client_and_intent(connect, opened):
    client, list_id = opened({"s1": "a"})
    client.edit(list_id, insert("b"), id=3)
    last = client.edit(list_id, insert("c"), id=8).body
    assert (last["revision"], last["client"], last["intent"]) == (2, client.public, 8)
    assert "undoes" not in last and "redoes" not in last and "folds" not in last
    assert abs(last["at"] - connect().welcome["time"]) < 60_000
    assert "user" not in last


def test_the_times_of_sets_never_fall(connect, opened):
    client, list_id = opened({"s1": ""})
    for _ in range(50):
        client.post(list_id, insert(to=start("s1")))
    client.reach(list_id, 50)
    times = [s["at"] for s in client.sets[list_id]]
    assert times == sorted(times)


def test_deletedRows_have_paths_before_the_set(opened):
    client, list_id = opened({"s1": "a b c", "s2": "d"})
    assert content(client, list_id, insert("x", start("s1")), delete("c", "d", "a")) == {
        "insertedRows": [{"row": "x", "at": [0, 0], "fields": {"title": "x"}}],
        "deletedRows": [{"row": "a", "at": [0, 0]}, {"row": "c", "at": [0, 2]}, {"row": "d", "at": [1, 0]}]}


def test_insertedRows_have_paths_after_the_set(opened):
    client, list_id = opened({"s1": "a b c"})
    assert content(client, list_id, insert("x", end("s1"), pinned="bottom", movable=False), delete("a"),
                   insert("y", start("s1"))) == {
        "deletedRows": [{"row": "a", "at": [0, 0]}],
        "insertedRows": [{"row": "y", "at": [0, 0], "fields": {"title": "y"}},
                         {"row": "x", "at": [0, 3], "fields": {"title": "x"}, "movable": False,
                          "pinned": "bottom"}]}


def test_movedRows_go_from_a_path_before_to_a_path_after(opened):
    client, list_id = opened({"s1": "a b c d", "s2": "e"})
    assert content(client, list_id, delete("a"), move("d", start("s1")), insert("x", start("s1"))) == {
        "deletedRows": [{"row": "a", "at": [0, 0]}],
        "insertedRows": [{"row": "x", "at": [0, 0], "fields": {"title": "x"}}],
        "movedRows": [{"row": "d", "from": [0, 3], "to": [0, 1]}]}


def test_movedRows_never_list_rows_that_made_room(opened):
    client, list_id = opened({"s1": "a b c d"})
    assert content(client, list_id, move("a", end("s1"))) == {
        "movedRows": [{"row": "a", "from": [0, 0], "to": [0, 3]}]}
    assert content(client, list_id, move("a", start("s1"))) == {
        "movedRows": [{"row": "a", "from": [0, 3], "to": [0, 0]}]}
    assert content(client, list_id, move("a", at("s1", 1))) == {
        "movedRows": [{"row": "a", "from": [0, 0], "to": [0, 1]}]}


def test_updatedRows_have_paths_before_the_set(opened):
    client, list_id = opened({"s1": "a b"})
    assert content(client, list_id, insert("x", start("s1")), update("b", {"n": 1, "title": None})) == {
        "insertedRows": [{"row": "x", "at": [0, 0], "fields": {"title": "x"}}],
        "updatedRows": [{"row": "b", "at": [0, 1], "fields": {"n": 1, "title": None}}]}


def test_updatedRows_name_only_what_changed(opened):
    client, list_id = opened({"s1": "a"})
    assert content(client, list_id, update("a", {"title": "a", "n": 1, "gone": None})) == {
        "updatedRows": [{"row": "a", "at": [0, 0], "fields": {"n": 1}}]}


def test_a_row_may_be_both_updated_and_moved(opened):
    client, list_id = opened({"s1": "a b c"})
    assert content(client, list_id, move("a", end("s1")), update("a", {"n": 1})) == {
        "updatedRows": [{"row": "a", "at": [0, 0], "fields": {"n": 1}}],
        "movedRows": [{"row": "a", "from": [0, 0], "to": [0, 2]}]}


def test_sections_follow_the_same_convention(opened):
    client, list_id = opened({"s1": "a", "s2": "b", "s3": "c", "s4": ""})
    assert content(client, list_id, delete_sections("s1"), move_section("s4", {"at": "start"}),
                   insert_section("n", {"index": 1}, "N"), update_section("s3", title="T")) in [
        {"deletedSections": [{"section": "s1", "at": 0}],
         "movedSections": [{"section": "s4", "from": 3, "to": 0}],
         "insertedSections": [{"section": "n", "at": 1, "title": "N", **rules}],
         "updatedSections": [{"section": "s3", "at": 2, "title": "T"}]} for rules in ({}, {"rules": {}})]
    assert list(client.lists[list_id].shape()) == ["s4", "n", "s2", "s3"]


def test_updatedList_tells_only_what_changed(opened):
    client, list_id = opened({})
    assert content(client, list_id, update_list(title="T")) == {"updatedList": {"title": "T"}}
    assert content(client, list_id, update_list(title="T", rules={"maxRows": 3})) == {
        "updatedList": {"rules": {"maxRows": 3}}}


def test_a_row_inserted_and_updated_is_inserted(opened):
    client, list_id = opened({"s1": "a"})
    assert content(client, list_id, insert("x", start("s1")), update("x", {"n": 1, "title": None}),
                   move("x", end("s1"))) == {
        "insertedRows": [{"row": "x", "at": [0, 1], "fields": {"n": 1}}]}


def test_a_row_inserted_and_deleted_is_nothing(opened):
    client, list_id = opened({"s1": "a"})
    assert client.edit(list_id, insert("x"), delete("x")).body["outcome"] == "noop"
    assert "insertedRows" not in content(client, list_id, insert("x"), insert("y"), delete("x", "a")) or (
        client.lists[list_id].shape() == {"s1": "y"})
    assert client.lists[list_id].shape() == {"s1": "y"}


def test_a_section_inserted_and_deleted_is_nothing(opened):
    client, list_id = opened({"s1": "a"})
    answer = client.edit(list_id, insert_section("n"), insert("x", end("n")), delete_sections("n"))
    assert answer.body["outcome"] == "noop"


def test_a_row_moved_there_and_back_is_nothing(opened):
    client, list_id = opened({"s1": "a b"})
    answer = client.edit(list_id, move("a", end("s1")), move("a", start("s1")))
    assert answer.body["outcome"] == "noop"


def test_a_field_set_there_and_back_is_nothing(opened):
    client, list_id = opened({"s1": "a"})
    answer = client.edit(list_id, update("a", {"title": "x"}), update("a", {"title": "a"}))
    assert answer.body["outcome"] == "noop"


def test_a_row_moved_into_a_section_that_is_then_deleted_is_deleted(opened):
    client, list_id = opened({"s1": "a b", "s2": "c"})
    assert content(client, list_id, move("a", end("s2")), delete_sections("s2")) == {
        "deletedRows": [{"row": "a", "at": [0, 0]}], "deletedSections": [{"section": "s2", "at": 1}]}


def test_a_row_moved_out_of_a_section_that_is_then_deleted_is_moved(opened):
    client, list_id = opened({"s1": "a b", "s2": "c"})
    assert content(client, list_id, move("b", start("s2")), delete_sections("s1")) == {
        "movedRows": [{"row": "b", "from": [0, 1], "to": [0, 0]}],
        "deletedSections": [{"section": "s1", "at": 0}]}


def test_rows_that_stood_in_a_deleted_section_are_never_in_deletedRows(opened):
    client, list_id = opened({"s1": "a b c", "s2": "d"})
    assert content(client, list_id, delete("a"), move("b", end("s2")), delete("b"), delete_sections("s1")) == {
        "deletedSections": [{"section": "s1", "at": 0}]}


def test_a_row_inserted_into_a_deleted_section_is_nothing(opened):
    client, list_id = opened({"s1": "a", "s2": ""})
    assert content(client, list_id, insert("x", end("s1")), delete_sections("s1")) == {
        "deletedSections": [{"section": "s1", "at": 0}]}


def test_a_row_updated_and_deleted_is_deleted(opened):
    client, list_id = opened({"s1": "a b"})
    assert content(client, list_id, update("a", {"n": 1}), move("a", end("s1")), delete("a")) == {
        "deletedRows": [{"row": "a", "at": [0, 0]}]}


def test_rows_of_a_section_that_moves_may_change_at_once(opened):
    client, list_id = opened({"s1": "a b", "s2": "c d"})
    assert content(client, list_id, move_section("s2", {"index": 0}), move("d", start("s2")),
                   move("a", before("c")), insert("x", end("s1")), delete("b")) == {
        "movedSections": [{"section": "s2", "from": 1, "to": 0}],
        "deletedRows": [{"row": "b", "at": [0, 1]}],
        "insertedRows": [{"row": "x", "at": [1, 0], "fields": {"title": "x"}}],
        "movedRows": [{"row": "a", "from": [0, 0], "to": [0, 1]}, {"row": "d", "from": [1, 1], "to": [0, 0]}]}


def test_counts_are_those_after_the_last_set_and_the_bytes_the_same_for_all(connect, opened):
    client, list_id = opened({"s1": "a b", "s2": "c", "s3": ""})
    others = [connect(), connect()]
    for one in others:
        one.open(list_id)
        one.settle()
    client.settle()
    seen = [len(one.frames) for one in (client, *others)]
    client.edit(list_id, move_all("a c", end("s3")), insert("x", end("s2")))
    frames = []
    for one, n in zip((client, *others), seen):
        one.reach(list_id, 1)
        frames.append([f for f in one.frames[n:] if '"changes"' in f])
    assert frames[0] == frames[1] == frames[2] and len(frames[0]) == 1
    message = client.take(type="changes")
    assert message["counts"] == [1, 1, 2] and message["list"] == list_id


def test_each_edit_has_its_own_set_and_revision_in_a_batch(opened):
    client, list_id = opened({"s1": ""})
    messages = [client.message(list_id, [insert(f"r{i}", end("s1"))]) for i in range(20)]
    client.send(*messages)
    client.reach(list_id, 20)
    assert [(s["revision"], s["intent"]) for s in client.sets[list_id]] == [(i, i) for i in range(1, 21)]


def test_setting_pinned_moves_the_row_to_the_near_edge_of_its_band(opened):
    client, list_id = opened({"s1": "p^ a b c q_"})
    assert content(client, list_id, update("b", pinned="top")) == {
        "updatedRows": [{"row": "b", "at": [0, 2], "pinned": "top"}],
        "movedRows": [{"row": "b", "from": [0, 2], "to": [0, 1]}]}
    client.edit(list_id, update("a", pinned="bottom"))
    assert client.lists[list_id].shape() == {"s1": "p b c a q"}
    assert content(client, list_id, update("p", pinned=None)) == {
        "updatedRows": [{"row": "p", "at": [0, 0], "pinned": None}],
        "movedRows": [{"row": "p", "from": [0, 0], "to": [0, 1]}]}
    client.edit(list_id, update("q", pinned=None))
    assert client.lists[list_id].shape() == {"s1": "b p c q a"}
    client.edit(list_id, update("b", pinned="bottom"))
    assert client.lists[list_id].shape() == {"s1": "p c q b a"}
