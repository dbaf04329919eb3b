"""The clients in docs/examples: on a server and under kill -9, and on a scripted server for what is rare."""

import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.server import serve

from actions import (after, before, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, start, update, update_list, update_section)
from client import Client, public_name
from model import ListModel
from withholding_proxy import WithholdingProxy

HERE = Path(__file__).resolve().parent
COMMANDS = {"Python": [sys.executable, HERE / "reference_program.py"],
            "JavaScript": ["node", HERE / "reference_program.mjs"]}
languages = pytest.mark.parametrize("language", COMMANDS)


def until(found, what, timeout=8.0):
    """Waits until `found` returns something, and returns it."""
    deadline = time.monotonic() + timeout
    while not (result := found()):
        assert time.monotonic() < deadline, f"not in time: {what() if callable(what) else what}"
        time.sleep(0.01)
    return result


class Program:
    """The program of one language on one list; it can be killed and started again on the same file."""

    def __init__(self, language, url, list_id, folder, plan=()):
        self.file = folder / f"{language}.json"
        (folder / "plan.json").write_text(json.dumps(list(plan)))
        self.command = [*COMMANDS[language], url, list_id, self.file, folder / "plan.json"]
        self.lines, self.process = [], None

    def start(self):
        """Starts the process."""
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "NO_PROXY": "*"})
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        return self

    def _read(self, output):
        for line in output:
            self.lines.append(json.loads(line))

    def kill(self):
        """kill -9, and waits for the end."""
        self.process.kill()
        self.process.wait()

    def edit(self, count):
        """Has it make the edits of its plan up to `count`."""
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()

    def kept(self):
        """What it has stored."""
        return json.loads(self.file.read_text())

    def told(self, what, start=0):
        """What it has told of one kind."""
        return [line for line in self.lines[start:] if line["told"] == what]

    def copy(self):
        """Its latest copy."""
        changed = self.told("changed")
        return changed[-1]["copy"] if changed else {"revision": -1}

    def made(self, count):
        """Waits until the edits up to `count` are stored."""
        until(lambda: self.file.exists() and self.kept()["highestId"] >= count,
              lambda: f"{count} edits: {self.lines[-3:]}")

    def settled(self, count):
        """Waits until the edits up to `count` are answered."""
        self.made(count)
        until(lambda: not self.kept()["edits"], lambda: f"answers: {self.kept()}, {self.lines[-3:]}")


@pytest.fixture
def program(tmp_path):
    """Starts programs, and kills them after the test."""
    with ExitStack() as stack:
        def make(language, url, list_id, plan=()):
            made = Program(language, url, list_id, tmp_path, plan).start()
            stack.callback(lambda: made.kill())
            return made
        yield make


def same(copy, snapshot):
    """Whether a copy is that of the server."""
    return (copy["epoch"], copy["revision"], ListModel(copy).state()) == (
        snapshot["epoch"], snapshot["revision"], ListModel(snapshot).state())


# Change sets


def folded_case():
    """A set for several: `a` and the section `s2` go and come again, and `d` leaves its section before that goes."""
    rows = {"s1": "abc", "s2": "de", "s3": "f"}
    copy = {"epoch": "e", "revision": 3, "title": "T", "rules": {}, "sections": [
        {"id": s, "title": s, "rules": {}, "rows": [{"id": r, "fields": {"title": r}, "pinned": "top"} for r in ids]}
        for s, ids in rows.items()]}
    change = {"revision": 9, "folds": 6, "deletedSections": [{"section": "s2", "at": 1}],
              "insertedSections": [{"section": "s2", "at": 2, "title": "again"}],
              "movedSections": [{"section": "s3", "from": 2, "to": 0}],
              "deletedRows": [{"row": "a", "at": [0, 0]}], "insertedRows": [
                  {"row": "e", "at": [0, 0], "fields": {}}, {"row": "a", "at": [2, 0], "fields": {"n": 1}}],
              "movedRows": [{"row": "d", "from": [1, 0], "to": [0, 2]}, {"row": "c", "from": [0, 2], "to": [2, 1]}],
              "updatedRows": [{"row": "c", "at": [0, 2], "fields": {"title": None, "x": [1]}, "pinned": None}]}
    return copy, change, {"s3": "e f d", "s1": "b", "s2": "a c"}


