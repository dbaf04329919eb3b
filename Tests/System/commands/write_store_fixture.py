"""Writes the store of the version that is built as SQL, with what a server says of its lists beside it.

`make store-fixture NAME=…` does that once for each version that is released, or schema that is new; the
files are never written anew, for they are what is out there.
"""

import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "contract"), str(HERE.parent / "faults")]

from client import Client  # noqa: E402
from process import FaultyServer, wait_until  # noqa: E402

FOLDER = HERE.parents[1] / "Support/Fixtures/stores"


def fill(server):
    """Lists of every kind: untouched, edited by two with undo, compacted with a history that was cut."""
    server.make({"s1": "a b p^ q_", "s2": ""}, {"moveScope": "section"}, "Untouched", "untouched")
    server.make({"s1": "a b c d", "s2": "e f"}, None, "Äpfel & \"Birnen\"", "edited")
    server.make({"s1": " ".join(f"r{n}" for n in range(12))}, None, "Long", "long")
    ana = Client(server.ws(), key="fixture-ana", name="Ana")
    ben = Client(server.ws(), key="fixture-ben", name="Ben")
    with ana.stack, ben.stack:
        ana.open("edited")
        ben.open("edited")
        place = {"section": "s2", "index": 1}
        ana.edit("edited", {"op": "moveRow", "row": "a", "to": place})
        ben.edit("edited", {"op": "updateRow", "row": "b", "fields": {"title": "ß 🍐", "n": 2.50, "done": True}})
        ana.edit("edited", {"op": "insertSection", "section": "s3", "title": "New", "rules": {"maxRows": 3}},
                 {"op": "insertRow", "row": "g", "fields": {"title": "g"}, "pinned": "top", "to": {"section": "s3"}})
        ben.edit("edited", {"op": "deleteRows", "rows": ["c", "e"]})
        ben.undo("edited")
        ana.edit("edited", {"op": "moveRow", "row": "no-such-row"})
        ana.undo("edited")
        ana.redo("edited")
        ana.edit("edited", {"op": "updateList", "title": "Birnen"})
        server.request("POST", "/api/lists/edited/versions", {"name": "früher", "revision": 2})
        ana.open("long")
        for number in range(95):
            ana.edit("long", {"op": "moveRow", "row": f"r{number % 12}",
                              "to": {"section": "s1", "index": number % 7}})


def main(name):
    """Writes `NAME.sql` and `NAME.json`."""
    with tempfile.TemporaryDirectory() as folder:
        server = FaultyServer(folder, history_snapshot_every=20, history_sets=30).start()
        fill(server)
        lists = {one["list"]: server.snapshot(one["list"]) for one in server.get("/api/lists").json()["lists"]}
        wait_until(lambda: compacted(server.store), "the list is compacted")
        server.stop()
        with closing(sqlite3.connect(server.store)) as store:
            mark = store.execute("PRAGMA application_id").fetchone()[0]
            lines = [*store.iterdump(), f"PRAGMA application_id = {mark};"]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.sql").write_text("\n".join(lines) + "\n")
    (FOLDER / f"{name}.json").write_text(json.dumps(lists, indent=1, ensure_ascii=False) + "\n")


def compacted(path):
    """Whether the store's longest list was last compacted where it had to be."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
        return store.execute(
            "SELECT max(revision) FROM snapshots WHERE list = (SELECT key FROM lists WHERE id = 'long')"
        ).fetchone()[0] >= 40


if __name__ == "__main__":
    main(sys.argv[1])
