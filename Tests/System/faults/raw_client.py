"""A WebSocket client of the least effort, for thousands of them in one process.

It reads text frames and answers nothing else.
"""

import asyncio
import json
import os
import struct


HANDSHAKE = (b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
             b"Sec-WebSocket-Protocol: lockstep.v1\r\n\r\n")


def masked(text):
    """A client's text frame."""
    data = text.encode()
    mask = os.urandom(4)
    if len(data) < 126:
        length = bytes([0x80 | len(data)])
    elif len(data) < 65_536:
        length = struct.pack("!BH", 0x80 | 126, len(data))
    else:
        length = struct.pack("!BQ", 0x80 | 127, len(data))
    whole = int.from_bytes(mask * (len(data) // 4 + 1), "big") >> (8 * (4 - len(data) % 4))
    body = (int.from_bytes(data, "big") ^ whole).to_bytes(len(data), "big")
    return b"\x81" + length + mask + body


class RawClient:
    """One session over a plain socket."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.brought = None
        """What it was brought up to date by."""

    @classmethod
    async def connect(cls, port, key, then=()):
        """Opens a session with the client key `key`; the messages `then` go out right after its `hello`."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(HANDSHAKE)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        client = cls(reader, writer)
        client.send({"type": "hello", "client": key}, *then)
        return client

    def send(self, *messages):
        """Sends the messages as one frame."""
        self.writer.write(masked(json.dumps(messages)))

    async def frame(self):
        """The bytes of the next text frame."""
        first, second = await self.reader.readexactly(2)
        length = second & 0x7F
        if length == 126:
            length = int.from_bytes(await self.reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await self.reader.readexactly(8), "big")
        body = await self.reader.readexactly(length)
        assert first in (0x81, 0x88), f"a frame begins with {first:#x}"
        if first == 0x88:
            raise EOFError("the server closed")
        return body

    async def until(self, *kinds):
        """The bytes of the first frame that is a message of one of the kinds."""
        marks = [f'{{"type":"{kind}"'.encode() for kind in kinds]
        while True:
            body = await self.frame()
            if any(body.startswith(mark) for mark in marks):
                return body

    def close(self):
        """Ends the connection at once."""
        self.writer.transport.abort()
