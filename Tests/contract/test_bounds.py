"""What one server bears: each bound with its answer."""

import json
import os
import re
import socket
import time

import pytest
from websockets.exceptions import InvalidStatus

from client import Client
from server import Server

INSERT = {"op": "insertRow", "fields": {"title": "x"}}


@pytest.fixture
def bounded(spawn, tmp_path):
    """Starts a server with settings."""

    def make(**settings):
        file = tmp_path / f"settings-{len(list(tmp_path.iterdir()))}.json"
        file.write_text(json.dumps(settings))
        return spawn("--config", str(file))

    return make


def upgrade(server, **headers):
    """A raw socket and the status that its handshake is answered with."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=8)
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    raw.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" + lines.encode() + b"\r\n")
    return raw, raw.recv(4096).split(b" ", 2)[1:2]


def test_edits_beyond_the_rate_are_refused_and_may_be_tried_again(bounded):
    server = bounded(bounds={"editsPerSecond": 2, "editBurst": 3})
    list_id = server.make({"s": ""})
    client = Client(server.ws())
    client.open(list_id)
    kinds = ["edit"] * 4 + ["undo", "redo"]
    messages = [client.message(list_id, [INSERT], kind=kind) for kind in kinds]
    client.sent.update({(list_id, message["id"]): message for message in messages})
    client.send(*messages)
    answers = [client.answer(list_id, message["id"]) for message in messages]
    assert [a.kind for a in answers] == ["set"] * 3 + ["reject"] * 3
    refused = [a.body for a in answers[3:]]
    assert all(r["code"] == "rateLimited" and 0 < r["retryAfter"] <= 500 for r in refused)
    other = Client(server.ws())
    assert other.edit(list_id, INSERT).body["outcome"] == "applied", "a bucket for each session"
    time.sleep(refused[-1]["retryAfter"] / 1000)
    # The id was never sequenced, so the same one may come again.
    client.post(list_id, INSERT, id=messages[-1]["id"])
    assert client.reach(list_id, 5).revision == 5
    other.leave()
    client.leave()


def test_edits_over_http_have_a_rate_too(bounded):
    server = bounded(bounds={"editsPerSecond": 2, "editBurst": 3})
    list_id = server.make({"s": ""})

    def edit(number):
        body = {"client": f"client-{number}", "id": 1, "actions": [INSERT]}
        return server.request("POST", f"/api/lists/{list_id}/edits", body)

    answers = [edit(number) for number in range(4)]
    assert [a.status for a in answers] == [200, 200, 200, 429]
    refused = answers[-1].json()
    assert (refused["type"], refused["code"], refused["id"]) == ("reject", "rateLimited", 1)
    assert 0 < refused["retryAfter"] <= 500 and answers[-1].headers["Retry-After"] == "1"
    time.sleep(refused["retryAfter"] / 1000)
    assert edit(3).status == 200, "the id was never sequenced"


def test_store_that_is_full_takes_no_further_list(bounded):
    server = bounded(bounds={"lists": 2})
    server.make({"s": "a"})
    gone = server.make({"s": "a"})
    body = {"list": "third", "title": "T"}
    answer = server.request("POST", "/api/lists", body)
    assert (answer.status, answer.json()["code"]) == (409, "tooManyLists")
    client = Client(server.ws())
    client.send({"type": "create", **body})
    error = client.take(type="error")
    assert (error["code"], error["fatal"], error["list"]) == ("tooManyLists", False, "third")
    assert server.request("DELETE", f"/api/lists/{gone}").status == 204
    assert server.request("POST", "/api/lists", body).status == 201
    client.leave()


def test_list_that_is_full_takes_no_further_row(bounded):
    server = bounded(limits={"rows": 2})
    list_id = server.make({"s": "a"})
    client = Client(server.ws())
    assert client.edit(list_id, INSERT).body["outcome"] == "applied"
    assert client.edit(list_id, INSERT).body["code"] == "listFull"
    client.leave()


def test_session_without_hello_makes_room(bounded):
    server = bounded(bounds={"helloSeconds": 1})
    said, silent = Client(server.ws()), Client(server.ws(), greet=False)
    assert silent.take(type="error")["code"] == "helloExpected"
    assert silent.closed() == 1008
    said.settle()
    said.leave()


def test_sessions_in_all_are_limited(bounded):
    server = bounded(sessions=2)
    held = [Client(server.ws()) for _ in range(2)]
    with pytest.raises(InvalidStatus) as refusal:
        Client(server.ws())
    response = refusal.value.response
    assert (response.status_code, "Retry-After" in response.headers) == (503, True)
    held.pop().leave()
    deadline = time.monotonic() + 8
    while True:
        try:
            held.append(Client(server.ws()))
            break
        except InvalidStatus:
            assert time.monotonic() < deadline
    for client in held:
        client.leave()


def test_sessions_of_an_address_are_limited_behind_a_trusted_proxy(bounded):
    server = bounded(bounds={"sessionsPerAddress": 2}, trustedProxies="127.0.0.0/8")
    one = [upgrade(server, X_Forwarded_For="198.51.100.1") for _ in range(3)]
    assert [status for _, status in one] == [[b"101"], [b"101"], [b"503"]]
    other, status = upgrade(server, X_Forwarded_For="198.51.100.1, 198.51.100.2")
    assert status == [b"101"]
    itself = [upgrade(server) for _ in range(3)]
    assert [status for _, status in itself] == [[b"101"]] * 3
    for raw, _ in [*one, (other, status), *itself]:
        raw.close()


def test_forwarded_address_is_not_believed_by_default(bounded):
    server = bounded(bounds={"sessionsPerAddress": 1})
    held = [upgrade(server, X_Forwarded_For="198.51.100.1") for _ in range(3)]
    assert [status for _, status in held] == [[b"101"]] * 3
    for raw, _ in held:
        raw.close()


@pytest.mark.parametrize("start, status", [
    (b"GET /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\n", b""),
    (b"POST /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{", b"408"),
])
def test_slow_heads_and_slow_bodies_are_cut(bounded, start, status):
    server = bounded(bounds={"headSeconds": 1, "requestSeconds": 1})
    with socket.create_connection(("127.0.0.1", server.port), timeout=0.1) as raw:
        raw.sendall(start)
        answer, deadline = b"", time.monotonic() + 8
        while True:
            assert time.monotonic() < deadline, "a byte now and then keeps it alive"
            try:
                piece = raw.recv(4096)
                if not piece:
                    break
                answer += piece
            except TimeoutError:
                pass
            except OSError:
                break
            try:
                raw.sendall(b"x" if status else b"zed: y\r\n")
            except OSError:
                break
    assert (answer.split(b" ")[1:2] or [b""])[0] == status


def test_body_over_the_limit_is_refused(bounded):
    server = bounded(bounds={"bodyBytes": 1024})
    assert server.request("POST", "/api/lists", b"x" * 1025).status == 413
    assert server.request("POST", "/api/lists", b"x" * 1024).status == 400


def cpu_seconds(server):
    fields = open(f"/proc/{server.process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_idle(server):
    """Fails if the server never comes to rest: at its start it still compresses the web client."""
    deadline = time.monotonic() + 20
    while True:
        before = cpu_seconds(server)
        time.sleep(0.5)
        if cpu_seconds(server) - before <= 0.1:
            return
        assert time.monotonic() < deadline, "the server spins"


def test_at_the_descriptor_limit_peers_are_refused_and_accept_does_not_spin(tmp_path):
    server = Server(tmp_path)
    server.descriptors = 160
    server.start()
    held = []
    try:
        list_id = server.make({"s": "a"})
        client = Client(server.ws())
        client.open(list_id)
        refused = 0
        for _ in range(200):
            raw = socket.create_connection(("127.0.0.1", server.port), timeout=8)
            held.append(raw)
        for raw in held:
            raw.settimeout(0.05 if refused else 8)
            try:
                raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                refused += not raw.recv(4096)
            except TimeoutError:
                pass
            except OSError:
                refused += 1
        assert 50 < refused < 190
        for _ in range(20):
            client.edit(list_id, INSERT)
        assert client.lists[list_id].revision == 20
        wait_until_idle(server)
        for raw in held:
            raw.close()
        held.clear()
        deadline = time.monotonic() + 8
        while True:
            try:
                Client(server.ws()).leave()
                break
            except (OSError, EOFError):
                assert time.monotonic() < deadline
        client.leave()
    finally:
        for raw in held:
            raw.close()
        server.stop()


def fat_list(server):
    rows = [{"id": f"r{n}", "fields": {"title": "t" * 8000}} for n in range(100)]
    return server.make([{"id": "s", "title": "S", "rows": rows}])


def hardly_reading(server):
    """A session whose receive window is small, and that reads only when it is made to."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    raw.connect(("127.0.0.1", server.port))
    return Client(server.ws(), sock=raw, max_queue=1)


