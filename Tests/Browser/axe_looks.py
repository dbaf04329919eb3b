"""Holding a page against axe-core: every rule on a light page, and where asked the colours of a dark one."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

EVERYTHING = {}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}

AXE = """([options, part]) => axe.run((part && document.querySelector(part)) ?? document,
    { resultTypes: ['violations'], ...options })"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Inspector:
    """Holds one page against axe-core, state by state, and collects what it finds."""

    def __init__(self, person):
        self.person, self.page, self.found = person, person.page, []

    def check(self, state, zoomed=True, dark=False, part=None):
        """Looks at the page as it is now, or at the `part` that is new since the last look; `zoomed` at 200 %, too,
        where nothing is held, and `dark` also on a dark system from right to left.
        """
        if part:
            self.page.locator(part).first.wait_for()
        self._look(state, EVERYTHING, part)
        if dark:
            self.page.emulate_media(color_scheme="dark")
            self.page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
            self._look(f"{state}, dark, from right to left", COLOURS, part)
            self.page.emulate_media(color_scheme="light")
            self.page.evaluate("() => { document.documentElement.dir = 'ltr'; }")
        if zoomed:
            # There a browser lays the page out in a window of half the size.
            size = self.page.viewport_size
            self.page.set_viewport_size({side: pixels // 2 for side, pixels in size.items()})
            self.check_width(f"{state}, 200 %")
            self.page.set_viewport_size(size)

    def check_width(self, state):
        """Nothing may need scrolling in two directions."""
        self.person.still()
        over = self.page.evaluate(OVERFLOW)
        if over > 0:
            self.found.append(f"== {state}: {over} pixels wider than the window")

    def verdict(self):
        """Fails with everything that was found."""
        assert not self.found, "\n".join(self.found)

    def _look(self, state, rules, part):
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        self.person.still()
        results = AxeResults(self.page.evaluate(AXE, [rules, part]))
        if results.violations_count:
            self.found.append(f"== {state}\n{results.generate_report()}")
