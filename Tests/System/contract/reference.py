"""What edits of rows mean, on plain arrays, from Protocol.md and PositionsAndClamping.md: the expected result."""

import copy


class Refused(Exception):
    """An action that the rules refuse; its text is the reject code."""


class Reference:
    """A list without history: sections of rows, each a `dict`, and the list's rules."""

    def __init__(self, model):
        self.rules, self.sections = copy.deepcopy(model.rules), copy.deepcopy(model.sections)

    def order(self):
        """Section ids with their row ids, in order."""
        return [(s["id"], [r["id"] for r in s["rows"]]) for s in self.sections]

    def find(self, row_id):
        """The section and the row of an id."""
        for s in self.sections:
            for r in s["rows"]:
                if r["id"] == row_id:
                    return s, r
        raise Refused("unknownRow")

    def section(self, section_id):
        """The section of an id."""
        for s in self.sections:
            if s["id"] == section_id:
                return s
        raise Refused("unknownSection")

    def allows(self, rule, section, row=None, row_rule=None):
        """Whether no rule of that name on list, section and row forbids it."""
        return self.rules.get(rule, True) and section["rules"].get(rule, True) and (
            row is None or row.get(row_rule or rule, True))

    def movable(self, row_id):
        """Refuses a row that may not move at all."""
        section, row = self.find(row_id)
        if not self.allows("reorderable", section, row, "movable"):
            raise Refused("moveDisabled")
        return section, row


def band(row):
    """0, 1 or 2: pinned to the top, free, pinned to the bottom."""
    return {"top": 0, None: 1, "bottom": 2}[row.get("pinned")]


def band_range(rows, wanted):
    """The lowest and highest index at which a row of that band may be laid."""
    low = sum(band(r) < wanted for r in rows)
    return low, low + sum(band(r) == wanted for r in rows)


