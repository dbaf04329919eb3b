"""Reordering by the mouse at the handle and by the keyboard, in short lists and in long ones."""

import sight
from lockstep_server import section
from person import control, row, within

MIDDLE = """() => [...document.querySelectorAll('[data-row]')].find((row) => {
    const { top } = row.getBoundingClientRect();
    return top > 150 && top < 400 && row.getAttribute('aria-posinset') > 4000;
})?.dataset.row ?? null"""


def test_a_row_is_dragged_by_its_handle_within_and_across_sections(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d", "empty": ""})
    ana = visit(name)
    ana.edit()
    ana.reach(within("a", "delete"))
    left, right = ana.box(within("a", "delete")), ana.box(within("a", "handle"))
    assert left["x"] < ana.box(row("a", ".title"))["x"] < right["x"]
    assert min(left["width"], left["height"], right["width"], right["height"]) >= 44
    ana.drag("a", row("c"))
    ana.shows([["one", "b", "c", "a"], ["two", "d"], ["empty"]])
    ana.drag("d", row("b"), part=0.2)
    ana.shows([["one", "d", "b", "c", "a"], ["two"], ["empty"]])
    ana.drag("b", "[data-add=empty]")
    ana.shows([["one", "d", "c", "a"], ["two"], ["empty", "b"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 3
    x, y = ana.reach(row("a", ".title"))
    ana.page.move_to((x, y))
    ana.page.mouse_down()
    ana.page.move_to((x, y + 30), (x, y + 60))
    ana.page.mouse_up()
    ana.has(".row.lifted", 0)
    ana.grab("a")
    ana.carry(row("d"), 0.2)
    ana.press("Escape")
    ana.has(".row.lifted", 0)
    ana.drop()
    ana.shows([["one", "d", "c", "a"], ["two"], ["empty", "b"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 3


def test_the_keyboard_walks_moves_renames_and_deletes(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.click(row("b", ".title"))
    ana.press("Escape", "ArrowUp")
    ana.focused(row("a"))
    ana.press("Space")
    ana.announced(r"Picked up\. a, 1 of 2 in One")
    ana.press("ArrowDown")
    ana.announced("a, now 2 of 2 in One")
    ana.press("ArrowDown")
    ana.announced("a, now 1 of 2 in Two")
    ana.focused(row("a"))
    ana.press("Space")
    ana.announced("Dropped. a, now 1 of 2 in Two")
    ana.shows([["one", "b"], ["two", "a", "c"]])
    ana.press("Space", "ArrowUp", "Escape")
    ana.announced("Move cancelled")
    ana.shows([["one", "b"], ["two", "a", "c"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1
    ana.press("End")
    ana.focused(row("c"))
    ana.press("Home")
    ana.focused(row("b"))
    ana.press("End", "Enter")
    ana.focused(row("c", "[data-field=title]"))
    ana.press("Control+a")
    ana.type("See")
    ana.press("Enter")
    ana.shows_titles([["b"], ["a", "See"]])
    ana.focused(row("c"))
    ana.press("ArrowUp", "Delete")
    ana.focused(within("a", "confirm-delete"))
    ana.press("Enter")
    ana.shows([["one", "b"], ["two", "c"]])
    ana.focused(row("c"))
    ana.agrees()


def test_a_moved_row_tells_its_place_and_keeps_the_focus(visit, lockstep):
    name = lockstep.make({"dairy": "milk tea oats", "two": "c"})
    ana = visit(name)
    ana.edit()
    ana.click(row("milk", ".title"))
    ana.press("Escape", "Alt+ArrowDown")
    ana.announced("^milk, now 2 of 3 in Dairy$")
    ana.focused(row("milk"))
    ana.press("Alt+ArrowDown", "Alt+ArrowDown")
    ana.announced("^milk, now 1 of 2 in Two$")
    ana.focused(row("milk"))
    ana.shows_attribute(within("milk", "handle"), "aria-label", "Reorder milk")
    ana.press("Alt+ArrowUp", "Tab")
    for _ in range(6):
        if ana.ask("() => document.activeElement.dataset.action") == "handle":
            break
        ana.press("Tab")
    ana.focused(within("milk", "handle"))
    ana.press("Enter")
    ana.announced("Picked up. milk, 3 of 3 in Dairy")
    ana.press("ArrowUp", "Space")
    ana.announced("Dropped. milk, now 2 of 3 in Dairy")
    ana.focused(within("milk", "handle"))
    ana.press("Space", "ArrowUp", "Escape")
    ana.announced("Move cancelled. milk, 2 of 3 in Dairy")
    ana.focused(within("milk", "handle"))
    ana.shows([["dairy", "tea", "milk", "oats"], ["two", "c"]])
    ana.agrees()


def test_a_row_of_a_long_list_keeps_the_focus_where_it_leaves_what_is_drawn(visit, lockstep):
    name = lockstep.make([section("long", [f"r{i}" for i in range(4_000)])])
    ana = visit(name)
    ana.edit()
    ana.click(row("r1", ".title"))
    ana.press("Escape", "Space", "End")
    ana.announced("^r1, now 4,000 of 4,000 in Long$")
    ana.focused(row("r1"))
    ana.press("Escape")
    ana.announced("Move cancelled. r1, 2 of 4,000 in Long")
    ana.focused(row("r1"))
    ana.press("Space", "End", "Space")
    ana.announced("Dropped. r1, now 4,000 of 4,000 in Long")
    ana.focused(row("r1"))
    ana.at_revision(1)


def test_the_click_after_a_drop_is_heard_whatever_was_collected_between(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    for held, other in ("ab", "ba"):
        ana.drag(held, row(other))
        ana.ask(sight.GARBAGE)
        ana.click(within("c", "delete"))
        ana.focused(within("c", "confirm-delete"))
        ana.press("Escape")
        ana.has(control("confirm-delete"), 0)
    ana.agrees()


def test_ten_thousand_rows_scroll_and_move(visit, lockstep):
    name = lockstep.make([section("long", [f"r{i}" for i in range(10_000)])])
    ana = visit(name)
    ana.edit()
    assert ana.count("[data-row]") <= 200
    ana.shows_attribute(row("r0"), "aria-setsize", "10000")
    ana.ask("() => scrollTo(0, document.documentElement.scrollHeight / 2)")
    middle = ana.until(MIDDLE)
    assert ana.count("[data-row]") <= 200
    number = int(middle[1:])
    ana.drag(middle, row(f"r{number + 2}"), 0.9)
    ana.at_revision(1)
    order = lockstep.order(name)[0][1:]
    assert order[number:number + 3] == [f"r{number + 1}", f"r{number + 2}", middle]
    assert ana.count("[data-row]") <= 200


def test_the_view_follows_a_row_that_keys_hold(visit, lockstep):
    name = lockstep.make([section("one", [f"r{at}" for at in range(5000)])])
    ana = visit(name)
    ana.click(control("edit"))
    handle = within("r3", "handle")
    ana.click(handle)
    ana.focused(handle)
    ana.press("Space", "End")
    ana.announced("now 5,000 of 5,000")
    ana.focused(handle)
    ana.press("Space")
    ana.announced("Dropped")
    ana.focused(handle)
    assert lockstep.order(name)[0][-1] == "r3"
