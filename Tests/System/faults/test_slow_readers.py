"""Sessions that read slowly or not at all: they lose nothing of the result, and cost the others nothing."""

import resource

import pytest

from actions import update
from client import Client
from event_stream import EventStream
from model import ListModel
from process import wait_until
from slow_client import SlowClient

MB = 1 << 20
QUEUE = MB // 4
STOPPED = 500
MISSED = 5
"""Sets that are longer together than the list that they change."""


def rename(row, text):
    """An action that sets a row's title."""
    return update(row, {"title": text})


def same(server, client, name):
    """Whether the client holds what the server does."""
    now = ListModel(server.snapshot(name))
    mine = client.lists[name]
    return (mine.revision, mine.sections) == (now.revision, now.sections)


def test_a_reader_that_stopped_is_brought_up_to_date_by_the_shorter_way(spawn):
    server = spawn(limits_queue_bytes=QUEUE).start()
    short = server.make({"s1": "a b"})
    long = server.make({"s1": [f"row-with-a-long-name-{number}" for number in range(4000)]})
    writer, stopped = Client(server.ws()), SlowClient(server)
    for client in (writer, stopped):
        for name in (short, long):
            client.open(name)
    edits = dict.fromkeys((short, long), 0)

    def edit(name, row, size):
        """Edits a list; whether its set was handed to the writer alone, as the queue of the other has no room for it."""
        before = server.figure("lockstep_deliveries_total")
        assert writer.edit(name, rename(row, f"{edits[name]} {size * 'x'}")).kind == "set"
        edits[name] += 1
        return server.figure("lockstep_deliveries_total") == before + 1

    # Several in a row: the kernel may make room for one or two, which are as short as the list.
    wait_until(lambda: all([edit(short, "a", 15_000) for _ in range(MISSED)]),
               "the queue has no room for sets of the short list")
    wait_until(lambda: edit(long, "row-with-a-long-name-1", 3_000), "nor for one of the long list")
    own = [(name, stopped.post(name, rename(row, "mine"))) for name, row in (
        (short, "b"), (long, "row-with-a-long-name-2"))]
    edit(short, "a", 15_000)
    edit(long, "row-with-a-long-name-1", 3_000)
    answers = [stopped.answer(*entry, timeout=60) for entry in own]
    for name in (short, long):
        stopped.reach(name, edits[name] + 1, timeout=60)
        assert same(server, stopped, name)
    assert all(a.kind == "set" or a.body["outcome"] == "applied" for a in answers)
    assert all(len(stopped.answers[entry]) == 1 for entry in own)
    kinds = {name: stopped.kinds(name) for name in (short, long)}
    later = {name: notified[notified.index("changes"):] for name, notified in kinds.items()}
    assert later[short].count("changes") < edits[short] and "snapshot" in later[short]
    assert "catchup" in later[long] and "snapshot" not in later[long], "what it missed is shorter than the list"
    for client in (writer, stopped):
        client.leave()


def test_a_stream_of_events_that_nobody_reads_ends(spawn):
    server = spawn(limits_stall_seconds=1, limits_queue_bytes=QUEUE).start()
    rows = [f"r{number}" for number in range(10)]
    name = server.make({"s1": rows})
    writer, dead = Client(server.ws()), EventStream(server, name, window=4096)
    writer.open(name)
    assert server.figure("lockstep_sessions") == 2
    number = 0

    def is_ended():
        nonlocal number
        if server.figure("lockstep_queue_bytes") < QUEUE // 4:
            number += 1
            assert writer.edit(name, *(rename(row, f"{number}" + "x" * 15_000) for row in rows)).kind == "set"
        return server.figure("lockstep_sessions") == 1

    wait_until(is_ended, "the stream has ended")
    assert server.figure('lockstep_errors_total{code="slowConsumer"}') == 1
    last = None
    while event := dead.take():
        last = event
    again = EventStream(server, name, last.id)
    while (event := again.take()).id != f"{writer.lists[name].epoch}:{number}":
        pass
    assert event.data["revision"] == number
    for one in (again, dead):
        one.close()
    writer.leave()


@pytest.mark.soak
def test_500_stopped_readers_are_held_to_the_bound_and_end_equal(spawn):
    """`Tests/System/contract/test_bounds.py` has three of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * STOPPED + 500), hard))
    server = spawn(bounds_queue_total_bytes=64 * MB, limits_stall_seconds=600).start()
    crowded, quiet = (server.make({"s1": [f"r{i}" for i in range(10)]}) for _ in range(2))
    stopped = [SlowClient(server) for _ in range(STOPPED)]
    for client in stopped:
        client.open(crowded)
    writer = SlowClient(server, window=MB)
    for name in (crowded, quiet):
        writer.open(name)
    for number in range(200):
        writer.edit(crowded, *(rename(f"r{i}", f"{number} " + "x" * 15_000) for i in range(10)))
        writer.edit(quiet, rename("r0", f"{number}"))
        # A set goes to everyone before anyone pays.
        assert server.figure("lockstep_ledger_bytes") < 2 * 64 * MB
    assert server.figure("lockstep_ledger_paid_total") > 0
    revision, wanted = writer.lists[crowded].revision, writer.lists[crowded].sections
    for client in stopped:
        assert client.reach(crowded, revision, timeout=60).sections == wanted
        notified = client.kinds(crowded)
        assert set(notified[1:]) & {"catchup", "snapshot"} and notified.count("changes") < 200, "what it missed came as one"
        client.leave()
    writer.leave()
