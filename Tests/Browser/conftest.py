"""Fixtures: a browser, servers, and people with browsers."""

import json

import pytest
from playwright.sync_api import sync_playwright

pytest.register_assert_rewrite("list_page")

import brief_stacks
from list_page import ListPage, refuse_promises
from lockstep_server import CHROMIUM, ROOT, LockstepServer
from tokens import SECRET
from windows import Windows


brief_stacks.use()
refuse_promises()

# One process draws all pages: to start one costs as much as to load the page.
FLAGS = ["--no-sandbox", "--renderer-process-limit=1"]


def pytest_addoption(parser):
    """For how long four people edit one list at least, and what they do."""
    parser.addoption("--seconds", type=int, default=0)
    parser.addoption("--seed", type=int, default=14)


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium; the other engines run the core set."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def windows(browser):
    """The windows of that browser, each used by one test after the other."""
    return Windows(browser)


@pytest.fixture(scope="session")
def lockstep(tmp_path_factory):
    """One server with the sample lists for all tests that do not kill it."""
    running = LockstepServer(tmp_path_factory.mktemp("server"), ROOT / "config/lists").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path):
    """A server that the test may kill."""
    running = LockstepServer(tmp_path, ROOT / "config/lists").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def guarded(tmp_path_factory):
    """One server with the sample lists that asks for tokens, for all tests that do not kill it."""
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "tokens.key").write_text(SECRET)
    (folder / "settings.json").write_text(json.dumps({"admin": {"open": True}}))
    running = LockstepServer(folder, ROOT / "config/lists", "--config", str(folder / "settings.json"),
                             "--auth-mode", "jwt", "--auth-keys", str(folder / "tokens.key")).start()
    yield running
    running.stop()


@pytest.fixture
def visit(request, windows, lockstep):
    """Opens a list as somebody: `visit(list, person="Ana", phone=True)`.

    They go to it in the page that a test before has left, where that is as it was: nothing is stored, open or told
    there but their name. For a test of what happens as a page is loaded it is `loaded`. A test fails where one of its
    pages had an error or broke the content policy. The page of a test that puts something between page and server is
    for it alone, `apart=True`, or `prepared`, by a function that is called with it before it goes anywhere and whose
    result is its `relay`; and so is the window of one that sets the clock: `fresh=True`. `media` is what else the system
    wants, such as `{"color_scheme": "dark"}`.
    """
    used, visited = [], []

    def make(name, person="Ana", on=None, phone=False, apart=False, fresh=False, loaded=False, prepared=None,
             media=None, **options):
        server = on or lockstep
        # Only where it is loaded without a server does the page need its service worker, which costs as
        # much as the page itself.
        options.setdefault("service_workers", "block")
        # Each frame is drawn by the processor: rows slide where that can matter.
        slides = request.node.get_closest_marker("motion")
        wanted = {"reduced_motion": "no-preference" if slides else "reduce", **(media or {})}
        client = server, {"lockstep.name": person, "lockstep.knows.editing": "yes"}
        # Who has no name is asked for it as they arrive.
        goes = person != "" and not (loaded or apart or fresh or prepared)
        window = windows.window(phone, fresh, options, client if goes else None)
        used.append(window)
        if apart or prepared and not fresh:
            window.renew()
        window.wants(**wanted)
        visitor = ListPage(window.page, server, name)
        if goes and window.has(*client):
            visitor.opens(name)
        else:
            window.enter(*client)
            visitor.relay = prepared and prepared(window.page)
            visitor.open()
            window.opened()
        server.visitors.append(visitor)
        visited.append((server, visitor))
        return visitor

    make.visited, make.fails = visited, False
    yield make
    for server, visitor in visited:
        server.visitors.remove(visitor)
    faults = [fault for window in used for fault in windows.leave(window, make.fails)]
    assert not faults, "\n".join(faults)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Reports of a failed test what its pages show, and how the server has their lists."""
    report = yield
    if report.when != "teardown" and report.failed and "visit" in item.funcargs:
        item.funcargs["visit"].fails = True
        for server, visitor in item.funcargs["visit"].visited:
            report.sections.append(("page", visitor.notified()))
            if server.runs:
                changes = server.request("GET", f"/api/lists/{visitor.name}/changes?since=0")
                report.sections.append(("changes", str(changes)[:4000]))
    return report
