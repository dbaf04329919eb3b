#!/usr/bin/env python3
"""Checks the model of a list that several servers write through one log, `shared_log.pml`.

    Tests/Simulation/model/check.py                    every case, then the model without one step after the other
    Tests/Simulation/model/check.py --without SETTLING the model without one step, with the story of what goes wrong
    Tests/Simulation/model/check.py --seconds 600      goes on for so long with cases that are too large to be searched whole

Without a step that something rests on, an assertion must fail: that shows that it can.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MODEL = Path(__file__).with_name("shared_log.pml")

CASES = {
    "two servers": dict(PLACES=2, BATCHES=0, CRASHES=0, RESENDS=1),
    "one of them is killed": dict(PLACES=2, BATCHES=0, CRASHES=1, RESENDS=1),
    "edits are forwarded": dict(PLACES=2, BATCHES=1, CRASHES=0, RESENDS=0),
    "nobody is remembered": dict(PLACES=3, BATCHES=0, CRASHES=1, REMEMBERED=0),
    "readers": dict(PLACES=2, BATCHES=0, CRASHES=0, RESENDS=0, READER=1),
}
"""What is searched whole: each state that there can be."""

LARGE = dict(PLACES=4, BATCHES=2, CRASHES=1, RESENDS=1)
"""What is searched for as long as is asked: edits that are forwarded while servers die, four records."""

STEPS = {
    "SYNC": ("stored", "two servers"),
    "CLIENT_TABLE": ("once", "two servers"),
    "SETTLING": ("once", "two servers"),
    "DOUBT": ("refused", "two servers"),
    "WITHHOLDING": ("once", "two servers"),
    "DECLINING": ("once", dict(PLACES=4, BATCHES=1, CRASHES=0, RESENDS=0, REMEMBERED=0)),
    "EMPTY_RECORD": ("once", dict(PLACES=3, BATCHES=1, CRASHES=0, RESENDS=1)),
    "FOLLOWING": ("behind", "edits are forwarded"),
    "HEAD_READS": ("back", "readers"),
}
"""Steps that can be left out, with the assertion that each one keeps, and where that is seen."""


def search(folder, definitions, *compiled, seconds=None, arguments=()):
    """Searches one case; what the search printed, and the story of a failure, or nothing."""
    defined = [f"-D{name}={value}" for name, value in definitions.items()]
    subprocess.run(["spin", "-a", *defined, MODEL], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cc", "-O2", "-w", "-DSAFETY", "-DVECTORSZ=2048", *compiled, "-o", "pan", "pan.c"],
                   cwd=folder, check=True)
    try:
        ended = subprocess.run(["./pan", "-E", "-m10000", *arguments], cwd=folder, timeout=seconds,
                               capture_output=True, text=True)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(), None
    trail = folder / f"{MODEL.name}.trail"
    if not trail.exists():
        if ended.returncode or "errors: 0" not in ended.stdout:
            raise SystemExit(f"the search ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
        return ended.stdout, None
    notified = subprocess.run(["spin", "-t", "-k", trail, *defined, MODEL], cwd=folder,
                          capture_output=True, text=True).stdout
    trail.unlink()
    return ended.stdout, notified.partition("spin: trail ends")[0]


def states(printed):
    """How many states a search has seen."""
    found = re.search(r"([\d.e+]+) states, stored", printed)
    return f"{int(float(found[1])):,}" if found else "?"


def assertion(story):
    """The name of the assertion that failed."""
    line = int(re.search(rf"{MODEL.name}:(\d+), Error: assertion violated", story)[1])
    return re.search(r"/\* (\w+) \*/", MODEL.read_text().splitlines()[line - 1])[1]


def holds(folder, name, definitions):
    """Whether the model keeps all that is asserted in a case that is searched whole."""
    printed, story = search(folder, definitions, "-DCOLLAPSE", arguments=["-w24"])
    print(f"{name}: {story or f'{states(printed)} states, all is kept'}", flush=True)
    return not story


def breaks(folder, step, tell=False):
    """Whether the assertion fails that a step keeps, without it."""
    kept, case = STEPS[step]
    definitions = {**(CASES[case] if isinstance(case, str) else case), "WITHOUT": step}
    printed, story = search(folder, definitions, "-DBITSTATE", arguments=["-w27"])
    if tell and story:
        print(story)
    found = assertion(story) if story else "nothing"
    print(f"without {step}: {found} is broken after {states(printed)} states"
          f"{'' if found == kept else f': {kept} should be'}", flush=True)
    return found == kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", choices=STEPS)
    parser.add_argument("--seconds", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.without:
            return 0 if breaks(folder, given.without, tell=True) else 1
        good = [holds(folder, *case) for case in CASES.items()] + [breaks(folder, step) for step in STEPS]
        if given.seconds:
            printed, story = search(folder, LARGE, "-DBITSTATE", seconds=given.seconds, arguments=["-w31"])
            print(f"four records, for {given.seconds} s: {story or 'all is kept'}", flush=True)
            good.append(not story)
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
