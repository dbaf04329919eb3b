"""say.py URL TOKEN CERTIFICATE [TITLE ...]: adds rows to the groceries over a WebSocket, and prints the titles of all rows.

In the network of a machine, where its names mean this machine.
"""

import base64
import json
import os
import socket
import ssl
import struct
import sys
import urllib.parse


class Socket:
    """A WebSocket that sends and receives text."""

    def __init__(self, url, certificate):
        parts = urllib.parse.urlsplit(url)
        secure = parts.scheme == "wss"
        raw = socket.create_connection(("127.0.0.1", parts.port or (443 if secure else 80)), 10)
        if secure:
            raw = ssl.create_default_context(cafile=certificate).wrap_socket(raw, server_hostname=parts.hostname)
        self.raw, self.bytes = raw, b""
        key = base64.b64encode(os.urandom(16)).decode()
        raw.sendall((f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        head = self.until(b"\r\n\r\n")
        assert b" 101 " in head, head

    def until(self, end):
        """What comes up to this."""
        while end not in self.bytes:
            self.more()
        head, self.bytes = self.bytes.split(end, 1)
        return head

    def more(self):
        """Reads what has come."""
        chunk = self.raw.recv(65536)
        assert chunk, "the connection has ended"
        self.bytes += chunk

    def take(self, count):
        """So many bytes."""
        while len(self.bytes) < count:
            self.more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def send(self, message):
        """Sends a message in a masked frame, with a mask of zeros."""
        text = json.dumps(message).encode()
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
        self.raw.sendall(b"\x81" + length + bytes(4) + text)

    def receive(self, *types):
        """The next message of one of these types."""
        while True:
            first, length = self.take(2)
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            text = self.take(length)
            if first & 15 != 1:
                continue
            frame = json.loads(text)
            for message in frame if isinstance(frame, list) else [frame]:
                assert message["type"] != "error", message
                if message["type"] in types:
                    return message


def titles(session):
    """Opens the list, and reads the titles of its rows."""
    session.send({"type": "open", "list": "groceries"})
    snapshot = session.receive("snapshot")
    return [row["fields"].get("title") for section in snapshot["sections"] for row in section["rows"]]


def main(url, token, certificate, *added):
    """Adds the rows, then prints the titles."""
    session = Socket(url, certificate)
    session.send({"type": "hello", **({"token": token} if token else {})})
    session.receive("welcome")
    titles(session)
    for number, title in enumerate(added, 1):
        session.send({"type": "edit", "list": "groceries", "id": number,
                      "actions": [{"op": "insertRow", "fields": {"title": title}}]})
        assert session.receive("changes", "reject")["type"] == "changes"
    print(json.dumps(titles(session)))


main(*sys.argv[1:])
