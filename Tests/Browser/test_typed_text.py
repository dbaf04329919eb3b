"""What is typed is not lost: it is saved, kept for later, or offered for copying."""

import json
import re

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
    ana.within("a", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
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


def test_what_is_typed_is_there_after_a_reload(visit, lockstep):
    name = lockstep.make({"one": "a b z"})
    ana = visit(name)
    keys = ana.page.keyboard
    open_field = ana.page.locator(".field, dialog textarea")

    def reload(text):
        ana.page.reload()
        ana.live()
        expect(open_field.first).to_have_value(text)
        expect(open_field.first).to_be_focused()

    # Below a row, which somebody deletes.
    ana.row("b").focus()
    keys.press("Shift+Enter")
    keys.type("half")
    reload("half")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.shows([["one", "a", "z"]])
    expect(open_field).to_be_focused()
    expect(open_field).to_have_value("half")
    keys.press("End")
    keys.type(" and half")
    keys.press("Enter")
    keys.press("Escape")
    ana.shows_titles([["a", "half and half", "z"]])
    # In a row.
    ana.edit()
    ana.within("a", "rename").click()
    keys.press("ControlOrMeta+a")
    keys.type("a thou")
    reload("a thou")
    keys.press("End")
    keys.type("ght")
    keys.press("Enter")
    ana.shows_titles([["a thought", "half and half", "z"]])
    # In a dialog.
    ana.edit()
    ana.control("add-section").click()
    keys.type("Pan")
    ana.page.reload()
    ana.live()
    ana.edit()
    ana.control("add-section").click()
    expect(open_field).to_have_value("Pan")
    keys.press("End")
    keys.type("try")
    keys.press("Enter")
    expect(ana.page.locator(".section-title").last).to_have_text("Pantry")
    # Escape drops what was typed.
    ana.within("z", "rename").click()
    keys.press("ControlOrMeta+a")
    keys.type("nothing")
    keys.press("Escape")
    ana.agrees()
    ana.page.reload()
    ana.live()
    ana.shows_titles([["a thought", "half and half", "z"], []])
    expect(open_field).to_have_count(0)


def test_a_form_that_is_scrolled_out_of_the_document_keeps_its_text(visit, lockstep):
    name = lockstep.make([section("one", [f"r{at}" for at in range(400)])])
    ana = visit(name)
    ana.edit()
    ana.within("r0", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("Alpha")
    ana.page.evaluate("window.scrollTo(0, 12000)")
    expect(ana.row("r0")).to_have_count(0)
    ana.page.evaluate("window.scrollTo(0, 0)")
    expect(ana.row("r0").locator("[data-field=title]")).to_have_value("Alpha")
    ana.edit()
    expect(ana.row("r0").locator(".title")).to_have_text("Alpha")
    ana.at_revision(1)
    assert fields(lockstep, name, "r0")["title"] == "Alpha"


def test_the_text_for_a_deleted_list_is_offered_for_copying(visit, lockstep):
    name = lockstep.make({"one": "a b"}, title="Party")
    ana = visit(name)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("A long thought")
    lockstep.request("DELETE", f"/api/lists/{name}")
    expect(ana.page.locator(".page-words")).to_have_text(re.compile("not there"))
    expect(ana.control("edit")).to_be_disabled()
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "false")
    expect(ana.page.locator(".toolbar")).to_be_hidden()
    kept = ana.page.locator(".kept")
    expect(kept.locator(".recovered-draft")).to_have_text("A long thought")
    expect(kept.locator(".kept-reason")).to_contain_text("“Party” was deleted")
    ana.page.locator(".page-link").click()
    expect(ana.page.locator("[data-list-link]").first).to_be_visible()
    expect(ana.page.locator(f'[data-list-row="{name}"]')).to_have_count(0)
    expect(kept.locator(".recovered-draft")).to_have_text("A long thought")
    ana.page.reload()
    kept.get_by_text("Copy text").click()
    ana.toasted("Copied")
    assert ana.page.evaluate("navigator.clipboard.readText()") == "A long thought"
    kept.get_by_text("Dismiss").click()
    expect(kept).to_have_count(0)


def test_texts_for_what_was_deleted_meanwhile_are_offered(visit, lockstep):
    name = lockstep.make({"one": "a b c", "two": "d"})
    ana = visit(name)
    kept = ana.page.locator(".recovered-draft")
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("a note")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.toasted("Someone deleted “a” while you renamed it")
    expect(kept).to_have_text("a note")
    ana.open_title_dialog("section")
    ana.page.locator("dialog textarea").fill("A fine title")
    lockstep.edit(name, {"op": "moveRow", "row": "b", "to": {"section": "two"}},
                  {"op": "moveRow", "row": "c", "to": {"section": "two"}},
                  {"op": "deleteSections", "sections": ["one"]})
    expect(ana.section("one")).to_have_count(0)
    ana.page.keyboard.press("Enter")
    expect(kept).to_have_text(["a note", "A fine title"])
    ana.disconnect()
    ana.rename("b", "Beta")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.page.context.set_offline(False)
    ana.live()
    expect(kept).to_have_text(["a note", "A fine title", "Beta"])
    ana.toasted("Not done: Someone has deleted that item.")
    ana.disconnect()
    ana.rename("c", "Gamma")
    lockstep.request("DELETE", f"/api/lists/{name}")
    ana.page.context.set_offline(False)
    expect(kept).to_have_text(["a note", "A fine title", "Beta", "Gamma"])


def test_a_refused_text_stays_in_its_form_with_a_sentence(visit, lockstep):
    name = lockstep.make({"one": "a"})

    def connect(socket):
        server = socket.connect_to_server()

        def on_message(text):
            frame = json.loads(text)
            if isinstance(frame, dict) and frame["type"] == "edit":
                socket.send(json.dumps({
                    "type": "reject", "list": name, "id": frame["id"], "action": 0, "code": "tooLarge",
                    "message": "actions[0].fields are larger than 16384 bytes"}))
            else:
                server.send(text)

        socket.on_message(on_message)

    ana = visit(name, prepared=lambda page: page.route_web_socket(SESSIONS, connect))
    ana.edit()
    ana.rename("a", "a text")
    ana.toasted("Not done: That text is too long")
    expect(ana.row("a").locator("[data-field=title]")).to_have_value("a text")
    ana.page.keyboard.press("Escape")
    ana.control("add").click()
    ana.page.keyboard.type("one more")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("[data-new]")).to_have_value("one more")


def test_a_text_over_the_limit_stays_in_its_form_and_is_not_sent(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    field = ana.row("a").locator("[data-field=title]")
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
    expect(dialog.locator("textarea")).to_have_attribute("maxlength", "1024")
    dialog.locator("textarea").fill("ä" * 600)
    ana.page.keyboard.press("Enter")
    expect(dialog.locator(".dialog-problem")).to_have_text("That text is too long.")
    expect(dialog.locator("textarea")).to_have_value("ä" * 600)
