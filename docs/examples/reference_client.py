"""A client of one list, to be copied: no restart, its own or the server's, loses or repeats an edit.

It does what Protocol.md says in "Applying a change set" and "Clients that survive restarts". `pip install websockets`.
"""

import asyncio
import contextlib
import json
import os
import random
import secrets
import time

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

KINDS = ("Rows", "row"), ("Sections", "section")


def apply(copy, change):
    """Applies a change set to a snapshot; raises `LookupError` where it does not fit."""
    taken = {}
    for kind, name in KINDS:
        for entry in change.get("updated" + kind, []):
            items, index = place(copy, entry["at"], entry[name])
            items[index] = updated(items[index], entry)
    copy.update(change.get("updatedList", {}))
    for kind, name in KINDS:  # rows first, while every section is at its place
        leaving = [(entry["at"], entry[name]) for entry in change.get("deleted" + kind, [])]
        leaving += [(entry["from"], entry[name]) for entry in change.get("moved" + kind, [])]
        for path, id in sorted(leaving, reverse=True):
            items, index = place(copy, path, id)
            taken[kind, id] = items.pop(index)
    for kind, name in reversed(KINDS):
        empty = {"fields": {}} if name == "row" else {"rows": []}
        coming = [(entry["at"], updated({"id": entry[name], **empty}, entry))
                  for entry in change.get("inserted" + kind, [])]
        coming += [(entry["to"], taken[kind, entry[name]]) for entry in change.get("moved" + kind, [])]
        for path, item in sorted(coming, key=lambda pair: pair[0]):
            items, index = place(copy, path)
            items.insert(index, item)


def place(copy, path, id=None):
    """The array and the index that a path names. With `id`, that one is there; else all before it are."""
    items, index = (copy["sections"][path[0]]["rows"], path[1]) if isinstance(path, list) else (copy["sections"], path)
    if index > len(items) or id is not None and items[index]["id"] != id:
        raise LookupError(f"{path} does not fit {id}")
    return items, index


def updated(item, entry):
    """A row or section with what an entry says of it; `null` removes."""
    new = {key: value for key, value in entry.items() if key not in ("row", "section", "at")}
    if "fields" in item:
        fields = {**item["fields"], **entry.get("fields", {})}
        new["fields"] = {key: value for key, value in fields.items() if value is not None}
    return {key: value for key, value in {**item, **new}.items() if value is not None}


def digest(copy):
    """The digest of the order, as `head` has it."""
    value = 0x811C9DC5
    for section in copy["sections"]:
        for line in ["#" + section["id"], *(row["id"] for row in section["rows"])]:
            for byte in f"{line}\n".encode():
                value = (value ^ byte) * 0x01000193 % 2**32
    return f"{value:08x}"


