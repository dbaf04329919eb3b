"""Options, paths and fixtures of the crash and fault tests."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent / "contract", HERE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from process import FaultyServer  # noqa: E402  (needs the paths above)


def pytest_addoption(parser):
    """`--rounds` and `--seconds` make the crash rounds longer, `--seed` makes every choice another."""
    group = parser.getgroup("crash rounds")
    group.addoption("--rounds", type=int, default=4, help="rounds of kill -9 (default 4)")
    group.addoption("--seconds", type=float, default=0,
                    help="go on with rounds until that many seconds have passed")
    group.addoption("--seed", type=int, default=1, help="the seed of every choice (default 1)")


@pytest.fixture
def seed(request):
    """The run's seed."""
    return request.config.getoption("--seed")


@pytest.fixture
def spawn(tmp_path):
    """Makes servers, not started yet, that are stopped after the test."""
    made = []

    def make(folder=None, **settings):
        made.append(FaultyServer(folder or tmp_path / f"server-{len(made)}", **settings))
        return made[-1]

    yield make
    for server in made:
        server.stop()
