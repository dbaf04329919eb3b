"""Edit mode: controls, deleting, renaming, adding, selecting, undo."""

from playwright.sync_api import expect

from lockstep_server import section


def test_edit_shows_controls_and_done_hides_them(visit, lockstep):
    ana = visit(lockstep.make([section("fruit", "apple banana"), section("fixed", "rock", editable=False),
                             section("closed", "door", insertable=False)]))
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "false")
    expect(ana.control("handle")).to_have_count(0)
    ana.edit()
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "true")
    expect(ana.control("edit")).to_have_text("Done")
    for row in ("apple", "banana", "door"):
        expect(ana.within(row, "delete")).to_be_visible()
        expect(ana.within(row, "handle")).to_be_visible()
    expect(ana.within("rock", "delete")).to_have_count(0)
    # Whether a row moves is not said by `editable`.
    expect(ana.within("rock", "handle")).to_be_visible()
    assert ana.page.evaluate("[...document.querySelectorAll('[data-add]')].map(e => e.dataset.add)") \
        == ["fruit", "fixed"]
    ana.still()
    box, handle = ana.within("apple", "delete").bounding_box(), ana.within("apple", "handle").bounding_box()
    assert box["x"] < handle["x"]
    assert min(box["width"], box["height"], handle["width"], handle["height"]) >= 44
    ana.edit()
    expect(ana.control("add")).to_have_count(0)
    expect(ana.control("handle")).to_have_count(0)


def test_delete_asks_first_with_the_title_of_the_list(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "Plants", "detail": "Tom"}},
            {"id": "b", "fields": {"title": "Dog", "detail": "Mia"}}]
    other = [{"id": "c", "fields": {"title": "Bins", "detail": "Jo"}}]
    name = lockstep.make([section("daily", rows), section("weekly", other, deleteTitle="Skip ({detail})")],
                       rules={"deleteTitle": "Trash ({detail})"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "delete").click()
    expect(ana.within("a", "confirm-delete")).to_have_text("Trash (Tom)")
    ana.within("b", "delete").click()
    expect(ana.within("b", "confirm-delete")).to_have_text("Trash (Mia)")
    expect(ana.within("a", "confirm-delete")).to_have_count(0)
    ana.page.keyboard.press("Escape")
    expect(ana.control("confirm-delete")).to_have_count(0)
    ana.within("c", "delete").click()
    expect(ana.within("c", "confirm-delete")).to_have_text("Skip (Jo)")
    ana.page.locator("h1").click()
    expect(ana.control("confirm-delete")).to_have_count(0)
    ana.within("b", "delete").click()
    ana.within("b", "confirm-delete").click()
    ana.shows([["daily", "a"], ["weekly", "c"]])
    ana.agrees()


def test_a_row_that_someone_else_deletes_closes_quietly(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "delete").click()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.shows([["one", "b"]])
    expect(ana.page.locator(".toast")).to_have_count(0)


def test_renaming_saves_with_enter_and_blur_and_escape_discards(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    ana.rename("a", "Alpha")
    ana.within("b", "rename").click()
    ana.page.keyboard.type("lost")
    ana.page.keyboard.press("Escape")
    ana.within("c", "rename").click()
    ana.page.keyboard.type("Gamma")
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("a note")
    ana.page.locator("h1").click()
    ana.shows_titles([["Alpha", "b", "Gamma"]])
    ana.rename("a", "   ")
    ana.agrees()
    assert lockstep.snapshot(name)["sections"][0]["rows"][2]["fields"] == \
        {"title": "Gamma", "detail": "a note"}
    assert lockstep.snapshot(name)["revision"] == 2


def test_add_new_inserts_before_the_bottom_pin_and_opens_the_next(visit, lockstep):
    rows = ["a", {"id": "z", "fields": {"title": "z"}, "pinned": "bottom"}]
    name = lockstep.make([section("one", rows)])
    ana = visit(name)
    ana.edit()
    ana.control("add").click()
    for word in ("first", "second"):
        ana.page.keyboard.type(word)
        ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["a", "first", "second", "z"]])
    expect(ana.control("add")).to_be_visible()
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 2


