"""Paths and fixtures of the cost tests: servers and prepared lists for the whole run."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent / "api", HERE.parent / "contract", HERE.parent / "faults", HERE):
    if str(folder) in sys.path:
        sys.path.remove(str(folder))
    sys.path.insert(0, str(folder))

from workshop import Workshop  # noqa: E402  (needs the paths above)


@pytest.fixture(scope="session")
def workshop():
    """Servers whose instructions are counted, and their lists, made once and shared by the tests."""
    made = Workshop(counted=True)
    yield made
    made.close()


@pytest.fixture(scope="session")
def real_workshop():
    """The same by themselves, for what is told in time or memory."""
    made = Workshop(counted=False)
    yield made
    made.close()


def pytest_terminal_summary(terminalreporter):
    """Shows what was measured."""
    lines = [value for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
             for key, value in report.user_properties if key == "measured"]
    if lines:
        terminalreporter.section("measured: millions of instructions of the loop's thread, of those of all threads")
        for line in lines:
            terminalreporter.write_line(line)
