"""What the clients of a run saw, in the order in which they saw it."""

import json
import time


class History:
    """Events with the monotonic time at which they happened.

    A frame's sending is timed before the call, its coming after: so if one time is below the other, the one thing did
    happen before the other. Kinds of events:

    - `sent`, `received`: `client` (public name), `session` (a number for each connection), `frame`
    - `made`: `list`, `content`: what any list of that name is created with
    - `snapshot`: `list`, `body`: an answer of `GET /api/lists/ID`
    - `changes`: `list`, `since`, `status`, `body`: of `GET /api/lists/ID/changes`
    - `killed`, `ready`: the server's ends and starts
    - `quiet`: every edit should have been answered and every client be up to date
    """

    def __init__(self, events=()):
        self.events = list(events)
        self.sessions = 0

    def add(self, kind, **fields):
        """Notes an event that happens now."""
        self.events.append({"t": time.monotonic(), "kind": kind, **fields})

    def session(self):
        """A number for a new connection."""
        self.sessions += 1
        return self.sessions

    def write(self, path):
        """Keeps the history as JSON lines."""
        with open(path, "w") as file:
            for event in self.events:
                file.write(json.dumps(event) + "\n")

    @classmethod
    def read(cls, path):
        """A history that `write` kept."""
        with open(path) as file:
            return cls(json.loads(line) for line in file)