@languages
def test_a_client_applies_the_change_sets_of_the_fixtures(language, tmp_path):
    folded, change, shape = folded_case()
    misfits = [{"deletedRows": [{"row": "b", "at": [0, 0]}]}, {"deletedRows": [{"row": "a", "at": [0, 3]}]},
               {"movedSections": [{"section": "s1", "from": 1, "to": 0}]},
               {"updatedRows": [{"row": "a", "at": [3, 0]}]},
               {"insertedRows": [{"row": "x", "at": [0, 4], "fields": {}}]},
               {"insertedSections": [{"section": "x", "at": 4, "title": ""}]}]
    cases = [[folded, change], *([folded, one] for one in misfits)]
    fixtures = json.loads((HERE.parent / "Fixtures/editing/random.json").read_text())
    fixtures = [case for case in fixtures if "set" in case["expect"]]
    for section in (section for case in fixtures for section in case["list"]["sections"]):
        section["rows"].sort(key=lambda row: ["top", None, "bottom"].index(row.get("pinned")))
    cases += [[case["list"], case["expect"]["set"]] for case in fixtures]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    output = subprocess.run([*COMMANDS[language], tmp_path / "cases.json"], capture_output=True, text=True, timeout=20)
    results = [json.loads(line) for line in output.stdout.splitlines()]
    assert len(results) == len(cases) and len(fixtures) > 100, output.stderr
    unfolded = ListModel(results[0]["copy"])
    assert unfolded.shape() == shape
    assert unfolded.row("c") == {"id": "c", "fields": {"x": [1]}} and unfolded.row("a")["fields"] == {"n": 1}
    assert unfolded.section("s2")["title"] == "again"
    assert [result["copy"] for result in results[1:len(misfits) + 1]] == [None] * len(misfits)
    for case, result in zip(fixtures, results[len(misfits) + 1:]):
        applied, expected = ({"epoch": "", "revision": 0, **one} for one in (result["copy"], case["expect"]["after"]))
        assert ListModel(applied).state() == ListModel(expected).state(), case["name"]
        assert result["digest"] == case["expect"]["digest"], case["name"]


class Editor:
    """Makes random edits of every kind; some move rows out of sections that they delete."""

    def __init__(self, client, list_id, dice):
        self.client, self.list, self.dice, self.made = client, list_id, dice, 0

    def edit(self):
        """Makes one edit, or undoes or redoes one; it is answered."""
        kind = self.dice.choices(["edit", "undo", "redo"], [8, 2, 1])[0]
        actions = self.actions() if kind == "edit" else []
        self.client.edit(self.list, *actions, kind=kind)

    def name(self):
        """An id that is new."""
        self.made += 1
        return f"n{self.made}"

    def actions(self):
        """A few actions; one on a row that is gone by then rejects the edit, which is as good."""
        dice, model = self.dice, self.client.lists[self.list]
        rows = [row["id"] for section in model.sections for row in section["rows"]]
        sections = [section["id"] for section in model.sections]
        new = self.name()
        if len(sections) < 3 or len(rows) < 3:
            return [insert_section(new, {"at": "start"}), insert(self.name(), end(new)),
                    *(move(row, start(new)) for row in rows[:1])]
        if dice.random() < 0.15:
            gone, other = dice.sample(sections, 2)
            held = [row["id"] for row in model.section(gone)["rows"]][:3]
            return [*(move(row, start(other)) for row in held[1:]), update(held[-1] if held else rows[0], {"x": 1}),
                    move_section(other, {"at": "end"}), delete_sections(gone), insert(new, end(other))]
        some = dice.sample(rows, min(len(rows), dice.randrange(1, 5)))
        place = dice.choice([before(dice.choice(rows)), after(dice.choice(rows)), start(dice.choice(sections))])
        return dice.sample([
            insert(new, place), insert(self.name(), place), insert(self.name(), end(dice.choice(sections))),
            insert(self.name(), start(dice.choice(sections)), pinned="bottom"), move(dice.choice(rows), place),
            move_all(" ".join(some), place), move(some[0], end(dice.choice(sections))), delete(*some[:2]),
            update(some[-1], {"x": dice.choice([None, 2, "ü"])}), update(rows[0], pinned=dice.choice(["top", None])),
            move_section(dice.choice(sections), before(dice.choice(sections))),
            insert_section(self.name(), {"at": "start"}), update_section(dice.choice(sections), title=new),
            update_list(title=new)], dice.randrange(1, 6))


