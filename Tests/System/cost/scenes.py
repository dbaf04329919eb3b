"""What the rows of the table prepare: lists of a length, with a history, with sessions that have them open."""

import json

from actions import delete, insert, insert_section, update
from peer import Http, Peer
from table import Scene
from tokens import token
from workshop import NUMBERS, fields, moves, sets, updates


def of(value, n):
    """A number, or what a function makes of n."""
    return value(n) if callable(value) else value


def length(workshop, rows, n):
    """The length of a list: of so many rows where time is measured, or what a function makes of n."""
    return rows(n) if callable(rows) else workshop.rows(rows)


def on(server, name, n, how=None, **more):
    """A session that has the list open; `how`: further members of its `open`."""
    peer = Peer(server)
    peer.open(name, **(how or {}))
    return Scene(server, n, peer, name, **more)


def long_list(workshop, n):
    """A list of n rows in ten sections, shared by all rows that change little of it."""
    return on(workshop.server(), workshop.shared("long", n, 10), n)


def own_list(rows, sections=1):
    """A list that no other row of the table uses; `rows` and `sections` are numbers or depend on n."""
    def scene(workshop, n):
        size = length(workshop, rows, n), of(sections, n)
        made = on(workshop.server(), workshop.fresh(*size), n)
        made.again = lambda: workshop.fresh(*size)
        return made
    return scene


def kept_list(rows):
    """A list that no edit changes, shared by all rows of the table that need one of that length."""
    def scene(workshop, n):
        count = length(workshop, rows, n)
        return on(workshop.server(), workshop.shared("kept", count), n)
    return scene


def with_authors(rows):
    """A list of which edits have changed each row, open with authors; `rows` is a number or depends on n."""
    def scene(workshop, n):
        count = length(workshop, rows, n)
        name = workshop.shared(f"authors-{count}", count, 1, updates(count))
        return on(workshop.server(), name, n, {"authors": True})
    return scene


def another_list(scene, k):
    """Another such list for the next repetition, where one uses the list up."""
    if k:
        scene.peer.send({"type": "delete", "list": scene.list})
        scene.peer.until(rb'"(closed|unknownList)"')
        scene.list = scene.again()
        scene.peer.open(scene.list)


def with_history(workshop, n):
    """A list with n change sets after it, of so many rows that those are shorter than a snapshot."""
    return on(workshop.server(), workshop.shared(f"history-{n}", workshop.rows(50_000), 1, sets(n)), n)


def with_moves(workshop, n, count=None):
    """A list of 1,000 rows with n moves after it, or `count`."""
    count = count or n
    return on(workshop.server(), workshop.shared(f"moves-{count}", 1000, 1, moves(count, 1000)), n)


def with_gone_rows(workshop, n):
    """A list of 10 n rows, at whose start a tenth of n rows came and went, and another one came."""
    scene = own_list(lambda n: 10 * n)(workshop, n)
    start = {"section": "s0", "at": "start"}
    scene.peer.do(scene.list, *(insert(f"x{j}", to=start) for j in range(n // 10)))
    scene.peer.do(scene.list, delete(*(f"x{j}" for j in range(n // 10))))
    scene.peer.do(scene.list, insert(to=start))
    return scene


def wide_row(workshop, n):
    """A list whose first row has n fields."""
    scene = own_list(10)(workshop, n)
    scene.peer.do(scene.list, update("r0", fields(n)))
    return scene


def long_names(workshop, n):
    """A list whose first row has few fields with long names; n is for the edits."""
    scene = own_list(10)(workshop, n)
    scene.peer.do(scene.list, update("r0", {letter * 300: 1 for letter in "abcdefghijkl"}))
    return scene


def with_subscribers(workshop, n):
    """A list of 100 rows that n further sessions have open, and one that edits it."""
    server = workshop.server()
    name = workshop.fresh(100)
    return on(server, name, n, others=[workshop.subscribers(server, name, n)])


def with_sections(workshop, n):
    """A list of n sections of one row each."""
    return own_list(n, n)(workshop, n)


def silent(workshop, n):
    """Nothing but a list, and no session."""
    return Scene(workshop.server(), n, list=workshop.shared("small", 100))


def greeted(workshop, n):
    """A session that has nothing open, and a list."""
    return Scene(workshop.server(), n, Peer(workshop.server()), workshop.shared("small", 100))


def signed_in(workshop, n):
    """A session of a server that asks for tokens."""
    server, owner = workshop.guarded(), token({"*": "owner"})
    workshop.loop(server, token=owner)
    return Scene(server, n, Peer(server, token=owner))


def signed_in_with_lists(workshop, n):
    """The same, and n lists, which it has not opened."""
    scene = signed_in(workshop, n)
    scene.lists = [workshop.fresh(1, server=scene.server, token=token({"*": "owner"})) for _ in range(n)]
    return scene


def web(rows=100):
    """An HTTP connection, and a list with so many rows, shared by all rows that change little of it."""
    def scene(workshop, n):
        server = workshop.server()
        return Scene(server, n, list=workshop.shared("web", length(workshop, rows, n)), http=Http(server))
    return scene


def own_web(rows):
    """As `web`, with a list that is used up."""
    def scene(workshop, n):
        server = workshop.server()
        made = Scene(server, n, http=Http(server))
        made.again = lambda: workshop.fresh(length(workshop, rows, n))
        made.list = made.again()
        return made
    return scene


def pinned(workshop, n):
    """A list of n rows that are pinned to the top, and a hundred that are not."""
    server, name = workshop.server(), f"pinned-{n}-{next(NUMBERS)}"
    content = [{"id": f"r{j}", "fields": {}, **({"pinned": "top"} if j < n else {})} for j in range(n + 100)]
    body = {"list": name, "sections": [{"id": "s0", "title": "S", "rows": content}]}
    assert server.request("POST", "/api/lists", body).status == 201
    return on(server, name, n)


def with_clients(workshop, n):
    """A list that n clients have edited, each once, and a session."""
    def grow(_, name):
        http = Http(workshop.server())
        for j in range(n):
            body = {"client": f"client-{j}", "id": 1, "actions": [update(f"r{j % 50}", {"a": j})]}
            assert http.request("POST", f"/api/lists/{name}/edits", json.dumps(body)) == 200
        http.close()
    return on(workshop.server(), workshop.shared(f"clients-{n}", 100, 1, grow), n)


def not_loaded(workshop, n):
    """Lists of n rows that the server found as it started, and has not loaded."""
    scene = Scene(workshop.server(), n, Peer(workshop.server()))
    scene.lists = workshop.unloaded[n]
    return scene


FEW = 100
"""The lists of a server of which no more is wanted than that it has some."""


def with_lists(lists):
    """A session of a server that tells all sessions what they ask of it, and has so many small lists, or `lists(n)`."""
    def scene(workshop, n):
        server = workshop.watched(of(lists, n))
        return Scene(server, n, Peer(server), http=Http(server))
    return scene


many_lists = with_lists(lambda n: n)
"""Such a server that has n lists."""


def add_sections(scene, k):
    """Gives the list n empty sections, where a row deletes them again."""
    scene.peer.do(scene.list, *(insert_section(f"t{k}-{i}") for i in range(scene.n)))
