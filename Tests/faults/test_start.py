"""A large store is ready at once, and memory goes with the lists in use."""

import sqlite3
import time

from big_store import ROWS, fill
from client import Client
from process import wait_until

LISTS, SETS = 1000, 1000


def test_a_million_change_sets_are_not_read_at_the_start(spawn, capsys):
    server = spawn(idle_seconds=2)
    began = time.monotonic()
    assert fill(server, LISTS, SETS) == LISTS * SETS
    made = time.monotonic()
    size = server.store.stat().st_size
    server.start()
    ready = time.monotonic() - made
    read = bytes_read(server)
    none = memory(server)
    assert gauge(server, "lockstep_lists") == LISTS
    assert gauge(server, "lockstep_lists_loaded") == 0
    # Heads alone were read, none of the records.
    assert read < size / 20

    client = Client(server.ws())
    with client.stack:
        for number in range(10):
            client.open(f"list-{number * 99}")
            model = client.lists[f"list-{number * 99}"]
            assert model.revision == SETS and len(model.order()[0][1]) == ROWS
        assert gauge(server, "lockstep_lists_loaded") == 10
        ten = memory(server)
        assert ten - none < 10 * 8, "MiB for each list in use"
        # One that is idle is put aside although its neighbours are in use.
        assert client.edit("list-99", {"op": "deleteRows", "rows": ["r1"]}).kind == "set"
    wait_until(lambda: gauge(server, "lockstep_lists_loaded") == 0, "unused lists are put aside")
    aside = memory(server)
    assert aside - none < 40
    with capsys.disabled():
        print(f"\n{LISTS} lists, {LISTS * SETS} records, {size / 2**20:.0f} MiB (made in {made - began:.1f} s): "
              f"ready after {ready:.2f} s having read {read / 2**20:.1f} MiB; "
              f"memory {none:.0f} MiB, {ten:.0f} with 10 lists open, {aside:.0f} when they were put aside")


def gauge(server, name):
    """A number of `/metrics`."""
    lines = server.get("/metrics").body.decode().splitlines()
    return int(next(line.split()[1] for line in lines if line.split()[0] == name))


def memory(server):
    """The process's resident memory, in MiB."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return int(next(line.split()[1] for line in status if line.startswith("VmRSS"))) / 1024


def bytes_read(server):
    """What the process has read from files and sockets so far."""
    with open(f"/proc/{server.process.pid}/io", encoding="ascii") as counts:
        return int(next(line.split()[1] for line in counts if line.startswith("rchar")))


def test_a_clock_that_is_far_ahead_of_what_is_stored_is_told(spawn):
    server = spawn().start()
    server.make({"s1": "a b"}, list_id="old")
    assert server.get("/readyz").body == b"ok" and gauge(server, "lockstep_clock_ahead_seconds") == 0
    server.stop()
    with sqlite3.connect(server.store) as store:
        store.execute("UPDATE lists SET updated = updated - 31 * 86400000")
    store.close()
    server.start()
    ready = server.get("/readyz")
    assert ready.status == 200 and b"degraded: the machine's clock is 24 days ahead" in ready.body
    assert "the machine's clock is 24 days ahead" in server.log()
    assert gauge(server, "lockstep_clock_ahead_seconds") // 86_400 == 24
