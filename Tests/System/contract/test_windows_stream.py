"""protocol.md, "Windows": answers at their place in the stream; slow readers; HTTP."""

import json
import secrets
import socket
import threading
import time
import urllib.parse

import pytest

from actions import end, insert, start, update
from model import ListModel
from waiting import BOUND
from windowed import WindowedClient, names, shape

LONG = {"s1": "p^ " + names(3000), "s2": "", "s3": names(3000, "t") + " z_"}


@pytest.fixture
def client(server):
    """A session that asks."""
    one = WindowedClient(server.ws())
    yield one
    one.leave()


def churn(server, list_id, stop):
    writer = WindowedClient(server.ws())
    writer.open(list_id)
    while not stop.is_set():
        writer.edit(list_id, insert(None, start("s1")))
    writer.leave()


@pytest.mark.parametrize("query, kind", [
    ({"ids": ["r7"]}, "rows"), ({"ranges": [{"at": [0, 0], "rows": 6000}]}, "check"),
    ({"text": "none of these"}, "find")], ids=["rows", "check", "find"])
def test_an_answer_stands_behind_the_sets_of_its_revision_and_before_the_next(server, client, query, kind):
    list_id = server.make(LONG)
    client.open(list_id)
    stop = threading.Event()
    writer = threading.Thread(target=churn, args=(server, list_id, stop))
    writer.start()
    asked, seen, deadline = 0, 0, time.monotonic() + BOUND
    try:
        while asked < 40 or seen < 10 and time.monotonic() < deadline:
            seen = client.ask(list_id, kind, **query)["revision"]
            asked += 1
    finally:
        stop.set()
        writer.join()
    client.settle()
    revision, answers = 0, []
    for frame in client.frames:
        content = json.loads(frame)
        for message in content if isinstance(content, list) else [content]:
            if message["type"] in ("changes", "catchup"):
                assert message["sets"][0]["revision"] == revision + 1
                revision = message["sets"][-1]["revision"]
            elif message.get("n", 0) is not None and message["type"] in ("rows", "checked", "found"):
                assert message["revision"] == revision
                answers.append(revision)
    assert len(answers) == asked and answers[-1] >= 10
    assert client.lists[list_id].state() == ListModel(server.snapshot(list_id)).state() or stop.is_set()


def test_own_edits_behind_a_long_query_are_each_answered_once(server, client):
    list_id = server.make(LONG)
    client.open(list_id)
    for i in range(30):
        client.send({"type": "find", "list": list_id, "n": i, "text": "none of these"})
        client.post(list_id, insert(f"n{i}", start("s1")))
        client.post(list_id, update("gone" if i % 3 else "r1", {"title": f"v{i}"}))
    for id in range(1, 61):
        client.answer(list_id, id)
    for i in range(30):
        client.take(type="found", n=i)
    client.settle()
    assert all(len(client.answers[list_id, id]) == 1 for id in range(1, 61))
    assert client.lists[list_id].state() == ListModel(server.snapshot(list_id)).state()


def test_the_next_query_of_a_list_is_read_after_the_answer(server, client):
    list_id, other = server.make(LONG), server.make({"s1": "a"})
    client.open(list_id)
    client.open(other)
    client.send(*[{"type": "find", "list": list_id, "n": i, "text": "none"} for i in range(10)],
                {"type": "rows", "list": list_id, "n": 10, "ids": ["r1"]},
                {"type": "open", "list": list_id}, {"type": "rows", "list": list_id, "n": 11, "ids": ["r1"]},
                {"type": "close", "list": list_id}, {"type": "rows", "list": list_id, "n": 12, "ids": ["r1"]},
                {"type": "rows", "list": other, "n": 13, "ids": ["a"]})
    assert client.take(n=13)["type"] == "rows"
    order = [m.get("n", m["type"]) for f in client.frames for m in [json.loads(f)]
             if "n" in m or m["type"] == "opened"]
    assert order == ["opened", "opened", *range(11), "opened", 11, 12, 13]
    assert client.take(n=12)["code"] == "badMessage"


def test_a_list_that_is_deleted_ends_its_queries(server, client, connect):
    list_id = server.make(LONG)
    client.open(list_id)
    client.send(*[{"type": "find", "list": list_id, "n": i, "text": "none"} for i in range(20)])
    server.request("DELETE", f"/api/lists/{list_id}")
    client.take(type="closed", list=list_id)
    for i in range(20):
        answer = client.take(n=i)
        assert answer["type"] == "found" or answer["code"] in ("unknownList", "badMessage")


def test_others_are_served_while_a_long_list_is_searched(server, client, connect):
    list_id = server.make(LONG)
    client.open(list_id)
    other = connect()
    other.open(list_id)
    client.send(*[{"type": "find", "list": list_id, "n": i, "text": "none"} for i in range(50)])
    assert other.edit(list_id, insert("x", start("s1"))).kind == "set"
    for i in range(50):
        client.take(n=i)
    client.reach(list_id, 1)


