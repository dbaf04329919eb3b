"""Uploads: lists of more bytes than one request of `POST /api/files` has, in parts."""

import json

from test_files import names, send
from tokens import bearer, token


def lists(*described):
    """A part with lists, each a name and the rows of its sections by their ids."""
    return json.dumps({"format": "lockstep-lists/1", "lists": [
        {"list": name, "title": name.upper(), "rules": {"insertable": False}, "sections": [
            {"id": section, "title": section, "rows": [{"id": row, "fields": {"title": row}} for row in rows.split()]}
            for section, rows in sections.items()]}
        for name, sections in described]})


def rows(server, name):
    """The ids of a list's rows, by sections."""
    return {section["id"]: " ".join(row["id"] for row in section["rows"])
            for section in server.get(f"/api/lists/{name}").json()["sections"]}


def test_lists_are_made_of_all_parts_once_the_last_is_there(server):
    before = names(server)
    assert send(server, lists(("up-a", {"s": "a b", "t": "c"})), "upload=one&part=1").status == 202
    assert send(server, lists(("up-a", {"t": "d", "u": "e"}), ("up-b", {"s": "a"})), "upload=one&part=2").status == 202
    assert names(server) == before
    answer = send(server, lists(("up-b", {"s": "b"}), ("up-c", {})), "upload=one&part=3&make=1&show=0")
    assert answer.status == 201, answer.body
    assert [(one["list"], one["rows"]) for one in answer.json()["lists"]] == [("up-a", 5), ("up-b", 2), ("up-c", 0)]
    assert names(server) == before | {"up-a", "up-b", "up-c"}
    assert rows(server, "up-a") == {"s": "a b", "t": "c d", "u": "e"} and rows(server, "up-b") == {"s": "a b"}
    made = server.get("/api/lists/up-a").json()
    assert made["revision"] == 0 and made["title"] == "UP-A" and made["rules"] == {"insertable": False}
    # What was made is forgotten.
    assert send(server, lists(), "upload=one&part=4&make=1").status == 404


def test_of_lists_that_cannot_be_made_none_is(server):
    taken = names(server)
    for last, status in ((lists(("files-taken", {})), 409), (lists(("up-x", {"t": "a"})), 400), ('{"format"', 400), ("[]", 400)):
        server.request("POST", "/api/lists", {"list": "files-taken"})
        assert send(server, lists(("up-x", {"s": "a"})), "upload=two&part=1").status == 202
        answer = send(server, last, "upload=two&part=2&make=1")
        assert answer.status == status, answer.body
        assert status == 409 or "part 2" in answer.json()["message"] or "a" in answer.json()["message"]
    assert names(server) == taken | {"files-taken"}


def test_parts_that_are_not_next_are_refused(server):
    for query, status, code in (
            ("upload=three&part=2", 404, "unknownUpload"), ("upload=three&part=1", 202, None),
            ("upload=three&part=3", 409, "wrongPart"), ("upload=three&part=3&make=1", 409, "wrongPart")):
        answer = send(server, lists(), query)
        assert (answer.status, answer.json()["code"] if code else None) == (status, code), answer.body
    assert "part 2" in send(server, lists(), "upload=three&part=9").json()["message"]
    for query, word in (("upload=three", "part"), ("part=1", "upload"), ("upload=a%20b&part=1", "upload"),
                        ("upload=three&part=0", "part"), ("upload=three&part=2&into=up", "into"),
                        ("upload=three&part=2&make=1&as=up", "as"), ("upload=three&part=2&make=1&title=up", "title")):
        answer = send(server, lists(), query)
        assert answer.status == 400 and word in answer.json()["message"], answer.body


def test_roles(guarded):
    owner, mine = token({"*": "owner"}, "root"), token({"mine-*": "owner"}, "ana")
    editor = token({"*": "editor"}, "ed")
    assert send(guarded, lists(), "upload=u&part=1", editor).json()["code"] == "forbidden"
    assert send(guarded, lists(("other", {})), "upload=u&part=1", mine).status == 202
    # Another user's upload of the name is another one.
    assert send(guarded, lists(), "upload=u&part=2", owner).status == 404
    assert send(guarded, lists(), "upload=u&part=2&make=1", mine).json()["code"] == "forbidden"
    assert guarded.get("/api/lists/other", bearer(owner)).status == 404
    assert send(guarded, lists(("mine-up", {})), "upload=u&part=1&make=1", mine).status == 201
