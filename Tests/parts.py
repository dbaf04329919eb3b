#!/usr/bin/env python3
"""Runs the parts of the proof, one after the other, and ends with a table of them and their seconds.

    Tests/parts.py                          every part, as `make test` does
    Tests/parts.py repeat PART [TIMES]      a part again and again, while two busy loops keep the processors

A part is named as in the table. One of its tests is `contract/test_open.py::test_x` in pytest's words, or
`swift/SuiteName` in those of `swift test --filter`.
"""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent

PARTS = {
    "tools": ("libraries", "test-tools"), "lint": ("lint",), "build (debug)": ("build-tests",),
    "swift": ("test-swift",), "javascript": ("test-javascript",), "build (release)": ("build",),
    "contract": ("test-contract",), "api": ("test-api",), "commands": ("test-commands",), "faults": ("test-faults",),
    "cost": ("test-cost",), "browser": ("test-browser",), "load": ("test-load",), "cluster": ("test-cluster",),
    "firefox": ("test-firefox",), "webkit": ("test-webkit",), "package": ("test-package",),
    "build (fuzzer)": ("build-fuzzer",), "fuzz": ("test-fuzz",),
}
"""The targets of each part, in the order in which they run."""

NEEDED = {"tools", "build (debug)", "build (release)", "build (fuzzer)"}
"""What others cannot do without: the first failure among these ends the run."""


def make(*arguments):
    """Whether make did it."""
    return subprocess.run(["make", "--no-print-directory", *arguments], cwd=ROOT).returncode == 0


def run_all():
    """Runs every part; one that fails does not keep the others from running. The exit status."""
    rows, begun = [], time.monotonic()
    for name, targets in PARTS.items():
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        passed = make(*targets)
        rows.append((name, time.monotonic() - start, passed))
        if not passed and name in NEEDED:
            break
    print("\n| part | seconds | |\n| --- | ---: | --- |")
    for name, seconds, passed in rows:
        print(f"| {name} | {seconds:.0f} | {'' if passed else '**failed**'} |")
    print(f"| together | {time.monotonic() - begun:.0f} | |", flush=True)
    failed = [name for name, _, passed in rows if not passed]
    if failed:
        print(f"failed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


def arguments_of(part):
    """What make is to do for a part, or for one of its tests."""
    name, slash, test = part.partition("/")
    targets = PARTS.get(name)
    if not targets or slash and not test:
        raise SystemExit(f"there is no part {part}: the parts are {', '.join(PARTS)}")
    return (*targets, f"ONLY={shlex.quote(test)}") if test else targets


def repeat(part, times):
    """Runs a part so often beside two busy loops; the exit status."""
    arguments, failures = arguments_of(part), 0
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
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


def main():
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    match sys.argv[1:]:
        case []:
            return run_all()
        case ["repeat", part]:
            return repeat(part, 30)
        case ["repeat", part, times] if times.isdecimal() and int(times) > 0:
            return repeat(part, int(times))
        case _:
            print(__doc__, file=sys.stderr)
            return 64


if __name__ == "__main__":
    sys.exit(main())