def test_clients_follow_random_edits_of_another(server, program, connect):
    list_id = server.make({"s1": "a b c p_", "s2": "q^ d e", "s3": ""})
    programs = [program(language, server.ws(), list_id) for language in COMMANDS]
    client = connect()
    client.open(list_id)
    editor, snapshots = Editor(client, list_id, random.Random(random.randrange(2**32))), {0: server.snapshot(list_id)}
    for one in programs:
        until(lambda: one.told("changed"), "the list")
    for _ in range(300):
        editor.edit()
        snapshot = server.snapshot(list_id)
        snapshots[snapshot["revision"]] = snapshot
    assert len(snapshots) > 150
    for one in programs:
        until(lambda: one.copy()["revision"] == max(snapshots), "all sets")
        assert len(one.told("open")) == 1, "every set fitted"
        copies = [line["copy"] for line in one.told("changed")]
        assert {copy["revision"] for copy in copies} == snapshots.keys()
        for copy in copies:
            assert same(copy, snapshots[copy["revision"]]), copy["revision"]
    kinds = {key for change in client.sets[list_id] for key in change}
    assert kinds >= {"deletedSections", "insertedSections", "movedSections", "movedRows", "undoes", "redoes"}


# Exactly once


def plan_of(count):
    """Edits that each change the list, and the titles in order after all of them."""
    plan, rows = [], []
    for n in range(1, count + 1):
        named = [id for id, _ in rows if id]
        if n % 5 == 3:
            actions = [move(named[n % len(named)], start("s1"))]
            row = next(r for r in rows if r[0] == actions[0]["row"])
            if rows[0] == row:
                actions = [move(row[0], end("s1"))]
            rows.remove(row)
            rows.insert(0 if "start" in actions[0]["to"].values() else len(rows), row)
        elif n % 5 == 4:
            row = next(r for r in rows if r[0] == named[n % len(named)])
            row[1] = f"renamed {n}"
            actions = [update(row[0], {"title": row[1]})]
        elif n % 10 == 5:
            row = next(r for r in rows if r[0] == named[n % len(named)])
            rows.remove(row)
            actions = [delete(row[0])]
        else:
            id = f"r{n}" if n % 5 == 1 else None
            rows.append([id, f"title {n}"])
            actions = [insert(id, end("s1"), fields={"title": f"title {n}"})]
        plan.append({"actions": actions})
    return plan, [title for _, title in rows]


