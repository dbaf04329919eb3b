"""The cost table of the messages of a session."""

from action_rows import distinct
from actions import action, at, delete_sections, insert, update
from peer import Peer
from scenes import (FEW, another_list, greeted, kept_list, long_list, many_lists, not_loaded, of, on, own_list,
                    signed_in, signed_in_with_lists, silent, wide_row, with_authors, with_clients, with_history,
                    with_lists, with_sections, with_subscribers)
from table import ANSWERED, OPENED, Row
from tokens import token
from workshop import NUMBERS

FREED = 5_000_000
"""Instructions that count as noise where a list goes: it depends on who lets go last which thread frees its memory."""

PONG = rb'"pong"'
ENDED = rb'"error"|^$'
SHOWN = rb'^\{"type":"presence".*"dragging"'


def stranger(scene, k):
    """A socket that has said nothing yet."""
    if scene.peer:
        scene.peer.close()
    scene.peer = Peer(scene.server, hello=False)


def and_ping(*messages):
    """The messages, and a ping after them where they have no answer."""
    return [*messages, {"type": "ping", "n": 1}]


def edited(scene, k):
    """The list has changed since it was last encoded."""
    scene.peer.do(scene.list, update("r0", {"title": f"changed {next(NUMBERS)}"}))
    scene.peer.send({"type": "close", "list": scene.list})


def created(sections):
    """A message that creates a list; `sections(n)` in as in the protocol."""
    return lambda scene, k: [
        {"type": "create", "list": f"made-{scene.peer.number}-{k}", "sections": sections(scene.n)}]


def with_step(rows, moved=None):
    """A list with an own edit that moved n rows, or `moved`."""
    def scene(workshop, n):
        made = own_list(rows)(workshop, n)
        count = n if not moved else 50 if workshop.counted else moved
        made.peer.do(made.list, action("moveRows", at("s0", 0), rows=[f"r{j * 2 + 1}" for j in range(count)]))
        return made
    return scene


def one_step(workshop, n):
    """A long list with an own edit of one row."""
    scene = long_list(workshop, n)
    scene.peer.do(scene.list, update("r5", {"title": f"by {scene.peer.number}"}))
    return scene


def longest_list(workshop, n):
    """The longest of the long lists, whatever n is."""
    return long_list(workshop, workshop.rows(100_000))


def old_step(workshop, n):
    """A list with an own edit of one row, a move, and n change sets of others after it."""
    scene = own_list(100)(workshop, n)
    scene.peer.do(scene.list, {"op": "moveRow", "row": "r60", "to": at("s0", 3)})
    other = Peer(scene.server)
    for start in range(0, n, 100):
        frame = [other.edit(scene.list, action("moveRow", at("s0", j % 90), row=f"r{j % 50}"))
                 for j in range(start, min(n, start + 100))]
        other.send(*frame)
        other.answer(frame[-1]["id"])
    other.close()
    scene.peer.open(scene.list)
    return scene


def reverse(kind):
    """A frame of one undo or redo."""
    return lambda scene, k: [scene.peer.edit(scene.list, kind=kind)]


def redo_of_last(scene, k):
    """The step is there again for the next undo."""
    if k:
        scene.peer.do(scene.list, kind="redo")


def undo_of_last(scene, k):
    """The step is there again for the next redo."""
    scene.peer.do(scene.list, kind="undo")


def restore(scene, k):
    """A frame that restores the list as it was made."""
    return [scene.peer.edit(scene.list, kind="restore", revision=0)]


def another_title(scene, k):
    """There is something to restore."""
    scene.peer.do(scene.list, update("r5", {"title": f"title {k}"}))


def fewer_rows(scene, k):
    """The list is without its rows."""
    for start in range(0, scene.n, 4_000):
        rows = [f"r{j}" for j in range(start, min(scene.n, start + 4_000))]
        scene.peer.do(scene.list, action("deleteRows", rows=rows))


def deleted_section(workshop, n):
    """A list whose only section an own edit has deleted, an edit before that."""
    scene = own_list(lambda n: n)(workshop, n)
    scene.peer.do(scene.list, update("r0", {"title": "first"}))
    scene.peer.do(scene.list, delete_sections("s0"))
    return scene


def deleted_again(scene, k):
    """Another list with its section deleted, for the next repetition."""
    if k:
        another_list(scene, k)
        scene.peer.do(scene.list, update("r0", {"title": "first"}))
        scene.peer.do(scene.list, delete_sections("s0"))


