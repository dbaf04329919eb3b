"""protocol.md, "Windows": opening a list with a window, and the rows that come."""

import random

import pytest

from actions import end, insert, move, update
from windowed import WindowedClient, names, shape

LONG = {"s1": "p^ q^ " + names(40) + " z_", "s2": "", "s3": names(30, "t")}


@pytest.fixture
def wide(connect, server):
    """A session that opens lists with windows."""
    clients = []

    def make(**options):
        clients.append(WindowedClient(server.ws(), **options))
        return clients[-1]

    yield make
    for client in clients:
        client.leave()


def test_the_welcome_names_the_rows_of_a_window(connect):
    assert connect().welcome["limits"]["windowRows"] == 1000


def test_an_outline_comes_where_a_snapshot_would(server, wide):
    list_id = server.make(LONG, rules={"moveScope": "section"}, title="Songs")
    outline = wide().window(list_id, {"row": "r10"}, before=2, after=3)
    snapshot = server.snapshot(list_id)
    assert {key: outline[key] for key in ("epoch", "revision", "title", "rules")} == {
        key: snapshot[key] for key in ("epoch", "revision", "title", "rules")}
    assert [{**section, "rows": len(section["rows"])} for section in snapshot["sections"]] == [
        {key: section[key] for key in ("id", "title", "rules", "rows")} for section in outline["sections"]]
    assert [(s["rows"], s["top"], s["bottom"]) for s in outline["sections"]] == [(43, 2, 1), (0, 0, 0), (30, 0, 0)]
    assert shape(outline["runs"]) == {(0, 10): "r8 r9 r10 r11 r12"}
    assert outline["runs"][0]["rows"] == snapshot["sections"][0]["rows"][10:15]


@pytest.mark.parametrize("around, runs", [
    ([{"row": "r77"}, {"row": "r3"}, {"row": "r9"}], {(0, 4): "r2 r3 r4"}),
    ([{"section": "none", "index": 1}, {"section": "s3", "index": 5}], {(2, 4): "t4 t5 t6"}),
    ([{"section": "s3", "index": 99}], {(2, 29): "t29"}),
    ([{"section": "s1", "index": 99}], {(0, 42): "z", (2, 0): "t0 t1"}),
    ([{"section": "s2", "index": 0}], {(0, 42): "z", (2, 0): "t0 t1"}),
    ([{"section": "s3", "index": 0}], {(0, 42): "z", (2, 0): "t0 t1"}),
    ([{"row": "z"}], {(0, 41): "r39 z", (2, 0): "t0"}),
    ([{"row": "gone"}], {(0, 0): "p q"}),
    ([], {(0, 0): "p q"}),
    ([{"row": "p"}], {(0, 0): "p q"}),
])
def test_the_first_place_that_is_there_counts(server, wide, around, runs):
    client, list_id = wide(), server.make(LONG)
    outline = client.window(list_id, *around, before=1, after=2)
    assert shape(outline["runs"]) == runs
    rows = client.ask(list_id, "rows", around=around, before=1, after=2)
    assert (rows["type"], shape(rows["runs"])) == ("rows", runs)


def test_without_rows_asked_for_there_are_only_counts(server, wide):
    list_id = server.make(LONG)
    outline = wide().window(list_id, {"row": "r10"}, before=0, after=0)
    assert outline["runs"] == [] and outline["sections"][0]["rows"] == 43
    empty = wide().window(server.make({}), {"row": "r10"}, before=9, after=9)
    assert (empty["sections"], empty["runs"]) == ([], [])


def test_of_a_place_come_the_rows_nearest_to_it(server, wide):
    list_id = server.make({"s1": names(1500), "s2": names(700, "t")})
    client = wide()
    outline = client.window(list_id, {"row": "r700"}, before=2000, after=2000)
    assert [(run["at"], len(run["rows"])) for run in outline["runs"]] == [([0, 200], 1000)]
    for place, first in (("r100", 0), ("t300", 1300), ("t690", 1500)):
        rows = client.ask(list_id, "rows", around=[{"row": place}], before=2000, after=2000)
        assert sum(len(run["rows"]) for run in rows["runs"]) == 1000
        start = rows["runs"][0]["at"]
        assert start[0] * 1500 + start[1] == min(first, 1200)