@languages
def test_every_edit_is_applied_once_although_client_and_server_are_killed(language, spawn, program, tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps({"limits": {"inFlight": 16}}))
    server = spawn("--config", str(settings))
    list_id = server.make({"s1": ""})
    plan, titles = plan_of(150)
    proxy = WithholdingProxy(server.port)
    client = program(language, f"ws://127.0.0.1:{proxy.port}/ws", list_id, plan)
    until(lambda: client.told("changed"), lambda: f"the list: {client.lines}")
    client.edit(30)
    client.settled(30)

    # Applied, but not answered when the server dies: the catchup answers them.
    proxy.withhold()
    client.edit(60)
    until(lambda: server.snapshot(list_id)["revision"] == 46, "as many as may be in flight")
    client.made(60)
    assert server.snapshot(list_id)["revision"] == 46
    server.kill()
    proxy.cut()
    server.start()
    client.settled(60)

    # Sent, but not read before the server dies: they are sent again.
    os.kill(server.process.pid, signal.SIGSTOP)
    client.edit(70)
    until(lambda: client.told("sent")[-1]["id"] == 70, "the edits are sent")
    server.kill()
    server.start()
    client.settled(70)

    # Made while there is no server, by a client that dies meanwhile.
    server.kill()
    client.edit(80)
    client.made(80)
    client.kill()
    client.start()
    client.edit(90)
    client.made(90)
    assert [edit["id"] for edit in client.kept()["edits"]] == [*range(71, 91)]
    server.start()
    client.settled(90)

    # Applied, but not answered when the client dies: they are sent again and found to be duplicates.
    proxy.withhold()
    client.edit(110)
    until(lambda: server.snapshot(list_id)["revision"] == 106, "as many as may be in flight")
    client.made(110)
    client.kill()
    proxy.cut()
    seen = len(client.lines)
    client.start()
    client.settled(110)
    answers = {line["id"]: line["answer"] for line in client.told("answered", seen)}
    assert [answers[id].get("applied") for id in range(91, 107)] == [True] * 16

    # Both at any moment.
    client.edit(150)
    client.made(125)
    server.kill()
    client.made(140)
    client.kill()
    server.start()
    client.start()
    client.edit(150)
    client.settled(150)
    until(lambda: client.copy()["revision"] == 150, "the last set")
    snapshot = server.snapshot(list_id)
    proxy.close()

    assert same(client.copy(), snapshot)
    assert [row["fields"]["title"] for row in snapshot["sections"][0]["rows"]] == titles
    history = server.get(f"/api/lists/{list_id}/changes?since=0").json()["sets"]
    assert [(one["client"], one["intent"]) for one in history] == [
        (public_name(client.kept()["key"]), id) for id in range(1, 151)]
    assert all(line["stored"] for line in client.told("sent")) and not client.told("discarded")


# What a server rarely does


class ScriptedServer:
    """Does what the test says; the test reads what the client sends."""

    def __init__(self):
        self.sessions, self.over = queue.Queue(), threading.Event()
        self.server = serve(self._hold, "127.0.0.1", 0, subprotocols=["lockstep.v1"])
        self.url = "ws://127.0.0.1:%s/ws" % self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _hold(self, socket):
        self.sessions.put(ScriptedSession(socket))
        self.over.wait()

    def close(self):
        """Ends it, with all connections."""
        self.over.set()
        self.server.shutdown()


class ScriptedSession:
    """One connection."""

    def __init__(self, socket):
        self.socket = socket

    def read(self):
        """The next message but pings."""
        while (message := json.loads(self.socket.recv(8)))["type"] == "ping":
            pass
        return {key: value for key, value in message.items() if key != "list"}

    def send(self, *messages):
        """Sends messages in one frame."""
        self.socket.send(json.dumps([{"list": "l", **message} for message in messages]))

    def close(self):
        """Closes the connection."""
        self.socket.close()


def opened(revision, last_id=0, epoch="e"):
    """`opened`."""
    return {"type": "opened", "epoch": epoch, "revision": revision, "lastId": last_id, "role": "owner"}


def snapshot(revision, rows, epoch="e", **fields):
    """A snapshot of one section, or a part of one."""
    return {"type": "snapshot", "epoch": epoch, "revision": revision, "title": "T", "rules": {}, "sections": [
        {"id": "s1", "title": "S", "rules": {}, "rows": [{"id": row, "fields": {}} for row in rows]}], **fields}


def inserted(revision, row, at=0, **fields):
    """A set that inserts one row."""
    return {"revision": revision, "at": 1, "client": "other", "intent": 1,
            "insertedRows": [{"row": row, "at": [0, at], "fields": {}}], **fields}


def changes(count, *sets, kind="changes", **fields):
    """A message with sets, after which the section has `count` rows."""
    return {"type": kind, "sets": sets, "counts": [count], **fields}


