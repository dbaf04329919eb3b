"""The cost table of actions: each on a longer list, and each with more of what it names."""

from actions import (action, at, delete, delete_sections, insert, insert_section, move, move_section,
                     update, update_list, update_section)
from peer import Peer
from scenes import (add_sections, another_list, kept_list, long_list, long_names, own_list, pinned, wide_row,
                    with_gone_rows, with_history, with_moves, with_sections)
from table import ANSWERED, Row
from workshop import fields, names

EDITS = 32
"""Edits in a frame where a single one costs too little to be told from noise."""

def another_session(scene, k):
    """A session of its own, where one is ended by what it sends."""
    if k:
        scene.peer.close()
        scene.peer = Peer(scene.server)
        scene.peer.open(scene.list)


END = rb'"(id|intent)":\d+[,}]|^$'
"""Any answer to an edit that was sent as text, or the end of the session."""


def one(make):
    """A frame of one edit; `make(n, k)` is the list of its actions."""
    return lambda scene, k: [scene.peer.edit(scene.list, *make(scene.n, k))]


def many(make):
    """A frame of edits of one action each; `make(n, k)` with another `k` for each."""
    return lambda scene, k: [scene.peer.edit(scene.list, make(scene.n, EDITS * k + j)) for j in range(EDITS)]


def stale(make):
    """As `one`, from a session that has seen nothing of the history."""
    return lambda scene, k: [scene.peer.edit(scene.list, *make(scene.n, k), base=0)]


def text(make):
    """A frame of one edit, as text; `make(n)` is what stands after its actions' `[`."""
    return lambda scene, k: (f'{{"type":"edit","list":"{scene.list}",'
                             f'"id":{scene.peer.edit(scene.list)["id"]},"actions":[{make(scene.n)}')


