"""Sections: renaming in place, dragging by the header, collapsing, counts, deleting several."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section


@pytest.fixture
def ana(visit, lockstep):
    """A list of three sections, the first of them a checklist."""
    name = lockstep.make([
        section("one", [{"id": "a", "fields": {"title": "a", "done": False}},
                        {"id": "b", "fields": {"title": "b", "done": True}}]),
        section("two", "c d"), section("three", "e")])
    return visit(name)


def header(person, name, part):
    """A part of the header of a section."""
    return person.section(name).locator(f".section-header {part}")


def test_a_section_is_renamed_where_its_title_stands(ana):
    keys = ana.page.keyboard
    header(ana, "two", ".section-name").click()
    field = ana.page.get_by_role("textbox", name="Name of the section")
    expect(field).to_be_focused()
    keys.type("Pantry")
    keys.press("Enter")
    expect(header(ana, "two", ".section-title")).to_have_text("Pantry")
    expect(header(ana, "two", ".section-name")).to_be_focused()
    ana.agrees()
    assert ana.server.snapshot(ana.name)["sections"][1]["title"] == "Pantry"
    keys.press("Enter")
    keys.type("Nothing")
    keys.press("Escape")
    expect(header(ana, "two", ".section-title")).to_have_text("Pantry")
    header(ana, "two", ".section-name").click()
    keys.type("   ")
    ana.row("a").locator(".title").click()
    expect(header(ana, "two", ".section-title")).to_have_text("Pantry")
    assert ana.server.snapshot(ana.name)["revision"] == 1


def test_a_title_that_is_being_typed_outlives_a_reload_and_others_are_asked_about(ana):
    header(ana, "two", ".section-name").click()
    ana.page.keyboard.type("Mine")
    ana.page.reload()
    ana.live()
    field = ana.page.get_by_role("textbox", name="Name of the section")
    expect(field).to_have_value("Mine")
    ana.server.edit(ana.name, {"op": "updateSection", "section": "two", "title": "Theirs"})
    expect(ana.page.locator("main[data-revision='1']")).to_be_visible()
    field.press("Enter")
    question = ana.section("two").get_by_role("group", name="Renamed meanwhile to “Theirs”")
    question.get_by_role("button", name="Keep mine").click()
    expect(header(ana, "two", ".section-title")).to_have_text("Mine")
    ana.agrees()


def test_a_title_that_is_being_typed_for_a_deleted_section_can_be_copied(ana):
    header(ana, "two", ".section-name").click()
    ana.page.keyboard.type("Pantry")
    ana.server.edit(ana.name, {"op": "deleteSections", "sections": ["two"]})
    expect(ana.page.locator(".kept-text")).to_have_text("Pantry")


def test_collapsed_sections_stay_so_on_this_device_and_arrows_skip_them(ana):
    fold = ana.page.get_by_role("button", name="Items of Two")
    expect(fold).to_have_attribute("aria-expanded", "true")
    fold.click()
    ana.shows([["one", "a", "b"], ["two"], ["three", "e"]])
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(header(ana, "two", ".section-count")).to_have_text("22 items")
    expect(ana.section("two").get_by_role("button", name="New item in Two")).to_be_hidden()
    ana.row("b").focus()
    ana.page.keyboard.press("ArrowDown")
    expect(ana.row("e")).to_be_focused()
    ana.page.reload()
    ana.live()
    ana.shows([["one", "a", "b"], ["two"], ["three", "e"]])
    fold.click()
    ana.agrees()


def test_a_drop_on_a_collapsed_header_goes_to_the_end_of_its_section(ana):
    ana.page.get_by_role("button", name="Items of Two").click()
    ana.edit()
    x = ana.grab("e")
    ana.carry(x, header(ana, "two", ".section-title"))
    expect(ana.section("two")).to_have_class("section target")
    ana.page.mouse.up()
    ana.shows([["one", "a", "b"], ["two"], ["three"]])
    expect(ana.page.locator("main[data-revision='1']")).to_be_visible()
    assert ana.server.order(ana.name) == [["one", "a", "b"], ["two", "c", "d", "e"], ["three"]]


def test_the_header_of_a_checklist_counts_what_is_open(ana):
    count = header(ana, "one", ".section-count")
    expect(count).to_have_text("11 open item")
    expect(header(ana, "two", ".section-count")).to_be_hidden()
    ana.row("b").focus()
    ana.page.keyboard.press("Space")
    expect(count).to_have_text("22 open items")


def test_a_section_is_dragged_by_its_header(ana):
    ana.edit()
    ana.still()
    box = header(ana, "one", ".section-handle").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x, y + 8, steps=2)
    expect(ana.section("one")).to_have_class("section held")
    expect(ana.page.locator("[data-row]")).to_have_count(0)
    box = header(ana, "two", ".section-title").bounding_box()
    ana.page.mouse.move(x, box["y"] + box["height"], steps=4)
    ana.page.mouse.up()
    ana.shows([["two", "c", "d"], ["one", "a", "b"], ["three", "e"]])
    ana.agrees()
    ana.announced("Dropped. One: section 2 of 3.")
    ana.control("undo").click()
    ana.shows([["one", "a", "b"], ["two", "c", "d"], ["three", "e"]])


def test_a_section_is_moved_with_the_keyboard_and_put_back_with_escape(ana):
    ana.edit()
    handle = header(ana, "three", ".section-handle")
    handle.focus()
    keys = ana.page.keyboard
    keys.press("Space")
    ana.announced("Picked up. Three: section 3 of 3.")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    ana.announced("Three: section 1 of 3.")
    ana.shows([["three"], ["one"], ["two"]])
    keys.press("Escape")
    ana.shows([["one", "a", "b"], ["two", "c", "d"], ["three", "e"]])
    keys.press("Space")
    keys.press("ArrowUp")
    ana.server.edit(ana.name, {"op": "insertSection", "section": "new", "title": "New",
                               "to": {"at": "start"}})
    ana.shows([["new"], ["one"], ["three"], ["two"]])
    keys.press("Space")
    expect(handle).to_be_focused()
    ana.agrees()
    assert [one[0] for one in ana.server.order(ana.name)] == ["new", "one", "three", "two"]


def test_a_held_section_that_someone_deletes_is_let_go(ana):
    ana.edit()
    header(ana, "two", ".section-handle").focus()
    ana.page.keyboard.press("Space")
    ana.server.edit(ana.name, {"op": "deleteSections", "sections": ["two"]})
    ana.shows([["one", "a", "b"], ["three", "e"]])
    ana.announced("Someone deleted what you were holding")


def test_several_sections_are_deleted_at_once_and_come_back_together(ana):
    ana.edit()
    ana.control("toggle-selecting").click()
    for name in ("One", "Three"):
        ana.page.get_by_role("checkbox", name=f"Select the section {name}").check()
    ana.page.get_by_role("checkbox", name="Select c").check()
    ana.page.get_by_role("checkbox", name="Select a").check()
    ana.control("delete-selected").click()
    ana.shows([["two", "d"]])
    ana.agrees()
    assert ana.server.snapshot(ana.name)["revision"] == 1
    ana.control("undo").click()
    ana.shows([["one", "a", "b"], ["two", "c", "d"], ["three", "e"]])
    ana.agrees()


def test_a_section_with_a_row_that_stays_cannot_be_selected(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": "a"},
                                           "deletable": False}]), section("two", "b")])
    ana = visit(name)
    ana.edit()
    ana.control("toggle-selecting").click()
    expect(ana.page.get_by_role("checkbox", name="Select the section One")).to_be_disabled()
    expect(ana.page.get_by_role("checkbox", name="Select the section Two")).to_be_enabled()
