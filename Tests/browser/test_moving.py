"""Reordering: by mouse, touch and keyboard, only to where the rules allow."""

from playwright.sync_api import expect

from lockstep_server import section


def pinned(name, where):
    return {"id": name, "fields": {"title": name}, "pinned": where}


def test_a_drag_into_an_empty_section(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": ""})
    ana = visit(name)
    ana.edit()
    ana.drag("a", ana.page.locator('[data-add="two"]'))
    ana.shows([["one", "b"], ["two", "a"]])
    ana.agrees()


def test_escape_puts_a_held_row_back(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    x = ana.grab("a")
    ana.carry(x, ana.row("c"), 0.9)
    ana.page.keyboard.press("Escape")
    ana.page.mouse.up()
    ana.shows([["one", "a", "b", "c"]])
    assert lockstep.snapshot(name)["revision"] == 0


def test_the_gap_opens_only_inside_the_band(visit, lockstep):
    name = lockstep.make([section("one", [pinned("p", "top"), "a", "b", pinned("q", "bottom")])])
    ana = visit(name)
    ana.edit()
    ana.drag("b", ana.row("p"), part=0.1)
    ana.shows([["one", "p", "b", "a", "q"]])
    ana.drag("b", ana.page.locator("[data-add=one]"), part=0.9)
    ana.shows([["one", "p", "a", "b", "q"]])
    ana.agrees()


def test_a_row_does_not_leave_its_section_where_the_scope_says_so(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d"}, rules={"moveScope": "section"})
    ana = visit(name)
    ana.edit()
    x = ana.grab("a")
    ana.carry(x, ana.row("d"), 0.9)
    assert ana.page.evaluate("document.querySelector('.gap').closest('[data-section]').dataset.section") \
        == "one"
    ana.page.mouse.up()
    ana.shows([["one", "b", "c", "a"], ["two", "d"]])
    ana.agrees()


def test_rows_that_may_not_move_have_no_handle(visit, lockstep):
    name = lockstep.make([section("one", ["a", {"id": "b", "fields": {"title": "b"}, "movable": False}]),
                        section("two", "c", reorderable=False)])
    ana = visit(name)
    ana.edit()
    expect(ana.control("handle")).to_have_count(1)
    expect(ana.within("a", "handle")).to_be_visible()


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
    start = ana.within("a", "handle").bounding_box()
    end = ana.row("c").bounding_box()
    x, y = start["x"] + 20, start["y"] + 20
    touch = ana.page.context.new_cdp_session(ana.page)
    send = lambda kind, points: touch.send("Input.dispatchTouchEvent",
                                           {"type": kind, "touchPoints": points})
    send("touchStart", [{"x": x, "y": y}])
    goal = end["y"] + end["height"] * 0.9
    for step in range(1, 11):
        send("touchMove", [{"x": x, "y": y + (goal - y) * step / 10}])
    expect(ana.page.locator(".row.lifted")).to_have_count(1)
    send("touchEnd", [])
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


def test_the_keyboard_moves_a_row_and_says_so(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.row("a").focus()
    ana.page.keyboard.press("Space")
    ana.announced(r"Picked up\. Item 1 of 2 in One")
    ana.page.keyboard.press("ArrowDown")
    ana.announced("a: position 2 of 2 in One")
    ana.page.keyboard.press("ArrowDown")
    ana.announced("a: position 1 of 2 in Two")
    expect(ana.row("a")).to_be_focused()
    ana.page.keyboard.press("Space")
    ana.announced("Dropped. Item 1 of 2 in Two")
    ana.shows([["one", "b"], ["two", "a", "c"]])
    ana.page.keyboard.press("Space")
    ana.page.keyboard.press("ArrowUp")
    ana.page.keyboard.press("Escape")
    ana.announced("Move cancelled")
    ana.shows([["one", "b"], ["two", "a", "c"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_the_keyboard_walks_renames_and_deletes(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.row("a").focus()
    ana.page.keyboard.press("ArrowDown")
    ana.page.keyboard.press("ArrowDown")
    expect(ana.row("c")).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.type("See")
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["a", "b"], ["See"]])
    expect(ana.row("c")).to_be_focused()
    ana.page.keyboard.press("ArrowUp")
    ana.page.keyboard.press("Delete")
    expect(ana.within("b", "confirm-delete")).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.shows([["one", "a"], ["two", "c"]])
    expect(ana.row("c")).to_be_focused()
    ana.agrees()


def test_selected_rows_move_together(visit, lockstep):
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


def test_buttons_move_a_row_without_dragging(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.control("toggle-selecting").click()
    ana.within("a", "select").check()
    for _ in range(2):
        ana.control("move-down").click()
    ana.shows([["one", "b"], ["two", "a", "c"]])
    ana.control("move-up").click()
    ana.shows([["one", "b", "a"], ["two", "c"]])
    ana.agrees()


def test_a_row_drags_in_a_page_that_reads_from_right_to_left(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "تفاح"}},
                                        {"id": "b", "fields": {"title": "خبز"}}])])
    ana = visit(name, phone=True)
    ana.page.evaluate("document.documentElement.dir = 'rtl'")
    ana.edit()
    boxes = [ana.within("a", action).bounding_box() for action in ("handle", "delete")]
    assert boxes[0]["x"] < boxes[1]["x"]
    ana.drag("a", ana.row("b"), 0.9)
    ana.shows([["one", "b", "a"]])
    ana.agrees()
