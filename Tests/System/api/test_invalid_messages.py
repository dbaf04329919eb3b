"""What is no message is refused by the schema and by the server alike."""

import copy
import itertools

import pytest

from client import Client
from recording import Record

LISTED = {"list": "mutated"}
EDIT = {"type": "edit", **LISTED, "id": 1, "base": 0, "epoch": "e", "actions": []}
VALID = {
    "hello": {"type": "hello", "client": "k", "name": "Ana", "token": "t"},
    "open": {"type": "open", **LISTED, "since": 0, "epoch": "e",
             "window": {"around": [{"row": "a"}, {"section": "s", "index": 0}], "before": 1, "after": 1},
             "authors": True},
    "close": {"type": "close", **LISTED}, "delete": {"type": "delete", **LISTED},
    "create": {"type": "create", "list": "new", "title": "T", "rules": {},
               "sections": [{"id": "s", "title": "S", "rules": {}, "rows": [{"id": "r", "fields": {}}]}]},
    "edit": EDIT, "undo": {"type": "undo", **LISTED, "id": 2, "epoch": "e"},
    "redo": {"type": "redo", **LISTED, "id": 3, "epoch": "e"},
    "restore": {"type": "restore", **LISTED, "id": 4, "revision": 0, "epoch": "e"},
    "presence": {"type": "presence", **LISTED, "mode": "active", "selected": ["a"], "dragging": "a",
                 "editing": {"row": "a", "field": "title"}},
    "rows": {"type": "rows", **LISTED, "n": 1, "around": [{"row": "a"}], "before": 1, "after": 1, "only": "ids"},
    "check": {"type": "check", **LISTED, "n": 4, "ranges": [{"at": [0, 0], "rows": 1}]},
    "find": {"type": "find", **LISTED, "n": 5, "text": "a", "fields": ["title"], "limit": 2, "from": [0, 0]},
    "admin": {"type": "admin", "n": 6, "get": "lists", "by": "rate", "text": "a", "from": 0, "limit": 2},
    "token": {"type": "token", "token": "t"},
    "ping": {"type": "ping", "n": 7},
}
ROWS = {
    "rows by ranges": {"type": "rows", **LISTED, "n": 2, "ranges": [{"at": [0, 0], "rows": 1}]},
    "rows by ids": {"type": "rows", **LISTED, "n": 3, "ids": ["a"]},
}
ROW_PLACE = {"section": "s", "index": 0}
ACTIONS = {
    "insertRow": {"op": "insertRow", "row": "r", "fields": {"title": "R"}, "to": ROW_PLACE, "editable": True,
                  "deletable": True, "movable": True, "pinned": "top"},
    "updateRow": {"op": "updateRow", "row": "a", "fields": {"title": None}, "ifRevision": 0, "editable": None,
                  "pinned": "top"},
    "deleteRows": {"op": "deleteRows", "rows": ["a"]},
    "moveRow": {"op": "moveRow", "row": "a", "to": {"before": "b"}},
    "moveRows": {"op": "moveRows", "rows": ["a"], "to": {"section": "s", "at": "end"}},
    "insertSection": {"op": "insertSection", "section": "t", "title": "T", "to": {"index": 0},
                      "rules": {"editable": True, "maxRows": 3, "moveScope": "list", "handles": "edit",
                                "deleteTitle": "Off"}},
    "updateSection": {"op": "updateSection", "section": "s", "title": "S", "rules": {}},
    "deleteSections": {"op": "deleteSections", "sections": ["t"]},
    "moveSection": {"op": "moveSection", "section": "s", "to": {"after": "t"}},
    "updateList": {"op": "updateList", "title": "L", "rules": {"insertable": True}},
}
WRONG = [None, True, 1.5, -1, 2**53, "", "a b", "x\0", [], {}, [1], {"before": "a", "after": "b"}]


def places(value, path=()):
    """The paths to everything inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield path + (key,)
        yield from places(one, path + (key,))


def mutated(message):
    """The message with one thing taken away or replaced."""
    for path in places(message):
        if path[0] in ("type", "op"):
            continue
        for wrong in (*WRONG, "take away"):
            if wrong == 2**53 and "fields" in path:
                continue  # written with a fraction it is fine there, and no schema sees how it is written
            changed = copy.deepcopy(message)
            place = changed
            for step in path[:-1]:
                place = place[step]
            if wrong == "take away":
                del place[path[-1]]
            else:
                place[path[-1]] = wrong
            yield ".".join(map(str, path)), changed


@pytest.fixture(scope="module")
def session(server):
    """A session, with numbers for its edits: one that was answered is looked at no more."""
    server.make({"s": "a b", "t": ""}, list_id="mutated")
    client = Client(server.ws())
    client.numbers = itertools.count(1000)
    client.open("mutated")
    yield client
    client.leave()


ANSWERED = {"edit", "undo", "redo", "restore", "open", "create"}
ANSWERS = {"ack", "reject", "error", "opened", "created", "changes"}


def is_refused(client, message):
    """Whether the server finds fault with the form of a message."""
    client.send(message)
    answer = client.take(lambda one: one["type"] in ANSWERS) if message["type"] in ANSWERED else {}
    client.settle()
    said, client.inbox = [answer, *client.inbox], []
    return bool({one.get("code") for one in said} & {"badMessage", "badAction"})


def test_the_messages_to_be_mutated_are_valid_and_are_all_there_are(schemas):
    for message in VALID.values():
        schemas.check("clientMessage", message)
    for action in ACTIONS.values():
        schemas.check("action", action)
    assert set(ACTIONS) == set(schemas.branches("action"))
    kinds = {schemas.definitions[name]["properties"]["type"]["const"] for name in schemas.branches("clientMessage")}
    assert set(VALID) == kinds - {"lists"}


@pytest.mark.parametrize("kind", [kind for kind in VALID if kind != "hello"])
def test_a_mutated_message_is_refused_by_the_schema_if_by_the_server(schemas, session, kind):
    compare(schemas, session, "clientMessage", mutated(VALID[kind]))


@pytest.mark.parametrize("op", ACTIONS)
def test_a_mutated_action_is_refused_by_the_schema_if_by_the_server(schemas, session, op):
    edits = ((place, {**EDIT, "actions": [action]}) for place, action in mutated(ACTIONS[op]))
    compare(schemas, session, "clientMessage", edits)


def compare(schemas, session, name, messages):
    """Holds what the schema says of each message against what the server says."""
    refused = 0
    for place, message in messages:
        if message.get("id") == 1:
            message["id"] = next(session.numbers)
        if message.get("epoch") == "e":
            message["epoch"] = session.opened["mutated"]["epoch"]
        is_valid = schemas.accept(name, message)
        assert is_refused(session, message) is not is_valid, (place, message, is_valid)
        refused += not is_valid
    assert refused > 5


def test_a_mutated_hello_is_refused_by_the_schema_if_by_the_server(schemas, server):
    for place, message in mutated(VALID["hello"]):
        record = Record()
        client = record.connect(server, greet=False)
        client.send(message)
        answer = client.take()
        assert (answer["type"] == "welcome") is schemas.accept("hello", message), (place, message, answer)
        client.leave()
