"""The clients in docs/examples on a scripted server, for what a server rarely does."""

import json

import pytest

from actions import insert
from model import ListModel
from reference_clients import languages
from scripted_server import ScriptedServer
from waiting import BOUND, until


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
        session = server.sessions.get(timeout=BOUND)
        hello = session.read()
        assert session.read() == {"type": "open"}
        session.send(WELCOME, opened(3))
        session.send(snapshot(3, "a", part=0, parts=2))
        session.send(snapshot(3, "b", part=1, parts=2))
        until(lambda: client.notified("changed"), "the snapshot")
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
    assert [(line["id"], line["answer"].get("type", "set")) for line in client.tells("answered", 5)] == [
        (2, "ack"), (1, "reject"), (3, "set"), (4, "set"), (5, "error")]
    assert rows_of(client) == (6, "y a b x")
    client.edit(6)
    edits(session, 6)
    # A second answer to one edit means nothing.
    session.send({"type": "ack", "id": 5, "revision": 6, "outcome": "duplicate"}, changes(5, inserted(7, "v")))
    has(client, 7, "v y a b x")
    assert len(client.notified("answered")) == 5 and [edit["id"] for edit in client.kept()["edits"]] == [6]
    # After a reconnect it is sent again, by a process without a copy, too.
    client.kill()
    session.close()
    client.start()
    session = sessions.get(timeout=BOUND)
    assert session.read() == {"type": "hello", "client": client.kept()["key"]}
    assert session.read() == {"type": "open"}
    session.send(WELCOME, opened(7, 5), snapshot(7, "vyabx"))
    edits(session, 6)
    session.close()
    session = sessions.get(timeout=BOUND)
    assert session.read()["type"] == "hello"
    assert session.read() == {"type": "open", "since": 7, "epoch": "e"}
    # The list was made again: its edits are given up, and ids go on above all.
    session.send(WELCOME, opened(0, 20, epoch="f"))
    until(lambda: client.notified("discarded"), "the end of edit 6")
    client.edit(21)
    client.made(21)
    session.send(snapshot(0, "", epoch="f"))
    assert "base" not in edits(session, 21, epoch="f")[0]
    # Another session has the key.
    session.send({"type": "error", "code": "replaced", "message": "", "fatal": True})
    session.close()
    until(lambda: client.notified("stopped"), "the end")
    assert client.notified("stopped") == [{"told": "stopped", "code": "replaced"}]
    assert client.process.wait(BOUND) == 0 and sessions.empty()
    # The server may have forgotten an edit that was made so long ago.
    kept = client.kept()
    kept["edits"][0]["made"] = 0
    client.file.write_text(json.dumps(kept))
    client.start()
    session = sessions.get(timeout=BOUND)
    session.send(WELCOME, opened(0, 20, epoch="f"), snapshot(0, "", epoch="f"))
    until(lambda: not client.kept()["edits"], "no edits")
    assert [line["id"] for line in client.tells("discarded", 2)] == [6, 21]
    assert len(client.notified("answered")) == 5


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
    # What comes before `opened` comes again after it.
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
        assert len(client.tells("open", 3 + n)) == 3 + n
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
    until(lambda: client.notified("stopped"), "the end")
    assert client.notified("stopped") == [{"told": "stopped", "code": "deleted"}]
    assert [line["id"] for line in client.tells("discarded", 1)] == [1] and not client.kept()["edits"]
