"""The page as an installed app: shortcuts, and a new version that is offered."""

import json
import re

from playwright.sync_api import expect


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


class Newer:
    """Answers a page that asks for itself again as a server does that has a newer version."""

    def __init__(self, person):
        self.person, self.address = person, f"{person.server.url}/"
        text = person.server.request("GET", "/")[1]
        self.text = re.sub(r'(rel="stylesheet" href="[^"]+)"', r'\1?2"', text)
        assert self.text != text
        person.page.route(self.address, self._answer)

    def _answer(self, route):
        if route.request.resource_type == "fetch":
            route.fulfill(body=self.text, content_type="text/html")
        else:
            route.continue_()

    def end(self):
        """The page that is loaded next is the newest."""
        self.person.page.unroute(self.address)


def reconnect(person):
    person.page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(person.page.locator("main[data-status=offline]")).to_be_visible()
    person.page.evaluate("window.dispatchEvent(new Event('online'))")
    person.live()


def test_a_new_version_is_offered_and_loses_no_typed_text(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}), loaded=True)
    offer = ana.page.locator("[data-toast=update]")
    with ana.page.expect_response(f"{lockstep.url}/"):
        reconnect(ana)
    expect(offer).to_have_count(0)
    newer = Newer(ana)
    reconnect(ana)
    expect(offer).to_contain_text("A new version is ready")
    ana.announced("A new version is ready")
    offer.locator("[data-action=later]").click()
    expect(offer).to_have_count(0)
    reconnect(ana)
    ana.control("new-item").click()
    ana.page.keyboard.type("half a thought")
    newer.end()
    ana.page.evaluate("() => { window.isOld = true; }")
    offer.locator("[data-action=reload]").click()
    ana.page.wait_for_function("() => !window.isOld")
    ana.live()
    ana.shows_titles([["a", "half a thought"]])
    reconnect(ana)
    ana.agrees()
    expect(offer).to_have_count(0)
