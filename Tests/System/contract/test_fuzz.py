"""Garbage of many kinds: the server stays up and other sessions go on."""

import json
import random
import socket

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from actions import at, before, delete, end, insert, insert_section, move, move_all, update, update_list
from client import Client
from waiting import BOUND, until

ROUNDS = {"messages": 60, "text": 250, "requests": 500}
"""How many connections are tried with each kind of garbage."""
ODD = ["", "a", "s1", ".", "x" * 70, "\ud800", "\x00", 0, -1, 1, 1.5, 2**53, 1e300, True, None, [], {}, [[]],
       {"section": "s1"}, {"before": "a", "after": "b"}, ["a"], {"title": None}, {"index": -5, "section": "s1"}]


@pytest.fixture
def dice(request):
    """Random numbers whose seed is printed when the test fails."""
    seed = random.randrange(2**32)
    print("seed", seed)
    return random.Random(seed)


@pytest.fixture
def witness(server, connect):
    """A session that must go on: checked after the test, as is the server's process."""
    list_id = server.make({"s1": "a b c"})
    client = connect()
    client.open(list_id)
    yield client, list_id
    assert server.process.poll() is None, server.log()
    assert client.edit(list_id, insert("last", at("s1", 0))).kind in ("set", "reject")
    client.settle()
    assert client.lists[list_id].counts() == [
        len(s["rows"]) for s in server.snapshot(list_id)["sections"]]


def messages(list_id):
    """One message of every kind."""
    edit = {"type": "edit", "list": list_id, "id": 1, "base": 0}
    return [
        {"type": "hello", "client": "k", "name": "n"}, {"type": "lists"}, {"type": "ping", "n": 1},
        {"type": "open", "list": list_id, "since": 0, "epoch": "e"}, {"type": "close", "list": list_id},
        {"type": "create", "list": "fuzz", "title": "T", "rules": {"maxRows": 1}, "sections": [
            {"id": "s", "title": "S", "rows": [{"id": "r", "fields": {}, "pinned": "top"}]}]},
        {"type": "presence", "list": list_id, "mode": "active", "selected": ["a"], "editing": {"row": "a"}},
        {"type": "open", "list": list_id, "window": {
            "around": [{"row": "a"}, {"section": "s1", "index": 1}], "before": 1, "after": 1}},
        {"type": "rows", "list": list_id, "n": 1, "ranges": [{"at": [0, 0], "rows": 1}]},
        {"type": "rows", "list": list_id, "n": 1, "ids": ["a"], "only": "ids"},
        {"type": "check", "list": list_id, "n": 1, "ranges": [{"at": [0, 0], "rows": 1}]},
        {"type": "find", "list": list_id, "n": 1, "text": "a", "fields": ["title"], "limit": 1, "from": [0, 0]},
        {"type": "undo", "list": list_id, "id": 2}, {"type": "redo", "list": list_id, "id": 3},
        {**edit, "actions": [insert("x", at("s1", 1)), move("a", before("b")), update("b", {"n": 1})]},
        {**edit, "actions": [move_all("a b", end("s1")), delete("c"), insert_section("n"),
                             update_list(title="T", rules={"handles": "edit"})]},
    ]


def mutate(dice, value):
    """`value` with something somewhere in it replaced, removed, doubled or added."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(list(value))
        choice = dice.randrange(4)
        if choice == 0:
            return {k: v for k, v in value.items() if k != key}
        if choice == 1:
            return {**value, dice.choice(["to", "list", "id", "rules", "row", "index"]): dice.choice(ODD)}
        return {**value, key: mutate(dice, value[key])}
    if isinstance(value, list) and value and dice.random() < 0.9:
        i = dice.randrange(len(value))
        return value[:i] + [mutate(dice, value[i])] + value[i + dice.randrange(2):]
    return dice.choice(ODD)


def test_mutated_messages_end_nothing_but_their_session(server, witness, dice):
    _, list_id = witness
    for _ in range(ROUNDS["messages"]):
        client = Client(server.ws())
        try:
            client.open(list_id)
            for _ in range(40):
                message = mutate(dice, dice.choice(messages(list_id)))
                frame = [message, {"type": "ping"}] if dice.random() < 0.2 else message
                client.socket.send(json.dumps(frame))
            client.settle()
        except (ConnectionClosed, TimeoutError) as end:
            assert isinstance(end, ConnectionClosed), "the server no longer answers"
        finally:
            client.leave()


def test_damaged_text_and_random_bytes_end_nothing_but_their_session(server, witness, dice):
    _, list_id = witness
    for _ in range(ROUNDS["text"]):
        client = Client(server.ws(), greet=dice.random() < 0.8)
        try:
            data = bytearray(json.dumps(dice.choice(messages(list_id))).encode())
            for _ in range(dice.randrange(1, 6)):
                place = dice.randrange(len(data))
                data[place:place + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
            if dice.random() < 0.2:
                data = dice.randbytes(dice.randrange(500))
            client.socket.send(bytes(data), text=dice.random() < 0.9)
            if dice.random() < 0.5:
                client.settle()
        except (ConnectionClosed, TimeoutError) as end:
            assert isinstance(end, ConnectionClosed), (bytes(data), "the server no longer answers")
        finally:
            client.leave()


def test_broken_frames_and_requests_end_nothing_but_their_connection(server, witness, dice):
    upgrade = (b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    requests = [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"POST /api/lists HTTP/1.1\r\nHost: x\r\n"
                b"Content-Length: 10\r\n\r\n{", b"GET /api/lists/%ff HTTP/1.1\r\nHost: x\r\n\r\n"]
    for _ in range(ROUNDS["requests"]):
        with socket.create_connection(("127.0.0.1", server.port), timeout=BOUND) as s:
            try:
                if dice.random() < 0.5:
                    s.sendall(upgrade)
                    s.recv(4096)
                    s.sendall(dice.randbytes(dice.randrange(1, 300)))
                else:
                    data = bytearray(dice.choice([upgrade, *requests]))
                    for _ in range(dice.randrange(4)):
                        data[dice.randrange(len(data))] = dice.randrange(256)
                    s.sendall(data)
                if dice.random() < 0.1:
                    s.shutdown(socket.SHUT_WR)
                    s.recv(4096)
            except OSError:
                pass


def test_sessions_that_come_and_go_leave_nothing(server, witness, dice):
    client, list_id = witness
    for _ in range(60):
        try:
            visitor = Client(server.ws())
            visitor.send({"type": "open", "list": list_id})
            if dice.random() < 0.5:
                visitor.socket.socket.close()
            visitor.leave()
        except (OSError, WebSocketException):
            pass

    def alone():
        client.send({"type": "lists"})
        entries = client.take(type="lists")["lists"]
        return next(e["clients"] for e in entries if e["list"] == list_id) == 1

    until(alone, "the end of the sessions that went")
