"""The server under test as a process, and its HTTP side."""

import http.client
import json
import os
import resource
import secrets
import socket
import subprocess
from pathlib import Path

from waiting import BOUND, until

ROOT = Path(__file__).resolve().parents[3]


def free_port():
    """A loopback port that nothing listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def binary():
    """The command under test."""
    path = Path(os.environ.get("SERVER_BINARY", ".build/release/lockstep"))
    return path if path.is_absolute() else ROOT / path


class Response:
    """Status, headers and body of an HTTP answer."""

    def __init__(self, answer):
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()

    def json(self):
        """The body as JSON."""
        return json.loads(self.body)


class Server:
    """One `lockstep serve`; it can be killed and started again on the same store and port."""

    def __init__(self, folder, *options, web="web-client"):
        """`web` is the folder of the web client, "" for none: the server compresses it after each start."""
        self.binary, self.web = binary(), web
        self.options, self.tls, self.descriptors = options, None, None
        self.folder, self.port, self.process = Path(folder), free_port(), None
        self.host = "127.0.0.1"
        (self.folder / "lists").mkdir(parents=True, exist_ok=True)

    def start(self, ready=200):
        """Starts the process and waits until `/readyz` says that it is ready, or has another status."""
        command = [str(self.binary), "serve", "--host", self.host, "--port", str(self.port),
                   "--store", str(self.folder / "lists.sqlite"),
                   "--lists", str(self.folder / "lists"),
                   "--web", self.web, "--log-level", "warning",
                   *self.options]
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log,
                                            preexec_fn=self._limit)
        until(lambda: self._is(ready), lambda: f"the server is not ready: {self.log()}")
        return self

    def _is(self, ready):
        assert self.process.poll() is None, f"the server ended: {self.log()}"
        try:
            return self.request("GET", "/readyz").status == ready
        except OSError:
            return False

    def _limit(self):
        if self.descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))

    @staticmethod
    def run(*arguments):
        """Runs the command to its end, with what it printed."""
        return subprocess.run([str(binary()), *arguments], cwd=ROOT, capture_output=True,
                              text=True, timeout=BOUND)

    def kill(self):
        """kill -9, and waits for the end."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """SIGTERM, and kill -9 if that is not obeyed; returns the exit code."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(BOUND)
            except subprocess.TimeoutExpired:
                self.kill()
        return self.process.returncode if self.process else None

    def log(self):
        """What the server has written."""
        return (self.folder / "server.log").read_text(errors="replace")[-2000:]

    def ws(self, path="/ws"):
        """The address of the WebSocket."""
        return f"{'wss' if self.tls else 'ws'}://{self.host}:{self.port}{path}"

    def request(self, method, path, body=None, headers=None):
        """One HTTP request; `body` is sent as JSON unless it is bytes."""
        if self.tls:
            connection = http.client.HTTPSConnection(self.host, self.port, timeout=BOUND,
                                                     context=self.tls)
        else:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=BOUND)
        try:
            if body is not None and not isinstance(body, bytes):
                body = json.dumps(body).encode()
            given = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, body=body, headers={**given, **(headers or {})})
            return Response(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, headers=None):
        """GET."""
        return self.request("GET", path, headers=headers)

    def snapshot(self, list_id):
        """`GET /api/lists/ID`."""
        response = self.get(f"/api/lists/{list_id}")
        assert response.status == 200
        return response.json()

    def make(self, sections=None, rules=None, title="A list", list_id=None):
        """Makes a list; `sections` is `{"s1": "a b c"}` or as in the protocol. Returns its id."""
        list_id = list_id or "l-" + secrets.token_hex(6)
        body = {"list": list_id, "title": title, "sections": sections_of(sections or {})}
        if rules is not None:
            body["rules"] = rules
        response = self.request("POST", "/api/lists", body)
        assert response.status == 201, (response.status, response.body)
        return list_id


def sections_of(sections):
    """`{"s1": "a b"}` as the protocol's sections; `p^` pins to the top, `p_` to the bottom."""
    if isinstance(sections, list):
        return sections
    return [section(s, rows) for s, rows in sections.items()]


def section(section_id, rows, **rules):
    """One section of rows named `a b p^ q_`, with rules."""
    pins = {"^": {"pinned": "top"}, "_": {"pinned": "bottom"}}
    made = {"id": section_id, "title": section_id.upper(), "rows": [
        {"id": r.rstrip("^_"), "fields": {"title": r.rstrip("^_")}, **pins.get(r[-1], {})}
        for r in (rows.split() if isinstance(rows, str) else rows)]}
    return {**made, "rules": rules} if rules else made
