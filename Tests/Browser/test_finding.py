"""Searching a list, and the filters that choose which of its rows are shown."""

import re

import pytest
from playwright.sync_api import expect

from lockstep_server import section

MARKED = """(name) => [...CSS.highlights.get(name) ?? []].map((range) =>
    [range.startContainer.parentElement.closest('[data-row]').dataset.row, range.toString()])"""


def ticked(name, done=False):
    """A row of a checklist."""
    return {"id": name, "fields": {"title": name, "done": done}}


def bar(person):
    """The field of the search bar."""
    return person.page.get_by_role("searchbox", name="Search this list")


def test_the_search_finds_rows_that_are_not_drawn_and_follows_what_others_add(visit, lockstep):
    rows = [{"id": f"r{i}", "fields": {"title": f"Item {i}"}} for i in range(600)]
    rows[3]["fields"]["title"] = "Crème fraîche"
    rows[500]["fields"]["detail"] = "not creme but cream"
    ana = visit(lockstep.make([section("one", rows[:300]), section("two", rows[300:])]))
    keys = ana.page.keyboard
    ana.page.evaluate("""() => addEventListener('keydown', (event) => {
        if (event.key === 'f') (window.asked ??= []).push(event);
    }, true)""")
    keys.press("Control+f")
    expect(bar(ana)).to_be_focused()
    keys.press("Control+f")
    # The second time the key is left to the browser.
    assert ana.page.evaluate("window.asked.map((event) => event.defaultPrevented)") == [True, False]
    expect(ana.row("r500")).to_have_count(0)
    keys.type("CREME")
    expect(ana.page.locator(".search-count")).to_have_text("1 of 2")
    expect(ana.row("r3")).to_have_class("row found")
    ana.announced("Crème fraîche. Match 1 of 2")
    assert ana.page.evaluate(MARKED, "search-current") == [["r3", "Crème"]]
    keys.press("Enter")
    expect(ana.row("r500")).to_be_in_viewport()
    expect(ana.page.locator(".search-count")).to_have_text("2 of 2")
    assert ana.page.evaluate(MARKED, "search-current") == [["r500", "creme"]]
    keys.press("ArrowDown")
    expect(ana.row("r3")).to_be_in_viewport()
    keys.press("Shift+Enter")
    expect(ana.row("r500")).to_be_in_viewport()
    expect(bar(ana)).to_be_focused()
    keys.press("Escape")
    expect(bar(ana)).to_be_hidden()
    expect(ana.row("r500")).to_be_focused()
    expect(ana.page.locator(".found")).to_have_count(0)
    keys.press("ArrowUp")
    expect(ana.row("r499")).to_be_focused()
    keys.press("/")
    keys.press("ControlOrMeta+a")
    keys.type("zebra")
    expect(ana.page.locator(".search-count")).to_have_text("No matches")
    ana.announced("No matches")
    expect(ana.page.get_by_role("button", name="Next match")).to_be_disabled()
    lockstep.edit(ana.name, {"op": "insertRow", "row": "z", "fields": {"title": "Zebra"},
                             "to": {"section": "two", "at": "start"}})
    expect(ana.page.locator(".search-count")).to_have_text("1 of 1")
    keys.press("Enter")
    expect(ana.row("z")).to_be_in_viewport()
    ana.page.get_by_role("button", name="Close search").click()
    expect(ana.row("z")).to_be_focused()


def test_touch_opens_the_search_by_its_button(visit, lockstep):
    ana = visit(lockstep.make({"one": "apple pear plum"}), phone=True)
    ana.control("search").tap()
    ana.page.keyboard.type("p")
    for at in ("1 of 3", "2 of 3", "3 of 3", "1 of 3"):
        expect(ana.page.locator(".search-count")).to_have_text(at)
        ana.page.get_by_role("button", name="Next match").tap()
    box = ana.page.get_by_role("button", name="Next match").bounding_box()
    assert min(box["width"], box["height"]) >= 44


@pytest.fixture
def filtered(visit, lockstep):
    """A checklist: b and d are completed, e is not of it."""
    name = lockstep.make([section("one", [ticked("a"), ticked("b", True), ticked("c"),
                                          ticked("d", True)]), section("two", "e")])
    return visit(name)


def choose_filter(person, name):
    """Opens the filters, if need be, and chooses one."""
    if person.page.locator(".chips").is_hidden():
        person.choose("filters")
    person.page.get_by_role("button", name=name, exact=True).click()


