"""Chromium and Firefox as Debian packages them, through playwright."""

from playwright.sync_api import sync_playwright

from page import HEIGHT, WIDTH

# Debian's Firefox is driven by WebDriver BiDi, which playwright takes for a channel.
LAUNCH = {
    "chromium": {"executable_path": "/usr/bin/chromium", "args": ["--no-sandbox"]},
    "firefox": {"executable_path": "/usr/bin/firefox-esr", "channel": "moz-firefox"},
}


class PlaywrightEngine:
    """One browser process for each looks of the system; every page has a context to itself."""

    def __init__(self, name):
        self._name, self._browsers = name, {}
        self._playwright = sync_playwright().start()

    def page(self, dark=False, calm=False):
        """A page in a new context."""
        context = self._browser(dark, calm).new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference")
        return PlaywrightPage(context.new_page())

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
            options["firefox_user_prefs"] = {
                "ui.systemUsesDarkTheme": int(dark), "ui.prefersReducedMotion": int(calm)}
        if looks not in self._browsers:
            self._browsers[looks] = getattr(self._playwright, self._name).launch(**options)
        return self._browsers[looks]


class PlaywrightPage:
    """A `Page` of playwright."""

    def __init__(self, page):
        self._page = page

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
        self._page.keyboard.press(key)

    def type(self, text):
        """Types a text."""
        self._page.keyboard.type(text)

    def move_to(self, *points):
        """Moves the mouse."""
        for x, y in points:
            self._page.mouse.move(x, y)

    def mouse_down(self):
        """Presses the button."""
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
        """Closes the context."""
        self._page.context.close()
