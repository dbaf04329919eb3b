"""The server under callgrind, which counts the instructions of its threads."""

import os
import re
import shutil
import socket
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from peer import Peer
from process import FaultyServer, wait_until
from server import ROOT, binary

PER_MS = 3_000_000
"""Instructions that stand for a millisecond: about what a processor does in one; as in instruction_counter.c."""


class Counts(NamedTuple):
    """What the threads of a server have executed."""

    threads: dict
    """Instructions by the number that valgrind gives a thread; one that has ended passes its number on."""
    turn: int
    """Instructions of the longest turn since these were asked for before."""


class Cost(NamedTuple):
    """Instructions of one exchange."""

    loop: int
    """Of the loop's thread."""
    total: int
    """Of all threads: what is done away from the loop is done, too."""
    turn: int
    """Of the longest turn, to some 100,000; 0 where all are shorter."""


@cache
def tools(folder):
    """Makes the library that counts, and a server without the debugging information that valgrind cannot read."""
    library, bare = f"{folder}/instruction_counter.so", f"{folder}/lockstep"
    compiler, source = shutil.which("cc") or "clang", Path(__file__).with_name("instruction_counter.c")
    subprocess.run([compiler, "-O2", "-Wall", "-shared", "-fPIC", "-o", library, source, "-lpthread"], check=True)
    subprocess.run(["strip", "--strip-debug", "-o", bare, binary()], check=True)
    return library, bare


def threads_of(text):
    """The instructions of each thread."""
    return {int(number): int(count) for number, count in re.findall(r"^events-(\d+): (\d+)", text, re.M)}


class CountedServer(FaultyServer):
    """One `lockstep serve` under callgrind; what that needs is made in `workbench`.

    It counts once it is ready, or with `counts_start` at once: without counting it works several times as fast.
    """

    def __init__(self, folder, workbench, counts_start=False, **settings):
        super().__init__(folder, **settings)
        self.library, self.binary = tools(workbench)
        self.counts_start = counts_start

    def launch(self, prefix=()):
        """Starts the process, and does not wait for anything."""
        self.questions, answers = socket.socketpair()
        printed = os.memfd_create("valgrind")
        # With fair scheduling whoever asks is answered soon beside threads that work.
        command = ["valgrind", "--tool=callgrind", "--separate-threads=yes", "--fair-sched=yes", "--vgdb=no",
                   f"--instr-atstart={'yes' if self.counts_start else 'no'}", "--callgrind-out-file=/dev/null",
                   f"--log-fd={printed}", *self.command()]
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1",
                       "LD_PRELOAD": self.library, **self.settings,
                       "COUNTER": f"{answers.fileno()},{printed},{int(self.counts_start)}"}
        with open(self.log_file, "ab") as log:
            self.process = subprocess.Popen([*prefix, *command], cwd=ROOT, stdout=log, stderr=log, env=environment,
                                            pass_fds=(answers.fileno(), printed))
        answers.close()
        os.close(printed)

    def start(self, prefix=(), prepare=lambda server: None):
        """Starts the process, waits until it says that it is ready, and begins to count, after `prepare(self)`."""
        super().start(prefix)
        prepare(self)
        self.ask("+")
        return self

    def ask(self, question):
        """The answer of instruction_counter.c, whose first lines say what there is to ask."""
        self.questions.sendall(question.ljust(16).encode())
        text = b""
        while not text.endswith(b"\0"):
            part = self.questions.recv(1 << 18)
            assert part, f"the server ended: {self.log()}"
            text += part
        return text[:-1].decode()

    def counts(self):
        """What the threads have executed now."""
        text = self.ask("?")
        return Counts(threads_of(text), int(re.search(r"^longest-turn: (\d+)", text, re.M).group(1)))

    def noted(self):
        """What the threads had executed as what `ask` was told to watch for was sent."""
        threads = threads_of(self.ask("!"))
        assert threads, "it was not sent"
        return threads

    def sender(self):
        """The thread that sent what `ask` was told to watch for."""
        return int(re.search(r"^current-tid: (\d+)", self.ask("!"), re.M).group(1))

    def sleeps(self):
        """Whether no thread runs or waits for a disk."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        try:
            return all(task.joinpath("stat").read_text().rpartition(")")[2].split()[0] == "S" for task in tasks)
        except OSError:
            # One has just ended.
            return False

    def settled(self):
        """What the threads have executed once all of them sleep, and the longest turn until then.

        A thread that could go on but waits for valgrind sleeps, too: it goes on before the second of two questions.
        """
        turns, threads = [], None

        def rests():
            nonlocal threads
            # To ask is dear, and keeps the processor from who works; who has answered is the last to sleep.
            if not self.sleeps():
                return False
            before = threads
            threads, turn = self.counts()
            turns.append(turn)
            return threads == before
        wait_until(rests, "the server comes to rest", pause=0.001)
        return Counts(threads, max(turns))


class CountedLoop:
    """The thread that reads the sockets of a counted server."""

    def __init__(self, server, **hello):
        self.server = server
        peer = Peer(server, **hello)
        server.ask('="pong" ')
        peer.send({"type": "ping", "n": 1})
        peer.until(b'"pong"')
        self.thread = server.sender()
        peer.close()

    def cost(self, action):
        """What `action` and whatever it sets off cost."""
        before = self.server.settled().threads
        action()
        after, turn = self.server.settled()
        return Cost(after[self.thread] - before[self.thread], sum(after.values()) - sum(before.values()), turn)
