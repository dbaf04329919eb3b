"""The page about the server under /admin: by use, with and without the right to it."""

import json
import re
import sqlite3
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from list_page import PATIENCE, until
from lockstep_server import ROOT, LockstepServer
from windows import DESKTOP, PHONE, PLAIN

class Operator:
    """Somebody with the page open."""

    def __init__(self, page, server):
        self.page, self.server = page, server

    def open(self, section="figures"):
        """Opens the page at a section."""
        self.page.goto(f"{self.server.url}/admin#{section}")
        return self

    def show(self, section):
        """Goes to another section."""
        self.page.locator(f'[data-tab="{section}"]').click()
        return self.page.locator(f'[data-section-shown="{section}"]')

    def row(self, text):
        """The row of the table that has a text in it."""
        return self.page.locator("tbody tr", has_text=text)

    def still(self):
        """Waits until nothing moves."""
        self.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """A server whose admin page is open to this machine."""
    folder = tmp_path_factory.mktemp("watched")
    running = served(folder).start()
    yield running
    running.stop()


def served(folder, **settings):
    """A server with the sample lists, whose admin page is open to this machine."""
    (folder / "settings.json").write_text(json.dumps({"admin": {"open": True}, **settings}))
    return LockstepServer(folder, ROOT / "config/lists", "--config", str(folder / "settings.json"))


@pytest.fixture
def operator(browser):
    """Opens the page as somebody new: `operator(server, "lists")`; no page may have an error."""
    contexts, faults = [], []

    def make(server, section="figures", viewport=None, **options):
        context = browser.new_context(viewport=viewport or DESKTOP, service_workers="block", **options)
        contexts.append(context)
        context.add_init_script(PLAIN)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text)
                if "Content Security Policy" in message.text else None)
        return Operator(page, server).open(section)

    yield make
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def edit_until_shown(person, server, name, shows):
    """Edits a list until the page shows that somebody does: a rate is that of the last seconds."""
    number = 0

    def notified():
        nonlocal number
        number += 1
        server.request("POST", f"/api/lists/{name}/edits", {
            "id": number, "actions": [{"op": "updateList", "title": f"Title {number}"}]})
        return shows()

    until(person.page, notified)


