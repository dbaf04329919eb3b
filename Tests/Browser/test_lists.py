"""The list of lists, links, first visits, what is kept of lists, and installing."""

import json
import re

from playwright.sync_api import expect

from browser_store import REMEMBERED
from list_page import until_true
from lockstep_server import SESSIONS

SMALL = """() => [...document.querySelectorAll('button, a, .tick')]
    .filter((element) => element.offsetParent !== null)
    .map((element) => [element.dataset.action ?? element.className, element.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 44 || height < 44)
    .map(([name, { width, height }]) => `${name} ${width}x${height}`)"""


def overview_row(person, name):
    return person.page.locator(f'[data-list-row="{name}"]')


def test_a_list_is_renamed_from_the_overview_and_it_follows_what_others_do(visit, lockstep):
    name = lockstep.make({"one": "a b"}, title="Old name")
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.go("#/")
    ana.edit()
    row = overview_row(ana, name)
    row.locator("[data-action=retitle-list]").click()
    ana.page.locator("dialog textarea").fill("New name")
    ana.page.keyboard.press("Enter")
    expect(row.locator(".title")).to_have_text("New name")
    expect(tom.page.locator("h1")).to_have_text("New name")
    expect(tom.page).to_have_title(re.compile("New name"))
    assert lockstep.snapshot(name)["title"] == "New name"
    expect(row.locator(".here")).to_have_text("1 here")
    ana.edit()
    expect(row.locator("[data-action=retitle-list]")).to_be_hidden()
    made = lockstep.make({"one": "a b"}, title="Made meanwhile")
    row = overview_row(ana, made)
    expect(row.locator(".count")).to_have_text("2")
    lockstep.edit(made, {"op": "deleteRows", "rows": ["a"]})
    expect(row.locator(".count")).to_have_text("1")
    lockstep.request("DELETE", f"/api/lists/{made}")
    expect(row).to_have_count(0)


def test_hints_are_there_at_first_and_stay_away_once_known(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name, phone=True)
    # With a name, as the question for it takes the place of the hint.
    ana.page.evaluate("localStorage.clear(); localStorage.setItem('lockstep.name', 'Ana')")
    ana.go("#/")
    hint = ana.page.locator(".first-hint[role=note]")
    expect(hint).to_have_text(re.compile("another device"))
    ana.edit()
    assert ana.page.evaluate(SMALL) == []
    ana.go(f"#/list/{name}")
    expect(hint).to_have_text(re.compile("Tap Edit"))
    assert ana.page.evaluate(SMALL) == []
    ana.go("#/")
    expect(overview_row(ana, name)).to_be_visible()
    expect(hint).to_be_hidden()
    ana.go(f"#/list/{name}")
    ana.control("got-it").click()
    expect(hint).to_be_hidden()
    ana.page.reload()
    ana.live()
    expect(hint).to_be_hidden()
    ana.go("#/list/groceries")
    ana.live()
    ana.edit()
    ana.still()
    assert ana.page.evaluate(SMALL) == []


