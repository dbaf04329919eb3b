"""Lists too long to be sent whole: scrolled, dragged and searched while others edit."""

import json
import re

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from lockstep_server import SESSIONS

ROWS = 20_000
PART = 1000
IN_VIEW = """() => [...document.querySelectorAll('[data-row]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 60 && bottom <= innerHeight - 70;
}).map((row) => ({ id: row.dataset.row, at: +row.ariaPosInSet, of: +row.ariaSetSize }))"""

SEEN = f"""() => {{
    const rows = ({IN_VIEW})();
    return rows.length >= 5 && !document.querySelector('[data-absent]') && rows;
}}"""
"""What is in view, once all of it is drawn."""


@pytest.fixture(scope="module")
def songs(lockstep):
    """A list of 20,000 rows, `r0` to `r19999`; some titles have a word of their own."""
    name = lockstep.make({"all": "", "more": "m1 m2"})
    for start in range(0, ROWS, PART):
        lockstep.edit(name, *(
            {"op": "insertRow", "row": f"r{index}", "to": {"section": "all"},
             "fields": {"title": f"Song {index}{' by Nightingale' if index % 6000 == 7 else ''}"}}
            for index in range(start, start + PART)))
    return name


def scroll_near(person, part):
    """Scrolls to a part of the page's height."""
    expect(person.page.locator("[data-row], [data-absent]").first).to_be_visible()
    person.page.evaluate("part => scrollTo(0, document.body.scrollHeight * part)", part)


def scroll_to(person, part):
    """Scrolls to a part of the page's height, and waits until every row in view is there."""
    scroll_near(person, part)
    return person.page.wait_for_function(SEEN).json_value()


def place_of(lockstep, name, row):
    """The index of a row in its section, as the server has it."""
    status, answer = lockstep.request("GET", f"/api/lists/{name}/rows?around={row}&before=0&after=1")
    assert status == 200
    run = answer["runs"][0]
    assert run["rows"][0]["id"] == row, answer
    return run["at"]


def test_any_place_is_there_when_it_is_scrolled_to_and_others_edits_shift_it(visit, lockstep, songs):
    ana = visit(songs)
    first = ana.page.evaluate(IN_VIEW)
    assert first[0]["of"] == place_of(lockstep, songs, "r19999")[1] + 1
    height = ana.page.evaluate("document.body.scrollHeight")
    assert height > ROWS * 50
    for part in (0.5, 0.9, 0.2):
        rows = scroll_to(ana, part)
        assert abs(rows[0]["at"] / rows[0]["of"] - part) < 0.01
        lockstep.edit(songs, {"op": "insertRow", "fields": {"title": "Above"},
                              "to": {"section": "all", "at": "start"}})
        expect(ana.row(rows[0]["id"])).to_have_attribute("aria-posinset", str(rows[0]["at"] + 1))
        expect(ana.row(rows[0]["id"])).to_have_attribute("aria-setsize", str(rows[0]["of"] + 1))
        shown = ana.page.evaluate(IN_VIEW)[0]
        assert shown["at"] == place_of(lockstep, songs, shown["id"])[1] + 1
    lockstep.edit(songs, {"op": "moveRow", "row": "r17777", "to": {"before": rows[2]["id"]}})
    expect(ana.row("r17777")).to_contain_text("Song 17777")


def test_a_row_is_dragged_from_the_top_over_rows_that_are_not_there_yet(visit, lockstep, songs):
    ana = visit(songs)
    ana.edit()
    row = ana.page.evaluate(IN_VIEW)[1]["id"]
    x = ana.grab(row)
    ana.page.mouse.move(x, 740, steps=4)
    ana.page.mouse.wheel(0, 600_000)
    lockstep.edit(songs, {"op": "deleteRows", "rows": ["r50"]})
    expect(ana.page.locator("[data-absent]")).to_have_count(0)
    ana.page.mouse.move(x, 400, steps=4)
    ana.still()
    above = ana.page.evaluate("""() => document.querySelector('.gap').previousElementSibling
        .dataset.row""")
    revision = int(ana.page.locator("main").get_attribute("data-revision"))
    ana.page.mouse.up()
    ana.announced("Dropped")
    expect(ana.page.locator(f"main[data-revision='{revision + 1}']")).to_be_visible()
    expect(ana.row(row)).to_be_visible()
    at = place_of(lockstep, songs, above)
    assert at[1] > 4000
    assert place_of(lockstep, songs, row) == [at[0], at[1] + 1]


BLANK = """() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    resolve([...document.querySelectorAll('[data-absent], .space')].reduce((sum, one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    }, 0)); })))"""
"""How many pixels of the viewport show no rows, two frames later."""