def test_filters_show_open_and_completed_rows_and_follow_changes(filtered):
    ana = filtered
    choose_filter(ana, "Open")
    ana.shows([["one", "a", "c"], ["two", "e"]])
    expect(ana.page.locator(".filter-note")).to_have_text("3 of 5 shown")
    ana.announced("Open: 3 items")
    ana.server.edit(ana.name, {"op": "insertRow", "row": "n", "fields": {"title": "n", "done": True},
                               "to": {"section": "one", "at": "start"}},
                    {"op": "updateRow", "row": "b", "fields": {"done": False}})
    ana.shows([["one", "a", "b", "c"], ["two", "e"]])
    ana.row("b").focus()
    ana.page.keyboard.press("Space")
    ana.shows([["one", "a", "c"], ["two", "e"]])
    expect(ana.row("c")).to_be_focused()
    choose_filter(ana, "Done")
    ana.shows([["one", "n", "b", "d"], ["two"]])
    choose_filter(ana, "All")
    ana.agrees()


def test_own_rows_are_those_that_this_person_added_or_changed(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    lockstep.edit(name, {"op": "updateRow", "row": "c", "fields": {"title": "theirs"}})
    ana.edit()
    ana.rename("b", "mine")
    ana.edit()
    ana.agrees()
    choose_filter(ana, "Mine")
    ana.shows_titles([["mine"]])
    expect(ana.page.get_by_role("button", name="Done", exact=True)).to_have_count(0)
    ana.page.reload()
    ana.live()
    ana.shows_titles([["a", "mine", "theirs"]])
    choose_filter(ana, "Mine")
    ana.shows_titles([["mine"]])


def test_completed_rows_stay_hidden_on_this_device_but_for_one_that_is_searched(filtered):
    ana = filtered
    ana.choose("toggle-completed")
    ana.shows([["one", "a", "c"], ["two", "e"]])
    ana.page.reload()
    ana.live()
    ana.shows([["one", "a", "c"], ["two", "e"]])
    ana.edit()
    ana.drag("a", ana.row("c"))
    ana.shows([["one", "c", "a"], ["two", "e"]])
    ana.at_revision(1)
    # What is dropped stands below the row above it.
    assert ana.server.order(ana.name) == [["one", "b", "c", "a", "d"], ["two", "e"]]
    ana.edit()
    ana.page.keyboard.press("/")
    ana.page.keyboard.type("d")
    ana.shows([["one", "c", "a", "d"], ["two", "e"]])
    ana.page.keyboard.press("Escape")
    expect(ana.row("d")).to_be_focused()
    ana.page.get_by_role("button", name=re.compile("^Show . completed")).click()
    ana.shows([["one", "b", "c", "a", "d"], ["two", "e"]])
    expect(ana.page.locator(".filter-bar")).to_be_hidden()


def test_clearing_completed_rows_asks_and_is_one_edit(filtered):
    ana = filtered
    ana.choose("clear-completed")
    dialog = ana.page.get_by_role("dialog", name="Delete 2 completed items?")
    dialog.get_by_role("button", name="Cancel").click()
    ana.shows([["one", "a", "b", "c", "d"], ["two", "e"]])
    ana.choose("clear-completed")
    dialog.get_by_role("button", name="Delete").click()
    ana.shows([["one", "a", "c"], ["two", "e"]])
    ana.agrees()
    assert ana.server.snapshot(ana.name)["revision"] == 1
    ana.control("undo").click()
    ana.shows([["one", "a", "b", "c", "d"], ["two", "e"]])
    ana.agrees()


def test_selected_rows_that_a_filter_hides_are_not_deleted(filtered):
    ana = filtered
    ana.choose("filters")
    for row in ("a", "b"):
        ana.row(row).locator(".title").click(modifiers=["ControlOrMeta"])
    expect(ana.control("delete-selected")).to_have_text("Delete 2")
    choose_filter(ana, "Open")
    expect(ana.control("delete-selected")).to_have_text("Delete 1")
    ana.control("delete-selected").click()
    ana.shows([["one", "c"], ["two", "e"]])
    ana.at_revision(1)
    assert ana.server.order(ana.name) == [["one", "b", "c", "d"], ["two", "e"]]


def test_a_tick_that_hides_its_row_offers_undo(visit, lockstep):
    name = lockstep.make([section("one", [ticked("a"), ticked("b"), ticked("c")])])
    ana = visit(name)
    undo = ana.page.get_by_role("button", name="Undo", exact=True).and_(ana.control("undo-deletion"))
    ana.within("a", "done").click()
    expect(ana.row("a")).to_have_class(re.compile("done"))
    expect(undo).to_have_count(0)
    ana.choose("toggle-completed")
    ana.shows([["one", "b", "c"]])
    ana.row("b").focus()
    ana.page.keyboard.press("Space")
    ana.shows([["one", "c"]])
    ana.toasted("“b” ticked off")
    ana.page.keyboard.press("F8")
    expect(undo).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.shows([["one", "b", "c"]])
    expect(undo).to_have_count(0)
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.control("tick-selected").click()
    ana.shows([["one"]])
    ana.announced("2 items ticked off.* F8 leads to Undo")
    undo.click()
    ana.shows([["one", "b", "c"]])
    ana.stored()
    assert [row["fields"]["done"] for row in lockstep.snapshot(name)["sections"][0]["rows"]] == [True, False, False]