class Client:
    """Keeps `copy`, the list as the server has it; keeps edits in a file until they are answered."""

    longest_pause = 30

    def __init__(self, url, list_id, file, tell, **hello):
        """Calls `tell` with `"changed"`; `"answered"`, edit, answer; `"discarded"`, edit. `hello` may have a token."""
        self.url, self.list, self.file, self.tell, self.hello = url, list_id, file, tell, hello
        self.copy = self.parts = self.socket = self.stopped = self.retry = None
        self.pause = 0.25
        self.kept = {"key": secrets.token_hex(16), "epoch": None, "highestId": 0, "edits": []}
        if os.path.exists(file):
            with open(file) as stored:
                self.kept = json.load(stored)
        self.suspend()

    async def run(self):
        """Connects, again and again, until that is of no use; returns why."""
        while not self.stopped:
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(self.url, subprotocols=["lockstep.v1"], max_size=None) as self.socket:
                    await self.send({"type": "hello", "client": self.kept["key"], **self.hello})
                    await self.open()
                    async for frame in self.socket:
                        content = json.loads(frame)
                        for message in content if isinstance(content, list) else [content]:
                            await self.receive(message)
                            await self.send_edits()
            self.suspend()
            await asyncio.sleep(0 if self.stopped else self.next_pause())
        return self.stopped

    async def edit(self, type="edit", **fields):
        """Keeps an edit (`actions=[…]`), an `"undo"` or a `"redo"`, and sends it; returns its id."""
        if self.kept["epoch"] is None:
            raise RuntimeError("the list has never been opened")
        self.kept["highestId"] = id = self.kept["highestId"] + 1
        epoch = self.kept["epoch"]
        base = {"base": self.copy["revision"]} if self.copy and self.copy["epoch"] == epoch else {}
        self.kept["edits"].append({"type": type, "list": self.list, "id": id, "epoch": epoch, **base, **fields,
                                   "made": time.time()})
        self.save()
        await self.send_edits()
        return id

    async def send_edits(self):
        """Sends edits in the order of their ids; at most `limits.inFlight` are without an answer."""
        while self.ready:
            edit = next((e for e in self.kept["edits"][:self.limits["inFlight"]] if e["id"] > self.sent), None)
            if edit is None:
                break
            self.sent = edit["id"]
            await self.send({key: value for key, value in edit.items() if key != "made"})

    async def receive(self, message):
        """Does what a message asks for."""
        kind, code = message["type"], message.get("code")
        if kind == "welcome":
            self.name, self.limits = message["client"], message["limits"]
        elif kind == "error" and message.get("fatal"):
            self.stopped = code if code not in ("shuttingDown", "slowConsumer") else None
        elif message.get("list") != self.list:
            pass
        elif kind == "opened":
            self.opening = False
            self.kept["epoch"] = message["epoch"]
            self.kept["highestId"] = max(self.kept["highestId"], message["lastId"])
            oldest = time.time() - 86_400 * self.limits["rememberDays"]
            self.finish("discarded", lambda edit: edit["epoch"] != message["epoch"] or edit["made"] < oldest)
        elif kind == "snapshot":
            self.take_part(message)
        elif kind in ("catchup", "changes"):
            await self.take_sets(message)
        elif kind == "head" and not self.opening:
            if message["revision"] == self.copy["revision"] and message["digest"] != digest(self.copy):
                self.copy = None
            if not self.copy or message["revision"] > self.copy["revision"]:
                await self.open()
        elif kind in ("ack", "reject", "error") and "id" in message:
            self.finish("answered", lambda edit: edit["id"] == message["id"], message)
        elif kind == "error" and code == "unavailable":
            self.suspend()
            self.retry = asyncio.create_task(self.open(self.next_pause()))
        elif kind == "closed" or kind == "error" and code == "unknownList":
            self.finish("discarded", lambda edit: True)
            self.stopped = code
            await self.socket.close()

    def take_part(self, message):
        """Takes a snapshot or a part of one; it counts with its last part."""
        if message.get("part", 0) == 0:
            self.parts = {**message, "sections": []}
        for section in message["sections"]:
            if self.parts["sections"] and self.parts["sections"][-1]["id"] == section["id"]:
                self.parts["sections"][-1]["rows"] += section["rows"]
            else:
                self.parts["sections"].append(section)
        if message.get("part", 0) + 1 == message.get("parts", 1):
            self.copy = self.parts
            self.follow()

    async def take_sets(self, message):
        """Takes own sets as answers; applies those that are new, unless they come again after `opened`."""
        for change in message["sets"]:
            if change.get("client") == self.name:
                self.finish("answered", lambda edit: edit["id"] == change["intent"], change)
        if self.opening:
            return
        try:
            for change in message["sets"]:
                if change["revision"] > self.copy["revision"]:
                    if change["revision"] - change.get("folds", 1) != self.copy["revision"]:
                        raise LookupError("a set is missing")
                    apply(self.copy, change)
                    self.copy["revision"] = change["revision"]
            is_last = message["sets"] and message["sets"][-1]["revision"] == self.copy["revision"]
            if is_last and message["counts"] != [len(section["rows"]) for section in self.copy["sections"]]:
                raise LookupError("the count rule does not hold")
        except LookupError:
            self.copy = None
            await self.open()
        else:
            self.follow()

    def follow(self):
        """The copy is in step. Where it came after `opened`, edits may be sent."""
        if not self.opening:
            self.ready, self.pause = True, 0.25
        self.tell("changed")

    async def open(self, pause=0):
        """Asks for the sets after the copy; without a copy, for a snapshot."""
        await asyncio.sleep(pause)
        self.opening = True
        held = {"since": self.copy["revision"], "epoch": self.copy["epoch"]} if self.copy else {}
        await self.send({"type": "open", "list": self.list, **held})

    def suspend(self):
        """No edit is sent until the list has been opened; then all that have no answer are."""
        self.opening, self.ready, self.sent = True, False, 0

    def next_pause(self):
        """Seconds until the next attempt: more each time, until the list has come."""
        self.pause = min(2 * self.pause, self.longest_pause)
        return random.uniform(0.5, 1) * self.pause

    def finish(self, what, is_over, *answer):
        """Removes edits that are over, stores the rest, and tells what became of them."""
        over = [edit for edit in self.kept["edits"] if is_over(edit)]
        self.kept["edits"] = [edit for edit in self.kept["edits"] if not is_over(edit)]
        self.save()
        for edit in over:
            self.tell(what, edit, *answer)

    def save(self):
        """Replaces the file; a crash leaves the old one or the new one, whole."""
        with open(f"{self.file}.new", "w") as new:
            json.dump(self.kept, new)
            new.flush()
            os.fsync(new.fileno())
        os.replace(f"{self.file}.new", self.file)

    async def send(self, message):
        """Sends a message; where the connection is lost, `run` makes another."""
        with contextlib.suppress(WebSocketException):
            await self.socket.send(json.dumps(message))
