"""Heads of requests that libwebsockets parses otherwise than proxies do: none says less than it says to them."""

import contextlib
import re
import socket

import pytest

from waiting import BOUND

KNOWN = """accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-origin age allow
authorization cache-control connection content-disposition content-encoding content-language content-length
content-location content-range content-type cookie date dnt etag expect expires forwarded from host if-match
if-modified-since if-none-match if-range if-unmodified-since keep-alive last-event-id last-modified link location
max-forwards origin pragma proxy-authenticate proxy-authorization range referer refresh replay-nonce retry-after
sec-fetch-site sec-websocket-accept sec-websocket-draft sec-websocket-extensions sec-websocket-key sec-websocket-nonce
sec-websocket-origin sec-websocket-protocol sec-websocket-version server set-cookie strict-transport-security te
transfer-encoding upgrade user-agent vary via www-authenticate x-auth-token x-forwarded-for x-forwarded-host
x-forwarded-proto x-real-ip get post options put patch delete connect head""".split()
NAMES = sorted({name[:count] for name in KNOWN for count in range(1, len(name) + 1)}
               | {name + extra for name in KNOWN for extra in ("x", "-", "-y")} | {"x" * 300, "!", "a.b", "Ab_c"})
REFUSED_OTHERWISE = ["content-length", "connection", "host", "expect", "transfer-encoding", "upgrade"]
SMUGGLED = b"GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LAST, LAST_STATUS = b"GET /api/lists HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n", b"421"
"""What ends a connection that is still open, and the status of its answer."""


def all_answers(server, *runs):
    """The status of each answer on connections on which pieces are sent, a connection for each run of pieces.

    As a proxy would, it waits for an answer before it sends more. The server has gone round its loop twice by then, so
    that it reads a piece by itself, and has answered what needs no thread of its own; a POST does.
    """
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=BOUND))
                   for _ in runs]
        texts = [b""] * len(runs)
        for number in range(max(map(len, runs))):
            now = [at for at, pieces in enumerate(runs) if number < len(pieces)]
            for at in now:
                send(sockets[at], runs[at][number])
            for _ in range(2):
                server.get("/healthz")
            for at in now:
                while runs[at][number].startswith(b"POST") and texts[at].count(b"HTTP/1.1") <= number:
                    texts[at] += sockets[at].recv(65_536)
        for s in sockets:
            send(s, LAST)
        found = [re.findall(rb"HTTP/1\.1 (\d+)", text + said(s)) for text, s in zip(texts, sockets)]
        return [[int(status) for status in statuses if status != LAST_STATUS] for statuses in found]


def send(s, piece):
    """Sends a piece, unless the server has closed the connection."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        s.sendall(piece)


def said(s):
    """What arrives on a socket until the server ends the connection; it discards what follows a refusal."""
    text = b""
    with contextlib.suppress(OSError):
        s.shutdown(socket.SHUT_WR)
        while piece := s.recv(65_536):
            text += piece
    return text


def answers(server, *pieces):
    """The same for one connection."""
    return all_answers(server, pieces)[0]


def head(*lines, path="/healthz"):
    """The head of a request."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


@pytest.mark.parametrize("part", range(4))
def test_a_name_hides_no_body_behind_it(server, part):
    """What a proxy passes on as the body of one request is not read as the next one."""
    names = [name for name in NAMES[part::4] if name not in REFUSED_OTHERWISE]
    runs = [(head(f"{name}: 1", f"Content-Length: {len(SMUGGLED)}"), SMUGGLED) for name in names]
    for name, found in zip(names, all_answers(server, *runs)):
        assert len(found) <= 1 and 404 not in found, (name, found)


@pytest.mark.parametrize("lines", [["X-F: a"], ["x-forwarded: a"], ["Hos: b"], ["c: d"], ["no colon"], ["Name : a"], [": a"],
                                   ["Zed: b", " folded"], ["Na(me: a"]])
def test_a_head_that_could_hide_a_line_is_refused_and_the_connection_closed(server, lines):
    good = head("Zed: b")
    for whole in (head(*lines), head(*lines, "Z: z")):
        assert answers(server, whole + good) == [400]
        for cut in (20, len(whole) - 12, len(whole) - 2):
            assert answers(server, whole[:cut], whole[cut:], good) == [400], cut
        # Behind other requests of the connection, with a body or without one.
        assert answers(server, good, whole, good) == [200, 400]
        post = b"POST /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n[]"
        assert answers(server, post, whole, good)[1:] == [400]


def test_heads_in_pieces_and_behind_one_another_are_answered(server):
    good = head("Accept: text/plain", "X-Trace: " + "t" * 3_000)
    assert answers(server, good, good, good) == 3 * [200]
    assert answers(server, good + good + good) == 3 * [200]
    assert answers(server, good[:50], good[50:2_000], good[2_000:], good) == 2 * [200]
    assert answers(server, *(bytes([byte]) for byte in head()), good) == 2 * [200]
    post = b"POST /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n[]"
    assert answers(server, post, good, post, good)[1::2] == 2 * [200]
    assert answers(server, head()[:-2] + b"X-Last: a\r\n\r\n") == [200]


@pytest.mark.parametrize("path", ["/metrics%20", "/metrics%09", "/metrics/", "/metrics/x", "/healthz%20"])
def test_paths_are_taken_as_they_are(server, path):
    """A proxy that withholds a path must not be passed by with another one."""
    assert server.get(path).status == 404
