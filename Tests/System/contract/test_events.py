"""protocol.md, `GET /api/lists/ID/events`: a list as Server-Sent Events."""

import signal

import pytest

from client import Client
from event_stream import EventStream, Follower
from model import ListModel
from tokens import bearer, short_lived, token
from waiting import BOUND, until

INSERT = {"op": "insertRow", "fields": {"title": "x"}}


def same(server, follower):
    """Whether the follower holds what the server does."""
    now = ListModel(server.snapshot(follower.list_id))
    return (follower.list.revision, follower.list.sections) == (now.revision, now.sections)


def sessions(server):
    """How many sessions the server counts."""
    lines = server.get("/metrics").body.decode().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("lockstep_sessions ")))


def test_the_first_event_is_the_list_and_then_one_follows_for_each_commit(server):
    list_id = server.make({"s1": ["a"]})
    stream = EventStream(server, list_id)
    assert (stream.status, stream.headers["Content-Type"]) == (200, "text/event-stream")
    assert stream.headers["Cache-Control"] == "no-store" and stream.headers["Content-Length"] is None
    first = stream.take()
    epoch = first.data["epoch"]
    assert (first.type, first.id, first.data["type"]) == ("snapshot", f"{epoch}:0", "snapshot")
    client = Client(server.ws())
    assert "events" in client.welcome["features"]
    client.open(list_id)
    for revision in (1, 2, 3):
        client.edit(list_id, INSERT)
        event = stream.take()
        assert (event.type, event.id) == ("changes", f"{epoch}:{revision}")
        assert [change["revision"] for change in event.data["sets"]] == [revision]
        assert event.data["counts"] == [revision + 1]
    client.leave()
    stream.close()


def test_what_is_no_state_of_the_list_is_no_event(server):
    list_id = server.make({"s1": ["a"]})
    stream = EventStream(server, list_id)
    stream.take()
    client, other = Client(server.ws(), name="Ana"), Client(server.ws())
    for one in (client, other):
        one.open(list_id)
    client.send({"type": "presence", "list": list_id, "mode": "active", "selected": ["a"]})
    other.take(lambda m: any(one.get("selected") for one in m.get("clients", [])), type="presence")
    client.edit(list_id, INSERT)
    assert stream.take().type == "changes"
    for one in (client, other):
        one.leave()
    stream.close()


@pytest.mark.parametrize("how", ["header", "query"])
def test_the_last_id_resumes(server, how):
    list_id = server.make({"s1": ["a"]})
    client = Client(server.ws())
    client.open(list_id)
    for _ in range(4):
        client.edit(list_id, INSERT)
    epoch = client.lists[list_id].epoch
    query = f"?since=2&epoch={epoch}" if how == "query" else ""
    stream = EventStream(server, list_id, f"{epoch}:2" if how == "header" else None, query)
    event = stream.take()
    assert (event.type, event.id) == ("changes", f"{epoch}:4")
    assert [change["revision"] for change in event.data["sets"]] == [3, 4]
    assert event.data["counts"] == [5]
    stream.close()
    client.leave()


@pytest.mark.parametrize("last", ["another-epoch:2", "{epoch}:9", "{epoch}:-1", "{epoch}:", "{epoch}", ":", "x" * 500,
                                  "{epoch}:99999999999999999999", "{epoch}:9007199254740993",
                                  "{epoch}:9223372036854775807", "{epoch}:9223372036854775808"])
def test_an_id_from_which_nothing_follows_gets_the_list(server, last):
    list_id = server.make({"s1": ["a"]})
    client = Client(server.ws())
    client.open(list_id)
    client.edit(list_id, INSERT)
    stream = EventStream(server, list_id, last.format(epoch=client.lists[list_id].epoch))
    event = stream.take()
    assert (event.type, event.data["revision"]) == ("snapshot", 1)
    stream.close()
    client.leave()


def test_reconnecting_at_any_moment_misses_nothing(server):
    list_id = server.make({"s1": [f"r{n}" for n in range(20)]})
    client, follower = Client(server.ws()), Follower(server, list_id)
    client.open(list_id)
    for number in range(120):
        last = client.post(list_id, INSERT if number % 3 else {
            "op": "moveRow", "row": f"r{number % 20}", "to": {"section": "s1", "index": 0}})
        if number % 7 == 0:
            follower.connect()
        if number % 2:
            follower.step()
    client.answer(list_id, last)
    follower.connect().reach(client.lists[list_id].revision)
    assert same(server, follower) and follower.list.revision > 100
    seen = [change["revision"] for event in follower.events for change in event.data.get("sets", [])]
    assert all(one < next for one, next in zip(seen, seen[1:])), "no set came twice"
    follower.stream.close()
    client.leave()


def test_a_long_list_comes_in_parts_and_only_the_last_has_an_id(server):
    rows = [{"id": f"r{n}", "fields": {"title": "x" * 200}} for n in range(4000)]
    list_id = server.make([{"id": "s1", "title": "Long", "rows": rows}])
    follower = Follower(server, list_id).connect()
    follower.reach(0)
    kinds = [(event.type, event.id) for event in follower.events]
    assert len(kinds) > 2 and same(server, follower)
    assert kinds == [("snapshot", None)] * (len(kinds) - 1) + [("snapshot", f"{follower.list.epoch}:0")]
    follower.stream.close()


