"""A run: a server, a crowd of editors, and the history of what they saw."""

import asyncio
import random
import threading

from editor import Editor, Founder
from history import History
from load import contents
from process import BOUND, wait_until
from world import World


class Run:
    """Editors on a thread of their own, so that a test can kill, starve and ask the server meanwhile."""

    def __init__(self, server, seed, editors=20, lists=5, founders=2, pause=0.08):
        self.server, self.history = server, History()
        self.dice = random.Random(seed)
        self.names = [f"list-{n}" for n in range(lists)]
        self.world = World(server.ws(), self.history)
        self.editors = []
        for number in range(editors):
            kind = Founder if number < founders else Editor
            some = self.dice.sample(self.names, min(lists, self.dice.choice((1, 2, 3))))
            own = random.Random(self.dice.randrange(2**60))
            self.editors.append(kind(self.world, number, own, some, pause))
        self.passing = [e.name for e in self.editors if isinstance(e, Founder)]
        for name in self.names + self.passing:
            self.history.add("made", list=name, content=contents(name))
        self.thread = threading.Thread(target=lambda: asyncio.run(self.crowd()))
        self.failure = None

    async def crowd(self):
        """Runs all editors; when the run has ended, closes what they still hold."""
        closing = asyncio.create_task(self.close_at_end())
        results = await asyncio.gather(*(e.run() for e in self.editors), return_exceptions=True)
        self.failure = next((r for r in results if isinstance(r, BaseException)), None)
        await closing

    async def close_at_end(self):
        """Waits for the run's end, and ends every session."""
        while not self.world.ended:
            await asyncio.sleep(0.05)
        await asyncio.gather(*(e.socket.close() for e in self.editors if e.socket),
                             return_exceptions=True)

    def begin(self):
        """Makes the lists, and connects everyone."""
        for name in self.names:
            content = contents(name)
            assert self.server.make(content["sections"], content["rules"], content["title"], name)
        self.thread.start()
        self.settle()
        self.world.loading = True

    def settle(self, seconds=BOUND):
        """Waits until everyone has every list open and no edit is unanswered."""
        try:
            wait_until(lambda: self.failure or all(e.is_settled() for e in self.editors),
                       "every list is open, every edit answered", seconds)
        except TimeoutError as error:
            open_ends = [e.open_ends() for e in self.editors if not e.is_settled()]
            raise TimeoutError(f"{error}: {open_ends}") from None
        if self.failure:
            raise self.failure

    def snapshots(self):
        """Reads every list over HTTP."""
        for name in self.names + self.passing:
            response = self.server.get(f"/api/lists/{name}")
            if response.status == 200:
                self.history.add("snapshot", list=name, body=response.json())

    def restart(self):
        """Starts the server again on what it left."""
        self.server.start()
        self.history.add("ready")

    def quiet(self, kept):
        """Ends the load, waits for the last answers, and asks for everything that can be resumed from.

        `kept`: how many sets the server keeps at least.
        """
        self.world.loading = False
        try:
            self.settle()
        except TimeoutError as error:
            print(f"not quiet: {error}")
        self.in_step()
        for name in self.names:
            self.resume_everywhere(name, kept)
        self.snapshots()
        self.history.add("quiet")

    def in_step(self):
        """Waits until what was sent last has arrived everywhere; the checker judges if it has not."""
        newest = {n: self.server.snapshot(n)["revision"] for n in self.names}
        try:
            wait_until(lambda: all(h.revision == newest.get(n, h.revision)
                                   for e in self.editors for n, h in e.lists.items()),
                       "everyone is up to date", 10)
        except TimeoutError as error:
            print(error)

    def resume_everywhere(self, name, kept):
        """`changes` since every revision that must still be there, and since some that may not."""
        snapshot = self.server.snapshot(name)
        newest, epoch = snapshot["revision"], snapshot["epoch"]
        step = max(1, kept // 20)
        sinces = {*range(max(0, newest - kept), newest + 1, step), newest, 0, newest // 2}
        for since in sorted(sinces):
            response = self.server.get(f"/api/lists/{name}/changes?since={since}&epoch={epoch}")
            self.history.add("changes", list=name, since=since, status=response.status,
                             body=response.json() if response.status == 200 else None,
                             kept=since >= newest - kept)

    def end(self):
        """Ends the editors."""
        self.world.ended = True
        self.thread.join(BOUND)
