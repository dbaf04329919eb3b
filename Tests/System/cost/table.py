"""What a row of the cost table says, and how it is measured."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from counted_server import PER_MS
from peer import Http, is_applied

RATIO = 2.2
"""Twice the input costs at most so many times as much."""

NOISE, NOISE_OF_ALL = 1_000_000, 4_000_000
"""Costs below so many instructions, of the loop and of all threads, count as so many: a timer, a commit or two."""

SHORTER = 50
"""Inputs are so many times smaller where instructions are counted."""

REPETITIONS = 2
"""The first may pay for what is done once, such as a table that grows; the cheaper one counts."""

MOST_REPETITIONS = 6
"""At the larger size, where the cheapest before is too dear: a timer of the server may have run in each of them."""

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
    counted: int = None
    """The smaller size where instructions are counted, if it is not that of `SHORTER`, or 100."""
    turn: float = 10
    """Milliseconds that a turn of the loop may take."""
    noise: int = NOISE
    """Instructions that a cost counts as where it is less."""

    def __str__(self):
        return f"{self.covers}: {self.scaled}"

    @property
    def sizes(self):
        """The sizes at which instructions are counted."""
        small = self.counted or max(self.size // SHORTER, min(self.size, 100))
        return small, 2 * small


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


def repetition(workshop, row, scene, k, measured):
    """Runs the row once; what `measured(loop, run)` makes of it."""
    loop = workshop.loop(scene.server)
    if row.each:
        row.each(scene, k)
    return measured(loop, exchange(row, scene, k))


def at_size(workshop, row, n, repetitions, measured, is_enough=lambda found: False):
    """What the repetitions at a size come to: so many, or fewer where `is_enough(found)`."""
    scene, found = row.scene(workshop, n), []
    try:
        while len(found) < repetitions and not (found and is_enough(found)):
            found.append(repetition(workshop, row, scene, len(found), measured))
        return found
    finally:
        scene.close()


def measure(workshop, row):
    """The costs of the repetitions at n, and of those at 2n.

    As the cheaper repetition counts, nothing is wrong where nothing is behind the first at 2n.
    """
    n, double = row.sizes
    small = at_size(workshop, row, n, REPETITIONS, lambda loop, run: loop.cost(run))
    return small, at_size(workshop, row, double, MOST_REPETITIONS, lambda loop, run: loop.cost(run),
                          lambda large: not judge(row, (small, large))[0])


def judge(row, found):
    """What is wrong with the costs, or nothing; and the costs in a line."""
    small, large = ([min(figures) for figures in zip(*costs)] for costs in found)
    floors = row.noise, max(row.noise, NOISE_OF_ALL)
    of_loop, of_all = (max(b, floor) / max(a, floor) for a, b, floor in zip(small, large, floors))
    wrong = []
    if of_loop > RATIO:
        wrong.append(f"twice the input costs the loop × {of_loop:.1f}")
    if of_all > RATIO:
        wrong.append(f"twice the input costs the server × {of_all:.1f}")
    if large[2] > row.turn * PER_MS:
        wrong.append(f"a turn of {large[2] / PER_MS:.1f} ms")
    figures = "  ".join(f"{n:>7} {loop / 1e6:8.3f} of {total / 1e6:8.3f}"
                        for n, (loop, total, _) in zip(row.sizes, (small, large)))
    line = f"{str(row):72} {figures}  × {of_loop:4.2f} × {of_all:4.2f}  turn {large[2] / 1e6:6.2f}"
    return ", ".join(wrong), line + (f"  {', '.join(wrong)}" if wrong else "")
