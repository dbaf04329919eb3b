"""A person with a browser: what they see of a list, and what their hands do."""

import json
import re
import time

from playwright.sync_api import Page, TimeoutError, expect

from lockstep_server import STORED, orders, titles

PATIENCE = 60_000
"""Milliseconds after which what is waited for does not come."""

expect.set_options(timeout=PATIENCE)

ORDER = """() => [...document.querySelectorAll('[data-section]')].map((section) =>
    [section.dataset.section, ...[...section.querySelectorAll('[data-row]')].map(
        (row) => row.dataset.row)])"""
TITLES = """() => [...document.querySelectorAll('[data-section]')].map((section) =>
    [...section.querySelectorAll('[data-row] .title')].map((title) => title.textContent))"""

AGREES = f"""([revision, wanted]) => {{
    const come = document.querySelector('main').dataset.revision;
    const agrees = Number(come) === revision && JSON.stringify([({ORDER})(), ({TITLES})()]) === wanted;
    return (agrees || Number(come) > revision) && come;
}}"""

GO = """(address) => {
    for (const place of ['toasts', 'announcer', 'polite-announcer']) document.getElementById(place).replaceChildren();
    location.hash = address;
}"""

LIVE = """() => {
    const shown = document.querySelector('main[data-status=live]');
    return shown !== null && location.hash.split('/')[2] === shown.dataset.list;
}"""

TOLD = f"""() => {{
    const text = (where) => [...document.querySelectorAll(where)].map((one) => one.innerText);
    return {{address: location.hash, ...document.querySelector('main')?.dataset,
        ...document.querySelector('.status')?.dataset, rows: ({ORDER})(), titles: ({TITLES})(),
        toasts: text('.toast'), announced: text('#announcer'), dialogs: text('dialog'),
        focus: document.activeElement?.outerHTML.slice(0, 120)}};
}}"""


