"""The server that the browser tests run against, as a process of its own."""

import http.client
import json
import os
import re
import secrets
import socket
import subprocess
import time
from pathlib import Path

from end_with_parent import end_with_parent

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium-headless-shell"
"""Chromium's engine without the windows and pages of a browser of its own: a third less to compute."""

PATIENCE = 60

STORED = """() => {
    const status = document.querySelector('.status');
    const live = document.querySelector("main[data-status=live]") !== null;
    return !live || !status || status.dataset.waiting === "0";
}"""
"""Whether the server has answered all edits of a page, as far as that has a connection."""

SESSIONS = re.compile(r"/ws(/[^/]+)?$")
"""The addresses of WebSockets: those of sessions that name a list, too."""


def free_port():
    """A loopback port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class LockstepServer:
    """One `lockstep serve` on a store of its own; it may be killed and started again."""

    def __init__(self, folder, lists, *options, web=ROOT / "web-client"):
        self.folder, self.lists, self.web = Path(folder), lists, web
        self.port, self.options = free_port(), options
        self.process, self.visitors = None, []

    @property
    def url(self):
        """The address of the web client."""
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Starts the process and waits until it is ready."""
        given = os.environ.get("LOCKSTEP_BIN") or os.environ.get("SERVER_BINARY")
        binary = Path(given or ".build/release/lockstep")
        # The server takes every LOCKSTEP_… for a setting of its own.
        settings = {name: value for name, value in os.environ.items()
                    if not name.startswith("LOCKSTEP_")}
        command = [str(binary if binary.is_absolute() else ROOT / binary), "serve",
                   "--host", "127.0.0.1", "--port", str(self.port),
                   "--store", str(self.folder / "lists.sqlite"), "--lists", str(self.lists),
                   "--web", str(self.web), *self.options]
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, env=settings,
                                            stdout=log, stderr=log,
                                            preexec_fn=end_with_parent)
        deadline = time.monotonic() + PATIENCE
        while not self._ready():
            assert self.process.poll() is None, f"the server ended:\n{self.log()}"
            assert time.monotonic() < deadline, f"the server is not ready:\n{self.log()}"
            time.sleep(0.02)
        return self

    @property
    def runs(self):
        """Whether the process is there."""
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """kill -9 by process id, and waits for the end."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """SIGTERM; kill -9 where that is not obeyed."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()

    def log(self):
        """The end of what the server has written."""
        return (self.folder / "server.log").read_text(errors="replace")[-4000:]

    def shows_change(self, change):
        """Makes a change to the files of the page, and waits until the server serves them so."""
        old, deadline = self.request("GET", "/")[1], time.monotonic() + PATIENCE
        change()
        while self.request("GET", "/")[1] == old:
            assert time.monotonic() < deadline, "the server serves the page as it was"
            time.sleep(0.02)

    def becomes(self, status, path):
        """Waits until a GET of a path is answered with a status."""
        deadline = time.monotonic() + PATIENCE
        while (answer := self.request("GET", path))[0] != status:
            assert time.monotonic() < deadline, f"{path} is answered {answer}, not {status}"
            time.sleep(0.02)

    def request(self, method, path, body=None):
        """Status and JSON of one HTTP request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith(("{", "[")) else text
        finally:
            connection.close()

    def make(self, sections, rules=None, title="Test list"):
        """Makes a list of `sections` (as in the protocol, or `{id: "a b c"}`); returns its id."""
        if isinstance(sections, dict):
            sections = [section(name, rows) for name, rows in sections.items()]
        name = f"test-{secrets.token_hex(5)}"
        status, answer = self.request("POST", "/api/lists", {
            "list": name, "title": title, "rules": rules or {}, "sections": sections})
        assert status == 201, answer
        return name

    def edit(self, name, *actions):
        """Edits a list as somebody else, after what visitors with a connection have done before."""
        self._settle()
        status, answer = self.request("POST", f"/api/lists/{name}/edits",
                                      {"id": 1, "actions": list(actions)})
        assert status == 200, answer
        return answer

    def snapshot(self, name):
        """The list as the server has it, with what visitors with a connection have done before.

        Their pages show an edit before the server has it.
        """
        self._settle()
        status, answer = self.request("GET", f"/api/lists/{name}")
        assert status == 200, answer
        return answer

    def order(self, name):
        """Section ids with the ids of their rows."""
        return orders(self.snapshot(name))

    def titles(self, name):
        """The titles of all rows, by section."""
        return titles(self.snapshot(name))

    def _settle(self):
        for visitor in self.visitors:
            visitor.stored()

    def _ready(self):
        try:
            return self.request("GET", "/readyz")[0] == 200
        except OSError:
            return False


def orders(snapshot):
    """Section ids with the ids of their rows."""
    return [[one["id"], *(row["id"] for row in one.get("rows", []))] for one in snapshot["sections"]]


def titles(snapshot):
    """The titles of all rows, by section."""
    return [[row["fields"].get("title") for row in one.get("rows", [])] for one in snapshot["sections"]]


def section(name, rows, **rules):
    """A section titled as its id, of rows titled as theirs."""
    return {"id": name, "title": name.capitalize(), "rules": rules, "rows": [
        {"id": row, "fields": {"title": row}} if isinstance(row, str) else row
        for row in (rows.split() if isinstance(rows, str) else rows)]}
