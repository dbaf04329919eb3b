"""Chromium and Firefox as Debian packages them, through playwright."""

from playwright.sync_api import sync_playwright

import brief_stacks
from lockstep_server import CHROMIUM
from page import HEIGHT, WIDTH

# Without a graphics card the processor draws every frame; each origin would have a process to itself,
# one more be made ready for the next, and extensions have another; a first page would be made for nobody.
FRUGAL = {"layout.frame_rate": 30, "fission.autostart": False, "dom.ipc.processCount": 1,
          "dom.ipc.processPrelaunch.enabled": False, "extensions.webextensions.remote": False,
          "browser.newtabpage.enabled": False, "browser.aboutwelcome.enabled": False, "browser.startup.page": 0}
# Without a screen Firefox takes itself to have no mouse, and shows nothing of what hovering shows:
# here it has one, which is fine (2) and hovers (4).
MOUSE = {"ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6}
# Debian's Firefox is driven by WebDriver BiDi, which playwright takes for a channel.
LAUNCH = {
    "chromium": {"executable_path": CHROMIUM, "args": ["--no-sandbox"]},
    "firefox": {"executable_path": "/usr/bin/firefox-esr", "channel": "moz-firefox",
                "firefox_user_prefs": FRUGAL | MOUSE},
}


class PlaywrightEngine:
    """A browser whose pages have a context each, and are used again: a new one costs a process."""

    def __init__(self, name):
        self._idle, self._front = [], None
        brief_stacks.use()
        self._playwright = sync_playwright().start()
        self._browser = getattr(self._playwright, name).launch(**LAUNCH[name])

    def page(self):
        """A page that nobody uses: from another origin it finds nothing of the last."""
        if self._idle:
            return PlaywrightPage(self._idle.pop(), self._idle, self)
        context = self._browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
        self._front = context.new_page()
        return PlaywrightPage(self._front, self._idle, self)

    def bring_to_front(self, page):
        """Gives the window of a page the focus of the system. All windows of a Firefox share it, and
        one without it tells its page of no focus that comes or goes.
        """
        if self._front is not page:
            page.bring_to_front()
            self._front = page

    def close(self):
        """Ends the browser and playwright's own process."""
        try:
            self._browser.close()
        finally:
            self._playwright.stop()


class PlaywrightPage:
    """A `Page` of playwright, whose window is in front whenever its person presses something."""

    def __init__(self, page, idle, engine):
        self._page, self._idle, self._engine = page, idle, engine

    def begin(self, address, script, *given):
        """Loads an address of another origin than the last, and runs a function there."""
        self.goto(address)
        return self.evaluate(script, *given)

    def goto(self, address):
        """Loads an address."""
        self._page.goto(address)

    def reload(self):
        """Loads it again."""
        self._page.reload()

    def evaluate(self, script, *given):
        """Runs a function in the page."""
        return self._page.evaluate(f"(given) => ({script})(...given)", list(given))

    def press(self, key):
        """Presses a key."""
        self._engine.bring_to_front(self._page)
        self._page.keyboard.press(key)

    def type(self, text):
        """Types a text."""
        self._engine.bring_to_front(self._page)
        self._page.keyboard.type(text)

    def move_to(self, *points):
        """Moves the mouse."""
        for x, y in points:
            self._page.mouse.move(x, y)

    def mouse_down(self):
        """Presses the button."""
        self._engine.bring_to_front(self._page)
        self._page.mouse.down()

    def mouse_up(self):
        """Lets it go."""
        self._page.mouse.up()

    def screenshot(self, path):
        """Writes a picture."""
        self._page.screenshot(path=path)

    def close(self):
        """Leaves the page, with nothing held down, and keeps it for the next."""
        self.mouse_up()
        self._page.goto("about:blank")
        self._idle.append(self._page)