def until(page, holds):
    """Waits until something holds that no element of a page tells."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline, "it does not come"
        page.wait_for_timeout(50)


def until_true(page, script, arg=None):
    """Waits until a script gives true, also where it promises to: `wait_for_function` takes the promise for true."""
    until(page, lambda: page.evaluate(script, arg))


def refuse_promises():
    """Has `wait_for_function` refuse what gives a promise."""
    waits = Page.wait_for_function

    def wait(self, expression, **options):
        assert not re.search(r"\basync\b|\.then\(", expression), "that is a promise: use until_true"
        return waits(self, expression, **options)

    Page.wait_for_function = wait


class ListPage:
    """One page on one list."""

    def __init__(self, page, server, name):
        self.page, self.server, self.name = page, server, name

    def open(self):
        """Opens the list and waits until it is live."""
        self.page.goto(f"{self.server.url}/#/list/{self.name}")
        return self.arrives()

    def opens(self, name):
        """Goes to another list in the same page, where nothing is told yet."""
        self.name = name
        self.page.evaluate(GO, f"#/list/{name}")
        return self.arrives()

    def arrives(self):
        """Waits until the list is live, and stands still."""
        self.live()
        # The page comes in by a movement: what is measured meanwhile is elsewhere a moment later.
        self.still()
        return self

    def live(self):
        """Waits until the list of the address is in step with the server's stream."""
        self.page.wait_for_function(LIVE)

    def stored(self):
        """Waits until the server has answered all edits of the page, while this has a connection."""
        if not self.page.is_closed():
            self.page.wait_for_function(STORED)

    def notified(self):
        """What the page shows and what its list came to, for the report of a test that failed."""
        if self.page.is_closed():
            return f"{self.name}: closed"
        return f"{self.name}: {json.dumps(self.page.evaluate(TOLD), ensure_ascii=False)}"

    def at_revision(self, revision):
        """Waits until the page has come to a revision."""
        self.page.locator(f"main[data-revision='{revision}']").wait_for()

    def go(self, address):
        """Goes to another page of the client, as a link does."""
        self.page.evaluate("(address) => { location.hash = address; }", address)

    def row(self, name):
        """The row with that id."""
        return self.page.locator(f'[data-row="{name}"]')

    def within(self, name, action):
        """A control of a row."""
        return self.row(name).locator(f'[data-action="{action}"]')

    def section(self, name):
        """The section with that id."""
        return self.page.locator(f'[data-section="{name}"]')

    def control(self, action):
        """A control of the page."""
        return self.page.locator(f'[data-action="{action}"]')

    def choose(self, action):
        """Chooses from the list's menu."""
        self.control("list-menu").click()
        self.control(action).click()

    def edit(self):
        """Enters or leaves edit mode."""
        self.control("edit").click()

    def order(self):
        """Section ids with the ids of the rows in view."""
        return self.page.evaluate(ORDER)

    def titles(self):
        """The titles in view, by section."""
        return self.page.evaluate(TITLES)

    def shows(self, order):
        """Waits until the rows stand so."""
        self.reads(ORDER, order)

    def shows_titles(self, titles):
        """Waits until the titles are these."""
        self.reads(TITLES, titles)

    def reads(self, script, wanted):
        """Waits until a function of the page returns this."""
        text = json.dumps(wanted, separators=(",", ":"), ensure_ascii=False)
        try:
            self.page.wait_for_function(f"(wanted) => JSON.stringify(({script})()) === wanted", arg=text)
        except TimeoutError:
            assert self.page.evaluate(script) == wanted

    def agrees(self):
        """Waits until all edits of the page are answered, and it shows what the server answers over
        HTTP.
        """
        self.page.locator('.status[data-waiting="0"]').wait_for()
        come, deadline = None, time.monotonic() + PATIENCE / 1000
        # The page may be ahead: an edit that it has just made was stored after the answer.
        while come is None or int(come) > stored["revision"]:
            assert time.monotonic() < deadline, "the server stays behind the page"
            stored = self.server.snapshot(self.name)
            wanted = json.dumps([orders(stored), titles(stored)], separators=(",", ":"), ensure_ascii=False)
            try:
                come = self.page.wait_for_function(AGREES, arg=[stored["revision"], wanted]).json_value()
            except TimeoutError:
                assert [self.order(), self.titles()] == json.loads(wanted)
                raise

    def until(self, holds):
        """Waits until something holds that passed between the page and its server."""
        until(self.page, holds)

    def disconnect(self):
        """Takes the network away, and waits until the page knows."""
        self.page.context.set_offline(True)
        expect(self.page.locator(".status[data-state=waiting]")).to_be_visible()

    def open_title_dialog(self, what):
        """Opens the dialog for the title of the `list`, or of its `section` with the id `one`."""
        if what == "list":
            self.control("rename-list").click()
        else:
            self.section("one").locator("[data-action=section-menu]").click()
            self.control("rename-section").click()

    def rename(self, row, title):
        """Taps the text of a row in edit mode, types and presses Enter."""
        self.within(row, "rename").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(title)
        self.page.keyboard.press("Enter")

    def paste(self, text):
        """Pastes a text where the focus is; typing many lines takes the browser many seconds."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("ControlOrMeta+v")

    def box(self, locator):
        """The box of an element, once nothing slides any more."""
        self.still()
        return locator.bounding_box()

    def still(self):
        """Waits until nothing on the page is sliding any more."""
        self.page.evaluate("""() => Promise.all(document.getAnimations()
            .filter((one) => one.effect.getComputedTiming().endTime < 5000)
            .map((one) => one.finished.catch(() => {})))""")

    def swipe(self, row, start, end):
        """Swipes over a row from one x to another, with a finger that rests before it goes: after a
        fling Chromium takes the next tap for its end.
        """
        box = self.box(self.row(row))
        y, began = box["y"] + box["height"] / 2, time.time() - 0.5
        ways = [start + (end - start) * step / 10 for step in range(11)]
        session = self.page.context.new_cdp_session(self.page)

        def touch(kind, seconds, *places):
            session.send("Input.dispatchTouchEvent", {
                "type": kind, "timestamp": began + seconds,
                "touchPoints": [{"x": x, "y": y} for x in places]})

        touch("touchStart", 0, start)
        for step, x in enumerate([*ways, end]):
            touch("touchMove", 0.03 * (step + 1), x)
        touch("touchEnd", 0.5)

    def grab(self, row):
        """Presses the mouse on a row's handle and lifts the row."""
        handle = self.within(row, "handle")
        handle.scroll_into_view_if_needed()
        box = self.box(handle)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y + 6, steps=3)
        expect(self.page.locator(".row.lifted")).to_have_count(1)
        return x

    def carry(self, x, target, part=0.5):
        """Moves the held row over a locator; `part` is how far down on it."""
        box = self.box(target)
        self.page.mouse.move(x, box["y"] + box["height"] * part, steps=6)

    def drag(self, row, target, part=0.8):
        """Drags a row by its handle with the mouse."""
        x = self.grab(row)
        self.carry(x, target, part)
        self.page.mouse.up()

    def announced(self, pattern):
        """Waits until screen readers were told so."""
        expect(self.page.locator("#announcer")).to_have_text(re.compile(pattern))

    def toasted(self, pattern):
        """Waits for a note at the foot of the page."""
        expect(self.page.locator(".toast").last).to_have_text(re.compile(pattern))