def test_an_empty_list_says_what_to_do_and_what_is_missing_or_unknown_leads_back(visit, lockstep):
    ana = visit(lockstep.make([]))
    expect(ana.page.locator(".page-words")).to_have_text(re.compile("Add section"))
    ana.edit()
    expect(ana.control("delete-where")).to_be_hidden()
    ana.control("add-section").click()
    ana.page.locator("dialog textarea").fill("First")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".section-title")).to_have_text("First")
    expect(ana.page.locator(".page-words")).to_be_hidden()
    ana.control("rename-list").click()
    expect(ana.page.locator("dialog")).to_be_visible()
    ana.go("#/list/nobody-made-this")
    expect(ana.page.locator(".page-words")).to_have_text(re.compile("not there"))
    expect(ana.page.locator("dialog")).to_have_count(0)
    expect(ana.control("edit")).to_be_disabled()
    expect(ana.page.locator(".toolbar")).to_be_hidden()
    ana.page.locator(".page-link").click()
    expect(ana.page.locator("h1")).to_have_text("Lists")
    for address in ("#/nowhere", "#/list/a/b"):
        ana.go(address)
        expect(ana.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        expect(ana.page.get_by_role("status").filter(has_text="leads to no list")).to_be_visible()
        ana.page.get_by_role("link", name="Show all lists").click()
        expect(ana.page.get_by_role("heading", name="Lists", exact=True)).to_be_visible()


def test_without_a_network_the_overview_holds_what_was_opened(visit, lockstep):
    name = lockstep.make({"one": "a b c"}, title="Kept")
    never = lockstep.make({"one": "a"}, title="Never opened")
    ana = visit(name)
    until_true(ana.page, f"(list) => ({REMEMBERED})(list).then((revision) => revision !== null)", name)
    ana.page.context.set_offline(True)
    expect(ana.page.locator(".status[data-state=waiting]")).to_be_visible()
    ana.go("#/")
    expect(overview_row(ana, name).locator(".count")).to_have_text("3")
    expect(overview_row(ana, never)).to_have_count(0)
    expect(ana.page.locator(".page-message")).to_have_text(re.compile("You are offline"))
    ana.control("new-list").click()
    ana.page.locator("dialog textarea").fill("Not now")
    ana.page.keyboard.press("Enter")
    ana.toasted("while you are connected")
    ana.go(f"#/list/{never}")
    expect(ana.page.locator(".page-words")).to_have_text(re.compile("no connection"))
    ana.page.context.set_offline(False)
    ana.live()
    ana.shows([["one", "a"]])


def test_the_page_can_be_installed(visit, lockstep):
    ana = visit("groceries")
    session = ana.page.context.new_cdp_session(ana.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"display": "standalone"' in manifest["data"]
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every context of a test counts as a private window.
    assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []


def test_history_goes_back_page_by_page_and_follows(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    for index in range(35):
        lockstep.edit(name, {"op": "updateRow", "row": "a", "fields": {"title": f"name {index}"}})
    ana = visit(name)
    ana.control("history").click()
    entries = ana.page.locator("[data-revision] .title")
    expect(entries).to_have_count(30)
    expect(entries.first).to_have_text("Someone renamed a row to “name 34”")
    ana.control("older").click()
    expect(entries).to_have_count(35)
    expect(ana.control("older")).to_be_hidden()
    lockstep.edit(name, {"op": "moveRow", "row": "b", "to": {"section": "one", "index": 0}})
    expect(entries.first).to_have_text("Someone moved “b”")
    lockstep.edit(name, {"op": "deleteRows", "rows": ["a"]})
    expect(entries.first).to_have_text("Someone deleted “name 34”")
    tom = visit(name, "Tom Berg")
    tom.edit()
    tom.rename("b", "Beta")
    expect(entries.first).to_have_text("Tom Berg renamed a row to “Beta”")
    ana.control("back").click()
    ana.shows([["one", "b"]])


class Maker:
    """Stands between a page and its server: holds back that a list is made until `answer`, and has one `refused`."""

    def __init__(self, page):
        self.held, self.refused = [], None
        page.route_web_socket(SESSIONS, self._connect)

    def _connect(self, route):
        self.page, server = route, route.connect_to_server()
        route.on_message(lambda text: self._from_page(server, text))
        server.on_message(self._from_server)

    def _from_page(self, server, text):
        if '"create"' in text and self.refused:
            error = {"type": "error", "code": self.refused, "message": "no", "fatal": False}
            self.held.append(json.dumps({**error, "list": json.loads(text)["list"]}))
        else:
            server.send(text)

    def _from_server(self, text):
        if '"created"' in text:
            self.held.append(text)
        else:
            self.page.send(text)

    def answer(self):
        self.page.send(self.held.pop())


def test_what_is_typed_while_a_list_is_made_stands_in_its_first_rows(visit):
    ana = visit("groceries", prepared=Maker)
    maker, keyboard = ana.relay, ana.page.keyboard
    ana.go("#/")

    def make(title, text):
        ana.control("new-list").click()
        expect(ana.page.locator("dialog textarea")).to_be_focused()
        keyboard.type(title)
        keyboard.press("Enter")
        keyboard.type(text)
        ana.until(lambda: maker.held)
        maker.answer()
    make("Trip", "Milk /n?\nBr")
    field = ana.page.locator("[data-new=items]")
    expect(field).to_be_focused()
    keyboard.type("ead")
    expect(field).to_have_value("Bread")
    ana.shows_titles([["Milk /n?"]])
    keyboard.press("Enter")
    ana.shows_titles([["Milk /n?", "Bread"]])
    ana.go("#/")
    maker.refused = "tooManyLists"
    make("Other", "Rye\nOats")
    kept = ana.page.locator(".recovered-draft")
    expect(kept).to_have_text("Rye\nOats")
    expect(ana.page.locator(".kept-reason")).to_have_text(re.compile("too many lists"))
    # Who types on makes no other list of that.
    keyboard.type("\nCorn")
    expect(kept).to_have_text("Rye\nOats\nCorn")
    keyboard.press("Escape")
    expect(ana.control("new-list")).to_be_focused()
    expect(kept).to_have_count(1)
    maker.refused = None
    ana.control("new-list").click()
    keyboard.press("ControlOrMeta+a")
    keyboard.type("First\n")
    keyboard.type("Mi")
    # A click on what is typed is about that.
    ahead = ana.page.locator("[name=typed-ahead]")
    ahead.click()
    keyboard.press("End")
    keyboard.type("lk")
    expect(ahead).to_have_value("Milk")
    # The next list is being named: nobody is taken away from that.
    ana.control("new-list").click()
    keyboard.press("ControlOrMeta+a")
    keyboard.type("Sec")
    ana.until(lambda: maker.held)
    maker.answer()
    expect(ahead).to_have_count(0)
    keyboard.type("ond")
    expect(ana.page.locator("dialog textarea")).to_have_value("Second")
