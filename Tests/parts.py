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
from pathlib import Path

ROOT = Path(__file__).parent.parent

BUILDS = {"tools": ("libraries", "test-tools"), "build (debug)": ("build-tests",), "build (release)": ("build-counted",)}
"""What all parts of `make test` need, and the targets that make it; the first failure ends the run."""

PARTS = {
    "browser": ("test-browser",), "cost": ("test-cost",), "swift": ("test-swift",), "cluster": ("test-cluster",),
    "commands": ("test-commands",), "contract": ("test-contract",), "firefox": ("test-firefox",),
    "javascript": ("test-javascript",), "faults": ("test-faults",), "load": ("test-load",), "webkit": ("test-webkit",),
    "api": ("test-api",), "package": ("test-package",), "lint": ("lint",),
}
"""The targets of each part of `make test`, in the order in which they begin: the longest first."""

LANES = 2
"""How many parts run at once: one keeps half of the two processors waiting, for sockets, disks and browsers."""

SOAK = {name: (f"soak-{name}",) for name in (
    "swift", "contract", "api", "commands", "faults", "cost", "load", "browser", "cluster", "package", "fuzz",
    "instructions", "tsan")}
"""The targets of each part of `make soak`."""


class Part:
    """A part that has begun: the targets that make it, and what it takes."""

    def __init__(self, name, arguments, *, aside=False):
        """`aside`: what it says is kept until it ends."""
        self.name, self.passed, self.seconds, self.processors = name, None, 0, 0
        self.output = tempfile.TemporaryFile() if aside else None
        self.start = time.monotonic()
        print(f"\n=== {name}{' begins' if aside else ''}", flush=True)
        self.process = subprocess.Popen(
            ["make", "--no-print-directory", *arguments], cwd=ROOT, stdout=self.output,
            stderr=subprocess.STDOUT if aside else None)

    def end(self, status, usage):
        """Takes in its end, as `os.wait4` tells it."""
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.passed = self.process.returncode == 0
        self.seconds, self.processors = time.monotonic() - self.start, usage.ru_utime + usage.ru_stime
        if self.output:
            print(f"\n=== {self.name} {'passed' if self.passed else 'FAILED'} after {self.seconds:.0f} s", flush=True)
            self.output.seek(0)
            shutil.copyfileobj(self.output, sys.stdout.buffer)
            sys.stdout.flush()
        return self


def make(*arguments):
    """Whether make did it."""
    return subprocess.run(["make", "--no-print-directory", *arguments], cwd=ROOT).returncode == 0


def in_lanes(parts, settings, lanes):
    """Runs the parts, so many at once, each when there is room; one that fails keeps no other from running."""
    waiting, running = list(parts.items()), {}
    try:
        while waiting or running:
            while waiting and len(running) < lanes:
                name, targets = waiting.pop(0)
                part = Part(name, (*targets, *settings), aside=lanes > 1)
                running[part.process.pid] = part
            pid, status, usage = os.wait4(-1, 0)
            yield running.pop(pid).end(status, usage)
    finally:
        for part in running.values():
            part.process.terminate()


def run(builds, parts, *settings, lanes=1):
    """Makes what is built, where the first failure ends the run, then every part. The exit status."""
    done, begun = [], time.monotonic()
    for name, targets in builds.items():
        done += in_lanes({name: targets}, settings, 1)
        if not done[-1].passed:
            break
    else:
        done += in_lanes(parts, (*settings, *(("BUILT=1",) if builds else ())), lanes)
    print("\n| part | seconds | of processors | |\n| --- | ---: | ---: | --- |")
    for part in done:
        print(f"| {part.name} | {part.seconds:.0f} | {part.processors:.0f} | {'' if part.passed else '**failed**'} |")
    together = sum(part.processors for part in done)
    print(f"| together | {time.monotonic() - begun:.0f} | {together:.0f} | |", flush=True)
    failed = [part.name for part in done if not part.passed]
    if failed:
        print(f"failed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


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
    return run({}, {part: chosen(part, SOAK)} if part else SOAK, f"SEED={seed}")


def main():
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    match sys.argv[1:]:
        case []:
            return run(BUILDS, PARTS, lanes=LANES)
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
