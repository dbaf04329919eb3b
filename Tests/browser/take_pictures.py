"""Takes pictures of the main states: `python take_pictures.py [FOLDER]`.

Without a folder it renews those of the README, `web-client/pictures`.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from list_page import ListPage
from lockstep_server import ROOT, LockstepServer

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1200, "height": 800}}


def person(browser, server, name, size, scheme):
    """A browser context of somebody with that name, with a page on the groceries."""
    known = {"origins": [{"origin": server.url, "localStorage": [
        {"name": "lockstep.name", "value": name}]}]}
    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, storage_state=known,
                                  device_scale_factor=2)
    return ListPage(context.new_page(), server, "groceries").open()


def picture(someone, folder, name):
    """One picture, once nothing moves any more."""
    someone.still()
    someone.page.screenshot(path=str(folder / f"{name}.png"))


def take(browser, server, folder, size, scheme):
    """Reading, editing together, deleting, dragging and the list of lists, at one size."""
    ana = person(browser, server, "Ana Ferreira", size, scheme)
    tom = person(browser, server, "Tom Berg", "desktop", "light")
    name = f"{size}-{scheme}"
    picture(ana, folder, f"{name}-reading")
    tom.edit()
    tom.within("b1", "rename").click()
    ana.edit()
    ana.row("b1").locator(".peer-tag").wait_for()
    picture(ana, folder, f"{name}-editing")
    ana.within("p2", "delete").click()
    picture(ana, folder, f"{name}-deleting")
    ana.page.keyboard.press("Escape")
    x = ana.grab("p2")
    ana.carry(x, ana.row("b2"), 0.4)
    picture(ana, folder, f"{name}-dragging")
    ana.page.keyboard.press("Escape")
    ana.page.mouse.up()
    ana.go("#/")
    ana.page.locator("[data-list-link]").first.wait_for()
    picture(ana, folder, f"{name}-lists")
    for someone in (ana, tom):
        someone.page.context.close()


def edit_mode(browser, server, folder):
    """The picture of the README: two people in edit mode, one of them dragging."""
    ana = person(browser, server, "Ana Ferreira", "desktop", "light")
    tom = person(browser, server, "Tom Berg", "phone", "light")
    tom.edit()
    tom.within("p3", "rename").click()
    ana.edit()
    ana.row("p3").locator(".peer-tag").wait_for()
    x = ana.grab("p2")
    ana.carry(x, ana.row("b2"), 0.4)
    picture(ana, folder, "edit-mode")
    ana.page.keyboard.press("Escape")
    ana.page.mouse.up()


def main():
    """All sizes, light and dark."""
    shown = ROOT / "web-client/pictures"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else shown
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        server = LockstepServer(store, ROOT / "config/lists").start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium",
                                             args=["--no-sandbox"])
        try:
            if folder == shown:
                edit_mode(browser, server, folder)
                return
            for size in SIZES:
                for scheme in ("light", "dark"):
                    take(browser, server, folder, size, scheme)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
