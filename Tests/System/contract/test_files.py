"""protocol.md, "POST /api/files": files that other programs export."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from server import sections_of
from tokens import bearer, token

SAMPLES = Path(__file__).resolve().parents[2] / "Support/Fixtures/imports"
TITLES = "title\nMilk\nBread\n"


def send(server, body, query="", user=None):
    """Sends a file; returns the response."""
    text = body if isinstance(body, bytes) else body.encode()
    return server.request("POST", f"/api/files?name=shop.csv&{query}", text, bearer(user) if user else {})


def bundle(*names):
    """Several lists as one file."""
    return json.dumps({"format": "lockstep-lists/1", "lists": [
        {"list": name, "title": name, "sections": sections_of({"s": "a b"})} for name in names]})


def names(server):
    """The ids of all lists."""
    return {one["list"] for one in server.get("/api/lists").json()["lists"]}


@pytest.mark.parametrize("file", sorted(path.name for path in SAMPLES.iterdir() if path.is_file()))
def test_what_each_program_writes_is_read_at_the_first_try(server, file):
    before = names(server)
    answer = server.request("POST", f"/api/files?name={quote(file)}", (SAMPLES / file).read_bytes())
    assert answer.status == 200, answer.body
    read = [{"title": one["title"], "sections": [
        {"title": section["title"], "rows": [row["fields"] for row in section["rows"]]}
        for section in one["sections"]]} for one in answer.json()["lists"]]
    assert {"lists": read} == json.loads((SAMPLES / "expected" / f"{file}.json").read_text())
    assert names(server) == before


def test_what_is_left_out_is_told(server):
    answer = server.request("POST", "/api/files?name=b.json&show=1", (SAMPLES / "trello.json").read_bytes()).json()
    assert answer["leftOut"] == [{"what": "archivedCard", "count": 1}, {"what": "cardInArchivedList", "count": 1}]
    assert answer["format"] == "trello" and answer["lists"][0]["rows"] == 5
    assert [len(section["rows"]) for section in answer["lists"][0]["sections"]] == [1, 0]


def test_lists_are_made_of_a_file(server, connect):
    answer = server.request("POST", "/api/files?name=b.json&make=1&show=0", (SAMPLES / "google-tasks.json").read_bytes())
    made = answer.json()["lists"]
    assert answer.status == 201 and [(one["title"], one["rows"]) for one in made] == [("Garden", 3), ("Empty one", 0)]
    client = connect()
    client.open(made[0]["list"])
    [section] = client.lists[made[0]["list"]].sections
    assert [row["fields"]["title"] for row in section["rows"]] == ["Plan beds", "Seeds", "Rake"]
    named = send(server, TITLES, f"make=1&as=files-named&title={quote('Zum Kauf')}").json()["lists"][0]
    assert named["list"] == "files-named" and server.get("/api/lists/files-named").json()["title"] == "Zum Kauf"


def test_all_lists_of_a_file_are_made_or_none(server):
    assert send(server, bundle("files-one", "files-two"), "make=1").status == 201
    before = names(server)
    for taken in (["files-new", "files-two"], ["files-new", "files-new"]):
        answer = send(server, bundle(*taken), "make=1")
        assert (answer.status, answer.json()["code"]) == (409, "listExists")
    wrong = json.loads(bundle("files-new", "files-other"))
    wrong["lists"][1]["sections"] = sections_of({"s": "a", "t": "a"})
    assert send(server, json.dumps(wrong), "make=1").status in (400, 409)
    assert send(server, TITLES + '"Butter', "make=1").status == 400
    assert names(server) == before


def test_a_file_makes_250_lists_at_most_and_one_at_least(server):
    names_of = [f"files-many-{number}" for number in range(251)]
    before = names(server)
    answer = send(server, bundle(*names_of), "make=1&show=0")
    assert (answer.status, answer.json()["code"]) == (413, "tooLarge")
    assert send(server, bundle(), "make=1").status == 400
    assert names(server) == before
    assert send(server, bundle(*names_of[:250]), "make=1&show=0").status == 201
    assert len(names(server) - before) == 250


def test_rows_are_added_to_a_list_in_one_edit(server, opened):
    ana, list_id = opened({"s1": "a"})
    text = "section,title\n,Milk\nDairy,Cheese\nDairy,Butter\n"
    answer = send(server, text, f"into={list_id}&show=0").json()
    assert answer["ack"]["outcome"] == "applied"
    ana.reach(list_id, answer["ack"]["revision"])
    model = ana.lists[list_id]
    assert model.revision == 1
    assert [[row["fields"]["title"] for row in section["rows"]] for section in model.sections] == [
        ["a", "Milk"], ["Cheese", "Butter"]]


def test_what_one_edit_does_not_take_is_refused_whole(server, opened):
    ana, list_id = opened({"s1": "a"})
    answer = send(server, "title\n" + "x\n" * 1_500, f"into={list_id}")
    assert (answer.status, answer.json()["code"]) == (413, "tooLarge")
    answer = send(server, "title\n" + f"{'x' * 9_000}\n" * 90, f"into={list_id}")
    assert (answer.status, answer.json()["code"]) == (413, "tooLarge")
    assert server.get(f"/api/lists/{list_id}").json()["revision"] == 0


@pytest.mark.parametrize("body, query, line, column", [
    ('title\n"Milk', "name=a.csv", 2, 1), ('title\nMilk\n"Bread" x', "name=a.csv", 3, None), ('{"name": "b", "lists": [', "", 1, None),
    ("<opml><body>", "", 1, None), ("BEGIN:VCALENDAR\nBEGIN:VTODO\n", "", 3, None)])
def test_a_file_that_cannot_be_read_to_its_end_is_refused_with_the_place(server, body, query, line, column):
    answer = server.request("POST", f"/api/files?{query}", body.encode())
    notified = answer.json()
    assert (answer.status, notified["code"], notified["line"]) == (400, "badFile", line)
    assert column is None or notified["column"] == column
    assert f"line {line}" in notified["message"]


@pytest.mark.parametrize("query, word", [
    ("format=docx", "docx"), ("make=2", "make"), ("make=1&into=a", "exclude"), ("as=a", "make=1"), ("show=-1", "show"),
    ("into=a%20b", "into"), ("make=1&as=a%20b", "as")])
def test_wrong_parameters_are_named(server, query, word):
    answer = send(server, TITLES, query)
    assert answer.status == 400 and word in answer.json()["message"]


def test_a_file_may_have_16_mib_and_other_bodies_no_more_than_before(server):
    rows = "title\n" + f"{'x' * 4_000}\n" * 4_000
    assert len(rows) > 15 << 20
    assert send(server, rows, "show=0").json()["lists"][0]["rows"] == 4_000
    assert send(server, "x" * ((16 << 20) + 1)).status == 413
    assert server.request("POST", "/api/lists", "x" * 2_000_000).status == 413


def test_roles(guarded):
    owner, viewer = token({"*": "owner"}, "root"), token({"files-*": "viewer"}, "eve")
    editor = token({"files-*": "editor"}, "ed")
    assert send(guarded, TITLES).status == 401
    for user in (owner, editor, viewer, token({}, "none")):
        assert send(guarded, TITLES, "", user).status == 200
    assert send(guarded, TITLES, "make=1&as=files-a", owner).status == 201
    mine = token({"mine-*": "owner"}, "ana")
    for user in (editor, viewer, mine):
        assert send(guarded, TITLES, "make=1&as=files-b", user).json()["code"] == "forbidden"
    assert send(guarded, TITLES, "make=1&as=mine-b", mine).status == 201
    for user, status in ((owner, 200), (editor, 200), (viewer, 403), (mine, 404)):
        assert send(guarded, TITLES, "into=files-a", user).status == status
    assert send(guarded, TITLES, "into=files-none", owner).status == 404
