"""WebKitGTK through its own WebDriver, each page in a browser and on a screen of its own."""

import os

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.key_input import KeyInput
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from end_with_parent import end_with_parent
from page import HEIGHT, WIDTH
from screen import Screen

DRIVER = "/usr/bin/WebKitWebDriver"
KEYS = {"Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Tab": Keys.TAB, "Delete": Keys.DELETE,
        "Space": " ", "ArrowUp": Keys.ARROW_UP, "ArrowDown": Keys.ARROW_DOWN, "Home": Keys.HOME,
        "End": Keys.END, "Alt": Keys.ALT, "Control": Keys.CONTROL, "Shift": Keys.SHIFT}
# What a script may take, and the first one of a page that does nothing.
SCRIPT_SECONDS, FIRST_SCRIPT_SECONDS = 30, 10
# The page's policy allows no `eval`, so that each function comes as the body of a script.
RUN = """const [given, done] = arguments;
new Promise((resolve) => resolve((%s)(...given)))
    .then((result) => done({ result }), (error) => done({ error: `${error}` }));"""


class WebKitEngine:
    """Browsers are kept for the next page: one that comes from another origin finds nothing of
    the last.
    """

    def __init__(self, folder):
        self._folder = folder
        self._idle, self._all, self._begun = [], [], 0

    def page(self):
        """A page in a browser that nobody uses."""
        return WebKitPage(self._idle.pop() if self._idle else self._begin(), self)

    def give_back(self, browser):
        """Keeps a browser for the next page."""
        self._idle.append(browser)

    def replace(self, browser):
        """Ends a browser that does not answer, and begins another one."""
        self._all.remove(browser)
        browser.kill()
        return self._begin()

    def close(self):
        """Ends all browsers and their screens."""
        for browser in self._all:
            browser.close()

    def _begin(self):
        self._begun += 1
        self._all.append(Browser(self._folder / f"{self._begun}"))
        return self._all[-1]


class Browser:
    """A WebDriver session, its browser and its screen."""

    def __init__(self, folder):
        folder.mkdir()
        options = Options()
        options.add_argument("--automation")
        self.screen = Screen(folder)
        try:
            service = Service(
                executable_path=DRIVER, popen_kw={"preexec_fn": end_with_parent},
                env={**os.environ, "DISPLAY": self.screen.name, "XDG_CONFIG_HOME": str(folder),
                     "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
                     # Without a graphics card compositing costs four times the processor time.
                     "WEBKIT_DISABLE_COMPOSITING_MODE": "1"})
            self.driver = webdriver.WebKitGTK(options=options, service=service)
        except BaseException:
            self.screen.close()
            raise
        self.driver.set_page_load_timeout(60)
        self.driver.set_script_timeout(SCRIPT_SECONDS)
        self._fit()

    def _fit(self):
        self.driver.set_window_size(WIDTH, HEIGHT)
        bars = HEIGHT - self.driver.execute_script("return window.innerHeight")
        self.driver.set_window_size(WIDTH, HEIGHT + bars)

    def kill(self):
        """Ends the driver and the screen unasked; a browser does not outlive its screen."""
        self.driver.service.process.kill()
        self.driver.service.process.wait()
        self.screen.close()

    def close(self):
        """Ends the browser, the driver and the screen."""
        try:
            self.driver.quit()
        finally:
            self.screen.close()


class WebKitPage:
    """A `Page` of a WebDriver session."""

    def __init__(self, browser, engine):
        self._engine = engine
        self._take(browser)

    def _take(self, browser):
        self._browser, self._driver = browser, browser.driver

    def begin(self, address, script, *given):
        """Loads an address of another origin than the last, and runs a function there.

        WebKit takes another process for that, and now and then stands still for ever while it does: its driver answers
        nothing any more. The page under test has not begun by then, so such a browser is replaced.
        """
        try:
            return self._begin(address, script, *given)
        except TimeoutException:
            self._take(self._engine.replace(self._browser))
            return self._begin(address, script, *given)

    def _begin(self, address, script, *given):
        self._driver.set_script_timeout(FIRST_SCRIPT_SECONDS)
        self.goto(address)
        result = self.evaluate(script, *given)
        self._driver.set_script_timeout(SCRIPT_SECONDS)
        return result

    def goto(self, address):
        """Loads an address."""
        self._driver.get(address)

    def reload(self):
        """Loads it again."""
        self._driver.refresh()

    def evaluate(self, script, *given):
        """Runs a function in the page."""
        answer = self._driver.execute_async_script(RUN % script, list(given))
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def press(self, key):
        """Presses a key."""
        names = key.split("+")
        keys = [KEYS.get(name, name) for name in names]

        def chord(actions):
            for one in keys:
                actions.key_action.key_down(one)
            for one in reversed(keys):
                actions.key_action.key_up(one)

        self._perform(chord)

    def type(self, text):
        """Types a text."""
        self._perform(lambda actions: actions.key_action.send_keys(text))

    def move_to(self, *points):
        """Moves the mouse."""
        def way(actions):
            for x, y in points:
                actions.pointer_action.move_to_location(round(x), round(y))

        self._perform(way)

    def mouse_down(self):
        """Presses the button."""
        self._perform(lambda actions: actions.pointer_action.pointer_down())

    def mouse_up(self):
        """Lets it go."""
        self._perform(lambda actions: actions.pointer_action.pointer_up())

    def screenshot(self, path):
        """Writes a picture."""
        self._browser.screen.picture(path)

    def close(self):
        """Leaves the page and gives its browser back."""
        ActionBuilder(self._driver).clear_actions()
        self._driver.get("about:blank")
        self._engine.give_back(self._browser)

    def _perform(self, describe):
        actions = ActionBuilder(self._driver, mouse=PointerInput("mouse", "mouse"),
                                keyboard=KeyInput("key"), duration=0)
        describe(actions)
        actions.perform()
