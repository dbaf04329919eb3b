"""Adding rows where one is: the "New item" row, Enter, Backspace, below a row, pasted lines."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section



def form(person):
    """The form of a new row."""
    return person.page.locator("input[data-new]")


def type_title(person, text):
    """Types a title into the field that has the focus, and presses Enter."""
    person.page.keyboard.type(text)
    person.page.keyboard.press("Enter")


@pytest.mark.parametrize("phone", [False, True])
def test_items_are_added_without_edit_mode_one_after_the_other(visit, lockstep, phone):
    name = lockstep.make([section("one", "a"), section("shut", "x", insertable=False)])
    ana = visit(name, phone=phone)
    expect(ana.control("new-item")).to_have_count(1)
    expect(ana.control("new-item")).to_have_text("New item")
    ana.control("new-item").tap() if phone else ana.control("new-item").click()
    expect(form(ana)).to_be_focused()
    for title in ("b", "c"):
        type_title(ana, title)
    expect(form(ana)).to_be_focused()
    ana.page.keyboard.press("Enter")
    expect(form(ana)).to_have_count(0)
    ana.shows_titles([["a", "b", "c"], ["x"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 2
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "false")


def test_a_title_goes_on_with_a_new_row_below_and_backspace_goes_back(visit, lockstep):
    name = lockstep.make({"one": "a z"})
    ana = visit(name)
    ana.row("a").locator(".words").click()
    expect(ana.row("a").locator("input[name=title]")).to_be_focused()
    type_title(ana, "pple")
    expect(form(ana)).to_be_focused()
    for title in ("b", "c"):
        type_title(ana, title)
    ana.shows_titles([["apple", "b", "c", "z"]])
    expect(form(ana)).to_be_focused()
    ana.page.keyboard.press("Backspace")
    expect(form(ana)).to_have_count(0)
    field = ana.page.locator("input[name=title]")
    expect(field).to_be_focused()
    expect(field).to_have_value("c")
    ana.page.keyboard.type("!")
    ana.page.locator("h1").click()
    ana.shows_titles([["apple", "b", "c!", "z"]])
    ana.agrees()


def test_shift_enter_adds_below_the_focused_row_also_in_edit_mode(visit, lockstep):
    rows = [{"id": "top", "fields": {"title": "top"}, "pinned": "top"},
            {"id": "pin", "fields": {"title": "pin"}, "pinned": "top"}, "a"]
    name = lockstep.make([section("one", rows), section("shut", "x", insertable=False)])
    ana = visit(name)
    ana.row("top").focus()
    ana.page.keyboard.press("Shift+Enter")
    type_title(ana, "b")
    ana.page.keyboard.press("Escape")
    ana.edit()
    ana.row("a").focus()
    ana.page.keyboard.press("Shift+Enter")
    type_title(ana, "c")
    ana.page.keyboard.press("Escape")
    ana.shows_titles([["top", "pin", "b", "a", "c"], ["x"]])
    ana.row("x").focus()
    ana.page.keyboard.press("Shift+Enter")
    ana.announced("Nothing can be added")
    expect(form(ana)).to_have_count(0)
    expect(ana.page.locator(".toast")).to_have_count(0)
    ana.agrees()


def test_the_menu_of_a_row_adds_below_it(visit, lockstep):
    name = lockstep.make([section("one", "a z"), section("shut", "x", insertable=False)])
    ana = visit(name)
    ana.row("a").click(button="right")
    ana.control("insert-below").click()
    expect(form(ana)).to_be_focused()
    type_title(ana, "b")
    ana.page.keyboard.press("Escape")
    ana.shows_titles([["a", "b", "z"], ["x"]])
    ana.row("x").click(button="right")
    expect(ana.control("copy-rows")).to_be_visible()
    expect(ana.control("insert-below")).to_have_count(0)
    ana.page.keyboard.press("Escape")
    ana.agrees()


def test_pasted_lines_become_rows_in_one_edit_that_one_undo_takes_back(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "a", "done": False}}]
    name = lockstep.make([section("one", rows)], rules={"kind": "check"})
    ana = visit(name)
    ana.control("new-item").click()
    ana.paste("- Milk\r\n* [x] Eggs\n\n1. [ ] Tea\n[X] Rye\n 2) 3 apples\n1.5 litres\n")
    ana.shows_titles([["a", "Milk", "Eggs", "Tea", "Rye", "3 apples", "1.5 litres"]])
    ana.agrees()
    stored = lockstep.snapshot(name)
    assert [row["fields"]["done"] for row in stored["sections"][0]["rows"]] == \
        [False, False, True, False, True, False, False]
    assert stored["revision"] == 1
    ana.announced("Added 6 items")
    expect(form(ana)).to_be_focused()
    ana.page.keyboard.press("ControlOrMeta+z")
    ana.shows_titles([["a"]])
    ana.agrees()


def test_lines_pasted_into_a_title_go_on_below_it(visit, lockstep):
    name = lockstep.make({"one": "Buy z"})
    ana = visit(name)
    ana.row("Buy").locator(".words").click()
    ana.page.keyboard.type(" now")
    for _ in range(3):
        ana.page.keyboard.press("ArrowLeft")
    ana.paste("- milk\n- eggs, ")
    ana.shows_titles([["Buy milk", "eggs,now", "z"]])
    expect(form(ana)).to_be_focused()
    type_title(ana, "last")
    ana.page.keyboard.press("Escape")
    ana.shows_titles([["Buy milk", "eggs,now", "last", "z"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 2
    ana.paste("nowhere\nto go")
    ana.shows_titles([["Buy milk", "eggs,now", "last", "z"]])


def test_lines_pasted_into_a_title_that_someone_changed_are_kept(visit, lockstep):
    name = lockstep.make({"one": "a z"})
    ana = visit(name)
    ana.page.context.set_offline(True)
    ana.row("a").locator(".words").click()
    ana.paste("b\nc")
    lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"title": "Oat milk"}})
    ana.shows_titles([["ab", "c", "z"]])
    ana.page.context.set_offline(False)
    expect(ana.page.locator(".question")).to_contain_text("Yours: “ab”")
    ana.shows_titles([["Oat milk", "c", "z"]])
    ana.agrees()


def test_a_form_between_rows_outlives_a_reload_and_the_row_above_it(visit, lockstep):
    name = lockstep.make({"one": "a b z"})
    ana = visit(name)
    ana.row("b").focus()
    ana.page.keyboard.press("Shift+Enter")
    ana.page.keyboard.type("half")
    ana.page.reload()
    ana.live()
    expect(form(ana)).to_have_value("half")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.shows([["one", "a", "z"]])
    expect(form(ana)).to_be_focused()
    expect(form(ana)).to_have_value("half")
    type_title(ana, " and half")
    ana.shows_titles([["a", "half and half", "z"]])
    ana.agrees()


def test_a_tap_beside_a_revealed_delete_button_only_closes_it(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b"}))
    ana.row("a").focus()
    ana.page.keyboard.press("Delete")
    expect(ana.control("confirm-delete")).to_be_visible()
    ana.row("b").locator(".words").click()
    expect(ana.control("confirm-delete")).to_have_count(0)
    expect(ana.page.locator("input[name=title]")).to_have_count(0)


def test_sections_are_where_they_are_scrolled_to_with_their_new_item_rows(visit, lockstep):
    name = lockstep.make([section(f"s{at}", " ".join(f"r{at}-{row}" for row in range(3)))
                          for at in range(60)])
    ana = visit(name)
    ana.row("r0-0").focus()
    ana.page.keyboard.press("End")
    expect(ana.row("r59-2")).to_be_focused()
    expect(ana.row("r59-2")).to_be_in_viewport()
    ana.page.evaluate("() => window.scrollTo(0, document.body.scrollHeight / 2)")
    rows = ana.section("s30").locator("[data-row]")
    expect(rows).to_have_count(3)
