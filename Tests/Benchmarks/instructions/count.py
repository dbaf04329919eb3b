"""Counts the instructions of an edit, step by step, and holds them against the figures kept beside this file.

    count.py BINARY            prints the steps; fails where one costs more than is allowed
    count.py BINARY --renew    writes the figures anew

Instructions do not depend on how busy the machine is, nor much on which it is; they do on the compiler and on
the C libraries, which is why figures are renewed with those.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FIGURES = Path(__file__).with_name("figures.json")
ROUNDS = 250
EDITS_A_ROUND = 8
# What a figure may grow by: a single step, and all of an edit together.
STEP_TOLERANCE = 0.05
TOTAL_TOLERANCE = 0.02

# The steps of an edit by a part of their functions' names; the journal's is counted for a commit of eight edits.
STEPS = {
    "decode": "10stepDecode",
    "apply and encode the set": "9stepApply",
    "encode the record": "10stepRecord",
    "encode the frame": "9stepFrame",
    "store, an eighth of a commit": "11ListJournal11GroupCommitC5drain",
}


class Profile:
    """Costs of functions with what they call, from callgrind's file."""

    def __init__(self, path):
        self.names = {}
        self.costs = collections.Counter()
        function = called = None
        with open(path, errors="replace") as lines:
            for line in lines:
                if line.startswith("fn="):
                    function = self.name(line[3:])
                elif line.startswith("cfn="):
                    called = self.name(line[4:])
                elif line.startswith("calls="):
                    # The next line has the cost of the calls; what calls itself counts once.
                    cost = int(next(lines).split()[-1])
                    if called != function:
                        self.costs[function] += cost
                elif line[0].isdigit() or line[0] in "+-*":
                    self.costs[function] += int(line.split()[-1])

    def name(self, text):
        number, name = re.match(r"\((\d+)\)(?: (.*))?", text.strip()).groups()
        if name:
            self.names[number] = name
        return self.names[number]

    def cost(self, part):
        """The cost of the outermost function that has this in its name."""
        found = [cost for name, cost in self.costs.items() if part in name]
        if not found:
            sys.exit(f"no function named …{part}… was called: has it another name now?")
        return max(found)


def measure(binary):
    with tempfile.TemporaryDirectory() as folder:
        # valgrind cannot read the debugging information that Swift writes.
        bare = Path(folder) / "instruction-bench"
        subprocess.run(["strip", "--strip-debug", "-o", bare, binary], check=True)
        output = Path(folder) / "callgrind.out"
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", bare, str(ROUNDS)],
            env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "TMPDIR": folder},
            capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(run.stdout + run.stderr)
        profile = Profile(output)
    return {step: profile.cost(part) // (ROUNDS * EDITS_A_ROUND) for step, part in STEPS.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--renew", action="store_true", help="write the figures anew")
    arguments = parser.parse_args()
    counted = measure(arguments.binary)
    if arguments.renew:
        FIGURES.write_text(json.dumps(counted, indent=2) + "\n")
    kept = json.loads(FIGURES.read_text())
    rows = [(step, counted[step], kept[step], STEP_TOLERANCE) for step in STEPS]
    rows.append(("an edit", sum(counted.values()), sum(kept.values()), TOTAL_TOLERANCE))
    print(f"{'instructions':30} {'now':>8} {'kept':>8}")
    worse = []
    for step, now, before, tolerance in rows:
        change = now / before - 1
        print(f"{step:30} {now:8} {before:8} {change:+7.1%}")
        if change > tolerance:
            worse.append(f"{step}: {change:+.1%}, {tolerance:.0%} is allowed")
    if worse:
        sys.exit("\n".join(["More instructions than before:", *worse,
                            "If that is worth it: make bench-instructions RENEW=1"]))


if __name__ == "__main__":
    main()
