"""The cost table of the routes."""

import json
from dataclasses import replace

from actions import action, at, insert, update
from event_stream import EventStream
from message_rows import FREED
from scenes import FEW, many_lists, of, own_web, web, with_history
from peer import Http, Peer
from table import REFUSED, Request, Row, Scene
from workshop import body_of


def get(path):
    """A request without a body; the path may name `{list}`, `{n}` and `{k}`."""
    return lambda scene, k: Request("GET", path.format(list=scene.list, n="q" * scene.n, k=k))


class Streams:
    """Asks for streams of events, and reads of each until the list is in."""

    def __init__(self, server):
        self.server = server

    def request(self, _, path, __=None, ___=None):
        """One stream; returns the status."""
        name, _, query = path.removeprefix("/api/lists/").partition("/events")
        stream = EventStream(self.server, name, query=query)
        while stream.take().id is None:
            pass
        stream.close()
        return stream.status

    def close(self):
        """Nothing is kept."""


def streamed(rows):
    """As `web`, read as a stream of events."""
    def scene(workshop, n):
        made = web(rows)(workshop, n)
        return replace(made, http=Streams(made.server), others=[made.http])
    return scene


def with_changes(workshop, n):
    """A list with n change sets after it."""
    scene = with_history(workshop, n)
    scene.http = Http(scene.server)
    return scene


def stored(workshop, n):
    """A server with lists of n rows together, and few others; to be called with sizes that grow."""
    server = workshop.watched(FEW)
    workshop.fresh(n - workshop.stored, server=server)
    workshop.stored = n
    return Scene(server, n, http=Http(server))


def with_sessions(workshop, n):
    """A server with n sessions."""
    server = workshop.server()
    return Scene(server, n, http=Http(server), others=[Peer(server) for _ in range(n)])


def changed(scene, k):
    """The list has changed since it was last encoded."""
    edit = {"actions": [update("r0", {"title": f"changed {k}"})]}
    assert scene.http.request("POST", f"/api/lists/{scene.list}/edits", json.dumps(edit)) == 200


def named(scene, k):
    """A name for the newest revision."""
    return Request("POST", f"/api/lists/{scene.list}/versions", json.dumps({"name": f"v{k}"}).encode())


def named_again(scene, k):
    """There is a version to be removed."""
    assert scene.http.request("POST", f"/api/lists/{scene.list}/versions", '{"name":"again"}') == 201


def with_versions(workshop, n):
    """A list of 500 rows with n versions, 100 at most."""
    made = own_web(500)(workshop, n)
    for k in range(n):
        assert made.http.request(*named(made, k)) == 201
    return made


def another(scene, k):
    """Another such list for the next repetition."""
    if k:
        scene.list = scene.again()


def post(make):
    """An edit; `make(n, k)` is the list of its actions."""
    return lambda scene, k: Request("POST", f"/api/lists/{scene.list}/edits",
                                    json.dumps({"actions": make(scene.n, k)}).encode())


def new_list(make):
    """A list to be created; `make(name, n)` is the body."""
    return lambda scene, k: Request("POST", "/api/lists", make(f"posted-{scene.n}-{k}-{id(scene)}", scene.n))


def file_of(make, query):
    """A file to be read; `make(n)` is its text."""
    return lambda scene, k: Request("POST", f"/api/files?{query.format(list=scene.list)}", make(scene.n).encode())


def table(rows):
    """A table with so many rows."""
    return "title,notes,due\n" + "".join(f"Item {n},in the shop,2026-12-01\n" for n in range(rows))


def outline(depth):
    """A file of outlines, each in the one before."""
    return '<opml version="2.0"><body>' + '<outline text="a">' * depth + "</outline>" * depth + "</body></opml>"


def one_list(sections, rows):
    """A body with so many sections and rows."""
    return lambda name, n: body_of(name, of(rows, n), of(sections, n))


DOCUMENTS = [Row(f"GET {path}", "bytes of the query", 1_500, web(), get(path + "?{n}"), 200, counted=1_500)
             for path in ("/healthz", "/readyz", "/api/openapi.json", "/api/asyncapi.json", "/api/schemas.json")]

