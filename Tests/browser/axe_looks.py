"""Holding a page against axe-core in every look: light, dark, forced colours, and at 200 %."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

# What the media queries of the page are told, its direction, and the rules that axe-core tries:
# every one first; then what else can differ, colours with the scheme and all but those at 200 %.
EVERYTHING = {}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
PLACES = {"rules": {"color-contrast": {"enabled": False}}}
LOOKS = {
    "light": ({"color_scheme": "light"}, "ltr", EVERYTHING),
    "dark, from right to left": ({"color_scheme": "dark"}, "rtl", COLOURS),
    "forced colours": ({"color_scheme": "light", "forced_colors": "active"}, "ltr", COLOURS),
}
AS_IT_WAS = {"color_scheme": "light", "forced_colors": "none"}

AXE = "(options) => axe.run({ resultTypes: ['violations'], ...options })"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Inspector:
    """Holds one page against axe-core, state by state, and collects what it finds."""

    def __init__(self, person):
        self.person, self.page, self.found = person, person.page, []

    def check(self, state, zoomed=True):
        """Looks at the page as it is now; `zoomed` at 200 %, too, where nothing is held."""
        for look, (media, direction, rules) in LOOKS.items():
            self.page.emulate_media(**{**AS_IT_WAS, **media})
            self.page.evaluate("(dir) => { document.documentElement.dir = dir; }", direction)
            self._look(f"{state}, {look}", rules)
        self.page.emulate_media(**AS_IT_WAS)
        self.page.evaluate("() => { document.documentElement.dir = 'ltr'; }")
        if zoomed:
            self._zoom(state)

    def verdict(self):
        """Fails with everything that was found."""
        assert not self.found, "\n".join(self.found)

    def _zoom(self, state):
        """At 200 % a browser lays the page out in a window of half the size, and nothing may need
        scrolling in two directions.
        """
        size = self.page.viewport_size
        self.page.set_viewport_size({side: pixels // 2 for side, pixels in size.items()})
        self._look(f"{state}, 200 %", PLACES)
        over = self.page.evaluate(OVERFLOW)
        if over > 0:
            self.found.append(f"== {state}, 200 %: {over} pixels wider than the window")
        self.page.set_viewport_size(size)

    def _look(self, state, rules):
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        self.person.still()
        results = AxeResults(self.page.evaluate(AXE, rules))
        if results.violations_count:
            self.found.append(f"== {state}\n{results.generate_report()}")
