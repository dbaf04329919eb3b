"""protocol.md, "HTTP on the same port": every line of the table with its statuses."""

import http.client
import secrets
import socket

import pytest

from actions import end, insert, move, start
from model import ListModel
from server import sections_of
from test_http_edits import edit
from waiting import BOUND


def test_the_root_is_the_web_client(server):
    response = server.get("/")
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("text/html")
    assert b"<html" in response.body.lower()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_200_ok(server, path):
    response = server.get(path)
    assert (response.status, response.body.strip()) == (200, b"ok")


def test_metrics_are_in_prometheus_text_format(server):
    response = server.get("/metrics")
    assert response.status == 200 and response.headers["Content-Type"].startswith("text/plain")
    lines = [line for line in response.body.decode().splitlines() if line and not line.startswith("#")]
    assert lines
    for line in lines:
        name, value = line.rsplit(" ", 1)
        assert name[0].isalpha() and float(value) is not None


@pytest.mark.parametrize("path", ["/no-such-page", "/../Package.swift", "/%2e%2e/Package.swift", "/..%2fPackage.swift",
                                  "/api", "/api/nothing", "/api/lists/x/y", "//etc/passwd"])
def test_other_paths_are_not_found(server, path):
    assert server.get(path).status in (400, 403, 404)


@pytest.mark.parametrize("path", [
    "/metrics/x/..", "/metrics/x%2f..", "/metrics/%2e", "/x/../metrics", "/x%2F%2e%2e%2fmetrics", "/./metrics",
    "/api/lists/..", "/api/./lists", "/..", "/%2e%2e/healthz", "/metrics/.?x"])
def test_a_path_with_a_part_of_dots_is_not_found(server, path):
    assert server.get(path).status == 404


def test_lists_are_those_of_the_socket(server, connect, opened):
    client, list_id = opened({"s1": "a b"}, title="T")
    client.send({"type": "lists"})
    over_socket = client.take(type="lists")["lists"]
    response = server.get("/api/lists")
    assert response.status == 200 and response.headers["Content-Type"].startswith("application/json")
    key = lambda e: e["list"]
    mine = {"list": list_id, "title": "T", "revision": 0, "rows": 2, "clients": 1}
    assert mine in response.json()["lists"]
    assert sorted(map(key, response.json()["lists"])) == sorted(map(key, over_socket))


def test_a_list_is_made_with_201_and_taken_with_409(server):
    list_id = "l-" + secrets.token_hex(6)
    body = {"list": list_id, "title": "Trip", "rules": {"maxRows": 3}, "sections": sections_of({"s1": "a p^"})}
    assert server.request("POST", "/api/lists", body).status == 201
    assert server.request("POST", "/api/lists", body).status == 409
    snapshot = server.snapshot(list_id)
    assert (snapshot["title"], snapshot["revision"], snapshot["rules"]) == ("Trip", 0, {"maxRows": 3})
    assert [r["id"] for r in snapshot["sections"][0]["rows"]] == ["p", "a"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"5", b'{"title":"x"}', b'{"list":"a/b","title":"x"}',
                                  b'{"list":"x","list":"y"}', b"\xff\xfe"], ids=repr)
def test_a_body_that_makes_no_sense_is_400(server, body):
    assert server.request("POST", "/api/lists", body).status == 400


def test_the_snapshot_is_that_of_the_socket(server, opened):
    client, list_id = opened({"s1": "p^ a", "s2": "b"}, rules={"maxRows": 9})
    client.edit(list_id, move("b", start("s1")))
    response = server.get(f"/api/lists/{list_id}")
    snapshot = response.json()
    assert response.status == 200
    assert (snapshot["type"], snapshot["list"], snapshot["revision"]) == ("snapshot", list_id, 1)
    assert ListModel(snapshot).state() == client.lists[list_id].state()


def test_an_unknown_list_is_404(server):
    for path in ("", "/changes?since=0"):
        assert server.get(f"/api/lists/no-such-list{path}").status == 404
    assert edit(server, "no-such-list", insert("a")).status == 404
    assert server.request("DELETE", "/api/lists/no-such-list").status == 404


