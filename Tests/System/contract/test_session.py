"""protocol.md, "Session": hello, welcome, public names, takeover."""

import time

import pytest

from client import public_name

LIMITS = ["frameBytes", "setBytes", "inFlight", "actions", "fieldsBytes", "lists", "rows", "sections",
          "titleBytes", "undo", "undoBytes", "windowRows", "listBytes", "headSeconds", "queueBytes", "stallSeconds",
          "rememberDays"]


def test_the_welcome_has_all_its_parts(connect):
    before = time.time() * 1000
    welcome = connect().welcome
    assert welcome["protocol"] == 1
    assert welcome["server"].startswith("lockstep/")
    assert before - 1 <= welcome["time"] <= time.time() * 1000
    for key in LIMITS:
        assert isinstance(welcome["limits"][key], int) and welcome["limits"][key] > 0, key


def test_the_welcome_names_what_else_the_server_has_of_the_page(connect):
    features = connect().welcome["features"]
    assert {"authors", "restore", "versions"} <= set(features)
    assert sorted(set(features) & {"renewal", "servers"}) == []
    assert all(isinstance(name, str) for name in features) and len(set(features)) == len(features)


def test_the_limits_are_those_of_the_page_by_default(connect):
    limits = connect().welcome["limits"]
    assert {k: limits[k] for k in LIMITS} == {
        "frameBytes": 262144, "setBytes": 524288, "inFlight": 128, "actions": 1000,
        "fieldsBytes": 16384, "lists": 64, "rows": 200000, "sections": 1000, "titleBytes": 1024,
        "undo": 100, "undoBytes": 4194304, "windowRows": 1000, "listBytes": 268435456, "headSeconds": 10,
        "queueBytes": 4194304, "stallSeconds": 30, "rememberDays": 30}


def test_the_public_name_is_the_hash_of_the_key(connect):
    client = connect()
    assert client.welcome["client"] == public_name(client.key)
    assert len(client.welcome["client"]) == 24


def test_the_public_name_is_the_same_after_a_reconnect(connect):
    first = connect()
    first.leave()
    assert connect(key=first.key).welcome["client"] == first.welcome["client"]


def test_without_a_key_the_server_makes_one(connect):
    names = set()
    for _ in range(2):
        client = connect(greet=False)
        client.send({"type": "hello"})
        names.add(client.take(type="welcome")["client"])
    assert len(names) == 2
    assert all(len(n) == 24 and set(n) <= set("0123456789abcdef") for n in names)


def test_the_key_is_never_shown(server, connect, opened):
    client, list_id = opened({"s1": "a"})
    other = connect(name="Ana")
    other.open(list_id)
    other.edit(list_id, {"op": "insertRow", "fields": {}})
    client.reach(list_id, 1)
    pages = server.get(f"/api/lists/{list_id}/changes?since=0").body.decode()
    assert other.key not in "".join(client.frames) + pages + str(server.snapshot(list_id))


@pytest.mark.parametrize("key", ["", ".", "..", "a b", "ä", "x" * 65, "a/b", 7, None, {}, "a\n"],
                         ids=repr)
def test_a_key_out_of_its_alphabet_is_badHello(connect, key):
    client = connect(greet=False)
    client.send({"type": "hello", "client": key})
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("badHello", True)
    assert client.closed() == 1008


@pytest.mark.parametrize("key", ["x" * 64, "A", "a.b_c~d-0", "...", "~"])
def test_every_key_of_the_alphabet_is_taken(connect, key):
    assert connect(key=key).welcome["client"] == public_name(key)


@pytest.mark.parametrize("message", [
    {"type": "ping", "n": 1}, {"type": "lists"}, {"type": "open", "list": "x"}, {"type": "dance"}],
    ids=lambda m: m["type"])
def test_anything_before_hello_ends_the_session(connect, message):
    client = connect(greet=False)
    client.send(message)
    error = client.take(type="error")
    assert (error["code"], error["fatal"]) == ("helloExpected", True)
    assert client.closed() == 1008


def test_a_second_session_of_a_key_takes_over(server, connect):
    list_id = server.make({"s1": ""})
    first = connect()
    first.open(list_id)
    second = connect(key=first.key)
    error = first.take(type="error")
    assert (error["code"], error["fatal"]) == ("replaced", True)
    assert first.closed() == 1008
    second.open(list_id)
    assert second.edit(list_id, {"op": "insertRow", "fields": {}}).kind == "set"


def test_a_fatal_error_says_what_is_wrong(connect):
    client = connect(greet=False)
    client.send({"type": "ping"})
    assert client.take(type="error")["message"]