def test_a_deleted_list_ends_the_stream(server):
    list_id = server.make({"s1": ["a"]})
    stream = EventStream(server, list_id)
    stream.take()
    assert server.request("DELETE", f"/api/lists/{list_id}").status == 204
    event = stream.take()
    assert (event.type, event.data["code"]) == ("closed", "deleted")
    assert stream.take() is None
    again = EventStream(server, list_id, stream.last)
    assert again.status == 404


def test_bad_requests_are_told_what_is_wrong(server):
    list_id = server.make({"s1": ["a"]})
    for method in ("HEAD", "POST", "DELETE"):
        assert server.request(method, f"/api/lists/{list_id}/events").status == 405
    wrong = server.get(f"/api/lists/{list_id}/events?since=two")
    assert wrong.status == 400 and "since" in wrong.json()["message"]
    assert server.get("/api/lists/no-such-list/events").status == 404


def test_roles_and_tokens(guarded):
    owner, viewer = token({"*": "owner"}, "root"), token({"seen-*": "viewer"}, "ana")
    for name in ("seen-events", "hidden-events"):
        body = {"list": name, "sections": [{"id": "s1", "title": "S"}]}
        assert guarded.request("POST", "/api/lists", body, bearer(owner)).status == 201
    assert EventStream(guarded, "seen-events").status == 401
    assert EventStream(guarded, "hidden-events", headers=bearer(viewer)).status == 404
    stream = EventStream(guarded, "seen-events", headers=bearer(viewer))
    assert stream.take().type == "snapshot"
    stream.close()


def test_a_token_that_expires_ends_the_stream(guarded):
    owner = bearer(token({"*": "owner"}, "root"))
    body = {"list": "short-stay", "sections": [{"id": "s1", "title": "S"}]}
    assert guarded.request("POST", "/api/lists", body, owner).status == 201

    def opened(life):
        stream = EventStream(guarded, "short-stay", headers=bearer(token({"*": "viewer"}, life=life)))
        return stream.status == 200 and stream.take().type == "snapshot" and stream

    stream = short_lived(opened)
    event = stream.take()
    assert (event.type, event.data["code"]) == ("error", "unauthorized")
    assert stream.take() is None


def test_streams_count_as_sessions_and_leave(spawn):
    server = spawn("--log-level", "info")
    list_id = server.make({"s1": ["a"]})
    streams = [EventStream(server, list_id) for _ in range(3)]
    for stream in streams:
        stream.take()
    assert sessions(server) == 3
    assert server.get("/api/lists").json()["lists"][0]["clients"] == 3
    for stream in streams:
        stream.close()
    until(lambda: sessions(server) == 0, "the end of the streams")
    assert server.get("/api/lists").json()["lists"][0]["clients"] == 0
    assert server.log().count("why=client") == 3


def test_a_stop_ends_streams_and_they_resume_at_the_next_server(spawn):
    server = spawn()
    list_id = server.make({"s1": ["a"]})
    follower = Follower(server, list_id).connect()
    follower.reach(0)
    server.process.send_signal(signal.SIGTERM)
    event = follower.stream.take()
    assert (event.type, event.data["code"]) == ("error", "shuttingDown")
    assert follower.stream.take() is None
    assert server.process.wait(BOUND) == 0
    server.start()
    client = Client(server.ws())
    client.open(list_id)
    client.edit(list_id, INSERT)
    follower.connect().reach(1)
    assert [event.type for event in follower.events] == ["snapshot", "changes"] and same(server, follower)
    follower.stream.close()
    client.leave()


def test_a_server_that_dies_is_resumed_from(spawn):
    server = spawn()
    list_id = server.make({"s1": ["a"]})
    follower = Follower(server, list_id).connect()
    client = Client(server.ws())
    client.open(list_id)
    client.edit(list_id, INSERT)
    follower.reach(1)
    server.kill()
    assert follower.stream.take() is None
    server.start()
    again = Client(server.ws())
    again.open(list_id)
    again.edit(list_id, INSERT)
    follower.connect().reach(2)
    assert same(server, follower) and [event.type for event in follower.events][1:] == ["changes", "changes"]
    follower.stream.close()
    again.leave()


def test_who_reads_late_gets_what_it_missed_at_once(configured):
    server = configured(limits={"queueBytes": 65536})
    list_id = server.make({"s1": ["a"]})
    slow, quick = Follower(server, list_id), Follower(server, list_id)
    slow.connect(window=4096)
    quick.connect().reach(0)
    client = Client(server.ws())
    client.open(list_id)
    count = 80
    for number in range(count):
        client.edit(list_id, *[{"op": "insertRow", "fields": {"title": f"{number}" + "x" * 16_000}}] * 10)
        quick.reach(number + 1)
    slow.reach(count)
    assert same(server, slow) and same(server, quick)
    assert len(slow.events) < count == len(quick.events) - 1, "what it missed came as one"
    for follower in (slow, quick):
        follower.stream.close()
    client.leave()
