"""Several people on one list: changes of others, presence, refusals, lines that break."""

from lockstep_server import section
from person import control, row, within
from sight import REMEMBERED, SERVED


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
    ana.focused(row("banana", "input[name=title]"))
    ana.type("ana")
    ana.press("Enter")
    ana.reads(".question-words", "Renamed meanwhile to “other”. Yours: “My banana”.")
    ana.click(within("banana", "keep-mine"))
    for person in (ana, tom):
        person.shows_titles([["apple"], ["rye", "My banana"]])
        person.agrees()


def test_others_are_seen_with_what_they_do(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom Berg")
    ana.reads(".avatar", "TBTom Berg is here")
    tom.edit()
    ana.shows_attribute(".avatar", "data-mode", "active")
    tom.click(within("a", "rename"))
    ana.reads(row("a", ".peer-tag"), "Tom types")
    tom.press("Escape")
    ana.has(".peer-tag", 0)
    tom.grab("b")
    ana.reads(row("b", ".peer-tag"), "Tom moves")
    tom.press("Escape")
    tom.drop()
    tom.click(control("back"))
    ana.has(".avatar", 0)


def test_a_held_row_survives_the_changes_of_others(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d"})
    ana = visit(name)
    ana.edit()
    ana.grab("a")
    ana.carry(row("d"), 0.9)
    lockstep.edit(name, {"op": "moveRow", "row": "c", "to": {"section": "one", "index": 0}})
    ana.at_revision(1)
    ana.has(".row.lifted")
    ana.drop()
    ana.shows([["one", "c", "b"], ["two", "d", "a"]])
    ana.at_revision(2)
    ana.grab("b")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.toasted("deleted what you were holding")
    ana.has(".row.lifted", 0)
    ana.drop()
    ana.shows([["one", "c"], ["two", "d", "a"]])
    ana.agrees()


def test_an_own_edit_shows_at_once_and_is_undone_where_it_is_refused(visit, lockstep):
    name = lockstep.make([section("one", "a b", maxRows=3)])
    ana = visit(name)
    ana.edit()
    ana.click(control("add"))
    ana.line.hold()
    ana.add("mine")
    ana.shows_titles([["a", "b", "mine"]])
    assert lockstep.snapshot(name)["revision"] == 0
    lockstep.edit(name, {"op": "insertRow", "row": "x", "fields": {"title": "x"},
                         "to": {"section": "one"}})
    ana.at_revision(1)
    ana.line.flow()
    ana.toasted("Not done")
    ana.shows_titles([["a", "b", "x"]])
    ana.agrees()


def test_edits_made_offline_are_kept_and_sent_once_on_return(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.edit()
    ana.line.cut()
    ana.offline()
    ana.rename("a", "Offline")
    ana.drag("b", row("c"))
    ana.shows_titles([["Offline"], ["c", "b"]])
    ana.reads(".status-words", "Offline · 2 changes kept")
    tom.edit()
    tom.rename("c", "Online")
    tom.agrees()
    ana.line.mend()
    for person in (ana, tom):
        person.live()
        person.shows_titles([["Offline"], ["Online", "b"]])
        person.agrees()
    assert lockstep.snapshot(name)["revision"] == 3


def test_a_reload_keeps_what_was_not_sent(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.line.hold()
    ana.rename("a", "Alpha")
    ana.rename("b", "Beta")
    ana.keeps(2)
    ana.line.cut()
    ana.offline()
    ana.line.flow()
    ana.line.mend()
    ana.page.reload()
    ana.live()
    ana.shows_titles([["Alpha", "Beta"]])
    ana.at_revision(2)
    ana.keeps(0)
    ana.agrees()


def test_a_list_opens_and_is_edited_without_a_server(visit, lockstep):
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
    ana.line.mend()
    ana.live()
    ana.at_revision(2)
    ana.agrees()
    assert lockstep.titles(name) == [["Alpha", "Beta"]]


def test_an_offline_title_does_not_overwrite_that_of_someone_else(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.line.cut()
    ana.offline()
    ana.rename("a", "Mine")
    ana.rename("b", "Beta")
    lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"title": "Theirs"}},
                  {"op": "updateRow", "row": "b", "fields": {"detail": "a note"}})
    ana.line.mend()
    ana.live()
    ana.reads(".question-words", "Renamed meanwhile to “Theirs”. Yours: “Mine”.")
    ana.shows_titles([["Theirs", "Beta"]])
    ana.at_revision(2)
    ana.agrees()
    ana.click(within("a", "keep-theirs"))
    ana.has(".question", 0)
    ana.agrees()


def test_who_types_a_title_after_someone_else_is_asked_and_keeps_the_own_one(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.edit()
    tom.edit()
    ana.click(within("a", "rename"))
    ana.focused(row("a", "input[name=title]"))
    ana.press("Control+a")
    ana.type("Soy milk")
    tom.rename("a", "Oat milk")
    ana.at_revision(1)
    ana.press("Enter")
    ana.reads(".question-words", "Renamed meanwhile to “Oat milk”. Yours: “Soy milk”.")
    for person in (ana, tom):
        person.shows_titles([["Oat milk", "b"]])
        person.agrees()
    ana.click(within("a", "keep-mine"))
    ana.has(".question", 0)
    for person in (ana, tom):
        person.shows_titles([["Soy milk", "b"]])
        person.agrees()
    tom.has(".question", 0)
    assert lockstep.snapshot(name)["revision"] == 2


def test_what_is_typed_survives_a_reload_and_the_end_of_its_list(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.click(control("add"))
    ana.type("half a thou")
    ana.page.reload()
    ana.live()
    ana.focused("input[data-new]")
    ana.press("End")
    ana.type("ght")
    lockstep.request("DELETE", f"/api/lists/{name}")
    ana.reads(".kept-text", "half a thought")
    ana.page.reload()
    ana.reads(".kept-text", "half a thought")


def test_two_people_go_on_when_the_server_is_killed(visit, own_server):
    name = own_server.make({"one": ""})
    ana, tom = visit(name, "Ana", on=own_server), visit(name, "Tom", on=own_server)
    ana.edit()
    ana.click(control("add"))
    ana.add("1", "2")
    own_server.kill()
    ana.add("3", "4")
    own_server.start()
    for person in (ana, tom):
        person.live()
        person.shows_titles([["1", "2", "3", "4"]])
        person.at_revision(4)
        person.agrees()
    tom.edit()
    tom.click(control("undo"))
    tom.toasted("Nothing left to undo")
