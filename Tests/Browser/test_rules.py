"""What owners forbid and allow: locked and pinned rows, the rules of a section, full sections."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section


@pytest.fixture
def ana(visit, lockstep):
    """A list of two sections."""
    return visit(lockstep.make({"one": "a b c", "two": "d e"}))


def choose(person, row, action):
    """Chooses from the menu of a row."""
    person.row(row).click(button="right")
    person.page.locator(f"dialog [data-action={action}]").click()


def rules_of(person, row):
    """The rules of a row as the server has them."""
    found = next(one for part in person.server.snapshot(person.name)["sections"]
                 for one in part["rows"] if one["id"] == row)
    return {name: value for name, value in found.items() if name not in ("id", "fields")}


def test_a_locked_row_is_neither_changed_nor_deleted_nor_moved_until_it_is_unlocked(ana):
    choose(ana, "b", "lock")
    mark = ana.row("b").get_by_role("img", name="Locked")
    expect(mark).to_be_visible()
    ana.agrees()
    assert rules_of(ana, "b") == {"editable": False, "deletable": False, "movable": False}
    assert ana.server.snapshot(ana.name)["revision"] == 1
    expect(ana.row("b")).to_be_focused()
    ana.edit()
    for action in ("delete", "handle", "rename"):
        expect(ana.within("a", action)).to_have_count(1)
        expect(ana.within("b", action)).to_have_count(0)
    choose(ana, "b", "unlock")
    expect(mark).to_have_count(0)
    expect(ana.within("b", "handle")).to_have_count(1)
    ana.agrees()
    assert rules_of(ana, "b") == {}
    ana.edit()
    for row in ("a", "e"):
        ana.row(row).locator(".title").click(modifiers=["ControlOrMeta"])
    choose(ana, "a", "lock")
    expect(ana.page.get_by_role("img", name="Locked")).to_have_count(2)
    ana.announced("2 items locked")
    ana.agrees()
    assert ana.server.snapshot(ana.name)["revision"] == 3


def test_a_pinned_row_goes_to_the_top_and_each_rule_of_a_row_is_set_alone(ana):
    choose(ana, "c", "pin")
    ana.shows([["one", "c", "a", "b"], ["two", "d", "e"]])
    expect(ana.row("c").get_by_role("img", name="Pinned to the top")).to_be_visible()
    ana.agrees()
    choose(ana, "c", "unpin")
    expect(ana.row("c").get_by_role("img")).to_have_count(0)
    ana.agrees()
    choose(ana, "a", "row-rules")
    dialog = ana.page.get_by_role("dialog", name="Rules for “a”")
    dialog.get_by_label("Can be moved").uncheck()
    dialog.get_by_label("Pin").select_option("To the bottom of the section")
    dialog.get_by_role("button", name="Save").click()
    ana.shows([["one", "c", "b", "a"], ["two", "d", "e"]])
    expect(ana.row("a").get_by_role("img", name="Can’t be moved")).to_be_visible()
    ana.agrees()
    assert rules_of(ana, "a") == {"movable": False, "pinned": "bottom"}


def settings(person, name):
    """Opens the rules of a section."""
    person.section(name).locator("[data-action=section-menu]").click()
    person.control("section-rules").click()
    return person.page.get_by_role("dialog", name="Rules for the section")


def test_the_rules_of_a_section_are_one_edit_and_keep_those_that_are_not_shown(visit, lockstep):
    name = lockstep.make([section("one", "a b", handles="edit", deletable=True),
                          section("two", "c")], rules={"kind": "plain"})
    ana = visit(name)
    ana.edit()
    dialog = settings(ana, "one")
    dialog.get_by_label("New items can be added").uncheck()
    dialog.get_by_label("Items can move to other sections").uncheck()
    dialog.get_by_label("What the delete button says").fill("Skip ({detail})")
    dialog.get_by_label("Most items").fill("1.5")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("whole number")
    dialog.get_by_label("Most items").fill("9")
    dialog.get_by_role("button", name="Save").click()
    expect(ana.section("one").locator("[data-add]")).to_have_count(0)
    ana.agrees()
    stored = lockstep.snapshot(name)
    assert stored["revision"] == 1
    assert stored["sections"][0]["rules"] == {
        "handles": "edit", "deletable": True, "insertable": False, "maxRows": 9,
        "deleteTitle": "Skip ({detail})"}
    assert stored["rules"] == {"kind": "plain", "moveScope": "section"}
    dialog = settings(ana, "one")
    expect(dialog.get_by_label("New items can be added")).not_to_be_checked()
    lockstep.edit(name, {"op": "updateSection", "section": "one", "rules": {"handles": "always"}})
    dialog.get_by_label("Items can be moved").uncheck()
    dialog.get_by_role("button", name="Save").click()
    ana.at_revision(3)
    ana.agrees()
    assert lockstep.snapshot(name)["sections"][0]["rules"] == {
        "handles": "always", "reorderable": False}
    # What the list forbids a section does not allow.
    ana.go(f"#/list/{lockstep.make({'one': 'a'}, rules={'insertable': False})}")
    ana.live()
    ana.edit()
    box = settings(ana, "one").get_by_label("New items can be added")
    expect(box).to_be_disabled()
    expect(box).not_to_be_checked()


def test_a_full_section_takes_no_more_and_what_is_typed_stays(visit, lockstep):
    name = lockstep.make([section("one", "a", maxRows=3), section("two", "z")])
    ana = visit(name)
    ana.edit()
    ana.section("one").locator('[data-action="add"]').click()
    for title in ("b", "c"):
        ana.page.keyboard.type(title)
        ana.page.keyboard.press("Enter")
    ana.shows_titles([["a", "b", "c"], ["z"]])
    expect(ana.section("one").locator("[data-add]")).to_have_count(0)
    assert ana.page.evaluate("document.activeElement !== document.body")
    ana.within("a", "delete").click()
    ana.within("a", "confirm-delete").click()
    expect(ana.section("one").locator('[data-action="add"]')).to_be_visible()
    ana.section("one").locator('[data-action="add"]').click()
    ana.page.keyboard.type("mine")
    lockstep.edit(name, {"op": "insertRow", "row": "d", "fields": {"title": "d"}, "to": {"section": "one"}})
    expect(ana.row("d")).to_be_visible()
    expect(ana.page.locator("[data-new]")).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.toasted("That section is full")
    expect(ana.page.locator("[data-new]")).to_have_value("mine")
