"""What two people type in the same place: neither writes over the other, and who is late is asked."""

import pytest
from playwright.sync_api import expect

from lockstep_server import section


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


def test_leaving_without_typing_keeps_what_someone_else_wrote(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    set_fields(lockstep, name, "a", title="Oat milk")
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
    ana.page.locator("h1").click()
    ana.shows_titles([["Oat milk", "b"]])
    expect(question(ana)).to_have_count(0)
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 1


def test_leaving_without_typing_keeps_spaces_and_lines(visit, lockstep):
    name = lockstep.make([section("one", [{"id": "a", "fields": {"title": " a ", "detail": "x\ny"}}])])
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("Enter")
    ana.rename("a", "b")
    ana.shows_titles([["b"]])
    ana.agrees()
    assert fields(lockstep, name, "a") == {"title": "b", "detail": "x\ny"}
    assert lockstep.snapshot(name)["revision"] == 1


def test_a_click_into_the_open_form_saves_nothing(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("half")
    ana.row("a").locator("[name=detail]").click()
    ana.row("a").locator("input[name=title]").click()
    ana.page.keyboard.press("End")
    ana.page.keyboard.type(" and half")
    assert lockstep.snapshot(name)["revision"] == 0
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["half and half"]])
    ana.agrees()


def test_a_title_and_a_note_of_two_people_are_both_kept(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("Milk")
    set_fields(lockstep, name, "a", detail="two bottles")
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["Milk"]])
    ana.agrees()
    assert fields(lockstep, name, "a") == {"title": "Milk", "detail": "two bottles"}
    expect(question(ana)).to_have_count(0)


@pytest.mark.parametrize("choice,title", [("keep-mine", "Soy milk"), ("keep-theirs", "Oat milk")])
@pytest.mark.parametrize("offline", [False, True])
def test_two_titles_are_both_kept_until_one_is_chosen(visit, lockstep, choice, title, offline):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    if offline:
        ana.disconnect()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("Soy milk")
    if offline:
        ana.page.keyboard.press("Enter")
    set_fields(lockstep, name, "a", title="Oat milk")
    if offline:
        ana.page.context.set_offline(False)
    else:
        ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
        ana.page.keyboard.press("Enter")
    expect(question(ana)).to_contain_text("Renamed meanwhile to “Oat milk”. Yours: “Soy milk”.")
    assert fields(lockstep, name, "a")["title"] == "Oat milk"
    ana.page.reload()
    ana.live()
    ana.row("a").locator(f"[data-action={choice}]").click()
    expect(question(ana)).to_have_count(0)
    ana.shows_titles([[title, "b"]])
    ana.agrees()
    assert fields(lockstep, name, "a")["title"] == title


def test_an_offline_title_goes_through_where_others_changed_only_the_note(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.disconnect()
    ana.rename("a", "Alpha")
    ana.rename("a", "Beta")
    set_fields(lockstep, name, "a", detail="theirs")
    ana.page.context.set_offline(False)
    ana.live()
    ana.page.wait_for_function("() => document.querySelector('.status').dataset.waiting === '0'")
    ana.shows_titles([["Beta", "b"]])
    ana.agrees()
    assert fields(lockstep, name, "a") == {"title": "Beta", "detail": "theirs"}
    expect(question(ana)).to_have_count(0)


def title_of(server, name, what):
    """The title of the list or of its section."""
    found = server.snapshot(name)
    return found["title"] if what == "list" else found["sections"][0]["title"]


RETITLE = {"list": {"op": "updateList", "title": "Theirs"},
           "section": {"op": "updateSection", "section": "one", "title": "Theirs"}}


@pytest.mark.parametrize("what", ["list", "section"])
@pytest.mark.parametrize("offline", [False, True])
def test_titles_of_lists_and_sections_are_asked_about_too(visit, lockstep, what, offline):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.edit()
    if offline:
        # Once a dialog was open, others open without a server.
        ana.open_title_dialog(what)
        ana.page.keyboard.press("Escape")
        expect(ana.page.locator("dialog")).to_have_count(0)
        ana.disconnect()
    ana.open_title_dialog(what)
    ana.page.locator("dialog input").fill("Mine")
    if offline:
        ana.page.keyboard.press("Enter")
    lockstep.edit(name, RETITLE[what])
    if offline:
        ana.page.context.set_offline(False)
    else:
        ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
        ana.page.keyboard.press("Enter")
    expect(question(ana)).to_contain_text("Renamed meanwhile to “Theirs”. Yours: “Mine”.")
    assert title_of(lockstep, name, what) == "Theirs"
    ana.control("keep-mine").click()
    expect(ana.page.locator("h1" if what == "list" else ".section-title")).to_have_text("Mine")
    ana.agrees()
    assert title_of(lockstep, name, what) == "Mine"
