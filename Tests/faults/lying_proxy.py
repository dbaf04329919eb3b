"""A proxy in front of a server that tells one client one lie; everything else goes through as it is."""

import asyncio
import json
import threading

from server import free_port

TEXT = 1


class LyingProxy:
    """Listens on a port of its own; `lie` makes for each WebSocket what changes its messages.

    A liar is called with each message of the server and gives the messages to pass on.
    """

    def __init__(self, server_port, lie):
        self.server_port, self.lie, self.port = server_port, lie, free_port()
        self.loop, self.ready = asyncio.new_event_loop(), threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        assert self.ready.wait(10)
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.stopped.set)
        self.thread.join(10)

    def ws(self):
        """The proxy's address."""
        return f"ws://127.0.0.1:{self.port}"

    def run(self):
        """Serves until it is told to stop."""
        self.loop.run_until_complete(self.serve())

    async def serve(self):
        self.stopped = asyncio.Event()
        listener = await asyncio.start_server(self.meet, "127.0.0.1", self.port)
        self.ready.set()
        await self.stopped.wait()
        listener.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def meet(self, reader, writer):
        """One connection, both ways."""
        there, back = await asyncio.open_connection("127.0.0.1", self.server_port)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            back.write(head)
            speaks_frames = b"upgrade: websocket" in head.lower()
            answers = self.frames if speaks_frames else self.bytes
            both = [asyncio.create_task(self.bytes(reader, back)),
                    asyncio.create_task(answers(there, writer))]
            _, rest = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            back.close()

    async def bytes(self, reader, writer):
        """Passes on whatever comes."""
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()

    async def frames(self, reader, writer):
        """Passes on the answer to the handshake, then frames, through a liar."""
        writer.write(await reader.readuntil(b"\r\n\r\n"))
        liar = self.lie()
        while True:
            head = await reader.readexactly(2)
            length = head[1] & 127
            if length > 125:
                more = await reader.readexactly(2 if length == 126 else 8)
                head, length = head + more, int.from_bytes(more)
            payload = await reader.readexactly(length)
            if head[0] & 15 != TEXT:
                writer.write(head + payload)
                continue
            content = json.loads(payload)
            if encoded(content) != payload:  # a number that would not be written as it came
                writer.write(head + payload)
                continue
            for message in content if isinstance(content, list) else [content]:
                for said in liar(message):
                    writer.write(framed(encoded(said)))
            await writer.drain()


def encoded(content):
    """JSON as the server writes it."""
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()


def framed(payload):
    """One unmasked text frame."""
    size = len(payload)
    if size < 126:
        return bytes([0x80 | TEXT, size]) + payload
    if size < 65536:
        return bytes([0x80 | TEXT, 126]) + size.to_bytes(2) + payload
    return bytes([0x80 | TEXT, 127]) + size.to_bytes(8) + payload


class Lies:
    """Makes liars, one for each WebSocket, of which one lies once."""

    def __init__(self):
        self.told = 0

    def __call__(self):
        """A liar for a new WebSocket."""
        return Liar(self).hear

    def lie(self, liar, message):
        """The messages to pass on instead, or None to wait for a better moment."""
        raise NotImplementedError


class Liar:
    """Knows who its client is, and begins to lie after some change sets."""

    HONEST = 10

    def __init__(self, lies):
        self.lies, self.client, self.changes, self.held = lies, None, 0, None

    def hear(self, message):
        """Passes on a message, or what is said instead."""
        if message["type"] == "welcome":
            self.client = message["client"]
        self.changes += message["type"] == "changes"
        if self.lies.told or self.changes < self.HONEST:
            return [message]
        instead = self.lies.lie(self, message)
        return [message] if instead is None else instead

    def owns(self, change):
        """Whether the set is the client's own."""
        return change.get("client") == self.client


class Dropping(Lies):
    """Leaves out a change set."""

    def lie(self, liar, message):
        if message["type"] != "changes" or liar.owns(message["sets"][0]):
            return None
        self.told += 1
        rest = message["sets"][1:]
        return [{**message, "sets": rest}] if rest else []


class Doubling(Lies):
    """Sends a change set twice."""

    def lie(self, liar, message):
        if message["type"] != "changes":
            return None
        self.told += 1
        return [message, message]


class Miscounting(Lies):
    """Announces a row more than there is in the first section."""

    def lie(self, liar, message):
        if message["type"] != "changes":
            return None
        self.told += 1
        return [{**message, "counts": [message["counts"][0] + 1, *message["counts"][1:]]}]


class Swapping(Lies):
    """Gives a refused edit the answer of one that applied, and the other way round."""

    def lie(self, liar, message):
        if message["type"] == "reject" and liar.held is None:
            liar.held = message
            return []
        refused = liar.held
        if message["type"] != "changes" or not refused or message["list"] != refused["list"]:
            return None
        own = next((s for s in message["sets"] if liar.owns(s)), None)
        if own is None:
            return None
        self.told += 1
        return [message, {**refused, "id": own["intent"]}, {
            "type": "ack", "list": refused["list"], "id": refused["id"], "outcome": "applied",
            "revision": own["revision"], "ids": []}]
