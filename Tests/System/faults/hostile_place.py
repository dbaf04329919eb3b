"""Where a hostile peer works: a server, and names that no other peer uses."""

import http.client
import json
import os
import socket
import time

from peer import Peer
from raw_client import HANDSHAKE, masked


class Place:
    """Where a peer works: a server, and names that no other peer uses."""

    def __init__(self, port, number):
        self.port, self.number, self.held = port, number, []

    def socket(self, window=None):
        """A plain connection."""
        raw = socket.socket()
        if window:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.held.append(raw)
        raw.connect(("127.0.0.1", self.port))
        return raw

    def session(self, **fields):
        """A session with a key of its own."""
        fields = {"client": f"hostile-{os.getpid()}-{self.number}-{time.monotonic_ns()}", **fields}
        peer = Peer(self, **fields)
        self.held.append(peer)
        return peer

    def request(self, method, path, body=None):
        """An HTTP request; its status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body=body)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    def list(self, rows=100, fields='{"title":"x"}', name=None):
        """A list of its own with rows `r0`, `r1`, …"""
        name = name or f"hostile-{self.number}-{time.monotonic_ns()}"
        content = ",".join(f'{{"id":"r{r}","fields":{fields}}}' for r in range(rows))
        self.request("POST", "/api/lists",
                     f'{{"list":"{name}","sections":[{{"id":"s","title":"S","rows":[{content}]}}]}}')
        return name

    def opened(self, **options):
        """A session that has a list of its own open."""
        name, peer = self.list(**options), self.session()
        peer.open(name)
        return peer, name

    def leave(self):
        """Closes what is open."""
        while self.held:
            self.held.pop().close()


def greet(raw, *then):
    """Begins a session on a plain connection, and reads nothing of it."""
    raw.sendall(HANDSHAKE)
    head = raw.recv(4, socket.MSG_PEEK | socket.MSG_WAITALL)
    assert head == b"HTTP", head
    raw.sendall(masked(json.dumps([{"type": "hello"}, *then])))
