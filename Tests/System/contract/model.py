"""A client's own copy of a list, changed by change sets alone, as protocol.md defines them."""

ROW_RULES = ("editable", "deletable", "movable", "pinned")
SET_KEYS = (
    "deletedSections", "insertedSections", "movedSections", "updatedSections",
    "deletedRows", "insertedRows", "movedRows", "updatedRows", "updatedList",
)


class BrokenSet(AssertionError):
    """A change set that does not fit the list it is applied to; the list is left as it was."""


def require(condition, what, change):
    """Refuses `change` with the reason `what` unless `condition` holds."""
    if not condition:
        raise BrokenSet(f"{what}: {change}")


def digest(order):
    """FNV-1a, 32 bits, over `[(section, [row, …]), …]`, as 8 hex digits."""
    text = "".join(f"#{s}\n" + "".join(f"{r}\n" for r in rows) for s, rows in order)
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return f"{value:08x}"


def row_of(entry, name):
    """A row as the model keeps it, from a snapshot's or an `insertedRows` entry."""
    row = {"id": entry[name], "fields": dict(entry.get("fields", {}))}
    row.update({k: entry[k] for k in ROW_RULES if entry.get(k) is not None})
    return row


def fill(staying, placed, what, change):
    """Lays `placed` (index → item) down and lets the staying items take the free places."""
    total = len(staying) + len(placed)
    require(all(0 <= i < total for i in placed), f"count rule broken for {what}", change)
    rest = iter(staying)
    return [placed[i] if i in placed else next(rest) for i in range(total)]


