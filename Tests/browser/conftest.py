"""Fixtures: a browser, servers, and people with browsers."""

import pytest
from playwright.sync_api import sync_playwright

pytest.register_assert_rewrite("list_page")

from list_page import ListPage
from lockstep_server import CHROMIUM, ROOT, LockstepServer

DESKTOP = {"width": 1200, "height": 800}
PHONE = {"width": 390, "height": 844}


def pytest_addoption(parser):
    """How long four people edit one list, and what they do."""
    parser.addoption("--seconds", type=int, default=20)
    parser.addoption("--seed", type=int, default=14)


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium; the other engines run the core set."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


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


@pytest.fixture
def visit(browser, lockstep):
    """Opens a list as a new person: `visit(list, name="Ana", phone=True)`.

    A test fails where one of its pages had an error or broke the content policy.
    """
    contexts, faults = [], []

    def listen(page):
        page.on("pageerror", lambda error: faults.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: faults.append(message.text)
                if "Content Security Policy" in message.text else None)

    def make(name, person="Ana", on=None, phone=False, **options):
        used = on or lockstep
        known = {"origins": [{"origin": used.url, "localStorage": [
            {"name": "lockstep.name", "value": person},
            {"name": "lockstep.knows.editing", "value": "yes"}]}]}
        if phone:
            options.update(has_touch=True, is_mobile=True)
        # Only where the server may go away does the page need its service worker, which costs as
        # much as the page itself.
        options.setdefault("service_workers", "allow" if on else "block")
        context = browser.new_context(viewport=PHONE if phone else DESKTOP, storage_state=known,
                                      **options)
        contexts.append(context)
        context.on("page", listen)
        return ListPage(context.new_page(), used, name).open()

    yield make
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
