"""Fixtures: the schemas, and servers with and without authentication."""

import json

import pytest
from hypothesis import HealthCheck, Phase, settings

from documents import Schemas
from server import Server
from tokens import SECRET


def pytest_addoption(parser):
    parser.addoption("--examples", type=int, default=3, help="how many requests of each kind are made up at random")


def pytest_configure(config):
    settings.register_profile(
        "requests", max_examples=config.getoption("examples"), deadline=None, derandomize=True, database=None,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="session")
def schemas():
    """The schemas as they are served: what is not named is let pass."""
    return Schemas()


@pytest.fixture(scope="session")
def strict():
    """The schemas with every object closed."""
    return Schemas(is_closed=True)


@pytest.fixture(scope="session")
def start(tmp_path_factory):
    """Starts servers: `start(auth=True, limits={"lists": 2})`; without the web client unless it is asked for."""
    started = []

    def make(auth=False, web="", **settings):
        folder = tmp_path_factory.mktemp("server")
        (folder / "settings.json").write_text(json.dumps(settings))
        (folder / "tokens.key").write_text(SECRET)
        keys = ["--auth-mode", "jwt", "--auth-keys", str(folder / "tokens.key")] if auth else []
        started.append(Server(folder, "--config", str(folder / "settings.json"), *keys, web=web).start())
        return started[-1]

    yield make
    for one in started:
        one.stop()


@pytest.fixture(scope="session")
def server(start):
    """A server that asks nobody who they are."""
    return start(web="web-client")


@pytest.fixture(scope="session")
def guarded(start):
    """A server that asks for tokens."""
    return start(auth=True, web="web-client")
