"""What one server bears: each bound with its answer."""

import contextlib
import re
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import InvalidStatus

from client import Client
from server import Server
from waiting import BOUND, until

INSERT = {"op": "insertRow", "fields": {"title": "x"}}
RATE = {"bounds": {"editsPerSecond": 2, "editBurst": 3}}


def upgrade(server, **headers):
    """A raw socket and the status that its handshake is answered with."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=BOUND)
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    raw.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" + lines.encode() + b"\r\n")
    return raw, raw.recv(4096).split(b" ", 2)[1:2]


def test_edits_beyond_the_rate_are_refused_and_may_be_tried_again(configured, connect):
    server = configured(**RATE)
    list_id = server.make({"s": ""})
    client = connect(server)
    client.open(list_id)
    kinds = ["edit"] * 4 + ["undo", "redo"]
    messages = [client.message(list_id, [INSERT], kind=kind) for kind in kinds]
    client.sent.update({(list_id, message["id"]): message for message in messages})
    client.send(*messages)
    answers = [client.answer(list_id, message["id"]) for message in messages]
    assert [a.kind for a in answers] == ["set"] * 3 + ["reject"] * 3
    refused = [a.body for a in answers[3:]]
    assert all(r["code"] == "rateLimited" and 0 < r["retryAfter"] <= 500 for r in refused)
    assert connect(server).edit(list_id, INSERT).body["outcome"] == "applied", "a bucket for each session"

    def again():
        client.answers.clear()
        return client.edit(list_id, INSERT, id=messages[-1]["id"])

    # The id was never sequenced, so the same one may come again.
    assert until(lambda: (answer := again()).kind == "set" and answer, "room for an edit").body["revision"] == 5


def test_edits_over_http_have_a_rate_too(configured):
    server = configured(**RATE)
    list_id = server.make({"s": ""})

    def edit(number):
        body = {"client": f"client-{number}", "id": 1, "actions": [INSERT]}
        return server.request("POST", f"/api/lists/{list_id}/edits", body)

    count = 0
    while (answer := edit(count)).status == 200:
        count += 1
    refused = answer.json()
    assert (answer.status, refused["type"], refused["code"], refused["id"]) == (429, "reject", "rateLimited", 1)
    assert 0 < refused["retryAfter"] <= 500 and answer.headers["Retry-After"] == "1" and count >= 3
    until(lambda: edit(count).status == 200, "the id was never sequenced")


def test_store_that_is_full_takes_no_further_list(configured, connect):
    server = configured(bounds={"lists": 2})
    server.make({"s": "a"})
    gone = server.make({"s": "a"})
    body = {"list": "third", "title": "T"}
    answer = server.request("POST", "/api/lists", body)
    assert (answer.status, answer.json()["code"]) == (409, "tooManyLists")
    client = connect(server)
    client.send({"type": "create", **body})
    error = client.take(type="error")
    assert (error["code"], error["fatal"], error["list"]) == ("tooManyLists", False, "third")
    assert server.request("DELETE", f"/api/lists/{gone}").status == 204
    assert server.request("POST", "/api/lists", body).status == 201


def test_list_that_is_full_takes_no_further_row(configured, connect):
    server = configured(limits={"rows": 2}, bounds={"bodyBytes": 1024})
    list_id = server.make({"s": "a"})
    client = connect(server)
    assert client.edit(list_id, INSERT).body["outcome"] == "applied"
    assert client.edit(list_id, INSERT).body["code"] == "listFull"


def test_body_over_the_limit_is_refused(configured):
    server = configured(limits={"rows": 2}, bounds={"bodyBytes": 1024})
    assert server.request("POST", "/api/lists", b"x" * 1025).status == 413
    assert server.request("POST", "/api/lists", b"x" * 1024).status == 400


def test_whoever_is_slow_at_the_beginning_makes_room(configured, connect):
    """Sessions without a hello, and heads and bodies of which a byte comes now and then."""
    server = configured(bounds={"helloSeconds": 1, "headSeconds": 1, "requestSeconds": 1})
    said, silent = connect(server), connect(server, greet=False)
    slow = [(b"GET /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"zed: y\r\n"),
            (b"POST /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n{", b"x")]
    with ThreadPoolExecutor(2) as pool:
        head, body = pool.map(lambda parts: dribble(server, *parts), slow)
    assert (head, body.split(b" ")[1]) == (b"", b"408")
    assert silent.take(type="error")["code"] == "helloExpected"
    assert silent.closed() == 1008
    said.settle()


def dribble(server, start, piece):
    """What comes until a connection ends on which a piece is sent again and again."""
    answer, pause = b"", 0.05
    with socket.create_connection(("127.0.0.1", server.port), timeout=pause) as raw:
        raw.sendall(start)
        for _ in range(int(BOUND / pause)):
            with contextlib.suppress(OSError):
                raw.sendall(piece)
            try:
                came = raw.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                return answer
            if not came:
                return answer
            answer += came
    raise AssertionError("a byte now and then keeps it alive")


def test_sessions_in_all_are_limited(configured, connect):
    server = configured(sessions=2)
    held = [connect(server) for _ in range(2)]
    with pytest.raises(InvalidStatus) as refusal:
        connect(server)
    response = refusal.value.response
    assert (response.status_code, "Retry-After" in response.headers) == (503, True)
    held[0].leave()

    def admitted():
        with contextlib.suppress(InvalidStatus):
            return connect(server)

    until(admitted, "room for a session")


def test_sessions_of_an_address_are_limited_behind_a_trusted_proxy(configured):
    server = configured(bounds={"sessionsPerAddress": 2}, trustedProxies="127.0.0.0/8")
    one = [upgrade(server, X_Forwarded_For="198.51.100.1") for _ in range(3)]
    assert [status for _, status in one] == [[b"101"], [b"101"], [b"503"]]
    other, status = upgrade(server, X_Forwarded_For="198.51.100.1, 198.51.100.2")
    assert status == [b"101"]
    itself = [upgrade(server) for _ in range(3)]
    assert [status for _, status in itself] == [[b"101"]] * 3
    for raw, _ in [*one, (other, status), *itself]:
        raw.close()


def test_forwarded_address_is_not_believed_by_default(configured):
    server = configured(bounds={"sessionsPerAddress": 1})
    held = [upgrade(server, X_Forwarded_For="198.51.100.1") for _ in range(3)]
    assert [status for _, status in held] == [[b"101"]] * 3
    for raw, _ in held:
        raw.close()


def test_at_the_descriptor_limit_peers_are_refused_and_sessions_go_on(tmp_path):
    """Each peer is answered or refused: one that waited for a descriptor would keep the loop turning."""
    server = Server(tmp_path, web="")
    server.descriptors = 160
    server.start()
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        list_id = server.make({"s": "a"})
        client = Client(server.ws())
        stack.callback(client.leave)
        client.open(list_id)
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=BOUND))
                for _ in range(200)]
        refused = sum(is_refused(raw) for raw in held)
        assert 50 < refused < 190
        for _ in range(20):
            client.edit(list_id, INSERT)
        assert client.lists[list_id].revision == 20
        for raw in held:
            raw.close()

        def admitted():
            with contextlib.suppress(OSError, EOFError):
                return Client(server.ws())

        until(admitted, "room for a peer").leave()
        figures = server.get("/metrics").body.decode()
        notified = re.search(r'lockstep_connections_refused_total{reason="descriptors"} (\d+)', figures)
        assert int(notified[1]) >= refused


def is_refused(raw):
    """Whether a connection is closed without an answer."""
    try:
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return not raw.recv(4096)
    except ConnectionError:
        return True


def fat_list(server):
    rows = [{"id": f"r{n}", "fields": {"title": "t" * 8000}} for n in range(100)]
    return server.make([{"id": "s", "title": "S", "rows": rows}])


def hardly_reading(connect, server):
    """A session whose receive window is small, and that reads only when it is made to."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    raw.connect(("127.0.0.1", server.port))
    return connect(server, sock=raw, max_queue=1)


