"""Signing in: a token is asked for, kept for the tab, and asked for again when it is refused."""

import json

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from list_page import PATIENCE, ListPage, until_true
from lockstep_server import ROOT, LockstepServer
from test_export_import import DROP
from tokens import SECRET, token
from windows import PLAIN

LATE = "**/assets/lazy.*"


@pytest.fixture
def open_server(tmp_path):
    """A server with the sample lists that asks for no tokens yet: `guard()` starts it again as one that does."""
    (tmp_path / "tokens.key").write_text(SECRET)
    running = LockstepServer(tmp_path, ROOT / "config/lists").start()

    def guard():
        running.options = ("--auth-mode", "jwt", "--auth-keys", str(tmp_path / "tokens.key"))
        running.start()

    running.guard = guard
    yield running
    running.stop()


@pytest.fixture
def stranger(browser):
    """Opens a list of a server as somebody without a token, none of whose pages may have an error."""
    contexts, faults = [], []

    def make(server, name="groceries", late=True, at=None):
        context = browser.new_context(service_workers="block", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PLAIN)
        contexts.append(context)
        page = context.new_page()
        visitor = ListPage(page, server, name)
        visitor.addresses = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: visitor.addresses.append(request.url))
        page.on("websocket", lambda socket: visitor.addresses.append(socket.url))
        if not late:
            page.route(LATE, lambda route: route.abort())
        page.goto(f"{server.url}{at or f'/#/list/{name}'}")
        return visitor

    yield make
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def dialog(person):
    return person.page.get_by_role("dialog", name="Sign in")


def give(person, text):
    person.page.get_by_label("Token").fill(text)
    person.page.keyboard.press("Enter")


def says_to_sign_in(person):
    """Every page says that one has to, where the question is put aside."""
    person.page.keyboard.press("Escape")
    for address, words in (("#/list/groceries/history", "Sign in to see this list."), ("#/", "Sign in to see the lists."),
                           ("#/list/groceries", "Sign in to see this list.")):
        person.go(address)
        expect(person.page.locator(".page-message:visible")).to_contain_text(words)
    person.page.get_by_role("button", name="Sign in").click()


def keeps_the_token_for_the_tab(person, good):
    """Not for other tabs, and in no address."""
    expect(dialog(person)).to_have_count(0)
    expect(person.page.locator(".name-question")).to_be_hidden()
    person.page.reload()
    person.live()
    person.go("#/list/groceries/history")
    expect(person.page.get_by_text("Nothing has happened yet.")).to_be_visible()
    assert not any(good in address for address in person.addresses)
    stored = person.page.evaluate("[{...localStorage}, {...sessionStorage}]")
    assert good not in json.dumps(stored[0]) and good in json.dumps(stored[1])


def test_token_is_asked_for_until_a_good_one_is_given_and_kept_for_the_tab(stranger, guarded):
    ana = stranger(guarded, late=False)
    # The question cannot be loaded now: that is told, and it can be tried again.
    expect(ana.page.locator("#toasts")).to_contain_text("could not be loaded now")
    ana.page.unroute(LATE)
    ana.control("reconnect").click()
    expect(dialog(ana)).to_contain_text("A token is needed here")
    expect(ana.page.get_by_label("Token")).to_be_focused()
    inspector = Inspector(ana)
    inspector.check("a token is asked for")
    inspector.verdict()
    says_to_sign_in(ana)
    give(ana, "this.is.wrong")
    expect(dialog(ana)).to_contain_text("This is no token")
    good = token()
    give(ana, good)
    ana.live()
    keeps_the_token_for_the_tab(ana, good)
    # The name that the token gives is not asked for.
    ana.go("#/")
    ana.control("name").click()
    expect(ana.page.get_by_label("Your name")).to_have_value("Ana")
    expect(ana.page.get_by_label("Your name")).not_to_be_editable()


