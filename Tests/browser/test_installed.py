"""The page as an installed app: shortcuts, and a new version that is offered."""

import json
import shutil

import pytest
from playwright.sync_api import expect

from lockstep_server import ROOT, LockstepServer


def test_the_shortcuts_make_and_import_a_list(visit, lockstep):
    ana = visit("groceries")
    manifest = json.loads(ana.page.request.get(f"{lockstep.url}/manifest.webmanifest").text())
    made, imported = (one["url"].removeprefix("./") for one in manifest["shortcuts"])
    ana.go(made)
    expect(ana.page.locator("dialog h2")).to_have_text("New list")
    ana.page.keyboard.press("Escape")
    ana.page.reload()
    expect(ana.page.locator("h1")).to_have_text("Lists")
    expect(ana.page.locator("dialog")).to_have_count(0)
    ana.go(imported)
    expect(ana.page.locator("dialog h2")).to_have_text("Import")


@pytest.fixture
def updated(tmp_path):
    """A server whose page can be made newer: `updated.renew()`."""
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web-client", web)
    running = LockstepServer(tmp_path, ROOT / "config/lists", web=web).start()

    def renew():
        page = web / "index.html"
        page.write_text(page.read_text().replace('href="styles/row.css"', 'href="styles/row.css?2"'))

    running.renew = lambda: running.shows_change(renew)
    yield running
    running.stop()


def reconnect(person):
    person.page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(person.page.locator("main[data-status=offline]")).to_be_visible()
    person.page.evaluate("window.dispatchEvent(new Event('online'))")
    person.live()


def test_a_new_version_is_offered_and_loses_no_typed_text(visit, updated):
    name = updated.make({"one": "a"})
    ana = visit(name, on=updated)
    offer = ana.page.locator("[data-toast=update]")
    with ana.page.expect_response(f"{updated.url}/"):
        reconnect(ana)
    expect(offer).to_have_count(0)
    updated.renew()
    reconnect(ana)
    expect(offer).to_contain_text("A new version is ready")
    ana.announced("A new version is ready")
    offer.locator("[data-action=later]").click()
    expect(offer).to_have_count(0)
    reconnect(ana)
    ana.control("new-item").click()
    ana.page.keyboard.type("half a thought")
    offer.locator("[data-action=reload]").click()
    ana.page.wait_for_function("() => document.querySelector('link[href$=\"?2\"]') !== null")
    ana.live()
    ana.shows_titles([["a", "half a thought"]])
    reconnect(ana)
    ana.agrees()
    expect(offer).to_have_count(0)