@pytest.mark.parametrize("asked, where, count", [
    ({"around": [{"row": "r200"}], "before": 1, "after": 2}, 200, 3),
    ({"ranges": [{"at": [0, 200], "rows": 4}, {"at": [0, 250], "rows": 3}]}, 201, 4),
    ({"ids": ["gone", "r200"]}, 199, 5),
], ids=["around", "ranges", "ids"])
def test_a_slow_reader_with_a_window_is_sent_an_outline_around_its_last_place(server, connect, asked, where, count):
    list_id = server.make({"s1": names(300)})
    writer = connect()
    writer.open(list_id)
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
    plain.connect(("127.0.0.1", server.port))
    slow = WindowedClient(server.ws(), sock=plain, max_queue=1)
    slow.window(list_id, {"row": "r3"}, before=2, after=3)
    slow.ask(list_id, "rows", **asked)
    # What shifts the rows that it was answered shifts its place.
    writer.edit(list_id, insert("first", start("s1")))
    for i in range(100):
        writer.post(list_id, *[update(f"r{(10 * i + r) % 290}", {"title": secrets.token_hex(7500)}) for r in range(10)])
    slow.post(list_id, insert("own", end("s1")))
    writer.answer(list_id, 101)
    writer.reach(list_id, 102)
    outline = slow.take(lambda m: m["revision"] > 0, type="outline")
    slow.reach(list_id, 102)
    slow.settle()
    assert len(slow.answers[list_id, 1]) == 1
    assert [(run["at"], len(run["rows"])) for run in outline["runs"]] == [([0, where], count)]
    assert slow.lists[list_id].counts() == [302]
    whole = writer.lists[list_id]
    assert all(whole.sections[s]["rows"][r] == row for (s, r), row in slow.lists[list_id].known().items())
    assert slow.ask(list_id, "rows", ids=["r200"])["revision"] == 102
    slow.leave()


# HTTP


def rows(server, list_id, **query):
    answer = server.get(f"/api/lists/{list_id}/rows?{urllib.parse.urlencode(query)}")
    assert answer.status == 200, answer.body
    assert answer.headers["Content-Type"] == "application/json"
    return answer.json()


def test_http_answers_with_an_outline(server, client):
    list_id = server.make(LONG)
    outline = rows(server, list_id, around="r7", before=1, after=2)
    assert shape(outline["runs"]) == {(0, 7): "r6 r7 r8"}
    assert outline == client.window(list_id, {"row": "r7"}, before=1, after=2)
    assert shape(rows(server, list_id, section="s3", index=2999, rows=5)["runs"]) == {(2, 2999): "t2999 z"}
    assert shape(rows(server, list_id, section="s2", rows=1)["runs"]) == {(2, 0): "t0"}
    assert len(rows(server, list_id)["runs"][0]["rows"]) == 1000
    assert rows(server, list_id, around="gone", after=1)["runs"][0]["at"] == [0, 0]


def test_http_finds_a_page_at_a_time(server):
    list_id = server.make(LONG)
    page = rows(server, list_id, find="R29", limit=5)
    assert page["type"] == "found" and "n" not in page
    assert [row["row"]["id"] for row in page["rows"]] == ["r29", "r290", "r291", "r292", "r293"]
    more = rows(server, list_id, find="R29", limit=3, **{"from": ",".join(map(str, page["next"]))})
    assert [row["row"]["id"] for row in more["rows"]] == ["r294", "r295", "r296"]
    assert rows(server, list_id, find="", limit=1, **{"from": "9,0"}) == {
        "type": "found", "list": list_id, "revision": 0, "rows": []}


@pytest.mark.parametrize("query", [
    "before=x", "after=-1", "around=a%20b", "section=s1&index=x", "section=&index=1", "find=a&limit=0",
    "find=a&from=0", "find=a&from=0,1,2", "find=a&from=0,x", "before=", "section=s1&rows=1.5",
    "rows=9007199254740992", "find=a&section=a%20b"])
def test_http_refuses_what_is_malformed(server, query):
    list_id = server.make({"s1": "a"})
    answer = server.get(f"/api/lists/{list_id}/rows?{query}")
    assert (answer.status, answer.json()["code"], answer.json()["list"]) == (400, "badMessage", list_id)


def test_http_has_the_methods_and_lists_of_the_others(server):
    list_id = server.make({"s1": "a"})
    answer = server.request("HEAD", f"/api/lists/{list_id}/rows")
    assert (answer.status, answer.body) == (200, b"")
    assert server.request("POST", f"/api/lists/{list_id}/rows", {}).status == 405
    assert server.get("/api/lists/nowhere/rows").status == 404
