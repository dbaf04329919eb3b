"""What hands do apart from dragging to the end: pens, touches that are taken away, long lists."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section

pytestmark = pytest.mark.motion


def touches(person):
    """Sends touches through the browser's protocol: `send("touchStart", (x, y))`."""
    session = person.page.context.new_cdp_session(person.page)

    def send(kind, *points):
        session.send("Input.dispatchTouchEvent",
                     {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    return send


def test_a_touch_that_is_taken_away_puts_the_row_back(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana, tom = visit(name, "Ana", phone=True), visit(name, "Tom")
    ana.edit()
    ana.still()
    send = touches(ana)
    start, end = ana.box(ana.within("a", "handle")), ana.box(ana.row("c"))
    x, y = start["x"] + 20, start["y"] + 20
    send("touchStart", (x, y))
    for step in range(1, 6):
        send("touchMove", (x, y + (end["y"] + 40 - y) * step / 5))
    expect(tom.row("a").locator(".peer-tag")).to_have_text("Ana moves")
    send("touchCancel")
    ana.announced("Move cancelled")
    expect(ana.page.locator(".row.lifted, .gap")).to_have_count(0)
    ana.shows([["one", "a", "b", "c"]])
    expect(tom.row("a").locator(".peer-tag")).to_have_count(0)
    assert lockstep.snapshot(name)["revision"] == 0


def test_a_pen_drags_by_the_handle_and_nothing_by_the_text(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    ana.still()
    session = ana.page.context.new_cdp_session(ana.page)
    start, end = ana.box(ana.within("a", "handle")), ana.box(ana.row("b"))
    x, y = start["x"] + 20, start["y"] + 20

    def pen(kind, at, pressed=1):
        session.send("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": at, "button": "left", "buttons": pressed, "clickCount": 1,
            "pointerType": "pen", "force": 0.5 * pressed})

    kinds = "document.addEventListener('pointerdown', (e) => { window.pointer = e.pointerType; }, true)"
    ana.page.evaluate(kinds)
    assert ana.within("a", "handle").evaluate("handle => getComputedStyle(handle).touchAction") == "none"
    words = ana.box(ana.row("a").locator(".words"))
    ana.page.mouse.move(words["x"] + 30, words["y"] + 10)
    ana.page.mouse.down()
    ana.page.mouse.move(words["x"] + 30, words["y"] + 120, steps=4)
    expect(ana.page.locator(".row.lifted")).to_have_count(0)
    ana.page.mouse.up()
    pen("mousePressed", y)
    for step in range(1, 6):
        pen("mouseMoved", y + (end["y"] + end["height"] * 0.9 - y) * step / 5)
    expect(ana.page.locator(".row.lifted")).to_have_count(1)
    pen("mouseReleased", end["y"] + end["height"] * 0.9, 0)
    ana.shows([["one", "b", "a", "c"]])
    assert ana.page.evaluate("window.pointer") == "pen"
    ana.agrees()


def test_edit_closes_a_row_that_is_half_swiped(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name, phone=True)
    send = touches(ana)
    box = ana.box(ana.row("a"))
    y = box["y"] + box["height"] / 2
    send("touchStart", (340, y))
    for step in range(1, 9):
        send("touchMove", (340 - 20 * step, y))
    offset = "document.querySelector('[data-row=a] .face').getBoundingClientRect().x"
    assert ana.page.evaluate(offset) < -50
    ana.page.evaluate("document.querySelector('[data-action=edit]').click()")
    ana.still()
    assert ana.page.evaluate(offset) >= 0
    send("touchEnd")
    expect(ana.control("confirm-delete")).to_have_count(0)
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "true")
    expect(ana.within("a", "handle")).to_be_visible()
    assert lockstep.snapshot(name)["revision"] == 0


@pytest.mark.parametrize("keyboard", [False, True])
def test_a_held_row_stays_in_hand_whatever_happens_around_it(visit, lockstep, keyboard):
    name = lockstep.make({"one": "a b c d", "two": "e f"})
    ana = visit(name)
    ana.edit()
    if keyboard:
        ana.row("b").focus()
        for key in ("Space", "ArrowDown"):
            ana.page.keyboard.press(key)
    else:
        x = ana.grab("b")
        ana.carry(x, ana.row("c"), 0.8)
    held = ana.page.locator(".row.dragged" if keyboard else ".row.lifted")
    lockstep.edit(name, {"op": "insertRow", "row": "n", "fields": {"title": "n"},
                         "to": {"section": "one", "index": 0}})
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a", "d"]})
    lockstep.edit(name, {"op": "moveRow", "row": "b", "to": {"section": "two", "at": "end"}})
    lockstep.edit(name, {"op": "moveRow", "row": "e", "to": {"section": "one", "index": 0}})
    ana.at_revision(4)
    expect(held).to_have_attribute("data-row", "b")
    if keyboard:
        expect(ana.row("b")).to_be_focused()
        ana.page.keyboard.press("Space")
    else:
        ana.carry(x, ana.row("f"), 0.2)
        ana.page.mouse.up()
    ana.at_revision(5)
    ana.agrees()
    assert sorted(sum(lockstep.order(name), [])) == sorted("one e n c two f b".split())


def test_long_lists_are_walked_by_keyboard_also_after_scrolling_away(visit, lockstep):
    name = lockstep.make([section("long", [f"r{i}" for i in range(3_000)])])
    ana = visit(name)
    ana.row("r0").focus()
    ana.page.keyboard.press("End")
    expect(ana.row("r2999")).to_be_focused()
    expect(ana.row("r2999")).to_have_attribute("aria-posinset", "3000")
    ana.page.keyboard.press("Home")
    expect(ana.row("r0")).to_be_focused()
    ana.page.evaluate("window.scrollTo(0, 60_000)")
    expect(ana.row("r0")).to_have_count(0)
    expect(ana.page.locator('[data-row][tabindex="0"]')).to_have_count(1)
    ana.page.keyboard.press("ArrowDown")
    expect(ana.row("r1")).to_be_focused()
    ana.edit()
    ana.row("r1").focus()
    ana.page.keyboard.press("Space")
    for _ in range(20):
        ana.page.keyboard.press("ArrowDown")
    ana.announced("r1, now 22 of 3,000")
    expect(ana.row("r1")).to_be_in_viewport(ratio=1)
    # A page of rows further, and not the page under the held one.
    for key, holds in (("PageDown", "place > 25"), ("PageUp", "place < 25")):
        ana.page.keyboard.press(key)
        ana.page.wait_for_function(
            "() => { const place = Number(/now (\\d+) of/u.exec(document.getElementById('announcer').innerText)?.[1]);"
            f" return {holds}; }}")
        expect(ana.row("r1")).to_be_in_viewport(ratio=1)
        expect(ana.row("r1")).to_be_focused()
    ana.page.keyboard.press("Escape")
    assert ana.page.evaluate("document.querySelectorAll('[data-row]').length") <= 200
