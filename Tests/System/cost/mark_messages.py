"""The cost table of messages and of stored text that hold a run of combining marks."""

from actions import insert, update
from marks import marks
from message_rows import ENDED, PONG, and_ping, stranger
from peer import Peer
from scenes import on, own_list, silent
from table import Row

BYTES = 10_000
"""A comparison that takes the square of it takes 100 ms and more."""


def short_list(workshop, n):
    """A list of a hundred rows, whatever n is."""
    return on(workshop.server(), workshop.shared("small", 100), n)


def said(make):
    """A frame of a message with marks, and a ping after it."""
    return lambda scene, k: and_ping(make(scene, marks(scene.n)))


def edited(make):
    """A frame of an edit with one action with marks, and a ping after it."""
    return said(lambda scene, text: {"type": "edit", "list": scene.list, "id": 1_000_000, "actions": [make(text)]})


MESSAGES = {
    ("open", "the epoch"): lambda scene, text: {"type": "open", "list": scene.list, "epoch": text, "since": 0},
    ("close", "the type of another message"): lambda scene, text: {"type": text},
    ("close", "a member's name"): lambda scene, text: {"type": "close", "list": "none", text: 1},
    ("presenceUpdate", "the mode"): lambda scene, text: {"type": "presence", "list": scene.list, "mode": text},
    ("presenceUpdate", "the field"): lambda scene, text: {
        "type": "presence", "list": scene.list, "mode": "active", "editing": {"row": "r0", "field": text}},
    ("rowsRequest", "only"): lambda scene, text: {
        "type": "rows", "n": 1, "list": scene.list, "ids": ["r0"], "only": text},
    ("find", "the text"): lambda scene, text: {"type": "find", "n": 1, "list": scene.list, "text": text},
    ("find", "the names of fields"): lambda scene, text: {
        "type": "find", "n": 1, "list": scene.list, "text": "x", "fields": ["a" + text, "b" + text]},
    ("adminRequest", "what is asked for"): lambda scene, text: {"type": "admin", "n": 1, "get": text},
    ("adminRequest", "the order"): lambda scene, text: {"type": "admin", "n": 1, "get": "lists", "by": text},
    ("undo", "the epoch"): lambda scene, text: {"type": "undo", "list": scene.list, "id": 1_000_000, "epoch": text},
    ("edit", "the epoch"): lambda scene, text: {
        "type": "edit", "list": scene.list, "id": 1_000_000, "epoch": text, "actions": []},
}

ACTIONS = {
    ("edit", "op"): lambda text: {"op": text},
    ("insertRow", "to.at"): lambda text: insert(to={"section": "s0", "at": text}),
    ("insertRow", "to.section"): lambda text: insert(to={"section": text, "at": "end"}),
    ("updateRow", "a rule"): lambda text: {"op": "updateRow", "row": "r0", "pinned": text},
    ("updateRow", "the row"): lambda text: update(text, {"title": "x"}),
}


def stored(scene, k):
    """Edits of a row whose field's name and value, and of a list whose title, are marks."""
    text = marks(min(scene.n, 4_000))
    return [scene.peer.edit(scene.list, update("r1", {"n" + text[:100]: f"{text}{k}-{j}"}),
                            {"op": "updateList", "title": f"{text[:400]}{k}-{j}"}) for j in range(20)]


def again(scene, k):
    """A session of its own, as a list that is none ends it."""
    scene.peer.close()
    scene.peer = Peer(scene.server)


ROWS = [
    Row(covers, f"marks in {what}", BYTES, short_list, said(make), PONG, counted=BYTES)
    for (covers, what), make in MESSAGES.items()
] + [
    Row(covers, f"marks in {what}, in an edit", BYTES, short_list, edited(make), PONG, counted=BYTES)
    for (covers, what), make in ACTIONS.items()
] + [
    Row("hello", "marks in the type of the message after it", 4_000, silent,
        lambda scene, k: [{"type": "hello"}, {"type": "o" + marks(scene.n)}], ENDED, stranger, counted=4_000),
    Row("open", "marks in the list", BYTES, short_list,
        lambda scene, k: [{"type": "open", "list": marks(scene.n)}], ENDED, again, counted=BYTES),
    Row("hello", "marks in its type", 4_000, silent, lambda scene, k: [{"type": marks(scene.n)}], ENDED, stranger,
        counted=4_000),
    Row("updateRow", "marks in a stored field and a stored title", 1_000, own_list(10), stored, counted=1_000),
]
