"""Sessions that read slowly or not at all: they lose nothing of the result, and cost the others nothing."""

import resource
import threading
import time

import pytest

from client import Client
from event_stream import EventStream
from model import ListModel
from slow_client import Ended, SlowClient

MB = 1 << 20
EDITS = 5000
SECONDS = 10
STALL = 15
STOPPED = 500


def rename(row, text):
    """An action that sets a row's title."""
    return {"op": "updateRow", "row": row, "fields": {"title": text}}


def same(server, client, name):
    """Whether the client holds what the server does."""
    now = ListModel(server.snapshot(name))
    mine = client.lists[name]
    return (mine.revision, mine.sections) == (now.revision, now.sections)


def test_stopped_for_10_s_at_1_kB_s_and_for_ever(spawn, capsys):
    server = spawn(limits_stall_seconds=STALL, limits_queue_bytes=MB // 4).start()
    small, large = server.make({"s1": [f"r{i}" for i in range(40)]}), server.make(
        {"s1": [f"row-with-a-long-name-{i}" for i in range(4000)]})
    writer = Client(server.ws())
    stopped, dead = SlowClient(server), SlowClient(server)
    # The kernel tells the server of what was read in steps, which grow with the window.
    trickle = SlowClient(server, window=4096)
    for client in (writer, stopped):
        client.open(small)
        client.open(large)
    for client in (trickle, dead):
        client.send({"type": "open", "list": small})
    enough = threading.Event()
    sipping = threading.Thread(target=sip, args=(trickle, enough), daemon=True)
    sipping.start()
    began, pending, posted, own = time.monotonic(), [], 0, []
    while posted < EDITS or time.monotonic() < began + SECONDS:
        due = min(EDITS, int((time.monotonic() - began) / (SECONDS - 1) * EDITS))
        for number in range(posted, due):
            name = large if number % 8 == 0 else small
            row = f"row-with-a-long-name-{number % 4000}" if name is large else f"r{number % 40}"
            title = f"{number}" if name is large else f"{number} " + "x" * 500
            pending.append((name, writer.post(name, rename(row, title))))
            while len(pending) > 60:
                assert writer.answer(*pending.pop(0)).kind == "set"
        if due > EDITS // 2 and not own:
            own = [(name, stopped.post(name, rename(row, "mine"))) for name, row in (
                (small, "r1"), (large, "row-with-a-long-name-1"), (small, "r2"))]
        posted = due
        time.sleep(0.1)
    for entry in pending:
        writer.answer(*entry)
    last = {name: server.snapshot(name)["revision"] for name in (small, large)}
    assert sum(last.values()) == EDITS + len(own)

    for name in last:
        stopped.reach(name, last[name], timeout=20)
        assert same(server, stopped, name)
    answers = [stopped.answer(*entry) for entry in own]
    assert all(a.kind == "set" or a.body["outcome"] == "applied" for a in answers)
    assert all(len(stopped.answers[entry]) == 1 for entry in own)
    counts = {name: {kind: stopped.kinds(name).count(kind) for kind in ("changes", "catchup", "snapshot")}
              for name in last}
    with capsys.disabled():
        print(f"\n{EDITS} edits beside a reader that stopped for {SECONDS} s: "
              f"of the small list {counts[small]}, of the large one {counts[large]}")
    assert 2 <= counts[small]["snapshot"] <= 4 and counts[small]["changes"] < EDITS // 2
    assert 1 <= counts[large]["catchup"] <= 3, "what it missed is shorter than the list"

    # Longer than a stall by now, and still there: it has read all the time.
    time.sleep(max(0, began + 1.5 * STALL - time.monotonic()))
    enough.set()
    sipping.join()
    trickle.take(type="snapshot", timeout=20)
    trickle.reach(small, last[small], timeout=20)
    assert same(server, trickle, small)
    with pytest.raises(Ended):
        dead.take(type="snapshot", timeout=20)
        dead.reach(small, last[small], timeout=20)
    for client in (writer, stopped, trickle, dead):
        client.leave()


def test_a_stream_of_events_that_nobody_reads_ends(spawn):
    server = spawn(limits_stall_seconds=2, limits_queue_bytes=MB // 4).start()
    name = server.make({"s1": ["a"]})
    writer, dead = Client(server.ws()), EventStream(server, name, window=4096)
    writer.open(name)
    counted = lambda: sample(server, "lockstep_sessions")
    assert counted() == 2
    deadline, number = time.monotonic() + 30, 0
    while counted() == 2:
        assert time.monotonic() < deadline
        number += 1
        assert writer.edit(name, rename("a", f"{number}" + "x" * 16_000)).kind == "set"
    assert sample(server, 'lockstep_errors_total{code="slowConsumer"}') == 1
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


def sample(server, name):
    """The value of one metric."""
    lines = server.get("/metrics").body.decode().splitlines()
    return int(next(line.rsplit(" ", 1)[1] for line in lines if line.startswith(f"{name} ")))


def sip(client, enough):
    """Reads 1 kB a second."""
    while not enough.wait(0.1):
        client.sip(100)


def test_500_stopped_readers_cost_the_others_nothing(spawn, capsys):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * STOPPED + 500), hard))
    bound = 64 * MB
    server = spawn(bounds_queue_total_bytes=bound, limits_stall_seconds=120).start()
    crowded, quiet = (server.make({"s1": [f"r{i}" for i in range(10)]}) for _ in range(2))
    before = memory(server)
    stopped = [SlowClient(server) for _ in range(STOPPED)]
    for client in stopped:
        client.send({"type": "open", "list": crowded})
    for client in stopped:
        client.take(type="snapshot")
    writer = SlowClient(server, window=MB)
    for name in (crowded, quiet):
        writer.open(name)
    for number in range(20):
        writer.edit(crowded, *(rename(f"r{i}", f"{number} " + "x" * 15_000) for i in range(10)))
    full = memory(server)

    ratios, pairs = [], []
    for _ in range(5):
        with_them, without = latencies(writer, crowded, quiet, 200)
        pairs.append((with_them, without))
        ratios.append(with_them / without)
    most = memory(server)
    with capsys.disabled():
        print(f"\n{STOPPED} stopped readers: memory {before / MB:.0f} MB before them, {full / MB:.0f} MB with "
              f"{bound / MB:.0f} MB allowed for queues, {most / MB:.0f} MB at most; p99 of the others' edits "
              + ", ".join(f"{a * 1000:.1f}/{b * 1000:.1f} ms" for a, b in pairs)
              + f" with/without them: least of ratios {min(ratios):.2f}")
    assert most < bound + 100 * MB
    assert min(ratios) <= 1.5, "what they cost shows in every round, other work of the machine does not"

    # As much is held for them as may be: who asks over HTTP is refused meanwhile.
    state = writer.lists[crowded]
    revision, wanted = state.revision, state.sections
    kinds = set()
    for client in stopped:
        assert client.reach(crowded, revision, timeout=20).sections == wanted
        told = client.kinds(crowded)
        kinds.update(told[1:])
        assert told.count("changes") < 200, "what it missed came as one"
        client.leave()
    assert kinds & {"catchup", "snapshot"}
    with capsys.disabled():
        print(f"all {STOPPED} ended equal to the list, caught up by {sorted(kinds)}; "
              f"memory {memory(server) / MB:.0f} MB at most")
    assert memory(server) < bound + 100 * MB
    writer.leave()


def latencies(writer, crowded, quiet, count):
    """The 99th percentiles of the time of an edit of each list, in seconds, by turns."""
    times = {crowded: [], quiet: []}
    for number in range(count):
        for name in times:
            began = time.perf_counter()
            writer.edit(name, rename("r0", f"{number}"))
            times[name].append(time.perf_counter() - began)
    return [sorted(t)[int(count * 0.99) - 1] for t in times.values()]


def memory(server):
    """The most memory that the server has had, in bytes."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return int(status.read().split("VmHWM:")[1].split()[0]) * 1024
