"""`lockstep check` on servers whose lists are on NATS, and what is asked of every run: nothing lost, nothing twice."""

import json
import time

from check_command import CheckCommand
from process import FaultyServer, wait_until

LOGS = 8
"""Streams that the logs are spread over."""

HISTORY = 1000
"""Change sets that a server keeps at least."""


class ClusterServer(FaultyServer):
    """A `lockstep serve` whose lists are on these nodes; nothing of its folder is needed again."""

    def __init__(self, folder, nodes, **settings):
        super().__init__(folder, **{
            "journal_engine": "nats", "nats_urls": nodes.urls, "nats_monitor": nodes.monitors,
            "history_snapshot_every": 50, **settings})
        self.inside = ()
        """What the command line begins with, as `ip netns exec NAME`."""

    def launch(self, prefix=()):
        """As ever, in its namespace; `ip` becomes the server, unlike a tracer."""
        super().launch((*prefix, *self.inside))
        self.traced = bool(prefix)


def stream_of(name, prefix="LS"):
    """The stream with a list's log: the FNV-1a hash of its key, of 64 bits, modulo 8."""
    value = 0xcbf29ce484222325
    for byte in name.replace(".", "=").encode():
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return f"{prefix}_LOG_{value % LOGS}"


class ClusterRun:
    """One `lockstep check`, whose clients stay at a server until it fails and then go on at the next one.

    Knows at any time how far the lists are and what each client is doing, from the lines that the check writes.
    """

    INTERVAL = 0.1
    """Seconds between two lines."""

    def __init__(self, servers, seed, clients=8, lists=4, **options):
        """`servers`: of the same lists, the first with the folder of the run; `options`: more of `lockstep check`."""
        self.servers = servers
        self.names = [f"list-{number}" for number in range(lists)]
        self.lines = servers[0].folder / "check.jsonl"
        self.check = CheckCommand(
            servers[0], *(server.ws("") for server in servers), seed=seed, clients=clients, lists=lists, prefix="list",
            keep_connections=True, history_sets=HISTORY, json_lines=self.lines, interval=self.INTERVAL, **options)
        self.offset, self.count, self.latest = 0, 0, None
        self.longest_waits = {}
        """After the end: the most seconds that an edit waited for its answer, by list."""

    def begin(self):
        """Waits until each list was edited."""
        self.goes_on(10)
        return self

    # What the clients do

    def newest(self):
        """The newest state that was written: `time`, `revisions`, `longestWaits`, `clients` and more."""
        assert self.check.process.poll() is None, self.check.process.communicate()
        if self.lines.exists():
            with open(self.lines, "rb") as file:
                file.seek(self.offset)
                whole = file.read().rpartition(b"\n")[0]
            if whole:
                lines = whole.split(b"\n")
                self.offset += len(whole) + 1
                self.count += len(lines)
                self.latest = json.loads(lines[-1])
        return self.latest

    def state(self):
        """A state that was taken after now."""
        self.newest()
        # What is written next may have been taken before.
        wanted = self.count + 2
        wait_until(lambda: self.newest() and self.count >= wanted, "the check tells its state")
        return self.latest

    def revisions(self):
        """The newest revision of each list that a client has seen."""
        return self.state()["revisions"]

    def goes_on(self, sets=5, names=None, seconds=60):
        """Waits until that many edits were applied and seen in each list, or in those named."""
        before = self.revisions()
        wait_until(lambda: all(self.newest()["revisions"][name] >= before[name] + sets for name in names or self.names),
                   "edits apply in every list", seconds)

    def clients_at(self, server):
        """The numbers of the clients that are connected to a server, or try to."""
        return {number for number, client in enumerate(self.state()["clients"]) if client["server"] == server.ws("")}

    def moved_from(self, server):
        """Waits until every client has left a server and has its lists open elsewhere."""
        wait_until(lambda: all(client["server"] != server.ws("") and client["ready"]
                               for client in self.newest()["clients"]), "the clients are at other servers")

    def catches_up(self):
        """Waits until everything that was sent before is answered, at whichever server, while editing goes on."""
        began = self.state()["time"]
        wait_until(lambda: all(client["ready"] and client.get("waiting", 0) < self.latest["time"] - began
                               for client in self.newest()["clients"]), "what was sent is answered")
        self.goes_on()

    def lists_of(self, clients):
        """The lists that any of these clients edits, of those that stay."""
        notified = self.state()["clients"]
        return {name for number in clients for name in notified[number]["lists"]}.intersection(self.names)

    def longest_wait(self, clients):
        """The most seconds that an edit of any of these clients waited for its answer."""
        notified = self.state()["clients"]
        return max((notified[number]["longestWait"] for number in clients), default=0.0)

    # The end

    def finish(self, title, figures):
        """Ends the load; no property is broken on any server. The run's figures.

        `title`: the run's row in the table at the end; `figures`: takes the row.
        """
        def row(report):
            counts, waits = report["counts"], report["longestWaits"]
            return {"fault": title, "edits": counts["sent"], "applied": counts["applied"],
                    "refused": report["refusals"].get("unavailable", 0), "lost": counts["lost"],
                    "doubled": counts["doubled"], "longest wait": round(max(waits.values(), default=0.0), 1)}

        for server in self.servers:
            wait_until(server.is_ready, "every server is ready")
        report = self.check.holds(lambda report: figures(row(report)))
        assert report["counts"]["applied"] > 0
        self.longest_waits = report["longestWaits"]
        return row(report)

    def end(self):
        """Ends the check, if it runs."""
        self.check.close()


ELECTION = 15.0
"""Seconds for which edits wait, and none is refused: mostly two attempts of an election."""

REACTION = 6.0
"""Seconds after an election within which every edit that waited for it must be answered."""


def wait_for_election(nodes, gone, names):
    """Waits until other nodes than `gone` lead the streams of the lists; gives the seconds that it took.

    The nodes wait 4 to 9 seconds at random, and again where two of them stand for election at once.
    """
    began = time.monotonic()
    others = [node for node in nodes.nodes if node is not gone]
    wait_until(lambda: all(any(nodes.leader(stream, other) is other for other in others)
                           for stream in map(stream_of, names)), "the others have elected", 60)
    return time.monotonic() - began


def hold_to_elections(row, *elections):
    """Nobody is refused for an election, unless that took too long; edits wait a little longer than it."""
    assert row["refused"] == 0 or max(elections) > ELECTION - REACTION, (row, elections)
    assert row["longest wait"] < max(elections) + REACTION, (row, elections)


def wait_until_current(nodes, seconds=30):
    """Waits until each stream has a leader and two copies that lack nothing; gives the seconds that it took."""
    began = time.monotonic()
    wait_until(nodes.are_copies_current, "every copy is current", seconds, pause=0.1)
    return time.monotonic() - began


def hold(seconds):
    """A fault lasts that long, counted from now."""
    time.sleep(seconds)