def test_no_more_bytes_come_than_a_set_may_have(server, wide, connect):
    list_id = server.make({"s1": names(80)})
    writer = connect()
    writer.open(list_id)
    for i in range(80):
        writer.post(list_id, update(f"r{i}", {"title": "x" * 15_000}))
    writer.answer(list_id, 80)
    client = wide()
    outline = client.window(list_id, {"row": "r40"}, before=40, after=40)
    [run] = outline["runs"]
    assert 30 <= len(run["rows"]) <= 34
    assert abs(run["at"][1] + len(run["rows"]) / 2 - 40) <= 1
    rows = client.ask(list_id, "rows", ranges=[{"at": [0, 60], "rows": 3}, {"at": [0, 0], "rows": 60}])
    assert shape(rows["runs"])[0, 60] == "r60 r61 r62" and rows["runs"][0]["at"] == [0, 0]
    assert 30 <= sum(len(run["rows"]) for run in rows["runs"]) <= 34
    rows = client.ask(list_id, "rows", ids=[f"r{i}" for i in reversed(range(80))] + ["gone"])
    assert rows["runs"][-1]["rows"][-1]["id"] == "r79" and rows["missing"] == ["gone"]
    assert 30 <= sum(len(run["rows"]) for run in rows["runs"]) <= 34
    only = client.ask(list_id, "rows", around=[{"row": "r40"}], before=40, after=40, only="ids")
    assert only["runs"][0]["rows"] == [{"id": f"r{i}"} for i in range(80)]


def test_a_since_that_history_reaches_brings_the_catchup(server, wide, connect):
    list_id = server.make(LONG)
    writer = connect()
    writer.open(list_id)
    client = wide()
    outline = client.window(list_id, {"row": "r3"}, after=5)
    client.leave()
    writer.edit(list_id, move("r3", end("s3")))
    back = wide(key=client.key)
    back.lists[list_id] = client.lists[list_id]
    window = {"around": [{"row": "r3"}], "after": 5}
    back.send({"type": "open", "list": list_id, "since": 0, "epoch": outline["epoch"], "window": window})
    assert back.take(type="catchup")["revision"] == 1
    assert "runs" not in back.inbox
    for since, epoch in ((0, "another"), (9, outline["epoch"])):
        outline = back.window(list_id, {"row": "r3"}, after=5, since=since, epoch=epoch)
        assert shape(outline["runs"]) == {(2, 30): "r3"}


def test_opening_again_without_a_window_ends_it(server, wide, connect):
    list_id = server.make(LONG)
    client = wide()
    client.window(list_id, {"row": "r3"}, after=5)
    client.open(list_id)
    assert client.lists[list_id].shape()["s3"] == names(30, "t")
    rows = client.ask(list_id, "rows", ids=["r3"])
    assert shape(rows["runs"]) == {(0, 5): "r3"}


def test_change_sets_are_the_same_bytes_for_everyone(server, wide, connect):
    list_id = server.make(LONG)
    client, plain = wide(), connect()
    client.window(list_id, {"row": "r3"}, after=5)
    plain.open(list_id)
    frames = len(client.frames), len(plain.frames)
    plain.edit(list_id, move("r20", end("s2")), insert("new", end("s3")))
    client.reach(list_id, 1)
    sets = [[f for f in one.frames[n:] if '"changes"' in f] for one, n in zip((client, plain), frames)]
    assert sets[0] == sets[1] != []


def test_whatever_a_window_holds_is_the_list_at_its_revision(server, wide, connect):
    list_id = server.make({"s1": names(60), "s2": names(40, "t"), "s3": names(20, "u")})
    client, writer = wide(), connect()
    writer.open(list_id)
    client.window(list_id, {"row": "r30"}, before=10, after=20)
    for _ in range(60):
        edit_somewhere(writer, list_id)
        client.reach(list_id, writer.lists[list_id].revision)
        sparse, whole = client.lists[list_id], writer.lists[list_id]
        assert sparse.counts() == whole.counts()
        for (section, row), held in sparse.known().items():
            assert whole.sections[section]["rows"][row] == held
        if sparse.holes():
            rows = client.ask(list_id, "rows", ids=sparse.holes())
            assert rows["revision"] == whole.revision and "missing" not in rows
            sparse.forget_holes()
            sparse.lay(rows["runs"])
        place = {"section": random.choice(["s1", "s2", "s3"]), "index": random.randrange(70)}
        rows = client.ask(list_id, "rows", around=[place], before=3, after=3)
        sparse.lay(rows["runs"])
    assert len(sparse.known()) > 50


def edit_somewhere(writer, list_id):
    model = writer.lists[list_id]
    row = random.choice([row["id"] for section in model.sections for row in section["rows"]])
    place = {"section": random.choice(["s1", "s2", "s3"]), "index": random.randrange(60)}
    action = random.choice([
        move(row, place), move(row, place), insert(None, place), update(row, {"title": str(random.random())}),
        {"op": "deleteRows", "rows": [row]}])
    assert writer.edit(list_id, action).kind in ("set", "ack")