def test_what_a_viewer_may_not_do_is_not_offered(stranger, guarded):
    ana = stranger(guarded)
    give(ana, token(**{"*": "viewer", "numbers": "editor"}))
    ana.live()
    expect(ana.page.locator(".subtitle")).to_have_text("9 items · View only")
    expect(ana.control("edit")).to_be_disabled()
    for action in ("edit", "undo", "new-item"):
        expect(ana.page.locator(f"[data-action={action}]:visible")).to_have_count(0)
    for action in ("new-item", "rename", "handle"):
        expect(ana.control(action)).to_have_count(0)
    expect(ana.control("undo")).to_have_attribute("aria-disabled", "true")
    expect(ana.page.locator(".first-hint:visible")).to_have_count(0)
    row = ana.page.locator("[data-row]").first
    row.locator(".title").click()
    row.focus()
    for key in ("Space", "Alt+ArrowDown", "Enter", "Shift+Enter", "Delete"):
        ana.page.keyboard.press(key)
    expect(ana.page.locator("[data-field], [data-new]")).to_have_count(0)
    expect(ana.control("confirm-delete")).to_have_count(0)
    ana.page.keyboard.press("ControlOrMeta+a")
    expect(ana.page.locator(".toolbar [data-action]:visible")).to_have_count(4)
    expect(ana.page.locator(".toast")).to_have_count(0)
    ana.page.keyboard.press("Escape")
    ana.control("list-menu").click()
    expect(ana.page.locator("dialog [data-action=refresh]")).to_be_visible()
    for action in ("list-settings", "delete-list"):
        expect(ana.control(action)).to_have_count(0)
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("dialog")).to_have_count(0)
    ana.page.evaluate(DROP, ["more.md", "- butter"])
    ana.toasted("You can only look at this list")
    ana.go("#/")
    expect(ana.page.locator("[data-list-link=groceries]")).to_be_visible()
    ana.page.evaluate(DROP, ["more.md", "- butter"])
    ana.toasted("You may make no lists here")
    expect(dialog(ana)).to_have_count(0)
    expect(ana.control("new-list")).to_be_hidden()
    ana.control("edit").click()
    for action in ("delete-list", "retitle-list"):
        expect(ana.page.locator(f"[data-list-row=groceries] [data-action={action}]")).to_be_hidden()
    expect(ana.page.locator("[data-list-row=numbers] [data-action=retitle-list]")).to_be_visible()
    ana.control("overview-menu").click()
    expect(ana.control("settings")).to_be_visible()
    expect(ana.control("import-list")).to_have_count(0)


OWNED = ["lock", "pin", "row-rules"]
"""Entries of the menu of a row that are for owners."""


def test_only_owners_are_offered_rules(stranger, guarded):
    for role, shown in (("owner", 1), ("editor", 0)):
        ana = stranger(guarded)
        give(ana, token(**{"*": role}))
        ana.live()
        ana.page.locator("[data-row]").first.click(button="right")
        expect(ana.page.locator("dialog [data-action=copy-rows]")).to_be_visible()
        for action in OWNED:
            expect(ana.page.locator(f"dialog [data-action={action}]")).to_have_count(shown)
        ana.page.keyboard.press("Escape")
        ana.edit()
        ana.page.locator("[data-action=section-menu]").first.click()
        expect(ana.page.locator("dialog [data-action=rename-section]")).to_be_visible()
        expect(ana.page.locator("dialog [data-action=section-rules]")).to_have_count(shown)


def test_admin_page_shows_nothing_to_who_owns_less_than_everything_and_asks_for_another_token(stranger, guarded):
    ana = stranger(guarded, at="/admin#sessions")
    give(ana, token(**{"*": "owner", "chores": "viewer"}))
    refusal = ana.page.locator("[data-refused]")
    expect(refusal).to_contain_text("does not own every list")
    expect(ana.page.locator("table")).to_be_hidden()
    assert "groceries" not in ana.page.content()
    inspector = Inspector(ana)
    inspector.check("refused")
    inspector.verdict()
    refusal.get_by_role("button").click()
    give(ana, token("root", **{"*": "owner"}))
    expect(ana.page.locator("tbody tr", has_text="root").first).to_be_visible()


STORED = """async () => JSON.stringify([
    {...localStorage}, {...sessionStorage}, (await indexedDB.databases()).map(({name}) => name).sort()])"""


