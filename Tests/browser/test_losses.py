"""Nothing is lost unsaid: lists that go, edits that are refused, focus and text in deleted rows."""

import json
import re

from playwright.sync_api import expect

from lockstep_server import SESSIONS, section


def refuse_first_edit(page, code, **more):
    """Puts a server in between that refuses the first edit it sees; returns the ids it saw."""
    seen = []

    def connect(socket):
        server = socket.connect_to_server()

        def on_message(text):
            frame = json.loads(text)
            if isinstance(frame, dict) and frame["type"] == "edit":
                seen.append(frame["id"])
                if len(seen) == 1:
                    socket.send(json.dumps({"type": "reject", "list": frame["list"], "id": frame["id"],
                                            "code": code, "message": "not now", **more}))
                    return
            server.send(text)

        socket.on_message(on_message)

    page.route_web_socket(SESSIONS, connect)
    return seen


def test_an_edit_refused_for_now_is_kept_told_and_sent_again(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    seen = refuse_first_edit(ana.page, "rateLimited", retryAfter=1500)
    ana.page.reload()
    ana.live()
    ana.edit()
    ana.rename("a", "Alpha")
    ana.toasted("yours are kept")
    expect(ana.page.locator(".status-words")).to_have_text("Live · 1 change kept")
    ana.shows_titles([["Alpha"]])
    expect(ana.page.locator(".status-words")).to_have_text("Live")
    ana.agrees()
    assert lockstep.titles(name) == [["Alpha"]]
    assert seen == [1, 2]


def test_undo_says_when_others_changed_what_was_edited(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.edit()
    ana.rename("a", "Alpha")
    tom.shows_titles([["Alpha", "b"]])
    tom.edit()
    tom.rename("a", "Beta")
    ana.shows_titles([["Beta", "b"]])
    ana.control("undo").click()
    ana.toasted("Nothing left to undo: others changed it")
    ana.announced("others changed it")
    ana.shows_titles([["Beta", "b"]])
    ana.control("undo").click(force=True)
    ana.toasted("Nothing left to undo$")
    ana.agrees()


def test_a_list_that_is_deleted_while_it_is_edited_leads_back(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("typing")
    lockstep.request("DELETE", f"/api/lists/{name}")
    expect(ana.page.locator(".page-words")).to_have_text(re.compile("not there"))
    expect(ana.control("edit")).to_be_disabled()
    expect(ana.control("edit")).to_have_attribute("aria-pressed", "false")
    expect(ana.page.locator(".toolbar")).to_be_hidden()
    ana.page.locator(".page-link").click()
    expect(ana.page.locator("[data-list-link]").first).to_be_visible()
    expect(ana.page.locator(f'[data-list-row="{name}"]')).to_have_count(0)


def test_what_could_not_be_done_is_told_wherever_one_is(visit, lockstep):
    gone, full = lockstep.make({"one": "a b"}, title="Gone"), lockstep.make(
        [section("one", "a", maxRows=2)], title="Full")
    ana = visit(gone)
    ana.page.context.set_offline(True)
    ana.edit()
    for row in ("a", "b"):
        ana.rename(row, f"new {row}")
    lockstep.request("DELETE", f"/api/lists/{gone}")
    ana.page.context.set_offline(False)
    ana.toasted("2 changes of yours could not be made: the list was deleted")
    ana.go(f"#/list/{full}")
    ana.live()
    ana.page.context.set_offline(True)
    ana.edit()
    ana.control("add").click()
    ana.page.keyboard.type("too many")
    ana.page.keyboard.press("Enter")
    ana.go("#/")
    expect(ana.page.locator(".status-words")).to_have_text("Offline · 1 change kept")
    lockstep.edit(full, {"op": "insertRow", "row": "x", "fields": {"title": "x"}, "to": {"section": "one"}})
    ana.page.context.set_offline(False)
    ana.toasted("“Full”: not done")
    expect(ana.page.locator(".status-words")).to_have_text("Live")
    assert lockstep.order(full) == [["one", "a", "x"]]


def test_focus_goes_on_beside_a_row_that_someone_else_deletes(visit, lockstep):
    name = lockstep.make({"one": "a b", "two": "c"})
    ana = visit(name)
    ana.row("b").focus()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    expect(ana.row("c")).to_be_focused()
    ana.announced("deleted “b”. Now on “c”")
    ana.edit()
    ana.within("c", "delete").click()
    expect(ana.within("c", "confirm-delete")).to_be_focused()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["c"]})
    expect(ana.row("a")).to_be_focused()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    expect(ana.control("edit")).to_be_focused()


def test_text_typed_for_a_deleted_row_can_be_added_as_new(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.type("A long thought")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.toasted("Someone deleted “a” while you renamed it")
    expect(ana.page.locator("input[name=new-title]")).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["b", "A long thought"]])
    ana.page.keyboard.press("Escape")
    ana.within("b", "rename").click()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.toasted("Someone deleted what you were renaming")
    expect(ana.page.locator("input[name=new-title]")).to_have_count(0)
    ana.agrees()


def test_delete_where_counts_what_others_do_meanwhile(visit, lockstep):
    name = lockstep.make({"odd": "1 3 11", "even": "2 4"})
    ana = visit(name)
    ana.edit()
    ana.control("delete-where").click()
    dialog, count = ana.page.locator("dialog"), ana.page.locator("[data-count]")
    dialog.locator("input[name=value]").fill("3")
    for comparison, words in [("=", "1 item will"), ("contains", "1 item will"), ("<", "2 items will"),
                              (">", "2 items will")]:
        dialog.locator("select[name=comparison]").select_option(comparison)
        expect(count).to_have_text(re.compile(words))
    lockstep.edit(name, {"op": "insertRow", "row": "5", "fields": {"title": "5"}, "to": {"section": "odd"}})
    expect(count).to_have_text("3 items will be deleted.")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["5", "11", "4"]})
    expect(count).to_have_text("No items match.")
    expect(dialog.locator("[data-action=confirm]")).to_be_hidden()
    ana.page.keyboard.press("Escape")
    ana.agrees()


def test_the_refresh_button_connects_again(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    ana.page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(ana.page.locator(".status[data-state=waiting]")).to_be_visible()
    lockstep.edit(name, {"op": "insertRow", "row": "b", "fields": {"title": "b"}, "to": {"section": "one"}})
    ana.choose("refresh")
    ana.announced("Refreshing")
    ana.live()
    ana.shows([["one", "a", "b"]])
    ana.choose("refresh")
    ana.live()
    ana.agrees()
