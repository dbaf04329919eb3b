"""Moving rows outside edit mode: by the mouse, and by a finger that rests on them."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section
from test_hands import touches

pytestmark = pytest.mark.motion

LIFTED = ".row.lifted"
GAP_AND_ROW = """() => {
    const [gap, row] = ['.gap', '.row.lifted'].map(
        (one) => document.querySelector(one).getBoundingClientRect());
    return Math.abs(gap.top - row.top);
}"""


def middle(person, row):
    """The middle of the text of a row."""
    box = person.box(person.row(row).locator(".words"))
    return box["x"] + 60, box["y"] + box["height"] / 2


def test_the_mouse_drags_a_row_by_its_body(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d"})
    ana = visit(name)
    x, y = middle(ana, "a")
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x, y + 8, steps=3)
    expect(ana.page.locator(LIFTED)).to_have_attribute("data-row", "a")
    ana.carry(x, ana.row("d"), 0.9)
    ana.page.mouse.up()
    ana.shows([["one", "b", "c"], ["two", "d", "a"]])
    expect(ana.page.locator(LIFTED)).to_have_count(0)
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_what_else_the_mouse_does_on_a_row_lifts_nothing(visit, lockstep):
    name = lockstep.make([section("one", [
        {"id": "a", "fields": {"title": "Several words to select", "done": False}},
        {"id": "b", "fields": {"title": "b"}, "movable": False}, "c"])])
    ana = visit(name)
    title = ana.box(ana.row("a").locator(".title"))
    tick = ana.box(ana.row("a").locator(".tick"))
    # Text is selected sideways, a circle is pressed, a row that is locked stays.
    ways = [((title["x"] + 2, title["y"] + title["height"] / 2), [(90, 2), (90, 60)]),
            (middle(ana, "b"), [(0, 60)]), ((tick["x"] + 20, tick["y"] + 20), [(0, 40)])]
    for (x, y), steps in ways:
        ana.page.mouse.move(x, y)
        ana.page.mouse.down()
        for across, down in steps:
            ana.page.mouse.move(x + across, y + down, steps=6)
        expect(ana.page.locator(LIFTED)).to_have_count(0)
        if steps[0][0]:
            assert "Several" in ana.page.evaluate("String(getSelection())")
        ana.page.mouse.up()
    assert lockstep.snapshot(name)["revision"] == 0


def test_a_finger_that_rests_lifts_a_row_and_one_that_moves_at_once_scrolls(visit, lockstep):
    name = lockstep.make({"one": [f"r{i}" for i in range(40)]})
    ana = visit(name, phone=True)
    send = touches(ana)
    x, y = middle(ana, "r1")
    send("touchStart", (x, y))
    expect(ana.page.locator(LIFTED)).to_have_attribute("data-row", "r1")
    for step in range(1, 9):
        send("touchMove", (x, y + 15 * step))
    assert ana.page.evaluate("window.scrollY") == 0
    send("touchEnd")
    ana.at_revision(1)
    assert lockstep.order(name)[0][1:5] == ["r0", "r2", "r3", "r1"]
    ana.still()
    x, y = middle(ana, "r5")
    send("touchStart", (x, y))
    for step in range(1, 9):
        send("touchMove", (x, y - 25 * step))
    send("touchEnd")
    ana.page.wait_for_function("() => window.scrollY > 50")
    expect(ana.page.locator(LIFTED)).to_have_count(0)
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_the_gap_stays_at_the_held_row_while_the_wheel_turns(visit, lockstep):
    name = lockstep.make([section("one", [f"r{i}" for i in range(400)])])
    ana = visit(name)
    ana.edit()
    x = ana.grab("r2")
    ana.carry(x, ana.row("r5"))
    for _ in range(6):
        ana.page.mouse.wheel(0, 700)
    ana.page.wait_for_function("() => window.scrollY > 4000")
    ana.page.wait_for_function(f"() => ({GAP_AND_ROW})() < 60")
    ana.page.mouse.up()
    ana.at_revision(1)
    assert lockstep.order(name)[0].index("r2") > 70
