"""Many clients edit one list at random; at the end all agree and nothing is lost or doubled."""

import random
import threading

import pytest

from actions import (after, at, before, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, start, update, update_section)
from client import NEWEST, Client
from model import ListModel


class Editor(threading.Thread):
    """One client that makes `count` random edits, and now and then loses its connection."""

    def __init__(self, server, list_id, number, seed, count):
        super().__init__(daemon=True)
        self.server, self.list_id, self.count = server, list_id, count
        self.dice, self.number, self.made, self.error = random.Random(f"{seed}-{number}"), number, 0, None
        self.answers, self.past = {}, []
        self.client = Client(server.ws(), name=f"editor {number}")
        self.client.open(list_id)

    def run(self):
        try:
            for _ in range(self.count):
                self.step()
            self.wait(0)
        except BaseException as error:
            self.error = error

    def step(self):
        """Sends one edit, with up to 8 unanswered; reads; or reconnects and resends."""
        client, dice = self.client, self.dice
        kind = dice.choices(["edit", "undo", "redo"], [12, 2, 1])[0]
        waiting = self.unanswered()
        actions = [self.action(not waiting) for _ in range(dice.choice([1, 1, 1, 2, 3]))] if kind == "edit" else []
        base = NEWEST if kind == "edit" and dice.random() < 0.1 else None
        client.post(self.list_id, *actions, kind=kind, base=base, epoch=client.lists[self.list_id].epoch)
        if dice.random() < 0.03:
            self.reconnect()
        elif dice.random() < 0.5:
            self.wait(dice.randrange(8))

    def unanswered(self):
        return [id for (_, id) in self.client.sent if not self.client.answers[self.list_id, id]]

    def wait(self, most):
        """Reads until at most `most` edits are unanswered."""
        while len(waiting := self.unanswered()) > most:
            self.client.answer(self.list_id, waiting[0])

    def reconnect(self):
        """Drops the connection, resumes, and resends what was not answered."""
        old = self.client
        old.socket.socket.shutdown(2)
        old.leave()
        self.past.append(old)
        self.client = Client(self.server.ws(), key=old.key, name=old.name)
        missing = {key: old.sent[key] for key in old.sent if not old.answers[key]}
        self.client.sets[self.list_id] = old.sets[self.list_id]
        self.client.sent.update(missing)
        self.client.resume(self.list_id, old)
        for key, message in missing.items():
            if not self.client.answers[key]:
                self.client.send(message)

    def name(self):
        self.made += 1
        return f"c{self.number}-{self.made}"

    def action(self, may_index):
        """A random action on what this client sees; indices only where protocol.md lets it count."""
        dice, model = self.dice, self.client.lists[self.list_id]
        rows = [r["id"] for s in model.sections for r in s["rows"]] or ["none"]
        sections = [s["id"] for s in model.sections] or ["none"]

        def place():
            s = dice.choice(sections)
            forms = [before(dice.choice(rows)), after(dice.choice(rows)), start(s), end(s), None]
            return dice.choice(forms + ([at(s, dice.randrange(-1, 9))] * 5 if may_index else []))

        def section_place():
            forms = [before(dice.choice(sections)), after(dice.choice(sections)), {"at": "start"}, None]
            return dice.choice(forms + ([{"index": dice.randrange(5)}] if may_index else []))

        some = dice.sample(rows, min(len(rows), dice.randrange(1, 4)))
        return dice.choices([
            lambda: insert(self.name(), place()), lambda: insert(None, place()),
            lambda: move(dice.choice(rows), place()), lambda: move_all(" ".join(some), place()),
            lambda: update(dice.choice(rows), {dice.choice("xyz"): dice.choice([1, 2, None, "ü"])}),
            lambda: delete(*some), lambda: update(dice.choice(rows), pinned=dice.choice(["top", "bottom", None])),
            lambda: insert_section(self.name(), section_place()),
            lambda: move_section(dice.choice(sections), section_place()),
            lambda: delete_sections(dice.choice(sections)),
            lambda: update_section(dice.choice(sections), title=self.name()),
        ], [8, 3, 10, 4, 6, 3, 1, 1, 2, 0.3, 1])[0]()


@pytest.mark.parametrize("rules", [{}, {"moveScope": "section"}], ids=["free", "scoped"])
def test_after_random_edits_of_many_all_agree_and_nothing_is_lost(server, connect, rules):
    seed = random.randrange(2**32)
    print("seed", seed)
    list_id = server.make({"s1": "a b p_", "s2": "q^ c d e", "s3": ""}, rules=rules)
    observer = connect()
    observer.open(list_id)
    editors = [Editor(server, list_id, n, seed, 80) for n in range(6)]
    for editor in editors:
        editor.start()
    for editor in editors:
        editor.join()
    assert [e.error for e in editors] == [None] * 6
    snapshot = server.snapshot(list_id)
    final = ListModel(snapshot)
    for client in [observer, *(e.client for e in editors)]:
        client.reach(list_id, snapshot["revision"])
        client.settle()
        assert client.lists[list_id].revision == final.revision
        assert client.lists[list_id].state() == final.state()
    sets = observer.sets[list_id]
    assert [s["revision"] for s in sets] == list(range(1, final.revision + 1))
    check_rows(sets, final)
    for editor in editors:
        check_answers(editor, list_id, sets)
        editor.client.leave()


def check_rows(sets, final):
    """The set of rows changes by inserts and deletes alone; replayed from the sets."""
    replay = ListModel({"epoch": final.epoch, "revision": 0, "sections": [
        {"id": s, "rows": [{"id": r} for r in rows.split()]}
        for s, rows in (("s1", "a b p"), ("s2", "q c d e"), ("s3", ""))]})
    for change in sets:
        gone = {e["row"] for e in change.get("deletedRows", [])}
        for e in change.get("deletedSections", []):
            gone |= {r["id"] for r in replay.sections[e["at"]]["rows"]}
        gone -= {e["row"] for e in change.get("movedRows", [])}
        came = {e["row"] for e in change.get("insertedRows", [])}
        there = {r for _, rows in replay.order() for r in rows}
        replay.apply(change)
        assert {r for _, rows in replay.order() for r in rows} == (there - gone) | came
    assert replay.order() == final.order()


def check_answers(editor, list_id, sets):
    """Every edit has one answer in the session that it was last sent in, and applied at most once."""
    applied = [s["intent"] for s in sets if s["client"] == editor.client.public]
    assert applied == sorted(set(applied)), "a client's edits keep their order and apply once"
    for session in [*editor.past, editor.client]:
        for key in session.sent:
            assert len(session.answers[key]) <= 1
            for answer in session.answers[key]:
                changed = answer.kind == "set" or answer.body.get("outcome") == "applied" or (
                    answer.body.get("applied") is True)
                assert changed == (key[1] in applied), answer
    assert not editor.unanswered()
