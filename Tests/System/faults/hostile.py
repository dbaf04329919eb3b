"""Peers that go to a bound of the server and stay there; as a program, ten of one kind until it is ended.

    python hostile.py PORT KIND [COUNT]

A kind is a generator function: up to its first `yield` it goes to the bound, each further step stays there.
A peer that the server turns away comes again. The kinds are named as the rows of Limits.md: by their
(first) setting, or by what they bound where there is none.
"""

import http.client
import json
import os
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent / "contract", HERE):
    sys.path.insert(0, str(folder))

from actions import at, delete, insert, insert_section, move_section, update, update_list  # noqa: E402
from hostile_place import Place, greet  # noqa: E402
from hostile_queries import QUERIES  # noqa: E402
from raw_client import HANDSHAKE, masked  # noqa: E402

KINDS, SETTINGS = {**QUERIES}, {name: {} for name in QUERIES}


def hostile(name, **settings):
    """Registers a kind, with the settings under which its bound is soon reached."""
    def register(kind):
        KINDS[name], SETTINGS[name] = kind, settings
        return kind
    return register


def edits(place, make, **options):
    """Edits a list of its own without end; `make(k)` is a list of actions. Each is waited for."""
    peer, name = place.opened(**options)
    k = 0
    while True:
        message = peer.edit(name, *make(k))
        peer.send(message)
        if not peer.answer(message["id"]):
            return
        k += 1
        yield


@hostile("limits.frameBytes")
def frames(place):
    """Frames as long as they may be, as fast as they are taken."""
    peer = place.session()
    head = '{"type":"ping","n":1,"note":"'
    frame = masked(head + "n" * (262_144 - len(head) - 2) + '"}')
    while True:
        peer.socket.sendall(frame)
        if not peer.until(b'"pong"'):
            return
        yield


@hostile("limits.fieldsBytes")
def fields(place):
    """Rows with fields as long as they may be, all set each time."""
    names = [f"f{n:04}" for n in range(1_400)]
    yield from edits(place, lambda k: [update("r0", dict.fromkeys(names, k % 10))])


@hostile("limits.titleBytes")
def titles(place):
    """A title as long as it may be."""
    yield from edits(place, lambda k: [update_list(title=str(k).ljust(1024, "t"))])


@hostile("limits.actions")
def actions(place):
    """Edits of as many actions as there may be."""
    yield from edits(place, lambda k: [update(f"r{j % 100}", {"title": f"{k}-{j}"}) for j in range(1000)])


@hostile("limits.setBytes")
def sets(place):
    """Edits whose sets are as large as they may be."""
    yield from edits(place, lambda k: [{"op": "moveRows", "rows": [f"r{j * 2 + k % 2}" for j in range(8_000)],
                                        "to": at("s", 0)}], rows=16_000)


@hostile("limits.undoBytes")
def undo_steps(place):
    """Steps as large as they may be, undone and redone without end."""
    peer, name = place.opened(rows=16_000)
    peer.do(name, {"op": "moveRows", "rows": [f"r{j * 2 + 1}" for j in range(8_000)], "to": at("s", 0)})
    while True:
        frame = [peer.edit(name, kind=kind) for kind in ("undo", "redo") * 2]
        peer.send(*frame)
        if not peer.answer(frame[-1]["id"]):
            return
        yield


@hostile("limits.rows", limits_rows=20_000)
def rows(place):
    """A list with as many rows as it may have, and further rows that are refused."""
    yield from edits(place, lambda k: [insert(to=at("s", k))] if k % 3 else [delete(f"r{k // 3}")], rows=20_000)


@hostile("limits.listBytes", limits_list_bytes=4_194_304)
def list_bytes(place):
    """A list with as many bytes as it may have, and rows that are refused."""
    yield from edits(place, lambda k: [insert(fields={"title": "t" * 16_000}) for _ in range(15)])


@hostile("limits.sections")
def sections(place):
    """A list with as many sections as it may have, moved about, and further ones that are refused."""
    yield from edits(place, lambda k: [insert_section() for _ in range(999)] if k == 0 else
                     [insert_section(), insert_section()] if k % 2 else [move_section("s", {"index": k % 900})])


@hostile("bounds.lists", bounds_lists=300)
def lists(place):
    """As many lists as the store may have, and more that are refused."""
    for _ in range(40):
        place.list(rows=1)
    while True:
        place.list(rows=1)
        yield


