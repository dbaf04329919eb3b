"""Paths and fixtures of the tests of the commands that work on stores."""

import shutil
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent / "contract", HERE.parent / "faults", HERE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from process import FaultyServer  # noqa: E402  (needs the paths above)
from lockstep_command import Lockstep  # noqa: E402
from nats_node import SingleNode  # noqa: E402


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


@pytest.fixture
def nats(tmp_path):
    """Makes nodes of NATS that end after the test; started, unless `start` is false."""
    made = []

    def make(settings="", start=True, **options):
        made.append(SingleNode(tmp_path / f"node-{len(made)}", settings, **options))
        return made[-1].start() if start else made[-1]

    yield make
    for node in made:
        node.end()


@pytest.fixture(scope="session")
def at_rest(tmp_path_factory):
    """Makes folders with stores at rest: `at_rest(fill, folder, **settings)`; what `fill(server)` makes is made once."""
    made = {}

    def make(fill, folder, **settings):
        if fill not in made:
            server = FaultyServer(tmp_path_factory.mktemp("at-rest"), **settings).start()
            try:
                fill(server)
            finally:
                server.stop()
            made[fill] = server.folder
        shutil.copytree(made[fill], folder, dirs_exist_ok=True)
        return folder

    yield make


@pytest.fixture
def lockstep(tmp_path):
    """Runs `lockstep COMMAND …` in a folder of its own."""
    return Lockstep(tmp_path)
