"""Peers that ask for parts of long lists, as much and as often as they may: kinds for `hostile.py`."""

FAT = '{"title":"' + "t" * 190 + '"}'
WHOLE = [{"at": [0, 0], "rows": 20_000}]


def asks(peer, name, kind, **query):
    """Asks once, and waits for the answer; false where the server has ended the session."""
    answer = {"rows": b"rows", "check": b"checked", "find": b"found"}[kind]
    peer.send({"type": kind, "list": name, "n": 1, **query})
    return peer.until(rb'^\{"type":"(%s|error)"' % answer)


def windows(place):
    """As many rows as one answer may have."""
    peer, name = place.opened(rows=20_000)
    k = 0
    while asks(peer, name, "rows", around=[{"section": "s", "index": k % 20_000}], before=500, after=500):
        k += 997
        yield


def queries(place):
    """Queries of more lists at once than are read at once, each before the last is answered."""
    names = [place.list(rows=3_000) for _ in range(8)]
    peer = place.session()
    for name in names:
        peer.open(name)
    while True:
        for _ in range(4):
            peer.send(*({"type": "check", "list": name, "n": 1, "ranges": WHOLE} for name in names))
        for _ in range(4 * len(names)):
            if not peer.until(rb'"type":"checked"'):
                return
        yield


def long_queries(place):
    """All of one list is gone through, for many at once, while it changes."""
    peer = place.session()
    name = place.list(rows=20_000, name="hostile-queries")
    peer.open(name)
    while asks(peer, name, "check", ranges=WHOLE):
        peer.send(peer.edit(name, {"op": "updateRow", "row": "r1", "fields": {"title": str(peer.id)}}))
        if not peer.answer(peer.id):
            return
        yield


def long_pages(place):
    """Texts that are nowhere, looked for in as many bytes as one page goes through."""
    name = place.list(rows=4_000, fields=FAT)
    peer = place.session()
    peer.open(name)
    for _ in range(5):
        peer.do(name, *({"op": "insertRow", "fields": {"title": "t" * 190}} for _ in range(900)))
    while asks(peer, name, "find", text="t" * 100 + "x"):
        yield


def many_places(place):
    """Windows of as many places as they may have, opened again and again."""
    peer, name = place.opened(rows=2_000)
    places = [{"row": f"gone{k}"} for k in range(16)]
    while True:
        peer.send({"type": "open", "list": name, "window": {"around": places, "before": 1, "after": 1}})
        if not peer.until(rb'^\{"type":"(outline|error)"'):
            return
        yield


def many_ranges(place):
    """Ranges without their fields, as many as there may be, with as many rows as may be."""
    peer, name = place.opened(rows=20_000)
    ranges = [{"at": [0, k * 20], "rows": 20} for k in range(1_000)]
    while asks(peer, name, "rows", ranges=ranges, only="ids"):
        yield


def large_records(place):
    """Edits whose records are large, one after the other."""
    peer, name = place.opened()
    k = 0
    while True:
        k += 1
        message = peer.edit(name, *(
            {"op": "updateRow", "row": f"r{j}", "fields": {"title": f"{k}".ljust(15_000, "t")}}
            for j in range(15)))
        peer.send(message)
        if not peer.answer(message["id"]):
            return
        yield


def creations(place):
    """Lists that are made and deleted, as many as there are peers at a time."""
    while True:
        name = place.list(rows=5_000)
        yield
        place.request("DELETE", f"/api/lists/{name}")


def files(place):
    """The pages of the web client, and files that are not there."""
    while True:
        for path in ("/", "/client.js", "/texts/de.js", "/nothing"):
            place.request("GET", path)
        yield


QUERIES = {
    "limits.windowRows": windows,
    "queries of a session under way": queries,
    "long queries of a list under way, and so copies of it": long_queries,
    "bytes of fields that one page of `find` looks through": long_pages,
    "places of a window": many_places,
    "rows that are read for windows and queries of a list in one turn": many_ranges,
    "large records, snapshots and new lists (64 KiB and more) in one transaction": large_records,
    "bytes of the write-ahead log before it is copied to the main file": large_records,
    "requests that make a list, at a time": creations,
    "bytes of a file of the web client; of a text that is compressed; of all that is kept of them, in every"
    " encoding": files,
}