WELCOME = {"type": "welcome", "client": "me", "limits": {"inFlight": 2, "rememberDays": 30}}


@pytest.fixture
def scripted(program):
    """A scripted server, and how to begin: a client has the list with the rows a and b, at revision 3."""
    server = ScriptedServer()

    def begin(language):
        client = program(language, server.url, "l", [{"actions": [insert(f"r{n}")]} for n in range(1, 30)])
        session = server.sessions.get(timeout=8)
        hello = session.read()
        assert session.read() == {"type": "open"}
        session.send(WELCOME, opened(3))
        session.send(snapshot(3, "a", part=0, parts=2))
        session.send(snapshot(3, "b", part=1, parts=2))
        until(lambda: client.told("changed"), "the snapshot")
        assert rows_of(client) == (3, "a b")
        assert hello == {"type": "hello", "client": client.kept()["key"]}
        return client, session, server.sessions

    yield begin
    server.close()


def rows_of(client):
    """The revision and the rows of its copy."""
    copy = client.copy()
    return copy["revision"], " ".join(row["id"] for section in copy["sections"] for row in section["rows"])


def has(client, revision, rows):
    """Waits until its copy is that."""
    until(lambda: rows_of(client) == (revision, rows), lambda: f"{revision} {rows}: {client.lines[-3:]}")


def edits(session, *ids, epoch="e"):
    """Reads the edits of these ids, all made under that epoch, and returns them."""
    messages = [session.read() for _ in ids]
    assert [(message["type"], message.get("id"), message.get("epoch")) for message in messages] == [
        ("edit", id, epoch) for id in ids]
    assert all(message["actions"] == [insert(f"r{message['id']}")] for message in messages)
    return messages


@languages
def test_edits_are_answered_in_every_way_and_sent_again_only_when_they_may_be(language, scripted):
    client, session, sessions = scripted(language)
    client.edit(5)
    edits(session, 1, 2)  # `inFlight` is 2
    client.made(5)
    session.send({"type": "ack", "id": 2, "revision": 3, "outcome": "noop", "clamped": []})
    edits(session, 3)
    # Opened again because it is out of step: nothing is sent again.
    session.send(changes(3, inserted(5, "x")))
    assert session.read()["type"] == "open"
    session.send(opened(5, 2), snapshot(5, "abx"))
    session.send({"type": "reject", "id": 1, "code": "badAction", "message": ""})
    edits(session, 4)
    # Not available: the list is opened later, and edits 3 and 4 are sent again but for what the catchup answers.
    session.send({"type": "error", "code": "unavailable", "message": ""})
    assert session.read() == {"type": "open", "since": 5, "epoch": "e"}
    session.send({"type": "error", "code": "unavailable", "message": ""})
    assert session.read() == {"type": "open", "since": 5, "epoch": "e"}
    own = inserted(6, "y", client="me", intent=3)
    session.send(opened(6, 3), changes(4, own, kind="catchup", epoch="e", revision=6))
    edits(session, 4, 5)
    # A set that is held already answers, and an error does.
    session.send(changes(4, inserted(6, "z", client="me", intent=4)))
    session.send({"type": "error", "code": "badMessage", "id": 5, "message": ""})
    client.settled(5)
    assert [(line["id"], line["answer"].get("type", "set")) for line in client.told("answered")] == [
        (2, "ack"), (1, "reject"), (3, "set"), (4, "set"), (5, "error")]
    assert rows_of(client) == (6, "y a b x")
    client.edit(6)
    edits(session, 6)
    # A second answer to one edit means nothing.
    session.send({"type": "ack", "id": 5, "revision": 6, "outcome": "duplicate"}, changes(5, inserted(7, "v")))
    has(client, 7, "v y a b x")
    assert len(client.told("answered")) == 5 and [edit["id"] for edit in client.kept()["edits"]] == [6]
    # After a reconnect it is sent again, by a process without a copy, too.
    client.kill()
    session.close()
    client.start()
    session = sessions.get(timeout=8)
    assert session.read() == {"type": "hello", "client": client.kept()["key"]}
    assert session.read() == {"type": "open"}
    session.send(WELCOME, opened(7, 5), snapshot(7, "vyabx"))
    edits(session, 6)
    session.close()
    session = sessions.get(timeout=8)
    assert session.read()["type"] == "hello"
    assert session.read() == {"type": "open", "since": 7, "epoch": "e"}
    # The list was made again: its edits are given up, and ids go on above all.
    session.send(WELCOME, opened(0, 20, epoch="f"))
    until(lambda: client.told("discarded"), "the end of edit 6")
    client.edit(21)
    client.made(21)
    session.send(snapshot(0, "", epoch="f"))
    assert "base" not in edits(session, 21, epoch="f")[0]
    # Another session has the key.
    session.send({"type": "error", "code": "replaced", "message": "", "fatal": True})
    session.close()
    until(lambda: client.told("stopped"), "the end")
    assert client.told("stopped") == [{"told": "stopped", "code": "replaced"}]
    assert client.process.wait(8) == 0 and sessions.empty()
    # The server may have forgotten an edit that was made so long ago.
    kept = client.kept()
    kept["edits"][0]["made"] = 0
    client.file.write_text(json.dumps(kept))
    client.start()
    session = sessions.get(timeout=8)
    session.send(WELCOME, opened(0, 20, epoch="f"), snapshot(0, "", epoch="f"))
    until(lambda: not client.kept()["edits"], "no edits")
    assert [line["id"] for line in client.told("discarded")] == [6, 21]
    assert len(client.told("answered")) == 5


