"""A person with a browser of any engine: what they see of a list, and what their hands do."""

import time

import sight
from browser_store import KEPT
from lockstep_server import STORED

# Seconds until something that is waited for is missing.
PATIENCE = 30
# Milliseconds for which a page looks before it says what it saw.
TURN = 2000
# Moves of the mouse while it carries a row.
STEPS = 8


def row(name, inside=""):
    """The selector of a row, or of what is inside it."""
    return f'[data-row="{name}"] {inside}'.strip()


def within(name, action):
    """The selector of a control of a row."""
    return row(name, f'[data-action="{action}"]')


def control(action):
    """The selector of a control of the page."""
    return f'[data-action="{action}"]'


class Person:
    """Somebody with a page, who reaches the server through a line of their own."""

    def __init__(self, page, line, server, name):
        self.page, self.line, self.server, self.name = page, line, server, name
        self.list = None
        # A page of the same origin without scripts, to say who one is before the client starts.
        page.begin(f"{line.url}/healthz", sight.NAME, name)

    def open(self, name):
        """Opens a list and waits until it is live."""
        self.list = name
        self.page.goto(f"{self.line.url}/#/list/{name}")
        self.live()
        return self

    # What is seen

    def until(self, script, *given, passes=sight.TRUE, what=None):
        """Looks again and again, in the page, until `passes` says that what is seen will do.

        Both are functions of JavaScript; returns what was seen last.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            seen, done = self.ask(sight.WAIT % (script, passes), list(given), TURN)
            if done:
                return seen
            assert time.monotonic() < deadline, f"{self.name} sees {what or script}: {seen!r}"

    def sees(self, wanted, script, *given, what=None):
        """Looks again and again until exactly that is seen."""
        self.until(script, *given, passes=sight.equal(wanted), what=f"{what}, not {wanted!r}")

    def ask(self, script, *given):
        """What a function says in the page."""
        return self.page.evaluate(script, *given)

    def live(self):
        """Waits until the list is in step with the server's stream."""
        self.has("main[data-status=live]", 1)

    def offline(self):
        """Waits until the page says that there is no connection."""
        self.until(sight.ATTRIBUTE, ".status", "data-state",
                   passes="(state) => ['waiting', 'connecting'].includes(state)", what="a state")

    def stored(self):
        """Waits until the server has answered all edits of the page, while this has a connection."""
        self.until(STORED, what="edits without an answer")

    def count(self, selector):
        """How many elements there are."""
        return self.ask(sight.COUNT, selector)

    def has(self, selector, count=1):
        """Waits until there are so many elements."""
        self.sees(count, sight.COUNT, selector, what=f"the count of {selector}")

    def reads(self, selector, *texts):
        """Waits until the texts of elements are these."""
        self.sees(list(texts), sight.TEXTS, selector, what=selector)

    def shows_attribute(self, selector, name, value):
        """Waits until an attribute has a value."""
        self.sees(value, sight.ATTRIBUTE, selector, name, what=f"{name} of {selector}")

    def focused(self, selector):
        """Waits until the focus is there."""
        self.sees(True, sight.FOCUSED, selector, what=f"the focus on {selector}")

    def box(self, selector):
        """Where an element is: `x`, `y`, `width`, `height` in CSS pixels of the window."""
        return self.ask(sight.BOX, selector)

    def shows(self, order):
        """Waits until the rows stand so: section ids, each with the ids of its rows."""
        self.sees(order, sight.ORDER, what="rows")

    def shows_titles(self, titles):
        """Waits until the titles, by section, are these."""
        self.sees(titles, sight.TITLES, what="titles")

    def at_revision(self, revision):
        """Waits until the page has come to a revision."""
        self.shows_attribute("main", "data-revision", str(revision))

    def agrees(self):
        """Waits until all edits are answered and the page shows what the server answers over HTTP,
        then checks both.
        """
        self.has('.status[data-waiting="0"]')
        self.at_revision(self.server.snapshot(self.list)["revision"])
        assert self.ask(sight.ORDER) == self.server.order(self.list)
        assert self.ask(sight.TITLES) == self.server.titles(self.list)

    def announced(self, pattern):
        """Waits until screen readers were told so."""
        self.until(sight.TEXTS, "#announcer", passes=sight.some(pattern),
                   what=f"announcements, none {pattern!r}")

    def keeps(self, edits):
        """Waits until the browser's database holds so many edits for sending."""
        self.sees(edits, KEPT, what="kept edits")

    def faults(self):
        """What went wrong in this person's pages so far."""
        return self.ask(sight.FAULTS)

    def forgive(self):
        """Forgets the faults of so far: they were meant."""
        self.ask(sight.FORGIVE)

    # What the hands do

    def reach(self, selector, part=0.5):
        """Waits until the mouse can be put on an element, `part` of the way down; the point."""
        return self.until(sight.POINT, selector, part, passes="(found) => Array.isArray(found)",
                          what=f"no way to {selector}")

    def click(self, selector):
        """Clicks on an element with the mouse."""
        self.page.move_to(self.reach(selector))
        self.page.mouse_down()
        self.page.mouse_up()

    def press(self, *keys):
        """Presses keys, one after the other."""
        for key in keys:
            self.page.press(key)

    def type(self, text):
        """Types where the focus is."""
        self.page.type(text)

    def rest_on(self, name):
        """Gives the focus to a row: its text is tapped, and left again."""
        self.click(row(name, ".title"))
        self.focused(row(name, "[data-field=title]"))
        self.press("Escape")
        self.focused(row(name))

    def choose(self, action):
        """Chooses in the open menu or dialog."""
        self.click(f"dialog {control(action)}")

    def edit(self):
        """Enters or leaves edit mode."""
        self.click(control("edit"))

    def rename(self, name, title):
        """Taps the text of a row in edit mode, types a title and presses Enter."""
        self.click(within(name, "rename"))
        self.focused(row(name, "[data-field=title]"))
        self.press("Control+a")
        self.type(title)
        self.press("Enter")

    def add(self, *titles):
        """Types new rows, each with Enter, into the open "(add new)" row."""
        for title in titles:
            self.focused("[data-new]")
            self.type(title)
            self.press("Enter")

    def grab(self, name):
        """Presses the mouse on the handle of a row and lifts it."""
        x, y = self.reach(within(name, "handle"))
        self.page.move_to((x, y))
        self.page.mouse_down()
        self.page.move_to((x, y + 3), (x, y + 6))
        self.has(".row.lifted")

    def carry(self, selector, part=0.5):
        """Moves the held row over an element, in steps; `part` is how far down on it."""
        _, y = self.reach(selector, part)
        handle = self.box(".row.lifted [data-action=handle]")
        x, start = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
        self.page.move_to(*((x, start + (y - start) * step / STEPS)
                            for step in range(1, STEPS + 1)))

    def drop(self):
        """Lets the mouse button go."""
        self.page.mouse_up()

    def drag(self, name, selector, part=0.8):
        """Drags a row by its handle to an element."""
        self.grab(name)
        self.carry(selector, part)
        self.drop()
