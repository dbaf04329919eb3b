"""A session that reads only when it is told to, over a socket whose receive window stays small."""

import re
import secrets
import socket
from collections import defaultdict

from client import Client, public_name
from raw_client import HANDSHAKE, masked

MSS = 1460
"""As on a real network: with the loopback interface's, a closed window opens in steps of 64 kB."""


class Ended(Exception):
    """The server has closed or cut the connection."""


class SlowClient(Client):
    """The contract tests' client without anything that reads by itself. It answers no pings."""

    def __init__(self, server, window=16_384):
        self.raw = socket.socket()
        self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, MSS)
        self.raw.connect(("127.0.0.1", server.port))
        self.raw.settimeout(8)
        self.raw.sendall(HANDSHAKE)
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.raw.recv(1)
        assert head.startswith(b"HTTP/1.1 101 "), head
        self.socket, self.unread = self, bytearray()
        self.key, self.name = secrets.token_hex(12), None
        self.public = public_name(self.key)
        self.frames, self.inbox, self.close_code = [], [], None
        self.lists, self.parts, self.opened = {}, {}, {}
        self.used, self.sent = defaultdict(int), {}
        self.answers, self.sets = defaultdict(list), defaultdict(list)
        Client.send(self, {"type": "hello", "client": self.key})

    def send(self, *messages):
        """Sends messages, or a text as one frame."""
        if isinstance(messages[0], str):
            self.raw.sendall(masked(messages[0]))
        else:
            super().send(*messages)

    def sip(self, count):
        """Takes up to `count` bytes off the socket."""
        data = self.raw.recv(count)
        if not data:
            raise Ended
        self.unread += data

    def recv(self, timeout):
        """The text of the next frame; reads as fast as it can."""
        self.raw.settimeout(timeout)
        while True:
            frame = self.whole_frame()
            if frame is not None:
                return frame
            try:
                self.sip(65_536)
            except ConnectionError:
                raise Ended from None

    def whole_frame(self):
        """The text of the next frame, once it is there; steps over pings."""
        while len(self.unread) >= 2:
            size, start = self.unread[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                if len(self.unread) < start:
                    return None
                size = int.from_bytes(self.unread[2:start], "big")
            if len(self.unread) < start + size:
                return None
            kind, body = self.unread[0], bytes(self.unread[start:start + size])
            del self.unread[:start + size]
            if kind == 0x88:
                self.close_code = int.from_bytes(body[:2], "big")
                raise Ended
            if kind == 0x81:
                return body.decode()
        return None

    def kinds(self, list_id):
        """The types of the messages about a list so far, presence and answers left aside."""
        start = re.compile(r'\{"type":"(snapshot|catchup|changes)","list":"' + re.escape(list_id) + '"')
        return [found.group(1) for found in map(start.match, self.frames) if found]

    def leave(self):
        """Ends the connection."""
        self.raw.close()
