"""The edits that the editors make: random, seeded, of every kind that protocol.md knows."""

ROWS = 45
"""A list with more rows than this is edited by deleting more than inserting."""


class Load:
    """Chooses edits for one editor. `view` is a list's order, `[(section, [row, …]), …]`."""

    def __init__(self, dice, mark):
        self.dice, self.mark, self.made = dice, mark, 0

    def name(self):
        """A fresh id for a row or section."""
        self.made += 1
        return f"{self.mark}-{self.made}"

    def message(self, view, alone):
        """An edit, undo or redo without its envelope; `alone`: nothing is unanswered, so an index is allowed."""
        kind = self.dice.choices(("edit", "undo", "redo"), (88, 8, 4))[0]
        if kind != "edit":
            return {"type": kind}
        count = self.dice.choices((1, 2, 3), (90, 7, 3))[0]
        rows = sum(len(r) for _, r in view)
        actions = [self.action(view, alone, rows) for _ in range(count)]
        return {"type": "edit", "actions": actions}

    def action(self, view, alone, rows):
        """One action."""
        if not any(r for _, r in view):
            return self.insert_row(view, alone) if view else self.insert_section(view, alone)
        many = rows > ROWS
        makers = {
            self.move_row: 36, self.insert_row: 8 if many else 22, self.update_row: 11,
            self.delete_rows: 20 if many else 6, self.move_rows: 5, self.move_section: 3,
            self.insert_section: 3 if len(view) < 7 else 0.5, self.update_section: 2,
            self.delete_sections: 1 if len(view) > 4 else 0.2, self.update_list: 1, self.wrong: 2}
        maker = self.dice.choices(list(makers), list(makers.values()))[0]
        return maker(view, alone)

    def row(self, view):
        """Any row."""
        return self.dice.choice([r for _, rows in view for r in rows])

    def place(self, view, alone):
        """Any `to` for rows; by index only where that is allowed, outside too."""
        section, rows = self.dice.choice(view)
        form = self.dice.choice(("index", "index", "before", "after", "at", "section", "none"))
        if form == "index" and alone:
            return {"section": section, "index": self.dice.randint(-1, len(rows) + 2)}
        if form == "at":
            return {"section": section, "at": self.dice.choice(("start", "end"))}
        if form == "none":
            return None
        if form == "section" or not any(r for _, r in view):
            return {"section": section}
        return {self.dice.choice(("before", "after")): self.row(view)}

    def placed(self, action, to):
        """The action with its place, if it has one."""
        return action if to is None else {**action, "to": to}

    def move_row(self, view, alone):
        return self.placed({"op": "moveRow", "row": self.row(view)}, self.place(view, alone))

    def move_rows(self, view, alone):
        rows = sorted({self.row(view) for _ in range(self.dice.randint(2, 4))})
        return self.placed({"op": "moveRows", "rows": rows}, self.place(view, alone))

    def insert_row(self, view, alone):
        named = {"row": self.name()} if self.dice.random() < 0.6 else {}
        action = {"op": "insertRow", **named, "fields": {"title": self.name(), "n": self.made}}
        return self.placed(action, self.place(view, alone))

    def update_row(self, view, _):
        fields = {self.dice.choice(("title", "detail", "done")): self.dice.choice(
            (None, True, self.name(), {"deep": [1, 2.50, "ä"]}))}
        return {"op": "updateRow", "row": self.row(view), "fields": fields}

    def delete_rows(self, view, _):
        return {"op": "deleteRows", "rows": sorted({self.row(view), self.row(view)})}

    def section_place(self, view, alone):
        """Any `to` for sections."""
        form = self.dice.choice(("index", "before", "after", "at"))
        if not view or form == "at":
            return {"at": self.dice.choice(("start", "end"))}
        if form == "index" and alone:
            return {"index": self.dice.randint(-1, len(view) + 1)}
        return {"before" if form == "before" else "after": self.dice.choice(view)[0]}

    def move_section(self, view, alone):
        return {"op": "moveSection", "section": self.dice.choice(view)[0],
                "to": self.section_place(view, alone)}

    def insert_section(self, view, alone):
        return {"op": "insertSection", "section": self.name(), "title": "New",
                "to": self.section_place(view, alone)}

    def update_section(self, view, _):
        return {"op": "updateSection", "section": self.dice.choice(view)[0], "title": self.name()}

    def delete_sections(self, view, _):
        return {"op": "deleteSections", "sections": [self.dice.choice(view)[0]]}

    def update_list(self, _, __):
        return {"op": "updateList", "title": self.name()}

    def wrong(self, _, __):
        """What must be refused."""
        return self.dice.choice((
            {"op": "moveRow", "row": "no-such-row"},
            {"op": "updateRow", "row": "no-such-row", "fields": {"title": "lost"}},
            {"op": "insertRow", "fields": 7},
            {"op": "insertRow", "row": self.name(), "fields": {}, "to": {"section": "nowhere"}},
            {"op": "fly"}))


def contents(name):
    """What the list `name` is created with: five kinds of rules, an empty section in each."""
    kind = sum(map(ord, name)) % 5
    rules = {"moveScope": "section"} if kind == 2 else {}
    pins = {0: "top", 5: "bottom"} if kind in (1, 2) else {}
    sections = []
    for s in range(3):
        rows = [] if s == 2 else [
            {"id": f"{name}-{s}{r}", "fields": {"title": f"Row {s}.{r}"},
             **({"pinned": pins[r]} if r in pins else {})} for r in range(6)]
        narrow = {(3, 1): {"reorderable": False, "insertable": False}, (4, 0): {"maxRows": 12}}
        sections.append({"id": f"{name}-s{s}", "title": f"Section {s}",
                         "rules": narrow.get((kind, s), {}), "rows": rows})
    return {"title": name, "rules": rules, "sections": sections}
