"""Clicks and taps beside an open form: it closes, and they hit what they were made on."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section

pytestmark = pytest.mark.motion


def open_form(person, row):
    """Opens the form of a row without a note, which is a line higher than the row."""
    person.row(row).locator(".title").click()
    expect(person.row(row).locator("[data-field=detail]")).to_be_visible()
    person.still()


def press(person, locator, part):
    """Clicks, or taps, at a part of the height of what is on screen, wherever that goes meanwhile."""
    box = person.box(locator)
    where = (box["x"] + box["width"] / 2, box["y"] + box["height"] * part)
    if person.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        person.page.touchscreen.tap(*where)
    else:
        person.page.mouse.click(*where)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_click_beside_an_open_form_acts(visit, lockstep, phone):
    rows = [{"id": name, "fields": {"title": name, "done": False}} for name in "abc"]
    name = lockstep.make([section("one", rows)])
    ana = visit(name, "Ana", phone=phone)
    for part in (0.2, 0.8):
        open_form(ana, "a")
        ticked = ana.row("c").locator("[data-action=done]")
        before = ticked.is_checked()
        press(ana, ana.row("c").locator(".tick"), part)
        expect(ticked).to_be_checked(checked=not before)
        expect(ana.page.locator("[data-field]")).to_have_count(0)
    for part in (0.5, 0.8):
        open_form(ana, "a")
        press(ana, ana.page.locator("[data-action=new-item]"), part)
        field = ana.page.locator("[data-new]")
        expect(field).to_be_focused()
        ana.page.keyboard.type(f"two words {part}")
        ana.page.keyboard.press("Enter")
        ana.page.keyboard.press("Escape")
    ana.agrees()
    titles = [row["fields"]["title"] for row in lockstep.snapshot(name)["sections"][0]["rows"]]
    assert titles == ["a", "b", "c", "two words 0.5", "two words 0.8"]


def test_what_others_do_moves_nothing_under_a_press(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana, tom = visit(name), visit(name, "Tom")
    box = ana.box(ana.page.locator("[data-action=new-item]"))
    ana.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ana.page.mouse.down()
    tom.page.evaluate("""name => fetch(`/api/lists/${name}/edits`, {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({actions: [{op: 'insertRow', row: 'n', fields: {title: 'n'}, to: {section: 'one', index: 0}}]})})""", name)
    tom.shows([["one", "n", "a", "b", "c"]])
    ana.page.mouse.up()
    expect(ana.page.locator("[data-new]")).to_be_focused()
    ana.shows([["one", "n", "a", "b", "c"]])
