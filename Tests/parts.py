#!/usr/bin/env python3
"""Runs the parts of the proof, and ends with a table of them and their seconds.

    Tests/parts.py                          every part, as `make test` does
    Tests/parts.py repeat PART [TIMES]      a part again and again, while two busy loops keep the processors
    Tests/parts.py soak [PART [SEED]]       what needs time, luck or root, as `make soak` does

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
from threading import Lock

ROOT = Path(__file__).parent.parent

BUILDS = {"tools": ("libraries", "test-tools"), "build (debug)": ("build-tests",), "build (release)": ("build-counted",)}
"""What all parts of `make test` need, and the targets that make it; the first failure ends the run."""

LANES = tuple({name: ("lint" if name == "lint" else f"test-{name}",) for name in lane} for lane in (
    ("swift", "browser", "commands", "faults", "load", "firefox", "webkit"),
    ("lint", "cost", "javascript", "contract", "api", "cluster", "package"),
))
"""The targets of each part of `make test`. The lanes run side by side: what one leaves of the processors the other takes."""

PARTS = {name: targets for lane in LANES for name, targets in lane.items()}
"""All of them."""

SOAK = {name: (f"soak-{name}",) for name in (
    "swift", "contract", "api", "commands", "faults", "cost", "load", "browser", "cluster", "package", "fuzz",
    "instructions", "model", "tsan")}
"""The targets of each part of `make soak`."""


class Part:
    """A part that has begun: the targets that make it, and what it takes."""

    def __init__(self, name, arguments, *, aside=False):
        """`aside`: what it says is kept until it ends."""
        self.name, self.passed, self.seconds, self.processors = name, None, 0, 0
        self.output = tempfile.TemporaryFile() if aside else None
        self.start = time.monotonic()
        # In one piece: lanes say so at the same time.
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

    def __init__(self, settings):
        self.settings, self.done, self.under_way, self.is_ended = settings, [], [], False
        self.shown, self.begun = Lock(), time.monotonic()

    def lane(self, parts, *settings, aside):
        """Runs one part after the other; one that fails does not keep the others from running."""
        for name, targets in parts.items():
            if self.is_ended:
                return
            part = Part(name, (*targets, *self.settings, *settings), aside=aside)
            self.under_way.append(part)
            part.wait()
            self.under_way.remove(part)
            with self.shown:
                part.show()
                self.done.append(part)

    def end(self):
        """Ends what is under way, and begins nothing more."""
        self.is_ended = True
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


def run(builds, lanes, *settings):
    """Makes what is built, then the parts of all lanes; the exit status."""
    whole = Run(settings)
    if not whole.build(builds):
        return whole.table()
    # Where nothing was built before, each part builds what it needs.
    built = ("BUILT=1",) if builds else ()
    with ThreadPoolExecutor(len(lanes)) as threads:
        ends = [threads.submit(whole.lane, lane, *built, aside=len(lanes) > 1) for lane in lanes]
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
        raise SystemExit(f"name a test behind {part}, or leave the slash out")
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
    return run({}, [{part: chosen(part, SOAK)} if part else SOAK], f"SEED={seed}")


def main():
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    match sys.argv[1:]:
        case []:
            return run(BUILDS, LANES)
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
