"""A small client of the list server, written from protocol.md alone."""

import hashlib
import json
import secrets
import time
from collections import defaultdict, namedtuple
from contextlib import ExitStack

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from model import BrokenSet, ListModel
from waiting import BOUND

PLAIN = {"compression": None, "max_size": None, "max_queue": None, "proxy": None, "close_timeout": 2}

Answer = namedtuple("Answer", "kind body")
"""The one answer to an edit: `kind` is `set`, `ack`, `reject` or `error`."""

NEWEST = object()
"""Stands for a `base` that is left out."""


class Unavailable(TimeoutError):
    """A list is there and cannot be read now; it can be opened later."""


def public_name(key, user=""):
    """What everyone sees of the client that holds `key`."""
    return hashlib.sha256(f"{user}\n{key}".encode()).hexdigest()[:24]


class Client:
    """One session. Messages are read when something is waited for; opened lists follow along."""

    def __init__(self, url, key=None, name=None, greet=True, **options):
        self.key = key or secrets.token_hex(12)
        self.name = name
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(
            connect(url, **{**PLAIN, **options}, open_timeout=BOUND))
        self.inbox, self.frames, self.close_code = [], [], None
        self.lists, self.parts, self.opened = {}, {}, {}
        self.used = defaultdict(int)
        self.sent, self.answers = {}, defaultdict(list)
        self.sets = defaultdict(list)
        self.public = None
        self.welcome = self.hello() if greet else None

    # Sending

    def send(self, *messages):
        """Sends one message, or several as an array in one frame."""
        self.socket.send(json.dumps(messages[0] if len(messages) == 1 else list(messages)))

    def hello(self, **fields):
        """Greets, waits for the welcome and takes the name that others see from it."""
        message = {"type": "hello", "client": self.key, **fields}
        if self.name is not None:
            message["name"] = self.name
        self.send(message)
        welcome = self.take(type="welcome")
        self.public = welcome["client"]
        return welcome

    def open(self, list_id, since=None, epoch=None):
        """Opens a list, by snapshot or, with `since`, by catchup; returns `opened`."""
        message = {"type": "open", "list": list_id}
        if since is not None:
            message.update(since=since, epoch=epoch)
        self.send(message)
        opened = self.take(lambda m: m["type"] == "opened" or m.get("code") == "unavailable" and "id" not in m,
                           list=list_id)
        if opened["type"] == "error":
            raise Unavailable(list_id)
        self.take(lambda m: m.get("list") == list_id and m["type"] in ("snapshot", "catchup")
                  and m.get("part", 0) == m.get("parts", 1) - 1)
        return opened

    def resume(self, list_id, earlier):
        """Opens where `earlier`, a session of the same key, stood, and takes over its list."""
        self.lists[list_id] = earlier.lists[list_id]
        self.used[list_id] = earlier.used[list_id]
        return self.open(list_id, self.lists[list_id].revision, self.lists[list_id].epoch)

    def message(self, list_id, actions, id=None, base=None, kind="edit", **fields):
        """An edit's message under the next id; `base` is the revision seen, unless given."""
        if id is None:
            id = max(self.used[list_id], self.opened.get(list_id, {}).get("lastId", 0)) + 1
        self.used[list_id] = max(self.used[list_id], id)
        message = {"type": kind, "list": list_id, "id": id, **fields}
        if kind == "edit":
            message["actions"] = list(actions)
            if base is None and list_id in self.lists:
                message["base"] = self.lists[list_id].revision
            elif base is not None and base is not NEWEST:
                message["base"] = base
        return message

    def post(self, list_id, *actions, **fields):
        """Sends an edit without waiting; returns its id."""
        message = self.message(list_id, actions, **fields)
        self.sent[list_id, message["id"]] = message
        self.send(message)
        return message["id"]

    def edit(self, list_id, *actions, **fields):
        """Sends an edit and waits for its answer."""
        return self.answer(list_id, self.post(list_id, *actions, **fields))

    def undo(self, list_id, **fields):
        """Takes back this client's last edit; returns the answer."""
        return self.edit(list_id, kind="undo", **fields)

    def redo(self, list_id, **fields):
        """Repeats what was taken back last; returns the answer."""
        return self.edit(list_id, kind="redo", **fields)

    # Receiving

    def take(self, match=None, timeout=BOUND, **fields):
        """The first message not taken yet that has `fields` and passes `match`, in time."""
        deadline, seen = time.monotonic() + timeout, 0
        while True:
            for i in range(seen, len(self.inbox)):
                message = self.inbox[i]
                if all(message.get(k) == v for k, v in fields.items()) and (
                        match is None or match(message)):
                    return self.inbox.pop(i)
            seen = len(self.inbox)
            self.read(deadline - time.monotonic())

    def answer(self, list_id, id, timeout=BOUND):
        """Waits for the answer to the edit `id`."""
        deadline = time.monotonic() + timeout
        while not self.answers[list_id, id]:
            self.read(deadline - time.monotonic())
        return self.answers[list_id, id][0]

    def settle(self, rounds=1):
        """Reads until everything that the server had sent before now is in."""
        for _ in range(rounds):
            n = secrets.randbelow(2**40)
            self.send({"type": "ping", "n": n})
            self.take(type="pong", n=n)

    def reach(self, list_id, revision, timeout=BOUND):
        """Reads until the list stands at `revision` or above."""
        deadline = time.monotonic() + timeout
        while self.lists[list_id].revision < revision:
            self.read(deadline - time.monotonic())
        return self.lists[list_id]

    def closed(self, timeout=BOUND):
        """Reads until the server closes; returns the close code."""
        deadline = time.monotonic() + timeout
        while self.close_code is None:
            try:
                self.read(deadline - time.monotonic())
            except ConnectionClosed:
                pass
        return self.close_code

    def read(self, timeout=BOUND):
        """Reads one frame; raises `TimeoutError` or `ConnectionClosed`."""
        if timeout <= 0:
            raise TimeoutError(f"nothing came; waiting: {self.inbox[-5:]}")
        try:
            frame = self.socket.recv(timeout)
        except TimeoutError:
            raise TimeoutError(f"nothing came; waiting: {self.inbox[-5:]}") from None
        except ConnectionClosed:
            self.close_code = self.socket.close_code
            raise
        assert isinstance(frame, str), "the server sent a binary frame"
        self.frames.append(frame)
        content = json.loads(frame)
        for message in content if isinstance(content, list) else [content]:
            self.inbox.append(message)
            self.follow(message)

    def follow(self, message):
        """Brings lists and answers up to date by one message."""
        kind, list_id = message["type"], message.get("list")
        if list_id in self.parts and kind != "snapshot":
            raise BrokenSet(f"{kind} came between the parts of a snapshot")
        if kind == "opened":
            self.opened[list_id] = message
        elif kind == "snapshot":
            self.follow_snapshot(list_id, message)
        elif kind in ("changes", "catchup"):
            self.follow_sets(list_id, message)
        elif kind in ("closed", "outline"):  # of an outline this client keeps nothing
            self.lists.pop(list_id, None)
        elif kind in ("ack", "reject", "error") and "id" in message and list_id is not None:
            self.answers[list_id, message["id"]].append(Answer(kind, message))

    def follow_snapshot(self, list_id, message):
        """Takes a snapshot, or one of its parts; it counts once the last part is in."""
        part, parts = message.get("part", 0), message.get("parts", 1)
        if part == 0:
            self.parts[list_id] = (0, ListModel(message))
        else:
            last, model = self.parts[list_id]
            assert part == last + 1, "the parts of a snapshot come in order"
            assert message["revision"] == model.revision
            model.add_part(message)
            self.parts[list_id] = (part, model)
        if part == parts - 1:
            self.lists[list_id] = self.parts.pop(list_id)[1]

    def follow_sets(self, list_id, message):
        """Applies the sets above the revision held, and holds the result against `counts`."""
        model = self.lists.get(list_id)
        for change in message["sets"]:
            key = (list_id, change.get("intent"))
            if change.get("client") == self.public and key in self.sent and not self.answers[key]:
                self.answers[key].append(Answer("set", change))
            if model is None or change["revision"] <= model.revision:
                continue
            if change["revision"] != model.revision + change.get("folds", 1):
                raise BrokenSet(f"{change['revision']} follows {model.revision}")
            model.apply(change)
            self.sets[list_id].append(change)
        if model is not None and message["sets"] and (
                message["sets"][-1]["revision"] == model.revision):
            assert message["counts"] == model.counts(), "counts differ: open the list again"
        if model is not None and message["type"] == "catchup":
            assert message["revision"] == model.revision

    # Leaving

    def leave(self):
        """Closes the connection."""
        self.stack.close()
