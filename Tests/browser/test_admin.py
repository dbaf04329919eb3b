"""The page about the server under /admin: by use, with and without the right to it."""

import json
import re
import sqlite3
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Error, expect

from axe_looks import Inspector
from conftest import DESKTOP, PHONE
from lockstep_server import ROOT, LockstepServer
from test_sign_in import SECRET, token

PATIENCE = 10_000
"""Milliseconds: the page asks once a second, and a busy machine takes its time."""


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


def served(folder, admin=True, *options, **settings):
    """A server with the sample lists, whose admin page is open to this machine, or not."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps({"admin": {"open": admin}, **settings}))
    return LockstepServer(folder, ROOT / "config/lists", "--config", str(folder / "settings.json"), *options)


@pytest.fixture
def watched(tmp_path):
    """A server whose admin page is open to this machine."""
    running = served(tmp_path / "watched").start()
    yield running
    running.stop()


@pytest.fixture
def operator(browser):
    """Opens the page as somebody new: `operator(server, "lists")`; no page may have an error."""
    contexts, faults = [], []

    def make(server, section="figures", viewport=None, **options):
        context = browser.new_context(viewport=viewport or DESKTOP, **options)
        contexts.append(context)
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


def test_figures_and_lists_are_live_while_somebody_edits(watched, operator, visit):
    person = operator(watched)
    expect(person.page.get_by_text("Lockstep 0.1.0")).to_be_visible(timeout=PATIENCE)
    expect(person.page.get_by_text("This server", exact=True)).to_be_visible()
    ana = visit("groceries", on=watched)
    person.show("lists")
    row = person.row("groceries")
    expect(row.locator("td").nth(1)).to_have_text("1", timeout=PATIENCE)
    before = row.locator("td").nth(3).inner_text()
    assert before == "0" and row.locator("th").inner_text() == "Groceries"
    status, _ = watched.request("POST", "/api/lists/groceries/edits", {
        "id": 1, "actions": [{"op": "insertRow", "fields": {"title": "Tea"}}]})
    assert status == 200
    expect(row.locator("td").nth(3)).to_have_text("1", timeout=PATIENCE)
    expect(row.locator("td").nth(5)).not_to_have_text("–")
    row.locator("a").click()
    expect(person.page.get_by_text("Tea", exact=True)).to_be_visible(timeout=PATIENCE)
    ana.page.close()


def test_lists_are_sorted_by_headings_and_found(watched, operator):
    person = operator(watched, "lists")
    names = person.page.locator("tbody th")
    expect(names.first).to_be_visible(timeout=PATIENCE)
    person.page.locator('[data-sort="title"]').click()
    expect(names.first).to_have_text("Ana Ferreira", timeout=PATIENCE)
    expect(person.page.locator('th[aria-sort="ascending"]')).to_have_text("Title")
    person.page.get_by_role("searchbox").fill("ROAD")
    expect(names).to_have_count(1, timeout=PATIENCE)
    person.page.get_by_role("searchbox").fill("nothing has this")
    expect(person.page.locator(".table-view .page-message")).to_have_text("Nothing has that in it.", timeout=PATIENCE)


def edit_until_told(person, server, name, shows):
    """Edits a list until the page shows that somebody does."""
    for number in range(1, 60):
        server.request("POST", f"/api/lists/{name}/edits", {
            "id": number, "actions": [{"op": "updateList", "title": f"Title {number}"}]})
        if shows():
            return
        person.page.wait_for_timeout(200)
    raise AssertionError("the page shows no edits")


def test_rates_are_shown_while_lists_are_edited(watched, operator):
    person = operator(watched)
    edits = person.page.locator('[data-figure="edits"] .figure-value')
    expect(edits).to_have_text("0", timeout=PATIENCE)
    edit_until_told(person, watched, "chores", lambda: edits.inner_text() not in ("0", "–"))
    person.show("lists")
    first = person.page.locator("tbody tr").first
    expect(first).to_be_visible(timeout=PATIENCE)
    edit_until_told(person, watched, "chores", lambda: re.match(r"Title \d+\s", first.inner_text())
                    and first.locator("td").nth(2).inner_text() not in ("0", "–"))
    expect(person.page.locator('th[aria-sort="descending"]')).to_have_text("Edits/s")


def test_long_tables_are_turned_and_keep_focus_and_place_while_they_are_renewed(watched, operator):
    for _ in range(120):
        watched.make({"one": "a"})
    person = operator(watched, "lists")
    range_ = person.page.locator(".paging-range")
    expect(range_).to_have_text("1–100 of 125", timeout=PATIENCE)
    person.page.locator('[data-sort="list"]').click()
    # The requests of the next seconds leave the page as its user has it.
    link = person.page.locator("tbody a").nth(60)
    link.focus()
    place = "document.querySelector('.table-scroll').scrollTop"
    top = person.page.evaluate(place)
    assert top > 0
    up = person.page.locator(".subtitle").inner_text()
    for _ in range(3):
        expect(person.page.locator(".subtitle")).not_to_have_text(up, timeout=PATIENCE)
        up = person.page.locator(".subtitle").inner_text()
    expect(link).to_be_focused()
    assert person.page.evaluate(place) == top
    person.page.locator('[data-action="next-page"]').click()
    expect(range_).to_have_text("101–125 of 125", timeout=PATIENCE)
    expect(person.page.locator("tbody tr")).to_have_count(25)
    expect(person.page.locator('[data-action="next-page"]')).to_have_attribute("aria-disabled", "true")
    person.page.get_by_role("searchbox").fill("groceries")
    expect(range_).to_have_text("1 in all", timeout=PATIENCE)
    expect(person.page.get_by_role("searchbox")).to_be_focused()


def test_nothing_is_asked_while_nobody_looks(watched, operator):
    person, asked = operator(watched), []
    person.page.on("websocket", lambda socket: socket.on(
        "framesent", lambda text: asked.append(text)))
    person.page.reload()
    expect(person.page.get_by_text("Lockstep 0.1.0")).to_be_visible(timeout=PATIENCE)
    look = """(hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    person.page.evaluate(look, True)
    person.page.wait_for_timeout(500)
    before = len(asked)
    person.page.wait_for_timeout(2500)
    assert len(asked) == before
    person.page.evaluate(look, False)
    person.page.wait_for_timeout(500)
    assert len(asked) > before


def test_page_speaks_german(watched, operator):
    person = operator(watched, "health", locale="de-DE")
    expect(person.page.get_by_text("Der Server speichert Änderungen.")).to_be_visible(timeout=PATIENCE)
    expect(person.page).to_have_title("Server – Lockstep")
    expect(person.page.locator("html")).to_have_attribute("lang", "de")


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


def test_paused_hook_is_shown_and_resumed(tmp_path, operator, receiver):
    (tmp_path / "hooks.json").write_text(json.dumps({"hooks": [{
        "name": "crm", "url": f"http://127.0.0.1:{receiver.server_port}/lists",
        "secrets": ["whsec_MfKQ9r8GKYqTwjUPD8ILPZIo2LaLaSww"]}]}))
    server = served(tmp_path / "told", hooks={"file": str(tmp_path / "hooks.json"), "allowPrivate": True})
    server.start()
    try:
        server.make({"one": "a"})
        person = operator(server, "hooks")
        hook = person.page.locator('[data-hook="crm"]')
        expect(hook.locator(".pill")).to_have_text("Paused", timeout=PATIENCE)
        expect(hook).to_contain_text("410")
        inspector = Inspector(person)
        inspector.check("a paused hook")
        receiver.status = 204
        hook.get_by_role("button", name="Resume the hook crm").click()
        expect(hook.locator(".pill")).to_have_text("Sending", timeout=PATIENCE)
        expect(hook).to_contain_text("Has been told of everything", timeout=PATIENCE)
        expect(hook.get_by_role("button")).to_be_hidden()
        inspector.check("a resumed hook", zoomed=False)
        inspector.verdict()
    finally:
        server.stop()


def test_service_worker_never_answers_for_the_server(watched, visit):
    ana = visit("groceries", on=watched)
    ana.page.evaluate("navigator.serviceWorker.ready")
    ana.page.reload()
    ana.live()
    ana.page.goto(f"{watched.url}/admin")
    expect(ana.page.get_by_text("Lockstep 0.1.0")).to_be_visible(timeout=PATIENCE)
    kept = ana.page.evaluate("""async () => {
        const cache = await caches.open((await caches.keys())[0]);
        return (await cache.keys()).map(({ url }) => url);
    }""")
    assert kept and not [url for url in kept if "admin" in url]
    watched.kill()
    with pytest.raises(Error):
        ana.page.goto(f"{watched.url}/admin")


def test_session_is_shown_with_its_address_and_ended_for_good(watched, operator, visit):
    ana = visit("groceries", person="Ana Example", on=watched)
    person = operator(watched, "sessions")
    row = person.row("Ana Example")
    expect(row).to_contain_text("127.0.0.1", timeout=PATIENCE)
    expect(row.locator("td").nth(3)).to_have_text("1", timeout=PATIENCE)
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
    expect(row).to_have_count(0, timeout=PATIENCE)
    notice = ana.page.get_by_text("ended this session")
    expect(notice.first).to_be_visible(timeout=PATIENCE)
    # It stays away until its user wants otherwise.
    ana.page.wait_for_timeout(2_500)
    expect(row).to_have_count(0)
    ana.page.get_by_role("button", name="Connect").first.click()
    expect(person.row("Ana Example")).to_be_visible(timeout=PATIENCE)


def test_list_that_cannot_be_read_needs_attention(tmp_path, operator):
    server = served(tmp_path / "damaged").start()
    server.stop()
    with sqlite3.connect(server.folder / "lists.sqlite") as store:
        store.execute("UPDATE snapshots SET body = x'00' WHERE list = (SELECT key FROM lists WHERE id = 'chores')")
    store.close()
    server.start()
    try:
        person = operator(server)
        expect(person.page.locator(".tab-mark")).to_be_visible(timeout=PATIENCE)
        health = person.show("health")
        expect(health.locator('[data-health="unreadable"]')).to_contain_text("chores")
        expect(health.locator('[data-health="ready"]')).to_have_attribute("data-well", "yes")
        inspector = Inspector(person)
        inspector.check("a list that cannot be read")
        inspector.verdict()
    finally:
        server.stop()


def test_page_goes_on_with_a_server_that_was_killed(watched, operator):
    person = operator(watched)
    expect(person.page.get_by_text("Lockstep 0.1.0")).to_be_visible(timeout=PATIENCE)
    watched.kill()
    expect(person.page.locator(".admin-age")).to_contain_text("Not connected", timeout=PATIENCE)
    watched.start()
    expect(person.page.locator(".admin-age")).to_have_text("", timeout=30_000)


@pytest.mark.parametrize("lists", [{"*": "viewer"}, {"groceries": "owner"}, {"*": "owner", "chores": "viewer"}])
def test_token_that_owns_less_than_everything_shows_nothing_and_another_can_be_given(tmp_path, operator, lists):
    (tmp_path / "tokens.key").write_text(SECRET)
    server = served(tmp_path / "guarded", True, "--auth-mode", "jwt", "--auth-keys", str(tmp_path / "tokens.key"))
    server.start()
    try:
        person = operator(server, "sessions")
        person.page.get_by_role("dialog", name="Sign in").get_by_label("Token").fill(token(**lists))
        person.page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
        refusal = person.page.locator("[data-refused]")
        expect(refusal).to_contain_text("does not own every list", timeout=PATIENCE)
        expect(person.page.locator("table")).to_be_hidden()
        assert "groceries" not in person.page.content()
        inspector = Inspector(person)
        inspector.check("refused")
        inspector.verdict()
        refusal.get_by_role("button").click()
        person.page.get_by_role("dialog", name="Sign in").get_by_label("Token").fill(token("root", **{"*": "owner"}))
        person.page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
        expect(person.row("root").first).to_be_visible(timeout=PATIENCE)
    finally:
        server.stop()


def test_page_is_off_without_authentication_unless_it_is_opened(lockstep):
    status, text = lockstep.request("GET", "/admin")
    assert status == 404 and "admin.open" in text


def test_what_a_proxy_passed_on_is_told_nothing(watched, operator):
    person = operator(watched, extra_http_headers={"X-Forwarded-For": "192.0.2.1"})
    assert "proxy" in person.page.inner_text("body")
    # Were the page there nevertheless, its session would be refused.
    person.page.goto(f"{watched.url}/admin/index.html")
    expect(person.page.locator("[data-refused]")).to_contain_text("machine of the server", timeout=PATIENCE)


def test_overview_leads_there_for_those_who_may(watched, lockstep, visit):
    for server, count in ((watched, 1), (lockstep, 0)):
        ana = visit("groceries", on=server)
        ana.page.goto(f"{server.url}/#/")
        ana.page.locator('[data-action="overview-menu"]').click()
        expect(ana.page.locator('[data-action="server"]')).to_have_count(count)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_section_is_free_of_what_axe_finds(watched, operator, visit, viewport):
    ana = visit("groceries", person="Ana Example", on=watched)
    person = operator(watched, viewport=viewport)
    expect(person.page.get_by_text("Lockstep 0.1.0")).to_be_visible(timeout=PATIENCE)
    inspector = Inspector(person)
    for section in ("figures", "lists", "sessions", "hooks", "health"):
        person.show(section)
        if section in ("lists", "sessions"):
            expect(person.page.locator("tbody tr").first).to_be_visible(timeout=PATIENCE)
        inspector.check(section)
    person.show("sessions")
    person.row("Ana Example").get_by_role("button").click()
    inspector.check("question", zoomed=False)
    inspector.verdict()
    ana.page.close()
