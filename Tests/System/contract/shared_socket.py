"""TLS for a library that receives in a thread of its own and sends in others."""

import select
import ssl
import threading


class SharedSocket(ssl.SSLSocket):
    """A TLS socket that several threads may use: OpenSSL bears one at a time, and Python's `ssl` lets two in."""

    def do_handshake(self, *arguments):
        """The handshake, which one thread does; from then on they take turns, and none waits during its own."""
        super().do_handshake(*arguments)
        self.limit, self.turns = self.gettimeout(), threading.Lock()
        super().settimeout(0)

    def settimeout(self, value):
        """How long a call waits; it is kept here, as the socket itself never waits."""
        if hasattr(self, "turns"):
            self.limit = value
        else:
            super().settimeout(value)

    def read(self, *arguments):
        """What has arrived, at least a byte but at the end; `recv` and `recv_into` come here."""
        return self._in_turns(super().read, [self], [], *arguments)

    def send(self, *arguments):
        """Sends some of it, at least a byte; `sendall` comes here."""
        return self._in_turns(super().send, [], [self], *arguments)

    def shutdown(self, how):
        """Ends it in the middle of nobody's turn."""
        with self.turns:
            super().shutdown(how)

    def _in_turns(self, step, readers, writers, *arguments):
        while True:
            with self.turns:
                try:
                    return step(*arguments)
                except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                    pass
            if not any(select.select(readers, writers, [], self.limit)):
                raise TimeoutError("the peer neither sent nor took anything in time")
