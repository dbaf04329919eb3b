"""Waiting for what comes, with one bound for what never does."""

import os
import signal
import time
from pathlib import Path

BOUND = 60.0
"""Seconds after which waiting for anything is given up."""


def until(found, what):
    """Polls `found` until it returns something true, and returns that; `what`, or its result, tells what was missed."""
    deadline = time.monotonic() + BOUND
    while not (result := found()):
        assert time.monotonic() < deadline, f"not in time: {what() if callable(what) else what}"
        time.sleep(0.005)
    return result


def suspend(pid):
    """Suspends a process; returns once none of its threads runs any more: on busy processors they go on for a while."""
    os.kill(pid, signal.SIGSTOP)
    tasks = Path(f"/proc/{pid}/task")
    until(lambda: all(task.joinpath("stat").read_text().rpartition(")")[2].split()[0] == "T"
                      for task in tasks.iterdir()), f"process {pid} is suspended")
