"""A server that cannot read a list, or cannot say what became of edits; and edits that stay."""

import json

import pytest
from playwright.sync_api import expect

from lockstep_server import SESSIONS


class Relay:
    """Stands between a page and its server: holds edits back, and says that a list cannot be read."""

    def __init__(self, page):
        self.unreadable = self.silent = self.final = self.limited = self.deaf = False
        self.held = []
        page.route_web_socket(SESSIONS, self._connect)

    def _connect(self, route):
        self.page, self.server = route, route.connect_to_server()
        route.on_message(self._from_page)
        self.server.on_message(self._from_server)

    def _from_page(self, text):
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if self.deaf:
                continue
            if self.unreadable and message["type"] in ("open", "edit"):
                self.refuse(message["list"])
            elif self.silent and message["type"] == "edit":
                self.held.append(message)
            elif self.limited and message["type"] == "edit":
                self.page.send(json.dumps({
                    "type": "reject", "list": message["list"], "id": message["id"], "code": "rateLimited",
                    "message": "not now", "retryAfter": 30_000}))
            else:
                self.server.send(json.dumps(message))

    def _from_server(self, text):
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if self.deaf:
                continue
            for change in message.get("sets", []) if self.final else []:
                change["final"] = True
            self.page.send(json.dumps(message))

    def refuse(self, name):
        """Says what a server says of a list that is there and that it cannot read."""
        self.page.send(json.dumps({"type": "error", "code": "unavailable", "fatal": False,
                                   "message": "the list cannot be read now", "list": name}))

    def speak(self):
        """Lets the edits go on that were held."""
        self.silent = False
        for message in self.held:
            self.server.send(json.dumps(message))


def an_unreadable_list(ana):
    """A list that cannot be read is said, and keeps what was changed."""
    ana.relay.unreadable = True
    ana.relay.refuse(ana.name)
    expect(ana.words).to_have_text("Can’t be read now")
    expect(ana.message).to_contain_text("can’t be read now, trying again")
    ana.rename("a", "Alpha")
    ana.shows_titles([["Alpha", "b", "c"]])
    expect(ana.words).to_have_text("Can’t be read now · 1 change kept")
    ana.page.clock.fast_forward(60_000)
    expect(ana.words).to_have_text("Can’t be read now · 1 change kept")
    assert ana.server.snapshot(ana.name)["revision"] == 0
    ana.relay.unreadable = False
    ana.page.clock.fast_forward(60_000)
    ana.live()
    expect(ana.words).to_have_text("Live")
    expect(ana.message).to_have_text("")
    ana.at_revision(1)
    ana.agrees()
    ana.name = ana.server.make({"one": "x"})
    ana.relay.unreadable = True
    ana.go(f"#/list/{ana.name}")
    expect(ana.words).to_have_text("Can’t be read now")
    expect(ana.message).to_have_text("This list can’t be read now, trying again…")
    ana.relay.unreadable = False
    ana.page.clock.fast_forward(60_000)
    ana.live()
    ana.agrees()


def an_edit_refused_for_now(ana):
    """It is kept, told and sent again."""
    ana.relay.limited = True
    ana.rename("a", "Alpha")
    ana.toasted("yours are kept")
    expect(ana.words).to_have_text("Live · 1 change kept")
    ana.shows_titles([["Alpha", "b", "c"]])
    # Not as a snapshot, which waits for the answer.
    assert ana.server.request("GET", f"/api/lists/{ana.name}")[1]["revision"] == 0
    ana.relay.limited = False
    ana.page.clock.fast_forward(60_000)
    expect(ana.words).to_have_text("Live")
    ana.agrees()


def edits_without_an_answer(ana):
    """They are said until they are saved."""
    ana.relay.silent = True
    ana.rename("a", "Alpha")
    ana.shows_titles([["Alpha", "b", "c"]])
    expect(ana.words).to_have_text("Live")
    for _ in range(2):
        ana.page.clock.fast_forward(5_000)
    expect(ana.words).to_have_text("1 change not saved yet")
    expect(ana.page.locator(".toast")).to_contain_text("cannot say yet whether your changes are saved")
    ana.rename("b", "Beta")
    expect(ana.words).to_have_text("2 changes not saved yet")
    ana.relay.speak()
    expect(ana.words).to_have_text("Live")
    ana.at_revision(2)
    ana.agrees()


def an_edit_that_cannot_be_undone(ana):
    """It is said."""
    ana.rename("a", "Alpha")
    ana.agrees()
    expect(ana.page.locator(".toast")).to_have_count(0)
    ana.relay.final = True
    ana.rename("b", "Beta")
    expect(ana.page.locator(".toast")).to_contain_text("too large to be undone")


def a_network_that_swallows_everything(ana):
    """It is not taken for a connection."""
    status = ana.page.locator(".status")
    ana.relay.deaf = True
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ana.page.clock.fast_forward(5_000)
    expect(ana.words).to_have_text("Reconnecting…")
    ana.page.clock.fast_forward(10_000)
    expect(status).to_have_attribute("data-state", "waiting")
    ana.relay.deaf = False
    ana.page.evaluate("dispatchEvent(new Event('pageshow'))")
    expect(ana.words).to_have_text("Live")
    ana.relay.deaf = True
    ana.page.clock.fast_forward(3_600_000)
    expect(ana.words).to_have_text("Reconnecting…")
    expect(status).to_have_attribute("data-silent", "")
    ana.relay.deaf = False
    ana.page.clock.fast_forward(5_000)
    expect(ana.words).to_have_text("Live")
    ana.agrees()


@pytest.fixture
def ana(visit, lockstep):
    """Somebody behind a relay, whose clock is the test's."""
    def prepared(page):
        page.clock.install()
        return Relay(page)

    person = visit(lockstep.make({"one": "a b c"}), fresh=True, prepared=prepared)
    person.words = person.page.locator(".status-words")
    person.message = person.page.locator(".page-words")
    return person


TROUBLES = [an_unreadable_list, an_edit_refused_for_now, edits_without_an_answer, an_edit_that_cannot_be_undone,
            a_network_that_swallows_everything]


def test_troubles_of_the_server_are_said_and_no_edit_is_lost(ana):
    for trouble in TROUBLES:
        ana.relay.unreadable = ana.relay.silent = ana.relay.final = ana.relay.limited = ana.relay.deaf = False
        ana.opens(ana.server.make({"one": "a b c"}))
        expect(ana.words).to_have_text("Live")
        ana.edit()
        trouble(ana)
