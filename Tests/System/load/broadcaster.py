"""The same work by a bare broadcaster: libwebsockets alone, which keeps no list and stores nothing."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks import figure, number, table

RUNS = ("fanout 50", "fanout 500", "editors 20", "editors 100", "lists", "one editor")
"""Runs of `goals.RUNS` that the broadcaster does, too: those that edit, and neither read nor restart."""

INSTRUCTIONS = Path(__file__).resolve().parents[2] / "Benchmarks/instructions/figures.json"


@dataclass(frozen=True)
class Ratio:
    """What Lockstep may take of what the broadcaster takes in the same run."""

    title: str
    run: str
    figure: str
    unit: str
    bound: float
    more_is_better: bool = False

    def is_reached(self, value):
        """Whether a ratio is within its bound."""
        return value >= self.bound if self.more_is_better else value <= self.bound


RATIOS = [
    Ratio("20 editors on one list: server CPU, an edit", "editors 20", "server.cpu.edit", "µs", 1.8),
    Ratio("100 editors on one list: server CPU, an edit", "editors 100", "server.cpu.edit", "µs", 1.7),
    Ratio("500 lists × 2 editors: server CPU, an edit", "lists", "server.cpu.edit", "µs", 1.8),
    Ratio("fanout, 50 subscribers: edits/s with p99 < 100 ms", "fanout 50", "rate", "/s", 0.85, True),
    Ratio("fanout, 500 subscribers: edits/s with p99 < 100 ms", "fanout 500", "rate", "/s", 0.85, True),
]

BESIDE = [
    ("one editor", "server.cpu.edit", "one editor, one edit at a time: server CPU, an edit", "µs"),
    ("one editor", "answer.p50", "one editor, one edit at a time: sent to answered, p50", "ms"),
    ("editors 20", "answer.p99", "20 editors: sent to answered, p99", "ms"),
    ("fanout 50", "server.cpu.edit", "fanout, 50 subscribers: server CPU, an edit", "µs"),
    ("fanout 500", "server.cpu.delivery", "fanout, 500 subscribers: server CPU, a delivery", "µs"),
]
"""Figures of both that have no bound."""

STEPS = {"decode": 4_000, "apply and encode the set": 15_000}
"""Instructions that a step of an edit may take, by its name in `Tests/Benchmarks/instructions/figures.json`."""


class Broadcaster:
    """The broadcaster's process, on a processor of its own."""

    def __init__(self, floors, processor):
        self.process = subprocess.Popen([floors, "serve", str(processor)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.url = f"ws://127.0.0.1:{int(self.process.stdout.readline())}/ws"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # It serves until its input ends.
        self.process.stdin.close()
        self.process.wait(10)


def ratio_table(results, reference):
    """Lockstep against the broadcaster."""
    rows = []
    for one in RATIOS:
        own, bare = figure(results, one.run, one.figure), figure(reference, one.run, one.figure)
        value = own / bare if own and bare else None
        reached = "–" if value is None else "yes" if one.is_reached(value) else "**no**"
        rows.append([one.title, f"{number(own)} {one.unit}", f"{number(bare)} {one.unit}", f"× {number(value)}",
                     f"{'≥' if one.more_is_better else '≤'} {number(one.bound)}", reached])
    for run, key, title, unit in BESIDE:
        own, bare = figure(results, run, key), figure(reference, run, key)
        value = own / bare if own and bare else None
        rows.append([title, f"{number(own)} {unit}", f"{number(bare)} {unit}", f"× {number(value)}", "–", "–"])
    return table(["the same work", "Lockstep", "bare broadcaster", "ratio", "goal", "reached"], rows)


def instruction_table(figures=None):
    """The instructions of an edit, as `make bench-instructions` counts them."""
    figures = figures or json.loads(INSTRUCTIONS.read_text(encoding="utf-8"))
    rows = []
    for step, count in figures.items():
        goal = STEPS.get(step)
        reached = "–" if goal is None else "yes" if count <= goal else "**no**"
        rows.append([step, f"{count:,}", f"≤ {goal:,}" if goal else "–", reached])
    return table(["step of an edit", "instructions", "goal", "reached"], rows)
