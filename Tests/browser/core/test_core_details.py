"""The menu of a row and what it leads to: other places, and the sheet with the notes."""

from lockstep_server import section
from person import row, within
from sight import OPACITY, VALUE


def test_the_menu_of_a_row_that_is_pointed_at_moves_it_to_another_section(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c d"})
    ana = visit(name)
    more = within("a", "row-menu")
    ana.page.move_to(ana.reach(row("b", ".title")))
    ana.sees("0", OPACITY, more, what="a button")
    ana.page.move_to(ana.reach(row("a", ".title")))
    ana.sees("1", OPACITY, more, what="a button")
    ana.click(more)
    ana.reads("dialog h2", "a")
    ana.choose("move-to")
    ana.has('dialog [data-place="one"] [data-action="move-top"]:disabled')
    ana.click('dialog [data-place="two"] [data-action="move-bottom"]')
    ana.has("dialog", 0)
    ana.toasted("Moved to the bottom of Two")
    ana.shows([["one", "b"], ["two", "c", "d", "a"]])
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_the_menu_opens_by_keys_and_gives_the_focus_back(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.rest_on("b")
    ana.press("Shift+F10")
    ana.reads("dialog h2", "b")
    ana.press("Escape")
    ana.has("dialog", 0)
    ana.focused(row("b"))
    ana.press("Shift+F10")
    ana.choose("move-to")
    ana.click('dialog [data-place="one"] [data-action="move-top"]')
    ana.shows([["one", "b", "a"]])
    ana.agrees()


def test_a_note_is_written_in_the_sheet_and_shown_to_all(visit, lockstep):
    milk = {"id": "a", "fields": {"title": "Milk", "price": 2}}
    name = lockstep.make([section("one", [milk, "b"])])
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.click(within("a", "row-menu"))
    ana.choose("details")
    notes = "dialog textarea[name=detail]"
    ana.click(notes)
    ana.focused(notes)
    ana.type("größer 🍐")
    ana.press("Enter")
    ana.type("and cold")
    ana.choose("confirm")
    ana.has("dialog", 0)
    ana.focused(row("a"))
    for person in (ana, tom):
        person.reads(row("a", ".detail"), "größer 🍐\nand cold")
        person.agrees()
    fields = lockstep.snapshot(name)["sections"][0]["rows"][0]["fields"]
    assert fields == {"title": "Milk", "price": 2, "detail": "größer 🍐\nand cold"}
    tom.rest_on("a")
    tom.press("i")
    tom.sees("größer 🍐\nand cold", VALUE, notes, what="notes")
    tom.click(notes)
    tom.press("Control+a")
    tom.type("lost")
    tom.press("Escape")
    tom.has("dialog", 0)
    tom.reads(row("a", ".detail"), "größer 🍐\nand cold")
    tom.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_fields_are_changed_by_their_kind_and_added(visit, lockstep):
    fields = {"title": "Milk", "price": 2, "fresh": True, "shop": "https://example.org"}
    name = lockstep.make([section("one", [{"id": "a", "fields": fields}])])
    ana = visit(name)
    ana.rest_on("a")
    ana.press("i")
    ana.focused("dialog [data-detail=title] input")
    ana.shows_attribute("dialog .field-open", "href", "https://example.org")
    ana.click("dialog [data-detail=price] input")
    ana.press("Control+a")
    ana.type("2.25")
    ana.click("dialog [data-detail=fresh] input")
    ana.choose("add-field")
    ana.focused("input[name=field-name]")
    ana.type("brand")
    ana.press("Enter")
    ana.focused("dialog [data-detail=brand] input")
    ana.type("Oatly")
    ana.choose("confirm")
    ana.has("dialog", 0)
    ana.focused(row("a"))
    ana.agrees()
    stored = lockstep.snapshot(name)
    assert stored["revision"] == 1
    assert stored["sections"][0]["rows"][0]["fields"] == \
        {**fields, "price": 2.25, "fresh": False, "brand": "Oatly"}
