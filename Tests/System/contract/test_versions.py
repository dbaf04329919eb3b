"""protocol.md, "Earlier states": named versions, on both engines."""

import json
import sys
import time
from urllib.parse import quote

import pytest

from actions import delete, update
from server import ROOT, Server, sections_of
from test_earlier_states import restore, state_at
from tokens import bearer, token
from waiting import until

sys.path[1:1] = [str(ROOT / "Tests/System" / folder) for folder in ("commands", "faults", "cluster")]

from nats_node import SingleNode  # noqa: E402  (needs the paths above)


class Engine:
    """What a server stores with; `node` is that of NATS, if it is that."""

    def __init__(self, node=None):
        self.node, self.stores = node, 0

    def settings(self, folder, **more):
        """Writes a file of settings for another store; returns its path."""
        self.stores += 1
        journal = {} if self.node is None else {"journal": {"engine": "nats"}, "nats": {
            "urls": f"nats://127.0.0.1:{self.node.client}", "monitor": self.node.monitor_url, "replicas": 1,
            "prefix": f"v{self.stores}"}}
        file = folder / f"settings-{self.stores}.json"
        file.write_text(json.dumps({**journal, **more}))
        return str(file)


@pytest.fixture(scope="session", params=["sqlite", "nats"])
def engine(request, tmp_path_factory):
    """An engine; of NATS one node."""
    if request.param == "sqlite":
        yield Engine()
        return
    node = SingleNode(tmp_path_factory.mktemp("nats") / "node").start()
    yield Engine(node)
    node.end()


@pytest.fixture(scope="session")
def keeper(engine, tmp_path_factory):
    """A server for all tests that do not kill it."""
    folder = tmp_path_factory.mktemp("keeper")
    running = Server(folder, "--config", engine.settings(folder), web="").start()
    yield running
    running.stop()


@pytest.fixture
def listed(keeper, connect):
    """Makes a list and a session that has it open."""

    def make(sections):
        list_id = keeper.make(sections)
        client = connect(keeper)
        client.open(list_id)
        return client, list_id

    return make


def name(server, list_id, text, headers=None, **fields):
    """Gives a revision a name; returns the answer."""
    return server.request("POST", f"/api/lists/{list_id}/versions", {"name": text, **fields}, headers)


def versions(server, list_id):
    """The names and revisions of a list's versions, in the order in which they are told."""
    answer = server.get(f"/api/lists/{list_id}/versions")
    assert answer.status == 200
    return [(version["name"], version["revision"]) for version in answer.json()["versions"]]


def test_versions_are_named_told_and_removed(keeper, listed):
    client, list_id = listed({"s1": "a b"})
    client.edit(list_id, delete("a"))
    first = name(keeper, list_id, "before the party", revision=0)
    assert first.status == 201
    made = first.json()
    assert (made["name"], made["revision"], "user" in made) == ("before the party", 0, False)
    assert abs(made["at"] - time.time() * 1000) < 60_000
    assert name(keeper, list_id, "später, 100 % / sure?#x").json()["revision"] == 1
    assert name(keeper, list_id, "before the party").status == 409
    assert versions(keeper, list_id) == [("before the party", 0), ("später, 100 % / sure?#x", 1)]
    path = f"/api/lists/{list_id}/versions/{quote('später, 100 % / sure?#x', safe='')}"
    assert keeper.request("DELETE", path).status == 204
    assert keeper.request("DELETE", path).status == 404
    assert versions(keeper, list_id) == [("before the party", 0)]


@pytest.mark.parametrize("body", [
    {}, {"name": 7}, {"name": ""}, {"name": 201 * "x"}, {"name": "a//b"}, {"name": ".."}, {"name": "/a"},
    {"name": "a", "revision": -1}, {"name": "a", "revision": "1"}, [], {"name": "a\0b"},
    {"name": "a\n"}, {"name": "\r\nb"}, {"name": "a\tb"}, {"name": "\x7f"}, {"name": "a\x85"}, {"name": "a\u2028b"}], ids=repr)
def test_what_is_no_version(keeper, listed, body):
    _, list_id = listed({"s1": "a"})
    answer = keeper.request("POST", f"/api/lists/{list_id}/versions", body)
    assert (answer.status, answer.json()["code"]) == (400, "badMessage")
    assert versions(keeper, list_id) == []


def test_versions_of_revisions_that_are_not_there_and_of_lists_that_are_not_there(keeper, listed):
    _, list_id = listed({"s1": "a"})
    assert name(keeper, list_id, "later", revision=1).status == 404
    assert name(keeper, "nowhere", "v").status == 404
    assert keeper.get("/api/lists/nowhere/versions").status == 404
    assert keeper.request("PUT", f"/api/lists/{list_id}/versions", {}).status == 405
    assert keeper.get(f"/api/lists/{list_id}/versions/v").status == 405


def test_a_list_has_100_versions(keeper, listed):
    _, list_id = listed({"s1": "a"})
    assert {name(keeper, list_id, f"v{number}").status for number in range(100)} == {201}
    answer = name(keeper, list_id, "one more")
    assert (answer.status, answer.json()["code"]) == (409, "tooManyVersions")


def test_viewers_see_versions_and_editors_make_them(guarded):
    admin = bearer(token({"*": "owner"}, "root"))
    guarded.request("POST", "/api/lists", {"list": "named", "sections": sections_of({"s1": "a"})}, admin)
    viewer, editor = (bearer(token({"named": role}, role)) for role in ("viewer", "editor"))
    assert name(guarded, "named", "v", viewer).status == 403
    assert name(guarded, "named", "v", editor).json()["user"] == "editor"
    assert guarded.get("/api/lists/named/versions", viewer).json()["versions"][0]["name"] == "v"
    assert guarded.request("DELETE", "/api/lists/named/versions/v", headers=viewer).status == 403
    assert guarded.request("DELETE", "/api/lists/named/versions/v", headers=editor).status == 204


def test_a_named_version_is_kept_though_history_is_not(engine, connect, tmp_path):
    server = Server(tmp_path / "server", "--config", engine.settings(
        tmp_path, history={"sets": 20, "snapshotEvery": 10}), web="").start()
    try:
        list_id = server.make({"s1": "a b"})
        client = connect(server)
        client.open(list_id)
        for number in range(120):
            client.edit(list_id, update("a", {"title": f"{number} " + 200 * "x"}))
            if number == 4:
                named = client.lists[list_id].state()
                assert name(server, list_id, "kept").json()["revision"] == 5
        server.kill()
        server.start()
        until(lambda: server.get(f"/api/lists/{list_id}?revision=4").status == 410, "history is trimmed")
        assert state_at(server, list_id, 5).state() == named
        again = connect(server, key=client.key)
        again.open(list_id)
        assert restore(again, list_id, 5).body["restores"] == 5
        assert again.lists[list_id].state() == named
        assert server.request("DELETE", f"/api/lists/{list_id}/versions/kept").status == 204
        assert server.get(f"/api/lists/{list_id}?revision=5").status == 410
    finally:
        server.stop()


def test_versions_go_with_their_list(keeper, listed):
    _, list_id = listed({"s1": "a"})
    name(keeper, list_id, "v")
    keeper.request("DELETE", f"/api/lists/{list_id}")
    keeper.make({"s1": "b"}, list_id=list_id)
    assert versions(keeper, list_id) == []
