"""`/metrics`: that its form is Prometheus', and that its values are right."""

import json
import os
import re
import socket
import threading
import time
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import InvalidStatus

from client import Client
from figures import Figures
from process import wait_until
from server import free_port


def insert(title="a"):
    """An action that adds a row."""
    return {"op": "insertRow", "fields": {"title": title}}


@pytest.fixture
def connect():
    """Opens sessions that end with the test; `client.said` counts the bytes of what they say."""
    clients = []

    def make(server, **options):
        client = Client(server.ws(), greet=False, **options)
        client.said, send = 0, client.socket.send

        def counted(text):
            client.said += len(text.encode())
            send(text)

        client.socket.send = counted
        client.hello()
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.leave()


def test_every_figure_is_told_as_prometheus_wants_it(spawn):
    server = spawn().start()
    server.get("/no-such-page")
    figures = Figures(server)
    names = [family.name for family in figures.families]
    assert len(names) == len(set(names)) > 25
    for family in figures.families:
        assert family.name.startswith(("lockstep_", "process_")) and family.name.islower()
        assert family.documentation.endswith("."), family.name
        assert family.type in ("counter", "gauge", "histogram"), family.name
        assert family.samples, family.name
        is_total = all(sample.name.endswith("_total") for sample in family.samples)
        assert is_total == (family.type == "counter"), family.name
        for word in ("milli", "micro", "_ms", "_kb", "_mb", "percent"):
            assert word not in family.name, "base units only"
        if family.type == "histogram":
            sound(family)
    assert figures("lockstep_build_info", version="0.1.0") == 1
    assert "# EOF" not in figures.text


def sound(family):
    """A histogram: ranges ascend, counts never fall, the last is the count."""
    kinds = {s.labels.get("kind") for s in family.samples}
    for kind in kinds:
        sound_of_kind(family.name, [s for s in family.samples if s.labels.get("kind") == kind])


def sound_of_kind(name, samples):
    """The same of the series of one kind."""
    buckets = [(float(s.labels["le"]), s.value) for s in samples if s.name.endswith("_bucket")]
    rest = {s.name.removeprefix(name): s.value for s in samples if not s.name.endswith("_bucket")}
    assert buckets == sorted(buckets) and buckets[-1] == (float("inf"), rest["_count"])
    assert [count for _, count in buckets] == sorted(count for _, count in buckets)
    assert rest.keys() == {"_sum", "_count"} and rest["_sum"] >= 0


def test_known_edits_are_counted_exactly(spawn, connect):
    server = spawn().start()
    for name in ("watched", "other"):
        server.make({"s": "a b"}, list_id=name)
    writer, reader = connect(server), connect(server)
    for client in (writer, reader):
        client.open("watched")
    began = time.monotonic()
    for _ in range(3):
        assert writer.edit("watched", insert()).kind == "set"
    assert writer.edit("watched", {"op": "updateRow", "row": "a", "fields": {"title": "a"}}).body["outcome"] == "noop"
    assert writer.edit("watched", {"op": "updateRow", "row": "z", "fields": {}}).body["code"] == "unknownRow"
    writer.send(writer.message("watched", [insert()], id=1))
    assert writer.take(type="ack", id=1)["outcome"] == "duplicate"
    assert writer.edit("no-such-list", insert()).body["code"] == "unknownList"
    ids = range(6, 11)
    writer.send(*[writer.message("watched", [insert()], id=id) for id in ids])
    reader.reach("watched", 8)
    writer.reach("watched", 8)
    spent = time.monotonic() - began
    reader.send({"type": "open", "list": "nothing"})
    reader.take(type="error")
    response = server.request("POST", "/api/lists/watched/edits", {"id": 1, "actions": [insert()]})
    assert response.status == 200
    reader.reach("watched", 9)
    wait_until(lambda: Figures(server)("lockstep_sockets") == 3, "the sockets of the sessions and of this request")
    figures = Figures(server)
    assert figures.of("lockstep_edits_total", "answer") == {
        "applied": 9, "noop": 1, "duplicate": 1, "rejected": 2}
    assert figures.of("lockstep_rejects_total", "code") == {"unknownRow": 1, "unknownList": 1}
    assert figures.of("lockstep_errors_total", "code") == {"unknownList": 1}
    # A frame for each record with sets, to both; noop and reject are records without any.
    assert figures("lockstep_deliveries_total") == (3 + 1 + 1) * 2
    assert figures("lockstep_commits_total") == figures("lockstep_batch_edits_count") == 7
    assert figures("lockstep_batch_edits_sum") == 3 + 1 + 1 + 5 + 1
    assert figures("lockstep_batch_edits_bucket", le="1.0") == 6
    assert figures("lockstep_batch_edits_bucket", le="4.0") == 6
    assert figures("lockstep_batch_edits_bucket", le="8.0") == 7
    assert figures("lockstep_commit_seconds_count") == 7
    assert 0 < figures("lockstep_commit_seconds_sum") < spent + 1
    assert figures("lockstep_edit_delivery_seconds_count") == 9
    assert figures("lockstep_edit_delivery_seconds_sum") < (spent + 1) * 9
    assert figures("lockstep_lists") == 2 and figures("lockstep_lists_loaded") == 1
    assert figures("lockstep_sessions") == figures("lockstep_sessions_opened_total") == 2
    bodies = [{"list": n, "title": "A list", "sections": [{"id": "s", "title": "S", "rows": [
        {"id": r, "fields": {"title": r}} for r in "ab"]}]} for n in ("watched", "other")]
    bodies.append({"id": 1, "actions": [insert()]})
    assert figures("lockstep_received_bytes_total") == (
        writer.said + reader.said + sum(len(json.dumps(body)) for body in bodies))
    assert figures("lockstep_sent_bytes_total") >= sum(len(f) for c in (writer, reader) for f in c.frames)
    assert figures("lockstep_queue_bytes") == 0
    assert figures("lockstep_queue_limit_bytes") == 268435456
    assert figures("lockstep_ready") == 1 and figures("lockstep_journal_errors_total") == 0
    assert figures("lockstep_loop_lag_seconds_count") > 0
    turns = figures.of("lockstep_loop_turn_seconds_count", "kind")
    assert turns["receive"] >= 4 and turns["http"] >= 3 and turns["socket"] >= 4
    assert figures.of("lockstep_loop_turn_seconds_sum", "kind").keys() == turns.keys()
    assert figures("lockstep_loop_long_turns_total") >= 0
    assert figures("lockstep_ledger_limit_bytes") == 268435456 and figures("lockstep_ledger_paid_total") == 0
    assert 0 <= figures("lockstep_ledger_bytes") < 1e7
    assert figures.of("lockstep_http_responses_total", "code")["201"] == 2
    writer.leave()
    wait_until(lambda: Figures(server)("lockstep_sessions") == 1, "a session is taken off")
    assert Figures(server)("lockstep_sessions_opened_total") == 2


