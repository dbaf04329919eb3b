"""The start of a server with many lists, from the moment its port is open: no turn of the loop is long."""

import http.client
import json
import sqlite3
import threading

import pytest

from counted_server import PER_MS, CountedServer
from loop_thread import long_turns
from process import FaultyServer, wait_until

MAKERS = 8

DAMAGED = "a-damaged"
"""The first list that is looked at for damage, once all of them are counted, and the only one that has some."""


def make_lists(server, names):
    """Makes lists over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for name in names:
        body = json.dumps({"list": name, "title": "T"})
        connection.request("POST", "/api/lists", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert answer.status == 201, answer.read()
        answer.read()
    connection.close()


def fill(folder, count):
    """A store with so many lists, and one more that is damaged."""
    server = FaultyServer(folder).start()
    names = [DAMAGED, *(f"list-{number * 7919 % count}" for number in range(count))]
    makers = [threading.Thread(target=make_lists, args=(server, names[first::MAKERS])) for first in range(MAKERS)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert f"lockstep_lists {count + 1}\n" in server.get("/metrics").body.decode(), "all were made"
    assert server.stop() == 0
    with sqlite3.connect(server.store) as store:
        store.execute("DELETE FROM snapshots WHERE list = (SELECT key FROM lists WHERE id = ?)", (DAMAGED,))
        assert store.total_changes == 1
    store.close()


def started(server):
    """The server once it has begun to look for damage."""
    server.start()
    wait_until(lambda: DAMAGED in server.log(), "the damaged list is found")
    return server


def test_no_turn_is_long_after_the_start_with_lists(tmp_path, workshop, record_property):
    # A thousand are counted in a turn.
    fill(tmp_path, 1_100)
    server = CountedServer(tmp_path, workshop.folder, counts_start=True)
    try:
        turn = started(server).settled().turn
        record_property("measured", f"{'start with 1,100 lists':72} turn {turn / 1e6:6.2f}")
        assert 0 < turn <= 10 * PER_MS
    finally:
        server.kill()


@pytest.mark.soak
def test_no_turn_is_long_by_the_clock_after_the_start_with_many_lists(tmp_path):
    fill(tmp_path, 24_000)
    server = FaultyServer(tmp_path)
    try:
        assert long_turns(started(server).get("/metrics").body.decode(), 10) == 0
    finally:
        server.stop()
