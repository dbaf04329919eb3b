"""Paths, options and fixtures of the tests with real nodes, and the table of what they measured."""

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent / "contract", HERE.parent / "faults", HERE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from cluster_run import ClusterRun, ClusterServer  # noqa: E402  (needs the paths above)
from nodes import Nodes  # noqa: E402


def pytest_addoption(parser):
    """`--rounds` repeats each fault in a run; `--seed` makes every choice another."""
    group = parser.getgroup("faults of a cluster")
    group.addoption("--rounds", type=int, default=1, help="how often each fault comes (default 1)")
    group.addoption("--seed", type=int, default=1, help="the seed of every choice (default 1)")


def pytest_terminal_summary(terminalreporter):
    """Prints a line for each fault, whichever process of the run it came in."""
    rows = [row for reports in terminalreporter.stats.values() for report in reports
            if getattr(report, "when", None) == "call"
            for name, row in report.user_properties if name == "figures"]
    if rows:
        names = list(rows[0])
        width = max(len(row["fault"]) for row in rows)
        terminalreporter.section("edits through faults; the longest wait in seconds")
        terminalreporter.line("fault".ljust(width) + "".join(n.rjust(14) for n in names[1:]))
        for row in rows:
            terminalreporter.line(
                row["fault"].ljust(width) + "".join(str(row[n]).rjust(14) for n in names[1:]))


@pytest.fixture
def figures(record_property):
    """Takes a row of the table at the end."""
    return lambda row: record_property("figures", row)


@pytest.fixture
def rounds(request):
    """How often a fault comes."""
    return request.config.getoption("--rounds")


@pytest.fixture
def seed(request):
    """The seed of every choice."""
    return request.config.getoption("--seed")


@pytest.fixture
def nodes(tmp_path):
    """Three nodes that were just started."""
    made = Nodes.at_free_ports(tmp_path / "nodes").start()
    yield made
    made.end()


@pytest.fixture
def spawn(tmp_path):
    """Makes servers, not started yet, that are stopped after the test."""
    made = []

    def make(nodes, **settings):
        made.append(ClusterServer(tmp_path / f"server-{len(made)}", nodes, **settings))
        return made[-1]

    yield make
    for server in made:
        server.stop()


@pytest.fixture
def edit(seed):
    """Begins checks of servers of the same lists, which end after the test."""
    begun = []

    def begin(*servers, **options):
        begun.append(ClusterRun(servers, seed, **options))
        return begun[-1].begin()

    yield begin
    for run in begun:
        run.end()


needs_root = pytest.mark.usefixtures("root")


@pytest.fixture
def root():
    """Disks and networks of their own need root: `make soak PART=cluster` uses sudo."""
    if os.geteuid() != 0:
        pytest.fail("run this as root, as 'make soak PART=cluster' does")
