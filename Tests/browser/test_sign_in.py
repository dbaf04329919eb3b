"""Signing in: a token is asked for, kept for the tab, and asked for again when it is refused."""

import base64
import hashlib
import hmac
import json
import time

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from list_page import ListPage, until_true
from lockstep_server import ROOT, LockstepServer
from test_export_import import DROP

SECRET = "browser-tests-secret-of-forty-characters"


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token(user="ana", secret=SECRET, **lists):
    """A token for `user`, signed by hand."""
    body = {"sub": user, "name": user.title(), "exp": time.time() + 600,
            "lists": lists or {"*": "editor"}}
    signed = ".".join(encoded(json.dumps(part).encode()) for part in ({"alg": "HS256"}, body))
    made = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{encoded(made)}"


@pytest.fixture
def guarded(tmp_path):
    """A server with the sample lists that asks for tokens."""
    (tmp_path / "tokens.key").write_text(SECRET)
    running = LockstepServer(tmp_path, ROOT / "config/lists", "--auth-mode", "jwt",
                             "--auth-keys", str(tmp_path / "tokens.key")).start()
    yield running
    running.stop()


@pytest.fixture
def person(browser, guarded):
    """Somebody without a token, on the page of a list."""
    yield from visiting(browser, guarded)


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
def unknown(browser, open_server):
    """Somebody without a token, on the page of a list of that server."""
    yield from visiting(browser, open_server)