def test_the_etag_is_answered_304_until_the_list_changes(server):
    list_id = server.make({"s1": "a"})
    path = f"/api/lists/{list_id}"
    tag = server.get(path).headers["ETag"]
    assert tag and tag.strip('W/').startswith('"')
    same = server.get(path, {"If-None-Match": tag})
    assert (same.status, same.body) == (304, b"")
    assert server.get(path, {"If-None-Match": f'"other", {tag}'}).status == 304
    assert server.get(path, {"If-None-Match": '"other"'}).status == 200
    edit(server, list_id, insert("b"))
    changed = server.get(path, {"If-None-Match": tag})
    assert changed.status == 200 and changed.headers["ETag"] != tag
    server.request("DELETE", path)
    server.make({"s1": "a"}, list_id=list_id)
    assert server.get(path).headers["ETag"] != tag


def written(server, opened, edits=7):
    client, list_id = opened({"s1": ""})
    for i in range(edits):
        client.edit(list_id, insert(f"r{i}", end("s1")))
    return client, list_id, f"/api/lists/{list_id}/changes"


def test_changes_are_a_catchup(server, opened):
    client, list_id, path = written(server, opened)
    epoch = client.lists[list_id].epoch
    page = server.get(f"{path}?since=4&epoch={epoch}").json()
    assert (page["type"], page["list"], page["epoch"]) == ("catchup", list_id, epoch)
    assert (page["from"], page["revision"], page["counts"]) == (4, 7, [7])
    assert page["sets"] == client.sets[list_id][4:]
    assert server.get(f"{path}?since=7&epoch={epoch}").json()["sets"] == []


def test_changes_of_another_epoch_are_410(server, opened):
    _, _, path = written(server, opened, 2)
    assert server.get(f"{path}?since=1&epoch=another").status == 410


@pytest.mark.parametrize("query", ["since=x", "since=-1", "since=1.5", "since=0&limit=x", "since=0&limit=-1",
                                   "before=x"])
def test_changes_with_a_query_that_makes_no_sense_are_400(server, opened, query):
    _, _, path = written(server, opened, 1)
    assert server.get(f"{path}?{query}").status == 400


def test_changes_come_in_pages_with_limit(server, opened):
    client, list_id, path = written(server, opened)
    revisions, since = [], 0
    while since < 7:
        sets = server.get(f"{path}?since={since}&limit=3").json()["sets"]
        assert 0 < len(sets) <= 3
        revisions += [s["revision"] for s in sets]
        since = revisions[-1]
    assert revisions == [1, 2, 3, 4, 5, 6, 7]


def test_changes_come_newest_first_with_before(server, opened):
    _, _, path = written(server, opened)
    assert [s["revision"] for s in server.get(f"{path}?before=7&limit=3").json()["sets"]] == [6, 5, 4]
    assert [s["revision"] for s in server.get(f"{path}?before=4&limit=9").json()["sets"]] == [3, 2, 1]
    assert [s["revision"] for s in server.get(f"{path}?before=100&limit=2").json()["sets"]] == [7, 6]
    assert server.get(f"{path}?before=1&limit=2").json()["sets"] == []


def test_pages_name_the_clients(server, connect):
    list_id = server.make({"s1": ""})
    ana = connect(name="Ana")
    ana.open(list_id)
    ana.edit(list_id, insert("a"))
    page = server.get(f"/api/lists/{list_id}/changes?since=0&limit=5").json()
    assert page["clients"][ana.public] == "Ana"
    renamed = connect(key=ana.key, name="Änne")
    renamed.open(list_id)
    renamed.edit(list_id, insert("b"), id=2)
    page = server.get(f"/api/lists/{list_id}/changes?before=9&limit=5").json()
    assert page["clients"][ana.public] == "Änne"


def test_a_list_is_deleted_with_204(server, opened):
    client, list_id = opened({"s1": "a"})
    assert server.request("DELETE", f"/api/lists/{list_id}").status == 204
    assert client.take(type="closed")["code"] == "deleted"
    assert server.get(f"/api/lists/{list_id}").status == 404


def test_a_connection_takes_several_requests(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=BOUND)
    for _ in range(5):
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        assert (response.status, response.read().strip()) == (200, b"ok")
    connection.close()


def test_a_body_over_every_bound_is_refused(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=BOUND) as s:
        s.sendall(b"POST /api/lists HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                  b"Content-Length: 99999999999\r\n\r\n{")
        reply = s.recv(4096)
    assert reply == b"" or reply.split()[1] in (b"413", b"400")
    assert server.get("/healthz").status == 200
