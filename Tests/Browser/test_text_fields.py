"""The fields of titles and notes: where their caret is, how high they are, and what Tab and Escape do."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section

LONG = "Ask the neighbours on the third floor whether they can water the plants in August, and bring them the spare key"

BEFORE_CARET = """() => { const { value, selectionStart: at, selectionEnd } = document.activeElement;
    return at === selectionEnd ? value.slice(0, at) : null; }"""

PLACE_BEHIND = """([where, text]) => {
    const element = document.querySelector(where), range = new Range();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let left = text.length;
    while (walker.nextNode() && walker.currentNode.length < left) left -= walker.currentNode.length;
    range.setStart(walker.currentNode, left - 1);
    range.setEnd(walker.currentNode, left);
    const { right, top, height } = range.getBoundingClientRect();
    return [right, top + height / 2];
}"""


def press_behind(person, where, text):
    """Clicks, or taps, right after the first letters of a text on screen."""
    x, y = person.page.evaluate(PLACE_BEHIND, [where, text])
    if person.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        person.page.touchscreen.tap(x, y)
    else:
        person.page.mouse.click(x, y)


def has_caret(person, name, before):
    """Waits for a field to have the focus, and looks what stands before its caret."""
    expect(person.page.locator(f".field[name={name}]")).to_be_focused()
    assert person.page.evaluate(BEFORE_CARET) == before


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_caret_is_where_one_clicked(visit, lockstep, phone):
    rows = [{"id": "a", "fields": {"title": LONG}},
            {"id": "b", "fields": {"title": "see https://example.org/a now 🍐🍐 and more",
                                   "detail": "a note\r\nof two lines"}}]
    ana = visit(lockstep.make([section("one", rows)]), phone=phone)
    for editing in (False, True):
        press_behind(ana, "[data-row=a] .title", LONG[:70])
        has_caret(ana, "title", LONG[:70])
        ana.page.keyboard.press("Escape")
        press_behind(ana, "[data-row=b] .title", rows[1]["fields"]["title"][:32])
        has_caret(ana, "title", "see https://example.org/a now 🍐🍐")
        ana.page.keyboard.press("Escape")
        press_behind(ana, "[data-row=b] .detail", "a note\r\nof two")
        has_caret(ana, "detail", "a note\nof two")
        ana.page.keyboard.press("Escape")
        press_behind(ana, ".section-title .section-name", "On")
        has_caret(ana, "section-title", "On")
        ana.page.keyboard.press("Escape")
        # Beside the words it is at their end.
        if not phone:
            box = ana.box(ana.row("b").locator(".words"))
            ana.page.mouse.click(box["x"] + box["width"] - 30, box["y"] + 3)
            has_caret(ana, "title", rows[1]["fields"]["title"])
            ana.page.keyboard.press("Escape")
        if not editing:
            ana.edit()


def test_the_caret_is_where_one_clicked_in_what_the_search_marks(visit, lockstep):
    ana = visit(lockstep.make([section("one", [{"id": "a", "fields": {"title": "Crème fraîche, crème brûlée"}}])]))
    ana.page.keyboard.press("/")
    ana.page.keyboard.type("creme")
    expect(ana.page.locator(".search-count")).to_have_text("1 of 1")
    press_behind(ana, "[data-row=a] .title", "Crème fraîche, crè")
    has_caret(ana, "title", "Crème fraîche, crè")


def height(locator):
    """How high an element is."""
    return locator.bounding_box()["height"]


def test_fields_wrap_and_grow_with_what_is_typed(visit, lockstep):
    ana = visit(lockstep.make([section("one", [{"id": "a", "fields": {"title": LONG}}, "b"])]), phone=True)
    shown = height(ana.row("a").locator(".title"))
    ana.row("a").locator(".title").tap()
    field = ana.page.locator("[data-field=title]")
    expect(field).to_be_focused()
    assert height(field) >= shown
    line = height(ana.page.locator("[data-field=detail]"))
    ana.page.locator("[data-field=detail]").fill("one\ntwo\nthree " + LONG)
    assert height(ana.page.locator("[data-field=detail]")) > 5 * line / 2
    ana.page.keyboard.press("Escape")
    for opens, where in ((ana.control("new-item"), "[data-new]"),
                         (ana.page.locator(".section-name"), "[data-retitle]")):
        opens.tap()
        field = ana.page.locator(where)
        field.fill("short")
        before = height(field)
        field.fill(LONG)
        assert height(field) > 2 * before
        assert field.evaluate("(one) => one.scrollHeight <= one.clientHeight")
        ana.page.keyboard.press("Escape")


def test_fields_of_dialogs_wrap_too_and_enter_confirms_them(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b"}), phone=True)
    keys = ana.page.keyboard
    ana.edit()
    ana.open_title_dialog("list")
    for name in ("text", "title"):
        if name == "title":
            ana.row("a").focus()
            keys.press("i")
        field = ana.page.locator(f"dialog [name={name}]")
        before = height(field)
        field.fill(LONG)
        assert height(field) > 3 / 2 * before
        assert field.evaluate("(one) => one.scrollHeight <= one.clientHeight")
        keys.press("Enter")
        expect(ana.page.locator("dialog")).to_have_count(0)
    expect(ana.page.locator(".large-title")).to_have_text(LONG)
    expect(ana.row("a").locator(".title")).to_have_text(LONG)
    ana.agrees()


def test_line_breaks_of_a_title_stay_and_none_come_in(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "two\nlines"}}, {"id": "b", "fields": {"title": "x"}}]
    name = lockstep.make([section("one", rows, insertable=False), section("two", "")])
    ana = visit(name)
    ana.row("b").locator(".title").click()
    ana.page.keyboard.press("End")
    ana.paste("y\nz")
    expect(ana.page.locator("[data-field=title]")).to_have_value("xy z")
    ana.page.keyboard.press("Enter")
    ana.section("two").locator("[data-action=new-item]").click()
    ana.page.keyboard.insert_text("a\nb")
    expect(ana.page.locator("[data-new]")).to_have_value("a b")
    ana.page.keyboard.press("Escape")
    ana.row("a").locator(".title").click()
    field = ana.page.locator("[data-field=title]")
    expect(field).to_have_value("two\nlines")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".field")).to_have_count(0)
    ana.row("a").locator(".title").click()
    ana.page.keyboard.press("ControlOrMeta+End")
    ana.page.keyboard.type("!")
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["two\nlines!", "xy z"], []])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 2


def test_leaving_a_field_saves_it_and_escape_drops_its_own_alone(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.row("a").locator(".title").click()
    ana.page.keyboard.type(" title")
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("dropped")
    ana.at_revision(1)
    ana.page.keyboard.press("Escape")
    ana.shows_titles([["a title", "b"]])
    expect(ana.row("a")).to_be_focused()
    expect(ana.row("a").locator(".detail")).to_be_hidden()
    ana.row("b").locator(".title").click()
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("a note")
    ana.page.keyboard.press("Shift+Tab")
    ana.page.keyboard.type("dropped")
    ana.page.keyboard.press("Escape")
    expect(ana.row("b").locator(".detail")).to_have_text("a note")
    ana.shows_titles([["a title", "b"]])
    ana.agrees()
    stored = [row["fields"] for row in lockstep.snapshot(name)["sections"][0]["rows"]]
    assert stored == [{"title": "a title"}, {"title": "b", "detail": "a note"}]
    ana.page.reload()
    ana.live()
    expect(ana.page.locator(".field")).to_have_count(0)


def test_a_title_that_others_changed_is_asked_about_when_it_is_left(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.row("a").locator(".title").click()
    ana.page.keyboard.type(" mine")
    lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"title": "theirs"}})
    ana.at_revision(1)
    ana.page.keyboard.press("Tab")
    ask = ana.row("a").get_by_role("button", name="Keep mine")
    expect(ask).to_be_visible()
    ana.page.keyboard.type("a note")
    ana.page.keyboard.press("Enter")
    expect(ana.row("a").locator(".detail")).to_have_text("a note")
    ana.shows_titles([["theirs", "b"]])
    ask.click()
    ana.shows_titles([["a mine", "b"]])
    ana.agrees()
