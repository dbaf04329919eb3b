#!/usr/bin/env python3
"""Runs the parts of the proof, and ends with a table of them and their seconds.

    Tests/Support/parts.py                          every part, as `make test` does
    Tests/Support/parts.py repeat PART [TIMES]      a part again and again, while two busy loops keep the processors
    Tests/Support/parts.py soak [PART [SEED]]       what needs time, luck or root, as `make soak` does

A part is named as in the table. One of its tests is `contract/test_open.py::test_x` in pytest's words, or
`swift/SuiteName` in those of `swift test --filter`.
"""

import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Condition

ROOT = Path(__file__).resolve().parents[2]

BUILDS = {"tools": ("libraries", "test-tools"), "build (debug)": ("build-tests",)}
"""What all parts of `make test` need, and the targets that make it; the first failure ends the run."""

RELEASE = "build (release)"
"""The build that most parts need; others begin beside it."""

WITHOUT_RELEASE = (RELEASE, "swift", "javascript", "lint")

PARTS = {RELEASE: ("build-counted",)} | {name: ("lint" if name == "lint" else f"test-{name}",) for name in (
    "swift", "javascript", "lint", "cost", "browser", "contract", "commands", "cluster", "firefox", "api", "faults",
    "load", "webkit", "package")}
"""The parts of `make test` and their targets, long ones first: two run side by side, what one leaves of the processors the
other takes, and the one that ends first begins the next."""

SOAK = {name: (f"soak-{name}",) for name in (
    "swift", "simulate", "contract", "api", "commands", "faults", "cost", "load", "browser", "cluster", "package", "fuzz",
    "instructions", "model", "tsan")}
"""The targets of each part of `make soak`."""


class Part:
    """A part that has begun: the targets that make it, and what it takes."""

    def __init__(self, name, arguments, *, aside=False):
        """`aside`: what it says is kept until it ends."""
        self.name, self.passed, self.seconds, self.processors = name, None, 0, 0
        self.output = tempfile.TemporaryFile() if aside else None
        self.start = time.monotonic()
        # In one piece: runners say so at the same time.
        print(f"--- {name} begins\n" if aside else f"\n=== {name}\n", end="", flush=True)
        self.process = subprocess.Popen(
            ["make", "--no-print-directory", *arguments], cwd=ROOT, stdout=self.output,
            stderr=subprocess.STDOUT if aside else None)

    def wait(self):
        """Waits for its end."""
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.passed, self.seconds = status == 0, time.monotonic() - self.start
        self.processors = usage.ru_utime + usage.ru_stime

    def show(self):
        """Shows what it said, where that was kept."""
        if self.output:
            print(f"\n=== {self.name}", flush=True)
            self.output.seek(0)
            shutil.copyfileobj(self.output, sys.stdout.buffer)
            sys.stdout.buffer.flush()


class Run:
    """Parts that are run: those that have ended, and those under way."""

    def __init__(self, settings, parts):
        self.settings, self.left, self.done, self.under_way = settings, dict(parts), [], []
        self.is_building, self.turn, self.begun = False, Condition(), time.monotonic()

    def in_turn(self, *settings, aside):
        """Runs one part after the other; one that fails does not keep the others from running."""
        while found := self.next():
            name, targets = found
            is_build = name == RELEASE
            # A build shows how far it is.
            part = Part(
                name, (*targets, *self.settings, *(() if is_build else settings)), aside=aside and not is_build)
            self.under_way.append(part)
            part.wait()
            with self.turn:
                self.under_way.remove(part)
                part.show()
                self.done.append(part)
                if is_build:
                    self.is_building = False
                    self.left = self.left if part.passed else {}
                self.turn.notify_all()

    def next(self):
        """The next part that has what it needs, and its targets, once there is one; None: there is none left."""
        with self.turn:
            while self.left:
                is_built = RELEASE not in self.left and not self.is_building
                name = next((name for name in self.left if is_built or name in WITHOUT_RELEASE), None)
                if name:
                    self.is_building = self.is_building or name == RELEASE
                    return name, self.left.pop(name)
                self.turn.wait()
        return None

    def end(self):
        """Ends what is under way, and begins nothing more."""
        with self.turn:
            self.left = {}
            self.turn.notify_all()
        for part in list(self.under_way):
            part.process.terminate()

    def build(self, builds):
        """Makes what all parts need, until something fails; whether nothing did."""
        for name, targets in builds.items():
            part = Part(name, (*targets, *self.settings))
            part.wait()
            self.done.append(part)
            if not part.passed:
                return False
        return True

    def table(self):
        """Prints the parts and their seconds; the exit status."""
        print("\n| part | seconds | of processors | |\n| --- | ---: | ---: | --- |")
        for part in self.done:
            print(f"| {part.name} | {part.seconds:.0f} | {part.processors:.0f} | {'' if part.passed else '**failed**'} |")
        used = sum(part.processors for part in self.done)
        print(f"| together | {time.monotonic() - self.begun:.0f} | {used:.0f} | |", flush=True)
        failed = [part.name for part in self.done if not part.passed]
        if failed:
            print(f"failed: {', '.join(failed)}", flush=True)
        return 1 if failed else 0


