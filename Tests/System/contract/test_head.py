"""protocol.md, "Staying in step": head, and a session too slow to take every set."""

import secrets
import socket

from actions import delete, insert, move, start, update
from model import ListModel, digest


def test_the_digest_is_fnv_1a_over_the_order():
    assert digest([]) == "811c9dc5"
    assert digest([("a", [])]) == f"{fnv(b'#a' + bytes([10])):08x}"


def fnv(data):
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 % 2**32
    return value


def test_head_comes_after_a_burst_with_the_digest(configured, connect):
    server = configured(limits={"headSeconds": 1})
    client, list_id = connect(server), server.make({"s1": "a b", "s2": "", "s3": "c"})
    client.open(list_id)
    for row in ("x", "y", "z"):
        client.edit(list_id, insert(row, start("s2")))
    client.edit(list_id, move("c", start("s1")), delete("x"))
    head = client.take(type="head", list=list_id, )
    assert head["revision"] == 4
    assert head["digest"] == client.lists[list_id].digest()


def test_a_session_that_does_not_read_loses_nothing_of_the_result(server, connect):
    list_id = server.make({"s1": " ".join(f"r{i}" for i in range(10))})
    writer = connect()
    writer.open(list_id)
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
    plain.connect(("127.0.0.1", server.port))
    slow = connect(sock=plain, max_queue=1)
    slow.open(list_id)
    for i in range(80):
        writer.post(list_id, *[update(f"r{r}", {"title": secrets.token_hex(7500)}) for r in range(10)])
        if i % 20 == 5:
            slow.post(list_id, insert(f"s{i}", start("s1")))
    ids = list(range(1, 5))
    writer.answer(list_id, 80)
    writer.reach(list_id, 84)
    for id in ids:
        slow.answer(list_id, id)
    slow.reach(list_id, 84)
    slow.settle()
    assert all(len(slow.answers[list_id, id]) == 1 for id in ids)
    assert slow.lists[list_id].state() == ListModel(server.snapshot(list_id)).state()
