"""Waiting for what comes, with one bound for what never does."""

import time

BOUND = 60.0
"""Seconds after which waiting for anything is given up."""


def until(found, what):
    """Polls `found` until it returns something true, and returns that; `what`, or its result, tells what was missed."""
    deadline = time.monotonic() + BOUND
    while not (result := found()):
        assert time.monotonic() < deadline, f"not in time: {what() if callable(what) else what}"
        time.sleep(0.005)
    return result