def short_names(n):
    """Distinct names out of all printable characters, so that 33,800 fields go into one frame."""
    symbols = [chr(c) for c in range(32, 127) if chr(c) not in '"\\']
    pairs = [a + b for a in symbols for b in symbols]
    made = symbols + pairs + [a + b for a in pairs[:n // len(symbols) + 1] for b in symbols]
    return made[:n]


def distinct(op):
    """An action with n distinct names in its fields, whatever the limit."""
    return lambda n: op + '"fields":{' + ",".join(f'"{name}":1' for name in short_names(n)) + "}}]}"


def rows(start, count, step=1):
    """Ids of rows."""
    return [f"r{start + n * step}" for n in range(count)]


ON_LONG_LISTS = {
    "insertRow": lambda n, k: insert(to=at(f"s{k % 10}", n // 20)),
    "updateRow": lambda n, k: update(f"r{k * 7919 % n}", {"title": f"t{k}"}),
    "deleteRows": lambda n, k: delete(f"r{n // 2 + k}"),
    "moveRow": lambda n, k: move(f"r{k * 31 % (n // 3)}", at(f"s{9 - k % 10}", k)),
    "moveRows": lambda n, k: action("moveRows", at(f"s{9 - k % 10}", k),
                                    rows=[f"r{(k * 31 + j * 97) % (n // 3)}" for j in range(8)]),
    "insertSection": lambda n, k: insert_section(f"new-{k}", {"index": 5}),
    "updateSection": lambda n, k: update_section(f"s{k % 10}", title=f"t{k}"),
    "deleteSections": lambda n, k: delete_sections(f"new-{k}"),
    "moveSection": lambda n, k: move_section(f"s{k % 10}", {"index": (k * 3 + 1) % 10}),
    "updateList": lambda n, k: update_list(title=f"t{k}"),
}
"""An edit of each action that names little, wherever in the list it is."""


def after_many_moves(workshop, n):
    """A list with a long history of moves, whatever n is."""
    return with_moves(workshop, n, 1_000 if workshop.counted else 96_000)


ROWS = [Row(op, "rows of the list", 50_000, long_list, many(make), ANSWERED)
        for op, make in ON_LONG_LISTS.items()]

ROWS += [
    Row("insertRow", "rows that one edit inserts", 500, own_list(100),
        one(lambda n, k: [insert(to=at("s0", 7)) for _ in range(n)])),
    Row("insertRow", "fields of the row", 1_100, own_list(10),
        one(lambda n, k: [insert(fields=fields(n), to=at("s0", 3))])),
    Row("insertRow", "distinct field names, far over the limit", 16_900, kept_list(10),
        text(distinct('{"op":"insertRow",')), END, counted=3_000),
    Row("insertRow", "nesting", 120_000, own_list(10),
        text(lambda n: '{"op":"insertRow","fields":{"a":' + "[" * n), rb'"error"|^$', another_session, counted=40_000),
    Row("insertRow", "sets since its base", 4_500, with_history, stale(lambda n, k: [insert(to=at("s0", 40))])),

    Row("insertRow", "rows that the edit deletes, and a tenth of them beside rows that came and went since its base", 4_000,
        with_gone_rows, stale(lambda n, k: [
            delete(*rows(k * n, n)), *(insert(to={"before": f"x{j}"}) for j in range(n // 10))]), counted=1_000),

    Row("insertRow", "pinned rows before the place", 5_000, pinned,
        one(lambda n, k: [insert(to=at("s0", 0)) for _ in range(200)])),

    Row("updateRow", "fields of the row, one of them set", 1_164, wide_row,
        lambda scene, k: [scene.peer.edit(scene.list, update("r0", {"a": EDITS * k + j + 2})) for j in range(EDITS)]),
    Row("updateRow", "fields of the row, one of them set 300 times in an edit", 1_164, wide_row,
        one(lambda n, k: [update("r0", {"a": f"{k}-{j}"}) for j in range(300)])),
    Row("updateRow", "fields set", 1_164, wide_row,
        one(lambda n, k: [update("r0", dict.fromkeys(names(n), k + 2))])),
    Row("updateRow", "edits that name 400 fields which a row with long names has not", 20, long_names,
        lambda scene, k: [scene.peer.edit(scene.list, update("r0", {f"z{name}": None for name in names(400)}))
                          for _ in range(scene.n)], ANSWERED),
    Row("updateRow", "distinct field names, far over the limit", 16_900, kept_list(10),
        text(distinct('{"op":"updateRow","row":"r0",')), END, counted=3_000),
    Row("updateRow", "rows that one edit updates", 500, own_list(2_000),
        one(lambda n, k: [update(f"r{j}", {"title": f"{k}-{j}"}) for j in range(n)])),
    Row("updateRow", "sets since its ifRevision", 4_500, with_history,
        lambda scene, k: [scene.peer.edit(scene.list, update("r70", {"title": f"{k}-{j}"}, ifRevision=0))
                          for j in range(EDITS)], ANSWERED),

    Row("deleteRows", "ids", 4_000, own_list(50_000), one(lambda n, k: [delete(*rows(k * n, n))])),
    Row("deleteRows", "ids that are not in the list", 11_000, kept_list(100),
        one(lambda n, k: [delete(*(f"x{j}" for j in range(n)))]), ANSWERED),
    Row("deleteRows", "actions", 500, own_list(20_000),
        one(lambda n, k: [delete(f"r{k * n + j}") for j in range(n)])),

    Row("moveRow", "stale indices in an edit, after 96,000 moves", 500,
        after_many_moves,
        stale(lambda n, k: [move(f"r{j * 3 % 1000}", at("s0", (j * 11 + k * 87) % 1000)) for j in range(n)]),
        ANSWERED),
    Row("moveRow", "moves since the base of an edit with 100 indices", 48_000, with_moves,
        stale(lambda n, k: [move(f"r{j * 3}", at("s0", (j * 7 + k * 87) % 1000)) for j in range(100)]),
        ANSWERED, counted=1_000),
    Row("moveRow", "places beside rows of the same edit", 500, own_list(2_000),
        one(lambda n, k: [move(f"r{j}", {"after": f"r{j + 1}"}) for j in range(n)])),
    Row("moveRows", "pinned rows before the place", 5_000, pinned,
        one(lambda n, k: [action("moveRows", at("s0", 0), rows=rows(n + 20 * (k % 2), 50))]), ANSWERED),

    Row("moveRows", "ids", 4_000, own_list(50_000),
        one(lambda n, k: [action("moveRows", at("s0", k), rows=rows(k, n, 3))])),
    Row("moveRows", "ids, far over what a set may hold", 14_000, own_list(50_000),
        one(lambda n, k: [action("moveRows", at("s0", 0), rows=rows(500, n))]), ANSWERED),
    Row("moveRows", "ids that are not in the list", 11_000, kept_list(100),
        one(lambda n, k: [action("moveRows", at("s0", 0), rows=[f"x{j}" for j in range(n)])]), ANSWERED),

    Row("insertSection", "sections of the list", 450, with_sections,
        lambda scene, k: [scene.peer.edit(scene.list, insert_section("new", {"index": j}), delete_sections("new"),
                                          insert_section(f"new-{k}-{j}", {"index": j})) for j in range(8)]),
    Row("insertSection", "sections that one edit inserts", 300, own_list(10),
        one(lambda n, k: [insert_section(f"t{j}") for j in range(n)]), each=another_list),
    Row("updateSection", "sections that one edit updates", 450, with_sections,
        one(lambda n, k: [update_section(f"s{j}", title=f"t{k}") for j in range(n)])),
    Row("updateSection", "bytes of the title", 500, with_sections,
        many(lambda n, k: update_section("s0", title=f"{k}".ljust(n, "t")))),
    Row("deleteSections", "rows of the section", 34_500, own_list(lambda n: n),
        # For messages of over half a megabyte the allocator gives pages back and asks for them anew: a millisecond.
        one(lambda n, k: [delete_sections("s0")]), each=another_list, turn=50),
    Row("deleteSections", "sections", 300, own_list(10),
        one(lambda n, k: [delete_sections(*(f"t{k}-{j}" for j in range(n)))]), each=add_sections),
    Row("deleteSections", "rows of the section, 128 edits that fail after it", 50_000, kept_list(lambda n: n),
        lambda scene, k: [scene.peer.edit(scene.list, delete_sections("s0"), update("nosuch", {"a": 1}))
                          for _ in range(128)], ANSWERED),
    Row("deleteSections", "edits that fail after it", 64, kept_list(100_000),
        lambda scene, k: [scene.peer.edit(scene.list, delete_sections("s0"), update("nosuch", {"a": 1}))
                          for _ in range(scene.n)], ANSWERED),
    Row("moveSection", "sections of the list", 450, with_sections,
        many(lambda n, k: move_section(f"s{k % n}", {"index": k * 7 % n}))),
    Row("moveSection", "moves in one edit", 450, with_sections,
        one(lambda n, k: [move_section(f"s{j}", {"index": (j * 7 + k * 31) % n}) for j in range(n)])),

    Row("updateList", "bytes of the title", 500, own_list(10),
        many(lambda n, k: update_list(title=f"{k}".ljust(n, "t")))),
    Row("updateList", "rules in one edit", 500, own_list(2_000),
        one(lambda n, k: [update_list(rules={"editable": bool((k + j) % 2)}) for j in range(n)]), ANSWERED),
]