def test_who_signs_out_leaves_nothing_behind_and_somebody_else_sees_nothing_of_the_one_before(stranger, guarded):
    ana = stranger(guarded, "numbers")
    give(ana, token())
    ana.live()
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ana.page.evaluate("sessionStorage.removeItem('lockstep.token')")
    ana.page.reload()
    give(ana, token("tom", **{"other-*": "viewer"}))
    expect(dialog(ana)).to_have_count(0)
    expect(ana.page.locator(".status[data-state=online]")).to_be_visible()
    expect(ana.page.locator("[data-row]")).to_have_count(0)
    ana.page.evaluate("sessionStorage.removeItem('lockstep.token')")
    ana.page.reload()
    give(ana, token())
    ana.live()
    ana.edit()
    row = ana.page.locator("[data-row]").first.get_attribute("data-row")
    ana.rename(row, "Changed by Ana")
    ana.stored()
    ana.page.evaluate("localStorage.setItem('lockstep.name', 'Ana')")
    until_true(ana.page, f"async () => JSON.parse(await ({STORED})())[2].includes('lockstep.ana')")
    ana.choose("settings")
    expect(ana.page.get_by_role("dialog", name="Settings")).to_contain_text("Signed in as ana")
    ana.control("sign-out").click()
    expect(dialog(ana)).to_contain_text("A token is needed here")
    expect(ana.page.locator("[data-row]")).to_have_count(0)
    stored = ana.page.evaluate(STORED)
    assert "ana" not in stored.lower() and "numbers" not in stored, stored


def before_signing_in(stranger, server, name):
    """Somebody on a list of a server that asks for no token yet, with its first row, and the title of that."""
    person = stranger(server, name)
    person.live()
    row = person.page.locator("[data-row]").first.get_attribute("data-row")
    return person, row, person.row(row).locator(".title").inner_text()


def offer(person):
    return person.page.get_by_role("dialog", name="Earlier changes")


def decides(person, row, before, made):
    """What was changed before signing in is made, or kept to be copied; nothing asks about it any more."""
    expect(person.row(row)).to_contain_text(before)
    offer(person).locator(f"[data-action={'confirm' if made else 'cancel'}]").click()
    if made:
        expect(person.row(row)).to_contain_text("Changed by nobody")
        person.at_revision(1)
    else:
        expect(person.page.locator(".recovered-draft")).to_contain_text("Changed by nobody")
    person.page.reload()
    person.live()
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog")).to_contain_text("Keys")
    expect(offer(person)).to_have_count(0)
    expect(person.row(row)).to_contain_text("Changed by nobody" if made else before)
    person.page.keyboard.press("Escape")


def is_renewed(person, row):
    """A token that is no longer taken is asked for again, and nothing unsent is lost."""
    person.server.kill()
    (person.server.folder / "tokens.key").write_text(SECRET[::-1])
    person.server.start()
    expect(dialog(person)).to_contain_text("not signed with a key of this server")
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".status[data-state=stopped]")).to_be_visible()
    person.edit()
    person.rename(row, "Changed while signed out")
    person.page.keyboard.press("Escape")
    person.control("reconnect").click()
    expect(dialog(person)).to_be_visible()
    give(person, token(secret=SECRET[::-1]))
    person.live()
    expect(person.row(row)).to_contain_text("Changed while signed out")
    person.at_revision(2)


def test_edits_from_before_signing_in_are_offered_and_those_after_a_token_was_refused_kept(stranger, open_server):
    people = [before_signing_in(stranger, open_server, name) for name in ("groceries", "numbers")]
    open_server.kill()
    for person, row, _ in people:
        person.edit()
        person.rename(row, "Changed by nobody")
        person.page.keyboard.press("Escape")
        expect(person.page.locator(".status-words")).to_have_text("Offline · 1 change kept")
    open_server.guard()
    for person, *_ in people:
        give(person, token())
    for person, *_ in people:
        expect(offer(person)).to_contain_text("You made 1 change before you signed in. Make it now as ana?")
        # The question is asked until it is answered.
        person.page.reload()
    for made, (person, row, before) in zip((True, False), people):
        decides(person, row, before, made)
    person, row, _ = people[0]
    is_renewed(person, row)
