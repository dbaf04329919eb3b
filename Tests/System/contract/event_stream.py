"""A reader of `GET /api/lists/ID/events`, written from the standard of Server-Sent Events."""

import http.client
import json
import socket
from collections import namedtuple

from client import Client
from waiting import BOUND

Event = namedtuple("Event", "type id data")
"""`id` is the one in force after it, None where there was none yet; `data` is decoded."""


class EventStream:
    """One stream of events; `last` is the id to go on from, and `window` the bytes that the kernel takes unread."""

    def __init__(self, server, list_id, last=None, query="", headers=None, window=None):
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=BOUND)
        raw = socket.socket()
        if window:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        raw.settimeout(BOUND)
        raw.connect((server.host, server.port))
        self.connection.sock = raw
        self.last, self.comments = last, 0
        given = {} if last is None else {"Last-Event-ID": last}
        self.connection.request("GET", f"/api/lists/{list_id}/events{query}", headers={**given, **(headers or {})})
        self.answer = self.connection.getresponse()
        self.status, self.headers = self.answer.status, self.answer.headers

    def take(self):
        """The next event; None at the end of the stream, where an event that is not whole counts for nothing."""
        kind, data, id = "message", [], self.last
        while (line := self.answer.readline()).endswith(b"\n"):
            text = line[:-1].decode()
            if text.startswith(":"):
                self.comments += 1
            elif text:
                name, _, value = text.partition(": ")
                if name == "data":
                    data.append(value)
                elif name == "event":
                    kind = value
                elif name == "id":
                    id = value
                else:
                    assert name == "retry", text
            elif data:
                self.last = id
                return Event(kind, id, json.loads("\n".join(data)))
        return None

    def close(self):
        """Ends the connection."""
        self.answer.close()
        self.connection.close()


class Follower:
    """A list as its stream tells it, over any number of streams."""

    def __init__(self, server, list_id):
        self.server, self.list_id, self.stream = server, list_id, None
        self.follow = Copy()
        self.events = []

    def connect(self, **options):
        """Opens a stream where the last one ended."""
        if self.stream:
            self.stream.close()
        self.stream = EventStream(self.server, self.list_id, self.stream and self.stream.last, **options)
        assert self.stream.status == 200
        return self

    def step(self):
        """Takes one event into the list; None at the end of the stream."""
        event = self.stream.take()
        if event:
            self.events.append(event)
            self.follow.follow(event.data)
        return event

    def reach(self, revision):
        """Reads until the list stands at `revision`."""
        while self.list is None or self.list.revision < revision:
            assert self.step(), "the stream ended"
        return self.list

    @property
    def list(self):
        """The list so far."""
        return self.follow.lists.get(self.list_id)


class Copy(Client):
    """What a session makes of messages, without a session."""

    def __init__(self):  # pylint: disable=super-init-not-called
        self.lists, self.parts, self.opened, self.sent = {}, {}, {}, {}
        self.public, self.sets = None, Sets()


class Sets(dict):
    """The sets of each list."""

    def __missing__(self, name):
        self[name] = []
        return self[name]
