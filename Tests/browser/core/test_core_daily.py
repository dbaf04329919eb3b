"""What one does every day, outside edit mode: adding, ticking, renaming sections, searching."""

from lockstep_server import section
from person import control, row, within


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
