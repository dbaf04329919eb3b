"""Selecting rows, what is done with many of them, and how both look in forced colours."""

from playwright.sync_api import expect

from lockstep_server import section
from test_hands import touches


def test_forced_colours_tell_ticked_and_selected_rows(visit, lockstep):
    name = lockstep.make([section("one", [
        {"id": one, "fields": {"title": one, "done": one == "b"}} for one in "abc"])])
    ana = visit(name, media={"forced_colors": "active"})
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
    ana.at_revision(1)
    expect(ana.within("r6", "confirm-delete")).to_be_visible()
    send("touchStart", (200, 600))
    for step in range(1, 9):
        send("touchMove", (200, 600 - 20 * step))
    send("touchEnd")
    expect(ana.control("confirm-delete")).to_have_count(0)
    ana.shows([["one", *(f"r{i}" for i in range(39))]])


def test_shift_click_selects_a_range_that_is_dragged_together(visit, lockstep):
    name = lockstep.make({"one": "a b c d", "two": "e f"})
    ana = visit(name)
    ana.row("b").locator(".words").click(modifiers=["ControlOrMeta"], position={"x": 200, "y": 10})
    ana.row("e").locator(".words").click(modifiers=["Shift"], position={"x": 200, "y": 10})
    expect(ana.page.locator(".row.selected")).to_have_count(4)
    ana.row("c").locator(".words").click(modifiers=["Shift"], position={"x": 200, "y": 10})
    expect(ana.page.locator(".row.selected")).to_have_count(2)
    assert ana.page.evaluate("String(getSelection())") == ""
    box = ana.row("c").locator(".words").bounding_box()
    x, y = box["x"] + 200, box["y"] + 20
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x, y + 10, steps=3)
    expect(ana.page.locator(".lifted.several")).to_have_attribute("data-count", "2")
    ana.carry(x, ana.row("f"), 0.9)
    ana.page.mouse.up()
    ana.shows([["one", "a", "d"], ["two", "e", "f", "b", "c"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_shift_arrows_and_select_all_tick_and_delete_many(visit, lockstep):
    name = lockstep.make([section("one", [
        {"id": f"r{i}", "fields": {"title": f"r{i}", "done": i == 0}} for i in range(300)])])
    ana = visit(name)
    ana.row("r0").focus()
    ana.page.keyboard.press("Shift+Space")
    expect(ana.page.locator(".row.selected")).to_have_count(1)
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".row.selected")).to_have_count(0)
    for _ in range(2):
        ana.page.keyboard.press("Shift+ArrowDown")
    ana.announced("3 items selected")
    expect(ana.row("r2")).to_be_focused()
    ana.control("tick-selected").click()
    ana.at_revision(1)
    done = lambda: [row["fields"]["done"] for row in lockstep.snapshot(name)["sections"][0]["rows"]]
    assert done()[:4] == [True, True, True, False]
    ana.control("tick-selected").click()
    ana.at_revision(2)
    assert not any(done())
    ana.row("r1").focus()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.announced("300 items selected")
    ana.control("delete-selected").click()
    ana.shows([["one"]])
    ana.agrees()
    ana.control("undo").click()
    ana.at_revision(4)
    assert len(lockstep.order(name)[0]) == 301


def test_rows_are_selected_by_touch_to_be_moved_and_deleted(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d"})
    ana = visit(name, phone=True)
    ana.control("list-menu").tap()
    ana.page.locator("dialog [data-action=toggle-selecting]").tap()
    expect(ana.control("move-selected")).to_be_hidden()
    ana.within("a", "select").tap()
    ana.row("c").locator(".words").tap()
    ana.control("move-selected").tap()
    expect(ana.page.get_by_role("dialog", name="Move 2 items to…")).to_be_visible()
    ana.page.locator('dialog [data-place="two"] [data-action="move-top"]').tap()
    ana.shows([["one", "b"], ["two", "a", "c", "d"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1
    expect(ana.page.locator(".row.selected")).to_have_count(2)
    ana.control("delete-selected").tap()
    ana.shows([["one", "b"], ["two", "d"]])
    ana.agrees()


def test_selected_rows_that_are_not_there_yet_are_moved_and_copied_too(visit, lockstep):
    rows = [{"id": f"r{at}", "fields": {"title": f"{at}"}} for at in range(2000)]
    name = lockstep.make([section("one", rows), section("two", [])])
    ana = visit(name)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.announced("2,?000 items selected")
    ana.row("r0").focus()
    ana.page.keyboard.press("ControlOrMeta+c")
    ana.toasted("^2,?000 items copied$")
    assert len(ana.page.evaluate("navigator.clipboard.readText()").splitlines()) == 2000
    ana.page.reload()
    ana.live()
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.announced("2,?000 items selected")
    ana.control("move-selected").click()
    ana.page.get_by_role("button", name="Top of Two").click()
    ana.toasted("2,?000 items moved to the top of Two")
    expect(ana.page.locator('.status[data-waiting="0"]')).to_be_visible()
    assert lockstep.order(name) == [["one"], ["two", *(row["id"] for row in rows)]]
