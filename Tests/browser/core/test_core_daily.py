"""What one does every day, outside edit mode: adding, pasting, ticking, deleting, renaming
sections, searching.
"""

from lockstep_server import section
from person import control, row, within
from sight import VALUE


def test_new_items_follow_each_other_and_are_ticked(visit, lockstep):
    name = lockstep.make({"one": ""}, rules={"kind": "check"})
    ana = visit(name)
    ana.click(control("new-item"))
    ana.add("Milk", "Rye")
    ana.press("Escape")
    ana.shows_titles([["Milk", "Rye"]])
    ana.agrees()
    first = lockstep.order(name)[0][1]
    ana.click(within(first, "done"))
    ana.has(f'{row(first)} [data-action="done"]:checked')
    ana.agrees()
    assert lockstep.snapshot(name)["sections"][0]["rows"][0]["fields"]["done"] is True


def test_a_section_is_renamed_in_place_and_collapses(visit, lockstep):
    ana = visit(lockstep.make({"one": "a", "two": "b"}))
    ana.click('[data-section="one"] [data-action="retitle"]')
    ana.focused("[data-retitle=one]")
    ana.press("Control+a")
    ana.type("Dairy")
    ana.press("Enter")
    ana.reads('[data-section="one"] .section-name', "Dairy")
    ana.click('[data-section="one"] [data-action="collapse"]')
    ana.has(row("a"), 0)
    ana.has(row("b"))
    ana.click('[data-section="one"] [data-action="collapse"]')
    ana.has(row("a"))
    ana.agrees()


def test_a_slash_searches_rows_that_are_not_drawn(visit, lockstep):
    rows = [f"r{at}" for at in range(600)]
    rows[500] = {"id": "far", "fields": {"title": "Crème fraîche"}}
    ana = visit(lockstep.make([section("one", rows)]))
    ana.has(row("far"), 0)
    ana.press("/")
    ana.focused("input[name=search]")
    ana.type("creme")
    ana.reads(".search-count", "1 of 1")
    ana.has(row("far"))
    ana.press("Escape")
    ana.focused(row("far"))


def test_a_new_list_is_a_checklist_whose_rows_are_ticked(visit, lockstep):
    ana = visit("groceries")
    ana.click(control("back"))
    ana.click(control("new-list"))
    ana.focused("dialog input[name=text]")
    ana.type("Errands")
    ana.choose("confirm")
    ana.reads("h1", "Errands")
    ana.live()
    ana.list = ana.attribute("main", "data-list")
    ana.click(control("new-item"))
    ana.add("Milk", "Eggs")
    ana.press("Escape")
    ana.shows_titles([["Milk", "Eggs"]])
    ana.agrees()
    _, milk, eggs = lockstep.order(ana.list)[0]
    ana.click(within(eggs, "done"))
    ana.has(f'{row(eggs)} [data-action="done"]:checked')
    ana.has(f'{row(milk)} [data-action="done"]:not(:checked)')
    ana.agrees()
    stored = lockstep.snapshot(ana.list)
    assert stored["rules"] == {"kind": "check"}
    assert [one["fields"]["done"] for one in stored["sections"][0]["rows"]] == [False, True]


def test_the_note_about_a_deletion_undoes_it_by_mouse_and_by_keys(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    offer = control("undo-deletion")
    for by_keys in (False, True):
        ana.rest_on("b")
        ana.press("Delete")
        ana.focused(within("b", "confirm-delete"))
        ana.press("Enter")
        ana.shows([["one", "a", "c"]])
        ana.toasted("Deleted “b”")
        if by_keys:
            ana.focused(row("c"))
            ana.press("F8")
            ana.focused(offer)
            ana.press("Enter")
        else:
            ana.click(offer)
        ana.shows([["one", "a", "b", "c"]])
        ana.has(offer, 0)
        ana.focused(row("c"))
        ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 4


def test_lines_of_a_note_become_rows_where_they_are_pasted(visit, lockstep):
    name = lockstep.make({"one": "a"}, rules={"kind": "check"})
    ana = visit(name)
    ana.click(row("a", ".title"))
    ana.focused(row("a", "input[name=title]"))
    ana.press("Tab")
    ana.focused(row("a", "textarea"))
    ana.type("- [x] Eggs")
    ana.press("Shift+Enter")
    ana.type("2) Tea")
    ana.press("Control+a", "Control+c", "Escape")
    ana.focused(row("a"))
    ana.click(control("new-item"))
    ana.focused("input[data-new]")
    ana.press("Control+v")
    ana.shows_titles([["a", "Eggs", "Tea"]])
    ana.announced("Added 2 items")
    ana.add("Rye")
    ana.press("Escape")
    ana.shows_titles([["a", "Eggs", "Tea", "Rye"]])
    ana.agrees()
    stored = lockstep.snapshot(name)
    assert stored["revision"] == 2
    assert [one["fields"].get("done") for one in stored["sections"][0]["rows"]] == \
        [None, True, False, False]


def test_rows_are_copied_by_keys_and_pasted_into_another_section(visit, lockstep):
    name = lockstep.make({"one": "milk rye tea", "two": ""})
    ana = visit(name)
    ana.rest_on("milk")
    ana.press("ArrowDown", "Shift+ArrowDown")
    ana.has(".row.selected", 2)
    ana.focused(row("tea"))
    ana.press("Control+c", "Escape")
    ana.has(".row.selected", 0)
    ana.click('[data-new-item="two"] button')
    ana.focused("input[data-new]")
    ana.press("Control+v")
    ana.shows_titles([["milk", "rye", "tea"], ["rye", "tea"]])
    ana.press("Escape")
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_the_row_in_focus_is_copied_wherever_the_mouse_was_last(visit, lockstep):
    name = lockstep.make({"one": "milk rye", "two": ""})
    ana = visit(name)
    ana.rest_on("milk")
    ana.press("ArrowDown")
    ana.focused(row("rye"))
    ana.press("Control+c")
    ana.click('[data-new-item="two"] button')
    ana.focused("input[data-new]")
    ana.press("Control+v")
    ana.sees("rye", VALUE, "input[data-new]", what="the new title")
    ana.press("Enter", "Escape")
    ana.shows_titles([["milk", "rye"], ["rye"]])
    ana.agrees()
