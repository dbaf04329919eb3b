"""Edit mode, adding, deleting, renaming, selecting, undo, and the list of lists."""

from lockstep_server import section
from person import control, row, within


def test_edit_shows_controls_and_done_hides_them(visit, lockstep):
    ana = visit(lockstep.make([section("fruit", "apple banana"),
                               section("fixed", "rock", editable=False),
                               section("closed", "door", insertable=False)]))
    ana.shows_attribute(control("edit"), "aria-pressed", "false")
    ana.has(control("handle"), 0)
    ana.edit()
    ana.shows_attribute(control("edit"), "aria-pressed", "true")
    ana.reads(control("edit"), "Done")
    ana.has(control("delete"), 3)
    ana.has(control("handle"), 4)
    ana.has(within("rock", "delete"), 0)
    ana.has("[data-add=fruit] button, [data-add=fixed] button", 2)
    ana.has("[data-add]", 2)
    ana.reach(within("apple", "delete"))
    left, right = ana.box(within("apple", "delete")), ana.box(within("apple", "handle"))
    assert left["x"] < ana.box(row("apple", ".title"))["x"] < right["x"]
    assert min(left["width"], left["height"], right["width"], right["height"]) >= 44
    ana.edit()
    ana.has(f'{control("handle")}, {control("add")}', 0)


def test_add_new_inserts_before_the_bottom_pin_and_opens_the_next(visit, lockstep):
    rows = ["a", {"id": "z", "fields": {"title": "z"}, "pinned": "bottom"}]
    name = lockstep.make([section("one", rows)])
    ana = visit(name)
    ana.edit()
    ana.click(control("add"))
    ana.add("first", "größer 🍐")
    ana.press("Enter")
    ana.has(control("add"))
    ana.shows_titles([["a", "first", "größer 🍐", "z"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 2


def test_delete_asks_first_with_the_title_of_the_list(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "Plants", "detail": "Tom"}}, "b", "c"]
    name = lockstep.make([section("one", rows)], rules={"deleteTitle": "Trash {detail}"})
    ana = visit(name)
    ana.edit()
    ana.click(within("a", "delete"))
    ana.reads(control("confirm-delete"), "Trash Tom")
    ana.focused(within("a", "confirm-delete"))
    ana.press("Escape")
    ana.has(control("confirm-delete"), 0)
    ana.click(within("b", "delete"))
    ana.click("h1")
    ana.has(control("confirm-delete"), 0)
    ana.click(within("b", "delete"))
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.shows([["one", "a", "c"]])
    ana.has(".toast", 0)
    ana.click(within("a", "delete"))
    ana.click(within("a", "confirm-delete"))
    ana.shows([["one", "c"]])
    ana.agrees()


def test_renaming_saves_with_enter_and_blur_and_escape_discards(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    ana.rename("a", "Alpha")
    ana.click(within("b", "rename"))
    ana.type("lost")
    ana.press("Escape")
    ana.focused(row("b"))
    ana.click(within("c", "rename"))
    ana.press("Control+a")
    ana.type("Gamma")
    ana.press("Tab")
    ana.type("a note")
    ana.click("h1")
    ana.shows_titles([["Alpha", "b", "Gamma"]])
    ana.rename("a", "   ")
    ana.agrees()
    rows = lockstep.snapshot(name)["sections"][0]["rows"]
    assert rows[2]["fields"] == {"title": "Gamma", "detail": "a note"}
    assert lockstep.snapshot(name)["revision"] == 2


def test_selected_rows_are_deleted_together_and_undone(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d"})
    ana = visit(name)
    ana.page.hold_control(True)
    ana.click(row("a", ".words"))
    ana.click(row("c", ".words"))
    ana.page.hold_control(False)
    ana.has(".row.selected", 2)
    ana.click(control("delete-selected"))
    ana.shows([["one", "b"], ["two", "d"]])
    ana.click(control("undo"))
    ana.shows([["one", "a", "b", "c"], ["two", "d"]])
    ana.press("Control+Shift+z")
    ana.shows([["one", "b"], ["two", "d"]])
    ana.press("Control+z")
    ana.shows([["one", "a", "b", "c"], ["two", "d"]])
    ana.agrees()
    ana.click(control("undo"))
    ana.toasted("Nothing left to undo")
    assert lockstep.snapshot(name)["revision"] == 4


def test_a_list_is_made_renamed_and_deleted(visit, lockstep):
    ana = visit("groceries")
    ana.click(control("back"))
    ana.has("[data-list-row=groceries]")
    ana.click(control("new-list"))
    ana.focused("dialog input")
    ana.type("Camping <b>trip</b>")
    ana.press("Enter")
    ana.reads("h1", "Camping <b>trip</b>")
    ana.live()
    ana.edit()
    ana.click(control("rename-list"))
    ana.focused("dialog input")
    ana.press("Control+a")
    ana.type("Tents")
    ana.press("Enter")
    ana.reads("h1", "Tents")
    ana.at_revision(1)
    name = ana.attribute("main", "data-list")
    ana.click(control("back"))
    ana.reads(f'[data-list-row="{name}"] .title', "Tents")
    ana.edit()
    ana.click(f'[data-list-row="{name}"] {control("delete-list")}')
    ana.click("dialog [data-action=confirm]")
    ana.has(f'[data-list-row="{name}"]', 0)
    lockstep.becomes(404, f"/api/lists/{name}")