ROWS = DOCUMENTS + [
    Row("GET /metrics", "lists in the store", 500, many_lists, get("/metrics"), 200, counted=FEW),
    Row("GET /metrics", "sessions", 200, with_sessions, get("/metrics"), 200, counted=20),
    Row("GET /api/lists", "lists in the store", 500, many_lists, get("/api/lists"), 200, counted=FEW),
    Row("GET /api/lists", "bytes of the query", 1_500, web(), get("/api/lists?{n}"), 200, counted=1_500),
    Row("POST /api/lists", "rows", 34_500, web(), new_list(one_list(1, lambda n: n)), 201, counted=500),
    Row("POST /api/lists", "sections", 500, web(), new_list(one_list(lambda n: n, lambda n: n)), 201),
    Row("POST /api/lists", "bytes of a title, over its limit", 500_000, web(),
        new_list(lambda name, n: json.dumps({"list": name, "title": "t" * n}).encode()), REFUSED, counted=50_000),
    Row("POST /api/lists", "distinct field names, over the limit", 50_000, web(), new_list(
        lambda name, n: json.dumps({"list": name, "sections": [{"id": "s", "title": "S", "rows": [
            {"id": "r", "fields": {f"f{j}": 1 for j in range(n)}}]}]}).encode()), REFUSED, counted=2_000),
    Row("POST /api/lists", "nesting", 500_000, web(),
        new_list(lambda name, n: b'{"list":' + b"[" * n), REFUSED, counted=50_000),
    Row("GET /api/lists/{list}", "rows of the list, which has changed", 50_000, web(lambda n: n),
        get("/api/lists/{list}"), 200, changed),
    Row("GET /api/lists/{list}", "rows of the list, got again", 50_000, web(lambda n: n),
        get("/api/lists/{list}"), 200),
    Row("GET /api/lists/{list}", "rows of an earlier state", 50_000, web(lambda n: n),
        get("/api/lists/{list}?revision=0"), 200, changed),
    Row("GET /api/lists/{list}", "sets up to an earlier state, and after it", 4_500, with_changes,
        lambda scene, k: Request("GET", f"/api/lists/{scene.list}?revision={scene.n // 2}"), 200),
    Row("DELETE /api/lists/{list}", "rows of the list", 50_000, own_web(lambda n: n),
        lambda scene, k: Request("DELETE", f"/api/lists/{scene.list}"), 204, another, turn=50, noise=FREED),
    Row("GET /api/lists/{list}/changes", "sets", 4_500, with_changes, get("/api/lists/{list}/changes?since=0"), 200),
    Row("GET /api/lists/{list}/changes", "sets, a page of ten", 4_500, with_changes,
        get("/api/lists/{list}/changes?limit=10&before=40"), 200),
    Row("GET /api/lists/{list}/events", "rows of the list", 50_000, streamed(lambda n: n),
        get("/api/lists/{list}/events"), 200),
    Row("GET /api/lists/{list}/events", "bytes of the query", 1_500, streamed(10),
        get("/api/lists/{list}/events?{n}"), 200, counted=1_500),
    Row("GET /api/lists/{list}/versions", "versions of a long list", 50, with_versions,
        get("/api/lists/{list}/versions"), 200, counted=5),
    Row("POST /api/lists/{list}/versions", "rows of the list", 50_000, web(lambda n: n), named, 201),
    Row("POST /api/lists/{list}/versions", "bytes of the name, over its limit", 500_000, own_web(10),
        lambda scene, k: Request("POST", f"/api/lists/{scene.list}/versions", json.dumps({"name": "v" * scene.n})),
        REFUSED, counted=50_000),
    Row("DELETE /api/lists/{list}/versions/{version}", "rows of the list", 50_000, web(lambda n: n),
        lambda scene, k: Request("DELETE", f"/api/lists/{scene.list}/versions/again"), 204, named_again),
    Row("GET /api/lists/{list}/rows", "rows of the list, which has changed", 50_000, web(lambda n: n),
        lambda scene, k: Request(
            "GET", f"/api/lists/{scene.list}/rows?around=r{scene.n * 2 // 5}&before=50&after=150"), 200, changed),
    Row("GET /api/lists/{list}/rows", "rows of the list, none of which has the text", 20_000, web(lambda n: n),
        get("/api/lists/{list}/rows?find=no+row+has+this"), 200),
    Row("GET /api/lists/{list}/rows", "bytes of the text", 1_500, web(),
        get("/api/lists/{list}/rows?find={n}"), 200, counted=1_500),
    Row("POST /api/lists/{list}/edits", "rows of the list", 50_000, web(lambda n: n),
        post(lambda n, k: [update("r3", {"title": f"{k}"})]), 200),
    Row("POST /api/lists/{list}/edits", "rows that it inserts", 500, own_web(10),
        post(lambda n, k: [insert(to=at("s0", 3)) for _ in range(n)]), 200),
    Row("POST /api/lists/{list}/edits", "ids that are not in the list", 40_000, own_web(10),
        post(lambda n, k: [action("moveRows", at("s0", 0), rows=[f"x{j}" for j in range(n)])]), 200),
    Row("POST /api/lists/{list}/edits", "bytes of a field, over the limit", 500_000, own_web(10),
        post(lambda n, k: [update("r3", {"title": "x" * n})]), REFUSED, counted=50_000),
    Row("POST /api/files", "rows of a table", 50_000, web(), file_of(table, "name=a.csv&show=20"), 200, counted=400),
    Row("POST /api/files", "rows of a table of which a list is made", 40_000, web(),
        file_of(table, "name=a.csv&make=1&show=0"), 201, counted=400),
    Row("POST /api/files", "rows that are added to a list", 400, own_web(10),
        file_of(table, "name=a.csv&into={list}&show=0"), 200),
    Row("POST /api/files", "depth of an outline", 50_000, web(), file_of(outline, "name=a.opml&show=20"), 200),
    Row("POST /api/files", "bytes of a part of an upload", 4_000_000, web(),
        file_of(lambda n: '{"format":"lockstep-lists/1","lists":[]}' + " " * n, "upload=rows&part=1"), 202, counted=500_000),
    Row("POST /api/files", "nesting of JSON", 500_000, web(),
        file_of(lambda n: "[" * n, "name=a.json"), REFUSED, counted=50_000),
    Row("GET /api/hooks", "lists in the store", 500, many_lists, get("/api/hooks"), 200, counted=FEW),
    Row("DELETE /api/hooks/{hook}", "bytes of the name", 1_500, web(),
        lambda scene, k: Request("DELETE", "/api/hooks/" + "h" * scene.n), 404, counted=1_500),
    Row("POST /api/hooks/{hook}/resume", "bytes of the name, which no hook has", 1_500, web(),
        lambda scene, k: Request("POST", f"/api/hooks/{'h' * scene.n}/resume"), 404, counted=1_500),
    Row("POST /api/hooks/{hook}/resend", "bytes of the list's name, of no hook", 1_500, web(),
        lambda scene, k: Request("POST", f"/api/hooks/h/resend?list={'l' * scene.n}&since=0"), 404, counted=1_500),
    Row("GET /api/backup", "rows of the store", 50_000, stored, get("/api/backup"), 200),
]
