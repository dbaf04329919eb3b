"""Two people on one list, lines that break, and what is there after a reload."""

from person import control, row, within
from browser_store import REMEMBERED
from sight import SERVED


def test_a_change_of_others_shows_and_steals_neither_text_nor_focus(visit, lockstep):
    name = lockstep.make({"fruit": "apple banana cherry", "bread": "rye"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.edit()
    ana.click(within("banana", "rename"))
    ana.press("Control+a")
    ana.type("My ban")
    tom.edit()
    tom.drag("banana", row("rye"))
    tom.click(within("cherry", "delete"))
    tom.click(within("cherry", "confirm-delete"))
    lockstep.edit(name, {"op": "updateRow", "row": "banana", "fields": {"title": "other"}})
    ana.shows([["fruit", "apple"], ["bread", "rye", "banana"]])
    ana.at_revision(3)
    ana.focused(row("banana", "[data-field=title]"))
    ana.type("ana")
    ana.press("Enter")
    ana.reads(".question-words", "Renamed meanwhile to “other”. Yours: “My banana”.")
    ana.click(within("banana", "keep-mine"))
    for person in (ana, tom):
        person.shows_titles([["apple"], ["rye", "My banana"]])
        person.agrees()


def test_a_list_opens_and_is_edited_without_a_server_and_a_reload_keeps_what_was_not_sent(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.until(SERVED)
    ana.page.reload()
    ana.live()
    ana.edit()
    ana.rename("a", "Alpha")
    ana.agrees()
    ana.sees(1, REMEMBERED, name, what="the revision that is kept")
    ana.line.cut()
    ana.offline()
    ana.page.reload()
    ana.shows_titles([["Alpha", "b"]])
    ana.edit()
    ana.rename("b", "Beta")
    ana.keeps(1)
    ana.page.reload()
    ana.shows_titles([["Alpha", "Beta"]])
    ana.line.mend()
    ana.live()
    ana.at_revision(2)
    ana.keeps(0)
    ana.agrees()
    assert lockstep.titles(name) == [["Alpha", "Beta"]]


def test_what_is_typed_survives_a_reload_and_the_end_of_its_list(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.click(control("add"))
    ana.type("half a thou")
    ana.page.reload()
    ana.live()
    ana.focused("[data-new]")
    ana.press("End")
    ana.type("ght")
    lockstep.request("DELETE", f"/api/lists/{name}")
    ana.reads(".recovered-draft", "half a thought")
    ana.page.reload()
    ana.reads(".recovered-draft", "half a thought")
