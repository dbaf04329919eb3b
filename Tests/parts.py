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
import resource
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
    "lint": ("lint",), "swift": ("test-swift",), "javascript": ("test-javascript",), "cost": ("test-cost",),
    "contract": ("test-contract",), "api": ("test-api",), "commands": ("test-commands",), "faults": ("test-faults",),
    "load": ("test-load",), "cluster": ("test-cluster",), "package": ("test-package",),
    "browser": ("test-browser",), "firefox": ("test-firefox",), "webkit": ("test-webkit",),
}
"""The targets of each part of `make test`, in the order in which they begin."""

BESIDE = "cost"
"""The part that runs beside those behind it: it counts instructions in one process, and they wait half of the time."""

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
        if not aside:
            self.title()
        self.process = subprocess.Popen(
            ["make", "--no-print-directory", *arguments], cwd=ROOT, stdout=self.output,
            stderr=subprocess.STDOUT if aside else None)

    def title(self):
        """Says which part this is."""
        print(f"\n=== {self.name}", flush=True)

    def end(self):
        """Waits for its end."""
        before = used()
        self.passed = self.process.wait() == 0
        self.seconds, self.processors = time.monotonic() - self.start, used() - before
        if self.output:
            self.title()
            self.output.seek(0)
            shutil.copyfileobj(self.output, sys.stdout.buffer)
        return self


def make(*arguments):
    """Whether make did it."""
    return subprocess.run(["make", "--no-print-directory", *arguments], cwd=ROOT).returncode == 0


def used():
    """Seconds of processors that what this process has started and waited for has used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(builds, parts, *settings, beside=None):
    """
    Makes what is built, then every part, the one named `beside` at the same time as those behind it; one that fails does
    not keep the others from running. The exit status.
    """
    done, aside, begun = [], None, time.monotonic()
    try:
        for name, targets in (builds | parts).items():
            built = () if name in builds else ("BUILT=1",)
            part = Part(name, (*targets, *settings, *built), aside=name == beside)
            if part.output:
                aside = part
                continue
            done.append(part.end())
            if not part.passed and name in builds:
                break
        if aside:
            done.append(aside.end())
    finally:
        if aside:
            aside.process.terminate()
    print("\n| part | seconds | of processors | |\n| --- | ---: | ---: | --- |")
    for part in done:
        print(f"| {part.name} | {part.seconds:.0f} | {part.processors:.0f} | {'' if part.passed else '**failed**'} |")
    print(f"| together | {time.monotonic() - begun:.0f} | {used():.0f} | |", flush=True)
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
            return run(BUILDS, PARTS, beside=BESIDE)
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
