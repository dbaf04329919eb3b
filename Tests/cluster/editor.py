"""A client that edits without pause, reconnects, and resends what was not answered; everything is recorded."""

import asyncio
import contextlib
import json
import time
from collections import Counter

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from client import public_name
from load import Load, contents


class HeldList:
    """What an editor knows of one list, across its sessions."""

    def __init__(self):
        self.epoch, self.revision, self.used = None, None, 0
        self.waiting, self.over = {}, {}
        self.began = {}
        self.open = False


class Editor:
    """One client; `lists` are those it keeps open."""

    WINDOW = 10

    def __init__(self, world, number, dice, lists, pause=0.08):
        self.world, self.dice, self.pause = world, dice, pause
        self.url, self.elsewhere = world.url, ()
        """Where it connects, and the addresses of the same lists where it goes on when that fails, in turn."""
        self.patience = 20.0
        """Seconds without an answer to a ping, or to the handshake, after which a server counts as gone."""
        self.key = f"key-{dice.randrange(2**60):x}"
        self.public = public_name(self.key)
        self.load = Load(dice, f"n{number}")
        self.lists = {name: HeldList() for name in lists}
        self.socket, self.session, self.greeted, self.used = None, 0, False, {}
        self.refused = Counter()
        """Edits answered `unavailable`, by list."""
        self.longest = {}
        """The most seconds that an edit waited for its answer, from its first sending, by list."""
        self.returning = {}
        """The tasks that open lists again, by list."""

    # Connection

    async def run(self):
        """Connects again and again until the run has ended."""
        while not self.world.ended:
            try:
                async with connect(self.url, compression=None, max_size=None, proxy=None,
                                   open_timeout=min(5, self.patience), close_timeout=1,
                                   ping_interval=self.patience, ping_timeout=self.patience,
                                   subprotocols=["lockstep.v1"]) as socket:
                    await self.meet(socket)
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException):
                pass
            self.socket, self.greeted = None, False
            if self.elsewhere:
                self.url, *self.elsewhere = *self.elsewhere, self.url
            for held in self.lists.values():
                held.open = False
            await asyncio.sleep(self.dice.uniform(0.02, 0.1))

    async def meet(self, socket):
        """One session: greets, opens, resends, edits."""
        self.socket, self.session = socket, self.world.history.session()
        await self.send({"type": "hello", "client": self.key, "name": f"Editor {self.public[:4]}"})
        editing = asyncio.create_task(self.edit_on())
        try:
            async for frame in socket:
                self.world.history.add(
                    "received", client=self.public, session=self.session, frame=frame)
                content = json.loads(frame)
                for message in content if isinstance(content, list) else [content]:
                    await self.receive(message)
                if self.world.ended:
                    return
        finally:
            editing.cancel()
            await asyncio.gather(editing, return_exceptions=True)

    async def send(self, *messages):
        """Records a frame, then sends it."""
        frame = json.dumps(messages[0] if len(messages) == 1 else messages)
        self.world.history.add("sent", client=self.public, session=self.session, frame=frame)
        await self.socket.send(frame)

    async def open(self, name):
        """Opens a list, from the revision held if there is one."""
        held = self.lists[name]
        message = {"type": "open", "list": name}
        if held.revision is not None:
            message.update(since=held.revision, epoch=held.epoch)
        await self.send(message)

    # Receiving

    async def receive(self, message):
        """Follows one message."""
        kind, name = message["type"], message.get("list")
        held = self.lists.get(name)
        if kind == "welcome":
            self.greeted = True
            for each in list(self.lists):
                await self.begin(each)
        elif held is None:
            return
        elif kind == "opened":
            if held.epoch != message["epoch"]:
                held.epoch, held.revision = message["epoch"], None
            held.used = max(held.used, message["lastId"])
        elif kind == "snapshot" and message.get("part", 0) == message.get("parts", 1) - 1:
            held.revision = message["revision"]
            if message.get("parts", 1) == 1:
                self.world.mirror(name, held.epoch).begin(message)
            await self.resend(name)
        elif kind in ("changes", "catchup"):
            self.follow(name, held, message)
            if kind == "catchup" and not held.open:
                await self.resend(name)
        elif kind in ("ack", "reject", "error") and "id" in message:
            self.over_with(name, held, message["id"])
            if message.get("code") == "unavailable":
                self.refused[name] += 1
        elif kind == "error" and message["code"] == "unavailable":
            # Only what was not answered is resent within a session.
            held.open, held.over = False, {}
            if name not in self.returning:
                self.returning[name] = asyncio.create_task(self.open_again(name))
        elif kind == "closed" or kind == "error" and message["code"] == "unknownList":
            await self.gone(name)

    async def open_again(self, name):
        """Opens a list that the server could not read, after a while; a new session has opened it already."""
        await asyncio.sleep(self.dice.uniform(0.1, 0.5))
        del self.returning[name]
        if self.greeted and name in self.lists and not self.lists[name].open:
            with contextlib.suppress(ConnectionClosed):
                await self.open(name)

    async def begin(self, name):
        """After a welcome: what a kept list needs."""
        await self.open(name)

    async def gone(self, name):
        """The list is no more."""
        self.used[name] = self.lists.pop(name).used

    def follow(self, name, held, message):
        """Goes on to the newest revision, and takes own sets as answers."""
        mirror = self.world.mirror(name, held.epoch)
        for change in message["sets"]:
            mirror.follow(change)
            held.revision = max(held.revision or 0, change["revision"])
            if change.get("client") == self.public and "folds" not in change:
                self.over_with(name, held, change["intent"])

    def over_with(self, name, held, number):
        """An answered edit is over; one is kept for resending it although it was answered."""
        message = held.waiting.pop(number, None)
        if message is not None:
            waited = time.monotonic() - held.began.pop(number)
            self.longest[name] = max(self.longest.get(name, 0.0), waited)
            held.over = {number: (message, held.revision)}

    async def resend(self, name):
        """The list is open again: first, at times, an edit that was answered; then what was not, in order."""
        held = self.lists[name]
        again = []
        for _, (message, revision) in held.over.items():
            if revision is not None and message["epoch"] == held.epoch and self.dice.random() < 0.3:
                again.append(message)
        held.over = {}
        waiting = [held.waiting[n] for n in sorted(held.waiting)]
        if again and (not waiting or again[0]["id"] < waiting[0]["id"]):
            waiting = again + waiting
        for message in waiting:
            await self.send(message)
        held.open = True

    # Editing

    async def edit_on(self):
        """Edits as long as the run loads the server."""
        while True:
            await asyncio.sleep(self.dice.uniform(0, 2 * self.pause))
            if self.world.loading and self.greeted:
                await self.step()

    async def step(self):
        """Some edits of one list, now and then a list that will not be there for long."""
        for name in self.world.passing:
            if name not in self.lists and self.dice.random() < 0.05:
                self.lists[name] = HeldList()
                self.lists[name].used = self.used.get(name, 0)
                await self.open(name)
        ready = [n for n, held in self.lists.items()
                 if held.open and len(held.waiting) < self.WINDOW]
        if ready:
            name = self.dice.choice(ready)
            await self.send(*self.edits(name, self.dice.choice((1, 1, 1, 2, 4))))

    def edits(self, name, count):
        """The next edits of a list, noted as unanswered."""
        held = self.lists[name]
        messages = []
        for _ in range(count):
            held.used += 1
            view = self.world.mirror(name, held.epoch).at(held.revision)
            message = {"list": name, "id": held.used, "epoch": held.epoch,
                       **self.load.message(view, not held.waiting)}
            if message["type"] == "edit":
                message["base"] = held.revision
            held.waiting[held.used] = message
            held.began[held.used] = time.monotonic()
            messages.append(message)
        return messages

    def is_settled(self):
        """Whether every list is open and every edit answered."""
        return self.greeted and all(h.open and not h.waiting for h in list(self.lists.values()))

    def open_ends(self):
        """What is not settled, for a message."""
        return self.public[:6], self.greeted, {
            name: (held.open, sorted(held.waiting)) for name, held in self.lists.items()}


