"""Moving rows outside edit mode: by the mouse, and by a finger that rests on them."""

from playwright.sync_api import expect

from lockstep_server import section
from test_hands import touches

LIFTED = ".row.lifted"
GAP_AND_ROW = """() => {
    const [gap, row] = ['.gap', '.row.lifted'].map(
        (one) => document.querySelector(one).getBoundingClientRect());
    return Math.abs(gap.top - row.top);
}"""


def middle(person, row):
    """The middle of the text of a row."""
    box = person.row(row).locator(".words").bounding_box()
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


def test_sideways_the_mouse_selects_text_and_locked_rows_stay(visit, lockstep):
    name = lockstep.make([section("one", [
        {"id": "a", "fields": {"title": "Several words to select"}},
        {"id": "b", "fields": {"title": "b"}, "movable": False}, "c"])])
    ana = visit(name)
    title = ana.row("a").locator(".title").bounding_box()
    x, y = title["x"] + 2, title["y"] + title["height"] / 2
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x + 90, y + 2, steps=6)
    ana.page.mouse.move(x + 90, y + 60, steps=6)
    expect(ana.page.locator(LIFTED)).to_have_count(0)
    ana.page.mouse.up()
    assert "Several" in ana.page.evaluate("String(getSelection())")
    x, y = middle(ana, "b")
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x, y + 60, steps=6)
    expect(ana.page.locator(LIFTED)).to_have_count(0)
    ana.page.mouse.up()
    assert lockstep.snapshot(name)["revision"] == 0


def test_a_circle_is_pressed_and_drags_nothing(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "a", "done": False}}, "b"])])
    ana = visit(name)
    box = ana.row("a").locator(".tick").bounding_box()
    ana.page.mouse.move(box["x"] + 20, box["y"] + 20)
    ana.page.mouse.down()
    ana.page.mouse.move(box["x"] + 20, box["y"] + 60, steps=6)
    expect(ana.page.locator(LIFTED)).to_have_count(0)
    ana.page.mouse.up()


def test_a_finger_that_rests_lifts_a_row_and_does_not_scroll(visit, lockstep):
    name = lockstep.make({"one": [f"r{i}" for i in range(30)]})
    ana = visit(name, phone=True)
    send = touches(ana)
    x, y = middle(ana, "r1")
    send("touchStart", (x, y))
    expect(ana.page.locator(LIFTED)).to_have_attribute("data-row", "r1")
    for step in range(1, 9):
        send("touchMove", (x, y + 15 * step))
    assert ana.page.evaluate("window.scrollY") == 0
    send("touchEnd")
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
    assert lockstep.order(name)[0][1:5] == ["r0", "r2", "r3", "r1"]
    ana.agrees()


def test_a_finger_that_moves_at_once_scrolls(visit, lockstep):
    name = lockstep.make({"one": [f"r{i}" for i in range(40)]})
    ana = visit(name, phone=True)
    send = touches(ana)
    x, y = middle(ana, "r5")
    send("touchStart", (x, y))
    for step in range(1, 9):
        send("touchMove", (x, y - 25 * step))
    send("touchEnd")
    ana.page.wait_for_function("() => window.scrollY > 50")
    expect(ana.page.locator(LIFTED)).to_have_count(0)
    assert lockstep.snapshot(name)["revision"] == 0


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
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
    assert lockstep.order(name)[0].index("r2") > 70


def test_home_and_end_carry_a_held_row(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d e"})
    ana = visit(name)
    ana.edit()
    ana.row("b").focus()
    for key, place in (("Space", None), ("End", "3 of 3 in One"), ("End", "3 of 3 in Two"),
                       ("Home", "1 of 3 in Two"), ("Home", "1 of 3 in One")):
        ana.page.keyboard.press(key)
        if place:
            ana.announced(f"b: position {place}")
        expect(ana.row("b")).to_be_focused()
    ana.page.keyboard.press("Home")
    ana.announced("No further")
    ana.page.keyboard.press("Space")
    ana.shows([["one", "b", "a", "c"], ["two", "d", "e"]])
    ana.agrees()


def test_ten_thousand_rows_pass_in_seconds_at_the_edge(visit, lockstep):
    name = lockstep.make([section("one", [f"r{i}" for i in range(10_000)])])
    ana = visit(name)
    x, y = middle(ana, "r2")
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x, y + 10, steps=3)
    ana.page.mouse.move(x, 799, steps=6)
    expect(ana.row("r9999")).to_be_in_viewport(timeout=15_000)
    ana.page.mouse.up()
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
    assert lockstep.order(name)[0][-1] == "r2"
    assert ana.page.evaluate("document.querySelectorAll('[data-row]').length") <= 200
