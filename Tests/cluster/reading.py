"""Reads a history once: sessions are followed, edits are brought together with their answers."""

import json
from collections import defaultdict, namedtuple

from timeline import Timeline

Answer = namedtuple("Answer", "t session kind revision body")
"""`kind`: set, applied, noop, applied-before, not-applied-before, forgotten, other-epoch, reject, error."""

EDIT_TYPES = ("edit", "undo", "redo")
DUPLICATE = {True: "applied-before", False: "not-applied-before", None: "forgotten"}


class Edit:
    """One edit of one client on one list: every sending and every answer."""

    def __init__(self, client, message, epoch):
        self.client, self.list, self.id = client, message["list"], message["id"]
        self.message, self.epoch = message, epoch
        self.sent = []
        self.answers = []

    def __str__(self):
        return f"{self.list} {self.client[:6]}/{self.id}"

    def revisions(self):
        """The revisions under which answers say that it applied."""
        return {a.revision for a in self.answers
                if a.kind in ("set", "applied", "applied-before") and a.revision is not None}


class Reading:
    """What follows from the history alone, before any property is asked about."""

    def __init__(self, history):
        self.timelines = {}
        self.edits = {}
        self.faults = defaultdict(list)
        self.tried = defaultdict(int)
        self.snapshots, self.counted, self.heads, self.folds, self.resumes = [], [], [], [], []
        self.held_at_quiet, self.is_quiet = {}, False
        self.rounds = 0
        self.contents, self.parsed = {}, {}
        self.epochs = {}
        self.sessions = {}
        self.seen = defaultdict(int)
        self.seen_by_all = defaultdict(int)
        self.durable = {}
        self.http = []
        for event in history.events:
            getattr(self, f"on_{event['kind']}")(event)
        for timeline in self.timelines.values():
            timeline.replay()

    def timeline(self, name, epoch):
        """The timeline of a list that was made under that epoch."""
        key = (name, epoch)
        if key not in self.timelines:
            self.timelines[key] = Timeline(name, epoch, self.contents.get(name))
        return self.timelines[key]

    # Events

    def on_made(self, event):
        self.contents[event["list"]] = event["content"]

    def on_killed(self, _):
        self.rounds += 1
        self.durable = dict(self.seen_by_all)

    def on_ready(self, _):
        pass

    def on_quiet(self, _):
        self.is_quiet = True
        for session in self.sessions.values():
            for name, held in session.held.items():
                if name in session.epochs:
                    self.held_at_quiet[session.client, name, session.epochs[name]] = held

    def on_snapshot(self, event):
        body = event["body"]
        self.snapshots.append((body, "GET"))
        self.note_revision(None, event["list"], body["epoch"], body["revision"])
        self.timeline(event["list"], body["epoch"])

    def on_changes(self, event):
        self.http.append(event)
        if event["status"] == 200:
            timeline = self.timeline(event["list"], event["body"]["epoch"])
            for change in event["body"]["sets"]:
                if change.get("folds", 1) == 1:
                    timeline.see(change, "GET changes")

    def on_sent(self, event):
        session = self.session(event)
        for message in self.messages(event["frame"]):
            session.send(message, event["t"])

    def on_received(self, event):
        session = self.session(event)
        for message in self.messages(event["frame"]):
            session.receive(message, event["t"])

    # What sessions report

    def session(self, event):
        """The session of an event; a newer one ends the client's earlier ones."""
        number = event["session"]
        if number not in self.sessions:
            for old in [n for n, s in self.sessions.items() if s.client == event["client"]]:
                del self.sessions[old]
            self.sessions[number] = FollowedSession(self, event["client"], number)
        return self.sessions[number]

    def messages(self, frame):
        """The messages of a frame; frames that many received are read once."""
        if frame not in self.parsed:
            content = json.loads(frame)
            self.parsed[frame] = content if isinstance(content, list) else [content]
        return self.parsed[frame]

    def fault(self, number, text):
        """Notes that property `number` does not hold."""
        self.faults[number].append(text)

    def note_revision(self, client, name, epoch, revision, born=None):
        """A client, or with None a reader, was shown that revision.

        `born`: the round in which the session began; what a session of before a crash still finds in its socket says
        nothing of what the crash left.
        """
        key = (client, name, epoch)
        if client is not None:
            self.tried[6] += 1
            if revision < self.seen[key]:
                self.fault(6, f"{name}: {client[:6]} saw {self.seen[key]}, then {revision}")
        if born in (None, self.rounds) and revision < self.durable.get((name, epoch), 0):
            self.fault(6, f"{name}: {self.durable[name, epoch]} was seen before the crash, "
                          f"{revision} is shown after it")
        self.seen[key] = max(self.seen[key], revision)
        self.seen_by_all[name, epoch] = max(self.seen_by_all[name, epoch], revision)


