"""One list's whole history as all observers together saw it, replayed from its creation."""

from collections import namedtuple

from model import ROW_RULES, BrokenSet, ListModel

State = namedtuple("State", "title rules sections")
"""A list at one revision; its parts are shared with the states around it and never changed."""


def plain(sections):
    """Sections as protocol.md sends them, without what is default."""
    return [{"id": s["id"], "title": s.get("title"), "rules": s.get("rules") or {}, "rows": [
        {"id": r["id"], "fields": r.get("fields") or {},
         **{k: r[k] for k in ROW_RULES if r.get(k) is not None}} for r in s["rows"]]}
        for s in sections]


class Timeline:
    """The sets of one list and epoch by revision, and the states that they lead to."""

    def __init__(self, name, epoch, content):
        self.name, self.epoch = name, epoch
        self.content = content
        self.sets = {}
        self.conflicts = []
        self.broken = []
        self.states = {}
        self.dead, self.died = False, float("inf")

    def see(self, change, where):
        """Takes a set that somebody saw; another one under the same revision is a conflict."""
        known = self.sets.setdefault(change["revision"], change)
        if known is not change and known != change:
            self.conflicts.append(
                f"{self.name}: revision {change['revision']} differs for {where}: {known} / {change}")

    @property
    def newest(self):
        """The highest revision of which a set was seen."""
        return max(self.sets, default=0)

    def gaps(self):
        """Revisions below the newest of which nobody saw a set."""
        return [r for r in range(1, self.newest + 1) if r not in self.sets]

    def replay(self):
        """Applies the sets one by one from the list's creation, as far as they go."""
        if self.content is None:
            return
        model = ListModel({"epoch": self.epoch, "revision": 0, **self.content})
        self.states[0] = State(model.title, model.rules, model.sections)
        for revision in range(1, self.newest + 1):
            if revision not in self.sets:
                return
            try:
                model.apply(self.sets[revision])
            except (BrokenSet, KeyError, IndexError, TypeError) as error:
                self.broken.append(f"{self.name}: revision {revision} does not apply: {error!r}")
                return
            self.states[revision] = State(model.title, model.rules, model.sections)

    def model_at(self, revision):
        """A list of one's own at that revision, to apply sets to."""
        state = self.states[revision]
        model = ListModel({"epoch": self.epoch, "revision": revision, "title": state.title,
                           "rules": state.rules, "sections": []})
        model.sections = list(state.sections)
        return model

    def order(self, revision):
        """Section ids with their row ids at that revision."""
        return [(s["id"], [r["id"] for r in s["rows"]]) for s in self.states[revision].sections]

    def differs(self, snapshot):
        """What is different between a snapshot and the replay at its revision; None if nothing, or not known."""
        state = self.states.get(snapshot["revision"])
        if state is None:
            return None
        for what, here, there in (
                ("title", state.title, snapshot.get("title")),
                ("rules", state.rules or {}, snapshot.get("rules") or {}),
                ("sections", plain(state.sections), plain(snapshot["sections"]))):
            if here != there:
                return (f"{self.name} at revision {snapshot['revision']}: {what} replayed {here}, "
                        f"in the snapshot {there}")
        return None