def visiting(browser, server):
    """Somebody on the page of a list, whose page has no errors."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    faults, addresses = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: addresses.append(request.url))
    page.on("websocket", lambda socket: addresses.append(socket.url))
    visitor = ListPage(page, server, "groceries")
    visitor.addresses = addresses
    page.goto(f"{server.url}/#/list/groceries")
    yield visitor
    context.close()
    assert not faults, "\n".join(faults)


def dialog(person):
    return person.page.get_by_role("dialog", name="Sign in")


def give(person, text):
    person.page.get_by_label("Token").fill(text)
    person.page.keyboard.press("Enter")


def test_who_has_not_signed_in_is_told_so_and_a_name_that_the_token_gives_is_not_asked_for(person):
    expect(dialog(person)).to_be_visible()
    for address, words in (("#/list/groceries", "Sign in to see this list."), ("#/", "Sign in to see the lists."),
                           ("#/list/groceries/history", "Sign in to see this list.")):
        person.go(address)
        expect(person.page.locator(".page-message:visible")).to_contain_text(words)
    person.go("#/list/groceries")
    person.page.get_by_role("button", name="Sign in").click()
    give(person, token())
    person.live()
    expect(person.page.locator(".name-question")).to_be_hidden()
    person.go("#/")
    person.control("name").click()
    expect(person.page.get_by_label("Your name")).to_have_value("Ana")
    expect(person.page.get_by_label("Your name")).not_to_be_editable()


def test_what_a_viewer_may_not_do_is_not_offered(person):
    give(person, token(**{"*": "viewer", "numbers": "editor"}))
    person.live()
    expect(person.page.locator(".subtitle")).to_have_text("9 items · View only")
    for action in ("edit", "undo", "new-item"):
        expect(person.page.locator(f"[data-action={action}]:visible")).to_have_count(0)
    expect(person.page.locator(".first-hint:visible")).to_have_count(0)
    row = person.page.locator("[data-row]").first
    row.focus()
    for key in ("Space", "Alt+ArrowDown", "Shift+Enter", "Delete"):
        person.page.keyboard.press(key)
    person.page.keyboard.press("ControlOrMeta+a")
    expect(person.page.locator(".toolbar [data-action]:visible")).to_have_count(4)
    expect(person.page.locator(".toast")).to_have_count(0)
    person.page.evaluate(DROP, ["more.md", "- butter"])
    person.toasted("You can only look at this list")
    person.go("#/")
    expect(person.page.locator("[data-list-link=groceries]")).to_be_visible()
    person.page.evaluate(DROP, ["more.md", "- butter"])
    person.toasted("You may make no lists here")
    expect(dialog(person)).to_have_count(0)
    expect(person.control("new-list")).to_be_hidden()
    person.control("edit").click()
    for action in ("delete-list", "retitle-list"):
        expect(person.page.locator(f"[data-list-row=groceries] [data-action={action}]")).to_be_hidden()
    expect(person.page.locator("[data-list-row=numbers] [data-action=retitle-list]")).to_be_visible()
    person.control("overview-menu").click()
    expect(person.control("settings")).to_be_visible()
    expect(person.control("import-list")).to_have_count(0)


def test_token_is_asked_for_until_a_good_one_is_given_and_kept_for_the_tab(person):
    expect(dialog(person)).to_contain_text("A token is needed here")
    expect(person.page.get_by_label("Token")).to_be_focused()
    inspector = Inspector(person)
    inspector.check("a token is asked for")
    inspector.verdict()
    give(person, "this.is.wrong")
    expect(dialog(person)).to_contain_text("This is no token")
    good = token()
    give(person, good)
    person.live()
    expect(dialog(person)).to_have_count(0)
    person.page.reload()
    person.live()
    person.go("#/list/groceries/history")
    expect(person.page.get_by_text("Nothing has happened yet.")).to_be_visible()
    assert not any(good in address for address in person.addresses)
    stored = person.page.evaluate("[{...localStorage}, {...sessionStorage}]")
    assert good not in json.dumps(stored[0]) and good in json.dumps(stored[1])


def test_where_the_question_for_a_token_cannot_be_loaded_that_is_told_and_it_can_be_tried_again(person):
    expect(dialog(person)).to_be_visible()
    person.page.route("**/assets/late.*", lambda route: route.abort())
    person.page.reload()
    expect(person.page.locator("#toasts")).to_contain_text("could not be loaded now")
    person.page.unroute("**/assets/late.*")
    person.control("reconnect").click()
    give(person, token())
    person.live()


def test_token_that_is_no_longer_taken_is_renewed_and_nothing_unsent_is_lost(person):
    give(person, token())
    person.live()
    person.server.kill()
    (person.server.folder / "tokens.key").write_text(SECRET[::-1])
    person.server.start()
    expect(dialog(person)).to_contain_text("not signed with a key of this server")
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".status[data-state=stopped]")).to_be_visible()
    person.edit()
    row = person.page.locator("[data-row]").first.get_attribute("data-row")
    person.rename(row, "Changed while signed out")
    person.page.keyboard.press("Escape")
    person.control("reconnect").click()
    expect(dialog(person)).to_be_visible()
    give(person, token(secret=SECRET[::-1]))
    person.live()
    expect(person.row(row)).to_contain_text("Changed while signed out")
    expect(person.page.locator("main[data-revision='1']")).to_be_visible()


def test_somebody_else_sees_nothing_of_the_one_before(person):
    give(person, token())
    person.live()
    person.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    person.page.evaluate("sessionStorage.removeItem('lockstep.token')")
    person.page.reload()
    give(person, token("tom", **{"other-*": "viewer"}))
    expect(person.page.locator("[data-row]")).to_have_count(0)
    expect(dialog(person)).to_have_count(0)
    expect(person.page.locator(".status[data-state=online]")).to_be_visible()


STORED = """async () => JSON.stringify([
    {...localStorage}, {...sessionStorage}, (await indexedDB.databases()).map(({name}) => name).sort()])"""


def test_who_signs_out_leaves_nothing_behind(person):
    give(person, token())
    person.live()
    person.edit()
    row = person.page.locator("[data-row]").first.get_attribute("data-row")
    person.rename(row, "Changed by Ana")
    person.stored()
    person.page.evaluate("localStorage.setItem('lockstep.name', 'Ana')")
    until_true(person.page, f"async () => JSON.parse(await ({STORED})())[2].includes('lockstep.ana')")
    person.choose("settings")
    expect(person.page.get_by_role("dialog", name="Settings")).to_contain_text("Signed in as ana")
    person.control("sign-out").click()
    expect(dialog(person)).to_contain_text("A token is needed here")
    expect(person.page.locator("[data-row]")).to_have_count(0)
    stored = person.page.evaluate(STORED)
    assert "ana" not in stored.lower() and "groceries" not in stored, stored


@pytest.mark.parametrize("made", [True, False])
def test_edits_from_before_signing_in_are_offered(unknown, made):
    unknown.live()
    row = unknown.page.locator("[data-row]").first.get_attribute("data-row")
    before = unknown.row(row).locator(".title").inner_text()
    unknown.server.kill()
    unknown.edit()
    unknown.rename(row, "Changed by nobody")
    unknown.page.keyboard.press("Escape")
    expect(unknown.page.locator(".status-words")).to_have_text("Offline · 1 change kept")
    unknown.server.guard()
    give(unknown, token())
    offer = unknown.page.get_by_role("dialog", name="Earlier changes")
    expect(offer).to_contain_text("You made 1 change before you signed in. Make it now as ana?")
    # The question is asked until it is answered.
    unknown.page.reload()
    expect(unknown.row(row)).to_contain_text(before)
    offer.locator(f"[data-action={'confirm' if made else 'cancel'}]").click()
    if made:
        expect(unknown.row(row)).to_contain_text("Changed by nobody")
        unknown.at_revision(1)
    else:
        expect(unknown.page.locator(".kept-text")).to_contain_text("Changed by nobody")
    unknown.page.reload()
    unknown.live()
    unknown.page.keyboard.press("?")
    expect(unknown.page.get_by_role("dialog")).to_contain_text("Keys")
    expect(offer).to_have_count(0)
    expect(unknown.row(row)).to_contain_text("Changed by nobody" if made else before)


def test_who_may_only_read_is_offered_nothing_that_changes_the_list(person):
    give(person, token(**{"*": "viewer"}))
    person.live()
    expect(person.control("edit")).to_be_disabled()
    for action in ("new-item", "rename", "handle"):
        expect(person.control(action)).to_have_count(0)
    row = person.page.locator("[data-row]").first
    row.locator(".title").click()
    row.focus()
    for key in ("Enter", "Shift+Enter", "Delete"):
        person.page.keyboard.press(key)
    expect(person.page.locator("[data-field], [data-new]")).to_have_count(0)
    expect(person.control("confirm-delete")).to_have_count(0)
    expect(person.control("undo")).to_have_attribute("aria-disabled", "true")
    person.control("list-menu").click()
    expect(person.page.locator("dialog [data-action=refresh]")).to_be_visible()
    for action in ("list-settings", "delete-list"):
        expect(person.control(action)).to_have_count(0)