def test_who_does_not_read_its_answers_is_not_read_from(configured, connect):
    server = configured(limits={"queueBytes": 65536})
    list_id = fat_list(server)
    client = hardly_reading(connect, server)
    for _ in range(12):
        client.send({"type": "open", "list": list_id})
    id = client.post(list_id, INSERT)
    # Had it been read, its answer would be stored long before these are.
    other = connect(server)
    other_list = server.make({"s": ""})
    for _ in range(20):
        other.edit(other_list, INSERT)
    assert server.snapshot(list_id)["revision"] == 0
    client.answer(list_id, id)
    assert server.snapshot(list_id)["revision"] == 1


def test_when_all_queues_together_are_full_only_who_has_something_queued_pays(configured, connect):
    server = configured(limits={"queueBytes": 1073741824}, bounds={"queueTotalBytes": 1048576})
    list_id = server.make({"s": ""})
    slow = [hardly_reading(connect, server) for _ in range(2)]
    quick, writer = connect(server), connect(server)
    for client in [*slow, quick, writer]:
        client.open(list_id)
    large = {"op": "insertRow", "fields": {"title": "n" * 16_000}}
    # One set is far below what the slow ones hold at the bound: who reads it at once holds the least.
    for n in range(1, 101):
        writer.edit(list_id, *[large] * 4)
        quick.reach(list_id, n)
    assert not [f for f in quick.frames if '"catchup"' in f[:40]]
    for client in slow:
        client.reach(list_id, 100)
        late = [f for f in client.frames if re.match(r'\{"type":"(catchup|snapshot)"', f)]
        assert len(late) >= 2, "what was missed came as one, beside the first snapshot"
        assert client.lists[list_id].digest() == quick.lists[list_id].digest()
