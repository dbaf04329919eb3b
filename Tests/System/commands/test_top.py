"""`lockstep top`: on a terminal, in a pipe, and where there is nothing to look at."""

import http.server
import json
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
from contextlib import contextmanager
from fcntl import ioctl

import pytest

from client import Client
from process import BOUND, wait_until

INSERT = {"op": "insertRow", "fields": {"title": "a"}}


@pytest.fixture
def busy(spawn):
    """A server with a session that edits without end, and its address."""
    server = spawn().start()
    list_id = server.make({"s": ""})
    client, ended = Client(server.ws()), threading.Event()
    client.open(list_id)

    def work():
        while not ended.is_set():
            client.edit(list_id, INSERT)

    thread = threading.Thread(target=work)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    ended.set()
    thread.join()
    client.leave()


def begin(lockstep, *arguments, **options):
    """Starts it, to be ended by Ctrl-C."""
    return subprocess.Popen([str(lockstep.binary), "top", *map(str, arguments)], **options)


def test_once_as_json_has_the_figures(busy, lockstep):
    figures = json.loads(lockstep.output("top", "--once", "--json", "--interval", 0.5, "--url", busy))
    assert (figures["sessions"], figures["lists"], figures["listsLoaded"]) == (1, 1, 1)
    assert figures["ready"] is True and figures["version"] == "0.1.0"
    assert all(figures[f"{what}PerSecond"] > 0 for what in ("applied", "deliveries", "commits"))
    assert figures["rejectedPerSecond"] == 0
    assert 0 < figures["commitMicrosecondsP50"] <= figures["commitMicrosecondsP99"]
    assert 0 < figures["deliveryMicrosecondsP50"]
    assert 0 < figures["turnMicrosecondsP99"] and figures["longTurns"] >= 0
    assert figures["turnMicrosecondsP99"] <= figures["turnMicrosecondsMax"]
    assert 0 <= figures["ledgerBytes"] < 1e7
    assert figures["residentBytes"] > 1e6 and figures["openFiles"] > 3 and figures["queueBytes"] == 0
    assert "/metrics" not in lockstep.output("top", "--once", "--interval", 0.1, "--url", busy)


def test_in_a_pipe_it_prints_lines_until_ctrl_c(busy, lockstep):
    top = begin(lockstep, "--interval", 0.2, "--url", busy, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = [top.stdout.readline().decode() for _ in range(3)]
    top.send_signal(signal.SIGINT)
    rest, said = top.communicate(timeout=BOUND)
    assert top.returncode == 0 and said == b"" and b"\x1b" not in rest
    for line in lines:
        assert "sessions 1" in line and "lists 1/1" in line and "\x1b" not in line
    assert "edits/s" not in lines[0], "there is nothing to compare the first look with"
    assert "edits/s" in lines[1] and "commit " in lines[2]


def test_on_a_terminal_it_draws_in_place_and_gives_the_cursor_back(busy, lockstep):
    main, side = pty.openpty()
    ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 40, 0, 0))
    top = begin(lockstep, "--interval", 0.2, "--url", busy, stdout=side, stderr=side,
                env={**os.environ, "TERM": "xterm"})
    os.close(side)
    seen = b""
    while seen.count(b"\x1b[11A\r") < 2:
        seen += os.read(main, 65536)
    top.send_signal(signal.SIGINT)
    while b"\x1b[?25h" not in seen:
        seen += os.read(main, 65536)
    assert top.wait(BOUND) == 0
    os.close(main)
    assert seen.startswith(b"\x1b[?25l") and seen.count(b"\x1b[?25l") == 1
    frames = seen.decode().replace("\x1b[?25l", "").split("\x1b[11A\r")
    for frame in frames:
        lines = frame.split("\x1b[J")[0].split("\r\n")
        assert len(lines) == 12 and lines[-1] == "", "a line below stays free"
        assert all(len(line.removesuffix("\x1b[K")) < 40 for line in lines)
    assert "edits/s" in frames[1] and "deliveries/s" in frames[1]


def test_a_server_that_goes_away_is_waited_for(spawn, lockstep):
    server = spawn().start()
    top = begin(lockstep, "--interval", 0.2, "--url", f"http://127.0.0.1:{server.port}",
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert b"sessions 0" in top.stdout.readline()
    server.kill()
    assert b"cannot connect" in top.stderr.readline()
    server.start()
    wait_until(lambda: b"sessions 0" in top.stdout.readline(), "it is looked at again")
    top.send_signal(signal.SIGINT)
    top.communicate(timeout=BOUND)
    assert top.returncode == 0


@contextmanager
def answering(status, text):
    """Something else that answers HTTP."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    other = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=other.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{other.server_port}"
    other.shutdown()
    thread.join()
    other.server_close()


def test_what_cannot_be_looked_at_is_said(lockstep):
    said = lockstep.refusal("top", "--url", "http://127.0.0.1:1")
    assert "cannot connect to 127.0.0.1:1" in said and "--url" in said
    with answering(200, "go_goroutines 7\n") as url:
        assert "no Lockstep server" in lockstep.refusal("top", "--url", url)
    with answering(403, "no") as url:
        said = lockstep.refusal("top", "--once", "--url", url)
        assert "403" in said and "behind" in said
    lockstep("top", "--interval", "0", code=64)
    lockstep("top", "--url", "http://127.0.0.1:1/elsewhere", code=64)
