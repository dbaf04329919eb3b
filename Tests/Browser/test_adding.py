"""Adding rows where one is: the "New item" row, Enter, Backspace, below a row, pasted lines."""

from playwright.sync_api import expect

from lockstep_server import section


def form(person):
    """The form of a new row."""
    return person.page.locator("[data-new]")


def type_title(person, text):
    """Types a title into the field that has the focus, and presses Enter."""
    person.page.keyboard.type(text)
    person.page.keyboard.press("Enter")


def test_items_are_added_by_touch_without_edit_mode_one_after_the_other(visit, lockstep):
    name = lockstep.make([section("one", "a"), section("shut", "x", insertable=False)])
    ana = visit(name, phone=True)
    expect(ana.control("new-item")).to_have_count(1)
    expect(ana.control("new-item")).to_have_text("New item")
    ana.control("new-item").tap()
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


def test_rows_are_added_below_another_by_enter_by_shift_enter_and_from_the_menu(visit, lockstep):
    name = lockstep.make([section("one", "a z"), section("shut", "x", insertable=False)])
    ana = visit(name)
    ana.row("a").locator(".words").click()
    expect(ana.row("a").locator("[data-field=title]")).to_be_focused()
    type_title(ana, "pple")
    expect(form(ana)).to_be_focused()
    for title in ("b", "c"):
        type_title(ana, title)
    ana.shows_titles([["apple", "b", "c", "z"], ["x"]])
    expect(form(ana)).to_be_focused()
    ana.page.keyboard.press("Backspace")
    expect(form(ana)).to_have_count(0)
    field = ana.page.locator("[data-field=title]")
    expect(field).to_be_focused()
    expect(field).to_have_value("c")
    ana.page.keyboard.type("!")
    ana.page.locator("h1").click()
    ana.shows_titles([["apple", "b", "c!", "z"], ["x"]])
    ana.row("z").click(button="right")
    ana.control("insert-below").click()
    expect(form(ana)).to_be_focused()
    type_title(ana, "d")
    ana.page.keyboard.press("Escape")
    ana.edit()
    ana.row("a").focus()
    ana.page.keyboard.press("Shift+Enter")
    type_title(ana, "e")
    ana.page.keyboard.press("Escape")
    ana.shows_titles([["apple", "e", "b", "c!", "z", "d"], ["x"]])
    ana.row("x").focus()
    ana.page.keyboard.press("Shift+Enter")
    ana.announced("Nothing can be added")
    expect(form(ana)).to_have_count(0)
    ana.row("x").click(button="right")
    expect(ana.control("copy-rows")).to_be_visible()
    expect(ana.control("insert-below")).to_have_count(0)
    ana.agrees()


def test_pasted_lines_become_rows_in_one_edit_that_one_undo_takes_back(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "Buy", "done": False}}]
    name = lockstep.make([section("one", rows)], rules={"kind": "check"})
    ana = visit(name)
    ana.control("new-item").click()
    ana.paste("- Milk\r\n* [x] Eggs\n\n1. [ ] Tea\n1.5 litres\n")
    ana.shows_titles([["Buy", "Milk", "Eggs", "Tea", "1.5 litres"]])
    ana.agrees()
    stored = lockstep.snapshot(name)
    assert [row["fields"]["done"] for row in stored["sections"][0]["rows"]] == \
        [False, False, True, False, False]
    assert stored["revision"] == 1
    ana.announced("Added 4 items")
    expect(form(ana)).to_be_focused()
    ana.page.keyboard.press("ControlOrMeta+z")
    ana.shows_titles([["Buy"]])
    ana.agrees()
    ana.page.keyboard.press("Escape")
    ana.row("a").locator(".words").click()
    ana.page.keyboard.type(" now")
    for _ in range(3):
        ana.page.keyboard.press("ArrowLeft")
    ana.paste("- milk\n- eggs, ")
    ana.shows_titles([["Buy milk", "eggs,now"]])
    expect(form(ana)).to_be_focused()
    type_title(ana, "last")
    ana.page.keyboard.press("Escape")
    ana.page.evaluate("document.activeElement.blur()")
    ana.paste("nowhere\nto go")
    ana.shows_titles([["Buy milk", "eggs,now", "last"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 4


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


def test_a_key_that_confirms_a_composition_adds_nothing(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    ana.control("new-item").click()
    ana.page.keyboard.type("milk")
    # What Safari tells of the Enter that chooses a word.
    form(ana).evaluate("""(field) => field.dispatchEvent(new KeyboardEvent(
        'keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))""")
    ana.still()
    ana.shows_titles([["a"]])
    expect(form(ana)).to_have_value("milk")
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["a", "milk"]])
    ana.agrees()


def test_n_begins_a_new_item_at_the_end_of_the_section(visit, lockstep):
    name = lockstep.make([section("one", "a b"), section("two", "c"), section("full", "d", maxRows=1)])
    ana = visit(name)
    for row, order in (("a", "one"), ("c", "two"), ("d", "one")):
        ana.row(row).focus()
        ana.page.keyboard.press("n")
        expect(form(ana)).to_be_focused()
        ana.page.keyboard.type("n")
        ana.page.keyboard.press("Enter")
        ana.page.keyboard.press("Escape")
        expect(ana.section(order).locator("[data-row]").last.locator(".title")).to_have_text("n")
    ana.shows_titles([["a", "b", "n", "n"], ["c", "n"], ["d"]])
    ana.agrees()
