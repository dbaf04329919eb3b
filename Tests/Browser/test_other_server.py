"""A page whose server goes: it goes on at another one of the same lists."""

import pytest
from playwright.sync_api import expect

from lockstep_server import ROOT, LockstepServer


@pytest.fixture
def servers(tmp_path):
    """Two servers of one store, which have to take turns, and know each other's address."""
    pair = [LockstepServer(tmp_path, ROOT / "config/lists") for _ in range(2)]
    named = ",".join(server.url for server in pair)
    for server in pair:
        server.options = ("--servers", named)
    yield pair
    for server in pair:
        server.stop()


def test_a_page_goes_on_at_the_other_server_and_sends_what_was_not_answered(visit, servers):
    first, second = servers
    first.start()
    ana = visit(first.make({"one": "a b c"}), on=first, service_workers="allow")
    # The page has all its files once its service worker has them.
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.edit()
    ana.rename("a", "Alpha")
    ana.agrees()
    first.kill()
    expect(ana.page.locator(".status[data-state=waiting]")).to_be_visible()
    ana.rename("b", "Beta")
    second.start()
    ana.live()
    # From here on the page's own server is another one.
    ana.server = second
    ana.shows_titles([["Alpha", "Beta", "c"]])
    ana.agrees()
    second.edit(ana.name, {"op": "updateRow", "row": "c", "fields": {"title": "Gamma"}})
    ana.shows_titles([["Alpha", "Beta", "Gamma"]])
    assert second.snapshot(ana.name)["revision"] == 3
    with ana.page.expect_response(f"{second.url}/api/lists/{ana.name}/changes**") as notified:
        ana.go(f"#/list/{ana.name}/history")
    assert notified.value.status == 200
    expect(ana.page.get_by_text("Gamma").first).to_be_visible()