def test_what_is_turned_away_is_counted_by_reason(spawn, connect):
    server = spawn(sessions=2, bounds_edits_per_second=1, bounds_edit_burst=2).start()
    refused = [({"origin": "http://elsewhere.example"}, 403), ({"subprotocols": ["other.v9"]}, 400)]
    for options, status in refused:
        with pytest.raises(InvalidStatus) as problem:
            Client(server.ws(), **options)
        assert problem.value.response.status_code == status
    first = connect(server)
    connect(server)
    with pytest.raises(InvalidStatus):
        Client(server.ws())
    server.make({"s": ""}, list_id="one")
    codes = [answer.body["code"] for answer in (first.edit("one", insert()) for _ in range(6)) if answer.kind == "reject"]
    assert set(codes) == {"rateLimited"}
    figures = Figures(server)
    assert figures.of("lockstep_connections_refused_total", "reason") == {
        "origin": 1, "handshake": 1, "sessions": 1}
    assert figures.of("lockstep_rejects_total", "code") == {"rateLimited": len(codes)}
    responses = figures.of("lockstep_http_responses_total", "code")
    # One 503 or more: those who asked whether it was ready may have been too early.
    assert (responses["403"], responses["400"]) == (1, 1) and responses["503"] >= 1


def test_a_session_that_does_not_read_is_seen(spawn, connect):
    server = spawn(limits_queue_bytes=100_000).start()
    list_id = server.make({"s": ""})
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    raw.connect(("127.0.0.1", server.port))
    slow, writer = connect(server, sock=raw, max_queue=1), connect(server)
    slow.open(list_id)
    row = insert("x" * 16_000)
    # How much the kernel takes for a reader that does not read differs; then it waits in the server.
    while (figures := Figures(server))("lockstep_queue_bytes") == 0:
        for _ in range(20):
            writer.edit(list_id, row)
    for _ in range(10):
        writer.edit(list_id, row)
    assert figures("lockstep_catch_ups_total") == 0
    slow.reach(list_id, server.snapshot(list_id)["revision"])
    wait_until(lambda: Figures(server)("lockstep_queue_bytes") == 0, "the queue has drained")
    assert Figures(server)("lockstep_catch_ups_total") >= 1


def test_the_process_is_told_of(spawn):
    before = time.time()
    server = spawn().start()
    figures, pid = Figures(server), server.process.pid
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        resident = int(next(line.split()[1] for line in status if line.startswith("VmRSS"))) * 1024
    assert resident / 2 < figures("process_resident_memory_bytes") < resident * 2
    # The connection that asked has gone meanwhile.
    assert 0 <= figures("process_open_fds") - len(os.listdir(f"/proc/{pid}/fd")) <= 2
    assert figures("process_max_fds") >= 1024
    # The kernel counts whole seconds since it was started, and those in hundredths.
    assert before - 2 < figures("process_start_time_seconds") < time.time() + 2
    assert figures("process_start_time_seconds") == Figures(server)("process_start_time_seconds")
    assert figures("process_cpu_seconds_total") <= server.cpu_seconds()


def test_many_who_ask_at_once_all_get_the_figures(spawn):
    server = spawn().start()
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(Figures(server)("lockstep_ready"))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [1] * 20
    assert server.request("POST", "/metrics").status == 405
    assert server.request("HEAD", "/metrics").status == 200


def test_the_figures_can_be_had_at_an_address_of_their_own(spawn, lockstep):
    port = free_port()
    server = spawn(metrics=f"127.0.0.1:{port}").start()
    assert server.get("/metrics").status == 404
    with (client := Client(server.ws())).stack:
        server.make({"s": "a"}, list_id="used")
        client.open("used")
        text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
        assert "\nlockstep_sessions 1\n" in text
        received = int(re.search(r"\nlockstep_received_bytes_total (\d+)\n", text)[1])
        assert received > 50, "the figures are those of the clients' port"
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").read() == b"ok"
    for path in ("/", "/api/lists", "/ws"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}")
    assert '"lists":1' in lockstep.output("top", "--once", "--json", "--interval", "0.1", "--url", f"http://127.0.0.1:{port}")


def test_an_address_that_is_none_is_refused(lockstep):
    for address, says in (("9464", "metrics must be an address and a port"),
                          ("127.0.0.1:8080", "metrics must be another address or port")):
        said = lockstep.refusal("serve", "--metrics", address, "--port", "8080", "--web", "", "--lists", "", code=64)
        assert says in said
