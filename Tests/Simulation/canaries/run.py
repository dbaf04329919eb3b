#!/usr/bin/env python3
"""Plants one fault after the other into a copy of the last commit, and sees which part of `make test` finds it.

    Tests/Simulation/canaries/run.py [NUMBER [NUMBER]]     the faults from the first number to the second; all without them

A fault is a patch beside this file, and must still apply and build. The parts run shortest first, until one fails.
What was found is kept in `.build/canaries/found.json`, and printed as a table at the end, with what earlier runs found.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
FOLDER = ROOT / ".build/canaries"
TREE = FOLDER / "tree"
FOUND = FOLDER / "found.json"

PARTS = {
    "javascript": None, "swift": "build-tests", "api": "build", "webkit": "build", "firefox": "build", "faults": "build",
    "load": "build", "contract": "build", "commands": "build", "cluster": "build", "cost": "build-counted",
    "browser": "build",
}
"""The parts, shortest first, and what each needs to be built."""

FAILURE = re.compile(rb"^(?:\xe2\x9c\x98 Test (?:case passing .* to )?(?P<swift>\S+\(.*?\)).*"
                     rb"|not ok \d+ - (?P<node>.*)|FAILED (?P<pytest>\S+).*|.*(?P<crash>Fatal error: .*))$")
"""What a part prints of the first test that fails, or of a process that crashed."""


COLORS = re.compile(rb"\x1b\[[0-9;]*m")


def git(*arguments, folder=TREE):
    subprocess.run(["git", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def prepare():
    """Makes the copy, at the last commit; what was built there before stays."""
    if not TREE.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        git("clone", "--quiet", "--shared", ROOT, TREE, folder=ROOT)
    git("fetch", "--quiet", ROOT, "HEAD")
    git("reset", "--quiet", "--hard", "FETCH_HEAD")
    if not (TREE / ".venv").exists():
        (TREE / ".venv").symlink_to(ROOT / ".venv")


def make(*arguments):
    """Runs make until it ends, or until a test fails; whether it passed, the name of that test, and what it printed."""
    # The tools are those of the project, which has installed them.
    process = subprocess.Popen(["make", "--no-print-directory", "-o", ".venv/.installed", *arguments], cwd=TREE,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    lines = []
    for line in process.stdout:
        line = COLORS.sub(b"", line)
        lines.append(line)
        if match := FAILURE.match(line.rstrip()):
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            name = next(group for group in match.groups() if group)
            return False, name.decode(errors="replace")[:100], lines
    passed = process.wait() == 0
    # Without a name, what it said last tells why.
    last = next((line for line in reversed(lines) if line.strip() and not line.startswith(b"make")), b"")
    return passed, "" if passed else last.decode(errors="replace").strip()[:100], lines


def look(patch):
    """Plants a fault, and returns what finds it."""
    git("reset", "--quiet", "--hard")
    git("apply", str(patch))
    built, seconds = set(), 0
    # These two run without what the other tests.
    blind = "swift" if "+++ b/web-client/" in patch.read_text() else "javascript"
    for part, needed in PARTS.items():
        if part == blind:
            continue
        if needed and needed not in built:
            passed, _, lines = make(needed)
            if not passed:
                sys.stdout.buffer.writelines(lines[-40:])
                raise SystemExit(f"{patch.name} does not build")
            built.add(needed)
        begun = time.monotonic()
        passed, test, lines = make("BUILT=1", f"test-{part}")
        seconds += time.monotonic() - begun
        if not passed:
            return {"part": part, "test": test, "seconds": round(seconds)}
    return {"part": None, "test": "", "seconds": round(seconds)}


def main():
    numbers = [int(one) for one in sys.argv[1:] if one.isdecimal()]
    if len(numbers) != len(sys.argv) - 1 or len(numbers) > 2:
        print(__doc__, file=sys.stderr)
        return 64
    first, last = (*numbers, *(1, 1000)[len(numbers):])
    prepare()
    found = json.loads(FOUND.read_text()) if FOUND.exists() else {}
    patches = sorted(HERE.glob("*.patch"))
    for patch in patches:
        if not first <= int(patch.name[:2]) <= last:
            continue
        print(f"=== {patch.stem}", flush=True)
        found[patch.stem] = look(patch)
        FOUND.write_text(json.dumps(found, indent=1))
        print(f"{patch.stem}: {found[patch.stem]}", flush=True)
    print("\n| fault | found by | its first test that failed | seconds of tests |\n| --- | --- | --- | ---: |")
    for patch in patches:
        if one := found.get(patch.stem):
            print(f"| {patch.stem[3:].replace('-', ' ')} | {one['part'] or '**nothing**'} | {one['test']} | {one['seconds']} |")
    missed = [name for name, one in found.items() if not one["part"]]
    if missed:
        print(f"not found: {', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
