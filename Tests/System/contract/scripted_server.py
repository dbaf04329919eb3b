"""A server that does only what a test says."""

import json
import queue
import threading

from websockets.sync.server import serve

from waiting import BOUND


class ScriptedServer:
    """Takes connections; the test reads from each, and sends on it."""

    def __init__(self):
        self.sessions, self.over = queue.Queue(), threading.Event()
        self.server = serve(self._hold, "127.0.0.1", 0, subprotocols=["lockstep.v1"])
        self.url = "ws://127.0.0.1:%s/ws" % self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _hold(self, socket):
        self.sessions.put(ScriptedSession(socket))
        self.over.wait()

    def close(self):
        """Ends it, with all connections."""
        self.over.set()
        self.server.shutdown()


class ScriptedSession:
    """One connection."""

    def __init__(self, socket):
        self.socket = socket

    def read(self):
        """The next message but pings."""
        while (message := json.loads(self.socket.recv(BOUND)))["type"] == "ping":
            pass
        return {key: value for key, value in message.items() if key != "list"}

    def send(self, *messages):
        """Sends messages in one frame."""
        self.socket.send(json.dumps([{"list": "l", **message} for message in messages]))

    def close(self):
        """Closes the connection."""
        self.socket.close()
