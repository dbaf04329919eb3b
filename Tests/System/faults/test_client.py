"""`lockstep edit` while the server is killed between an edit and its answer: the edit is applied exactly once."""

import json
import os
import socket
import subprocess
import threading

import pytest
from process import wait_until

TITLE = "Exactly once"


class Gate:
    """A TCP proxy to the server that can stop forwarding in one direction."""

    def __init__(self, port):
        self.upstream = port
        self.holds_requests = self.holds_answers = False
        self.seen = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        """Takes connections until the listener is closed."""
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.upstream), 5)
            except OSError:
                client.close()
                continue
            for source, sink, holds in ((client, server, lambda: self.holds_requests),
                                        (server, client, lambda: self.holds_answers)):
                threading.Thread(target=self.forward, args=(source, sink, holds), daemon=True).start()

    def forward(self, source, sink, holds):
        """Passes bytes on; while they are held, only notes that some have come."""
        try:
            while data := source.recv(65536):
                if holds():
                    self.seen.set()
                else:
                    sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        """Takes no further connections."""
        self.listener.close()


def titles(server):
    """The titles of the list's rows."""
    snapshot = server.get("/api/lists/a").json()
    return [row["fields"]["title"] for section in snapshot["sections"] for row in section["rows"]]


@pytest.mark.parametrize("lost", ["the answer", "the edit"])
def test_killed_between_edit_and_answer_applied_once(spawn, lost):
    server = spawn().start()
    body = {"list": "a", "sections": [{"id": "s", "title": "S", "rows": []}]}
    assert server.request("POST", "/api/lists", body).status == 201
    gate = Gate(server.port)
    edit = subprocess.Popen(
        [str(server.binary), "edit", "a", "--json", "--url", f"http://127.0.0.1:{gate.port}"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
    try:
        first = {"op": "insertRow", "fields": {"title": "First"}}
        edit.stdin.write(json.dumps(first) + "\n")
        edit.stdin.flush()
        assert json.loads(edit.stdout.readline())["outcome"] == "applied"
        gate.holds_answers = lost == "the answer"
        gate.holds_requests = lost == "the edit"
        edit.stdin.write(json.dumps({"op": "insertRow", "fields": {"title": TITLE}}) + "\n")
        edit.stdin.flush()
        if lost == "the answer":
            wait_until(lambda: TITLE in titles(server), "the server has the edit")
        assert gate.seen.wait(30)
        server.kill()
        gate.holds_answers = gate.holds_requests = False
        server.start()
        answer = json.loads(edit.stdout.readline())
        assert answer == {"outcome": "applied", "revision": 2}
        edit.stdin.close()
        assert edit.wait(30) == 0, edit.stderr.read()
        assert titles(server) == ["First", TITLE]
    finally:
        gate.close()
        edit.kill()
        edit.wait()