def with_answered(workshop, n):
    """A list, and a session whose edits 1 to 140 were answered."""
    scene = own_list(10)(workshop, n)
    scene.peer.id = 0
    for _ in range(2):
        frame = [scene.peer.edit(scene.list, update("r2", {"title": f"{scene.peer.id}"})) for _ in range(70)]
        scene.peer.send(*frame)
        scene.peer.answer(frame[-1]["id"])
    return scene


def watched(scene):
    """A second session shows its presence, the first sees it."""
    scene.sender = Peer(scene.server)
    scene.sender.open(scene.list)
    scene.others.append(scene.sender)
    return scene


def watched_long_list(workshop, n):
    """A long list that two sessions have open."""
    return watched(long_list(workshop, n))


def seen_by(count):
    """A list of 1,000 rows that `count` sessions have open besides: a number, or what it is of n."""
    def scene(workshop, n):
        server, name = workshop.server(), workshop.fresh(1_000)
        return watched(on(server, name, n, others=[workshop.subscribers(server, name, of(count, n) - 1)]))
    return scene


def shown(scene, k, j, count):
    """A presence that is like none before it."""
    rows = [f"r{(k + i) % 1000}" for i in range(count - 1)]
    return {"type": "presence", "list": scene.list, "mode": "active", "selected": [f"r{j}", *rows], "dragging": f"r{k}"}


def presence(count):
    """A frame of one presence with `count(n)` selected rows."""
    return lambda scene, k: [shown(scene, k, 0, count(scene.n))]


def stranger_greeted(scene, k):
    """A session of its own, where one is ended by what it sends."""
    if k:
        scene.peer.close()
        scene.peer = Peer(scene.server)


def epoch(scene):
    """The epoch of the scene's list."""
    return scene.server.snapshot(scene.list)["epoch"]


def strangers_edit(scene, k):
    """The first frame of a session: an edit with n distinct field names."""
    action = distinct('{"op":"insertRow",')(scene.n)
    return '{"type":"edit","list":"x","id":1,"actions":[' + action


def signed_in_again(scene, k):
    """A session of its own, as a token that is not valid ends it."""
    scene.peer.close()
    scene.peer = Peer(scene.server, token=token({"*": "owner"}))


def renewal(lists):
    """A newer token of the session's user."""
    return {"type": "token", "token": token(lists)}


def all_opened(scene, k):
    """The session has every list of the scene open."""
    scene.peer.send(renewal({"*": "owner"}))
    for name in scene.lists:
        scene.peer.open(name)


def hello(**fields):
    """A `hello`, and no key of another session."""
    return {"type": "hello", **fields}


def with_long_text(scene):
    """The same, with a row that has a long text."""
    scene.peer.do(scene.list, update("r3", {"title": "a" * 16_000}))
    return scene