@languages
def test_a_copy_that_does_not_fit_is_fetched_again(language, scripted):
    client, session, _ = scripted(language)
    whole, later = {"type": "open"}, {"type": "open", "since": 4, "epoch": "e"}
    # Skipped, though its counts are those of an earlier revision; then applied.
    session.send(changes(9, inserted(2, "x")), changes(3, inserted(4, "c", 2)))
    has(client, 4, "a b c")
    right, wrong = ListModel(snapshot(4, "abc")).digest(), ListModel(snapshot(4, "acb")).digest()
    session.send({"type": "head", "revision": 4, "digest": right}, {"type": "head", "revision": 5, "digest": wrong})
    assert session.read() == later
    # What comes before `opened` comes again behind it.
    session.send(changes(9, inserted(9, "x")), {"type": "head", "revision": 9, "digest": wrong})
    session.send(opened(5), changes(4, inserted(5, "d", 3), kind="catchup", epoch="e", revision=5))
    has(client, 5, "a b c d")
    session.send({"type": "head", "revision": 5, "digest": wrong})
    for n, broken in enumerate([
            changes(6, inserted(7, "x")), changes(6, inserted(6, "x")), changes(5, inserted(6, "x", 5)),
            changes(4, inserted(6, "x", deletedRows=[{"row": "b", "at": [0, 0]}]))]):
        assert session.read() == whole
        session.send(opened(5), snapshot(5, "abcd"))
        has(client, 5, "a b c d")
        assert len(client.told("open")) == 3 + n
        session.send(broken)
    assert session.read() == whole
    session.send(opened(5), snapshot(5, "abcd"))
    # A folded set, as a slow session gets it; one that begins before what is held does not fit.
    folded = inserted(9, "a", 3, folds=4, deletedRows=[{"row": "a", "at": [0, 0]}])
    session.send(changes(4, folded, kind="catchup", epoch="e", revision=9, **{"from": 5}))
    has(client, 9, "b c d a")
    session.send(changes(4, {**folded, "revision": 11}))
    assert session.read() == whole
    session.send(opened(11), snapshot(11, "ab"))
    client.edit(1)
    assert edits(session, 1)[0]["base"] == 11
    session.send({"type": "closed", "code": "deleted"})
    until(lambda: client.told("stopped"), "the end")
    assert client.told("stopped") == [{"told": "stopped", "code": "deleted"}]
    assert [line["id"] for line in client.told("discarded")] == [1] and not client.kept()["edits"]
