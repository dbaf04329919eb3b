"""The same edits on SQLite, on three nodes of NATS on this machine, and spread over three servers on those nodes."""

import os
import sys
import tempfile
from pathlib import Path

from benchmarks import figure, number, table
from goals import Goal, Run

HERE = Path(__file__).resolve().parent
for folder in ("contract", "faults", "cluster"):
    if str(HERE.parent / folder) not in sys.path:
        sys.path.insert(0, str(HERE.parent / folder))

from cluster_run import ClusterServer  # noqa: E402  (needs the paths above)
from nodes import Nodes  # noqa: E402

RUNS = [
    Run("20 editors", tuple("editors --editors 20 --seconds 4".split()),
        tuple("editors --editors 20 --seconds 1".split())),
    Run("60 editors", tuple("editors --editors 60 --seconds 4".split()),
        tuple("editors --editors 60 --seconds 1".split())),
    Run("lists", tuple("lists --lists 500 --clients 2 --seconds 4".split()),
        tuple("lists --lists 100 --clients 2 --seconds 1".split())),
    Run("one editor", tuple("editors --editors 1 --seconds 3".split()),
        tuple("editors --editors 1 --seconds 1".split())),
]

GOALS = [
    Goal("20 editors on one list: edits/s", "20 editors", "rate", 5_000, "/s", more_is_better=True, scales=False),
    Goal("60 editors on one list: edits/s", "60 editors", "rate", 5_000, "/s", more_is_better=True, scales=False),
    Goal("500 lists × 2 editors: edits/s", "lists", "rate", 8_000, "/s", more_is_better=True, scales=False),
    Goal("one editor: sent to answered, p50", "one editor", "answer.p50", 3, "ms", scales=False),
]
"""What is wanted of three nodes of NATS."""

BESIDE = [
    ("20 editors", "answer.p99", "20 editors: sent to answered, p99", "ms"),
    ("60 editors", "answer.p50", "60 editors: sent to answered, p50", "ms"),
    ("60 editors", "answer.p99", "60 editors: sent to answered, p99", "ms"),
    ("20 editors", "server.cpu.edit", "20 editors: server CPU, an edit", "µs"),
    ("lists", "answer.p99", "500 lists: sent to answered, p99", "ms"),
    ("lists", "server.cpu.edit", "500 lists: server CPU, an edit", "µs"),
    ("one editor", "answer.p99", "one editor: sent to answered, p99", "ms"),
]


def measure(load, rounds, say):
    """The JSON of every round, by engine and run; `servers` are three servers on NATS.

    `load(run, environment, urls)` gives that of one run; without `urls` it starts a server.
    """
    found = {"sqlite": {}, "nats": {}}
    spread = {}
    with tempfile.TemporaryDirectory() as folder:
        nodes = Nodes.at_free_ports(Path(folder)).start()
        try:
            settings = {"nats": {"LOCKSTEP_JOURNAL_ENGINE": "nats", "LOCKSTEP_NATS_URLS": nodes.urls,
                                 "LOCKSTEP_NATS_MONITOR": nodes.monitors}, "sqlite": {}}
            for turn in range(rounds):
                for run in RUNS:
                    for engine, results in found.items():
                        result = load(run, {**os.environ, **settings[engine]})
                        results.setdefault(run.name, []).append(result)
                    say(f"[{turn + 1}/{rounds}] {run.name} on SQLite and on NATS: "
                        + ", ".join(f"{number(figure(results, run.name, 'rate'))} edits/s"
                                    for results in found.values()))
            servers = [ClusterServer(f"{folder}/server{number}", nodes, limits_in_flight=512).start()
                       for number in range(3)]
            try:
                for turn in range(rounds):
                    for run in RUNS:
                        result = load(run, dict(os.environ), [server.ws() for server in servers])
                        spread.setdefault(run.name, []).append(result)
                        say(f"[{turn + 1}/{rounds}] {run.name} on three servers: "
                            f"{number_of(result)} edits/s")
            finally:
                for server in servers:
                    server.stop()
        finally:
            nodes.end()
    return {**found, "servers": spread}


def number_of(result):
    """The rate of a run, in words."""
    return number(result["figures"].get("rate"))


def engine_table(found):
    """The report's table."""
    rows = []
    for goal in GOALS:
        value = figure(found["nats"], goal.run, goal.figure)
        sign = "≥" if goal.more_is_better else "≤"
        reached = "–" if value is None else "yes" if goal.is_reached(value, None) else "**no**"
        rows.append([goal.title, f"{number(value)} {goal.unit}", f"{sign} {number(goal.target)}", reached,
                     f"{number(figure(found['servers'], goal.run, goal.figure))} {goal.unit}",
                     f"{number(figure(found['sqlite'], goal.run, goal.figure))} {goal.unit}"])
    for run, key, title, unit in BESIDE:
        cells = [f"{number(figure(found[engine], run, key))} {unit}" for engine in ("nats", "servers", "sqlite")]
        rows.append([title, cells[0], "–", "–", *cells[1:]])
    return table(["", "one server on three nodes of NATS", "goal", "reached", "three servers on them", "SQLite"], rows)