def make(*arguments):
    """Whether make did it."""
    return subprocess.run(["make", "--no-print-directory", *arguments], cwd=ROOT).returncode == 0


def run(builds, parts, *settings, runners):
    """Makes what is built, then the parts, so many side by side; the exit status."""
    whole = Run(settings, parts)
    if not whole.build(builds):
        return whole.table()
    # Where nothing was built before, each part builds what it needs.
    built = ("BUILT=1",) if builds else ()
    with ThreadPoolExecutor(runners) as threads:
        ends = [threads.submit(whole.in_turn, *built, aside=runners > 1) for _ in range(runners)]
        try:
            for end in ends:
                end.result()
        finally:
            whole.end()
    return whole.table()


def chosen(name, parts):
    """The targets of a part."""
    if name not in parts:
        raise SystemExit(f"there is no part {name}: the parts are {', '.join(parts)}")
    return parts[name]


def arguments_of(part):
    """What make is to do for a part, or for one of its tests."""
    name, slash, test = part.partition("/")
    if slash and not test:
        raise SystemExit(f"name a test after {part}, or leave the slash out")
    return (*chosen(name, BUILDS | PARTS), *((f"ONLY={shlex.quote(test)}",) if test else ()))


def repeat(part, times):
    """Runs a part so often beside two busy loops; the exit status."""
    arguments, failures = arguments_of(part), 0
    # They end with this process, whatever ends it.
    busy = f"import os\nwhile os.getppid() == {os.getpid()}: pass"
    loops = [subprocess.Popen([sys.executable, "-c", busy]) for _ in range(2)]
    try:
        for number in range(1, times + 1):
            start = time.monotonic()
            passed = make(*arguments)
            failures += not passed
            print(f"=== {part}: run {number} of {times} {'passed' if passed else 'FAILED'} after "
                  f"{time.monotonic() - start:.0f} s; {failures} failed so far", flush=True)
    finally:
        for loop in loops:
            loop.send_signal(signal.SIGKILL)
            loop.wait()
    return 1 if failures else 0


def soak(part="", seed=""):
    """Runs what needs time, luck or root with a seed that repeats it; the exit status."""
    seed = seed or str(random.SystemRandom().randrange(1, 2**31))
    print(f"seed {seed}: make soak {f'PART={part} ' if part else ''}SEED={seed} runs the same again", flush=True)
    return run({}, {part: chosen(part, SOAK)} if part else SOAK, f"SEED={seed}", runners=1)


def main():
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    match sys.argv[1:]:
        case []:
            return run(BUILDS, PARTS, runners=2)
        case ["repeat", part]:
            return repeat(part, 30)
        case ["repeat", part, times] if times.isdecimal() and int(times) > 0:
            return repeat(part, int(times))
        case ["soak"]:
            return soak()
        case ["soak", part]:
            return soak(part)
        case ["soak", part, seed] if not seed or seed.isdecimal():
            return soak(part, seed)
        case _:
            print(__doc__, file=sys.stderr)
            return 64


if __name__ == "__main__":
    sys.exit(main())
