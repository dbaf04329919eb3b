"""Earlier states of a list, restored from its history; the relay stands for a server that can."""

import json

import pytest
from playwright.sync_api import expect

from axe_looks import Inspector
from lockstep_server import SESSIONS

# What makes the list of these tests again as it was at revision 1.
AS_AT_1 = [{"op": "updateRow", "row": "a", "fields": {"title": "Alpha"}}]


class RestoringServer:
    """Adds `restore` to a server: what the page asks for becomes an edit, its set a restoring one."""

    def __init__(self, page):
        self.features, self.role = ["restore"], "owner"
        self.refuses, self.silent = None, False
        self.asked = []
        page.route_web_socket(SESSIONS, self._connect)

    def _connect(self, route):
        page, server = route, route.connect_to_server()
        route.on_message(lambda text: self._from_page(page, server, text))
        server.on_message(lambda text: self._from_server(page, text))

    def _from_page(self, page, server, text):
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] != "restore":
                server.send(json.dumps(message))
                continue
            self.asked.append(message)
            answered = {"list": message["list"], "id": message["id"]}
            if self.silent:
                continue
            if self.refuses:
                page.send(json.dumps({"type": "reject", "code": self.refuses, "message": "no",
                                      **answered}))
            else:
                server.send(json.dumps({"type": "edit", "actions": AS_AT_1, **answered}))

    def _from_server(self, page, text):
        frame = json.loads(text)
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "welcome":
                message["features"] = self.features
            elif message["type"] == "opened":
                message["role"] = self.role
            for change in message.get("sets", []):
                for asked in self.asked:
                    if change.get("intent") == asked["id"] and "undoes" not in change:
                        change["restores"] = asked["revision"]
            page.send(json.dumps(message))


@pytest.fixture
def ana(visit, lockstep):
    """A person on the history of a list whose row a was renamed twice."""
    person = visit(lockstep.make({"one": "a b"}), prepared=RestoringServer)
    for title in ("Alpha", "Beta"):
        lockstep.edit(person.name, {"op": "updateRow", "row": "a", "fields": {"title": title}})
    person.words = person.page.locator(".status-words")
    person.entries = person.page.locator(".history > li")
    person.buttons = person.page.get_by_role("button", name="Restore to here")
    return person


def opens_history(person):
    person.go(f"#/list/{person.name}/history")
    expect(person.entries).to_have_count(2)
    expect(person.words).to_have_text("Live")


def restores(person, revision):
    person.page.locator(f'[data-revision="{revision}"] [data-action="restore"]').click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Make the list again as it was on")
    dialog.get_by_role("button", name="Restore", exact=True).click()


def test_an_earlier_state_is_restored_told_and_undone(ana, visit):
    opens_history(ana)
    expect(ana.buttons).to_have_count(1)
    # It shows where the mouse or the focus is; a finger finds it everywhere.
    button, shown = ana.buttons.first, "opacity"
    for show, opacity in ((lambda: ana.page.mouse.move(1, 1), "0"), (ana.entries.last.hover, "1"),
                          (lambda: ana.page.mouse.move(1, 1), "0"), (button.focus, "1")):
        show()
        expect(button).to_have_css(shown, opacity)
    tom = visit(ana.name, "Tom", phone=True)
    tom.go(f"#/list/{ana.name}/history")
    expect(tom.page.get_by_role("button", name="Restore to here")).to_have_css(shown, "1")
    inspector = Inspector(ana)
    inspector.check("history with earlier states")
    ana.buttons.first.click()
    expect(ana.page.get_by_role("dialog")).to_be_visible()
    inspector.check("the question before an earlier state is restored")
    ana.page.keyboard.press("Escape")
    restores(ana, 1)
    ana.toasted("Restoring the list as it was on")
    expect(ana.entries).to_have_count(3)
    expect(ana.entries.first).to_contain_text("You restored the list as it was on")
    assert ana.server.titles(ana.name) == [["Alpha", "b"]]
    assert [asked["revision"] for asked in ana.relay.asked] == [1]
    # Today's state has none, those before have.
    expect(ana.buttons).to_have_count(2)
    ana.page.keyboard.press("F8")
    ana.page.keyboard.press("Enter")
    expect(ana.entries).to_have_count(4)
    assert ana.server.titles(ana.name) == [["Beta", "b"]]
    expect(ana.page.locator('[data-revision="1"] [data-action="restore"]')).to_be_focused()
    inspector.verdict()


def test_a_refusal_is_told_and_nothing_is_offered_that_the_server_does_not_allow(ana):
    ana.relay.refuses = "tooLarge"
    opens_history(ana)
    restores(ana, 1)
    ana.toasted("Too much has changed")
    expect(ana.page.locator('[data-action="undo-restore"]')).to_have_count(0)
    expect(ana.entries).to_have_count(2)
    for features, role in (([], "owner"), (["restore"], "editor")):
        ana.relay.features, ana.relay.role = features, role
        ana.page.reload()
        expect(ana.entries).to_have_count(2)
        expect(ana.words).to_have_text("Live")
        slider = ana.page.get_by_role("slider", name="The list as it was")
        expect(slider).to_be_visible() if features else expect(slider).to_be_hidden()
        expect(ana.buttons).to_have_count(0)


def test_without_a_connection_it_waits_and_outlives_a_reload(ana):
    opens_history(ana)
    expect(ana.buttons).to_have_count(1)
    ana.page.context.set_offline(True)
    expect(ana.words).not_to_have_text("Live")
    restores(ana, 1)
    ana.toasted("once there is a connection")
    expect(ana.words).to_contain_text("1 change")
    assert not ana.relay.asked
    ana.relay.silent = True
    ana.page.context.set_offline(False)
    ana.until(lambda: ana.relay.asked)
    ana.relay.silent = False
    ana.page.reload()
    expect(ana.entries.first).to_contain_text("You restored the list as it was on")
    assert len({(asked["id"], asked["revision"]) for asked in ana.relay.asked}) == 1
    assert ana.server.titles(ana.name) == [["Alpha", "b"]]
