"""Fixtures: a browser, servers, and people with browsers."""

import os

import pytest
from playwright.sync_api import sync_playwright

pytest.register_assert_rewrite("list_page")

from list_page import ListPage
from lockstep_server import ROOT, LockstepServer

ENGINE = os.environ.get("BROWSER_ENGINE", "chromium")
# Debian's Firefox is driven by WebDriver BiDi, which playwright takes for a channel.
LAUNCH = {
    "chromium": {"executable_path": "/usr/bin/chromium", "args": ["--no-sandbox"]},
    "firefox": {"executable_path": "/usr/bin/firefox-esr", "channel": "moz-firefox"},
}
DESKTOP = {"width": 1200, "height": 800}
PHONE = {"width": 390, "height": 844}


def pytest_configure(config):
    """Names the marker of tests that Firefox cannot run."""
    config.addinivalue_line(
        "markers", "chromium: needs what only Chromium offers (touch, a frozen network, calm motion)")


def pytest_collection_modifyitems(items):
    """Touch can only be made through Chromium's own protocol."""
    if ENGINE != "chromium":
        for item in items:
            if item.get_closest_marker("chromium"):
                item.add_marker(pytest.mark.skip(reason="needs Chromium's protocol"))


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, or Firefox where `BROWSER_ENGINE` says so."""
    with sync_playwright() as playwright:
        running = getattr(playwright, ENGINE).launch(**LAUNCH[ENGINE])
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

    def fault(text):
        # Firefox reports a refused connection as if it were an error of the page.
        if "establish a connection" not in text:
            faults.append(text)

    def listen(page):
        page.on("pageerror", lambda error: fault(f"{error}\n{error.stack}"))
        page.on("console", lambda message: fault(message.text)
                if "Content Security Policy" in message.text else None)

    def make(name, person="Ana", on=None, phone=False, **options):
        used = on or lockstep
        known = {"origins": [{"origin": used.url, "localStorage": [
            {"name": "lockstep.name", "value": person},
            {"name": "lockstep.knows.editing", "value": "yes"}]}]}
        if phone and ENGINE == "chromium":
            options.update(has_touch=True, is_mobile=True)
        context = browser.new_context(viewport=PHONE if phone else DESKTOP, storage_state=known,
                                      **options)
        contexts.append(context)
        context.on("page", listen)
        return ListPage(context.new_page(), used, name).open()

    yield make
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
