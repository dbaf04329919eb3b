"""Holds a recorded history against the properties of `properties.py`, and prints what it found.

    python checker.py HISTORY.jsonl        (as `History.write` keeps it)

Exit code 0 if nothing is violated. Knows nothing of the server but what protocol.md says.
"""

import sys
from collections import namedtuple
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "contract"))

from history import History
from properties import PROPERTIES, answered_once
from reading import Reading

Verdict = namedtuple("Verdict", "number text tried violations")


class Report:
    """The verdicts on one history, with counts."""

    def __init__(self, history):
        reading = Reading(history)
        checks = {**PROPERTIES, "A": answered_once}
        self.verdicts = [
            Verdict(number, check.__doc__.splitlines()[0], *check(reading))
            for number, check in checks.items()]
        edits = reading.edits.values()
        answered = [e for e in edits if e.answers]
        text = [v for verdict in self.verdicts if verdict.number == 3 for v in verdict.violations]
        self.counts = {
            "rounds": reading.rounds,
            "edits sent": len(reading.edits),
            "resent": sum(len(e.sent) > 1 for e in edits),
            "answered": len(answered),
            "applied": sum(bool(e.revisions()) for e in edits),
            "noop": sum(e.answers[0].kind == "noop" for e in answered),
            "rejected": sum(e.answers[0].kind == "reject" for e in answered),
            "lost": sum(t.startswith("lost") for t in text),
            "doubled": sum(t.startswith("doubled") for t in text),
            "lists": len(reading.timelines),
            "sets": sum(len(t.sets) for t in reading.timelines.values()),
        }

    def violated(self):
        """The numbers of the properties that do not hold."""
        return [v.number for v in self.verdicts if v.violations]

    def not_tried(self):
        """The numbers of the properties about which the history says nothing."""
        return [v.number for v in self.verdicts if not v.tried and not v.violations]

    def lines(self, details=3):
        """A line for each property, the first violations under it, and the counts."""
        for v in self.verdicts:
            state = "VIOLATED" if v.violations else "held" if v.tried else "not tried"
            yield f"{v.number!s:>3} {state:<10} {v.tried:>7} × {v.text}"
            for violation in v.violations[:details]:
                yield f"      - {violation[:1500]}"
            if len(v.violations) > details:
                yield f"      … and {len(v.violations) - details} more"
        yield "    " + ", ".join(f"{name} {count}" for name, count in self.counts.items())

    def __str__(self):
        return "\n".join(self.lines())


def main(path):
    """Checks the history in a file."""
    report = Report(History.read(path))
    print(report)
    return 1 if report.violated() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
