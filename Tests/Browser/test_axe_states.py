"""axe-core finds nothing in any state of a list's page: a table of states, each reached by what
users do.
"""

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from lockstep_server import section

ROWS = [{"id": "top", "fields": {"title": "Pinned", "detail": "stays"}, "pinned": "top",
         "editable": False, "deletable": False, "movable": False},
        {"id": "a", "fields": {"title": "Tea https://example.org", "done": False, "price": 2.5,
                               "due": "2026-01-31", "fresh": True, "tags": ["x"]}},
        {"id": "b", "fields": {"title": "Rye", "detail": "sliced\nand cold", "done": True}}]


def pick(person, *actions):
    """Chooses from menus, one after the other."""
    for action in actions:
        person.page.locator(f"dialog [data-action={action}]").click()


def row_menu(person, *actions, row="a"):
    """The menu of a row, and what is chosen from it."""
    person.row(row).click(button="right")
    pick(person, *actions)


def list_menu(person, *actions):
    """The menu of the list, and what is chosen from it."""
    person.control("list-menu").click()
    pick(person, *actions)


def section_menu(person, *actions):
    """The menu of a section in edit mode, and what is chosen from it."""
    person.edit()
    person.section("one").locator("[data-action=section-menu]").click()
    pick(person, *actions)


def press(person, *keys):
    """Presses keys on a row."""
    person.row("a").focus()
    for key in keys:
        person.page.keyboard.press(key)


def search(person):
    """Searches for something that two rows have."""
    press(person, "/", "e")
    expect(person.page.locator(".search-count")).to_contain_text("of")


def filtered(person):
    """Shows what is open only."""
    list_menu(person, "filters")
    person.page.locator("[data-filter=open]").click()


def retitling(person):
    """Renames a section in place."""
    person.section("one").locator("[data-action=retitle]").click()
    expect(person.page.locator("[data-retitle=one]")).to_be_focused()


def deleted(person):
    """Deletes a row: a note offers to undo that."""
    row_menu(person, "delete-rows", row="c")
    expect(person.control("undo-deletion")).to_be_visible()


def overtaken(person):
    """A row goes while somebody types its title: the text is offered for a new row."""
    person.row("d").press("Enter")
    expect(person.page.locator("[data-field=title]")).to_be_focused()
    person.page.keyboard.type("A long thought")
    person.server.edit(person.name, {"op": "deleteRows", "rows": ["d"]})
    expect(person.page.locator("[data-new]")).to_have_value("dA long thought")


DIALOGS = {
    "menu of a row": row_menu,
    "details": lambda person: row_menu(person, "details"),
    "a field is added to the details": lambda person: (
        row_menu(person, "details"), person.control("add-field").click()),
    "Move to…": lambda person: row_menu(person, "move-to"),
    "rules of a row": lambda person: row_menu(person, "row-rules"),
    "sharing a row": lambda person: row_menu(person, "share-row"),
    "menu of the list": list_menu,
    "settings of the list": lambda person: list_menu(person, "list-settings"),
    "settings": lambda person: list_menu(person, "settings"),
    "keys": lambda person: press(person, "?"),
}
"""What Escape closes."""

STATES = {
    "read": (lambda person: None, None),
    "menu of a section": (section_menu, "dialog[open]"),
    "rules of a section": (lambda person: section_menu(person, "section-rules"), "dialog[open]"),
    "renaming a section in place": (retitling, "[data-header=one]"),
    "search with hits": (search, None),
    "undo after a deletion": (deleted, None),
    "the row of a text is gone": (overtaken, None),
    # These two are kept on the device.
    "completed rows are hidden": (lambda person: list_menu(person, "toggle-completed"), ".heading"),
    "filters": (filtered, ".heading"),
}
"""How each is reached, and the part of the page that it concerns, if it does not concern all of it."""

DARK = {"read", "menu of a row", "details", "settings", "keys", "search with hits", "undo after a deletion", "filters"}
"""Those that have every kind of control between them."""


@pytest.fixture
def ana(visit, lockstep):
    """Somebody on a list with everything that a row can be."""
    name = lockstep.make([section("one", ROWS), section("two", "c d", handles="always"),
                          section("empty", "")], {"kind": "check"}, "Everything")
    return visit(name)


def test_axe_finds_nothing_in_any_state_of_a_list(ana):
    axe = Inspector(ana)
    for state, reach in DIALOGS.items():
        reach(ana)
        axe.check(state, dark=state in DARK, part="dialog[open]")
        ana.page.keyboard.press("Escape")
        expect(ana.page.locator("dialog")).to_have_count(0)
    for state, (reach, part) in STATES.items():
        reach(ana)
        axe.check(state, dark=state in DARK, part=part)
        # Another page in between: whatever was open is closed.
        ana.go("#/")
        expect(ana.page.locator(".lists-page")).to_be_visible()
        ana.go(f"#/list/{ana.name}")
        ana.live()
        ana.page.evaluate("window.scrollTo(0, 0)")
    axe.verdict()


def test_axe_finds_nothing_on_first_arrival_and_where_nothing_is(visit, lockstep, ana):
    guest = visit(ana.name, "")
    expect(guest.page.locator(".name-question")).to_be_visible()
    axe = Inspector(guest)
    axe.check("question for a name")
    guest.page.locator(".avatar").first.click()
    axe.check("people")
    guest.page.keyboard.press("Escape")
    guest.go("#/nowhere")
    expect(guest.page.locator("h1")).to_be_visible()
    axe.check("unknown address")
    axe.verdict()
