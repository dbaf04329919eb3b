"""The loop's thread of a server that nobody counts: its processor time and its turns by the clock."""

import re
import time
from collections import defaultdict
from pathlib import Path

from peer import Peer

CPUCLOCK_SCHED = 2
"""The kernel's number for a process' clock of all its processor time, in `clock_gettime`."""

QUIET = 0.0015
"""Seconds without any processor time after which the thread counts as idle."""


class LoopThread:
    """The thread that reads the sockets of `server`; times are nanoseconds of processor time."""

    def __init__(self, server, **hello):
        self.server = server
        # A thread that is busy as the server starts, as with packing the web client, would be taken for the loop's.
        self.rested(quiet=0.2)
        self.folder = self.find(Path(f"/proc/{server.process.pid}/task"), hello)

    def find(self, tasks, hello):
        """The thread that answers pings: nothing else of the server has a part in that."""
        peer = Peer(self.server, **hello)
        before = {task.name: cpu(task) for task in tasks.iterdir()}
        for n in range(200):
            peer.send({"type": "ping", "n": n})
            peer.until(b'"pong"')
        peer.close()
        return max(tasks.iterdir(), key=lambda task: cpu(task) - before.get(task.name, 0))

    def settled(self):
        """Waits until the whole server sleeps; only then the kernel's figures are exact."""
        self.rested()

    def rested(self, quiet=QUIET, seconds=30):
        """Waits until the whole server has slept for so many seconds."""
        deadline = time.monotonic() + seconds
        last, since = self.used_by_server(), time.monotonic()
        while time.monotonic() < since + quiet:
            time.sleep(QUIET / 5)
            now = self.used_by_server()
            if now != last:
                assert time.monotonic() < deadline, "the server does not come to rest"
                last, since = now, time.monotonic()

    def used(self):
        """What the thread has used now; while it runs, up to a tick of the kernel behind."""
        return cpu(self.folder)

    def used_by_server(self):
        """What all threads of the server, those that have ended included, have used now."""
        return time.clock_gettime_ns((~self.server.process.pid << 3) | CPUCLOCK_SCHED)

    def long_turns(self, milliseconds):
        """How many turns have taken longer; None where the server does not count turns."""
        return long_turns(self.server.get("/metrics").body.decode(), milliseconds)


def long_turns(metrics, milliseconds):
    """The turns over a limit in the histogram of `/metrics`, of all kinds of work together.

    Where no bucket ends at the limit, the next higher one counts.
    """
    buckets = defaultdict(dict)
    for labels, count in re.findall(r"^lockstep_loop_turn_seconds_bucket\{(.*)\} (\d+)", metrics, re.M):
        edge = float(re.search(r'le="([^"]+)"', labels).group(1))
        buckets[re.sub(r',?le="[^"]+"', "", labels)][edge] = int(count)
    limit = milliseconds / 1000
    return sum(counts[float("inf")] - counts[min(edge for edge in counts if edge >= limit)]
               for counts in buckets.values()) if buckets else None


def cpu(task):
    """Nanoseconds that a thread has run; 0 for one that is gone."""
    try:
        return int((task / "schedstat").read_text().split()[0])
    except OSError:
        return 0


def resident(server):
    """The server's memory now, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024
