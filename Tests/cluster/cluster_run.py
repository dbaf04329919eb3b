"""Editors on a server whose lists are on NATS, and what is asked of every run: nothing lost, nothing twice."""

import time

from checker import Report
from process import FaultyServer, wait_until
from run import Run

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

    def snapshot(self, list_id):
        """`GET /api/lists/ID`; while nodes that came back elect their leaders, 503 says that none can tell it."""
        def told():
            answer = self.get(f"/api/lists/{list_id}")
            return answer if answer.status != 503 else None

        response = wait_until(told, f"a leader tells of {list_id}")
        assert response.status == 200
        return response.json()


def stream_of(name, prefix="LS"):
    """The stream with a list's log: the FNV-1a hash of its key, of 64 bits, modulo 8."""
    value = 0xcbf29ce484222325
    for byte in name.replace(".", "=").encode():
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return f"{prefix}_LOG_{value % LOGS}"


class ClusterRun(Run):
    """A run that knows how long edits waited, and how many were refused."""

    def __init__(self, server, seed, editors=8, lists=4, founders=1, pause=0.06):
        super().__init__(server, seed, editors, lists, founders, pause)

    def begin(self):
        """Connects everyone, and waits until each list was edited."""
        super().begin()
        self.goes_on(10)
        return self

    def revisions(self):
        """The newest revision of each list that an editor has seen."""
        return {name: max((e.lists[name].revision or 0 for e in self.editors if name in e.lists),
                          default=0)
                for name in self.names if any(name in e.lists for e in self.editors)}

    def goes_on(self, sets=5, names=None, seconds=60):
        """Waits until that many edits were applied and seen in each list, or in those named."""
        seen = self.revisions()
        wait_until(lambda: self.failure or all(
            now >= seen[name] + sets for name, now in self.revisions().items()
            if names is None or name in names), "edits apply in every list", seconds)

    def refusals(self):
        """How many edits were answered `unavailable` so far."""
        return sum(e.refused.total() for e in self.editors)

    def longest_wait(self, names=None, editors=None):
        """The most seconds that an edit waited for its answer, in any list and of any editor, or of those given."""
        return max((waited for e in editors or self.editors for name, waited in e.longest.items()
                    if names is None or name in names), default=0.0)

    def kill_server(self):
        """kill -9 of the server."""
        self.server.kill()
        self.history.add("killed")

    def finish(self, title, figures):
        """Ends the load, holds what was seen against the properties, and gives the run's figures.

        `title`: the run's row in the table at the end; `figures`: takes the row.
        """
        self.quiet(HISTORY)
        self.end()
        assert not self.failure
        report = Report(self.history)
        counts = report.counts
        row = {"fault": title, "edits": counts["edits sent"], "applied": counts["applied"],
               "refused": self.refusals(), "lost": counts["lost"], "doubled": counts["doubled"],
               "longest wait": round(self.longest_wait(), 1)}
        figures(row)
        if report.violated():
            self.history.write(self.server.folder / "history.jsonl")
        assert report.violated() == [], f"{report}\nthe history is in {self.server.folder}"
        assert counts["lost"] == counts["doubled"] == 0
        assert counts["applied"] > 0
        return row


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
