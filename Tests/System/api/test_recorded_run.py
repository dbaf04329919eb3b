"""A run in which every message of the protocol is said, held against the schemas."""

import json

import pytest

from actions import (after, at, before, delete, delete_sections, end, insert, insert_section, move, move_all,
                     move_section, start as first, update, update_list, update_section)
from documents import ROOT
from recording import Record
from server import section
from tokens import token
from test_fixtures import schema_of

FIXTURES = json.loads((ROOT / "Tests/Support/Fixtures/protocol" / "server-frames.json").read_text())
# Said only where a journal fails, or a socket takes nothing for long.
NOT_PROVOKED = {"slowConsumer", "unavailable"}

@pytest.fixture(scope="module")
def record(start):
    """Everything that was said in the run."""
    record = Record()
    server = start(limits={"headSeconds": 1, "lists": 2, "inFlight": 4, "actions": 9},
                   bounds={"editsPerSecond": 1, "editBurst": 60})
    edit_everything(record, server)
    be_refused(record, server)
    say_what_is_fatal(record, server)
    use_tokens(record, start(auth=True))
    yield record
    for client in record.clients:
        client.leave()


def edit_everything(record, server):
    ana, ben = record.connect(server, name="Ana"), record.connect(server, name="Ben")
    ana.send({"type": "create", "list": "l", "title": "L", "rules": {"handles": "edit", "deleteTitle": "Off: {detail}"},
              "sections": [section("s1", "a b p^ q_"), section("s2", "c", maxRows=9, insertable=True),
                           {"rows": [{"fields": {"done": True}, "editable": True, "deletable": True, "movable": True}]}]})
    ana.take(type="created")
    ana.open("l")
    ben.open("l")
    ana.send({"type": "lists"}, {"type": "ping"})
    ana.take(type="lists")
    ana.take(type="pong")
    ana.send({"type": "presence", "list": "l", "mode": "active", "selected": ["a"], "dragging": "a",
              "editing": {"row": "b", "field": "title"}})
    ben.take(lambda m: any("editing" in client for client in m.get("clients", [])), type="presence")
    done = [ana.edit("l", *actions) for actions in (
        [insert(None, at("s1", 99), fields={"title": "T", "n": [1.5, {"x": None}]}, editable=True, deletable=True,
                movable=True)],
        [insert("n", first("s2"), pinned="top"), update("n", {"done": True}, ifRevision=0)],
        [update("a", {"title": None, "detail": "D"}, editable=False, movable=None, pinned="bottom", deletable=True)],
        [move("b", before("q")), move_all("c b", at("s1", 99)), move("b", after("n"))],
        [insert_section("s3", {"at": "end"}, rules={"moveScope": "list"}), insert_section(None, {"index": 99})],
        [update_section("s3", title="Three", rules={"reorderable": False}), move_section("s3", before("s1")),
         move_section("s3", after("s1"))],
        [update_list(title="Again", rules={"editable": True, "deletable": True}), delete("c")],
        [delete_sections("s3")])]
    assert [answer.kind for answer in done] == ["set"] * len(done), done
    around = {"around": [{"row": "a"}, {"section": "s1", "index": 1}], "before": 1, "after": 2}
    wide = record.connect(server)
    wide.send({"type": "open", "list": "l", "window": around})
    wide.take(type="outline")
    for query in ({"type": "rows", **around}, {"type": "rows", "ids": ["a", "gone"], "only": "ids"},
                  {"type": "rows", "ranges": [{"at": [0, 0], "rows": 2}]},
                  {"type": "check", "ranges": [{"at": [0, 0], "rows": 9}]},
                  {"type": "find", "text": "T", "fields": ["title"], "limit": 1, "from": [0, 0]},
                  {"type": "check"}):
        wide.send({**query, "list": "l", "n": 7})
        wide.take(n=7)
    epoch = ana.lists["l"].epoch
    assert ana.undo("l", epoch=epoch).kind == ana.redo("l", epoch=epoch).kind == "set"
    assert ana.edit("l", kind="restore", revision=0, epoch=epoch).kind == ana.undo("l").kind == "set"
    assert ana.redo("l", skip=True).kind == ana.undo("l", skip=True).kind == "ack"
    assert ana.edit("l", delete("gone")).body["outcome"] == "noop"
    ben.reach("l", ana.lists["l"].revision)
    ben.send({"type": "close", "list": "l"})
    ben.settle()
    assert ben.edit("l", insert(), insert(to=at("s1", 99))).body["outcome"] == "applied"
    again = dict(ben.sent["l", 1], epoch=epoch)
    back = record.connect(server, key=ben.key)  # takes over
    back.opened["l"] = {"lastId": 1}
    back.send(again)
    assert back.take(type="ack")["applied"] is True
    back.edit("l", {"op": "fly"}, id=2)
    back.edit("l", move("gone"), id=3)
    back.answers.clear()
    assert back.edit("l", insert(), id=3).body["applied"] is False
    late = record.connect(server)
    late.lists["l"] = ben.lists["l"]
    late.open("l", ben.lists["l"].revision, ben.lists["l"].epoch)
    ana.take(type="presence", match=lambda m: m["left"])
    assert ana.take(type="head")["digest"] == ana.lists["l"].digest()
    ana.send({"type": "delete", "list": "l"})
    ana.take(type="closed")


