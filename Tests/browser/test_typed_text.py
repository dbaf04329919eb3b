"""What is typed is neither lost nor put over what others wrote meanwhile."""

import json
import re

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


def disconnect(person):
    """Takes the network away, and waits until the page knows."""
    person.page.context.set_offline(True)
    expect(person.page.locator(".status[data-state=waiting]")).to_be_visible()


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
        disconnect(ana)
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
    disconnect(ana)
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


def open_title_dialog(person, what):
    """Opens the dialog for the title of the list or of its section."""
    if what == "list":
        person.control("rename-list").click()
    else:
        person.section("one").locator("[data-action=section-menu]").click()
        person.control("rename-section").click()


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
        disconnect(ana)
    open_title_dialog(ana, what)
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


def test_back_saves_what_is_typed(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.go("#/")
    ana.go(f"#/list/{name}")
    ana.live()
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("Alpha")
    ana.page.go_back()
    expect(ana.page.locator("[data-list-link]").first).to_be_visible()
    ana.page.go_forward()
    ana.live()
    ana.shows_titles([["Alpha", "b"]])
    ana.edit()
    ana.control("add").click()
    ana.page.keyboard.type("new")
    ana.go("#/")
    expect(ana.page.locator("[data-list-link]").first).to_be_visible()
    ana.go(f"#/list/{name}")
    ana.live()
    ana.shows_titles([["Alpha", "b", "new"]])
    ana.agrees()


def test_done_saves_what_is_typed_where_buttons_take_no_focus(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("Alpha")
    ana.control("edit").evaluate("(button) => button.click()")
    ana.shows_titles([["Alpha"]])
    ana.agrees()


@pytest.mark.parametrize("form", ["row", "new", "dialog"])
def test_what_is_typed_is_there_after_a_reload(visit, lockstep, form):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    if form == "row":
        ana.within("b", "rename").click()
        ana.page.keyboard.press("ControlOrMeta+a")
    elif form == "new":
        ana.control("add").click()
    else:
        ana.control("add-section").click()
    ana.page.keyboard.type("half a thou")
    ana.page.reload()
    ana.live()
    if form == "dialog":
        ana.edit()
        ana.control("add-section").click()
    field = ana.page.locator("input[type=text]:not([name=own-name])").first
    expect(field).to_have_value("half a thou")
    expect(field).to_be_focused()
    ana.page.keyboard.press("End")
    ana.page.keyboard.type("ght")
    ana.page.keyboard.press("Enter")
    if form == "dialog":
        expect(ana.page.locator(".section-title").last).to_have_text("half a thought")
    else:
        ana.shows_titles([["a", "half a thought"] if form == "row" else ["a", "b", "half a thought"]])
        ana.agrees()
    ana.page.reload()
    ana.live()
    expect(ana.page.locator("input[type=text]:not([name=own-name])")).to_have_count(0)


def test_escape_drops_the_draft(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("nothing")
    ana.page.keyboard.press("Escape")
    ana.page.reload()
    ana.live()
    ana.shows_titles([["a", "b"]])
    expect(ana.page.locator("input[type=text]:not([name=own-name])")).to_have_count(0)


def test_a_form_that_is_scrolled_out_of_the_document_keeps_its_text(visit, lockstep):
    name = lockstep.make([section("one", [f"r{at}" for at in range(400)])])
    ana = visit(name)
    ana.edit()
    ana.within("r0", "rename").click()
    ana.page.keyboard.type("Alpha")
    ana.page.evaluate("window.scrollTo(0, 12000)")
    expect(ana.row("r0")).to_have_count(0)
    ana.page.evaluate("window.scrollTo(0, 0)")
    expect(ana.row("r0").locator("input[name=title]")).to_have_value("Alpha")
    ana.edit()
    expect(ana.row("r0").locator(".title")).to_have_text("Alpha")
    expect(ana.page.locator("main[data-revision='1']")).to_be_visible()
    assert fields(lockstep, name, "r0")["title"] == "Alpha"


def test_the_text_for_a_deleted_list_is_offered_for_copying(visit, lockstep):
    name = lockstep.make({"one": "a b"}, title="Party")
    ana = visit(name)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("A long thought")
    lockstep.request("DELETE", f"/api/lists/{name}")
    expect(ana.page.locator(".page-words")).to_have_text(re.compile("not there"))
    kept = ana.page.locator(".kept")
    expect(kept.locator(".kept-text")).to_have_text("A long thought")
    expect(kept.locator(".kept-reason")).to_contain_text("“Party” was deleted")
    ana.page.locator(".page-link").click()
    expect(kept.locator(".kept-text")).to_have_text("A long thought")
    ana.page.reload()
    kept.get_by_text("Copy text").click()
    ana.toasted("Copied")
    assert ana.page.evaluate("navigator.clipboard.readText()") == "A long thought"
    kept.get_by_text("Dismiss").click()
    expect(kept).to_have_count(0)


def test_a_note_for_a_deleted_row_is_offered_for_copying(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("a note")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.toasted("Someone deleted “a” while you renamed it")
    expect(ana.page.locator(".kept-text")).to_have_text("a note")


def test_unsent_texts_of_a_deleted_row_and_a_deleted_list_are_offered(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    disconnect(ana)
    ana.rename("a", "Alpha")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.page.context.set_offline(False)
    ana.live()
    expect(ana.page.locator(".kept-text")).to_have_text("Alpha")
    expect(ana.page.locator(".toast").first).to_have_text("Not done: Someone has deleted that item.")
    disconnect(ana)
    ana.rename("b", "Beta")
    lockstep.request("DELETE", f"/api/lists/{name}")
    ana.page.context.set_offline(False)
    expect(ana.page.locator(".kept-text")).to_have_text(["Alpha", "Beta"])


@pytest.mark.parametrize("what", ["list", "section"])
def test_a_title_typed_for_what_was_deleted_is_offered(visit, lockstep, what):
    name = lockstep.make({"one": "a", "two": "b"})
    ana = visit(name)
    ana.edit()
    open_title_dialog(ana, "section")
    ana.page.locator("dialog input").fill("A fine title")
    if what == "list":
        lockstep.request("DELETE", f"/api/lists/{name}")
        expect(ana.page.locator("main[data-status=gone]")).to_be_attached()
    else:
        lockstep.edit(name, {"op": "deleteSections", "sections": ["one"]})
        expect(ana.section("one")).to_have_count(0)
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".kept-text")).to_have_text("A fine title")


REFUSED = [("tooLarge", "That text is too long"), ("editDisabled", "That item can’t be changed"),
           ("badAction", "This server does not take that change")]


@pytest.mark.parametrize("code,sentence", REFUSED)
def test_a_refused_text_stays_in_its_form_with_a_sentence(visit, lockstep, code, sentence):
    name = lockstep.make({"one": "a"})
    ana = visit(name)

    def connect(socket):
        server = socket.connect_to_server()

        def on_message(text):
            frame = json.loads(text)
            if isinstance(frame, dict) and frame["type"] == "edit":
                socket.send(json.dumps({
                    "type": "reject", "list": name, "id": frame["id"], "action": 0, "code": code,
                    "message": "actions[0].fields are larger than 16384 bytes"}))
            else:
                server.send(text)

        socket.on_message(on_message)

    ana.page.route_web_socket(re.compile("/ws$"), connect)
    ana.page.reload()
    ana.live()
    ana.edit()
    ana.rename("a", "a text")
    ana.toasted(f"Not done: {sentence}")
    expect(ana.row("a").locator("input[name=title]")).to_have_value("a text")
    ana.page.keyboard.press("Escape")
    ana.control("add").click()
    ana.page.keyboard.type("one more")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("input[name=new-title]")).to_have_value("one more")


def test_a_text_over_the_limit_stays_in_its_form_and_is_not_sent(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    field = ana.row("a").locator("input[name=title]")
    field.fill("ä" * 9000)
    ana.page.keyboard.press("Enter")
    ana.toasted("Not saved: That text is too long. It stays in its field.")
    expect(field).to_have_value("ä" * 9000)
    field.fill("short")
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["short"]])
    ana.agrees()
    open_title_dialog(ana, "list")
    dialog = ana.page.locator("dialog")
    expect(dialog.locator("input")).to_have_attribute("maxlength", "1024")
    dialog.locator("input").fill("ä" * 600)
    ana.page.keyboard.press("Enter")
    expect(dialog.locator(".dialog-problem")).to_have_text("That text is too long.")
    expect(dialog.locator("input")).to_have_value("ä" * 600)