class Founder(Editor):
    """An editor that also creates a list, uses it for a while, deletes it, and begins again."""

    def __init__(self, world, number, dice, lists, pause=0.08):
        super().__init__(world, number, dice, lists, pause)
        self.name, self.stage, self.left = f"passing-{number}", "none", 0

    async def begin(self, name):
        """A list whose creation or deletion was under way is asked for again."""
        if name != self.name:
            await self.open(name)

    async def receive(self, message):
        """Creation and deletion, then as every editor."""
        kind, name = message["type"], message.get("list")
        await super().receive(message)
        if kind == "welcome":
            await self.take_up()
        if name != self.name:
            return
        if kind == "created" or kind == "error" and message["code"] == "listExists":
            self.stage, self.left = "there", self.dice.randint(5, 30)
            held = self.lists.setdefault(name, HeldList())
            held.used = max(held.used, self.used.get(name, 0))
            await self.open(name)
        elif kind == "opened":
            self.world.offer(name, message["epoch"])
        elif kind == "closed" or kind == "error" and message["code"] == "unknownList":
            self.stage = "none"

    async def take_up(self):
        """After a reconnect: goes on with what was under way."""
        if self.stage == "creating":
            await self.create()
        elif self.stage == "deleting":
            await self.delete()
        elif self.stage == "there" and self.name in self.lists:
            await self.open(self.name)

    async def create(self):
        """Asks for the list to be created."""
        self.stage = "creating"
        content = contents(self.name)
        await self.send({"type": "create", "list": self.name, **content})

    async def delete(self):
        """Asks for the list to be deleted."""
        self.stage = "deleting"
        self.world.withdraw(self.name)
        await self.send({"type": "delete", "list": self.name})

    async def step(self):
        """As every editor, and on to the next stage when its time has come."""
        self.left -= 1
        if self.stage == "none" and self.left < 0:
            await self.create()
        elif self.stage == "there" and self.left < 0:
            self.left = 5
            await self.delete()
        await super().step()
