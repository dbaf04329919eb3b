"""Where a row or section must land: the written rules of protocol.md and editing.md, applied to the state before.

A second opinion, so it is plain and slow. It looks at edits of one action; where the rules leave more than one reading
(the gap of a row that has gone), each of them is allowed.
"""

from collections import namedtuple

Landing = namedtuple("Landing", "order why")
"""The whole order after the action, and the reason for which its place was clamped, or None."""

Place = namedtuple("Place", "section index why soft")
"""`soft`: not a named place (`at`, or none), so that only `scope` is reported."""

MOVES = ("moveRow", "moveRows", "insertRow")
SECTION_MOVES = ("moveSection", "insertSection")


def landings(timeline, message, before, inserted=None):
    """Every landing that the rules allow for the edit's one action on the state `before`; None: not judged."""
    action = message["actions"][0]
    base = message.get("base", before)
    if base > before or base not in timeline.states or before not in timeline.states:
        return None
    if action["op"] in MOVES:
        return row_landings(timeline, action, base, before, inserted)
    return section_landings(timeline, action, base, before, inserted)


def row_landings(timeline, action, base, before, inserted):
    """For rows that are moved or inserted."""
    sections = timeline.states[before].sections
    moving, own = moving_rows(sections, action)
    if moving is None:
        return None
    names = set(moving)
    places = row_places(timeline, action.get("to"), names, base, before)
    if places is None:
        return None
    pins = [r.get("pinned") for s in sections for r in s["rows"] if r["id"] in names]
    if action["op"] == "insertRow":
        pins, moving = [action.get("pinned")], [inserted]
    if len(set(pins)) != 1:
        return None
    results = []
    for place in places:
        target = target_place(timeline.states[before], names, own, pins[0], place)
        if target is None:
            return None
        order = [(s["id"], without(s, names)) for s in sections]
        at = next(i for i, (name, _) in enumerate(order) if name == target.section)
        order[at][1][target.index:target.index] = moving
        results.append(Landing(order, target.why))
    return results


def moving_rows(sections, action):
    """The rows that the action moves, in the list's order, and the one section they stand in (None: several)."""
    if action["op"] == "insertRow":
        return [], None
    names = {action["row"]} if action["op"] == "moveRow" else set(action["rows"])
    found = [(s["id"], r["id"]) for s in sections for r in s["rows"] if r["id"] in names]
    if not found:
        return None, None
    homes = {s for s, _ in found}
    return [r for _, r in found], homes.pop() if len(homes) == 1 else None


def without(section, names):
    """The section's rows but those."""
    return [r["id"] for r in section["rows"] if r["id"] not in names]


def target_place(state, names, own, pinned, place):
    """`targetPlace` of editing.md: scope, bounds (done before), pinned."""
    sections = [s["id"] for s in state.sections]
    section, index, why = place.section, place.index, place.why
    if names and section != own:
        rules = {**state.sections[sections.index(section)]["rules"]}
        fixed = not (state.rules.get("reorderable", True) and rules.get("reorderable", True))
        if state.rules.get("moveScope") == "section" or pinned or fixed:
            if own is None:
                return None
            later = sections.index(section) > sections.index(own)
            home = without(state.sections[sections.index(own)], names)
            section, index, why = own, len(home) if later else 0, "scope"
    rows = [r for r in state.sections[sections.index(section)]["rows"] if r["id"] not in names]
    top = sum(r.get("pinned") == "top" for r in rows)
    bottom = len(rows) - sum(r.get("pinned") == "bottom" for r in rows)
    low, high = {"top": (0, top), "bottom": (bottom, len(rows))}.get(pinned, (top, bottom))
    if not low <= index <= high:
        index = min(max(index, low), high)
        why = why or (None if place.soft else "pinned")
    return Place(section, index, why, place.soft)


