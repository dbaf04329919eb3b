"""axe-core finds nothing where a list is edited and in trouble; see `test_axe_states.py`."""

import re

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from lockstep_server import section


def dismiss(person):
    person.page.keyboard.press("Escape")


@pytest.fixture
def shared(lockstep):
    """A list with everything that a row can be."""
    rows = [{"id": "top", "fields": {"title": "Pinned", "detail": "stays"}, "pinned": "top",
             "editable": False},
            {"id": "a", "fields": {"title": "Tea", "done": False}},
            {"id": "b", "fields": {"title": "Rye", "detail": "sliced", "done": True}}]
    return lockstep.make([section("one", rows), section("two", "c d", handles="always"),
                          section("empty", "")], title="Everything")


def test_axe_finds_nothing_where_one_list_is_read_and_edited(visit, shared):
    ana, tom = visit(shared), visit(shared, "Tom")
    axe = Inspector(ana)
    ana.page.evaluate("localStorage.removeItem('lockstep.knows.editing')")
    ana.page.reload()
    ana.live()
    expect(ana.page.locator(".first-hint[role=note]")).to_be_visible()
    tom.row("a").locator(".words").click(modifiers=["ControlOrMeta"])
    axe.check("read for the first time, with somebody else")
    ana.row("b").focus()
    ana.page.keyboard.press("Delete")
    expect(ana.within("b", "confirm-delete")).to_be_visible()
    axe.check("delete button outside edit mode")
    dismiss(ana)
    tom.edit()
    tom.within("b", "rename").click()
    ana.edit()
    expect(ana.page.locator(".peer-tag")).to_be_visible()
    axe.check("edit mode", dark=True)
    ana.within("a", "delete").click()
    axe.check("delete button in edit mode")
    dismiss(ana)
    ana.within("a", "rename").click()
    axe.check("renaming")
    dismiss(ana)
    ana.page.locator("[data-add=one] button").click()
    axe.check("adding")
    dismiss(ana)
    ana.control("toggle-selecting").click()
    ana.within("a", "select").check()
    axe.check("selecting", dark=True)
    ana.control("toggle-selecting").click()
    ana.row("a").focus()
    ana.page.keyboard.press("Space")
    axe.check("held by the keyboard")
    dismiss(ana)
    x = ana.grab("a")
    ana.carry(x, ana.row("d"), 0.8)
    axe.check("dragged", zoomed=False)
    dismiss(ana)
    ana.page.mouse.up()
    for action, state in [("delete-where", "delete where"), ("rename-list", "renaming the list")]:
        ana.control(action).click()
        axe.check(state, part="dialog[open]")
        dismiss(ana)
    axe.verdict()


def test_axe_finds_nothing_on_the_other_pages_and_in_trouble(visit, lockstep, shared):
    ana = visit(shared)
    axe = Inspector(ana)
    lockstep.edit(shared, {"op": "deleteRows", "rows": ["a"]})
    ana.control("history").click()
    expect(ana.page.locator("[data-revision]")).to_have_count(1)
    axe.check("history", dark=True)
    ana.page.evaluate("localStorage.clear()")
    ana.go("#/")
    expect(ana.page.locator(".first-hint[role=note]")).to_be_visible()
    axe.check("lists, for the first time")
    ana.edit()
    axe.check("lists in edit mode", dark=True)
    ana.page.locator("[data-action=delete-list]").first.click()
    axe.check("asking before a list is deleted", part="dialog[open]")
    dismiss(ana)
    ana.go(f"#/list/{lockstep.make([])}")
    expect(ana.page.locator(".page-words")).to_have_text(re.compile("Nothing here yet"))
    axe.check("empty list")
    ana.go("#/list/nobody-made-this")
    expect(ana.page.locator(".page-link")).to_be_visible()
    axe.check("missing list")
    ana.go(f"#/list/{shared}")
    ana.live()
    ana.control("undo").click(force=True)
    expect(ana.page.locator(".toast")).to_be_visible()
    axe.check("a note", dark=True)
    ana.page.evaluate("window.dispatchEvent(new Event('offline'))")
    ana.row("b").locator("[data-action=done]").uncheck()
    expect(ana.page.locator(".status-words")).to_have_text("Offline · 1 change kept")
    axe.check("offline", dark=True)
    ana.go("#/")
    expect(ana.page.locator(".page-message")).to_have_text(re.compile("You are offline"))
    axe.check("lists, offline")
    ana.go(f"#/list/{shared}")
    ana.page.evaluate("window.dispatchEvent(new Event('online'))")
    ana.live()
    ana.page.evaluate("""(key) => new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'lockstep.v1');
        socket.onmessage = resolve;
        socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', client: key }));
    })""", ana.page.evaluate("sessionStorage.getItem('lockstep.key')"))
    expect(ana.page.locator(".notice")).to_be_visible()
    axe.check("taken over")
    expect(ana.page.locator(".status[data-state=stopped]")).to_be_visible()
    ana.control("reconnect").click()
    ana.live()
    expect(ana.page.locator(".status[data-state=online]")).to_be_visible()
    axe.verdict()


def test_axe_finds_nothing_in_questions_and_kept_texts(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    ana = visit(name)
    axe = Inspector(ana)
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.type("Mine")
    lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"title": "Theirs"}})
    ana.at_revision(1)
    ana.page.keyboard.press("Enter")
    expect(ana.row("a").locator(".question")).to_be_visible()
    for what, open_menu in [("list", "rename-list"), ("section", "section-menu")]:
        ana.control(open_menu).click()
        if what == "section":
            ana.control("rename-section").click()
        ana.page.locator("dialog textarea").fill("Mine")
        action = ({"op": "updateList", "title": "Theirs"} if what == "list"
                  else {"op": "updateSection", "section": "one", "title": "Theirs"})
        lockstep.edit(name, action)
        expect(ana.page.get_by_text("Theirs").nth(1 if what == "list" else 2)).to_be_attached()
        ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".question")).to_have_count(3)
    ana.within("b", "rename").click()
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("a note")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["b"]})
    expect(ana.page.locator(".kept")).to_be_visible()
    axe.check("three questions and a kept text", dark=True)
    axe.verdict()