def test_numbers_above_two_go_in_one_edit_and_a_section_in_another(visit, lockstep):
    name = lockstep.make([section("odd", "1 3 5 7"), section("even", "0 2 4 6")])
    ana = visit(name)
    ana.edit()
    ana.control("delete-where").click()
    dialog = ana.page.locator("dialog")
    expect(dialog.locator("[data-action=confirm]")).to_be_hidden()
    dialog.locator("select[name=comparison]").select_option(">")
    dialog.locator("input[name=value]").fill("2")
    expect(dialog.locator("[data-count]")).to_have_text("5 items will be deleted.")
    dialog.locator("[data-action=confirm]").click()
    ana.shows([["odd", "1"], ["even", "0", "2"]])
    ana.section("even").locator("[data-action=section-menu]").click()
    ana.control("delete-section").click()
    ana.shows([["odd", "1"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 2


def test_delete_where_offers_nothing_where_nothing_matches(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b"}))
    ana.edit()
    ana.control("delete-where").click()
    ana.page.locator("dialog input[name=value]").fill("zebra")
    expect(ana.page.locator("[data-count]")).to_have_text("No items match.")
    expect(ana.page.locator("dialog [data-action=confirm]")).to_be_hidden()
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("dialog")).to_be_visible()


def test_selected_rows_are_deleted_together(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d e"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.edit()
    ana.control("toggle-selecting").click()
    for row in ("a", "c", "d"):
        ana.within(row, "select").check()
    expect(tom.page.locator(".row.with-peer")).to_have_count(3)
    ana.control("delete-selected").click()
    tom.shows([["one", "b"], ["two", "e"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_undo_and_redo_by_button_and_key(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.control("undo").click(force=True)
    ana.toasted("Nothing left to undo")
    ana.edit()
    ana.within("a", "delete").click()
    ana.within("a", "confirm-delete").click()
    ana.shows([["one", "b"]])
    ana.page.keyboard.press("ControlOrMeta+z")
    ana.shows([["one", "a", "b"]])
    ana.announced("^You took back an edit: added “a”$")
    ana.page.keyboard.press("ControlOrMeta+Shift+z")
    ana.shows([["one", "b"]])
    ana.announced("^You repeated an edit: deleted “a”$")
    ana.control("undo").click()
    ana.shows([["one", "a", "b"]])
    ana.agrees()


def test_sections_are_added_renamed_and_moved(visit, lockstep):
    name = lockstep.make({"one": "a", "two": "b"})
    ana = visit(name)
    ana.edit()
    ana.control("add-section").click()
    ana.page.locator("dialog input").fill("Third")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".section-title")).to_have_text(["One", "Two", "Third"])
    ana.section("two").locator("[data-action=section-menu]").click()
    ana.control("section-up").click()
    expect(ana.page.locator(".section-title")).to_have_text(["Two", "One", "Third"])
    ana.section("one").locator("[data-action=section-menu]").click()
    ana.control("rename-section").click()
    ana.page.locator("dialog input").fill("Uno")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".section-title")).to_have_text(["Two", "Uno", "Third"])
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '3'")
    assert [one["title"] for one in lockstep.snapshot(name)["sections"]] == ["Two", "Uno", "Third"]


def test_a_refused_edit_is_undone_on_screen_with_its_message(visit, lockstep):
    name = lockstep.make([section("one", "a b", maxRows=3)])
    ana = visit(name)
    ana.edit()
    ana.page.context.set_offline(True)
    ana.control("add").click()
    ana.page.keyboard.type("mine")
    ana.page.keyboard.press("Enter")
    lockstep.edit(name, {"op": "insertRow", "row": "x", "fields": {"title": "x"}, "to": {"section": "one"}})
    ana.shows_titles([["a", "b", "mine"]])
    ana.page.context.set_offline(False)
    ana.toasted("Not done")
    ana.shows_titles([["a", "b", "x"]])
    ana.agrees()


def test_ticking_off_reaches_the_others(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "Tea", "done": False}}])])
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.row("a").locator("[data-action=done]").check()
    expect(tom.row("a").locator("[data-action=done]")).to_be_checked()
    assert lockstep.snapshot(name)["sections"][0]["rows"][0]["fields"]["done"] is True
