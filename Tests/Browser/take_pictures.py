"""Takes pictures of the main states: `python take_pictures.py [FOLDER]`.

Without a folder it renews those of the README, `web-client/pictures`.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from list_page import ListPage
from lockstep_server import CHROMIUM, ROOT, LockstepServer

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1200, "height": 800}},
}
# The README shows these; phones at twice their points, for they are shown small.
SHOWN = ["desktop-light-dragging", "desktop-dark-dragging", "phone-light-lists", "phone-light-reading",
         "phone-light-editing", "phone-dark-deleting", "phone-dark-dragging", "phone-dark-history"]


class Photographer:
    """Two people on the groceries, at one size and in one scheme, and what Ana sees."""

    def __init__(self, browser, server, folder, size, scheme):
        self.browser, self.server, self.folder = browser, server, folder
        self.size, self.scheme = size, scheme
        self.wanted = None
        self.ana = self.person("Ana Ferreira", size, scheme)
        self.tom = self.person("Tom Berg", "desktop", "light")

    def person(self, name, size, scheme):
        """Somebody with a page on the groceries, who knows the client."""
        known = {"origins": [{"origin": self.server.url, "localStorage": [
            {"name": "lockstep.name", "value": name},
            {"name": "lockstep.knows.editing", "value": "yes"}]}]}
        context = self.browser.new_context(**SIZES[size], color_scheme=scheme, storage_state=known,
                                           device_scale_factor=2 if size == "phone" else 1.5)
        return ListPage(context.new_page(), self.server, "groceries").open()

    def take(self, state):
        """One picture, once nothing moves any more."""
        name = f"{self.size}-{self.scheme}-{state}"
        if self.wanted is None or name in self.wanted:
            self.ana.still()
            self.ana.page.screenshot(path=str(self.folder / f"{name}.png"))

    def work(self):
        """Reading, editing together, deleting, dragging, the history and the list of lists."""
        ana, tom = self.ana, self.tom
        self.take("reading")
        tom.edit()
        tom.within("p3", "rename").click()
        ana.edit()
        ana.row("p3").locator(".peer-tag").wait_for()
        self.take("editing")
        ana.within("p2", "delete").click()
        self.take("deleting")
        ana.page.keyboard.press("Escape")
        x = ana.grab("p2")
        ana.carry(x, ana.row("b2"), 0.4)
        ana.carry(x, ana.page.locator(".gap"), 0.66)
        self.take("dragging")
        ana.page.keyboard.press("Escape")
        ana.page.mouse.up()
        self._edit_by_tom()
        ana.edit()
        ana.control("history").click()
        ana.page.locator("[data-revision]").nth(3).wait_for()
        self.take("history")
        ana.go("#/")
        ana.page.locator("[data-list-link]").first.wait_for()
        self.take("lists")

    def close(self):
        """Both go."""
        for someone in (self.ana, self.tom):
            someone.page.context.close()

    def _edit_by_tom(self):
        """Something for the history, the same in every round."""
        tom = self.tom
        tom.page.keyboard.press("Escape")
        tom.rename("p3", "Flat-leaf parsley, 2 bunches")
        tom.control("undo").click()
        tom.shows_titles(tom.server.titles("groceries"))
        tom.row("p2").locator("[data-action=done]").check()
        tom.row("p2").locator("[data-action=done]").uncheck()


def main():
    """All sizes, light and dark."""
    shown = ROOT / "web-client/pictures"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else shown
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size in SIZES:
            for scheme in ("light", "dark"):
                with tempfile.TemporaryDirectory() as store:
                    server = LockstepServer(store, ROOT / "config/lists").start()
                    try:
                        photographer = Photographer(browser, server, folder, size, scheme)
                        photographer.wanted = SHOWN if folder == shown else None
                        photographer.work()
                        photographer.close()
                    finally:
                        server.stop()
        browser.close()


if __name__ == "__main__":
    main()
