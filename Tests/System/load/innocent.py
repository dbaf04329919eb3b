"""How soon an innocent editor is answered while ten hostile peers are at each bound of the server."""

import os
import sys
import tempfile
from pathlib import Path

from benchmarks import number, table

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent / "contract", HERE.parent / "faults"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from hostile import KINDS, SETTINGS  # noqa: E402  (needs the paths above)
from hostile_run import Innocent, bounds, peers_at  # noqa: E402
from process import FaultyServer  # noqa: E402

GOAL_MILLISECONDS = 50
QUICK = ["limits.frameBytes", "limits.setBytes", "bounds.bodyBytes"]
"""The bounds of a quick run: those whose peers cost the server most."""


def measure(binary, processors, quick, folder, say):
    """The 99th percentile of an edit's time in milliseconds by bound, and alone; None where an answer was missing."""
    os.environ["SERVER_BINARY"] = binary
    found = {}
    # The others cost nothing that lasts: they are held in the cost test.
    for bound in ["nobody", *(QUICK if quick else (bound for bound in bounds() if bound in KINDS))]:
        with tempfile.TemporaryDirectory(dir=folder) as store:
            found[bound] = beside(bound, store, processors, 1 if quick else 4)
        say(f"beside {bound}: p99 {number(found[bound])} ms")
    return found


def beside(bound, store, processors, seconds):
    """One bound: a server of its own, on a processor of its own."""
    server = FaultyServer(store, **SETTINGS.get(bound, {}))
    everywhere = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {processors[0]})
        server.start()
        os.sched_setaffinity(0, {processors[1]})
        innocent = Innocent(server)
        if bound == "nobody":
            innocent.work(seconds)
        else:
            with peers_at(server.port, bound):
                innocent.work(seconds)
        return innocent.p99() * 1000
    except (AssertionError, OSError):
        return None
    finally:
        os.sched_setaffinity(0, everywhere)
        server.stop()


def innocent_table(found):
    """The report's table."""
    def row(bound, value):
        reached = "**no**" if value is None or value > GOAL_MILLISECONDS else "yes"
        return [bound, "not answered" if value is None else f"{number(value)} ms", reached]
    return table(["at this bound", "the editor's p99", f"≤ {GOAL_MILLISECONDS} ms"],
                 [row(*one) for one in found.items()])
