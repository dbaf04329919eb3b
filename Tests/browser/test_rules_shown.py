"""What the rules of a list allow is what the page offers, and the reasons it gives are right."""

import json

from playwright.sync_api import expect

from lockstep_server import SESSIONS, section


def test_a_row_that_may_move_has_a_handle_though_it_may_not_be_edited(visit, lockstep):
    rows = [{"id": "a", "fields": {"title": "a"}, "editable": False, "movable": True}, "b",
            {"id": "c", "fields": {"title": "c"}, "movable": False}]
    name = lockstep.make([section("one", rows)])
    ana = visit(name)
    ana.edit()
    expect(ana.within("c", "handle")).to_have_count(0)
    expect(ana.within("a", "delete")).to_have_count(0)
    ana.drag("a", ana.row("b"))
    ana.shows([["one", "b", "a", "c"]])
    ana.agrees()


def test_the_sample_playlist_takes_songs_where_it_means_to(visit):
    ana = visit("road-trip-mix")
    ana.edit()
    adds = ana.page.get_by_role("button", name="(add new)")
    expect(adds).to_have_count(1)
    expect(adds).to_have_accessible_name("(add new) in Up next")


def test_a_full_section_takes_no_more(visit, lockstep):
    name = lockstep.make([section("one", "a", maxRows=3), section("two", "z")])
    ana = visit(name)
    ana.edit()
    ana.section("one").locator('[data-action="add"]').click()
    for title in ("b", "c"):
        ana.page.keyboard.type(title)
        ana.page.keyboard.press("Enter")
    ana.shows_titles([["a", "b", "c"], ["z"]])
    expect(ana.section("one").locator("[data-add]")).to_have_count(0)
    assert ana.page.evaluate("document.activeElement !== document.body")
    ana.within("a", "delete").click()
    ana.within("a", "confirm-delete").click()
    expect(ana.section("one").locator('[data-action="add"]')).to_be_visible()


def test_what_is_typed_stays_where_someone_else_fills_the_section(visit, lockstep):
    name = lockstep.make([section("one", "a", maxRows=2)])
    ana = visit(name)
    ana.edit()
    ana.section("one").locator('[data-action="add"]').click()
    ana.page.keyboard.type("mine")
    lockstep.edit(name, {"op": "insertRow", "row": "b", "fields": {"title": "b"}, "to": {"section": "one"}})
    expect(ana.row("b")).to_be_visible()
    expect(ana.page.locator("[data-new]")).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.toasted("That section is full")
    expect(ana.page.locator("[data-new]")).to_have_value("mine")


def test_the_end_of_a_section_that_keeps_its_rows_is_named_so(visit, lockstep):
    name = lockstep.make({"one": "a", "two": "b"}, rules={"moveScope": "section"})
    ana = visit(name)
    ana.edit()
    for row, reason in (("a", "rows of that section stay where they belong"), ("b", "no further place")):
        ana.row(row).focus()
        for key in ("Space", "ArrowDown"):
            ana.page.keyboard.press(key)
        ana.announced(f"^No further: {reason}$")
        ana.page.keyboard.press("Escape")


def test_a_row_without_a_note_leaves_no_brackets_on_its_delete_button(visit, lockstep):
    name = lockstep.make({"one": "a"}, rules={"deleteTitle": "Skip ({detail})"})
    ana = visit(name)
    ana.edit()
    ana.within("a", "delete").click()
    expect(ana.within("a", "confirm-delete")).to_have_text("Skip")


def test_what_is_done_is_deleted_by_that(visit, lockstep):
    rows = [{"id": row, "fields": {"title": row, "done": row in "bd"}} for row in "abcd"]
    name = lockstep.make([section("one", rows)])
    ana = visit(name)
    ana.edit()
    ana.control("delete-where").click()
    dialog = ana.page.get_by_role("dialog", name="Delete where…")
    dialog.get_by_label("Field").select_option(label="Done")
    expect(dialog.get_by_label("Comparison")).to_be_disabled()
    dialog.get_by_label("Value").select_option(label="No")
    dialog.get_by_label("Value").select_option(label="Yes")
    expect(dialog.locator("[data-count]")).to_have_text("2 items will be deleted.")
    dialog.get_by_role("button", name="Delete").click()
    ana.shows([["one", "a", "c"]])
    ana.agrees()


def test_a_broken_count_is_told_in_the_console(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    lines = []

    def forge(text):
        """The server's frame, its counts one too high."""
        frame = json.loads(text)
        messages = frame if isinstance(frame, list) else [frame]
        for message in messages:
            if message["type"] == "changes":
                message["counts"] = [count + 1 for count in message["counts"]]
        return json.dumps(messages)

    def between(client):
        server = client.connect_to_server()
        server.on_message(lambda text: client.send(forge(text)))

    ana.page.route_web_socket(SESSIONS, between)
    ana.page.on("console", lambda message: lines.append(message.text))
    ana.page.reload()
    ana.live()
    with ana.page.expect_console_message(lambda message: message.type == "error"):
        lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    ana.shows([["one", "b"]])
    assert any("2 before − 1 deleted + 0 inserted + 0 moved in − 0 moved out = 2 after" in line
               for line in lines), lines
