"""Ten hostile peers of a kind at work, and an innocent editor of another list beside them."""

import select
import subprocess
import sys
import time
from contextlib import contextmanager

from hostile import HERE
from peer import Peer, is_applied

LIMITS = HERE.parents[2] / "Sources" / "Server" / "ListServer" / "ListServer.docc" / "Limits.md"


def bounds():
    """The rows of Limits.md: each by its first setting in backticks, or by what it bounds where it has none."""
    found = []
    for line in LIMITS.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and cells[0] not in ("what", "---"):
            found.append(name_of(cells[0], cells[1]))
    return found


def name_of(what, setting):
    """The name of a bound."""
    is_named = setting.startswith("`") and what != "sockets"
    return setting.split("`")[1] if is_named else what


@contextmanager
def peers_at(port, kind, count=10, meanwhile=lambda: None):
    """Runs the peers in a process of their own while the body runs; what they said, `meanwhile` being called."""
    command = [sys.executable, str(HERE / "hostile.py"), str(port), kind, str(count)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        while not select.select([process.stdout], [], [], 0.05)[0]:
            meanwhile()
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


class Innocent:
    """Edits a list of its own at a steady pace, and holds every answer against its time."""

    def __init__(self, server):
        self.peer, self.times = Peer(server), []
        self.list = server.make({"s": "a b c"})
        self.peer.open(self.list)

    def edit(self):
        """One edit, its answer awaited; the session must still be there."""
        began = time.perf_counter()
        message = self.peer.edit(self.list, {"op": "updateRow", "row": "a", "fields": {"title": f"{began}"}})
        self.peer.send(message)
        answer = self.peer.answer(message["id"])
        assert is_applied(answer), answer or "the session was ended"
        self.times.append(time.perf_counter() - began)

    def work(self, seconds):
        """Edits 50 times a second."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            due = time.monotonic() + 0.02
            self.edit()
            time.sleep(max(0, due - time.monotonic()))

    def p99(self):
        """Seconds."""
        ordered = sorted(self.times)
        return ordered[int(0.99 * (len(ordered) - 1))]
