"""The reading of traces finds an answer that leaves too early, in a trace made by hand."""

import json

import pytest

from test_sync_order import claims
from tracing import Trace

CHANGE = {"revision": 1, "at": 1000, "client": "c" * 24, "intent": 1, "updatedList": {"title": "L"}}


def record(change):
    """What is stored of a change."""
    return json.dumps({"steps": [{"set": change}]}, separators=(",", ":")).encode()


RECORD = record(CHANGE)
OTHER = record({**CHANGE, "at": 1001})
"""The same client's edit of the same number in another list."""


def hexed(data):
    """Bytes as strace writes them."""
    return '"' + "".join(f"\\x{b:02x}" for b in data) + '"'


def write(data):
    """A page that goes to the log."""
    return f"7 pwrite64(8</s/lists.sqlite-wal>, {hexed(data)}, {len(data)}, 0) = {len(data)}"


SYNC = "7 fdatasync(8</s/lists.sqlite-wal>) = 0"
BEGIN, END = "7 fdatasync(8</s/lists.sqlite-wal> <unfinished ...>", "7 <... fdatasync resumed>) = 0"


def send(payload, piece=None):
    """A WebSocket frame that goes to a client, or a piece of one."""
    frame = (bytes([0x81, 126]) + len(payload).to_bytes(2, "big") + payload)[piece or slice(None)]
    return f"9 sendto(5<socket:[1]>, {hexed(frame)}, {len(frame)}, 0, NULL, 0) = {len(frame)}"


HELLO = [f'9 sendto(5<socket:[1]>, {hexed(b"HTTP/1.1 101 Switching" + bytes([13, 10, 13, 10]))}, 26, 0) = 26']
ANSWER = json.dumps({"type": "changes", "list": "l", "sets": [CHANGE], "counts": []}).encode()
NUMBER = b"\0\0\0\x09"
BROKEN = [write(RECORD[:60] + NUMBER), write(NUMBER + bytes(20)), write(b"\0\0\0\0" + RECORD[60:])]


@pytest.mark.parametrize("lines, held", [
    ([write(RECORD), SYNC, send(ANSWER)], True),
    ([*BROKEN, SYNC, send(ANSWER)], True),
    ([*BROKEN, SYNC, send(ANSWER), write(OTHER), SYNC], True),
    ([write(RECORD), BEGIN, END, send(ANSWER)], True),
    ([write(RECORD), send(ANSWER), SYNC], False),
    ([*BROKEN, send(ANSWER), SYNC], False),
    ([write(RECORD), BEGIN, send(ANSWER), END], False),
    ([write(RECORD), send(ANSWER, slice(0, 9)), SYNC, send(ANSWER, slice(9, None))], False),
    ([SYNC, write(RECORD), send(ANSWER)], False),
    ([write(OTHER), SYNC, send(ANSWER), write(RECORD), SYNC], False),
    ([SYNC, send(ANSWER)], False)],
    ids=["in order", "broken record", "broken, before another list's", "slow sync", "before the sync",
         "broken, before the sync", "during the sync", "first bytes early", "never synced", "another list's",
         "never written"])
def test_an_answer_is_held_against_the_sync_of_its_record(lines, held, tmp_path):
    trace = tmp_path / "trace"
    trace.write_text("\n".join(HELLO + lines) + "\n")
    found = list(claims(Trace(trace, tmp_path / "lists.sqlite")))
    assert [(kind, in_time) for kind, in_time, _ in found] == [("changes", held)]
