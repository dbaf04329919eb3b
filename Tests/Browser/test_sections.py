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


def test_a_section_is_renamed_where_its_title_stands_and_others_are_asked_about(ana):
    keys = ana.page.keyboard
    header(ana, "two", ".section-name").click()
    field = ana.page.get_by_role("textbox", name="Name of the section")
    expect(field).to_be_focused()
    keys.press("ControlOrMeta+a")
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
    keys.press("ControlOrMeta+a")
    keys.type("   ")
    ana.row("a").locator(".title").click()
    expect(header(ana, "two", ".section-title")).to_have_text("Pantry")
    assert ana.server.snapshot(ana.name)["revision"] == 1
    keys.press("Escape")
    header(ana, "two", ".section-name").click()
    expect(field).to_be_focused()
    keys.press("ControlOrMeta+a")
    keys.type("Mine")
    ana.page.reload()
    ana.live()
    expect(field).to_have_value("Mine")
    ana.server.edit(ana.name, {"op": "updateSection", "section": "two", "title": "Theirs"})
    ana.at_revision(2)
    field.press("Enter")
    question = ana.section("two").get_by_role("group", name="Renamed meanwhile to “Theirs”")
    question.get_by_role("button", name="Keep mine").click()
    expect(header(ana, "two", ".section-title")).to_have_text("Mine")
    ana.agrees()
    header(ana, "two", ".section-name").click()
    keys.press("ControlOrMeta+a")
    keys.type("Larder")
    ana.server.edit(ana.name, {"op": "deleteSections", "sections": ["two"]})
    expect(ana.page.locator(".recovered-draft")).to_have_text("Larder")


def test_collapsed_sections_stay_so_count_their_rows_and_take_what_is_dropped(ana):
    fold = ana.page.get_by_role("button", name="Items of Two")
    expect(fold).to_have_attribute("aria-expanded", "true")
    fold.click()
    ana.shows([["one", "a", "b"], ["two"], ["three", "e"]])
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(header(ana, "two", ".section-count")).to_have_text("22 open items")
    expect(ana.section("two").get_by_role("button", name="New item in Two")).to_be_hidden()
    ana.row("b").focus()
    ana.page.keyboard.press("ArrowDown")
    expect(ana.row("e")).to_be_focused()
    ana.page.reload()
    ana.live()
    ana.shows([["one", "a", "b"], ["two"], ["three", "e"]])
    ana.edit()
    x = ana.grab("e")
    ana.carry(x, header(ana, "two", ".section-title"))
    expect(ana.section("two")).to_have_class("section target")
    ana.page.mouse.up()
    ana.shows([["one", "a", "b"], ["two"], ["three"]])
    ana.at_revision(1)
    fold.click()
    ana.shows([["one", "a", "b"], ["two", "c", "d", "e"], ["three"]])
    count = header(ana, "one", ".section-count")
    expect(count).to_have_text("11 open item")
    ana.edit()
    ana.row("b").focus()
    ana.page.keyboard.press("Space")
    expect(count).to_have_text("22 open items")
    expect(header(ana, "two", ".section-count")).to_have_text("33 open items")
    ana.agrees()


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


def test_a_section_is_moved_from_its_menu_and_with_the_keyboard_and_put_back_with_escape(ana):
    ana.edit()
    for action, order in (("section-up", [["one", "a", "b"], ["three", "e"], ["two", "c", "d"]]),
                          ("section-down", [["one", "a", "b"], ["two", "c", "d"], ["three", "e"]])):
        ana.section("three").locator("[data-action=section-menu]").click()
        ana.control(action).click()
        ana.shows(order)
    ana.agrees()
    handle = header(ana, "three", ".section-handle")
    handle.focus()
    keys = ana.page.keyboard
    keys.press("Space")
    ana.announced("Picked up. Three: section 3 of 3.")
    keys.press("Home")
    ana.announced("Three: section 1 of 3.")
    ana.shows([["three"], ["one"], ["two"]])
    keys.press("ArrowUp")
    ana.announced("No further")
    keys.press("End")
    ana.announced("Three: section 3 of 3.")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
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
    keys.press("Space")
    ana.server.edit(ana.name, {"op": "deleteSections", "sections": ["three"]})
    ana.shows([["new"], ["one", "a", "b"], ["two", "c", "d"]])
    ana.announced("Someone deleted what you were holding")


def test_several_sections_are_deleted_at_once_and_come_back_together(visit, lockstep):
    stays = section("stays", [{"id": "s", "fields": {"title": "s"}, "deletable": False}])
    name = lockstep.make([section("one", "a b"), section("two", "c d"), section("three", "e"), stays])
    ana = visit(name)
    ana.edit()
    ana.control("toggle-selecting").click()
    # A section with a row that stays cannot be selected.
    expect(ana.page.get_by_role("checkbox", name="Select the section Stays")).to_be_disabled()
    for title in ("One", "Three"):
        ana.page.get_by_role("checkbox", name=f"Select the section {title}").check()
    ana.page.get_by_role("checkbox", name="Select c").check()
    ana.page.get_by_role("checkbox", name="Select a").check()
    ana.control("delete-selected").click()
    ana.shows([["two", "d"], ["stays", "s"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1
    ana.control("undo").click()
    ana.shows([["one", "a", "b"], ["two", "c", "d"], ["three", "e"], ["stays", "s"]])
    ana.agrees()


def test_the_list_menu_goes_to_a_section_and_collapses_all(visit, lockstep):
    rows = [f"r{at}" for at in range(60)]
    name = lockstep.make([section("one", rows), section("two", ["a"]), section("three", ["b"])])
    ana = visit(name)
    header = ana.page.locator("[data-header=three]")
    assert header.bounding_box()["y"] > 800
    ana.choose("sections")
    ana.page.get_by_role("dialog").get_by_role("button", name="Three").click()
    expect(header).to_be_in_viewport()
    expect(header.locator(".section-name")).to_be_focused()
    ana.choose("sections")
    ana.control("collapse-all").click()
    ana.shows([["one"], ["two"], ["three"]])
    ana.choose("sections")
    expect(ana.control("collapse-all")).to_have_text("Expand all")
    ana.control("collapse-all").click()
    ana.shows([["one", *rows], ["two", "a"], ["three", "b"]])
