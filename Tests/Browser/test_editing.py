"""Edit mode: controls, deleting, renaming, selecting, undo."""

import re

from playwright.sync_api import expect

from lockstep_server import section


def test_edit_shows_controls_and_a_deletion_asks_first_with_the_title_of_its_list(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "Plants", "detail": "Tom"}}, "b"]
    other = [{"id": "c", "fields": {"title": "Bins"}}]
    name = lockstep.make([section("daily", rows), section("weekly", other, deleteTitle="Skip ({detail})"),
                          section("fixed", "rock", editable=False), section("closed", "door", insertable=False)],
                         rules={"deleteTitle": "Trash ({detail})"})
    ana = visit(name)
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "false")
    expect(ana.control("handle")).to_have_count(0)
    ana.edit()
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "true")
    expect(ana.control("edit")).to_have_text("Done")
    # Whether a row moves is not said by `editable`.
    for row, deletes in (("a", 1), ("c", 1), ("rock", 0), ("door", 1)):
        expect(ana.within(row, "delete")).to_have_count(deletes)
        expect(ana.within(row, "handle")).to_be_visible()
    assert ana.page.evaluate("[...document.querySelectorAll('[data-add]')].map(e => e.dataset.add)") \
        == ["daily", "weekly", "fixed"]
    ana.within("a", "delete").click()
    confirm = ana.control("confirm-delete")
    expect(ana.within("a", "confirm-delete")).to_have_text("Trash (Tom)")
    ana.within("c", "delete").click()
    # Without a note no brackets stay.
    expect(ana.within("c", "confirm-delete")).to_have_text("Skip")
    expect(confirm).to_have_count(1)
    ana.page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    ana.within("b", "delete").click()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.shows([["daily", "a"], ["weekly", "c"], ["fixed", "rock"], ["closed", "door"]])
    expect(ana.page.locator(".toast")).to_have_count(0)
    ana.within("c", "delete").click()
    ana.row("a").locator(".words").click()
    expect(confirm).to_have_count(0)
    expect(ana.page.locator("[data-field=title]")).to_have_count(0)
    ana.within("a", "delete").click()
    ana.within("a", "confirm-delete").click()
    ana.shows([["daily"], ["weekly", "c"], ["fixed", "rock"], ["closed", "door"]])
    ana.edit()
    expect(ana.control("add")).to_have_count(0)
    expect(ana.control("handle")).to_have_count(0)
    ana.agrees()


def test_renaming_saves_with_enter_and_blur_and_escape_discards(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.edit()
    ana.rename("a", "Alpha")
    ana.within("b", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("lost")
    ana.page.keyboard.press("Escape")
    ana.within("c", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("Gamma")
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("a note")
    ana.page.locator("h1").click()
    ana.shows_titles([["Alpha", "b", "Gamma"]])
    ana.rename("a", "   ")
    ana.agrees()
    assert lockstep.snapshot(name)["sections"][0]["rows"][2]["fields"] == \
        {"title": "Gamma", "detail": "a note"}
    # Each field is saved as it is left.
    assert lockstep.snapshot(name)["revision"] == 3
    ana.within("b", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("beta")
    # Some buttons take no focus: nothing is left before Done is pressed.
    ana.control("edit").evaluate("(button) => button.click()")
    ana.shows_titles([["Alpha", "beta", "Gamma"]])
    ana.agrees()


def test_delete_where_counts_what_others_do_meanwhile_and_deletes_in_one_edit(visit, lockstep):
    done = [{"id": row, "fields": {"title": "0", "done": row in "bd"}} for row in "abcd"]
    name = lockstep.make([section("odd", "1 3 11"), section("even", "2 4"), section("done", done)])
    ana = visit(name)
    ana.edit()
    ana.control("delete-where").click()
    dialog, count = ana.page.locator("dialog"), ana.page.locator("[data-count]")
    confirm = dialog.locator("[data-action=confirm]")
    expect(confirm).to_be_hidden()
    dialog.locator("input[name=value]").fill("zebra")
    expect(count).to_have_text("No items match.")
    expect(confirm).to_be_hidden()
    ana.page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    dialog.locator("input[name=value]").fill("3")
    dialog.locator("select[name=comparison]").select_option(">")
    expect(count).to_have_text(re.compile("2 items will"))
    lockstep.edit(name, {"op": "insertRow", "row": "5", "fields": {"title": "5"}, "to": {"section": "odd"}})
    expect(count).to_have_text("3 items will be deleted.")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["11"]})
    expect(count).to_have_text("2 items will be deleted.")
    confirm.click()
    ana.shows([["odd", "1", "3"], ["even", "2"], ["done", *"abcd"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 3
    ana.control("delete-where").click()
    dialog = ana.page.get_by_role("dialog", name="Delete where…")
    dialog.get_by_label("Field").select_option(label="Done")
    expect(dialog.get_by_label("Comparison")).to_be_disabled()
    dialog.get_by_label("Value").select_option(label="No")
    dialog.get_by_label("Value").select_option(label="Yes")
    expect(count).to_have_text("2 items will be deleted.")
    dialog.get_by_role("button", name="Delete").click()
    ana.shows([["odd", "1", "3"], ["even", "2"], ["done", "a", "c"]])
    ana.agrees()


def test_selected_rows_are_deleted_together_and_undone_by_button_and_key(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d e"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.control("undo").click(force=True)
    ana.toasted("Nothing left to undo")
    ana.edit()
    ana.control("toggle-selecting").click()
    for row in ("a", "c", "d"):
        ana.within(row, "select").check()
    expect(tom.page.locator(".row.with-peer")).to_have_count(3)
    ana.control("delete-selected").click()
    tom.shows([["one", "b"], ["two", "e"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("ControlOrMeta+z")
    ana.shows([["one", "a", "b", "c"], ["two", "d", "e"]])
    ana.announced("^You took back an edit: added 3 rows$")
    ana.page.keyboard.press("ControlOrMeta+Shift+z")
    ana.shows([["one", "b"], ["two", "e"]])
    ana.announced("^You repeated an edit: deleted 3 rows$")
    ana.control("undo").click()
    tom.shows([["one", "a", "b", "c"], ["two", "d", "e"]])
    ana.agrees()
