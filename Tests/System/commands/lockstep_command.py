"""The `lockstep` command as a user runs it."""

import os
import subprocess
from pathlib import Path

from server import binary


class Lockstep:
    """Runs the command in `folder`; the exit code is checked unless it is asked for."""

    def __init__(self, folder):
        self.binary = binary()
        self.folder = Path(folder)

    def __call__(self, *arguments, code=0):
        """The finished process; its output as bytes."""
        done = subprocess.run(
            [str(self.binary), *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=60,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        assert done.returncode == code, (done.returncode, done.stdout[-2000:], done.stderr[-2000:])
        return done

    def output(self, *arguments, code=0):
        """Standard output as text."""
        return self(*arguments, code=code).stdout.decode()

    def refusal(self, *arguments, code=1):
        """What it says on standard error where it must not do what it is asked."""
        return self(*arguments, code=code).stderr.decode()
