"""A client that opens lists with windows, and its copy of a list: runs of rows with gaps between them."""

import itertools

from client import Client
from model import ListModel, row_of

GAP = "?"


class SparseList(ListModel):
    """A list of which only some rows are known; the same change sets apply to it by their paths."""

    def __init__(self, outline):
        self.numbers = itertools.count()
        super().__init__({**outline, "sections": []})
        for section in outline["sections"]:
            self.sections.append({
                "id": section["id"], "title": section["title"], "rules": dict(section["rules"]),
                "rows": [self.gap() for _ in range(section["rows"])]})
        self.lay(outline["runs"])

    def gap(self):
        """A row of which nothing is known."""
        return {"id": f"{GAP}{next(self.numbers)}"}

    def lay(self, runs):
        """Takes in rows that were asked for."""
        for run in runs:
            section, first = run["at"]
            for offset, row in enumerate(run["rows"]):
                held = self.sections[section]["rows"][first + offset]["id"]
                assert held.startswith(GAP) or held == row["id"], (held, row)
                self.sections[section]["rows"][first + offset] = row_of(row, "id")

    def _row_at(self, path, name, change):
        # A row that comes out of a gap is a hole with an id.
        section, row = path
        rows = self.sections[section]["rows"] if section < len(self.sections) else []
        if row < len(rows) and rows[row]["id"].startswith(GAP):
            rows[row] = {"id": name, "fields": {}, "isHole": True}
        return super()._row_at(path, name, change)

    def holes(self):
        """The ids of rows of which nothing else is known."""
        return [row["id"] for section in self.sections for row in section["rows"] if "isHole" in row]

    def forget_holes(self):
        """Makes holes gaps again, so that rows can be laid there."""
        for section in self.sections:
            section["rows"] = [self.gap() if "isHole" in row else row for row in section["rows"]]

    def known(self):
        """Path → row, of the rows that are known."""
        return {(s, r): row for s, section in enumerate(self.sections) for r, row in enumerate(section["rows"])
                if not row["id"].startswith(GAP) and "isHole" not in row}


class WindowedClient(Client):
    """A session that opens lists with windows."""

    def __init__(self, url, **options):
        self.queries = itertools.count(1)
        super().__init__(url, **options)

    def follow(self, message):
        super().follow(message)
        if message["type"] == "outline":
            self.lists[message["list"]] = SparseList(message)

    def window(self, list_id, *around, before=0, after=10, **fields):
        """Opens a list with a window; returns the outline."""
        window = {"around": list(around), "before": before, "after": after}
        self.send({"type": "open", "list": list_id, "window": window, **fields})
        self.take(type="opened", list=list_id)
        return self.take(type="outline", list=list_id)

    def ask(self, list_id, kind, **fields):
        """Sends a query and waits for its answer, which may be an error."""
        n = next(self.queries)
        self.send({"type": kind, "list": list_id, "n": n, **fields})
        return self.take(n=n, list=list_id)


def shape(runs):
    """`{(0, 3): "d e"}`: the ids of each run by its path."""
    return {tuple(run["at"]): " ".join(row["id"] for row in run["rows"]) for run in runs}


def names(count, prefix="r"):
    """`r0 r1 …`, for a section with many rows."""
    return " ".join(f"{prefix}{i}" for i in range(count))