def window(rows, place=lambda n: n // 2):
    """A window of `rows` rows around a place of the list."""
    return lambda n: {"around": [{"row": f"r{place(n)}"}], "before": of(rows, n) // 4, "after": of(rows, n) * 3 // 4}


def windowed(rows, **more):
    """Opens the list with a window of `rows` rows: a number, or what it is of n."""
    return lambda scene, k: [{"type": "open", "list": scene.list, "window": window(rows)(scene.n), **more}]


def query(kind, **fields):
    """A query; its fields are values, or what they are of n."""
    return lambda scene, k: [
        {"type": kind, "list": scene.list, "n": k, **{name: of(value, scene.n) for name, value in fields.items()}}]


OUTLINED = rb'^\{"type":"outline"'
ROW_ANSWER, CHECKED, FOUND = rb'^\{"type":"rows"', rb'^\{"type":"checked"', rb'^\{"type":"found"'

ROWS = [
    Row("hello", "bytes of the name", 7_000, silent,
        lambda scene, k: [hello(name="n" * scene.n)], rb'"welcome"|"error"', stranger, counted=7_000),
    Row("hello", "messages after it in the first frame", 300, silent,
        lambda scene, k: [hello(), *({"type": "ping", "n": j} for j in range(scene.n))], rb'"pong"|"error"', stranger),
    Row("hello", "an edit in its place: distinct field names", 16_900, silent, strangers_edit, ENDED, stranger,
        counted=3_000),
    Row("hello", "unknown fields before it is named", 120_000, silent,
        lambda scene, k: '{"x":"' + "y" * scene.n + '","type":"hello"}', rb'"welcome"|"error"|^$', stranger,
        counted=40_000),

    Row("open", "rows of the list, which has changed", 50_000, long_list,
        lambda scene, k: [{"type": "open", "list": scene.list}], OPENED, edited),
    Row("open", "rows of the list, opened again", 50_000, long_list,
        lambda scene, k: [{"type": "open", "list": scene.list}], OPENED),
    Row("open", "rows of the list, which is not loaded", 50_000, not_loaded,
        lambda scene, k: [{"type": "open", "list": scene.lists[k]}], OPENED, turn=50),
    Row("open", "rows of the list, opened with a window", 50_000, long_list, windowed(200), OUTLINED),
    Row("open", "rows of the list, which has changed, opened with a window", 50_000, long_list, windowed(200),
        OUTLINED, edited),
    Row("open", "rows of the window", 400, kept_list(2_000), windowed(lambda n: n), OUTLINED),
    Row("open", "rows of the list, which has changed, with authors", 10_000, with_authors(lambda n: n),
        lambda scene, k: [{"type": "open", "list": scene.list, "authors": True}], OPENED, edited),
    Row("open", "rows of the window, with authors", 400, with_authors(lambda n: 1_000 + n),
        windowed(lambda n: n, authors=True), OUTLINED, edited),
    Row("open", "sections, with a window", 450, with_sections, windowed(200), OUTLINED, edited),
    Row("open", "places of the window, far over what it may have", 4_000, kept_list(100),
        lambda scene, k: [{"type": "open", "list": scene.list, "window": {
            "around": [{"row": f"x{j}"} for j in range(scene.n)], "after": 10}}], rb'"badMessage"'),
    Row("open", "times in a frame, with windows", 8, kept_list(2_000),
        lambda scene, k: and_ping(*[windowed(j + 9)(scene, k)[0] for j in range(scene.n)]), PONG),
    Row("open", "sections", 450, with_sections, lambda scene, k: [{"type": "open", "list": scene.list}],
        OPENED, edited),
    Row("open", "sets since", 4_500, with_history,
        lambda scene, k: [{"type": "open", "list": scene.list, "since": 0, "epoch": epoch(scene)}], OPENED),
    Row("open", "sessions that have it open", 100, with_subscribers,
        lambda scene, k: [{"type": "open", "list": scene.list}], OPENED, counted=20),
    Row("open", "times in a frame", 8, kept_list(2_000),
        lambda scene, k: and_ping(*[{"type": "open", "list": scene.list}] * scene.n), PONG),
    Row("close", "sessions that have it open", 100, with_subscribers,
        lambda scene, k: and_ping({"type": "close", "list": scene.list}), PONG,
        lambda scene, k: scene.peer.open(scene.list), counted=20),
    Row("close", "messages in a frame", 2_000, greeted,
        lambda scene, k: and_ping(*({"type": "close", "list": f"l{j}"} for j in range(scene.n))), PONG, counted=500),
    Row("rowsRequest", "rows of the list", 50_000, long_list,
        query("rows", around=lambda n: [{"row": f"r{n * 3 // 5}"}], before=50, after=150), ROW_ANSWER),
    Row("rowsRequest", "rows around a place", 400, kept_list(2_000),
        query("rows", around=[{"row": "r400"}], before=100, after=lambda n: n), ROW_ANSWER),
    Row("rowsRequest", "rows of a range, with authors", 400, with_authors(2_000),
        query("rows", ranges=lambda n: [{"at": [0, 0], "rows": n}]), ROW_ANSWER),
    Row("rowsRequest", "rows of a range, far over what comes", 50_000, long_list,
        query("rows", ranges=lambda n: [{"at": [3, 0], "rows": n}]), ROW_ANSWER),
    Row("rowsRequest", "ranges", 3_500, kept_list(2_000),
        query("rows", ranges=lambda n: [{"at": [0, j % 2_000], "rows": 1} for j in range(n)]), ROW_ANSWER),
    Row("rowsRequest", "ids", 8_000, long_list,
        query("rows", ids=lambda n: [f"r{j * 3}" for j in range(n)]), ROW_ANSWER),
    Row("rowsRequest", "ids that are not in the list", 8_000, long_list,
        query("rows", ids=lambda n: [f"x{j}" for j in range(n)]), ROW_ANSWER),
    Row("rowsRequest", "messages in a frame", 16, kept_list(2_000),
        lambda scene, k: [*query("rows", ranges=[{"at": [0, 0], "rows": 500}])(scene, k) * (scene.n - 1),
                          {"type": "rows", "list": scene.list, "n": -1, "ids": ["r1"]}], rb'"n":-1'),
    Row("check", "rows of the ranges", 40_000, longest_list,
        query("check", ranges=lambda n: [{"at": [j, 0], "rows": n // 10} for j in range(10)]), CHECKED),
    Row("check", "ranges", 450, kept_list(2_000),
        query("check", ranges=lambda n: [{"at": [0, j], "rows": 2} for j in range(n)]), CHECKED),
    Row("find", "rows of the list, none of which has the text", 20_000, long_list,
        query("find", text="no row has this"), FOUND),
    Row("find", "bytes of a text that almost matches", 50_000,
        lambda workshop, n: with_long_text(own_list(100)(workshop, n)),
        query("find", text=lambda n: "a" * n + "b"), FOUND, counted=10_000),
    Row("find", "capital letters of a text", 20_000, kept_list(100),
        query("find", text=lambda n: "Σ" * n), FOUND),
    Row("find", "names of fields", 8_000, kept_list(100),
        query("find", text="none", fields=lambda n: [f"f{j}" for j in range(n)]), FOUND, counted=400),
    Row("listsRequest", "lists in the store", 500, many_lists,
        lambda scene, k: [{"type": "lists"}], rb'^\{"type":"lists"', counted=FEW),
    Row("listsRequest", "times in a frame, 100 lists", 16, with_lists(FEW),
        lambda scene, k: and_ping(*[{"type": "lists"}] * scene.n), PONG),
    Row("create", "rows", 3_500, greeted,
        created(lambda n: [{"id": "s", "title": "S", "rows": [{"id": f"r{j}", "fields": {}} for j in range(n)]}]),
        rb'"created"'),
    Row("create", "sections", 500, greeted,
        created(lambda n: [{"id": f"s{j}", "title": "S", "rows": []} for j in range(n)]), rb'"created"'),
    Row("delete", "rows of the list", 50_000, own_list(lambda n: n),
        lambda scene, k: [{"type": "delete", "list": scene.list}], rb'"closed"', another_list, turn=50, noise=FREED),

    Row("edit", "bytes of the fields", 8_000, own_list(100),
        lambda scene, k: [scene.peer.edit(scene.list, *[update(f"r{j}", {"title": f"{k}".ljust(scene.n, "x")})
                                                        for j in range(12)])], counted=4_000),
    Row("edit", "actions, of each kind of row", 500, own_list(2_000),
        lambda scene, k: [scene.peer.edit(scene.list, *[
            insert(to=at("s0", j)) if j % 3 == 0 else update(f"r{j}", {"title": f"{k}"}) if j % 3 == 1
            else action("moveRow", at("s0", j), row=f"r{j}") for j in range(scene.n)])]),
    Row("edit", "sessions that have the list open", 100, with_subscribers,
        lambda scene, k: [scene.peer.edit(scene.list, update("r1", {"title": f"{k}"}))], counted=20),
    Row("edit", "sets since its base", 4_500, with_history,
        lambda scene, k: [scene.peer.edit(scene.list, action("moveRow", at("s0", 9), row="r80"), base=0)], ANSWERED),
    Row("edit", "clients that have edited the list", 500, with_clients,
        lambda scene, k: [scene.peer.edit(scene.list, update("r1", {"title": f"{k}-{j}"})) for j in range(32)],
        counted=20),
    Row("edit", "bytes that mean nothing", 120_000, own_list(10),
        lambda scene, k: [{**scene.peer.edit(scene.list, update("r1", {"title": f"{k}"})), "note": "n" * scene.n}],
        counted=40_000),
    Row("edit", "unknown fields", 11_000, own_list(10),
        lambda scene, k: [{**scene.peer.edit(scene.list, update("r1", {"title": f"{k}"})),
                           **{f"x{j}": 1 for j in range(scene.n)}}]),
    Row("edit", "edits of a frame that were answered before", 64, with_answered,
        lambda scene, k: [{**scene.peer.edit(scene.list, update("r1", {"a": 1})), "id": 3 + j}
                          for j in range(scene.n)], ANSWERED),
    Row("edit", "edits of a frame for a list that is not there", 1_000, greeted,
        lambda scene, k: [scene.peer.edit("nosuch", update("r1", {"a": 1})) for _ in range(scene.n)], ANSWERED),
    Row("edit", "edits of a frame that are malformed", 1_000, greeted,
        lambda scene, k: [{**scene.peer.edit(scene.list, update("r1", {"a": 1})), "base": "x"} for _ in range(scene.n)],
        ANSWERED),
    Row("edit", "actions, none of them well-formed", 5_000, kept_list(10),
        lambda scene, k: [scene.peer.edit(scene.list, *[{"op": f"x{j}"} for j in range(scene.n)])], ANSWERED),

    Row("undo", "rows of the list, a step of one row", 50_000, one_step, reverse("undo"), each=redo_of_last),
    Row("undo", "rows that the step moved", 4_000, with_step(50_000), reverse("undo"), each=redo_of_last),
    Row("undo", "sets since the step", 4_500, old_step, reverse("undo"), each=redo_of_last, counted=300),
    Row("undo", "fields of the row, one of them set", 1_164, wide_row, reverse("undo"),
        each=lambda scene, k: scene.peer.do(scene.list, update("r0", {"a": k + 2}))),
    Row("undo", "rows of the deleted section", 34_500, deleted_section, reverse("undo"), ANSWERED,
        each=deleted_again, counted=400),
    Row("undo", "messages in a frame: undos and redos of 8,000 rows", 16,
        with_step(50_000, moved=8_000),
        lambda scene, k: [scene.peer.edit(scene.list, kind="redo" if j % 2 else "undo") for j in range(scene.n)],
        counted=4),
    Row("undo", "messages in a frame, nothing to undo", 1_000, kept_list(10),
        lambda scene, k: [scene.peer.edit(scene.list, kind="undo") for _ in range(scene.n)], ANSWERED),
    Row("redo", "rows of the list, a step of one row", 50_000, one_step, reverse("redo"), each=undo_of_last),
    Row("redo", "rows that the step moved", 4_000, with_step(50_000), reverse("redo"), each=undo_of_last),

    Row("restore", "rows of the list, one of them changed", 50_000, one_step, restore, each=another_title),
    Row("restore", "rows that come back", 8_000, long_list, restore, each=fewer_rows),
    Row("restore", "sets up to the revision, and after it", 4_500, old_step,
        lambda scene, k: [scene.peer.edit(scene.list, kind="restore", revision=scene.n // 2)],
        each=another_title),
    Row("restore", "messages in a frame, of revisions that are not there yet", 1_000, kept_list(10),
        lambda scene, k: [scene.peer.edit(scene.list, kind="restore", revision=99) for _ in range(scene.n)], ANSWERED),
    Row("redo", "messages in a frame, nothing to redo", 1_000, kept_list(10),
        lambda scene, k: [scene.peer.edit(scene.list, kind="redo") for _ in range(scene.n)], ANSWERED),

    Row("presenceUpdate", "rows selected", 250, seen_by(1), presence(lambda n: n), SHOWN),
    Row("presenceUpdate", "rows selected, far over what is told", 10_000, seen_by(1), presence(lambda n: n), SHOWN),
    Row("presenceUpdate", "rows of the list", 50_000, watched_long_list,
        presence(lambda n: 100), SHOWN),
    Row("presenceUpdate", "sessions that have the list open", 100, seen_by(lambda n: n),
        presence(lambda n: 100), SHOWN, counted=20),
    Row("presenceUpdate", "messages in a frame", 8, seen_by(1),
        lambda scene, k: [shown(scene, k, j, 500) for j in range(scene.n)], SHOWN),
    Row("token", "bytes of the token", 120_000, signed_in,
        lambda scene, k: [{"type": "token", "token": "t" * scene.n}], rb'"unauthorized"', signed_in_again,
        counted=40_000),
    Row("token", "messages in a frame", 100, signed_in,
        lambda scene, k: and_ping(*[renewal({"*": "owner"})] * scene.n), PONG, counted=25),
    Row("token", "patterns of the token", 100, signed_in,
        lambda scene, k: [renewal({f"l{j}-*": "viewer" for j in range(scene.n)})], rb'"renewed"'),
    Row("token", "open lists on which it grants nothing", 32, signed_in_with_lists,
        lambda scene, k: and_ping(renewal({})), PONG, all_opened),
    Row("ping", "messages in a frame", 3_500, greeted,
        lambda scene, k: [{"type": "ping", "n": 1}] * (scene.n - 1) + [{"type": "ping", "n": 2}], rb'"n":2}'),
    Row("ping", "bytes that mean nothing", 120_000, greeted,
        lambda scene, k: [{"type": "ping", "n": 2, "note": "n" * scene.n}], PONG, counted=40_000),
    Row("ping", "messages of an unknown type in its place", 2_500, greeted,
        lambda scene, k: and_ping(*[{"type": "what"}] * scene.n), PONG),
    Row("ping", "nesting of what means nothing", 120_000, greeted,
        lambda scene, k: '{"type":"ping","x":' + "[" * scene.n, rb'"(error|pong)"|^$', stranger_greeted,
        counted=40_000),
]
