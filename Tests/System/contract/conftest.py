"""Fixtures: servers that tests share, servers of one's own, lists and sessions."""

import json
import random

import pytest

from client import Client
from event_stream import EventStream
from reference_clients import Program
from server import Server
from tokens import SECRET


def pytest_addoption(parser):
    parser.addoption("--seed", default="1", help="what the random tests start from; 'new' for another each time")


@pytest.fixture(autouse=True)
def seed(request):
    """The same random edits in every run, unless another seed is asked for."""
    given = request.config.getoption("seed")
    random.seed(None if given == "new" else f"{given} {request.node.nodeid}")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for all tests that do not kill it."""
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    running.stop()


@pytest.fixture(scope="session", autouse=True)
def quiet_stream(server):
    """A stream of events that is opened first of all, for what the server sends on it comes after a while."""
    stream = EventStream(server, server.make({"s1": "a"}))
    stream.take()
    yield stream
    stream.close()


@pytest.fixture(scope="session")
def configured(tmp_path_factory):
    """Servers with settings and without a web client; tests that name the same settings share a server."""
    running = {}

    def make(**settings):
        text = json.dumps(settings, sort_keys=True)
        if text not in running:
            file = tmp_path_factory.mktemp("configured") / "settings.json"
            file.write_text(text)
            running[text] = Server(file.parent, "--config", str(file), web="").start()
        return running[text]

    yield make
    for server in running.values():
        server.stop()


@pytest.fixture(scope="session")
def guarded(tmp_path_factory):
    """A server that asks for tokens."""
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "tokens.key").write_text(SECRET)
    running = Server(folder, "--auth-mode", "jwt", "--auth-keys", str(folder / "tokens.key"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def spawn(tmp_path):
    """Starts servers without a web client, which a test may kill and start again."""
    started = []

    def make(*options):
        started.append(Server(tmp_path / str(len(started)), *options, web="").start())
        return started[-1]

    yield make
    for one in started:
        one.stop()


@pytest.fixture
def program(tmp_path):
    """Starts programs on the clients in docs/examples, and kills them after the test."""
    started = []

    def make(language, url, list_id, plan=()):
        started.append(Program(language, url, list_id, tmp_path, plan).start())
        return started[-1]

    yield make
    for one in started:
        one.kill()


@pytest.fixture
def connect(server):
    """Opens sessions, and closes them after the test."""
    clients = []

    def make(on=None, path="/ws", **options):
        clients.append(Client((on or server).ws(path), **options))
        return clients[-1]

    yield make
    for client in clients:
        client.leave()


@pytest.fixture
def opened(server, connect):
    """Makes a list and a session that has it open: `client, list_id = opened({"s1": "a b"})`."""

    def make(sections=None, **options):
        list_id = server.make(sections, **options)
        client = connect()
        client.open(list_id)
        return client, list_id

    return make
