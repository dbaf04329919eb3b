"""Undo where it is needed: after each deletion, and only where there is something."""

import json
import re

from playwright.sync_api import expect

from lockstep_server import SESSIONS, section


def offer(person):
    """The toast that offers to undo."""
    return person.page.locator(".toast", has=person.control("undo-deletion"))


def enabled(person, undo, redo):
    """Waits until Undo and Redo can be used so."""
    for action, can in (("undo", undo), ("redo", redo)):
        button = person.control(action)
        if can:
            expect(button).not_to_have_attribute("aria-disabled", "true")
        else:
            expect(button).to_have_attribute("aria-disabled", "true")


def delete(person, row):
    """Deletes a row by the keyboard."""
    person.row(row).focus()
    person.page.keyboard.press("Delete")
    person.page.keyboard.press("Enter")


def test_an_offer_goes_once_its_deletion_is_undone_otherwise(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b c"}))
    for undo in (lambda: ana.control("undo").click(), lambda: ana.page.keyboard.press("ControlOrMeta+z")):
        delete(ana, "a")
        expect(offer(ana)).to_have_count(1)
        ana.page.wait_for_function("() => document.querySelector('.status').dataset.waiting === '0'")
        undo()
        expect(offer(ana)).to_have_count(0)
        ana.shows([["one", "a", "b", "c"]])
        ana.agrees()
    delete(ana, "a")
    delete(ana, "b")
    expect(offer(ana)).to_contain_text("Deleted “b”.")
    ana.control("undo").click()
    expect(offer(ana)).to_have_count(0)
    ana.shows([["one", "b", "c"]])
    ana.agrees()


def delete_row(ana):
    delete(ana, "a")
    return "Deleted “a”.", [["one", "b"], ["two", "c", "d"]]


def delete_selected(ana):
    for row in ("a", "c"):
        ana.row(row).locator(".words").click(modifiers=["ControlOrMeta"])
    ana.control("delete-selected").click()
    return "Deleted 2 items.", [["one", "b"], ["two", "d"]]


def delete_section(ana):
    ana.edit()
    ana.section("two").locator("[data-action=section-menu]").click()
    ana.control("delete-section").click()
    return "Deleted the section “Two” and its 2 items.", [["one", "a", "b"]]


def delete_where(ana):
    ana.control("delete-where").click()
    ana.page.locator("dialog input[name=value]").fill("d")
    ana.page.keyboard.press("Enter")
    return "Deleted “d”.", [["one", "a", "b"], ["two", "c"]]


def delete_from_menu(ana):
    ana.row("b").click(button="right")
    ana.control("delete-rows").click()
    return "Deleted “b”.", [["one", "a"], ["two", "c", "d"]]


def test_each_deletion_offers_to_undo_it_by_mouse_and_keys(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b", "two": "c d"}))
    for way in (delete_row, delete_selected, delete_from_menu, delete_section, delete_where):
        notified, left = way(ana)
        expect(offer(ana).locator("span")).to_have_text(notified)
        ana.announced(re.escape(notified) + " F8 leads to Undo")
        ana.shows(left)
        if way == delete_row:
            expect(ana.row("b")).to_be_focused()
            ana.page.keyboard.press("F8")
            expect(ana.control("undo-deletion")).to_be_focused()
            ana.page.keyboard.press("Enter")
            ana.shows([["one", "a", "b"], ["two", "c", "d"]])
            expect(ana.row("b")).to_be_focused()
        else:
            ana.control("undo-deletion").click()
            ana.shows([["one", "a", "b"], ["two", "c", "d"]])
        expect(offer(ana)).to_have_count(0)
    ana.agrees()


def test_the_offer_undoes_its_deletion_and_never_something_else(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b"}))
    delete(ana, "a")
    expect(offer(ana)).to_be_visible()
    ana.control("new-item").click()
    ana.page.keyboard.type("c")
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Escape")
    ana.control("undo-deletion").click()
    ana.toasted("not your newest change any more")
    ana.shows_titles([["b", "c"]])
    ana.agrees()


def test_a_step_that_the_rules_forbid_stays_says_why_and_can_be_left(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    ana.rename("b", "B")
    delete(ana, "a")
    lockstep.edit(name, {"op": "updateList", "rules": {"insertable": False}})
    ana.control("undo").click()
    ana.toasted("^Not undone: Nothing can be added to that section")
    enabled(ana, undo=True, redo=False)
    ana.control("skip-step").click()
    expect(ana.page.locator(".toast-error")).to_have_count(0)
    ana.control("undo").click()
    ana.shows_titles([["b", "c"]])
    enabled(ana, undo=False, redo=True)
    ana.agrees()


def test_without_a_connection_the_deletion_is_taken_back_at_once(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name)
    ana.page.context.set_offline(True)
    expect(ana.page.locator(".status[data-state=waiting]")).to_be_visible()
    delete(ana, "a")
    ana.shows([["one", "b"]])
    ana.control("undo-deletion").click()
    ana.shows([["one", "a", "b"]])
    ana.page.context.set_offline(False)
    ana.live()
    ana.agrees()
    assert lockstep.snapshot(name)["revision"] == 0


def test_undo_and_redo_are_disabled_where_there_is_nothing_also_after_a_reload(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b"}))
    enabled(ana, undo=False, redo=False)
    delete(ana, "a")
    enabled(ana, undo=True, redo=False)
    ana.control("undo").click()
    enabled(ana, undo=False, redo=True)
    ana.shows([["one", "a", "b"]])
    ana.page.reload()
    ana.live()
    enabled(ana, undo=False, redo=True)
    ana.control("redo").focus()
    ana.page.keyboard.press("Enter")
    ana.shows([["one", "b"]])
    enabled(ana, undo=True, redo=False)
    expect(ana.control("redo")).to_be_focused()
    ana.agrees()
    second = ana.page.context.new_page()
    second.goto(ana.page.url)
    expect(second.locator("main[data-status=live]")).to_be_visible()
    expect(second.locator("[data-action=undo]")).to_have_attribute("aria-disabled", "true")
    second.keyboard.press("ControlOrMeta+z")
    expect(second.locator(".toast")).to_have_text(
        "This tab has nothing to undo; what you did in another tab is undone there")


class SmallSteps:
    """Stands for a server that undoes little: its limit is low, and of what deletes a section it says so."""

    def __init__(self, page):
        page.route_web_socket(SESSIONS, self._connect)

    def _connect(self, route):
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda text: self._from_server(route, text))

    def _from_server(self, page, text):
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "welcome":
                message["limits"]["undoBytes"] = 65536
            for change in message.get("sets", []):
                if "deletedSections" in change:
                    change["final"] = True
            page.send(json.dumps(message))


def test_a_deletion_that_cannot_be_undone_is_told_before(visit, lockstep):
    rows = [{"id": f"r{at}", "fields": {"title": f"Item {at} {'x' * 8000}"}} for at in range(10)]
    ana = visit(lockstep.make([section("one", ["a"]), section("big", rows)]), prepared=SmallSteps)
    delete(ana, "a")
    expect(offer(ana)).to_be_visible()
    ana.edit()
    for answer in ("cancel", "confirm"):
        ana.section("big").locator("[data-action=section-menu]").click()
        ana.control("delete-section").click()
        dialog = ana.page.locator("dialog")
        expect(dialog).to_contain_text("Delete the section “Big” and its 10 items?")
        expect(dialog).to_contain_text("This can’t be undone")
        expect(ana.section("big")).to_have_count(1)
        dialog.locator(f"[data-action={answer}]").click()
    ana.shows([["one"]])
    ana.toasted("too large to be undone")
    ana.agrees()