def be_refused(record, server):
    rows = section("s1", "a f d m p^")
    rows["rows"][1]["editable"] = rows["rows"][2]["deletable"] = rows["rows"][3]["movable"] = False
    list_id = server.make([rows, section("s2", "b", maxRows=1), section("s3", "", insertable=False)],
                          rules={"maxRows": 8})
    ana, ben = record.connect(server), record.connect(server)
    ana.open(list_id)
    ben.edit(list_id, update("a", {"x": 1}))
    refused = [
        [move("gone")], [insert("x", end("gone"))], [insert("a")], [update("f", {"x": 1})], [delete("d")],
        [move("m", end("s1"))], [insert("x", end("s3"))], [insert("x", end("s2"))],
        [insert(to=end("s1")) for _ in range(4)], [update("a", {"x": 2}, ifRevision=0)], [{"op": "fly"}],
        [insert() for _ in range(10)]]
    for actions in refused:
        assert ana.edit(list_id, *actions).kind == "reject"
    ana.edit(list_id, insert("x", at("s1", 0)), epoch="another")
    ana.undo(list_id)
    ana.redo(list_id)
    ana.edit("nowhere", insert())
    for message in ({"type": "open", "list": "nowhere"}, {"type": "dance"}, {"type": "open", "list": "a b"},
                    {"type": "create", "list": list_id}, {"type": "edit", "list": list_id, "id": 99}):
        ana.send(message)
        ana.take(type="error")
    others = [server.make() for _ in range(2)]
    for other in others:
        ana.send({"type": "open", "list": other})
    assert ana.take(type="error")["code"] == "tooManyLists"
    while "rateLimited" not in record.codes("reject"):
        ben.edit(list_id, delete("gone"))


def say_what_is_fatal(record, server):
    assert record.fatal(server, "{") == "notJSON"
    assert record.fatal(server, b"\xff", text=True) == "notUTF8"
    assert record.fatal(server, b"{}", text=False) == "binaryFrame"
    assert record.fatal(server, '"' + "x" * 300_000 + '"') == "frameTooLarge"
    assert record.fatal(server, {"type": "hello"}) == "badHello"
    early = record.connect(server, greet=False)
    early.send({"type": "lists"})
    assert early.take(type="error")["code"] == "helloExpected"
    first_of_two = record.connect(server)
    record.connect(server, key=first_of_two.key)
    assert first_of_two.take(type="error")["code"] == "replaced"
    last = record.connect(server)
    server.stop()
    assert last.take(type="error")["code"] == "shuttingDown"


def use_tokens(record, server):
    def sign_in(lists):
        client = record.connect(server, greet=False)
        client.welcome = client.hello(token=token(lists))
        return client

    stranger = record.connect(server, greet=False)
    stranger.send({"type": "hello", "token": "none"})
    assert stranger.take(type="error")["code"] == "unauthorized"
    owner, viewer = sign_in({"*": "owner"}), sign_in({"*": "viewer"})
    owner.send({"type": "token", "token": token({"*": "owner"})})
    owner.take(type="renewed")
    owner.send({"type": "create", "list": "l", "sections": [{"title": "S", "rows": [{"fields": {"done": True}}]}]})
    owner.take(type="created")
    owner.open("l")
    owner.edit("l", insert())
    for asked in ({"get": "figures"}, {"get": "lists", "by": "rate", "text": "l", "from": 0, "limit": 9},
                  {"get": "sessions"}, {"get": "hooks"}, {"end": viewer.public}):
        owner.send({"type": "admin", "n": 1, **asked})
        owner.take(type="admin")
    assert viewer.take(type="error")["code"] == "ended"
    viewer = sign_in({"*": "viewer"})
    viewer.send({"type": "open", "list": "l", "authors": True})
    viewer.take(type="snapshot")
    assert viewer.edit("l", insert()).body["code"] == "forbidden"
    viewer.send({"type": "delete", "list": "l"})
    assert viewer.take(type="error")["code"] == "forbidden"


# What is said on purpose though no client may say it.
UNSAYABLE = [
    {"type": "dance"}, {"type": "open", "list": "a b"}, {"type": "check", "list": "l", "n": 7}]


def is_sayable(message):
    """Whether the run says it as a client may."""
    return not (message in UNSAYABLE or {"op": "fly"} in message.get("actions", [])
                or (message["type"] == "edit" and "actions" not in message))


def test_everything_that_the_servers_sent_is_documented(record, strict):
    for message in record.received:
        strict.check("serverMessage", message)


def test_what_the_clients_sent_is_documented(record, strict):
    for message in record.sent:
        assert strict.accept("clientMessage", message) == is_sayable(message), message


def test_every_message_was_said(record, strict):
    for choice, said in (("serverMessage", record.received), ("clientMessage", record.sent)):
        seen = {branch for message in said for branch in strict.matches(choice, message)}
        assert seen == set(strict.branches(choice))


def test_every_code_was_given(record, strict):
    codes = {kind: set(strict.definitions[kind]["properties"]["code"]["enum"]) for kind in ("error", "reject")}
    assert codes["error"] - record.codes("error") == NOT_PROVOKED
    assert codes["reject"] - record.codes("reject") == {"unavailable"}


def test_every_property_was_seen(record, strict):
    frames = [(schema_of(frame), frame) for frame in (json.loads(case["frame"]) for case in FIXTURES)]
    seen = {name for message in record.received for name in strict.seen("serverMessage", message)}
    for message in filter(is_sayable, record.sent):
        seen |= strict.seen("clientMessage", message)
    for schema, frame in frames:
        for message in frame if isinstance(frame, list) else [frame]:
            seen |= strict.seen("serverMessage" if schema == "serverFrame" else schema, message)
    assert strict.properties("serverMessage", "clientMessage") - seen == set()
