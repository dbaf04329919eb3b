"""Finding, and what is done to many rows or whole lists at once."""

from lockstep_server import section
from person import control, row, within

def ticked(name, done):
    return {"id": name, "fields": {"title": name, "done": done}}


def test_a_search_goes_from_match_to_match_and_closes_there(visit, lockstep):
    ana = visit(lockstep.make({"one": "oats rye", "two": "oat tea"}))
    ana.press("/")
    ana.focused("input[name=search]")
    ana.type("oat")
    ana.reads(".search-count", "1 of 2")
    ana.press("Enter")
    ana.reads(".search-count", "2 of 2")
    ana.shows_attribute(".row.found", "data-row", "oat")
    ana.press("Shift+Enter")
    ana.shows_attribute(".row.found", "data-row", "oats")
    ana.press("Escape")
    ana.focused(row("oats"))
    ana.has(".search:not([hidden])", 0)


def test_a_filter_shows_what_is_open_and_follows_ticks(visit, lockstep):
    rows = [ticked("a", False), ticked("b", True), ticked("c", False)]
    name = lockstep.make([section("one", rows)], {"kind": "check"})
    ana = visit(name)
    ana.click(control("list-menu"))
    ana.choose("filters")
    ana.click("[data-filter=open]")
    ana.shows([["one", "a", "c"]])
    ana.reads(".filter-note", "2 of 3 shown")
    ana.click(within("a", "done"))
    ana.shows([["one", "c"]])
    lockstep.edit(name, {"op": "updateRow", "row": "b", "fields": {"done": False}})
    ana.shows([["one", "b", "c"]])
    ana.click("[data-filter=all]")
    ana.shows([["one", "a", "b", "c"]])
    ana.agrees()


def test_a_range_of_rows_is_ticked_and_moved_together(visit, lockstep):
    name = lockstep.make({"one": "a b c d"}, rules={"kind": "check"})
    ana = visit(name)
    ana.rest_on("b")
    ana.press("Shift+ArrowDown")
    ana.has(".row.selected", 2)
    ana.click(control("tick-selected"))
    ana.has(".row.selected [data-action=done]:checked", 2)
    ana.click(control("move-up"))
    ana.shows([["one", "b", "c", "a", "d"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 2
    ana.press("Escape")
    ana.has(".row.selected", 0)
    ana.click(control("undo"))
    ana.shows([["one", "a", "b", "c", "d"]])
    ana.agrees()


def test_lines_become_a_list_in_the_overview(visit, lockstep):
    ana = visit("groceries")
    ana.click(control("back"))
    ana.click(control("overview-menu"))
    ana.choose("import-list")
    ana.focused("dialog textarea")
    for line in ("# Party", "- [x] Bread", "words"):
        ana.type(line)
        ana.press("Enter")
    ana.type("- größer 🍐")
    ana.reads(".import-item", "Bread", "größer 🍐")
    ana.reads(".import-problems li", "Line 3: “words” is no item of a list; left out.")
    ana.choose("confirm")
    ana.reads("h1", "Party")
    ana.live()
    ana.list = ana.attribute("main", "data-list")
    ana.shows_titles([["Bread", "größer 🍐"]])
    ana.agrees()
    rows = lockstep.snapshot(ana.list)["sections"][0]["rows"]
    assert [one["fields"].get("done") for one in rows] == [True, None]


def test_the_link_to_a_row_leads_somebody_else_to_it(visit, lockstep):
    rows = [f"r{at}" for at in range(60)]
    name = lockstep.make([section("one", rows)])
    ana = visit(name, "Ana")
    ana.rest_on("r50")
    ana.press("Shift+F10")
    ana.choose("share-row")
    ana.has("dialog .qr-code")
    here = f"#/list/{name}/row/r50"
    ana.reads("dialog .shared-address", f"{ana.line.url}/{here}")
    ana.press("Escape")
    ana.has("dialog", 0)
    tom = visit(name, "Tom")
    tom.page.goto("about:blank")
    tom.page.goto(f"{tom.line.url}/{here}")
    tom.has(row("r50") + ".marked")
    tom.focused(row("r50"))
