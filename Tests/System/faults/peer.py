"""Sessions and HTTP connections of the least effort: they follow no list, they wait for bytes."""

import http.client
import itertools
import json
import re
import selectors
import socket
import threading

from raw_client import HANDSHAKE, masked

TIMEOUT = 90
"""Seconds after which an answer is given up."""

NUMBERS = itertools.count(1)


class Peer:
    """One session; its edits have ids that no other peer uses, so that answers can be told apart."""

    def __init__(self, server, hello=True, **fields):
        self.number = next(NUMBERS)
        self.id, self.unread = self.number * 1_000_000, bytearray()
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(HANDSHAKE)
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.socket.recv(1)
        assert head.startswith(b"HTTP/1.1 101 "), head
        if hello:
            self.send({"type": "hello", "client": f"peer-{self.number}", **fields})
            self.until(b'"welcome"')

    def send(self, *messages):
        """Sends one message, or several as an array in one frame; a text as it is."""
        if isinstance(messages[0], str):
            text = messages[0]
        else:
            text = json.dumps(messages[0] if len(messages) == 1 else messages,
                              separators=(",", ":"))
        self.socket.sendall(masked(text))

    def edit(self, name, *actions, kind="edit", **fields):
        """The message of the next edit, undo or redo of the list `name`."""
        self.id += 1
        more = {"actions": list(actions)} if kind == "edit" else {}
        return {"type": kind, "list": name, "id": self.id, **more, **fields}

    def frame(self):
        """The next text frame; empty once the server has closed."""
        while True:
            whole = self.whole_frame()
            if whole is not None:
                return whole
            try:
                data = self.socket.recv(1 << 20)
            except ConnectionError:
                return b""
            if not data:
                return b""
            self.unread += data

    def whole_frame(self):
        """The next text frame if all of it is there; pings go unanswered, a close is empty."""
        while len(self.unread) >= 2:
            size, start = self.unread[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self.unread[2:start], "big")
            if len(self.unread) < start + size:
                return None
            kind, body = self.unread[0], bytes(self.unread[start:start + size])
            del self.unread[:start + size]
            if kind == 0x88:
                return b""
            if kind == 0x81:
                return body
        return None

    def until(self, pattern):
        """The first frame in which the pattern is found, or the empty one of the end."""
        search = re.compile(pattern).search
        while True:
            frame = self.frame()
            if not frame or search(frame):
                return frame

    def answer(self, id):
        """The frame that answers the edit `id`: a set, or an ack, reject or error."""
        return self.until(rb'"(id|intent)":%d[,}]' % id)

    def do(self, name, *actions, **fields):
        """Edits the list and waits for the answer, which must not be a refusal."""
        message = self.edit(name, *actions, **fields)
        self.send(message)
        answer = self.answer(message["id"])
        assert is_applied(answer), answer[:300]

    def open(self, name, **fields):
        """Opens a list; returns the last frame of the snapshot or catchup."""
        self.send({"type": "open", "list": name, **fields})
        return self.whole_list()

    def whole_list(self):
        """Reads until the snapshot, all parts of it, or the catchup of a list that is being opened is in."""
        while True:
            frame = self.until(rb'^\{"type":"(snapshot|catchup|error)"')
            assert frame and not frame.startswith(b'{"type":"error"'), frame or "the session was ended"
            part = re.search(rb'"part":(\d+),"parts":(\d+)', frame[:400])
            if not part or int(part.group(1)) == int(part.group(2)) - 1:
                return frame

    def close(self):
        """Ends the connection."""
        self.socket.close()


def is_applied(answer):
    """Whether a frame answers an edit that changed the list."""
    return answer.startswith(b'{"type":"changes"') or b'"outcome":"applied"' in answer


class Http:
    """One HTTP connection that is kept."""

    def __init__(self, server, token=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def request(self, method, path, body=None, headers=None):
        """One request; returns the status."""
        given = {"Content-Type": "application/json"} if body is not None else {}
        self.connection.request(method, path, body=body, headers={**given, **self.headers, **(headers or {})})
        answer = self.connection.getresponse()
        answer.read()
        return answer.status

    def close(self):
        """Ends the connection."""
        self.connection.close()


class Crowd:
    """Sessions that take whatever comes and throw it away, all of them read by one thread."""

    def __init__(self, peers):
        self.peers, self.selector, self.ended = peers, selectors.DefaultSelector(), threading.Event()
        for peer in peers:
            self.selector.register(peer.socket, selectors.EVENT_READ)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        """Reads until told to end."""
        room = bytearray(1 << 20)
        while not self.ended.is_set():
            for key, _ in self.selector.select(0.05):
                try:
                    count = key.fileobj.recv_into(room)
                except OSError:
                    count = 0
                if not count:
                    self.selector.unregister(key.fileobj)

    def close(self):
        """Ends the sessions."""
        self.ended.set()
        self.reader.join()
        for peer in self.peers:
            peer.close()