def test_the_wheel_shows_no_gap_while_others_edit(visit, lockstep, songs):
    ana = visit(songs)
    scroll_to(ana, 0.4)
    ana.page.mouse.move(600, 400)
    blank = []
    for step in range(30):
        ana.page.mouse.wheel(0, 100 if step < 20 else -100)
        if step % 10 == 0:
            lockstep.edit(songs, {"op": "insertRow", "fields": {"title": f"Above {step}"},
                                  "to": {"section": "all", "at": "start"}})
        blank.append(ana.page.evaluate(BLANK))
    assert max(blank) < 1
    # Where nothing can come there is a gap, and the measure sees it.
    ana.disconnect()
    scroll_near(ana, 0.8)
    assert ana.page.evaluate(BLANK) > 100


def test_keys_and_links_lead_to_places_that_are_far_away(visit, songs):
    ana = visit(songs)
    first = ana.page.evaluate(IN_VIEW)[0]["id"]
    ana.row(first).focus()
    ana.page.keyboard.press("End")
    expect(ana.row("m2")).to_be_focused()
    ana.page.keyboard.press("ArrowUp")
    ana.page.keyboard.press("ArrowUp")
    expect(ana.row("r19999")).to_be_focused()
    ana.page.keyboard.press("Home")
    expect(ana.row(first)).to_be_focused()
    ana.go(f"#/list/{songs}/row/r14000")
    expect(ana.row("r14000")).to_be_focused()


def test_going_back_returns_to_a_place_that_is_far_away(visit, songs):
    ana = visit(songs)
    # What the browser keeps of the list is its beginning.
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    scroll_to(ana, 0.3)
    row = ana.page.evaluate(IN_VIEW)[3]["id"]
    ana.control("history").click()
    expect(ana.page.locator(".history")).to_be_visible()
    ana.page.go_back()
    expect(ana.row(row)).to_be_in_viewport()


def test_the_server_searches_and_every_match_is_gone_to(visit, lockstep, songs):
    ana = visit(songs)
    ana.page.keyboard.press("/")
    ana.page.keyboard.type("nightingale")
    expect(ana.page.locator(".search-count")).to_have_text("1 of 4")
    for index in (7, 6007, 12_007, 18_007):
        expect(ana.row(f"r{index}")).to_be_in_viewport()
        expect(ana.row(f"r{index}")).to_have_class(re.compile("found"))
        ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".search-count")).to_have_text("3 of 4")
    lockstep.edit(songs, {"op": "deleteRows", "rows": ["r6007"]})
    expect(ana.page.locator(".search-count")).to_have_text("2 of 3")
    lockstep.edit(songs, {"op": "deleteRows", "rows": ["r12007"]})
    expect(ana.page.locator(".search-count")).to_have_text("2 of 2")
    ana.page.keyboard.press("Enter")
    expect(ana.row("r7")).to_be_in_viewport()


def installed(visit, own_server):
    """A list of 3,000 rows, and a page on it that is there without the server too."""
    name = own_server.make({"one": ""})
    for start in (0, 1000, 2000):
        own_server.edit(name, *({"op": "insertRow", "row": f"r{index}", "to": {"section": "one"},
                                 "fields": {"title": f"{index}"}}
                                for index in range(start, start + 1000)))
    ana = visit(name, on=own_server, service_workers="allow")
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload()
    ana.live()
    return name, ana


def test_what_was_seen_and_edited_stays_while_the_server_is_gone_through_reloads(visit, own_server):
    name, ana = installed(visit, own_server)
    rows = scroll_to(ana, 0.6)
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    own_server.kill()
    expect(ana.page.locator(".status[data-state=waiting]")).to_be_visible()
    seen, moved = rows[1]["id"], rows[3]["id"]
    ana.edit()
    ana.rename(seen, "Renamed without a server")
    ana.row(moved).focus()
    ana.page.keyboard.press("Alt+ArrowUp")
    for _ in range(2):
        expect(ana.page.locator('.status[data-waiting="2"]')).to_be_visible()
        ana.page.reload()
        scroll_near(ana, 0.6)
        expect(ana.row(seen)).to_contain_text("Renamed without a server")
    own_server.start()
    ana.live()
    expect(ana.page.locator('.status[data-waiting="0"]')).to_be_visible()
    order = own_server.order(name)[0]
    assert order.index(moved) == order.index(rows[2]["id"]) - 1
    titles = dict(zip(order[1:], own_server.titles(name)[0]))
    assert titles[seen] == "Renamed without a server"


PART_OF = re.compile(r'"part":(\d+),"parts":(\d+)')


