"""What is typed is not lost: it is saved, kept for later, or offered for copying."""

import json
import re

import pytest
from playwright.sync_api import expect

from lockstep_server import SESSIONS, section


def fields(server, name, row):
    """The fields of a row, as the server has them."""
    return next(one["fields"] for part in server.snapshot(name)["sections"]
                for one in part["rows"] if one["id"] == row)


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
    ana.disconnect()
    ana.rename("a", "Alpha")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.page.context.set_offline(False)
    ana.live()
    expect(ana.page.locator(".kept-text")).to_have_text("Alpha")
    expect(ana.page.locator(".toast").first).to_have_text("Not done: Someone has deleted that item.")
    ana.disconnect()
    ana.rename("b", "Beta")
    lockstep.request("DELETE", f"/api/lists/{name}")
    ana.page.context.set_offline(False)
    expect(ana.page.locator(".kept-text")).to_have_text(["Alpha", "Beta"])


@pytest.mark.parametrize("what", ["list", "section"])
def test_a_title_typed_for_what_was_deleted_is_offered(visit, lockstep, what):
    name = lockstep.make({"one": "a", "two": "b"})
    ana = visit(name)
    ana.edit()
    ana.open_title_dialog("section")
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

    ana.page.route_web_socket(SESSIONS, connect)
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
    ana.open_title_dialog("list")
    dialog = ana.page.locator("dialog")
    expect(dialog.locator("input")).to_have_attribute("maxlength", "1024")
    dialog.locator("input").fill("ä" * 600)
    ana.page.keyboard.press("Enter")
    expect(dialog.locator(".dialog-problem")).to_have_text("That text is too long.")
    expect(dialog.locator("input")).to_have_value("ä" * 600)
