"""The programs on the clients in docs/examples, as processes."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from waiting import until

HERE = Path(__file__).resolve().parent
COMMANDS = {"Python": [sys.executable, HERE / "reference_program.py"],
            "JavaScript": ["node", HERE / "reference_program.mjs"]}
languages = pytest.mark.parametrize("language", COMMANDS)


class Program:
    """The program of one language on one list; it can be killed and started again on the same file."""

    def __init__(self, language, url, list_id, folder, plan=()):
        self.file = folder / f"{language}.json"
        (folder / "plan.json").write_text(json.dumps(list(plan)))
        self.command = [*COMMANDS[language], url, list_id, self.file, folder / "plan.json"]
        self.lines, self.process = [], None

    def start(self):
        """Starts the process."""
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "NO_PROXY": "*"})
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        return self

    def _read(self, output):
        for line in output:
            self.lines.append(json.loads(line))

    def kill(self):
        """kill -9, and waits for the end."""
        self.process.kill()
        self.process.wait()

    def edit(self, count):
        """Has it make the edits of its plan up to `count`."""
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()

    def kept(self):
        """What it has stored."""
        return json.loads(self.file.read_text())

    def notified(self, what, start=0):
        """What it has told of one kind."""
        return [line for line in self.lines[start:] if line["told"] == what]

    def tells(self, what, count, start=0):
        """Waits until it has told as many of one kind, and returns them: it writes its file before it tells."""
        until(lambda: len(self.notified(what, start)) >= count, lambda: f"{count} {what}: {self.lines[-3:]}")
        return self.notified(what, start)

    def copy(self):
        """Its latest copy."""
        changed = self.notified("changed")
        return changed[-1]["copy"] if changed else {"revision": -1}

    def made(self, count):
        """Waits until the edits up to `count` are stored."""
        until(lambda: self.file.exists() and self.kept()["highestId"] >= count,
              lambda: f"{count} edits: {self.lines[-3:]}")

    def settled(self, count):
        """Waits until the edits up to `count` are answered."""
        self.made(count)
        until(lambda: not self.kept()["edits"], lambda: f"answers: {self.kept()}, {self.lines[-3:]}")
