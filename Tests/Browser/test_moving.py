"""Moving rows by mouse and touch, one or several, only to where the rules allow."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section
from test_hands import touches

pytestmark = pytest.mark.motion


def test_handles_always_allow_dragging_and_selecting_outside_edit_mode(visit, lockstep):
    name = lockstep.make([section("queue", "a b c", handles="always"), section("done", "d")])
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    expect(ana.control("handle")).to_have_count(3)
    ana.row("b").locator(".words").click()
    expect(ana.row("b")).to_have_class("row selected")
    expect(tom.row("b")).to_have_class("row with-peer")
    ana.row("c").locator(".words").click()
    ana.drag("b", ana.row("a"), part=0.1)
    ana.shows([["queue", "b", "c", "a"], ["done", "d"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_touch_drags_by_the_handle(visit, lockstep):
    name = lockstep.make({"one": "a b c d"})
    ana = visit(name, phone=True)
    ana.edit()
    ana.still()
    start = ana.box(ana.within("a", "handle"))
    end = ana.box(ana.row("c"))
    x, y = start["x"] + 20, start["y"] + 20
    send = touches(ana)
    send("touchStart", (x, y))
    goal = end["y"] + end["height"] * 0.9
    for step in range(1, 11):
        send("touchMove", (x, y + (goal - y) * step / 10))
    expect(ana.page.locator(".row.lifted")).to_have_count(1)
    send("touchEnd")
    ana.shows([["one", "b", "c", "a", "d"]])
    ana.agrees()


def test_a_swipe_reveals_and_never_deletes(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana, tom = visit(name, "Ana", phone=True), visit(name, "Tom")
    ana.swipe("a", 340, 20)
    expect(ana.within("a", "confirm-delete")).to_be_visible()
    expect(tom.page.locator(".avatar")).to_have_attribute("data-mode", "transient")
    assert lockstep.snapshot(name)["revision"] == 0
    ana.edit()
    expect(ana.control("confirm-delete")).to_have_count(0)
    expect(tom.page.locator(".avatar")).to_have_attribute("data-mode", "active")
    ana.edit()
    ana.swipe("a", 340, 200)
    ana.within("a", "confirm-delete").tap()
    ana.shows([["one", "b"]])
    ana.agrees()


def test_selected_rows_move_together_by_dragging_and_by_buttons(visit, lockstep):
    name = lockstep.make({"one": "a b c d", "two": "e"})
    ana = visit(name)
    ana.edit()
    ana.control("toggle-selecting").click()
    for row in ("a", "c"):
        ana.within(row, "select").check()
    x = ana.grab("c")
    expect(ana.page.locator(".lifted.several")).to_have_attribute("data-count", "2")
    ana.carry(x, ana.row("e"), 0.8)
    ana.page.mouse.up()
    ana.shows([["one", "b", "d"], ["two", "e", "a", "c"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1
    for row in ("a", "c"):
        ana.within(row, "select").uncheck()
    ana.within("d", "select").check()
    ana.control("move-down").click()
    ana.shows([["one", "b"], ["two", "d", "e", "a", "c"]])
    ana.control("move-up").click()
    ana.shows([["one", "b", "d"], ["two", "e", "a", "c"]])
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


def test_the_gap_opens_only_where_the_rules_allow(visit, lockstep):
    pins = [{"id": one, "fields": {"title": one}, "pinned": where}
            for one, where in (("p", "top"), ("q", "bottom"))]
    name = lockstep.make([section("one", [pins[0], "a", "b", pins[1]]),
                          section("two", "c")], rules={"moveScope": "section"})
    ana = visit(name)
    ana.edit()
    x = ana.grab("a")
    ana.carry(x, ana.row("c"), 0.9)
    expect(ana.section("one").locator(".gap")).to_have_count(1)
    ana.page.mouse.up()
    ana.shows([["one", "p", "b", "a", "q"], ["two", "c"]])
    ana.drag("a", ana.row("p"), part=0.1)
    ana.shows([["one", "p", "a", "b", "q"], ["two", "c"]])
    ana.agrees()


def test_a_row_drags_in_a_page_that_reads_from_right_to_left(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "تفاح"}},
                                        {"id": "b", "fields": {"title": "خبز"}}])])
    ana = visit(name, phone=True)
    ana.page.evaluate("document.documentElement.dir = 'rtl'")
    ana.edit()
    boxes = [ana.box(ana.within("a", action)) for action in ("handle", "delete")]
    assert boxes[0]["x"] < boxes[1]["x"]
    ana.drag("a", ana.row("b"), 0.9)
    ana.shows([["one", "b", "a"]])
    ana.agrees()


def test_the_page_scrolls_while_a_row_is_held_at_its_edge(visit, lockstep):
    name = lockstep.make([section("one", [f"r{i}" for i in range(60)])])
    ana = visit(name)
    ana.edit()
    x = ana.grab("r0")
    ana.page.mouse.move(x, 780, steps=6)
    ana.page.wait_for_function("() => window.scrollY > 400")
    ana.page.mouse.move(x, 400, steps=6)
    ana.still()
    ana.page.mouse.up()
    ana.at_revision(1)
    order = lockstep.order(name)[0][1:]
    assert order.index("r0") > 8
    assert sorted(order) == sorted(f"r{i}" for i in range(60))
    ana.agrees()


@pytest.mark.parametrize("editing", [False, True])
@pytest.mark.parametrize("title", ["Tea", "Ask the neighbours whether they can water the plants in August"])
def test_what_is_to_be_deleted_can_be_read(visit, lockstep, title, editing):
    rows = [{"id": "a", "fields": {"title": title, "done": False}}, "b"]
    ana = visit(lockstep.make([section("one", rows)]), phone=True)
    if editing:
        ana.edit()
    ana.row("a").focus()
    ana.page.keyboard.press("Delete")
    button = ana.within("a", "confirm-delete")
    expect(button).to_be_focused()
    # The words stand beside the buttons once their width is known.
    ana.page.wait_for_function("""() => {
        const range = new Range();
        range.selectNodeContents(document.querySelector('[data-row=a] .title'));
        const words = range.getBoundingClientRect();
        const row = document.querySelector('[data-row=a]').getBoundingClientRect();
        return words.left >= row.left && words.bottom <= row.bottom
            && words.right <= document.querySelector('[data-row=a] .confirm').getBoundingClientRect().left;
    }""")