def row_places(timeline, to, names, base, before):
    """The gaps that `to` can name, counted without the rows `names`."""
    now = {s["id"]: without(s, names) for s in timeline.states[before].sections}
    then = {s["id"]: without(s, names) for s in timeline.states[base].sections}
    if to is None:
        last = timeline.states[before].sections
        return [Place(last[-1]["id"], len(now[last[-1]["id"]]), None, True)] if last else None
    if "section" in to:
        section = to["section"]
        if section not in now:
            return None
        if "index" not in to:
            return [Place(section, 0 if to.get("at") == "start" else len(now[section]), None, True)]
        if section not in then:
            return None
        index = min(max(to["index"], 0), len(then[section]))
        why = None if index == to["index"] else "bounds"
        gone = touched_rows(timeline, base, before)
        return [Place(section, rebased(then[section], index, now[section], gone, base == before),
                      why, False)]
    after = "after" in to
    neighbour = to["after" if after else "before"]
    whole = {s["id"]: [r["id"] for r in s["rows"]] for s in timeline.states[before].sections}
    for section, rows in whole.items():
        if neighbour in rows:
            return [Place(section, beside(rows, neighbour, after, names), None, False)]
    return gap_places(timeline, neighbour, after, names, base, before, now)


def beside(rows, neighbour, after, moving):
    """The index before or after a row, without the moving ones; one of these stands for the next."""
    at = rows.index(neighbour)
    if neighbour not in moving:
        at += after
    return sum(r not in moving for r in rows[:at])


def gap_places(timeline, neighbour, after, names, base, before, now):
    """The gap where a row stood that was deleted since: seen at `base`, or just before it went."""
    places = []
    for revision in {base, *last_seen(timeline, neighbour, base, before)}:
        for section in timeline.states[revision].sections:
            rows = without(section, names)
            if neighbour in rows and section["id"] in now:
                at = rows.index(neighbour)
                gone = touched_rows(timeline, revision, before)
                rest = [r for r in rows if r != neighbour]
                for then, index in ((rows, at + after), (rest, at)):
                    index = rebased(then, index, now[section["id"]], gone, False)
                    places.append(Place(section["id"], index, None, False))
    return places or None


def last_seen(timeline, row, base, before):
    """The last revision from `base` on at which the row was there."""
    for revision in range(before, base - 1, -1):
        if any(r["id"] == row for s in timeline.states[revision].sections for r in s["rows"]):
            return [revision]
    return []


def rebased(then, index, now, gone, same):
    """The gap `index` of `then` in `now`: between the same neighbours, else before the next that stayed, else the end."""
    if same:
        return index
    left = then[index - 1] if index > 0 else None
    right = then[index] if index < len(then) else None
    framed = [None, *now, None]
    for gap in range(len(now) + 1):
        if framed[gap] == left and framed[gap + 1] == right:
            return gap
    for name in then[index:]:
        if name not in gone and name in now:
            return now.index(name)
    return len(now)


def touched_rows(timeline, base, before):
    """Rows that have moved or gone by the sets after `base`, even if they came back."""
    names = set()
    for revision in range(base + 1, before + 1):
        change = timeline.sets[revision]
        names |= {e["row"] for k in ("movedRows", "deletedRows") for e in change.get(k, [])}
        lost = {e["section"] for e in change.get("deletedSections", [])}
        if lost:
            names |= {r["id"] for s in timeline.states[revision - 1].sections if s["id"] in lost
                      for r in s["rows"]}
    return names


def section_landings(timeline, action, base, before, inserted):
    """For a section that is moved or inserted."""
    state = timeline.states[before]
    name = action["section"] if action["op"] == "moveSection" else inserted
    moving = {name} if action["op"] == "moveSection" else set()
    rows = {s["id"]: [r["id"] for r in s["rows"]] for s in state.sections}
    now = [s for s in rows if s not in moving]
    then = [s["id"] for s in timeline.states[base].sections if s["id"] not in moving]
    if moving and name not in rows:
        return None
    gone = {e["section"] for r in range(base + 1, before + 1)
            for k in ("movedSections", "deletedSections") for e in timeline.sets[r].get(k, [])}
    to, why, indices = action.get("to") or {"at": "end"}, None, None
    if "at" in to:
        indices = [0 if to["at"] == "start" else len(now)]
    elif "index" in to:
        index = min(max(to["index"], 0), len(then))
        why = None if index == to["index"] else "bounds"
        indices = [rebased(then, index, now, gone, base == before)]
    else:
        after = "after" in to
        neighbour = to["after" if after else "before"]
        if neighbour in rows:
            indices = [beside(list(rows), neighbour, after, moving)]
        elif neighbour in then:
            at = then.index(neighbour)
            rest = [s for s in then if s != neighbour]
            indices = [rebased(then, at + after, now, gone, False),
                       rebased(rest, at, now, gone, False)]
    if indices is None:
        return None
    rows.setdefault(name, [])
    return [Landing([(s, rows[s]) for s in [*now[:i], name, *now[i:]]], why) for i in indices]
