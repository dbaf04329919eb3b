"""protocol.md, "Windows": `rows`, `check` and `find`."""

import json

import pytest

from actions import delete, insert, start, update
from model import digest
from windowed import WindowedClient, names, shape

LONG = {"s1": names(40), "s2": "", "s3": names(30, "t")}
NOTHING = digest([])


@pytest.fixture
def client(server):
    """A session that asks."""
    one = WindowedClient(server.ws())
    yield one
    one.leave()


@pytest.fixture
def list_id(server, client):
    """A list that the session has open, without a window."""
    made = server.make(LONG)
    client.open(made)
    return made


def fnv(ids):
    value = 0x811C9DC5
    for byte in "".join(f"{i}\n" for i in ids).encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return f"{value:08x}"


def test_ranges_lie_in_one_section_and_are_cut_at_its_end(client, list_id):
    ranges = [{"at": [0, 38], "rows": 9}, {"at": [2, 0], "rows": 2}, {"at": [1, 0], "rows": 5},
              {"at": [2, 30], "rows": 1}, {"at": [7, 0], "rows": 1}, {"at": [0, 3], "rows": 0}]
    rows = client.ask(list_id, "rows", ranges=ranges)
    assert shape(rows["runs"]) == {(0, 38): "r38 r39", (2, 0): "t0 t1"}
    assert rows["revision"] == 0 and "missing" not in rows


def test_runs_ascend_and_do_not_overlap(client, list_id):
    ranges = [{"at": [s, r], "rows": n} for s, r, n in ((2, 5, 2), (0, 5, 3), (0, 7, 3), (0, 2, 3))]
    assert shape(client.ask(list_id, "rows", ranges=ranges)["runs"]) == {
        (0, 2): "r2 r3 r4 r5 r6 r7 r8 r9", (2, 5): "t5 t6"}
    ids = ["t9", "r8", "r7", "gone", "r5", "t8", "r7"]
    rows = client.ask(list_id, "rows", ids=ids)
    assert shape(rows["runs"]) == {(0, 5): "r5", (0, 7): "r7 r8", (2, 8): "t8 t9"}
    assert rows["missing"] == ["gone"]


def test_with_only_ids_rows_have_no_fields(client, list_id):
    rows = client.ask(list_id, "rows", ids=["r2", "gone"], only="ids")
    assert rows["runs"] == [{"at": [0, 2], "rows": [{"id": "r2"}]}] and rows["missing"] == ["gone"]
    rows = client.ask(list_id, "rows", ranges=[{"at": [2, 28], "rows": 5}], only="ids")
    assert rows["runs"] == [{"at": [2, 28], "rows": [{"id": "t28"}, {"id": "t29"}]}]


def test_no_more_rows_come_than_a_window_has(server, client):
    list_id = server.make({"s1": names(1400)})
    client.open(list_id)
    rows = client.ask(list_id, "rows", ranges=[{"at": [0, 1000], "rows": 300}, {"at": [0, 0], "rows": 1400}])
    assert [(run["at"], len(run["rows"])) for run in rows["runs"]] == [([0, 0], 700), ([0, 1000], 300)]
    ids = ["gone", *(f"r{i}" for i in reversed(range(1400))), "gone too"]
    assert client.ask(list_id, "rows", ids=ids)["code"] == "badMessage"  # a space in an id
    rows = client.ask(list_id, "rows", ids=[*ids[:-1], "gone2"])
    assert [(run["at"], len(run["rows"])) for run in rows["runs"]] == [([0, 400], 1000)]
    assert rows["missing"] == ["gone", "gone2"]


def test_n_is_answered_as_it_came(client, list_id):
    for n in (0, -7, 2**53 - 1, 1 - 2**53):
        client.send({"type": "rows", "list": list_id, "n": n, "ids": []})
        assert client.take(type="rows") == {"type": "rows", "list": list_id, "n": n, "revision": 0, "runs": []}


def test_check_tells_the_digest_of_each_range(client, list_id):
    ranges = [{"at": [0, 3], "rows": 4}, {"at": [0, 38], "rows": 9}, {"at": [1, 0], "rows": 3},
              {"at": [0, 40], "rows": 1}, {"at": [9, 0], "rows": 1}, {"at": [0, 0], "rows": 0}]
    client.edit(list_id, delete("r5"))
    checked = client.ask(list_id, "check", ranges=ranges)
    assert checked["revision"] == 1
    assert checked["digests"] == [fnv(["r3", "r4", "r6", "r7"]), fnv(["r39"]), *[NOTHING] * 4]


def test_check_of_a_long_list_is_that_of_its_revision(server, client):
    list_id = server.make({"s1": names(5000), "s2": names(500, "t")})
    client.open(list_id)
    for revision in range(1, 6):
        client.post(list_id, insert(f"n{revision}", start("s1")))
        checked = client.ask(list_id, "check", ranges=[{"at": [0, 0], "rows": 9000}, {"at": [1, 0], "rows": 500}])
        new = [f"n{i}" for i in range(checked["revision"], 0, -1)]
        assert checked["digests"] == [fnv([*new, *names(5000).split()]), fnv(names(500, "t").split())]


