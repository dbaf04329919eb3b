"""The line between one browser and the server: it can be cut and mended."""

import socket
import threading

CHUNK = 65536


class Line:
    """A TCP relay with a port of its own, which makes it an origin of its own in the browser:
    whoever comes through a new line has no storage from before.
    """

    def __init__(self, server):
        self.server = server
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._whole = True
        self._ends = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        """The address of the web client at the browser's end."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self):
        """Closes what is connected and every connection that is tried until `mend`."""
        with self._lock:
            self._whole = False
            self._shut()

    def mend(self):
        """Connects those who come from now on."""
        self._whole = True

    def close(self):
        """Ends the line and its threads."""
        self.cut()
        # A closed listener does not wake its `accept`; one that is shut down does.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self):
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._connect(near)

    def _connect(self, near):
        with self._lock:
            if not self._whole:
                near.close()
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.server.port), timeout=10)
            except OSError:
                near.close()
                return
            far.settimeout(None)
            self._ends.update((near, far))
        for source, target in ((near, far), (far, near)):
            source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source, target):
        try:
            while piece := source.recv(CHUNK):
                target.sendall(piece)
        except OSError:
            pass  # the other direction has ended the connection
        with self._lock:
            for end in (source, target):
                self._drop(end)

    def _shut(self):
        for end in list(self._ends):
            self._drop(end)

    def _drop(self, end):
        if end not in self._ends:
            return
        self._ends.discard(end)
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the peer was faster
        end.close()
