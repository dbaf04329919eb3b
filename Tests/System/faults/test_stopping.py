"""Stopping and restarting: nobody is left without a word, nothing answered is lost, and the next server waits."""

import signal
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from client import PLAIN, Client
from process import BOUND, FaultyServer, Injection, wait_until


class Adder(threading.Thread):
    """Inserts rows as fast as they are answered, and notes what was answered and how it ended."""

    def __init__(self, server, list_id, mark):
        super().__init__(daemon=True)
        self.list_id, self.mark = list_id, mark
        self.client = Client(server.ws())
        self.client.open(list_id)
        self.answered, self.goodbye, self.close_code = [], None, None

    def run(self):
        number = 0
        try:
            while True:
                number += 1
                row = f"{self.mark}-{number}"
                answer = self.client.edit(self.list_id, {
                    "op": "insertRow", "row": row, "fields": {"title": row}})
                assert answer.kind == "set", answer
                self.answered.append(row)
        except ConnectionClosed:
            self.close_code = self.client.closed()
            self.goodbye = next((m for m in self.client.inbox if m["type"] == "error"), None)


def rows_of(server, list_id):
    """The ids of all rows."""
    return [r["id"] for s in server.snapshot(list_id)["sections"] for r in s["rows"]]


def crowd(server, list_id, size=8):
    """Adders at work, each with a few answers already."""
    adders = [Adder(server, list_id, f"a{n}") for n in range(size)]
    for adder in adders:
        adder.start()
    wait_until(lambda: all(len(a.answered) > 5 for a in adders), "everyone edits")
    return adders


def successor_of(server):
    """A second server for the same port and store."""
    second = FaultyServer(server.folder, **{
        k.removeprefix("LOCKSTEP_").lower(): v for k, v in server.settings.items()})
    second.port = server.port
    second.log_file = server.folder / "second.log"
    return second


def test_sigterm_under_load_says_goodbye_and_loses_nothing(spawn):
    server = spawn().start()
    list_id = server.make({"s1": "a"})
    silent = Client(server.ws(), greet=False)
    adders = crowd(server, list_id)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(BOUND) == 0
    for adder in adders:
        adder.join(BOUND)
        assert (adder.goodbye["code"], adder.goodbye["fatal"]) == ("shuttingDown", True)
        assert adder.close_code == 1001
    assert silent.closed() == 1001
    server.start()
    stored = rows_of(server, list_id)
    assert len(stored) == len(set(stored))
    missing = {row for adder in adders for row in adder.answered} - set(stored)
    assert missing == set()


def test_while_it_stops_it_is_not_ready_and_takes_no_sessions(spawn):
    server = spawn().start()
    with busy_with_a_disk_that_stands_still(server):
        server.process.send_signal(signal.SIGTERM)
        # What is sent before it stops would wait for the disk, too.
        wait_until(lambda: server.readiness() == 503, "it is stopping")
        assert server.get("/healthz").status == 200
        assert server.request("POST", "/api/lists", {"list": "late"}).status == 503
        with pytest.raises(InvalidStatus) as refusal:
            connect(server.ws(), **PLAIN)
        assert refusal.value.response.status_code == 503
        assert server.process.poll() is None
    assert server.process.wait(BOUND) == 0


@contextmanager
def busy_with_a_disk_that_stands_still(server):
    """A commit is under way that does not return."""
    list_id = server.make({"s1": "a"})
    client = Client(server.ws())
    client.open(list_id)
    with Injection(server, "fdatasync", holds=True):
        client.post(list_id, {"op": "deleteRows", "rows": ["a"]})
        client.settle()
        yield


def test_a_second_sigterm_ends_it_at_once(spawn):
    server = spawn()
    server.log_level = "notice"
    server.start()
    # In order it would end with 0, once the disk has returned.
    with busy_with_a_disk_that_stands_still(server):
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: server.log_lines("stopping; a second signal"), "it is stopping")
        server.process.send_signal(signal.SIGTERM)
        # It is gone once the thread that the tracer holds is.
        wait_until(lambda: state(server) == "Z", "it has ended")
    assert server.process.wait(BOUND) == 128 + signal.SIGTERM


def state(server):
    """The state of the process, as the kernel names it."""
    return Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]


def test_a_restart_under_load_loses_nothing(spawn):
    server = spawn().start()
    list_id = server.make({"s1": "a"})
    adders = crowd(server, list_id)
    second = successor_of(server)
    second.launch()
    wait_until(lambda: second.log_lines("waiting"), "the second one waits for the store")
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(BOUND) == 0
    wait_until(second.is_ready, "the second one serves")
    for adder in adders:
        adder.join(BOUND)
    missing = {r for a in adders for r in a.answered} - set(rows_of(second, list_id))
    assert missing == set()
    assert second.stop() == 0


@pytest.mark.parametrize("what, number", [("the store", signal.SIGTERM), ("the port", signal.SIGINT)])
def test_a_start_that_waits_is_stopped_at_once(spawn, what, number):
    first = spawn().start()
    list_id = first.make({"s1": "a"})
    second = successor_of(first)
    if what == "the port":
        second.store = first.folder / "another.sqlite"
    second.settings["LOCKSTEP_TAKE_OVER_SECONDS"] = "3600"
    second.launch()
    try:
        wait_until(lambda: second.log_lines("waiting"), "it waits")
        assert what in second.log_lines("waiting")[0]
        second.process.send_signal(number)
        # As for a server that runs; and it says of nothing that it failed.
        assert second.process.wait(BOUND) == 0
        assert not second.log_lines("cannot start")
    finally:
        second.stop()
    assert first.snapshot(list_id)["revision"] == 0
    assert not (first.folder / "another.sqlite-wal").exists()


def test_a_port_that_stays_taken_is_a_clear_error(spawn):
    first = spawn().start()
    second = spawn(take_over_seconds=0)
    second.port = first.port
    code, output = second.run_to_end()
    assert code == 1
    assert f"cannot listen on 127.0.0.1:{first.port}" in output and "another port" in output
