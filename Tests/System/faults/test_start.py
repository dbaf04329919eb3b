"""A large store is not read at the start, and what is in memory goes with the lists in use."""

import sqlite3

import pytest

from big_store import ROWS, fill
from client import Client
from process import wait_until


@pytest.mark.parametrize("lists, sets", [(100, 200), pytest.param(1000, 1000, marks=pytest.mark.soak)])
def test_change_sets_are_not_read_at_the_start(spawn, lists, sets):
    server = spawn(idle_seconds=2)
    assert fill(server, lists, sets) == lists * sets
    size = server.store.stat().st_size
    server.start()
    # Heads alone were read, and the web client; none of the records.
    assert bytes_read(server) < size / 4
    assert server.figure("lockstep_lists") == lists
    assert server.figure("lockstep_lists_loaded") == 0

    client = Client(server.ws())
    with client.stack:
        for number in range(10):
            name = f"list-{number * 9}"
            client.open(name)
            assert client.lists[name].revision == sets and len(client.lists[name].order()[0][1]) == ROWS
        assert server.figure("lockstep_lists_loaded") == 10
        # One that is idle is put aside although its neighbours are in use.
        assert client.edit("list-9", {"op": "deleteRows", "rows": ["r1"]}).kind == "set"
    wait_until(lambda: server.figure("lockstep_lists_loaded") == 0, "unused lists are put aside")


def bytes_read(server):
    """What the process has read from files and sockets so far."""
    with open(f"/proc/{server.process.pid}/io", encoding="ascii") as counts:
        return int(next(line.split()[1] for line in counts if line.startswith("rchar")))


def test_a_clock_that_is_far_ahead_of_what_is_stored_is_told(spawn):
    server = spawn().start()
    server.make({"s1": "a b"}, list_id="old")
    assert server.get("/readyz").body == b"ok" and server.figure("lockstep_clock_ahead_seconds") == 0
    server.stop()
    with sqlite3.connect(server.store) as store:
        store.execute("UPDATE lists SET updated = updated - 31 * 86400000")
    store.close()
    server.start()
    ready = server.get("/readyz")
    assert ready.status == 200 and b"degraded: the machine's clock is 24 days ahead" in ready.body
    assert "the machine's clock is 24 days ahead" in server.log()
    assert server.figure("lockstep_clock_ahead_seconds") // 86_400 == 24