class Edit:
    """One edit done on `now`, its places rebased from `base`; `changed`: ids moved or gone since."""

    def __init__(self, now, base, changed):
        self.now, self.base, self.changed, self.clamped = now, base, changed, []

    def apply(self, actions):
        """Applies all actions in order, or raises `Refused`."""
        for number, action in enumerate(actions):
            self.apply_one(number, action)
            if self.base is not self.now:
                trial = copy.deepcopy(self.base)
                try:
                    Edit(trial, trial, set()).apply_one(number, action)
                    self.base = trial
                except Refused:
                    pass

    def apply_one(self, number, action):
        """Applies one action to `now`."""
        getattr(self, action["op"])(number, action)

    def insertRow(self, number, action):
        """Lays a new row down."""
        row = {k: action[v] for k, v in (("id", "row"), ("fields", "fields"), ("pinned", "pinned")) if v in action}
        if any(row["id"] in rows for _, rows in self.now.order()):
            raise Refused("duplicateID")
        section, index, why = self.place(action, [])
        if not self.now.allows("insertable", section):
            raise Refused("insertDisabled")
        self.room(section, 1)
        if sum(len(s["rows"]) for s in self.now.sections) >= self.now.rules.get("maxRows", 1e9):
            raise Refused("listFull")
        self.lay(number, section, index, why, [row], [], action)

    def moveRow(self, number, action):
        """Moves one row."""
        self.move(number, action, [action["row"]])

    def moveRows(self, number, action):
        """Moves rows in their list order."""
        there = [r for _, rows in self.now.order() for r in rows if r in action["rows"]]
        if there:
            self.move(number, action, there)

    def move(self, number, action, ids):
        """Moves rows as one group."""
        found = [self.now.movable(i) for i in ids]
        homes = {s["id"] for s, _ in found}
        if len({band(r) for _, r in found}) > 1:
            raise Refused("moveDisabled")
        section, index, why = self.place(action, ids)
        target, bound = section["id"], self.now.rules.get("moveScope") == "section" or band(found[0][1]) != 1
        if bound and len(homes) > 1:
            raise Refused("moveDisabled")
        if homes != {target} and (bound or not section["rules"].get("reorderable", True)):
            if len(homes) > 1:
                raise Refused("moveDisabled")
            later = self.now.sections.index(section) > self.now.sections.index(found[0][0])
            section, why = found[0][0], "scope"
            index = len(section["rows"]) - len(ids) if later else 0
        self.room(section, sum(s is not section for s, _ in found))
        self.lay(number, section, index, why, [r for _, r in found], [s for s, _ in found], action)

    def room(self, section, more):
        """Refuses more rows than `maxRows`."""
        if more and len(section["rows"]) + more > section["rules"].get("maxRows", 1e9):
            raise Refused("sectionFull")

    def lay(self, number, section, index, why, rows, homes, action):
        """Takes the rows out where they are, keeps to the band, lays them down, reports."""
        for home, row in zip(homes, rows):
            home["rows"].remove(row)
        low, high = band_range(section["rows"], band(rows[0]))
        bounded = min(max(index, low), high)
        if bounded != index and why is None:
            why = "pinned"
        section["rows"][bounded:bounded] = rows
        exact = {"index", "before", "after"} & action.get("to", {}).keys()
        if why == "scope" or (why and exact):
            name = {"rows": [r["id"] for r in rows]} if action["op"] == "moveRows" else {"row": rows[0]["id"]}
            self.clamped.append({"action": number, **name, "why": why,
                                 "to": [self.now.sections.index(section), bounded]})

    def place(self, action, moving):
        """The section and index in `now`, moving rows taken out, and why it was bounded."""
        to = action.get("to")
        if to is None:
            to = {"section": self.now.sections[-1]["id"]}
        for form in ("before", "after"):
            if form in to:
                return (*self.beside(form, to[form], moving), None)
        section = self.now.section(to["section"])
        rows = [r["id"] for r in section["rows"] if r["id"] not in moving]
        if "index" not in to:
            return section, 0 if to.get("at") == "start" else len(rows), None
        before = [r["id"] for r in self.base.section(to["section"])["rows"] if r["id"] not in moving]
        bounded = min(max(to["index"], 0), len(before))
        return section, self.rebase(before, bounded, rows), None if bounded == to["index"] else "bounds"

    def rebase(self, before, gap, rows):
        """The index in `rows` of a gap between two neighbours of `before`."""
        left, right = before[gap - 1] if gap else None, before[gap] if gap < len(before) else None
        for i in range(len(rows) + 1):
            if left == (rows[i - 1] if i else None) and right == (rows[i] if i < len(rows) else None):
                return i
        for row in before[gap:]:
            if row not in self.changed and row in rows:
                return rows.index(row)
        return len(rows)

    def beside(self, form, name, moving):
        """The place before or after a named row."""
        try:
            section, _ = self.now.find(name)
        except Refused:
            home, _ = self.base.find(name)
            try:
                section = self.now.section(home["id"])
            except Refused:
                raise Refused("unknownRow") from None
            before = [r["id"] for r in home["rows"] if r["id"] not in moving]
            gap = before.index(name)
            before.remove(name)
            return section, self.rebase(before, gap, [r["id"] for r in section["rows"] if r["id"] not in moving])
        rows = [r["id"] for r in section["rows"]]
        at = rows.index(name) + (form == "after")
        return section, sum(r not in moving for r in rows[:at])

    def updateRow(self, number, action):
        """Sets fields, and `pinned`."""
        section, row = self.now.find(action["row"])
        if "fields" in action and not self.now.allows("editable", section, row):
            raise Refused("editDisabled")
        fields = {**row["fields"], **action.get("fields", {})}
        row["fields"] = {k: v for k, v in fields.items() if v is not None}
        if "pinned" in action and action["pinned"] != row.get("pinned"):
            old = band(row)
            row["pinned"] = action["pinned"]
            section["rows"].remove(row)
            low, high = band_range(section["rows"], band(row))
            section["rows"].insert(high if old > band(row) else low, row)
            if action["pinned"] is None:
                del row["pinned"]

    def deleteRows(self, number, action):
        """Deletes rows that are there."""
        for section in self.now.sections:
            for row in [r for r in section["rows"] if r["id"] in action["rows"]]:
                if not (self.now.allows("editable", section, row) and self.now.allows("deletable", section, row)):
                    raise Refused("deleteDisabled")
                section["rows"].remove(row)

    def insertSection(self, number, action):
        """Lays a new section down."""
        names = [s["id"] for s in self.now.sections]
        if action["section"] in names:
            raise Refused("duplicateID")
        made = {"id": action["section"], "title": action["title"], "rules": {}, "rows": []}
        self.lay_section(number, action, made, names)

    def moveSection(self, number, action):
        """Moves a section with its rows."""
        section = self.now.section(action["section"])
        self.now.sections.remove(section)
        self.lay_section(number, action, section, [s["id"] for s in self.now.sections])

    def deleteSections(self, number, action):
        """Deletes sections that are there, with their rows."""
        self.now.sections = [s for s in self.now.sections if s["id"] not in action["sections"]]

    def lay_section(self, number, action, section, names):
        """Finds the place among the other sections, lays it down, reports."""
        to = action.get("to", {})
        base = [s["id"] for s in self.base.sections if s["id"] != section["id"]]
        index, name = len(names), to.get("before", to.get("after"))
        if to.get("at") == "start":
            index = 0
        elif "index" in to:
            bounded = min(max(to["index"], 0), len(base))
            index = self.rebase(base, bounded, names)
            if bounded != to["index"]:
                self.clamped.append({"action": number, "section": section["id"], "to": index, "why": "bounds"})
        elif name in names:
            index = names.index(name) + ("after" in to)
        elif name in base:
            gap = base.index(name)
            index = self.rebase(base[:gap] + base[gap + 1:], gap, names)
        elif name is not None:
            raise Refused("unknownSection")
        self.now.sections.insert(index, section)
