"""What a page of any engine can do for the tests; two adapters do it."""

from typing import Protocol

WIDTH, HEIGHT = 1200, 800


class Page(Protocol):
    """One window of one browser, with a mouse and a keyboard of its own.

    Everything else (finding elements, waiting, dragging) is done on top of this, by the same
    code for every engine. Points are CSS pixels in the window, `WIDTH` by `HEIGHT` of them.
    """

    def begin(self, address, script, *given):
        """Loads an address of another origin than the last, and returns what the function `script` does there."""

    def goto(self, address):
        """Loads an address and waits until it is loaded."""

    def reload(self):
        """Loads the address again and waits until it is loaded."""

    def evaluate(self, script, *given):
        """What the JavaScript function `script` returns, or its promise resolves to."""

    def press(self, key):
        """Presses a key by its DOM name, with modifiers before a plus: `Control+Shift+z`."""

    def type(self, text):
        """Types the characters of a text."""

    def move_to(self, *points):
        """Moves the mouse through points."""

    def mouse_down(self):
        """Presses the main button where the mouse is."""

    def mouse_up(self):
        """Lets the main button go."""

    def screenshot(self, path):
        """Writes a picture of the window, as PNG."""

    def close(self):
        """Closes the page; what it stored is never seen again."""


class Engine(Protocol):
    """A browser engine that gives pages until it is closed."""

    def page(self):
        """A new page."""

    def close(self):
        """Ends every process that was started."""
