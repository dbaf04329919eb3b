"""Fixtures of the core set: an engine, servers, and people with browsers.

The engine is chosen with `--engine`; every test is the same for all of them.
"""

import re
from contextlib import ExitStack

import pytest

from line import Line
from lockstep_server import ROOT, LockstepServer
from person import Person
from playwright_engine import PlaywrightEngine
from watched_client import watched_client
from webkit_engine import WebKitEngine

PICTURES = ROOT / ".build/browser-failures"
OUTCOME = pytest.StashKey()


def pytest_addoption(parser):
    """Adds the choice of the engine."""
    parser.addoption("--engine", choices=["chromium", "firefox", "webkit"], default="chromium",
                     help="the browser engine that the core set runs on")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Tells the fixtures whether their test failed."""
    report = yield
    if call.when == "call":
        item.stash[OUTCOME] = report
    return report


@pytest.fixture(scope="session")
def engine(pytestconfig, tmp_path_factory):
    """The engine that was asked for."""
    name = pytestconfig.getoption("--engine", "chromium")
    running = (WebKitEngine(tmp_path_factory.mktemp("webkit")) if name == "webkit"
               else PlaywrightEngine(name))
    yield running
    running.close()


@pytest.fixture(scope="session")
def web(tmp_path_factory):
    """The folder of the watched web client."""
    return watched_client(tmp_path_factory.mktemp("web-client"))


@pytest.fixture(scope="session")
def lockstep(tmp_path_factory, web):
    """One server with the sample lists for all tests."""
    running = LockstepServer(tmp_path_factory.mktemp("server"), ROOT / "config/lists", web=web).start()
    yield running
    running.stop()


@pytest.fixture
def visit(request, engine, lockstep):
    """Opens a list as a new person: `visit(list, "Ana")`.

    A test fails where one of its pages had an error, wrote one to the console or broke the content
    policy. Of a test that failed, a picture of every page and its faults are kept.
    """
    people = []

    with ExitStack() as closing:
        def make(name, person="Ana"):
            line = Line(lockstep)
            closing.callback(line.close)
            page = engine.page()
            closing.callback(page.close)
            people.append(Person(page, line, lockstep, person))
            people[-1].open(name)
            lockstep.visitors.append(people[-1])
            return people[-1]

        yield make
        lockstep.visitors.clear()
        outcome = request.node.stash.get(OUTCOME, None)
        faults = None
        try:
            # Before the pictures: those of Firefox breach the content policy themselves.
            faults = {one.name: one.faults() for one in people}
        finally:
            if faults is None or any(faults.values()) or outcome is None or outcome.failed:
                keep_pictures(request, people, faults or {})
    assert not any(faults.values()), faults


def keep_pictures(request, people, faults):
    """Keeps what everybody saw, also in pages that hang, and what went wrong in their pages, by
    name.
    """
    PICTURES.mkdir(parents=True, exist_ok=True)
    engine = request.config.getoption("--engine")
    test = re.sub(r"[^A-Za-z0-9]+", "-", request.node.name)
    for one in people:
        place = PICTURES / f"{engine}-{test}-{one.name}"
        place.with_suffix(".txt").write_text("\n".join(faults.get(one.name, [])))
        one.page.screenshot(place.with_suffix(".png"))
        print(f"a picture of {one.name}'s page: {place}.png")