def test_who_does_not_read_its_answers_is_not_read_from(bounded):
    server = bounded(limits={"queueBytes": 65536})
    list_id = fat_list(server)
    client = hardly_reading(server)
    for _ in range(12):
        client.send({"type": "open", "list": list_id})
    id = client.post(list_id, INSERT)
    # Had it been read, its answer would be stored long before these are.
    other = Client(server.ws())
    other_list = server.make({"s": ""})
    for _ in range(20):
        other.edit(other_list, INSERT)
    assert server.snapshot(list_id)["revision"] == 0
    client.answer(list_id, id, timeout=20)
    assert server.snapshot(list_id)["revision"] == 1
    other.leave()
    client.leave()


def test_when_all_queues_together_are_full_only_who_has_something_queued_pays(bounded):
    server = bounded(limits={"queueBytes": 1073741824},
                     bounds={"queueTotalBytes": 1048576})
    list_id = server.make({"s": ""})
    slow = [hardly_reading(server) for _ in range(3)]
    quick, writer = Client(server.ws()), Client(server.ws())
    for client in [*slow, quick, writer]:
        client.open(list_id)
    large = {"op": "insertRow", "fields": {"title": "n" * 16_000}}
    # One set is far below what the slow ones hold at the bound: who reads it at once holds the least.
    for n in range(1, 151):
        writer.edit(list_id, *[large] * 4)
        quick.reach(list_id, n)
    assert not [f for f in quick.frames if '"catchup"' in f[:40]]
    for client in slow:
        client.reach(list_id, 150, timeout=30)
        late = [f for f in client.frames if re.match(r'\{"type":"(catchup|snapshot)"', f)]
        assert len(late) >= 2, "what was missed came as one, beside the first snapshot"
        assert client.lists[list_id].digest() == quick.lists[list_id].digest()
    for client in [*slow, quick, writer]:
        client.leave()
