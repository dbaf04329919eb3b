"""A proxy before a server: it can withhold what the server sends, and cut connections."""

import contextlib
import socket
import threading


class WithholdingProxy:
    """Passes bytes between clients and the server at `port`, each way in a thread."""

    def __init__(self, port):
        self.target, self.sockets = port, []
        self.passing = threading.Event()
        self.passing.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def withhold(self):
        """From now on, clients receive nothing."""
        self.passing.clear()

    def cut(self):
        """Cuts every connection; what was withheld is lost. Later connections pass."""
        for one in self.sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.sockets.clear()
        self.passing.set()

    def close(self):
        """Ends it."""
        self.listener.close()
        self.cut()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    client.close()
                    continue
                self.sockets += [client, server]
                threading.Thread(target=self._pass, args=(client, server, None), daemon=True).start()
                threading.Thread(target=self._pass, args=(server, client, self.passing), daemon=True).start()

    def _pass(self, source, sink, gate):
        with contextlib.suppress(OSError):
            while content := source.recv(65536):
                while gate and not gate.wait(0.05):
                    if source not in self.sockets:
                        return
                if source not in self.sockets:
                    return
                sink.sendall(content)
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
