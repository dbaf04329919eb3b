"""Readers that stop and presence of many: what waits for them stays within its bound, in bytes that the server counts.

The memory of the process, and the share of time, are for the soak.
"""

import socket
import time

import pytest

from actions import update
from loop_thread import resident
from peer import Http, Peer

MB = 1 << 20
QUEUES = 64 * MB
"""`bounds.queueTotalBytes` of the servers whose memory is measured."""

SLACK = 100 * MB
"""What a server may have beside its lists and its queues: the allocator's, and what is being worked on."""

READERS = 200
PATHS = ["/api/lists/{}", "/api/lists/{}/changes?since=0"]


@pytest.fixture
def server(real_workshop, request):
    """A server of its own with small queues."""
    name = request.node.name.translate(str.maketrans("/[]{}? ", "-------"))
    return real_workshop.server(name, bounds_queue_total_bytes=getattr(request, "param", QUEUES))


def large_list(workshop, server, rounds):
    """A list with half a megabyte of rows, and of change sets, for each round."""
    name = workshop.fresh(1_000, server=server)
    peer = Peer(server)
    peer.open(name)
    for k in range(rounds):
        for start in (k * 50, k * 50 + 25):
            peer.do(name, *(update(f"r{start + j}", {"title": "t" * 10_000}) for j in range(25)))
    peer.close()
    return name


def slow_get(server, path):
    """A request whose answer nobody reads."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", server.port))
    raw.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return raw


@pytest.mark.parametrize("server", [8 * MB], indirect=True)
@pytest.mark.parametrize("path", PATHS)
def test_answers_that_nobody_reads_stay_within_their_bound(real_workshop, server, record_property, path):
    path = path.format(large_list(real_workshop, server, 4))
    answer = len(server.get(path).body)
    assert READERS * answer > 20 * server.figure("lockstep_ledger_limit_bytes") == 20 * 8 * MB
    held, raws = [], []
    for _ in range(READERS):
        raws.append(slow_get(server, path))
        held.append(server.figure("lockstep_ledger_bytes"))
    for raw in raws:
        raw.close()
    record_property("measured", f"{READERS} readers of {path}: {max(held) / MB:.1f} MB are held")
    # The largest holder pays at the end of a turn of the loop, in which several answers may have come.
    assert max(held) <= 2 * 8 * MB


@pytest.mark.soak
@pytest.mark.parametrize("path", PATHS)
def test_large_answers_that_nobody_reads_stay_within_memory(real_workshop, server, record_property, path):
    path = path.format(large_list(real_workshop, server, 20))
    assert Http(server).request("GET", path) == 200
    real_workshop.loop(server).settled()
    before = resident(server)
    raws = []
    for _ in range(READERS):
        raws.append(slow_get(server, path))
        assert server.is_ready()
    grown = resident(server) - before
    for raw in raws:
        raw.close()
    record_property("measured", f"{READERS} readers of {path}: memory + {grown / MB:.0f} MB")
    assert grown < QUEUES + SLACK, f"memory grew by {grown / MB:.0f} MB"


@pytest.mark.soak
def test_presence_of_many_leaves_time_and_memory(real_workshop, server, record_property):
    name = real_workshop.fresh(1_000, server=server)
    crowd = real_workshop.subscribers(server, name, 450)
    speakers = [Peer(server) for _ in range(50)]
    for peer in speakers:
        peer.open(name)
    loop = real_workshop.loop(server)
    loop.settled()
    before, began, memory = loop.used(), time.monotonic(), resident(server)
    most = 0
    for k in range(40):
        time.sleep(max(0, began + k / 20 - time.monotonic()))
        for number, peer in enumerate(speakers):
            rows = [f"r{(k * 7 + number + j) % 1000}" for j in range(500)]
            peer.send({"type": "presence", "list": name, "mode": "active", "selected": rows})
        most = max(most, resident(server) - memory)
    share = (loop.used() - before) / 1e9 / (time.monotonic() - began)
    crowd.close()
    for peer in speakers:
        peer.close()
    record_property("measured", f"50 sessions show 500 rows to 500, 20 times a second: {share:.0%} of the loop, "
                                f"memory + {most / MB:.0f} MB")
    assert most < QUEUES + SLACK, f"memory grew by {most / MB:.0f} MB"
    assert share < 0.6
