"""Nothing is lost unsaid: lists that go, edits that are refused, focus and text in deleted rows."""

from playwright.sync_api import expect

from lockstep_server import section
from test_hands import touches


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
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("A long thought")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.toasted("Someone deleted “a” while you renamed it")
    expect(ana.page.locator("[data-new]")).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.shows_titles([["b", "A long thought"]])
    ana.page.keyboard.press("Escape")
    ana.within("b", "rename").click()
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    ana.toasted("Someone deleted what you were renaming")
    expect(ana.page.locator("[data-new]")).to_have_count(0)
    ana.agrees()


def test_the_refresh_button_and_pulling_down_connect_and_open_again(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name, phone=True)
    ana.page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(ana.page.locator(".status[data-state=waiting]")).to_be_visible()
    lockstep.edit(name, {"op": "insertRow", "row": "b", "fields": {"title": "b"}, "to": {"section": "one"}})
    ana.choose("refresh")
    ana.announced("Refreshing")
    ana.live()
    ana.shows([["one", "a", "b"]])
    frames = []
    session = ana.page.context.new_cdp_session(ana.page)
    session.send("Network.enable")
    session.on("Network.webSocketFrameSent", lambda event: frames.append(event["response"]["payloadData"]))
    ana.page.evaluate("document.getElementById('announcer').textContent = ''")
    send = touches(ana)
    send("touchStart", (200, 120))
    for step in range(1, 9):
        send("touchMove", (200, 120 + 20 * step))
    send("touchEnd")
    ana.announced("Refreshing")
    ana.live()
    ana.agrees()
    assert any('"open"' in frame and '"since"' in frame for frame in frames)
