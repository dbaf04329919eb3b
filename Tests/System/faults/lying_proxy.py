"""A proxy in front of a server that tells each client one lie; everything else goes through as it is."""

import asyncio
import json
import threading

TEXT = 1


class LyingProxy:
    """Listens on a port of its own; `lie` makes for each WebSocket what changes its messages.

    A liar is called with each message of the server and gives the messages to pass on.
    """

    def __init__(self, server_port, lie):
        self.server_port, self.lie, self.port = server_port, lie, None
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
        listener = await asyncio.start_server(self.meet, "127.0.0.1", 0)
        self.port = listener.sockets[0].getsockname()[1]
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
    """Makes liars, one for each WebSocket, each of which lies once."""

    def __init__(self):
        self.notified = 0

    def __call__(self):
        """A liar for a new WebSocket."""
        return Liar(self).hear

    def lie(self, message):
        """The messages to pass on in place of one with change sets."""
        raise NotImplementedError


class Liar:
    """Begins to lie after some change sets."""

    HONEST = 10

    def __init__(self, lies):
        self.lies, self.changes = lies, 0

    def hear(self, message):
        """Passes on a message, or what is said instead."""
        if message["type"] != "changes":
            return [message]
        self.changes += 1
        if self.changes != self.HONEST:
            return [message]
        self.lies.notified += 1
        return self.lies.lie(message)


class Doubling(Lies):
    """Sends a change set twice."""

    def lie(self, message):
        return [message, message]


class Miscounting(Lies):
    """Announces a row more than there is in the first section."""

    def lie(self, message):
        return [{**message, "counts": [message["counts"][0] + 1, *message["counts"][1:]]}]