@hostile("limits.lists")
def open_lists(place):
    """As many open lists as there may be, opened again and again."""
    peer = place.session()
    names = [place.list(rows=2) for _ in range(65)]
    while True:
        peer.send(*({"type": "open", "list": name} for name in names), {"type": "ping", "n": 1})
        if not peer.until(b'"pong"'):
            return
        yield


def many_sockets(place, count, what):
    """Opens sockets, keeps them, and tries one more for ever."""
    for _ in range(count):
        raw = place.socket()
        raw.sendall(what)
    while True:
        raw = place.socket()
        raw.settimeout(1)
        try:
            raw.sendall(what)
            raw.recv(1)
        except OSError:
            pass
        place.held.pop().close()
        yield


@hostile("sessions", sessions=400)
def sessions(place):
    """As many sessions as there may be, and more that are turned away."""
    yield from many_sockets(place, 45, HANDSHAKE)


@hostile("bounds.sessionsPerAddress", bounds_sessions_per_address=400)
def sessions_of_an_address(place):
    """As many sessions of an address as there may be, and more."""
    yield from many_sockets(place, 45, HANDSHAKE)


@hostile("sockets", sessions=100)
def sockets(place):
    """As many sockets as there may be, which say nothing, and more."""
    yield from many_sockets(place, 130, b"")


@hostile("bounds.editsPerSecond", bounds_edits_per_second=500, bounds_edit_burst=500)
def edit_rate(place):
    """Many times the edits that are taken in a second."""
    peer, name = place.opened()
    while True:
        frame = [peer.edit(name, update("r0", {"a": k})) for k in range(100)]
        peer.send(*frame)
        if not peer.answer(frame[-1]["id"]):
            return
        yield


@hostile("selected rows of a presence, bytes of its field's name")
def presences(place):
    """As many selected rows as are told, to the other peers of its kind."""
    peer = place.session()
    name = place.list(rows=1_000, name="hostile-presence")
    peer.open(name)
    k = 0
    while True:
        k += 1
        peer.send({"type": "presence", "list": name, "selected": [f"r{(j + k) % 1000}" for j in range(500)],
                   "editing": {"row": "r1", "field": "f" * 1_024}}, {"type": "ping", "n": 1})
        if not peer.until(b'"pong"'):
            return
        yield


@hostile("limits.inFlight")
def unanswered(place):
    """Edits without end, and no answer that is read."""
    peer, name = place.opened()
    yield
    while True:
        peer.send(*(peer.edit(name, update("r0", {"a": k})) for k in range(200)))


@hostile("bounds.helloSeconds", bounds_hello_seconds=1)
def silent(place):
    """Sessions that do not say who they are, and are replaced as they are ended."""
    while True:
        held = [place.socket() for _ in range(10)]
        for raw in held:
            raw.sendall(HANDSHAKE)
        yield
        time.sleep(0.9)
        place.leave()


def slow_requests(place, seconds, start, more):
    """Requests that get on by a byte now and then."""
    while True:
        held = [place.socket() for _ in range(10)]
        for raw in held:
            raw.sendall(start)
        yield
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.05)
            for raw in held:
                raw.sendall(more)
        place.leave()


@hostile("bounds.headSeconds", bounds_head_seconds=1)
def slow_heads(place):
    """Heads that never end."""
    yield from slow_requests(place, 0.9, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"x: y\r\n")


@hostile("bounds.requestSeconds", bounds_request_seconds=1)
def slow_bodies(place):
    """Bodies that never end."""
    yield from slow_requests(
        place, 0.9, b"POST /api/lists HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n{", b"x")