class ListModel:
    """Sections of rows at a revision. `apply` follows the rules of a UIKit batch update."""

    def __init__(self, snapshot):
        self.epoch = snapshot["epoch"]
        self.revision = snapshot["revision"]
        self.title = snapshot.get("title")
        self.rules = dict(snapshot.get("rules") or {})
        self.sections = []
        self.add_part(snapshot)

    def add_part(self, part):
        """Takes the sections of one part of a snapshot; a section may go on from the part before."""
        for section in part.get("sections", []):
            rows = [row_of(r, "id") for r in section.get("rows", [])]
            if self.sections and self.sections[-1]["id"] == section["id"]:
                self.sections[-1]["rows"] += rows
                continue
            self.sections.append({
                "id": section["id"], "title": section.get("title"),
                "rules": dict(section.get("rules") or {}), "rows": rows,
            })

    def order(self):
        """Section ids with their row ids, in order."""
        return [(s["id"], [r["id"] for r in s["rows"]]) for s in self.sections]

    def shape(self):
        """`{"s1": "a b c"}`, for tests that read well."""
        return {s: " ".join(rows) for s, rows in self.order()}

    def counts(self):
        """The number of rows of each section."""
        return [len(s["rows"]) for s in self.sections]

    def digest(self):
        """The digest of the list's order, to hold against `head`."""
        return digest(self.order())

    def state(self):
        """Everything but epoch and revision, comparable with another model's."""
        return {"title": self.title, "rules": self.rules, "sections": self.sections}

    def row(self, row_id):
        """The row with that id, or `None`."""
        return next((r for s in self.sections for r in s["rows"] if r["id"] == row_id), None)

    def section(self, section_id):
        """The section with that id, or `None`."""
        return next((s for s in self.sections if s["id"] == section_id), None)

    def apply(self, change):
        """Makes the list that `change` describes, or raises `BrokenSet` and changes nothing."""
        for key in SET_KEYS:
            require(change.get(key, True), f"{key} is empty but not left out", change)
        require_ascending(change)
        rows = self._changed_rows(change)
        sections = [self._filled(rows, origin, j, section, change)
                    for j, (origin, section) in enumerate(self._changed_sections(change))]
        ids = [r["id"] for s in sections for r in s["rows"]]
        require(len(ids) == len(set(ids)), "a row is there twice", change)
        names = [s["id"] for s in sections]
        require(len(names) == len(set(names)), "a section is there twice", change)
        update = change.get("updatedList", {})
        self.title = update.get("title", self.title)
        self.rules = dict(update["rules"]) if "rules" in update else self.rules
        self.sections, self.revision = sections, change["revision"]

    def _section_at(self, index, name, change):
        require(0 <= index < len(self.sections), "no such section index", change)
        require(self.sections[index]["id"] == name, f"{name} does not stand at {index}", change)
        return index

    def _row_at(self, path, name, change):
        s, r = path
        require(0 <= s < len(self.sections) and 0 <= r < len(self.sections[s]["rows"]),
                f"no row at {path}", change)
        require(self.sections[s]["rows"][r]["id"] == name, f"{name} is not at {path}", change)
        return (s, r)

    def _changed_sections(self, change):
        """`(index before or None, section without the changes of its rows)`, in the order after."""
        updated = {}
        for e in change.get("updatedSections", []):
            i = self._section_at(e["at"], e["section"], change)
            updated[i] = {**self.sections[i], **{k: e[k] for k in ("title", "rules") if k in e}}
        gone = {self._section_at(e["at"], e["section"], change)
                for e in change.get("deletedSections", [])}
        moved = {self._section_at(e["from"], e["section"], change): e["to"]
                 for e in change.get("movedSections", [])}
        require(not gone & moved.keys(), "a section is both moved and deleted", change)
        placed = {to: (i, updated.get(i, self.sections[i])) for i, to in moved.items()}
        for e in change.get("insertedSections", []):
            require(e["at"] not in placed, "two sections at one place", change)
            placed[e["at"]] = (None, {"id": e["section"], "title": e.get("title"),
                                      "rules": dict(e.get("rules") or {}), "rows": []})
        staying = [(i, updated.get(i, s)) for i, s in enumerate(self.sections)
                   if i not in gone and i not in moved]
        return fill(staying, placed, "the sections", change)

    def _filled(self, rows, origin, index, section, change):
        taken, placed, updated = rows
        here = {r: row for (s, r), row in placed.items() if s == index}
        staying = [] if origin is None else [
            updated.get((origin, r), row) for r, row in enumerate(self.sections[origin]["rows"])
            if (origin, r) not in taken]
        return {**section, "rows": fill(staying, here, f"section {section['id']}", change)}

    def _changed_rows(self, change):
        """Paths before that are vacated, path after → row that is laid there, and updated rows."""
        updated = {}
        for e in change.get("updatedRows", []):
            path = self._row_at(e["at"], e["row"], change)
            updated[path] = changed_row(self.sections[path[0]]["rows"][path[1]], e)
        gone_sections = {e["at"] for e in change.get("deletedSections", [])}
        taken, placed = set(), {}
        for e in change.get("deletedRows", []):
            path = self._row_at(e["at"], e["row"], change)
            require(path[0] not in gone_sections, "a row is listed that went with its section", change)
            require(path not in updated, "a deleted row is also updated", change)
            taken.add(path)
        for e in change.get("movedRows", []):
            path, to = self._row_at(e["from"], e["row"], change), tuple(e["to"])
            require(path not in taken and to not in placed, "a row is moved twice", change)
            taken.add(path)
            placed[to] = updated.get(path, self.sections[path[0]]["rows"][path[1]])
        for e in change.get("insertedRows", []):
            require(tuple(e["at"]) not in placed, "two rows at one place", change)
            placed[tuple(e["at"])] = row_of(e, "row")
        after = len(self.sections) - len(gone_sections) + len(change.get("insertedSections", []))
        require(all(0 <= s < after for s, _ in placed), "a row in no section", change)
        return taken, placed, updated


def changed_row(row, entry):
    """`row` with the entry's fields set (`null` removes) and its rules likewise."""
    fields = {**row["fields"], **entry.get("fields", {})}
    result = {**row, "fields": {k: v for k, v in fields.items() if v is not None}}
    result.update({k: entry[k] for k in ROW_RULES if k in entry})
    return {k: v for k, v in result.items() if v is not None}


def require_ascending(change):
    """Entries ascend by path; those of moves by either of their paths."""
    for key in SET_KEYS[:-1]:
        entries = change.get(key, [])
        orders = [[e.get(p) for e in entries] for p in (("from", "to") if "moved" in key else ("at",))]
        require(any(o == sorted(o) for o in orders), f"{key} does not ascend", change)