class HeldBack:
    """Between a page and its server: what comes of a list sent whole is let through by the part."""

    def __init__(self, page):
        self.parts, self.holds, self.opens = [], True, []
        page.route_web_socket(SESSIONS, self._connect)

    def _connect(self, route):
        self.page, server = route, route.connect_to_server()
        route.on_message(lambda text: self._asked(server, text))
        server.on_message(self._came)

    def _asked(self, server, text):
        frame = json.loads(text)
        self.opens += [one for one in (frame if isinstance(frame, list) else [frame])
                       if one["type"] == "open"]
        server.send(text)

    def _came(self, text):
        # Without answers to its pings the page would take the line for a dead one.
        if self.holds and '"type":"pong"' not in text and (self.parts or '"type":"snapshot"' in text):
            self.parts.append(text)
        else:
            self.page.send(text)

    @property
    def count(self):
        """How many parts of the list are held back: somebody who comes or goes may be told of between them."""
        return sum(PART_OF.search(text[:300]) is not None for text in self.parts)

    def let(self, count):
        """Lets so many parts through."""
        wanted = self.count - count
        while self.count > wanted:
            self.page.send(self.parts.pop(0))

    def release(self):
        """Lets everything through from now on."""
        while self.parts:
            self.page.send(self.parts.pop(0))
        self.holds = False


@pytest.fixture
def slow(visit, songs):
    """A person on the long list over a network that is held back."""
    person = visit(songs, prepared=HeldBack)
    person.network = person.relay
    person.note = person.page.locator("[data-progress]")
    return person


def comes_in_parts(person, command):
    """Does what needs every row; returns how many parts of the list are on their way."""
    command()
    expect(person.note).to_be_visible()
    expect(person.page.locator("#polite-announcer")).to_have_text("Loading all items")
    person.until(lambda: any((found := PART_OF.search(text[:300])) and int(found[1]) == int(found[2]) - 1
                             for text in person.network.parts))
    return person.network.count


def test_how_much_has_come_is_shown_while_every_row_is_loaded(slow):
    slow.page.evaluate("() => { window.print = () => { window.prints = (window.prints ?? 0) + 1; }; }")
    slow.row("r1").focus()
    count = comes_in_parts(slow, lambda: slow.page.keyboard.press("ControlOrMeta+p"))
    slow.network.let(count // 2)
    expect(slow.note).to_have_text(re.compile(r"^Loading all items: [45]\d%"))
    expect(slow.note.get_by_role("progressbar", name="Loading all items")).to_be_visible()
    assert 0.4 <= slow.note.locator("progress").evaluate("bar => bar.value") < 0.6
    assert slow.page.evaluate("window.prints") is None
    inspector = Inspector(slow)
    inspector.check("loading every row")
    inspector.verdict()
    slow.network.release()
    slow.announced("All items are there")
    expect(slow.note).to_have_count(0)
    slow.page.wait_for_function("() => window.prints === 1")


def test_loading_every_row_is_cancelled_and_nothing_half_done_stays(slow):
    comes_in_parts(slow, lambda: slow.choose("export-list"))
    slow.network.let(1)
    slow.page.keyboard.press("F8")
    expect(slow.note.get_by_role("button", name="Cancel")).to_be_focused()
    slow.page.keyboard.press("Enter")
    slow.announced("Loading was cancelled")
    expect(slow.note).to_have_count(0)
    assert slow.page.evaluate("document.activeElement.dataset.row")
    slow.network.release()
    slow.live()
    rows = scroll_to(slow, 0.5)
    assert rows[0]["of"] > 18_000
    assert [("window" in one) for one in slow.network.opens] == [True, False, True]
    expect(slow.page.locator(".toast-error, dialog[open]")).to_have_count(0)


def test_a_filter_that_is_kept_is_given_up_with_the_loading(slow):
    """Completed items are hidden on this device; the list is loaded for that at once."""
    slow.page.evaluate("""name => localStorage.setItem(`lockstep.view.${name}`,
        JSON.stringify({ hidesDone: true, collapsed: [] }))""", slow.page.url.split("/list/")[1])
    comes_in_parts(slow, slow.page.reload)
    slow.note.get_by_role("button", name="Cancel").click()
    slow.announced("Loading was cancelled")
    slow.network.release()
    slow.live()
    expect(slow.note).to_have_count(0)


def test_paper_tells_that_not_every_row_is_on_it(visit, songs):
    ana = visit(songs)
    note = ana.page.locator(".paper-note")
    expect(note).to_be_hidden()
    ana.page.emulate_media(media="print")
    expect(note).to_have_text(re.compile(r"Only [\d,]+ of 20,\d\d\d items are printed here"))
    expect(note).to_be_visible()