@hostile("bounds.keepAliveSeconds", bounds_keep_alive_seconds=1)
def kept_alive(place):
    """Connections that are kept, with a request now and then."""
    yield from slow_requests(place, 0.9, b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


@hostile("named versions of a list; bytes of a version's name")
def versions(place):
    """As many versions of a list as it may have, and one of them taken away and made again."""
    name = place.list(rows=3_000)
    path = f"/api/lists/{name}/versions"
    for k in range(101):
        place.request("POST", path, json.dumps({"name": f"{k}-" + "v" * 190}))
    while True:
        yield
        place.request("DELETE", f"{path}/0-" + "v" * 190)
        place.request("POST", path, json.dumps({"name": "0-" + "v" * 190}))


@hostile("earlier states that are read at a time, for HTTP; of a list, for edits that restore one")
def restores(place):
    """A list is restored again and again, and asked for as it was."""
    peer, name = place.opened(rows=5_000)
    while True:
        peer.do(name, delete(*(f"r{k}" for k in range(500))))
        peer.do(name, kind="restore", revision=0)
        assert place.request("GET", f"/api/lists/{name}?revision=1") == 200
        yield


@hostile("bounds.bodyBytes")
def bodies(place):
    """Bodies as long as they may be, and the lists that they make deleted again."""
    while True:
        name = place.list(rows=26_000)
        yield
        place.request("DELETE", f"/api/lists/{name}")


@hostile("bytes of a file that some program exported; files that are read at a time")
def files(place):
    """Files as long as they may be, of which nothing is made."""
    file = b"title,notes,due\n" + b"Item,in the shop,2026-12-01\n" * 590_000
    while True:
        yield
        assert place.request("POST", "/api/files?name=a.csv&show=0", file) == 200


@hostile("uploads (files of lists in parts) at a time; bytes of the parts of one; time until the next part")
def uploads(place):
    """Uploads of long parts that nobody ends."""
    part = b'{"format":"lockstep-lists/1","lists":[]}' + b" " * (4 << 20)
    for number in range(1_000_000):
        yield
        assert place.request("POST", f"/api/files?upload=u{number % 150}&part=1", part) in (202, 503)


FAT = '{"title":"' + "t" * 8_000 + '"}'


@hostile("limits.queueBytes")
def slow_reader(place):
    """A session that asks for a list again and again, and reads nothing."""
    name = place.list(rows=100, fields=FAT)
    raw = place.socket(window=4_096)
    greet(raw)
    yield
    while True:
        raw.sendall(masked(json.dumps({"type": "open", "list": name})))


@hostile("bounds.queueTotalBytes")
def slow_readers(place):
    """Thirty sessions and requests of large answers, of which nothing is read."""
    name = place.list(rows=100, fields=FAT)
    for k in range(30):
        raw = place.socket(window=4_096)
        if k % 2:
            raw.sendall(f"GET /api/lists/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 8)
        else:
            greet(raw, *[{"type": "open", "list": name}] * 8)
    while True:
        yield
        time.sleep(0.1)


@hostile("bytes of a batch of sets and inverses, and so of the frame to all subscribers")
def batches(place):
    """Frames full of edits, each as large as it may be, before any is answered."""
    peer, name = place.opened()
    while True:
        for _ in range(4):
            peer.send(*(peer.edit(name, update(f"r{k}", {"title": f"{peer.id}".ljust(15_000, "t")}))
                        for k in range(17)))
        if not peer.answer(peer.id):
            return
        yield


@hostile("limits.stallSeconds", limits_stall_seconds=1)
def stalled(place):
    """A session of a list that changes, which takes nothing until it is ended."""
    writer, name = place.opened()
    while True:
        raw = place.socket(window=4_096)
        greet(raw, {"type": "open", "list": name})
        for k in range(40):
            writer.do(name, *(update(f"r{j}", {"title": f"{k}".ljust(8_000, "t")}) for j in range(10)))
        yield


def run(place, kind, ready):
    """Goes to the bound, and comes again whenever the server has enough."""
    while True:
        try:
            for _ in kind(place):
                ready.set()
        except (OSError, AssertionError, http.client.HTTPException):
            pass
        place.leave()
        time.sleep(0.02)


def main():
    """Says "ready" once every peer was at the bound, or has tried for a minute."""
    port, name, count = int(sys.argv[1]), sys.argv[2], int((sys.argv[3:] or ["10"])[0])
    # They stand for machines of their own, and must not take the processor from who is measured.
    os.nice(10)
    waiting = []
    for number in range(count):
        waiting.append(threading.Event())
        arguments = (Place(port, number), KINDS[name], waiting[-1])
        threading.Thread(target=run, args=arguments, daemon=True).start()
    end = time.monotonic() + 60
    for ready in waiting:
        ready.wait(max(0, end - time.monotonic()))
    print("ready" if all(ready.is_set() for ready in waiting) else "not all at the bound", flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
