"""What comes after a request that was refused: it is discarded, and no request of anybody's."""

import contextlib
import socket

import pytest

from waiting import BOUND, until

HEAD = "Host: 127.0.0.1\r\nOrigin: http://elsewhere.example\r\n"
"""A page's, of another origin."""

REFUSED = {
    "a path that is none": f"POST /%zz HTTP/1.1\r\n{HEAD}Content-Length: 9000\r\n\r\n",
    "a path with dots": f"POST /api/../x HTTP/1.1\r\n{HEAD}Content-Length: 9000\r\n\r\n",
    "a line that hides": f"POST /api/lists HTTP/1.1\r\n{HEAD}X-F: a\r\nContent-Length: 9000\r\n\r\n",
    "no body expected": f"POST /ws HTTP/1.1\r\n{HEAD}Content-Length: 5\r\n\r\n",
    "an expectation": f"POST /api/lists HTTP/1.1\r\n{HEAD}Expect: foo\r\nContent-Length: 5\r\n\r\n",
    "two hosts": f"POST /api/lists HTTP/1.1\r\n{HEAD}Host: other\r\nContent-Length: 5\r\n\r\n",
    "two lengths": f"POST /api/lists HTTP/1.1\r\n{HEAD}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
    "a body that is too long": f"POST /api/lists HTTP/1.1\r\n{HEAD}Content-Length: 9000000000000\r\n\r\n",
}
"""Heads that are refused before their bodies are read."""


def upto_end(s):
    """All that arrives until the server ends its direction."""
    text = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := s.recv(65_536):
            text += piece
    return text


def sockets(server):
    """The sockets that the server has, that of the question included."""
    lines = server.get("/metrics").body.decode().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("lockstep_sockets ")))


@pytest.mark.parametrize("way", REFUSED)
@pytest.mark.parametrize("body", [b"", b"hello"])
def test_nothing_behind_a_refusal_is_a_request(server, way, body):
    name = server.make({"s": "a"})
    hidden = (f"DELETE /api/lists/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
              f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=BOUND) as s:
        s.sendall(REFUSED[way].encode())
        answer = s.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 4")
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            s.sendall(body + hidden)
            s.sendall(hidden)
            s.shutdown(socket.SHUT_WR)
        assert b"HTTP/1.1" not in (answer + upto_end(s))[9:]
    assert server.get(f"/api/lists/{name}").status == 200


def test_connections_that_leave_something_behind_a_body_are_closed(server):
    """libwebsockets calls again and again for what follows a body, and forgets that the socket is to be closed."""
    before = sockets(server)
    for way in REFUSED:
        for rest in (b"helloEXTRA", b"hello" + REFUSED[way].encode()):
            with socket.create_connection(("127.0.0.1", server.port), timeout=BOUND) as s:
                s.sendall(REFUSED[way].encode())
                assert s.recv(65_536).startswith(b"HTTP/1.1 4")
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    s.sendall(rest)
    until(lambda: sockets(server) <= before, "the end of all of them")


def test_an_upload_that_was_refused_is_not_read_for_ever(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=BOUND) as s:
        s.sendall(REFUSED["a body that is too long"].encode())
        assert s.recv(65_536).startswith(b"HTTP/1.1 413")

        def is_cut():
            try:
                return s.sendall(bytes(1000))
            except (BrokenPipeError, ConnectionResetError):
                return True

        until(is_cut, "the end of the connection")