@pytest.fixture
def receiver():
    """A receiver of hooks that wants no more of them, until its `status` is another one."""
    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(self.server.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.status = 410
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def notified(tmp_path, receiver):
    """A server with a hook to the receiver, which the test may kill."""
    (tmp_path / "hooks.json").write_text(json.dumps({"hooks": [{
        "name": "crm", "url": f"http://127.0.0.1:{receiver.server_port}/lists",
        "secrets": ["whsec_MfKQ9r8GKYqTwjUPD8ILPZIo2LaLaSww"]}]}))
    running = served(tmp_path, hooks={"file": str(tmp_path / "hooks.json"), "allowPrivate": True}).start()
    yield running
    running.stop()


def damage(server, name):
    """Makes a list of a server that does not run one that cannot be read."""
    with sqlite3.connect(server.folder / "lists.sqlite") as store:
        store.execute("UPDATE snapshots SET body = x'00' WHERE list = (SELECT key FROM lists WHERE id = ?)", (name,))
    store.close()


def follows_edits(person, server, ana):
    """Figures and lists are live while somebody edits."""
    expect(person.page.get_by_text("Lockstep 0.1.0")).to_be_visible()
    expect(person.page.get_by_text("This server", exact=True)).to_be_visible()
    edits = person.page.locator('[data-figure="edits"] .figure-value')
    expect(edits).to_have_text("0")
    edit_until_shown(person, server, "numbers", lambda: edits.inner_text() not in ("0", "–"))
    person.show("lists")
    row = person.row("groceries")
    expect(row.locator("td").nth(1)).to_have_text("1")
    assert row.locator("td").nth(3).inner_text() == "0" and row.locator("th").inner_text() == "Groceries"
    server.edit("groceries", {"op": "insertRow", "fields": {"title": "Tea"}})
    expect(row.locator("td").nth(3)).to_have_text("1")
    expect(row.locator("td").nth(5)).not_to_have_text("–")
    # What is edited most comes first.
    first = person.page.locator("tbody tr").first
    edit_until_shown(person, server, "numbers", lambda: re.match(r"Title \d+\s", first.inner_text())
                    and first.locator("td").nth(2).inner_text() not in ("0", "–"))
    expect(person.page.locator('th[aria-sort="descending"]')).to_have_text("Edits/s")


def resumes_a_hook(person, inspector, receiver):
    """A hook that the receiver has paused is shown so, until it is resumed."""
    person.show("hooks")
    hook = person.page.locator('[data-hook="crm"]')
    expect(hook.locator(".pill")).to_have_text("Paused")
    expect(hook).to_contain_text("410")
    inspector.check("a paused hook")
    receiver.status = 204
    hook.get_by_role("button", name="Resume the hook crm").click()
    expect(hook.locator(".pill")).to_have_text("Sending")
    expect(hook).to_contain_text("Has been told of everything")
    expect(hook.get_by_role("button")).to_be_hidden()


def test_figures_lists_and_hooks_are_live_over_the_servers_end_and_a_list_that_cannot_be_read_is_shown(
        notified, operator, visit, receiver):
    ana, person = visit("groceries", on=notified), operator(notified)
    inspector = Inspector(person)
    follows_edits(person, notified, ana)
    # Who may see it is led there from the overview.
    ana.go("#/")
    ana.control("overview-menu").click()
    expect(ana.control("server")).to_have_count(1)
    resumes_a_hook(person, inspector, receiver)
    notified.kill()
    expect(person.page.locator(".admin-age")).to_contain_text("Not connected")
    damage(notified, "chores")
    notified.start()
    expect(person.page.locator(".admin-age")).to_have_text("")
    expect(person.page.locator(".tab-mark")).to_be_visible()
    health = person.show("health")
    expect(health.locator('[data-health="unreadable"]')).to_contain_text("chores")
    expect(health.locator('[data-health="ready"]')).to_have_attribute("data-well", "yes")
    inspector.check("a list that cannot be read")
    person.show("lists")
    # By a key: the table is sorted by rates, and a row may move under the pointer.
    person.row("groceries").locator("a").press("Enter")
    expect(person.page.get_by_text("Tea", exact=True)).to_be_visible()
    inspector.verdict()


def test_long_tables_are_turned_and_keep_focus_and_place_while_they_are_renewed(watched, operator):
    lists = len(watched.request("GET", "/api/lists")[1]["lists"])
    for _ in range(lists, 125):
        watched.make({"one": "a"})
    person = operator(watched, "lists")
    range_ = person.page.locator(".paging-range")
    expect(range_).to_have_text("1–100 of 125")
    person.page.locator('[data-sort="title"]').click()
    names = person.page.locator("tbody th")
    expect(names.first).to_have_text("Ana Ferreira")
    expect(person.page.locator('th[aria-sort="ascending"]')).to_have_text("Title")
    # The requests of the next seconds leave the page as its user has it.
    link = person.page.locator("tbody a").nth(60)
    link.focus()
    place = "document.querySelector('.table-scroll').scrollTop"
    top = person.page.evaluate(place)
    assert top > 0
    up = person.page.locator(".subtitle").inner_text()
    for _ in range(2):
        expect(person.page.locator(".subtitle")).not_to_have_text(up)
        up = person.page.locator(".subtitle").inner_text()
    expect(link).to_be_focused()
    assert person.page.evaluate(place) == top
    person.page.locator('[data-action="next-page"]').click()
    expect(range_).to_have_text("101–125 of 125")
    expect(person.page.locator("tbody tr")).to_have_count(25)
    expect(person.page.locator('[data-action="next-page"]')).to_have_attribute("aria-disabled", "true")
    person.page.get_by_role("searchbox").fill("groceries")
    expect(range_).to_have_text("1 in all")
    expect(person.page.get_by_role("searchbox")).to_be_focused()
    person.page.get_by_role("searchbox").fill("nothing has this")
    expect(person.page.locator(".table-view .page-message")).to_have_text("Nothing has that in it.")


def test_nothing_is_asked_while_nobody_looks(watched, operator):
    person, asked = operator(watched), []
    person.page.on("websocket", lambda socket: socket.on(
        "framesent", lambda text: asked.append(text) if '"admin"' in text else None))
    person.page.clock.install()
    person.page.reload()
    expect(person.page.get_by_text("Lockstep 0.1.0")).to_be_visible()
    look = """(hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    before = len(asked)
    person.page.clock.run_for(2000)
    until(person.page, lambda: len(asked) > before)
    person.page.evaluate(look, True)
    # The answer that was under way is here.
    person.page.evaluate("() => new Promise((done) => { fetch('/healthz').then(done); })")
    before = len(asked)
    person.page.clock.run_for(20_000)
    person.page.evaluate("() => new Promise((done) => { fetch('/healthz').then(done); })")
    assert len(asked) == before
    person.page.evaluate(look, False)
    until(person.page, lambda: len(asked) > before)


def test_session_is_shown_with_its_address_and_ended_for_good(watched, operator, visit):
    ana = visit("groceries", person="Ana Example", on=watched)
    person = operator(watched, "sessions")
    row = person.row("Ana Example")
    expect(row).to_contain_text("127.0.0.1")
    expect(row.locator("td").nth(3)).to_have_text("1")
    own = person.page.locator("tr[data-own]")
    expect(own).to_contain_text("This page")
    expect(own.get_by_role("button")).to_have_count(0)
    row.get_by_role("button").click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ana Example")
    dialog.get_by_role("button", name="Cancel").click()
    expect(row).to_be_visible()
    row.get_by_role("button").click()
    person.page.get_by_role("dialog").get_by_role("button", name="End session").click()
    expect(row).to_have_count(0)
    notice = ana.page.get_by_text("ended this session")
    expect(notice.first).to_be_visible()
    ana.page.get_by_role("button", name="Connect").first.click()
    expect(person.row("Ana Example")).to_be_visible()


def test_axe_finds_nothing_in_any_section_and_german_fits_on_a_phone(watched, operator, visit):
    visit("groceries", person="Ana Example", on=watched)
    person, german = operator(watched), operator(watched, viewport=PHONE, locale="de-DE")
    inspectors = [Inspector(person), Inspector(german)]
    for inspector in inspectors:
        one = inspector.person
        expect(one.page.get_by_text("Lockstep 0.1.0")).to_be_visible()
        for section in ("figures", "lists", "sessions", "hooks", "health"):
            one.show(section)
            if section == "lists":
                # However many there are, one is like the other.
                one.page.get_by_role("searchbox").fill("groceries")
                expect(one.page.locator("tbody tr")).to_have_count(1)
            if section == "sessions":
                expect(one.page.locator("tbody tr").first).to_be_visible()
            if one is person:
                inspector.check(section, dark=True)
            else:
                inspector.check_width(section)
    expect(german.page.get_by_text("Der Server speichert Änderungen.")).to_be_visible()
    expect(german.page).to_have_title("Server – Lockstep")
    expect(german.page.locator("html")).to_have_attribute("lang", "de")
    person.show("sessions")
    person.row("Ana Example").get_by_role("button").click()
    inspectors[0].check("question", zoomed=False)
    for inspector in inspectors:
        inspector.verdict()
