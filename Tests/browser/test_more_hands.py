"""Scrolling while dragging, clamped moves, taking over, selecting, pulling, calm motion."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section


def test_the_page_scrolls_while_a_row_is_held_at_its_edge(visit, lockstep):
    name = lockstep.make([section("one", [f"r{i}" for i in range(60)])])
    ana = visit(name)
    ana.edit()
    x = ana.grab("r0")
    ana.page.mouse.move(x, 780, steps=6)
    ana.page.wait_for_function("() => window.scrollY > 900")
    ana.page.mouse.move(x, 400, steps=6)
    ana.still()
    ana.page.mouse.up()
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
    order = lockstep.order(name)[0][1:]
    assert order.index("r0") > 15
    assert sorted(order) == sorted(f"r{i}" for i in range(60))
    ana.agrees()


def test_a_move_that_the_server_clamps_slides_to_its_place_with_a_note(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.page.context.set_offline(True)
    ana.drag("a", ana.row("c"), 0.9)
    ana.shows([["one", "b"], ["two", "c", "a"]])
    lockstep.edit(name, {"op": "updateSection", "section": "two", "rules": {"reorderable": False}})
    ana.page.context.set_offline(False)
    ana.toasted("nearest allowed place")
    ana.announced("rows of that section stay")
    ana.shows([["one", "b", "a"], ["two", "c"]])
    ana.agrees()


def test_a_session_that_is_taken_over_waits_to_be_asked(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    key = ana.page.evaluate("sessionStorage.getItem('lockstep.key')")
    ana.page.evaluate("""(key) => new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'lockstep.v1');
        socket.onmessage = resolve;
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', client: key }));
    })""", key)
    expect(ana.page.locator(".status[data-state=stopped]")).to_be_visible()
    ana.control("reconnect").click()
    ana.live()
    expect(ana.page.locator(".status[data-state=online]")).to_be_visible()


def test_the_mouse_selects_outside_edit_mode(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    for row in ("a", "c"):
        ana.row(row).locator(".words").click(modifiers=["ControlOrMeta"])
    ana.control("delete-selected").click()
    ana.shows([["one", "b"]])
    ana.control("undo").click()
    ana.shows([["one", "a", "b", "c"]])
    ana.agrees()


def test_the_keyboard_selects(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.row("a").focus()
    ana.page.keyboard.press("Shift+Space")
    ana.page.keyboard.press("End")
    expect(ana.row("c")).to_be_focused()
    ana.page.keyboard.press("Shift+Space")
    expect(ana.page.locator(".row.selected")).to_have_count(2)
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".row.selected")).to_have_count(0)


@pytest.mark.parametrize("motion, sliding", [("no-preference", True), ("reduce", False)])
def test_changes_of_others_slide_unless_motion_is_unwanted(visit, lockstep, motion, sliding):
    name = lockstep.make({"one": "a b c d"})
    ana = visit(name, reduced_motion=motion)
    ana.still()
    ana.page.evaluate("""() => {
        window.slid = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            window.slid += 1;
            return animate.apply(this, given);
        };
    }""")
    lockstep.edit(name, {"op": "moveRow", "row": "d", "to": {"section": "one", "index": 0}})
    ana.shows([["one", "d", "a", "b", "c"]])
    assert (ana.page.evaluate("window.slid") > 0) is sliding


def test_pulling_down_opens_the_list_again(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}), phone=True)
    frames = []
    session = ana.page.context.new_cdp_session(ana.page)
    session.send("Network.enable")
    session.on("Network.webSocketFrameSent", lambda event: frames.append(event["response"]["payloadData"]))
    send = lambda kind, points: session.send("Input.dispatchTouchEvent",
                                             {"type": kind, "touchPoints": points})
    send("touchStart", [{"x": 200, "y": 120}])
    for step in range(1, 9):
        send("touchMove", [{"x": 200, "y": 120 + 20 * step}])
    send("touchEnd", [])
    ana.announced("Refreshing")
    ana.live()
    assert any('"open"' in frame and '"since"' in frame for frame in frames)


def test_text_is_never_taken_for_markup(visit, lockstep):
    title = "<img src=x onerror=alert(1)> & <b>bold</b>"
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": title, "detail": title}}])],
                       title=title)
    ana = visit(name)
    expect(ana.row("a").locator(".title")).to_have_text(title)
    expect(ana.page.locator("h1")).to_have_text(title)
    assert ana.page.locator("main img, main b").count() == 0


def test_targets_are_large_enough(visit, lockstep):
    ana = visit("groceries", phone=True)
    ana.edit()
    ana.still()
    small = ana.page.evaluate("""() => [...document.querySelectorAll('button, a, .tick')]
        .filter((element) => element.offsetParent !== null)
        .map((element) => [element.dataset.action, element.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 44 || height < 44)
        .map(([action, { width, height }]) => `${action} ${width}x${height}`)""")
    assert small == []
