"""Selecting rows, what is done with many of them, and how both look in forced colours."""

from playwright.sync_api import expect

from lockstep_server import section
from test_hands import touches


def test_forced_colours_tell_ticked_and_selected_rows(visit, lockstep):
    name = lockstep.make([section("one", [
        {"id": one, "fields": {"title": one, "done": one == "b"}} for one in "abc"])])
    ana = visit(name, forced_colors="active")
    ana.still()
    tick = lambda row: ana.row(row).locator(".tick").screenshot()
    assert tick("a") == tick("c")
    assert tick("a") != tick("b")
    ana.page.mouse.move(5, 5)
    before = ana.row("c").screenshot()
    ana.row("c").locator(".words").click(modifiers=["ControlOrMeta"], position={"x": 200, "y": 10})
    expect(ana.page.locator(".row.selected")).to_have_count(1)
    ana.page.evaluate("document.activeElement.blur()")
    ana.page.mouse.move(5, 5)
    ana.still()
    assert ana.row("c").screenshot() != before


def test_a_row_that_was_swiped_open_closes_while_the_page_scrolls(visit, lockstep):
    name = lockstep.make({"one": [f"r{i}" for i in range(40)]})
    ana = visit(name, phone=True)
    send = touches(ana)
    box = ana.row("r6").bounding_box()
    y = box["y"] + box["height"] / 2
    send("touchStart", (340, y))
    for step in range(1, 9):
        send("touchMove", (340 - 30 * step, y))
    send("touchEnd")
    expect(ana.within("r6", "confirm-delete")).to_be_visible()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["r39"]})
    expect(ana.page.locator('main[data-revision="1"]')).to_be_visible()
    expect(ana.within("r6", "confirm-delete")).to_be_visible()
    send("touchStart", (200, 600))
    for step in range(1, 9):
        send("touchMove", (200, 600 - 20 * step))
    send("touchEnd")
    expect(ana.control("confirm-delete")).to_have_count(0)
    ana.shows([["one", *(f"r{i}" for i in range(39))]])