def test_find_looks_in_the_string_values_of_the_named_fields(client, list_id):
    client.edit(list_id, update("r3", {"title": "Blue moon", "detail": "x", "n": 7}))
    client.edit(list_id, update("t4", {"title": "x", "detail": "deep BLUE sea"}))
    client.edit(list_id, update("t5", {"title": "x", "list": ["blue"]}))
    def found(text, **more):
        answer = client.ask(list_id, "find", text=text, limit=50, **more)
        assert answer["revision"] == 3 and "next" not in answer
        return [(row["at"], row["row"]["id"]) for row in answer["rows"]]
    assert found("blue") == [([0, 3], "r3"), ([2, 4], "t4")]
    assert found("bLUE", fields=["title"]) == [([0, 3], "r3")]
    assert found("blue", fields=["none", "detail"]) == [([2, 4], "t4")]
    assert found("blue", **{"from": [0, 4]}) == [([2, 4], "t4")]
    assert found("7", fields=["n"]) == [] and found("blues") == []
    row = client.ask(list_id, "find", text="deep")["rows"][0]["row"]
    assert row == {"id": "t4", "fields": {"title": "x", "detail": "deep BLUE sea"}}


@pytest.mark.parametrize("value, text, is_found", [
    ("ΣΊΣΥΦΟΣ", "σίσυφος", True), ("Straße", "STRASSE", True), ("STRASSE", "straße", True),
    ("Cafe\u0301", "caf\u00e9", True), ("Caf\u00e9", "cafe\u0301", True), ("Caf\u00e9", "cafe", False),
    ("Cafe\u0301", "cafe", False), ("\uff21\uff22\uff23", "abc", True), ("abc", "\uff21\uff22\uff23", True),
    ("\ufb01n", "fin", True), ("fin", "\ufb01", True), ("\u1100\u1161", "가", True), ("soft\u00adly", "softly", True),
    ('say "A\\B"\n', '"a\\b"\n', True), ("x", "", True), ("ЁЖ", "ёж", True), ("😀X", "😀x", True)])
def test_find_compares_under_nfkc_and_full_case_folding(server, client, value, text, is_found):
    list_id = server.make([{"id": "s", "title": "S", "rows": [{"id": "r", "fields": {"title": value}}]}])
    client.open(list_id)
    rows = client.ask(list_id, "find", text=text)["rows"]
    assert [row["row"]["fields"] for row in rows] == ([{"title": value}] if is_found else [])


def test_find_takes_linear_time_for_marks_that_have_to_be_sorted(server, client):
    marks = "\u0301\u0323" * 3000
    list_id = server.make([{"id": "s", "title": "S", "rows": [
        {"id": f"r{i}", "fields": {"title": f"x{i}{marks}"}} for i in range(10)]}])
    client.open(list_id)
    rows = client.ask(list_id, "find", text="X7" + marks)["rows"]
    assert [row["row"]["id"] for row in rows] == ["r7"]


def test_find_comes_a_page_at_a_time(server, client):
    list_id = server.make({"s1": names(3000), "s2": "", "s3": names(3000, "t")})
    client.open(list_id)
    for limit in (7, 100, 5000):
        found, pages, where = [], 0, {}
        while where is not None:
            page = client.ask(list_id, "find", text="99", limit=limit, **where)
            assert len(page["rows"]) <= min(limit, 1000)
            found += [row["row"]["id"] for row in page["rows"]]
            where = {"from": page["next"]} if "next" in page else None
            pages += 1
        assert found == [i for i in (names(3000) + " " + names(3000, "t")).split() if "99" in i]
        assert pages >= len(found) / limit


@pytest.mark.parametrize("message", [
    {"type": "rows", "ids": [], "ranges": []}, {"type": "rows"}, {"type": "rows", "ids": "r1"},
    {"type": "rows", "around": [{"row": "r1", "index": 0}]}, {"type": "rows", "ids": [], "only": "titles"},
    {"type": "rows", "ranges": [{"at": [0], "rows": 1}]}, {"type": "rows", "ranges": [{"at": [0, 0], "rows": -1}]},
    {"type": "rows", "around": [], "before": 1.5}, {"type": "check"},
    {"type": "check", "ranges": [{"at": [0, 0], "rows": 1}] * 1001},
    {"type": "check", "ranges": [{"at": [0, 0], "rows": 100_001}, {"at": [0, 0], "rows": 100_000}]},
    {"type": "find"}, {"type": "find", "text": 7}, {"type": "find", "text": "a", "limit": 0},
    {"type": "find", "text": "a", "from": [0]}, {"type": "find", "text": "a", "fields": [1]}], ids=json.dumps)
def test_what_is_malformed_is_a_bad_message_with_list_and_n(client, list_id, message):
    error = client.ask(list_id, message.pop("type"), **message)
    assert (error["type"], error["code"], error["fatal"]) == ("error", "badMessage", False)
    client.settle()
    assert not [m for m in client.inbox if m["type"] == "error"]


def test_a_check_of_all_rows_that_a_list_may_have_is_taken(client, list_id):
    ranges = [{"at": [0, 0], "rows": 200}] * 1000
    assert len(client.ask(list_id, "check", ranges=ranges)["digests"]) == 1000


@pytest.mark.parametrize("query", [
    {"type": "rows", "ids": []}, {"type": "check", "ranges": []}, {"type": "find", "text": "a"}], ids=json.dumps)
def test_a_query_needs_the_list_open(server, client, query):
    list_id, other = server.make(LONG), server.make({})
    def code():
        return client.ask(list_id, query["type"], **{k: v for k, v in query.items() if k != "type"}).get("code")
    client.open(other)
    assert code() == "badMessage"
    client.window(list_id)
    assert code() is None
    client.send({"type": "close", "list": list_id})
    assert code() == "badMessage"
    client.open(list_id)
    assert code() is None
    assert client.ask("nowhere", query["type"], ids=[])["code"] == "badMessage"
