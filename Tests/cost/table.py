"""What a row of the cost table says, and how it is measured."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from loop_thread import MS
from peer import Http, is_applied

RATIO = 2.6
"""Twice the input costs at most so many times as much."""

NOISE, NOISE_OF_ALL = 0.15, 2
"""Costs below so many milliseconds, of the loop and of all threads, count as so many: a wake-up or two, a commit."""

ENOUGH = 0.4
"""Seconds of the loop's time after which a row is not repeated any more."""

APPLIED, ANSWERED, OPENED = "applied", "answered", "opened"
"""How a row ends: its last edit was answered and changed the list, was answered at all, or a list has come whole."""

REFUSED = range(400, 500)
"""The status of a request that is refused."""


class Request(NamedTuple):
    """An HTTP request to be sent in place of a frame."""

    method: str
    path: str
    body: bytes = None
    headers: dict = None
    """Further header fields; values that are not ASCII are bytes."""


@dataclass
class Scene:
    """What a row has prepared for one size: who sends it, and to which list."""

    server: object
    n: int
    peer: object = None
    """Who is answered, and sends unless there is a `sender`."""
    list: str = None
    http: Http = None
    others: list = field(default_factory=lambda: [])
    sender: object = None

    def close(self):
        """Ends the sessions of the scene; servers and lists stay for other rows."""
        for one in [self.peer, self.http, *self.others]:
            if one is not None:
                one.close()


@dataclass(frozen=True)
class Row:
    """One row: something that peers can send, and the one measure of it that is doubled."""

    covers: str
    """A client's message as asyncapi.json names it, an action's `op`, or `METHOD /path` as in openapi.json."""
    scaled: str
    """What is doubled, in words."""
    size: int
    """The smaller size; the other is twice it."""
    scene: Callable
    """Prepares one size: `scene(workshop, n)`."""
    send: Callable
    """The frame of a repetition: `send(scene, k)` is a list of messages, a text, or a `Request`."""
    ends: object = APPLIED
    """What ends it: one of the above, a pattern that a frame matches, or the status of a request or several."""
    each: Callable = None
    """Called before each repetition with scene and `k`; not measured."""
    repeats: int = 7
    turn: float = 10
    """Milliseconds that a turn of the loop may take."""
    noise: float = NOISE
    """Milliseconds that a cost counts as where it is less."""

    def __str__(self):
        return f"{self.covers}: {self.scaled}"


class Measured(NamedTuple):
    """The figures of one repetition."""

    cost: int
    """Nanoseconds of the loop's thread."""
    total: int
    """Nanoseconds of all threads: what is done away from the loop is done, too."""
    long_turns: int
    """Turns over the row's limit; None where the server does not count turns."""


def exchange(row, scene, k):
    """Sends the row's frame or request, and waits for what ends it."""
    frame = row.send(scene, k)
    if isinstance(frame, Request):
        allowed = row.ends if isinstance(row.ends, range) else [row.ends]
        return lambda: expect((status := scene.http.request(*frame)) in allowed, status)
    last = next((m["id"] for m in reversed(frame) if "id" in m), None) if isinstance(frame, list) else None

    def run():
        sender = scene.sender or scene.peer
        sender.send(*frame) if isinstance(frame, list) else sender.send(frame)
        if isinstance(row.ends, bytes):
            expect(re.search(row.ends, scene.peer.until(row.ends) or b"closed"), "closed")
        elif row.ends == OPENED:
            scene.peer.whole_list()
        else:
            answer = scene.peer.answer(last)
            expect(answer and (row.ends == ANSWERED or is_applied(answer)), answer[:300])
    return run


def expect(condition, what):
    """Fails, and tells what came, unless the condition holds."""
    assert condition, f"came: {what}"


def repetition(workshop, row, scene, k):
    """Runs the row once."""
    loop = workshop.loop(scene.server)
    if row.each:
        row.each(scene, k)
    run = exchange(row, scene, k)
    before = loop.long_turns(row.turn)
    cost = loop.cost(run)
    after = loop.long_turns(row.turn)
    return Measured(*cost, None if before is None else after - before)


def measure(workshop, row):
    """The repetitions at n and at 2n, by turns, so that a busy moment hits both."""
    scenes = []
    try:
        for n in (row.size, 2 * row.size):
            scenes.append(row.scene(workshop, n))
        found, spent = ([], []), time.monotonic() + 20
        for k in range(row.repeats):
            for scene, measured in zip(scenes, found):
                measured.append(repetition(workshop, row, scene, k))
            if sum(one.total for one in found[1]) > ENOUGH * 1000 * MS or time.monotonic() > spent:
                break
        return found
    finally:
        for scene in scenes:
            scene.close()


def ratio_of(small, large, noise):
    """How many times as much twice the input costs, from the costs of repetitions made by turns.

    A processor that is shared runs at half its speed for moments. Where one hits the larger size alone, the least
    costs are far apart, but not those of most neighbours; where moments are shorter than that, the other way around.
    What grows faster than its input is dear in both ways, so the lesser ratio counts.
    """
    small, large = ([max(cost, noise * MS) for cost in costs] for costs in (small, large))
    return min(min(large) / min(small), median(b / a for a, b in zip(small, large)))


def judge(row, found):
    """What is wrong with the figures, or nothing; and the figures in a line."""
    costs = [[one.cost for one in measured] for measured in found]
    totals = [[one.total for one in measured] for measured in found]
    small, large, all_small, all_large = (min(one) for one in costs + totals)
    ratio = ratio_of(*costs, row.noise)
    ratio_of_all = ratio_of(*totals, max(NOISE_OF_ALL, row.noise))
    long_turns = [one.long_turns for one in found[1]]
    wrong = []
    if ratio > RATIO:
        wrong.append(f"twice the input costs the loop × {ratio:.1f}")
    if ratio_of_all > RATIO:
        wrong.append(f"twice the input costs the server × {ratio_of_all:.1f}")
    if long_turns[0] is None:
        if large > row.turn * MS:
            wrong.append(f"{large / MS:.1f} ms, and the server does not count its turns")
    elif min(long_turns):
        wrong.append(f"{min(long_turns)} turns over {row.turn:g} ms")
    line = (f"{str(row):64} {row.size:>7} {small / MS:9.3f} of {all_small / MS:9.3f} ms {2 * row.size:>7} "
            f"{large / MS:9.3f} of {all_large / MS:9.3f} ms  × {ratio:4.1f} × {ratio_of_all:4.1f}")
    return ", ".join(wrong), line + (f"  {', '.join(wrong)}" if wrong else "")
