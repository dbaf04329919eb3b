"""Reordering by the mouse at the handle and by the keyboard, only to where the rules allow."""

import sight
from lockstep_server import section
from person import control, row, within


def test_a_row_is_dragged_within_and_across_sections(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d", "empty": ""})
    ana = visit(name)
    ana.edit()
    ana.drag("a", row("c"))
    ana.shows([["one", "b", "c", "a"], ["two", "d"], ["empty"]])
    ana.drag("d", row("b"), part=0.2)
    ana.shows([["one", "d", "b", "c", "a"], ["two"], ["empty"]])
    ana.drag("b", "[data-add=empty]")
    ana.shows([["one", "d", "c", "a"], ["two"], ["empty", "b"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 3


def test_only_the_handle_lifts_and_escape_puts_back(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    x, y = ana.reach(row("a", ".title"))
    ana.page.move_to((x, y))
    ana.page.mouse_down()
    ana.page.move_to((x, y + 30), (x, y + 60))
    ana.page.mouse_up()
    ana.has(".row.lifted", 0)
    ana.grab("a")
    ana.carry(row("c"), 0.9)
    ana.press("Escape")
    ana.has(".row.lifted", 0)
    ana.drop()
    ana.shows([["one", "a", "b", "c"]])
    assert lockstep.snapshot(name)["revision"] == 0


def test_the_gap_opens_only_where_the_rules_allow(visit, lockstep):
    pins = [{"id": one, "fields": {"title": one}, "pinned": where}
            for one, where in (("p", "top"), ("q", "bottom"))]
    name = lockstep.make([section("one", [pins[0], "a", "b", pins[1]]),
                          section("two", "c")], rules={"moveScope": "section"})
    ana = visit(name)
    ana.edit()
    ana.grab("a")
    ana.carry(row("c"), 0.9)
    ana.has("[data-section=one] .gap")
    ana.drop()
    ana.shows([["one", "p", "b", "a", "q"], ["two", "c"]])
    ana.drag("a", row("p"), part=0.1)
    ana.shows([["one", "p", "a", "b", "q"], ["two", "c"]])
    ana.agrees()


def test_the_page_scrolls_while_a_row_is_held_at_its_edge(visit, lockstep):
    name = lockstep.make([section("one", [f"r{i}" for i in range(60)])])
    ana = visit(name)
    ana.edit()
    ana.grab("r0")
    x = ana.box(".row.lifted [data-action=handle]")["x"] + 20
    ana.page.move_to((x, 500), (x, 760), (x, 780))
    ana.until("() => scrollY", passes="(y) => y > 900", what="a page that stands still")
    ana.page.move_to((x, 500), (x, 400))
    ana.drop()
    ana.at_revision(1)
    order = lockstep.order(name)[0][1:]
    assert order.index("r0") > 15
    assert sorted(order) == sorted(f"r{i}" for i in range(60))
    ana.agrees()


def test_the_keyboard_moves_a_row_and_says_so(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.click(row("b", ".title"))
    ana.press("Escape", "ArrowUp")
    ana.focused(row("a"))
    ana.press("Space")
    ana.announced(r"Picked up\. Item 1 of 2 in One")
    ana.press("ArrowDown")
    ana.announced("a: position 2 of 2 in One")
    ana.press("ArrowDown")
    ana.announced("a: position 1 of 2 in Two")
    ana.focused(row("a"))
    ana.press("Space")
    ana.announced("Dropped. Item 1 of 2 in Two")
    ana.shows([["one", "b"], ["two", "a", "c"]])
    ana.press("Space", "ArrowUp", "Escape")
    ana.announced("Move cancelled")
    ana.shows([["one", "b"], ["two", "a", "c"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_the_keyboard_walks_renames_and_deletes(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.click(row("b", ".title"))
    ana.press("Escape", "Home")
    ana.focused(row("a"))
    ana.press("End")
    ana.focused(row("c"))
    ana.press("Enter")
    ana.focused(row("c", "input[name=title]"))
    ana.press("Control+a")
    ana.type("See")
    ana.press("Enter")
    ana.shows_titles([["a", "b"], ["See"]])
    ana.focused(row("c"))
    ana.press("ArrowUp", "Delete")
    ana.focused(within("b", "confirm-delete"))
    ana.press("Enter")
    ana.shows([["one", "a"], ["two", "c"]])
    ana.focused(row("c"))
    ana.agrees()


def test_the_click_after_a_drop_is_heard_whatever_was_collected_between(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    for held, other in ("ab", "ba") * 2:
        ana.drag(held, row(other))
        ana.ask(sight.GARBAGE)
        ana.click(within("c", "delete"))
        ana.focused(within("c", "confirm-delete"))
        ana.press("Escape")
        ana.has(control("confirm-delete"), 0)
    ana.agrees()
