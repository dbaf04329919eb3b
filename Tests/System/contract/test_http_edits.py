"""protocol.md, "HTTP on the same port": `POST /api/lists/ID/edits`, its answers and statuses."""

import secrets
import threading

import pytest

from actions import at, delete, end, insert, move, update
from client import public_name
from server import section


def edit(server, list_id, *actions, id=1, **fields):
    return server.request("POST", f"/api/lists/{list_id}/edits", {"id": id, "actions": list(actions), **fields})


def test_an_edit_is_answered_by_its_set(server, connect):
    list_id, key = server.make({"s1": "a"}), secrets.token_hex(8)
    response = edit(server, list_id, insert("b", at("s1", 9)), client=key)
    assert response.status == 200
    [change] = response.json()["sets"]
    assert (change["revision"], change["client"], change["intent"]) == (1, public_name(key), 1)
    assert change["clamped"][0]["why"] == "bounds" and response.json()["counts"] == [2]


def test_an_edit_with_type_and_list_is_the_same(server):
    list_id = server.make({"s1": "a"})
    response = edit(server, list_id, insert("b"), type="edit", list=list_id, base=0)
    assert response.status == 200 and response.json()["sets"][0]["revision"] == 1


def test_a_posted_edit_reaches_the_sessions(server, opened):
    client, list_id = opened({"s1": ""})
    edit(server, list_id, insert("a"))
    assert client.reach(list_id, 1).shape() == {"s1": "a"}


def test_an_edit_without_a_key_is_of_one_client_each(server):
    list_id = server.make({"s1": ""})
    names = [edit(server, list_id, insert()).json()["sets"][0]["client"] for _ in range(3)]
    assert len(set(names)) == 3


def test_a_noop_is_answered_by_its_ack(server):
    list_id = server.make({"s1": "a"})
    response = edit(server, list_id, delete("gone"))
    assert response.status == 200
    assert (response.json()["type"], response.json()["outcome"]) == ("ack", "noop")


def test_a_resent_edit_is_a_duplicate(server):
    list_id, key = server.make({"s1": "a"}), secrets.token_hex(8)
    edit(server, list_id, insert("b"), client=key)
    response = edit(server, list_id, insert("b"), client=key)
    assert response.status == 200
    assert (response.json()["outcome"], response.json()["applied"], response.json()["revision"]) == (
        "duplicate", True, 1)
    assert edit(server, list_id, insert("c"), client=key, id=2).json()["sets"][0]["revision"] == 2


def test_an_id_answered_over_the_socket_is_a_duplicate_over_http(server, opened):
    client, list_id = opened({"s1": ""})
    client.edit(list_id, insert("a"))
    response = edit(server, list_id, insert("a"), client=client.key)
    assert (response.json()["outcome"], response.json()["applied"]) == ("duplicate", True)
    edit(server, list_id, insert("b"), client=client.key, id=2)
    assert client.reach(list_id, 2).shape() == {"s1": "a b"}


def test_edits_posted_at_once_are_each_applied_once(server):
    list_id, statuses = server.make({"s1": ""}), []

    def post(n):
        for id in range(1, 11):
            statuses.append(edit(server, list_id, insert(f"r{n}-{id}", end("s1")), id=id, client=f"{list_id}-{n}").status)

    threads = [threading.Thread(target=post, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    rows = [r["id"] for r in server.snapshot(list_id)["sections"][0]["rows"]]
    assert statuses == [200] * 60 and len(rows) == len(set(rows)) == 60
    for n in range(6):
        assert [r for r in rows if r.startswith(f"r{n}-")] == [f"r{n}-{id}" for id in range(1, 11)]


REJECTS = [
    ([{"op": "fly"}], "badAction", 400), ([update("f", {"x": 1})], "editDisabled", 403),
    ([delete("f")], "deleteDisabled", 403), ([move("m", end("s1"))], "moveDisabled", 403),
    ([insert("x", end("s3"))], "insertDisabled", 403), ([move("gone")], "unknownRow", 404),
    ([insert("x", end("gone"))], "unknownSection", 404), ([insert("a")], "duplicateID", 409),
    ([insert("x", end("s2"))], "sectionFull", 409),
    ([insert(to=end("s1")) for _ in range(9)], "listFull", 409),
    ([update("a", {"t": "x" * 20000})], "tooLarge", 413),
]


@pytest.mark.parametrize("actions, code, status", REJECTS, ids=[r[1] for r in REJECTS])
def test_a_reject_has_the_status_of_its_code(server, actions, code, status):
    first = section("s1", "a f m")
    first["rows"][1]["editable"] = first["rows"][2]["movable"] = False
    list_id = server.make([first, section("s2", "b", maxRows=1), section("s3", "", insertable=False)],
                          rules={"maxRows": 9})
    response = edit(server, list_id, *actions)
    assert (response.status, response.json()["code"]) == (status, code)


def test_conflict_and_staleBase_are_409(server):
    list_id = server.make({"s1": "a"})
    edit(server, list_id, update("a", {"x": 1}), client="c" + secrets.token_hex(8))
    response = edit(server, list_id, update("a", {"x": 2}, ifRevision=0))
    assert (response.status, response.json()["code"]) == (409, "conflict")
    for fields in ({"epoch": "another"}, {"base": 7}):
        response = edit(server, list_id, insert("x", at("s1", 0)), **fields)
        assert (response.status, response.json()["code"]) == (409, "staleBase")


@pytest.mark.parametrize("body", [b"", b"{", b'{"id":1}', b'{"id":"x","actions":[]}', b'{"id":1,"actions":{}}',
                                  b'{"id":1,"actions":[],"client":"a b"}', b'{"id":1,"id":2,"actions":[]}'], ids=repr)
def test_an_edit_that_makes_no_sense_is_400(server, body):
    list_id = server.make({"s1": "a"})
    assert server.request("POST", f"/api/lists/{list_id}/edits", body).status == 400
