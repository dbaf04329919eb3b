"""What was once seen to hold up the server: whoever edits meanwhile is answered soon.

"Soon" is told in instructions of the loop's thread, never by the clock on the wall.
"""

import itertools
import socket

import pytest

from actions import action, at, delete_sections, move, update
from counted_server import PER_MS
from peer import TIMEOUT, Peer, is_applied
from tokens import token
from workshop import body_of, sets

HELD = 10 * PER_MS
"""What the loop may do before it answers an edit that comes right after something large: as much as in a turn."""

TITLES = itertools.count(1)


class Editor:
    """Who has done nothing, and edits a list.

    With `every_thread` it notes what the server works before each answer, not its loop alone: of its own list an
    editor may wait for another thread, too.
    """

    def __init__(self, workshop, server, peer, name, every_thread=False):
        self.server, self.peer, self.name, self.held, self.work = server, peer, name, [], 0
        loop = workshop.loop(server)
        self.of = (lambda threads: sum(threads.values())) if every_thread else (lambda threads: threads[loop.thread])

    def edits_behind(self, act, last=lambda: None):
        """Edits after `act()`; notes what the server did before the answer, and all until it rests after `last()`.

        The server stands still meanwhile, so that it finds both at once, however slow this program is.
        """
        before = self.server.settled().threads
        message = self.peer.edit(self.name, update("r0", {"title": f"title {next(TITLES)}"}))
        self.server.ask(f"={message['id']}")
        self.server.suspend()
        act()
        self.peer.send(message)
        self.server.resume()
        assert is_applied(self.peer.answer(message["id"]))
        self.held.append(self.of(self.server.noted()) - self.of(before))
        last()
        self.work += sum(self.server.settled().threads.values()) - sum(before.values())


@pytest.fixture
def peers():
    """Makes sessions; they are closed after the test."""
    made = []

    def make(server, *names, **fields):
        made.append(Peer(server, **fields))
        for name in names:
            made[-1].open(name)
        return made[-1]

    yield make
    for peer in made:
        peer.close()


@pytest.fixture
def server(workshop):
    """The server."""
    return workshop.server()


@pytest.fixture
def editor(workshop, server, peers):
    """An editor of a list of its own."""
    name = workshop.fresh(100)
    return Editor(workshop, server, peers(server, name), name)


@pytest.fixture
def soon(record_property):
    """Holds that each edit of an editor was answered soon, beside work of more than `least` instructions."""
    def check(editor, what, least=2 * HELD):
        line = f"{what:72} {max(editor.held) / 1e6:8.3f} before an answer, of {editor.work / 1e6:8.3f}"
        record_property("measured", line)
        assert editor.work > least, f"too little to wait for: {line}"
        assert max(editor.held) <= HELD, line
    return check


def edits_behind_frame(editor, peer, frame):
    """Edits after a frame of edits."""
    editor.edits_behind(lambda: peer.send(*frame), lambda: peer.answer(frame[-1]["id"]))


def test_undos_and_redos_of_many_rows_hold_nobody(workshop, server, peers, editor, soon):
    name = workshop.fresh(1_000)
    peer = peers(server, name)
    peer.do(name, action("moveRows", at("s0", 0), rows=[f"r{j * 2 + 1}" for j in range(100)]))
    edits_behind_frame(editor, peer, [peer.edit(name, kind="redo" if j % 2 else "undo") for j in range(16)])
    soon(editor, "16 undos and redos of 100 rows in a frame")


def test_deletions_that_are_rolled_back_hold_nobody(workshop, server, peers, editor, soon):
    name = workshop.fresh(4_000)
    peer = peers(server, name)
    edits_behind_frame(editor, peer, [
        peer.edit(name, delete_sections("s0"), update("nosuch", {"a": 1})) for _ in range(384)])
    soon(editor, "384 edits in a frame that delete 4,000 rows and fail")


def test_undo_of_a_large_deletion_blocks_nothing(workshop, server, peers, editor, soon):
    name = workshop.fresh(3_000)
    peer = peers(server, name)
    peer.do(name, {"op": "updateList", "title": "earlier"})
    peer.do(name, delete_sections("s0"))
    edits_behind_frame(editor, peer, [peer.edit(name, kind="undo") for _ in range(8)])
    # Whether or not so large a deletion is a step that can be undone, the one before it can.
    assert server.snapshot(name)["title"] == "T"
    soon(editor, "8 undos after a deletion of 3,000 rows")


def test_large_lists_that_are_posted_hold_nobody(server, editor, soon):
    bodies = [body_of(f"posted-{j}", 1_000) for j in range(8)]
    raws = [socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) for _ in bodies]

    def post():
        for raw, body in zip(raws, bodies):
            head = f"POST /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n"
            raw.sendall(head.encode() + body)

    def answered():
        for raw in raws:
            assert raw.recv(4096).split(b" ")[1] == b"201"
            raw.close()
    editor.edits_behind(post, answered)
    soon(editor, "8 lists of 1,000 rows, posted at once")


VIEWS = {
    "open since 0": lambda viewer, name, epoch: {"type": "open", "list": name, "since": 0, "epoch": epoch},
    "an edit at an old base": lambda viewer, name, epoch: viewer.edit(name, move("r3", at("s0", 9)), base=0),
}


@pytest.mark.parametrize("what", VIEWS)
def test_viewer_does_not_hold_the_editors_of_its_list(workshop, peers, soon, what):
    server = workshop.guarded()
    owner, viewer_token = token({"*": "owner"}), token({"*": "viewer"}, user="vera")
    name = workshop.fresh(1_000, server=server, token=owner)
    grower = peers(server, name, token=owner)
    sets(900)(grower, name)
    epoch = server.request("GET", f"/api/lists/{name}", headers={"Authorization": f"Bearer {owner}"}).json()["epoch"]
    viewer = peers(server, name, token=viewer_token)
    workshop.loop(server, token=owner)
    editor = Editor(workshop, server, grower, name, every_thread=True)

    def pong():
        viewer.send({"type": "ping", "n": 1})
        viewer.until(b'"pong"')
    for _ in range(10):
        # 400 a second are four in 10 ms.
        editor.edits_behind(lambda: [viewer.send(VIEWS[what](viewer, name, epoch)) for _ in range(4)], pong)
    # What the viewer asks for is refused, or read once for all of it: that it is little is the point.
    soon(editor, f"a viewer's {what}, again and again", least=0)


def test_presence_of_many_goes_behind_edits(workshop, server, peers, editor, soon):
    name = workshop.fresh(1_000)
    crowd = workshop.subscribers(server, name, 30)
    speakers = [peers(server, name) for _ in range(10)]

    def speak(k):
        for number, peer in enumerate(speakers):
            rows = [f"r{(k * 7 + number + j) % 1000}" for j in range(200)]
            peer.send({"type": "presence", "list": name, "mode": "active", "selected": rows})
    for k in range(15):
        editor.edits_behind(lambda: speak(k))
    soon(editor, "10 sessions show 200 rows to 40, 15 times")
    crowd.close()
