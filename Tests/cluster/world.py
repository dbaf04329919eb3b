"""What the editors of a run share: the lists as they stand, the history, and whether to edit at all."""

from model import BrokenSet, ListModel


class World:
    """The address, the history, a mirror of every list at its last revisions, and the switches of a run."""

    KEPT = 150

    def __init__(self, url, history):
        self.url, self.history = url, history
        self.mirrors = {}
        self.loading, self.ended = False, False
        self.passing = {}
        self.refused_since = 0

    def mirror(self, name, epoch):
        """The list of that epoch as its sets came in, for choosing what to edit."""
        return self.mirrors.setdefault((name, epoch), Mirror())

    def offer(self, name, epoch):
        """Tells everyone of a list that will not be there for long."""
        self.passing[name] = epoch

    def withdraw(self, name):
        """The list is gone, or about to be."""
        self.passing.pop(name, None)


class Mirror:
    """Orders of a list by revision: an editor chooses rows from the revision that it holds itself."""

    def __init__(self):
        self.model, self.views = None, {}

    def begin(self, snapshot):
        """Takes a snapshot if it is newer."""
        if self.model is None or snapshot["revision"] > self.model.revision:
            self.model = ListModel(snapshot)
            self.note()

    def follow(self, change):
        """Takes a set if it is the next one."""
        if self.model is None:
            return
        if change["revision"] == self.model.revision + 1 and change.get("folds", 1) == 1:
            try:
                self.model.apply(change)
            except (BrokenSet, KeyError, IndexError):
                return
            self.note()

    def note(self):
        """Keeps the order at this revision, and forgets old ones."""
        self.views[self.model.revision] = self.model.order()
        self.views.pop(self.model.revision - World.KEPT, None)

    def at(self, revision):
        """Section ids with row ids at that revision, or as near to it as is known."""
        return self.views.get(revision) or (self.model.order() if self.model else [])