class FollowedSession:
    """One connection: what it holds of each list, and which edits it waits for."""

    def __init__(self, reading, client, number):
        self.reading, self.client, self.number = reading, client, number
        self.epochs, self.held, self.asked, self.opening = {}, {}, {}, set()
        self.deleting = {}
        self.sent, self.parts, self.born = {}, {}, reading.rounds

    def send(self, message, t):
        """Follows what the client sends."""
        name = message.get("list")
        if message["type"] == "open":
            self.asked[name] = (message.get("since"), message.get("epoch"), t)
        elif message["type"] == "delete":
            # Sent again after a reconnect, it may be the only one to tell that the list is gone: `closed` of a list
            # that this session has not opened, or `unknownList` where the first was obeyed.
            self.deleting[name] = self.reading.epochs.get((self.client, name))
        elif message["type"] in EDIT_TYPES:
            epoch = message.get("epoch", self.epochs.get(name))
            key = (self.client, name, epoch, message["id"])
            edit = self.reading.edits.setdefault(key, Edit(self.client, message, epoch))
            edit.sent.append((t, self.number))
            # Resent within a session, after the list was unavailable, an edit may be answered as often.
            _, answers, sendings = self.sent.get((name, message["id"]), (edit, 0, 0))
            self.sent[name, message["id"]] = [edit, answers, sendings + 1]

    def receive(self, message, t):
        """Follows what the server sends."""
        kind, name = message["type"], message.get("list")
        if kind == "opened":
            self.opened(message, name)
        elif kind == "snapshot":
            self.snapshot(message, name)
        elif kind in ("changes", "catchup"):
            self.sets(message, name, t)
        elif kind == "head":
            self.reading.heads.append((name, self.epochs.get(name), message))
        elif kind == "closed":
            self.closed(name, t)
        elif kind in ("ack", "reject", "error") and "id" in message:
            self.answer(message, name, t)
        elif kind == "error" and message["code"] == "unknownList" and (
                name in self.asked or name in self.deleting):
            _, asked, _ = self.asked.pop(name, (None, None, None))
            self.epochs.pop(name, None)
            self.deleted(name, self.deleting.pop(name, None) or asked, t)

    def opened(self, message, name):
        epoch = message["epoch"]
        timeline = self.reading.timeline(name, epoch)
        asked_at = self.asked[name][2]
        if timeline.dead and asked_at > timeline.died:
            self.reading.fault(3, f"{name}: deleted, and there again under epoch {epoch}")
        self.epochs[name] = self.reading.epochs[self.client, name] = epoch
        self.reading.note_revision(self.client, name, epoch, message["revision"], self.born)
        self.opening.add(name)

    def closed(self, name, t):
        asked = self.deleting.pop(name, None)
        self.deleted(name, self.epochs.pop(name, asked), t)
        self.held.pop(name, None)

    def deleted(self, name, epoch, t):
        """The list of that epoch is no more; None if no epoch of it was known."""
        if epoch is not None:
            timeline = self.reading.timeline(name, epoch)
            timeline.dead, timeline.died = True, min(timeline.died, t)

    def snapshot(self, message, name):
        whole = message
        if message.get("parts", 1) > 1:
            parts = self.parts.setdefault(name, [])
            parts.append(message)
            if message["part"] < message["parts"] - 1:
                return
            whole = {**message, "sections": joined(self.parts.pop(name))}
        self.reading.snapshots.append((whole, self.client[:6]))
        self.reading.note_revision(self.client, name, message["epoch"], message["revision"], self.born)
        self.opening.discard(name)
        self.held[name] = message["revision"]

    def sets(self, message, name, t):
        epoch = message.get("epoch", self.epochs.get(name))
        timeline = self.reading.timeline(name, epoch)
        held = self.held.get(name)
        if message["type"] == "catchup":
            if name in self.opening:
                held = self.asked[name][0]
                self.opening.discard(name)
                self.reading.resumes.append((timeline, held, message))
            self.reading.note_revision(self.client, name, epoch, message["revision"], self.born)
        for change in message["sets"]:
            revision, folds = change["revision"], change.get("folds", 1)
            if folds == 1:
                timeline.see(change, self.client[:6])
            else:
                self.reading.folds.append((timeline, change))
            if change.get("client") == self.client and folds == 1:
                self.own_set(change, name, epoch, t)
            if held is None:
                self.reading.fault(1, f"{name}: {self.client[:6]} gets {revision} of a list not open")
            elif revision > held:
                self.reading.tried[1] += 1
                if revision != held + folds:
                    self.reading.fault(
                        1, f"{name}: {self.client[:6]} holds {held} and gets {revision}")
                held = revision
        if message["sets"]:
            self.reading.counted.append((timeline, message["sets"][-1]["revision"], message["counts"]))
        if held is not None:
            self.held[name] = held
            self.reading.note_revision(self.client, name, epoch, held, self.born)

    def own_set(self, change, name, epoch, t):
        edit = self.reading.edits.get((self.client, name, epoch, change["intent"]))
        if edit is None:
            self.reading.fault(3, f"{name}: {change['intent']} of {self.client[:6]} was never sent")
            return
        edit.answers.append(Answer(t, self.number, "set", change["revision"], change))
        waiting = self.sent.get((name, change["intent"]))
        if waiting:
            waiting[1] = max(waiting[1], 1)

    def answer(self, message, name, t):
        waiting = self.sent.get((name, message["id"]))
        if waiting is None:
            self.reading.fault(
                "A", f"{name}: an answer to {message['id']}, which was not asked: {message}")
            return
        edit = waiting[0]
        kind = message["type"]
        if kind == "ack":
            outcome = message["outcome"]
            kind = DUPLICATE[message.get("applied")] if outcome == "duplicate" else outcome
        # The second is the first once more: its answer was lost between two servers.
        of_any_epoch = message.get("code") == "staleBase" or kind == DUPLICATE[False]
        if of_any_epoch and edit.epoch != self.epochs.get(name):
            kind = "other-epoch"
        edit.answers.append(Answer(t, self.number, kind, message.get("revision"), message))
        waiting[1] += 1
        if waiting[1] > waiting[2]:
            self.reading.fault("A", f"{edit}: {waiting[1]} answers in one session, now {message}")


def joined(parts):
    """The sections of a snapshot that came in parts."""
    sections = []
    for part in parts:
        for section in part["sections"]:
            if sections and sections[-1]["id"] == section["id"]:
                sections[-1] = {**sections[-1], "rows": sections[-1]["rows"] + section["rows"]}
            else:
                sections.append(section)
    return sections
