"""Chromium and Firefox as Debian packages them, through playwright."""

from playwright.sync_api import sync_playwright

from lockstep_server import CHROMIUM
from page import HEIGHT, WIDTH

# Debian's Firefox is driven by WebDriver BiDi, which playwright takes for a channel.
LAUNCH = {
    "chromium": {"executable_path": CHROMIUM, "args": ["--no-sandbox"]},
    "firefox": {"executable_path": "/usr/bin/firefox-esr", "channel": "moz-firefox"},
}
# Without a graphics card the processor draws every frame; each origin would have a process to itself,
# and one more be made ready for the next.
FRUGAL = {"layout.frame_rate": 30, "fission.autostart": False, "dom.ipc.processCount": 1,
          "dom.ipc.processPrelaunch.enabled": False}
# Without a screen Firefox takes itself to have no mouse, and shows nothing of what hovering shows:
# here it has one, which is fine (2) and hovers (4).
MOUSE = {"ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6}


class PlaywrightEngine:
    """One browser for each looks of the system; every page has a context to itself, and is used
    again: a new one costs a process.
    """

    def __init__(self, name):
        self._name, self._browsers, self._idle = name, {}, {}
        self._front = None
        self._playwright = sync_playwright().start()

    def page(self, dark=False, calm=False):
        """A page that nobody uses: from another origin it finds nothing of the last."""
        idle = self._idle.setdefault((dark, calm), [])
        if idle:
            return PlaywrightPage(idle.pop(), idle, self)
        context = self._browser(dark, calm).new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference")
        self._front = context.new_page()
        return PlaywrightPage(self._front, idle, self)

    def bring_to_front(self, page):
        """Gives the window of a page the focus of the system. All windows of a Firefox share it, and
        one without it tells its page of no focus that comes or goes.
        """
        if self._front is not page:
            page.bring_to_front()
            self._front = page

    def close(self):
        """Ends the browsers and playwright's own process."""
        try:
            for browser in self._browsers.values():
                browser.close()
        finally:
            self._playwright.stop()

    def _browser(self, dark, calm):
        options = dict(LAUNCH[self._name])
        looks = None
        if self._name == "firefox":
            # WebDriver BiDi sets neither for a page: the whole browser has to be so.
            looks = (dark, calm)
            options["firefox_user_prefs"] = FRUGAL | MOUSE | {
                "ui.systemUsesDarkTheme": int(dark), "ui.prefersReducedMotion": int(calm)}
        if looks not in self._browsers:
            self._browsers[looks] = getattr(self._playwright, self._name).launch(**options)
        return self._browsers[looks]


class PlaywrightPage:
    """A `Page` of playwright, whose window is in front whenever its person presses something."""

    def __init__(self, page, idle, engine):
        self._page, self._idle, self._engine = page, idle, engine

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

    def hold_control(self, held):
        """Holds Control."""
        (self._page.keyboard.down if held else self._page.keyboard.up)("Control")

    def screenshot(self, path):
        """Writes a picture."""
        self._page.screenshot(path=path)

    def close(self):
        """Leaves the page, with nothing held down, and keeps it for the next."""
        self.mouse_up()
        self.hold_control(False)
        self._page.goto("about:blank")
        self._idle.append(self._page)
