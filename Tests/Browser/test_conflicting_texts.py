"""What two people type in the same place: neither writes over the other, and who is late is asked."""

from playwright.sync_api import expect


def fields(server, name, row):
    """The fields of a row, as the server has them."""
    return next(one["fields"] for part in server.snapshot(name)["sections"]
                for one in part["rows"] if one["id"] == row)


def set_fields(server, name, row, **texts):
    """Changes a row as somebody else."""
    server.edit(name, {"op": "updateRow", "row": row, "fields": texts})


def question(person):
    """The question about a conflict."""
    return person.page.locator(".question")


def test_a_form_saves_what_was_typed_there_once_it_is_left_and_nothing_else(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    set_fields(lockstep, name, "a", title="Oat milk")
    ana.at_revision(1)
    ana.page.locator("h1").click()
    ana.shows_titles([["Oat milk", "b"]])
    ana.within("b", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("half")
    ana.row("b").locator("[name=detail]").click()
    # The title is saved as its field is left.
    ana.at_revision(2)
    ana.row("b").locator("[data-field=title]").click()
    ana.page.keyboard.press("End")
    ana.page.keyboard.type(" and half")
    set_fields(lockstep, name, "b", detail="two bottles")
    ana.at_revision(3)
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["Oat milk", "half and half"]])
    ana.agrees()
    assert fields(lockstep, name, "b") == {"title": "half and half", "detail": "two bottles"}
    assert lockstep.snapshot(name)["revision"] == 4
    expect(question(ana)).to_have_count(0)


def test_two_titles_are_both_kept_until_one_is_chosen_also_after_a_reload(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("Soy milk")
    set_fields(lockstep, name, "a", title="Oat milk")
    ana.at_revision(1)
    ana.page.keyboard.press("Enter")
    expect(question(ana)).to_contain_text("Renamed meanwhile to “Oat milk”. Yours: “Soy milk”.")
    ana.disconnect()
    ana.rename("b", "Mine")
    set_fields(lockstep, name, "b", title="Theirs")
    ana.page.context.set_offline(False)
    expect(question(ana)).to_have_count(2)
    assert lockstep.titles(name) == [["Oat milk", "Theirs"]]
    ana.page.reload()
    ana.live()
    ana.row("a").locator("[data-action=keep-theirs]").click()
    ana.row("b").locator("[data-action=keep-mine]").click()
    expect(question(ana)).to_have_count(0)
    ana.shows_titles([["Oat milk", "Mine"]])
    ana.agrees()


def test_titles_of_lists_and_sections_are_asked_about_too(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.edit()
    for what, action, heading in (("list", {"op": "updateList"}, "h1"),
                                  ("section", {"op": "updateSection", "section": "one"}, ".section-title")):
        ana.open_title_dialog(what)
        ana.page.locator("dialog textarea").fill("Mine")
        lockstep.edit(name, {**action, "title": "Theirs"})
        ana.at_revision(lockstep.snapshot(name)["revision"])
        ana.page.keyboard.press("Enter")
        expect(question(ana)).to_contain_text("Renamed meanwhile to “Theirs”. Yours: “Mine”.")
        expect(ana.page.locator(heading)).to_have_text("Theirs")
        ana.control("keep-mine").click()
        expect(ana.page.locator(heading)).to_have_text("Mine")
        ana.agrees()
    stored = lockstep.snapshot(name)
    assert (stored["title"], stored["sections"][0]["title"]) == ("Mine", "Mine")
